% Quarto
%
% All pieces differ.  With four traits, as in the game that is sold, a piece is tall or short,
% dark or light, round or square, hollow or solid, and so there are 16.  Ann chooses a piece, and
% gives it to bob.  From then on a turn has two steps: to place the piece that one was given on a
% free square, and to give the other player one of the pieces that are left.  Whoever completes a
% row, across, down or aslant, of pieces that are alike in a trait wins; with squares=yes, four
% pieces around a point are a row, too.  If nobody has won when no square or no piece is left, it
% is a draw.
% Roles: ann, bob.  Moves: give(Piece), place(Column, Row).  Goals: 1 win, 0 draw, -1 loss.
% A piece is the list of its traits, each 0 or 1, and is written as 0110; a square is written as b3.
% perft 4x4: 16, 3840, 806400

title('Quarto').
source('B. Müller, 1991').
about('Your opponent chooses the piece that you have to place.').
parameter(size, 4).  % columns and rows of the board; 2 or more
parameter(traits, 4).  % traits of a piece; 1 or more, and each doubles the number of pieces
parameter(squares, no).  % whether four pieces around a point are a row, too; yes or no

role(ann).
role(bob).

init(left(X)) :- piece(X).
init(control(ann)).

% Who has placed a piece is still to give one.
mid_turn :- true(on(_, _, _)), \+ true(given(_)).

legal(P, give(X)) :- true(control(P)), \+ true(given(_)), true(left(X)).
legal(P, place(C, R)) :- true(control(P)), true(given(_)), free(C, R).

next(left(X)) :- true(left(X)), \+ does(_, give(X)).
next(given(X)) :- does(_, give(X)).
next(on(C, R, X)) :- does(_, place(C, R)), true(given(X)).
next(on(C, R, X)) :- true(on(C, R, X)).
next(control(Q)) :- does(P, give(_)), opponent(P, Q).
next(control(P)) :- does(P, place(_, _)).

terminal :- alike.
terminal :- \+ true(given(_)), \+ true(left(_)).
terminal :- \+ free(_, _).

wins(P) :- alike, true(control(P)).

% alike: the pieces of some row are all of the kind K in the trait T.
alike :- row(I), trait(T), kind(K), \+ differs(I, T, K).
differs(I, T, K) :- in_row(I, C, R), trait(T), kind(K), \+ is_so(C, R, T, K).
is_so(C, R, T, K) :- true(on(C, R, X)), nth(T, X, K).
free(C, R) :- square(C, R), \+ true(on(C, R, _)).

opponent(ann, bob).
opponent(bob, ann).
line(I) :- parameter(size, N), between(1, N, I).
square(C, R) :- line(R), line(C).

row(I) :- in_row(I, _, _).
in_row(across(R), C, R) :- square(C, R).
in_row(down(C), C, R) :- square(C, R).
in_row(rising, I, I) :- line(I).
in_row(falling, C, R) :- square(C, R), parameter(size, N), C + R =:= N + 1.
in_row(around(C, R), C1, R1) :- parameter(squares, yes), beside(C, C1), beside(R, R1).
beside(I, J) :- line(I), J is I + 1, line(J).
beside(I, I) :- line(I), \+ parameter(size, I).

kind(0).
kind(1).
trait(T) :- parameter(traits, N), between(1, N, T).
piece(X) :- parameter(traits, N), kinds(N, X).
kinds(0, []).
kinds(N, [K|Ks]) :- N > 0, M is N - 1, kinds(M, Ks), kind(K).
nth(1, [K|_], K).
nth(T, [_|Ks], K) :- T > 1, S is T - 1, nth(S, Ks, K).

no_position('expected 2 columns or more') :- parameter(size, N), N < 2.
no_position('expected 1 trait or more') :- parameter(traits, N), N < 1.
no_position('expected squares=yes or squares=no') :- parameter(squares, S), S \== yes, S \== no.

notation(P, give(X), X) :- role(P), piece(X).
notation(P, place(C, R), [L, R]) :- role(P), letter(C, L), square(C, R).

rows(from_below).
draw(C, R, X) :- true(on(C, R, X)).
draw(C, R, '.') :- free(C, R).
draw(C, 1, ['to place: ', X]) :- beyond(C), true(given(X)).
draw(C, 1, '.') :- beyond(C), \+ true(given(_)).
draw_column(C, L) :- line(C), letter(C, L).
draw_column(C, '') :- beyond(C).
beyond(C) :- parameter(size, N), C is N + 1.

letter(C, L) :- letters(1, C, L, "abcdefghijklmnopqrstuvwxyz").
letters(C, C, L, [L|_]).
letters(I, C, L, [_|Ls]) :- J is I + 1, letters(J, C, L, Ls).
