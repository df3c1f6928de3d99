% Names in double quotes.
role(x).
role(o).
init(control("x")).
init(piece("king", 1)).
init(piece(king, 2)).
init(code("king")).
legal("x", go) :- true(control(x)).
legal(P, go) :- true(control(P)).
next(control(o)) :- true(control(x)).
next(piece(K, N)) :- true(piece(K, N)).
next(code(T)) :- true(code(T)).
terminal :- true(control(o)).
goal(P, 1) :- true(control(P)), true(piece(_, 1)), true(code(_)).
goal(P, 0) :- role(P), \+ true(control(P)).
init(word("ab", 3)).
next(word(T, N)) :- true(word(T, N)).
