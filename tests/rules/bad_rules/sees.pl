% Percepts of a role that is none, and of chance.

role(white).
role(random).
init(tossing).
legal(random, toss(S)) :- true(tossing), side(S).
legal(white, say(S)) :- true(coin(_)), side(S).
next(coin(S)) :- does(random, toss(S)).
next(said(S)) :- does(white, say(S)).
sees(black, S) :- does(random, toss(S)).
sees(random, S) :- does(white, say(S)).
sees(white, S) :- does(white, say(S)).
terminal :- true(said(_)).
goal(white, 1).
side(heads).
side(tails).
