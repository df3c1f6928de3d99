% Three players, and what the goals of two would add up to.
role(P) :- next_to(P, _).
role(random).
next_to(red, green). next_to(green, blue). next_to(blue, red).
init(control(red)).
legal(P, go) :- true(control(P)).
legal(random, stop) :- true(control(random)).
next(control(Q)) :- true(control(P)), next_to(P, Q).
next(control(random)) :- true(control(random)).
terminal :- true(control(blue)).
goal(P, 100) :- true(control(P)).
goal(P, 0) :- role(P), \+ true(control(P)).
constant_sum(100).
