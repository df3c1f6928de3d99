% A list where a name should stand.
role(white).
init(at(0)).
legal(white, go) :- true(at(0)).
next(at(1)) :- true([](at(0))).
terminal :- true(at(1)).
goal(white, 1) :- true(at(1)).
goal(white, []([])) :- true(at(0)).
