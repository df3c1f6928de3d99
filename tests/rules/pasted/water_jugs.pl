% Two jugs of 4 and 3 gallons; get exactly 2 gallons into the first.
initial(jugs(0, 0)).
final(jugs(2, _)).

action(jugs(_, Y), jugs(4, Y)).
action(jugs(X, _), jugs(X, 3)).
action(jugs(_, Y), jugs(0, Y)).
action(jugs(X, _), jugs(X, 0)).
action(jugs(X, Y), jugs(Z, W)) :- pour(X, 4, Y, Z, W).
action(jugs(X, Y), jugs(Z, W)) :- pour(Y, 3, X, W, Z).

% pour(A, Size, B, NewA, NewB): pour B into A
pour(A, Size, B, Size, NewB) :- A + B >= Size, NewB is B - (Size - A).
pour(A, Size, B, NewA, 0) :- A + B < Size, NewA is A + B.

solve :- initial(S), search(S, [S], Path), print_path(Path).

search(S, Path, Path) :- final(S), !.
search(S, Visited, Path) :-
    action(S, Next),
    \+ member(Next, Visited),
    search(Next, [Next|Visited], Path).

print_path([]).
print_path([jugs(X, Y)|Rest]) :-
    print_path(Rest),
    format('big: ~w, small: ~w~n', [X, Y]).
