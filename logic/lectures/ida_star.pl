% IDA* (Korf 1985).
%
% path(S, Path): depth-first search within a bound on the sum of cost and estimate h.  The
% first bound is the estimate of S; the next is the least sum that was beyond the bound.  If
% h never exceeds the true cost, no path is cheaper than the one found.

path(S, Path) :- h(S, H), deeper(H, S, Path).

deeper(Bound, S, Path) :-
    within(Bound, 0, S, [S], Found),
    (   Found = found(Path) -> true
    ;   Found = beyond(Least), deeper(Least, S, Path)
    ).

% within(Bound, C, S, Seen, Found): Found is found(Path), a path within Bound from S, which
% was reached at cost C, to a goal, that meets no state of Seen; if there is none, it is
% beyond(F), where F is the least sum beyond Bound, or none if nothing was beyond.

within(Bound, C, S, _, beyond(F)) :- h(S, H), F is C + H, F > Bound, !.
within(_, _, S, _, found([S])) :- goal(S), !.
within(Bound, C, S, Seen, Found) :-
    findall(C1-S1, ( cost(S, _, S1, Step), \+ member(S1, Seen), C1 is C + Step ), Next),
    first(Next, Bound, Seen, Found1),
    ( Found1 = found(Path) -> Found = found([S|Path]) ; Found = Found1 ).

% first(Next, Bound, Seen, Found): of the states, the first from which there is such a path.

first([], _, _, none).
first([C-S|Next], Bound, Seen, Found) :-
    within(Bound, C, S, [S|Seen], Found1),
    (   Found1 = found(_) -> Found = Found1
    ;   first(Next, Bound, Seen, Found2),
        nearer(Found1, Found2, Found)
    ).

nearer(none, Found, Found).
nearer(beyond(F), none, beyond(F)).
nearer(beyond(_), found(Path), found(Path)).
nearer(beyond(F1), beyond(F2), beyond(F)) :- F is min(F1, F2).
