% liar.kif as a rule file.
role(ann).
role(bob).
role(random).
init(step(1)).
legal(random, roll(D)) :- true(step(1)), face(D).
legal(random, roll(D)) :- true(step(4)), face(D).
legal(ann, name(N)) :- true(step(2)), face(N).
legal(bob, lift) :- true(step(3)).
legal(bob, believe) :- true(step(3)).
next(die(D)) :- does(random, roll(D)), true(step(1)).
next(die(D)) :- true(die(D)).
next(second(D)) :- does(random, roll(D)), true(step(4)).
next(named(N)) :- does(ann, name(N)).
next(named(N)) :- true(named(N)).
next(lifted) :- does(bob, lift).
next(step(M)) :- true(step(N)), M is N + 1, M =< 5.
sees(ann, die(D)) :- does(random, roll(D)), true(step(1)).
sees(bob, named(N)) :- does(ann, name(N)).
sees(ann, M) :- does(bob, M), M \== noop.
sees(R, second(D)) :- player(R), does(random, roll(D)), true(step(4)).
terminal :- true(lifted).
terminal :- true(step(5)).
goal(bob, 100) :- bob_wins.
goal(bob, 0) :- \+ bob_wins.
goal(ann, 0) :- bob_wins.
goal(ann, 100) :- \+ bob_wins.
bob_wins :- true(lifted), true(named(N)), true(die(D)), D < N.
bob_wins :- true(second(D)), true(named(N)), D > N.
face(D) :- between(1, 3, D).
player(ann).
player(bob).
