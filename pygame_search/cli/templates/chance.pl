% TITLE
%
% A race over some squares. By turns each player walks two squares for sure, or tosses
% a token that shows 1, 2 or 4 squares. Whoever is on the last square first wins.
% Roles: ann, bob, random, who is chance.  Moves: walk, toss, show(Squares).
% Goals: 1 win, -1 loss; chance has none.

title('TITLE').
about('A race: two squares for sure, or a toss of a token.').

% A parameter and its default; "NAME.pl(squares=12)" plays with another value.
parameter(squares, 8).

% The role `random` makes each of its moves equally often.
role(ann).
role(bob).
role(random).

% What holds at the start: facts about the position, called fluents.
init(at(P, 0)) :- player(P).
init(control(ann)).

% legal(P, M): in the position, role P may make move M. A role that has none waits.
legal(P, walk) :- true(control(P)), \+ true(tossed).
legal(P, toss) :- true(control(P)), \+ true(tossed).
legal(random, show(K)) :- true(tossed), face(K).

% next(F): fluent F holds after the move, which `does` asks about; all others are gone.
next(tossed) :- does(_, toss).
next(control(P)) :- true(control(P)), does(P, toss).
next(control(Q)) :- true(control(P)), moved(_), opponent(P, Q).
next(at(P, N)) :- true(at(P, N)), \+ forward(P).
next(at(P, N)) :- true(at(P, M)), true(control(P)), moved(K), ahead(M, K, N).

% The end, and what each role gets then.
terminal :- winner(_).
goal(P, 1) :- winner(P).
goal(P, -1) :- opponent(P, Q), winner(Q).
goal(P, 0) :- player(P), \+ winner(ann), \+ winner(bob).

% Relations of our own, for the clauses above.
moved(2) :- does(_, walk).
moved(K) :- does(random, show(K)).
forward(P) :- true(control(P)), moved(_).
ahead(M, K, N) :- square(M), face(K), parameter(squares, S), N is min(M + K, S).
winner(P) :- parameter(squares, S), true(at(P, S)).
square(N) :- parameter(squares, S), between(0, S, N).
face(1).
face(2).
face(4).
player(P) :- opponent(P, _).
opponent(ann, bob).
opponent(bob, ann).

% draw(Column, Row, Text): the board.
draw(1, Y, [P, ' ']) :- lane(P, Y).
draw(C, Y, P) :- lane(P, Y), true(at(P, N)), C is N + 2.
draw(C, Y, '.') :- lane(P, Y), square(N), \+ true(at(P, N)), C is N + 2.
lane(ann, 1).
lane(bob, 2).
