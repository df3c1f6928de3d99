% Tic-tac-toe with its own minimax. pos(Player, Board): Board is a list of nine.
win(P, [P,P,P,_,_,_,_,_,_]).
win(P, [_,_,_,P,P,P,_,_,_]).
win(P, [_,_,_,_,_,_,P,P,P]).
win(P, [P,_,_,P,_,_,P,_,_]).
win(P, [_,P,_,_,P,_,_,P,_]).
win(P, [_,_,P,_,_,P,_,_,P]).
win(P, [P,_,_,_,P,_,_,_,P]).
win(P, [_,_,P,_,P,_,P,_,_]).

other(x, o).
other(o, x).

mv(pos(P, B), pos(Q, C)) :- other(P, Q), put(P, B, C).
put(P, [e|T], [P|T]).
put(P, [H|T], [H|U]) :- put(P, T, U).

minimax(pos(P, B), _, -1) :- other(P, Q), win(Q, B), !.
minimax(Pos, _, 0) :- \+ mv(Pos, _), !.
minimax(Pos, Best, Value) :-
    findall(V-Next, (mv(Pos, Next), minimax(Next, _, W), V is -W), All),
    keysort(All, Sorted),
    last(Sorted, Value-Best).

go :- minimax(pos(x, [e,e,e,e,e,e,e,e,e]), Best, Value), print(Best-Value), nl.
