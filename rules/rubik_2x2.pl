% Rubik's cube, 2 x 2 x 2
%
% A cube of eight corners; each face is turned by quarters, and the aim is that each has one
% colour.  The corner down, back and left stays where it is, so that only the right face (r),
% the upper (u) and the front (f) are turned: to turn the opposite one is the same, seen from
% another side.
% One role.  Moves: turn(Face, Quarters), clockwise; R, R2 and R' are one, two and three
% quarters of the right face.  A state space: the goal is to end with 100.
% The scramble is a text of such moves, done to the solved cube.
% There are 3,674,160 states.  Each can be solved in 11 moves, and 2,644 need as many, such as
% U2 R2 U F' U F' R U F2 U R'; without half turns, with half_turns=no, in 14.
% perft: 9, 81, 729

title('Rubik\'s cube, 2 x 2 x 2').
source('E. Rubik, 1983; J. Scherphuis, Mini Cube, the 2x2x2 Rubik\'s Cube').
about('Turn the faces of a small cube until each has one colour.').
parameter(scramble, "R U' F2 R' U").  % the moves that scramble the solved cube
parameter(half_turns, yes).  % whether a half turn is one move; yes or no

role(solver).

% A sticker is on the corner X-Y-Z and looks along the axis A.  X is 1 on the right and 0 on
% the left, Y is 1 above and 0 below, and Z is 1 in front and 0 behind.
init(sticker(X, Y, Z, A, K)) :- text_from(I, []), scrambled(I, X, Y, Z, A, K).

legal(solver, turn(F, N)) :- face(F), quarters(N).
quarters(1).
quarters(2) :- parameter(half_turns, yes).
quarters(3).

next(sticker(X1, Y1, Z1, A1, K)) :-
    does(solver, turn(F, N)), turn(N, F, X, Y, Z, A, X1, Y1, Z1, A1), true(sticker(X, Y, Z, A, K)).

terminal :- \+ astray(_, _, _).
goal(solver, 100) :- \+ astray(_, _, _).
goal(solver, 0) :- astray(_, _, _).

% A turn moves four corners.
h(N) :- count(X - Y - Z, astray(X, Y, Z), M), N is (M + 3) // 4.
astray(X, Y, Z) :- true(sticker(X, Y, Z, A, K)), colour(X, Y, Z, A, L), K \== L.

% turn(N, F, X, Y, Z, A, X1, Y1, Z1, A1): N quarters of the face F bring the sticker that is on
% X-Y-Z along A to X1-Y1-Z1 along A1.
turn(1, F, X, Y, Z, A, X1, Y1, Z1, A1) :-
    colour(X, Y, Z, A, _), quarter(F, X, Y, Z, X1, Y1, Z1), tilts(F, A, A1).
turn(1, F, X, Y, Z, A, X, Y, Z, A) :-
    face(F), colour(X, Y, Z, A, _), \+ quarter(F, X, Y, Z, _, _, _).
turn(N, F, X, Y, Z, A, X2, Y2, Z2, A2) :-
    turn(M, F, X, Y, Z, A, X1, Y1, Z1, A1), turn(1, F, X1, Y1, Z1, A1, X2, Y2, Z2, A2),
    between(2, 3, N), M is N - 1.
quarter(r, 1, Y, Z, 1, Z, Y1) :- end(Y), end(Z), Y1 is 1 - Y.
quarter(u, X, 1, Z, Z1, 1, X) :- end(X), end(Z), Z1 is 1 - Z.
quarter(f, X, Y, 1, Y, X1, 1) :- end(X), end(Y), X1 is 1 - X.
tilts(r, x, x).   tilts(r, y, z).   tilts(r, z, y).
tilts(u, x, z).   tilts(u, y, y).   tilts(u, z, x).
tilts(f, x, y).   tilts(f, y, x).   tilts(f, z, z).
face(r).   face(u).   face(f).
end(0).    end(1).

% colour(X, Y, Z, A, K): in a solved cube this sticker has the colour K, that of its face.
colour(X, Y, Z, x, K) :- end(X), end(Y), end(Z), coloured(x, X, K).
colour(X, Y, Z, y, K) :- end(X), end(Y), end(Z), coloured(y, Y, K).
colour(X, Y, Z, z, K) :- end(X), end(Y), end(Z), coloured(z, Z, K).
coloured(x, 1, r).   coloured(y, 1, u).   coloured(z, 1, f).
coloured(x, 0, l).   coloured(y, 0, d).   coloured(z, 0, b).

% scrambled(I, X, Y, Z, A, K): K is there before the I-th character of the scramble.  A letter
% is one quarter; 2 is one more, and ' is two more, of the face named before.
scrambled(1, X, Y, Z, A, K) :- colour(X, Y, Z, A, K).
scrambled(J, X1, Y1, Z1, A1, K) :-
    scrambled(I, X, Y, Z, A, K), does_char(I, F, N), turn(N, F, X, Y, Z, A, X1, Y1, Z1, A1),
    between(2, 400, J), I is J - 1.
scrambled(J, X, Y, Z, A, K) :-
    scrambled(I, X, Y, Z, A, K), char(I, ' '), between(2, 400, J), I is J - 1.
does_char(I, F, 1) :- char(I, L), letter(F, L).
does_char(J, F, N) :-
    char(I, L), letter(F, L), between(2, 400, J), I is J - 1, char(J, S), more(S, N).
letter(r, 'R').   letter(u, 'U').   letter(f, 'F').
more('2', 1).     more('\'', 2).
char(I, L) :- text_from(I, [L|_]).
text_from(1, Text) :- parameter(scramble, Text).
text_from(J, Text) :- between(2, 400, J), I is J - 1, text_from(I, [_|Text]).

no_position('expected R, U and F, each with 2 or \' behind it or alone') :-
    char(I, L), L \== ' ', \+ does_char(I, _, _).

notation(turn(F, 1), L) :- letter(F, L).
notation(turn(F, 2), [L, '2']) :- letter(F, L).
notation(turn(F, 3), [L, '\'']) :- letter(F, L).

% The cube is drawn unfolded: the upper face above, the left, front, right and back faces
% beside each other, the lower face below.
draw(C, R, K) :- true(sticker(X, Y, Z, A, K)), seen(A, X, Y, Z, C, R).
seen(y, X, 1, Z, C, R) :- end(X), end(Z), C is 3 + X, R is 1 + Z.
seen(x, 0, Y, Z, C, R) :- end(Y), end(Z), C is 1 + Z, R is 4 - Y.
seen(z, X, Y, 1, C, R) :- end(X), end(Y), C is 3 + X, R is 4 - Y.
seen(x, 1, Y, Z, C, R) :- end(Y), end(Z), C is 6 - Z, R is 4 - Y.
seen(z, X, Y, 0, C, R) :- end(X), end(Y), C is 8 - X, R is 4 - Y.
seen(y, X, 0, Z, C, R) :- end(X), end(Z), C is 3 + X, R is 6 - Z.
