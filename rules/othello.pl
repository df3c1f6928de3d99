% Othello
%
% A disc is placed where it encloses, in at least one direction, one or more discs of the
% other side between itself and another disc of its own; all of these are turned.  Who
% cannot place a disc passes.  The game is over when the board is full, or when three
% passes in a row have shown that nothing moves any more; then more discs win.
% Roles: x (dark, moves first), o (light).  Moves: place(Column, Row), pass.  Goals: 100 win,
% 0 draw, -100 loss.
% Column 1 is on the left, row 1 at the top.  The game is set up and written as by the World Othello
% Federation: x on d5 and e4, o on d4 and e5, moves as d3.  The lecture of the source begins with
% the mirror image: setup=lecture.  D3 and -- (a pass) are read, too.
% perft 8: 4, 12, 56, 244, 1396, 8200, 55092
% perft 4: 4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540

title('Othello').
source('CZ3005, Adversarial search for game playing, NTU').
about('Enclose discs of the other side and they become yours.').
parameter(size, 8).  % columns and rows of the board; an even number, 4 or more
parameter(setup, federation).  % federation, or lecture for its mirror image

role(x).
role(o).

init(disc(C, C, P)) :- parameter(setup, S), on_diagonal(S, P), middle(C).
init(disc(C, R, Q)) :-
    parameter(setup, S), on_diagonal(S, P), opponent(P, Q), middle(C), middle(R), C =\= R.
init(control(x)).
init(passes(0)).

legal(P, place(C, R)) :- true(control(P)), encloses(P, C, R, _, _).
legal(P, pass) :- true(control(P)), \+ can_place(P).

% turns(P, C, R, C1, R1): P, placed on C-R, turns the disc on C1-R1.
turns(P, C, R, C1, R1) :- encloses(P, C, R, D, N), on_ray(C, R, D, I, C1, R1), I < N.

% encloses(P, C, R, D, N): C-R is free and from there in direction D the squares 1 to
% N - 1 hold discs of the other side, square N one of P.
encloses(P, C, R, D, N) :-
    opponent(P, Q), on_ray(C, R, D, N, C2, R2), N > 1, \+ occupied(C, R), true(disc(C2, R2, P)),
    M is N - 1, count(I, (on_ray(C, R, D, I, C1, R1), I < N, true(disc(C1, R1, Q))), M).

next(disc(C, R, P)) :- does(P, place(C, R)).
next(disc(C, R, P)) :- does(P, place(C1, R1)), turns(P, C1, R1, C, R).
next(disc(C, R, P)) :- true(disc(C, R, P)), \+ turned(C, R).
next(control(Q)) :- true(control(P)), opponent(P, Q).

next(passes(0)) :- does(_, place(_, _)).
next(passes(M)) :- does(_, pass), true(passes(N)), between(0, 2, N), M is N + 1.

turned(C, R) :- does(P, place(C1, R1)), turns(P, C1, R1, C, R).

terminal :- true(passes(3)).
terminal :- \+ free_square.
can_place(P) :- encloses(P, _, _, _, _).

goal(P, 100) :- opponent(P, Q), discs(P, N), discs(Q, M), N > M.
goal(P, -100) :- opponent(P, Q), discs(P, N), discs(Q, M), N < M.
goal(P, 0) :- role(P), discs(x, N), discs(o, N).

discs(P, N) :- role(P), count(C-R, true(disc(C, R, P)), N).
free_square :- line(C), line(R), \+ occupied(C, R).
occupied(C, R) :- true(disc(C, R, _)).
opponent(x, o).
opponent(o, x).
on_diagonal(federation, o).
on_diagonal(lecture, x).
no_position('expected setup=federation or setup=lecture') :-
    parameter(setup, S), \+ on_diagonal(S, _).

line(I) :- parameter(size, N), between(1, N, I).
middle(I) :- parameter(size, N), (I is N // 2 ; I is N // 2 + 1).
direction(DC - DR) :- between(-1, 1, DC), between(-1, 1, DR), DC * DC + DR * DR > 0.
on_ray(C, R, DC - DR, I, C1, R1) :-
    line(C), line(R), direction(DC - DR), line(I),
    C1 is C + I * DC, R1 is R + I * DR, line(C1), line(R1).

% The lecture's evaluation, 3 corners + 2 borders + middle, each less the other side's.
feature(P, corner, C - R) :- true(disc(C, R, P)), end(C), end(R).
feature(P, border, C - R) :- true(disc(C, R, P)), (end(C), \+ end(R) ; end(R), \+ end(C)).
feature(P, middle, C - R) :- true(disc(C, R, P)), \+ end(C), \+ end(R).
weight(corner, 3).
weight(border, 2).
weight(middle, 1).
end(1).
end(N) :- parameter(size, N).

draw(C, R, P) :- true(disc(C, R, P)), role(P).
draw(C, R, '.') :- line(C), line(R), \+ occupied(C, R).
draw_column(C, L) :- file(C, L, _).
symbol(x, '●').
symbol(o, '○').

notation(P, place(C, R), [L, R]) :- role(P), file(C, L, _), line(R).
notation(P, place(C, R), [L, R]) :- role(P), file(C, _, L), line(R).
notation(P, pass, pass) :- role(P).
notation(P, pass, --) :- role(P).
file(1, a, 'A').    file(2, b, 'B').    file(3, c, 'C').    file(4, d, 'D').
file(5, e, 'E').    file(6, f, 'F').    file(7, g, 'G').    file(8, h, 'H').
file(9, i, 'I').    file(10, j, 'J').   file(11, k, 'K').   file(12, l, 'L').
