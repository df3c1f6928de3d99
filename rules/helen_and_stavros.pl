% Helen and Stavros
%
% The three-ply tree of SP.268: Helen chooses a branch, Stavros answers, Helen chooses
% once more; then she has so many drachmas.  She wants more, he wants her to have less.
% Roles: helen, stavros.  Moves: take(Branch).  Goals: helen's drachmas, and minus them.
% The picture with the numbers is lost; this tree keeps what the text says of it: the
% left branch is worth 7; the middle one is cut once its first sub-branch shows 7; in
% the right one 10 and then a 15 cut its sibling; 6 of 26 leaves are saved.  perft: 3, 9, 26

title('Helen and Stavros').
source('SP.268, AI Techniques for Solving Games, MIT 2009').
about('A tree of three plies: minimax and alpha-beta by hand.').

role(helen).
role(stavros).

init(at([])).

legal(P, take(B)) :- true(at(Path)), turn(Path, P), branch(Path, B, _).
next(at(Next)) :- does(_, take(B)), true(at(Path)), branch(Path, B, Next).
terminal :- true(at(Path)), drachmas(Path, _).
goal(helen, V) :- true(at(Path)), drachmas(Path, V).
goal(stavros, W) :- true(at(Path)), drachmas(Path, V), W is -V.

% branch(Path, B, Next): from Path, the latest branch first, B leads to Next.
branch([], A, [A]) :- leaf(A, _, _, _).
branch([A], B, [B, A]) :- leaf(A, B, _, _).
branch([B, A], C, [C, B, A]) :- leaf(A, B, C, _).
drachmas([C, B, A], V) :- leaf(A, B, C, V).

turn([], helen).
turn([A], stavros) :- leaf(A, _, _, _).
turn([B, A], helen) :- leaf(A, B, _, _).

leaf(a, a, a, 3).    leaf(a, a, b, 7).    leaf(a, a, c, 5).
leaf(a, b, a, 4).    leaf(a, b, b, 6).    leaf(a, b, c, 9).
leaf(a, c, a, 1).    leaf(a, c, b, 5).    leaf(a, c, c, 8).
leaf(b, a, a, 2).    leaf(b, a, b, 7).    leaf(b, a, c, 6).
leaf(b, b, a, 5).    leaf(b, b, b, 9).    leaf(b, b, c, 1).
leaf(b, c, a, 8).    leaf(b, c, b, 3).
leaf(c, a, a, 4).    leaf(c, a, b, 6).    leaf(c, a, c, 10).
leaf(c, b, a, 2).    leaf(c, b, b, 9).    leaf(c, b, c, 11).
leaf(c, c, a, 2).    leaf(c, c, b, 15).   leaf(c, c, c, 7).

draw(1, 1, root) :- true(at([])).
draw(1, 1, [B|Path]) :- true(at([B|Path])).
