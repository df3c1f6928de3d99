% Dots and boxes
%
% By turns each player draws a line between two neighbouring dots.  A player who draws the
% fourth side of a box owns the box and draws again.  Whoever has more boxes wins.
% Roles: ann, bob.  Moves: line(Column, Row, across), line(Column, Row, down): from the dot in
% that column and row to the right or down.  Goals: boxes of one's own less the other's.
% perft 2x2: 12, 132, 1320, 11880, 95040

title('Dots and boxes').
source('E. Lucas, L\'arithmetique amusante, 1895').
about('Draw the last side of a box and it is yours.').
parameter(columns, 2).  % columns of boxes; 1 or more
parameter(rows, 2).  % rows of boxes; 1 or more

role(ann).
role(bob).

init(control(ann)).

legal(P, line(C, R, D)) :- true(control(P)), side(C, R, D), \+ true(drawn(C, R, D)).

next(drawn(C, R, D)) :- true(drawn(C, R, D)).
next(drawn(C, R, D)) :- does(_, line(C, R, D)).
next(owns(P, C, R)) :- true(owns(P, C, R)).
next(owns(P, C, R)) :- true(control(P)), closes(C, R).
next(control(P)) :- true(control(P)), closes(_, _).
next(control(Q)) :- true(control(P)), opponent(P, Q), \+ closes(_, _).

% closes(C, R): the line that is drawn is the last side of a box.
closes(C, R) :-
    does(_, line(C1, R1, D1)), bounds(C, R, C1, R1, D1),
    count(C2 - R2 - D2, (bounds(C, R, C2, R2, D2), true(drawn(C2, R2, D2))), 3).

terminal :- \+ (box(C, R), \+ true(owns(_, C, R))).
goal(P, V) :- opponent(P, Q), boxes(P, N), boxes(Q, M), V is N - M.
boxes(P, N) :- role(P), count(C - R, true(owns(P, C, R)), N).

opponent(ann, bob).
opponent(bob, ann).
box(C, R) :- parameter(columns, X), parameter(rows, Y), between(1, X, C), between(1, Y, R).
bounds(C, R, C, R, across) :- box(C, R).
bounds(C, R, C, R1, across) :- box(C, R), R1 is R + 1.
bounds(C, R, C, R, down) :- box(C, R).
bounds(C, R, C1, R, down) :- box(C, R), C1 is C + 1.
side(C, R, across) :- dot(C, R), parameter(columns, N), C =< N.
side(C, R, down) :- dot(C, R), parameter(rows, N), R =< N.
dot(C, R) :-
    parameter(columns, X), parameter(rows, Y), X1 is X + 1, Y1 is Y + 1,
    between(1, Y1, R), between(1, X1, C).

feature(P, box, C - R) :- true(owns(P, C, R)).
weight(box, 1).

draw(X, Y, '+') :- dot(C, R), X is 2 * C - 1, Y is 2 * R - 1.
draw(X, Y, Text) :- side(C, R, D), true(drawn(C, R, D)), middle(D, C, R, X, Y), stroke(D, Text).
draw(X, Y, ' ') :- side(C, R, D), \+ true(drawn(C, R, D)), middle(D, C, R, X, Y).
draw(X, Y, Text) :- true(owns(P, C, R)), X is 2 * C, Y is 2 * R, initial(P, Text).
draw(X, Y, ' ') :- box(C, R), \+ true(owns(_, C, R)), X is 2 * C, Y is 2 * R.
draw_column(X, C) :- dot(C, _), X is 2 * C - 1.
draw_column(X, '') :- dot(C, _), X is 2 * C.
draw_row(Y, R) :- dot(_, R), Y is 2 * R - 1.
draw_row(Y, '') :- dot(_, R), Y is 2 * R.
symbol(+, '•').
symbol('-', '━').
symbol('|', '┃').
middle(across, C, R, X, Y) :- side(C, R, across), X is 2 * C, Y is 2 * R - 1.
middle(down, C, R, X, Y) :- side(C, R, down), X is 2 * C - 1, Y is 2 * R.
stroke(across, '-').
stroke(down, '|').
initial(ann, 'A').
initial(bob, 'B').
