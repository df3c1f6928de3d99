% Mastermind
%
% Chance hides a code: a colour for each peg.  The breaker has a few guesses to find it.  After each
% he is told how many pegs have the right colour in the right place, black, and how many more would
% have it in another order, white.  He learns nothing else.
% Roles: breaker, random, who hides the code.  Moves: guess(Code), hide(Code), where a code is a
% list of colours, which are numbers.  Both are written as the code alone, 12 for [1, 2].
% Goals: -N if the N-th guess is right, and one worse than the last one if none is; chance has
% none.
% With three colours and two pegs the best play needs 7/3 guesses on average (a second program,
% tests/games/test_mastermind.py).
% perft: 9, 81, 648, 5184

title('Mastermind').
source('M. Meirowitz, 1970; D. Knuth, The computer as master mind, 1976').
about('Find a hidden code from what is said of your guesses.').
parameter(colours, 3).  % the colours there are; 1 to 6
parameter(pegs, 2).  % the pegs of a code; 1 or more
parameter(guesses, 3).  % how many guesses the breaker has; 1 or more

role(breaker).
role(random).

init(turn(0)).

legal(random, hide(Code)) :- true(turn(0)), code(Code).
legal(breaker, guess(Code)) :- true(turn(N)), N > 0, code(Code).

next(hidden(Code)) :- does(random, hide(Code)).
next(hidden(Code)) :- true(hidden(Code)).
next(guessed(N, Code)) :- true(turn(N)), does(breaker, guess(Code)).
next(guessed(N, Code)) :- true(guessed(N, Code)).
next(turn(N)) :- true(turn(M)), parameter(guesses, Most), M =< Most, N is M + 1.

sees(breaker, answer(Black, White)) :-
    does(breaker, guess(Code)), true(hidden(Hidden)), answer(Code, Hidden, Black, White).

% answer(Code, Hidden, Black, White): what is said of the guess Code.
answer(Code, Hidden, Black, White) :-
    count(I, ( peg(I, Code, C), peg(I, Hidden, C) ), Black),
    sum(K, C, shared(Code, Hidden, C, K), Both), White is Both - Black.
shared(Code, Hidden, C, K) :-
    colour(C), count(I, peg(I, Code, C), M), count(I, peg(I, Hidden, C), N), K is min(M, N).

terminal :- found(_).
terminal :- true(turn(N)), parameter(guesses, Most), N > Most.

goal(breaker, V) :- found(N), V is -N.
goal(breaker, V) :- \+ found(_), parameter(guesses, Most), V is -Most - 1.

found(N) :- true(guessed(N, Code)), true(hidden(Code)).

code(Code) :- parameter(pegs, N), code(N, Code).
code(0, []).
code(N, [C|Code]) :- N > 0, M is N - 1, code(M, Code), colour(C).
peg(1, [C|_], C).
peg(I, [_|Code], C) :- peg(J, Code, C), I is J + 1.
colour(C) :- parameter(colours, N), between(1, N, C).

no_position('expected 1 to 6 colours') :- parameter(colours, N), N > 6.
no_position('expected 1 peg or more') :- parameter(pegs, N), N < 1.
no_position('expected 1 guess or more') :- parameter(guesses, N), N < 1.

notation(random, hide(Code), Code).
notation(breaker, guess(Code), Code).

% The code stands above the guesses, and what is said of a guess to the right of it.
draw(I, 1, C) :- true(hidden(Code)), peg(I, Code, C).
draw(I, 1, '.') :- place(I), \+ true(hidden(_)).
draw(I, R, C) :- row(N, R), true(guessed(N, Code)), peg(I, Code, C).
draw(I, R, '.') :- place(I), row(N, R), \+ true(guessed(N, _)).
draw(I, R, T) :- row(_, R), beside(J, I), key(R, J, T).
draw(I, R, ' ') :- row(_, R), beside(J, I), \+ key(R, J, _).
draw_row(1, code).
draw_row(R, N) :- row(N, R).
symbol(b, '●').
symbol(w, '○').
draw_colour(1, red).      draw_colour(2, blue).   draw_colour(3, green).
draw_colour(4, orange).   draw_colour(5, purple). draw_colour(6, brown).

% key(R, J, T): the J-th peg beside the guess in row R is black or white.
key(R, J, b) :- said(R, Black, _), between(1, Black, J).
key(R, J, w) :- said(R, Black, White), N is Black + White, between(1, N, J), J > Black.
said(R, Black, White) :-
    row(N, R), true(guessed(N, Code)), true(hidden(Hidden)), answer(Code, Hidden, Black, White).
place(I) :- parameter(pegs, N), between(1, N, I).
beside(J, I) :- place(J), parameter(pegs, N), I is N + 1 + J.
row(N, R) :- parameter(guesses, Most), between(1, Most, N), R is N + 1.
