title('Two jugs').
start(jugs(0, 0)).
is_goal(jugs(_, 2)).
arc(jugs(_, B), jugs(3, B)).
arc(jugs(A, _), jugs(A, 4)).
arc(jugs(A, B), jugs(0, B)) :- A > 0.
arc(jugs(A, B), jugs(A, 0)) :- B > 0.
arc(jugs(A, B), jugs(C, D)) :- pour(A, B, 4, C, D).
arc(jugs(A, B), jugs(C, D)) :- pour(B, A, 3, D, C).
pour(From, Into, Size, 0, Sum) :- Sum is From + Into, Sum =< Size.
pour(From, Into, Size, Rest, Size) :- Sum is From + Into, Sum > Size, Rest is Sum - Size.
h(jugs(_, B), H) :- H is abs(B - 2) // 4.
