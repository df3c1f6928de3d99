% Blind tic-tac-toe
%
% Both players mark a square of the board at once, and neither sees the marks of the other.  If
% both mark the same empty square, chance decides who gets it.  Each is told whether the square is
% now his, and no more.  He must mark another square each time.  Whoever alone has in_a_row of his
% marks in a line wins; if both get a line at once, or the board is full, it is a draw.
% Roles: x, o, random, who favours one of them in each step.  Moves: mark(Column, Row);
% favour(Role).
% Goals: 1 win, 0 draw, -1 loss; chance has none. As the players have the same moves and see
% alike, the game is worth 0 to both.
% perft 3x3: 162, 20736

title('Blind tic-tac-toe').
about('Both mark a square at once, and see only their own marks.').
include(tic_tac_toe).

role(x).   role(o).   role(random).

init(cell(C, R, b)) :- square(C, R).

legal(P, mark(C, R)) :- opponent(P, _), square(C, R), \+ true(tried(P, C, R)).
legal(random, favour(P)) :- opponent(P, _).

next(cell(C, R, P)) :- gets(P, C, R).
next(cell(C, R, P)) :- true(cell(C, R, P)), ( P \== b ; \+ marked(C, R) ).
next(tried(P, C, R)) :- does(P, mark(C, R)).
next(tried(P, C, R)) :- true(tried(P, C, R)).

sees(P, mine) :- gets(P, _, _).

% gets(P, C, R): P marks the empty square C-R, and the other one does not or is not favoured.
gets(P, C, R) :- does(P, mark(C, R)), true(cell(C, R, b)), \+ yields(P, C, R).
yields(P, C, R) :- opponent(P, Q), does(Q, mark(C, R)), does(random, favour(Q)).

goal(P, 1) :- wins(P).
goal(P, -1) :- opponent(P, Q), wins(Q).
goal(P, 0) :- opponent(P, _), \+ wins(_).
wins(P) :- opponent(P, Q), line(P), \+ line(Q).

% Who does not see the other's marks can prefer the middle and the corners all the same.
advice(1, P, mark(C, R)) :- legal(P, mark(C, R)), \+ edge(C, R).
advice(2, P, mark(C, R)) :- legal(P, mark(C, R)), corner(C, R).
advice(3, P, mark(C, R)) :- legal(P, mark(C, R)).
