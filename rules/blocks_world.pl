% Blocks world
%
% Blocks stand on a table, in towers.  A hand takes a block that has none on it and puts it on
% another such block or on the table, until the wanted towers stand.
% One role.  Moves: move(Block, To), where To is a block or table.  A state space: the goal is
% to end with 100.
% start and wanted are texts, in which each block is a character and the towers are joined by |,
% each from the table up.  Blocks that wanted does not name may stand anywhere.
% The towers of the file are G. Sussman's anomaly: neither of the two aims, b on c and a on b,
% can be reached first and then kept.
% perft: 3, 10, 31, 100, 313, 999, 3144, 9988

title('Blocks world').
source('T. Winograd, 1971; S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach').
about('Put blocks on each other until the wanted towers stand.').
parameter(start, "ac|b").  % the towers at the start; each block a letter, towers joined by |
parameter(wanted, "cba").  % the towers at the end, written in the same way

role(hand).

init(on(B, X)) :- stands(start, B, X).

legal(hand, move(B, X)) :- block(B), block(X), B \== X, clear(B), clear(X).
legal(hand, move(B, table)) :- block(B), clear(B), \+ true(on(B, table)).
clear(B) :- block(B), \+ true(on(_, B)).

next(on(B, X)) :- does(hand, move(B, X)).
next(on(B, X)) :- true(on(B, X)), \+ does(hand, move(B, _)).

terminal :- \+ misplaced(_).
goal(hand, 100) :- \+ misplaced(_).
goal(hand, 0) :- misplaced(_).

% Each block that has to leave its place costs a move: it is misplaced, or a block below it is.
h(N) :- count(B, leaves(B), N).
leaves(B) :- misplaced(B).
leaves(B) :- true(on(B, X)), leaves(X).
misplaced(B) :- stands(wanted, B, X), \+ true(on(B, X)).

block(B) :- stands(start, B, _).

% stands(W, B, X): in the text W, block B stands on X.
stands(W, B, table) :- first(W, I), char(W, I, B).
stands(W, B, X) :- char(W, I, X), X \== '|', J is I + 1, char(W, J, B), B \== '|'.
first(W, 1) :- char(W, 1, B), B \== '|'.
first(W, J) :- char(W, I, '|'), J is I + 1, char(W, J, B), B \== '|'.
char(W, I, L) :- text_from(W, I, [L|_]).
text_from(start, 1, Text) :- parameter(start, Text).
text_from(wanted, 1, Text) :- parameter(wanted, Text).
text_from(W, J, Text) :- between(2, 100, J), I is J - 1, text_from(W, I, [_|Text]).

no_position('expected each block once in start') :- twice(start).
no_position('expected each block once in wanted') :- twice(wanted).
no_position('expected only blocks of start in wanted') :- stands(wanted, B, _), \+ block(B).
no_position('expected one block at least') :- \+ block(_).
twice(W) :- char(W, I, B), B \== '|', char(W, J, B), I < J.

% Each block has a column, in the order of start; below it is what it stands on.
draw(I, 1, B) :- column(B, I).
draw(I, 2, X) :- true(on(B, X)), column(B, I), X \== table.
draw(I, 2, '-') :- true(on(B, table)), column(B, I).
draw_row(1, block).
draw_row(2, on).
column(B, I) :- block(B), char(start, J, B), count(K, (char(start, K, L), L \== '|', K =< J), I).
