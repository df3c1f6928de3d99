% A game in the form of the Game Description Language
role(left). role(right).
init(coins(5)). init(turn(left)).
legal(R, take(N)) :- true(turn(R)), true(coins(C)), between(1, 2, N), N =< C.
next(coins(D)) :- true(coins(C)), does(R, take(N)), true(turn(R)), D is C - N.
next(turn(right)) :- true(turn(left)).
next(turn(left)) :- true(turn(right)).
terminal :- true(coins(0)).
goal(R, 1) :- true(coins(0)), role(R), \+ true(turn(R)).
goal(R, 0) :- true(coins(0)), true(turn(R)).
