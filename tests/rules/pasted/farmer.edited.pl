arc(State, Next) :- cross(State, _, Next), \+unsafe(Next).
start([west, west, west, west]).
is_goal([east, east, east, east]).

/* Farmer, wolf, goat and cabbage */
:- use_module(library(lists)).

opposite(east, west).
opposite(west, east).

unsafe([F, X, X, _]) :- opposite(F, X).
unsafe([F, _, X, X]) :- opposite(F, X).

cross([X, X, G, C], wolf, [Y, Y, G, C]) :- opposite(X, Y).
cross([X, W, X, C], goat, [Y, W, Y, C]) :- opposite(X, Y).
cross([X, W, G, X], cabbage, [Y, W, G, Y]) :- opposite(X, Y).
cross([X, W, G, C], nothing, [Y, W, G, C]) :- opposite(X, Y).
