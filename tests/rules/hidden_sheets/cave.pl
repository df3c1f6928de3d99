% cave.kif as a rule file.
role(explorer).
role(random).
init(step(0)).
init(at(1, 1)).
legal(random, dig(A, B)) :- true(step(0)), may_fall(A, B).
legal(explorer, go(C, D)) :- \+ true(step(0)), true(at(A, B)), near(A, B, C, D).
legal(explorer, leave) :- \+ true(step(0)), true(at(1, 1)).
next(pit(A, B)) :- does(random, dig(A, B)).
next(pit(A, B)) :- true(pit(A, B)).
next(at(A, B)) :- does(explorer, go(A, B)).
next(at(A, B)) :- true(at(A, B)), does(explorer, noop).
next(out) :- does(explorer, leave).
next(step(M)) :- true(step(N)), M is N + 1, M =< 7.
sees(explorer, breeze) :- does(random, dig(A, B)), near(1, 1, A, B).
sees(explorer, breeze) :- does(explorer, go(A, B)), true(pit(C, D)), near(A, B, C, D).
terminal :- true(at(A, B)), true(pit(A, B)).
terminal :- true(out).
terminal :- true(at(3, 2)).
terminal :- true(step(7)).
goal(explorer, 100) :- true(at(3, 2)).
goal(explorer, 60) :- true(out).
goal(explorer, 0) :- \+ true(at(3, 2)), \+ true(out).
near(A, B, C, B) :- room(A, B), next_to(A, C), room(C, B).
near(A, B, A, D) :- room(A, B), next_to(B, D), room(A, D).
next_to(1, 2).
next_to(2, 1).
next_to(2, 3).
next_to(3, 2).
room(A, B) :- between(1, 3, A), between(1, 2, B).
may_fall(2, 1).
may_fall(1, 2).
may_fall(2, 2).
may_fall(3, 1).
