% TITLE
%
% In each round both players show one or two fingers at once. If the sum is even, `even`
% wins the round, else `odd`. Whoever wins more rounds wins the game.
% Roles: even, odd.  Moves: show(Fingers).  Goals: 1 win, 0 draw, -1 loss.

title('TITLE').
about('Both show one or two fingers at once; even and odd sums win.').

% A parameter and its default; "NAME.pl(rounds=1)" plays with another value.
parameter(rounds, 3).

role(even).
role(odd).

% What holds at the start: facts about the position, called fluents.
init(round(1)).

% legal(P, M): role P may make move M. Both roles have moves, so both move at once.
legal(P, show(F)) :- role(P), true(round(_)), fingers(F).

% next(F): fluent F holds after the moves, which `does` asks about; all others are gone.
next(won(R, P)) :- true(round(R)), wins(P).
next(won(R, P)) :- true(won(R, P)).
next(round(S)) :- true(round(R)), parameter(rounds, N), R < N, S is R + 1.

% The end, and what each role gets then.
terminal :- \+ going_on.
goal(P, 1) :- more(P).
goal(P, -1) :- opponent(P, Q), more(Q).
goal(P, 0) :- role(P), \+ more(even), \+ more(odd).

% Relations of our own, for the clauses above.
going_on :- true(round(_)).
wins(even) :- does(even, show(F)), does(odd, show(F)).
wins(odd) :- does(even, show(F)), does(odd, show(G)), F \== G.
more(P) :- opponent(P, Q), rounds_won(P, M), rounds_won(Q, N), M > N.
rounds_won(P, N) :- role(P), count(R, true(won(R, P)), N).
opponent(even, odd).
opponent(odd, even).
fingers(1).
fingers(2).

% draw(Column, Row, Text): the board, here who won each round.
draw(1, R, [R, ': ']) :- parameter(rounds, N), between(1, N, R).
draw(2, R, P) :- true(won(R, P)).
