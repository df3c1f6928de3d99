% Bridge and torch, uniform cost by hand: st(A, B, C, Side), the people need 1, 2 and 5 minutes
s(st(l, B, C, l), st(r, B, C, r), 1).
s(st(A, l, C, l), st(A, r, C, r), 2).
s(st(A, B, l, l), st(A, B, r, r), 5).
s(st(l, l, C, l), st(r, r, C, r), 2).
s(st(l, B, l, l), st(r, B, r, r), 5).
s(st(A, l, l, l), st(A, r, r, r), 5).
s(st(r, B, C, r), st(l, B, C, l), 1).
s(st(A, r, C, r), st(A, l, C, l), 2).
s(st(A, B, r, r), st(A, B, l, l), 5).

first(st(l, l, l, l)).
finished(st(r, r, r, _)).

best_plan(Plan, Minutes) :-
    first(S),
    findall(C-P, plan(S, [S], P, C), Plans),
    sort(Plans, [Minutes-Plan|_]).

plan(S, Path, Path, 0) :- finished(S).
plan(S, Path, Plan, Minutes) :-
    s(S, T, M),
    \+ member(T, Path),
    plan(T, [T|Path], Plan, Rest),
    Minutes is M + Rest.
