arc(Town, Next) :- ride(Town, _, Next).
start(arnhem).
is_goal(goes).

% From town to town by bus, tram and foot: which ones, in which order? Pairs State-Moves.
ride(arnhem, bus, breda).
ride(arnhem, tram, delft).
ride(breda, foot, delft).
ride(breda, bus, emmen).
ride(delft, tram, emmen).
ride(emmen, bus, goes).
ride(delft, foot, arnhem).
?- journey(Moves).
