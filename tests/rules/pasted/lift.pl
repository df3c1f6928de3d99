% Exercise: write a search that brings the lift (floor, door) to the third floor, open.
begin(1, open).
finish(3, open).

action(F, open, F, closed).
action(F, closed, F, open).
action(F, closed, G, closed) :- F < 4, G is F + 1.
action(F, closed, G, closed) :- F > 1, G is F - 1.
