% A rover on 4 x 3 fields, with rocks. The place is two arguments, and a move has a name.
rock(2, 1).
rock(2, 2).
rock(4, 2).

drive(X, Y, east, X1, Y) :- X < 4, X1 is X + 1, \+ rock(X1, Y).
drive(X, Y, west, X1, Y) :- X > 1, X1 is X - 1, \+ rock(X1, Y).
drive(X, Y, north, X, Y1) :- Y < 3, Y1 is Y + 1, \+ rock(X, Y1).
drive(X, Y, south, X, Y1) :- Y > 1, Y1 is Y - 1, \+ rock(X, Y1).

landing(1, 1).
crater(4, 1).

explore([at(X, Y, Moves)|_], _, Moves) :- crater(X, Y), !.
explore([at(X, Y, Moves)|Rest], Seen, Answer) :-
    findall(at(X1, Y1, [M|Moves]),
            ( drive(X, Y, M, X1, Y1), \+ member(X1/Y1, Seen) ),
            New),
    findall(A/B, member(at(A, B, _), New), More),
    append(Seen, More, Seen1),
    append(Rest, New, Queue),
    explore(Queue, Seen1, Answer).

trip(Moves) :- landing(X, Y), explore([at(X, Y, [])], [X/Y], Back), reverse(Back, Moves).
