% Three lamps in a row: a switch turns its lamp and the lamps beside it. The move comes first.
begin([on, off, on]).
all_on([on, on, on]).

press(left, [A, B, C], [A1, B1, C]) :- turn(A, A1), turn(B, B1).
press(middle, [A, B, C], [A1, B1, C1]) :- turn(A, A1), turn(B, B1), turn(C, C1).
press(right, [A, B, C], [A, B1, C1]) :- turn(B, B1), turn(C, C1).

turn(on, off).
turn(off, on).

dfs(Lamps, _, Moves, Moves) :- all_on(Lamps).
dfs(Lamps, Seen, Moves, Answer) :-
    press(Switch, Lamps, Next),
    \+ memberchk(Next, Seen),
    dfs(Next, [Next|Seen], [Switch|Moves], Answer).

go :- begin(L), dfs(L, [L], [], Back), reverse(Back, Moves), writeln(Moves).
:- go.
