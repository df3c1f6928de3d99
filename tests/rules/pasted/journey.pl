% From town to town by bus, tram and foot: which ones, in which order? Pairs State-Moves.
ride(arnhem, bus, breda).
ride(arnhem, tram, delft).
ride(breda, foot, delft).
ride(breda, bus, emmen).
ride(delft, tram, emmen).
ride(emmen, bus, goes).
ride(delft, foot, arnhem).

expand(Town-Moves, New) :-
    findall(Next-[Move|Moves], ride(Town, Move, Next), New).

search([Goal-Moves|_], Goal, Moves).
search([Node|Nodes], Goal, Moves) :-
    expand(Node, New),
    append(Nodes, New, All),
    search(All, Goal, Moves).

journey(Moves) :- search([arnhem-[]], goes, Back), reverse(Back, Moves).
?- journey(Moves).
