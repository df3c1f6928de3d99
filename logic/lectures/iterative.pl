% Iterative deepening for paths (Korf 1985).
%
% path(S, Path): depth-first search to 0 steps, then 1, and so on, until a goal is found.

path(S, Path) :- deeper(0, S, Path).

deeper(D, S, Path) :-
    within(D, S, [S], Found),
    (   Found = found(Path) -> true
    ;   Found = cut_off, D1 is D + 1, deeper(D1, S, Path)
    ).

% within(D, S, Seen, Found): Found is found(Path), a path of D steps from S to a goal that
% meets no state of Seen; if there is none, it is cut_off if some path is longer, else none.

within(0, S, _, found([S])) :- goal(S), !.
within(0, S, Seen, cut_off) :- successor(S, _, S1), \+ member(S1, Seen), !.
within(0, _, _, none).
within(D, S, Seen, Found) :-
    D > 0,
    D1 is D - 1,
    findall(S1, ( successor(S, _, S1), \+ member(S1, Seen) ), Next),
    first(Next, D1, Seen, Found1),
    ( Found1 = found(Path) -> Found = found([S|Path]) ; Found = Found1 ).

% first(Ss, D, Seen, Found): of the states Ss, the first from which there is such a path.

first([], _, _, none).
first([S|Ss], D, Seen, Found) :-
    within(D, S, [S|Seen], Found1),
    (   Found1 = found(_) -> Found = Found1
    ;   first(Ss, D, Seen, Found2),
        ( Found2 = none -> Found = Found1 ; Found = Found2 )
    ).
