% Signs of other languages, and of text processors.

# a comment
role(white).
// another one
role(black)。
-- and a third.
init(control(white)).
legal(P, go) :- true(control(P)), 3 – 1 > 1.
legal(P, stay) :- true(control(P)), 3 => 2.
next(control(black)) :- true(control(white)), ¬ true(control(black)).
terminal :- true(control(black)).
goal(P, 1) :- true(control（P）).
goal(P, 0) :- role(P), 1 + 1 == 3.
