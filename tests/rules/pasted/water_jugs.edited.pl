
% Two jugs of 4 and 3 gallons; get exactly 2 gallons into the first.
start(jugs(0, 0)).
is_goal(jugs(2, _)).

arc(jugs(_, Y), jugs(4, Y)).
arc(jugs(X, _), jugs(X, 3)).
arc(jugs(_, Y), jugs(0, Y)).
arc(jugs(X, _), jugs(X, 0)).
arc(jugs(X, Y), jugs(Z, W)) :- pour(X, 4, Y, Z, W).
arc(jugs(X, Y), jugs(Z, W)) :- pour(Y, 3, X, W, Z).

% pour(A, Size, B, NewA, NewB): pour B into A
pour(A, Size, B, Size, NewB) :- A + B >= Size, NewB is B - (Size - A).
pour(A, Size, B, NewA, 0) :- A + B < Size, NewA is A + B.
