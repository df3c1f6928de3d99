% Guess the coin
%
% A coin is thrown under a cup, and the guesser says what it shows.  Then the cup is lifted.
% He has seen nothing before, so he is right in half of all games, whatever he says.  A search that
% sees the coin, with --open, takes him to be right in all of them.
% Roles: guesser, random, who throws the coin.  Moves: toss(Side), say(Side).
% Goals: 100 if he is right, 0 if not; chance has none.
% The value is 50: half of 100.
% perft: 2, 4

title('Guess the coin').
about('A coin is thrown under a cup: say what it shows.').

role(guesser).
role(random).

init(control(random)).

legal(random, toss(S)) :- true(control(random)), side(S).
legal(guesser, say(S)) :- true(control(guesser)), side(S).

next(coin(S)) :- does(random, toss(S)).
next(coin(S)) :- true(coin(S)).
next(said(S)) :- does(guesser, say(S)).
next(control(guesser)) :- true(control(random)).

% The cup is lifted after the guess.
sees(guesser, coin(S)) :- does(guesser, say(_)), true(coin(S)).

terminal :- true(said(_)).

goal(guesser, 100) :- true(said(S)), true(coin(S)).
goal(guesser, 0) :- true(said(S)), \+ true(coin(S)).

side(heads).
side(tails).

draw(1, Y, [What, '  ']) :- line(What, Y).
draw(2, 1, S) :- true(coin(S)).
draw(2, 1, '-') :- \+ true(coin(_)).
draw(2, 2, S) :- true(said(S)).
draw(2, 2, '-') :- \+ true(said(_)).
line(coin, 1).
line(said, 2).
