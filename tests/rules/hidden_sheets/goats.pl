% goats.kif as a rule file.
role(candidate).
role(random).
init(step(1)).
legal(random, hide(D, W)) :- true(step(1)), door(D), night(W).
legal(random, open(D)) :- true(step(3)), door(D), \+ true(chosen(D)), \+ avoided(D).
legal(candidate, choose(D)) :- true(step(2)), door(D).
legal(candidate, keep) :- true(step(4)).
legal(candidate, change) :- true(step(4)).
next(car(D)) :- does(random, hide(D, _)).
next(car(D)) :- true(car(D)).
next(host(W)) :- does(random, hide(_, W)).
next(host(W)) :- true(host(W)).
next(chosen(D)) :- does(candidate, choose(D)).
next(chosen(D)) :- true(chosen(D)), \+ does(candidate, change).
next(chosen(D)) :- does(candidate, change), door(D), \+ true(chosen(D)), \+ true(opened(D)).
next(opened(D)) :- does(random, open(D)).
next(opened(D)) :- true(opened(D)).
next(step(M)) :- true(step(N)), M is N + 1, M =< 5.
sees(candidate, opened(D)) :- does(random, open(D)).
terminal :- true(opened(D)), true(car(D)).
terminal :- true(step(5)).
goal(candidate, 100) :- won.
goal(candidate, 0) :- \+ won.
won :- true(chosen(D)), true(car(D)).
avoided(D) :- true(car(D)), true(host(good)).
door(D) :- between(1, 3, D).
night(good).
night(bad).
