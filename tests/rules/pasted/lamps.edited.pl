arc(Lamps, Next) :- press(_, Lamps, Next).

% Three lamps in a row: a switch turns its lamp and the lamps beside it. The move comes first.
start([on, off, on]).
is_goal([on, on, on]).

press(left, [A, B, C], [A1, B1, C]) :- turn(A, A1), turn(B, B1).
press(middle, [A, B, C], [A1, B1, C1]) :- turn(A, A1), turn(B, B1), turn(C, C1).
press(right, [A, B, C], [A, B1, C1]) :- turn(B, B1), turn(C, C1).

turn(on, off).
turn(off, on).
