% The tower of Hanoi
%
% Move a tower of discs to the last of three pegs, one disc at a time, and never a larger one
% onto a smaller one.  The shortest path has 2^N - 1 moves.
% One role.  Moves: move(From, To), from peg to peg.  The goal is to end with 100.
% perft 4: 2, 6, 16, 46, 130, 376, 1086, 3164

title('Tower of Hanoi').
source('E. Lucas, Recreations mathematiques III, 1893').
about('Move a tower from peg to peg, no disc onto a smaller one.').
parameter(discs, 4).  % how many discs the tower has; 1 or more

role(solver).

init(on(D, 1)) :- disc(D).

legal(solver, move(A, B)) :- peg(A), peg(B), A =\= B, top(D, A), \+ (smaller(E, D), true(on(E, B))).

top(D, A) :- true(on(D, A)), \+ (smaller(E, D), true(on(E, A))).

next(on(D, B)) :- does(solver, move(A, B)), top(D, A).
next(on(D, A)) :- true(on(D, A)), \+ (does(solver, move(A, _)), top(D, A)).

terminal :- \+ elsewhere.
goal(solver, 100) :- \+ elsewhere.
goal(solver, 0) :- elsewhere.
elsewhere :- true(on(_, A)), A < 3.

% Each disc that is not on the last peg has to be moved.
h(N) :- count(D, (true(on(D, A)), A < 3), N).

disc(D) :- parameter(discs, N), between(1, N, D).
peg(A) :- between(1, 3, A).
smaller(E, D) :- disc(E), disc(D), E < D.

% A disc is drawn as high as it is large.
draw(A, D, D) :- true(on(D, A)).
draw(A, D, '|') :- disc(D), peg(A), \+ true(on(D, A)).
