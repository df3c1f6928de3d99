% Reasons.
title('Reasons').

role(a).
init(n(0)).
legal(a, step) :- true(n(_)).
next(n(1)) :- does(a, step).
terminal :- last(1).
last(N) :- true(n(N)), N > 0.
goal(a, 1).

reason(lst(N), ['the number is ', N]).
reason(last(N), ['the number is ', M]).
reason(last(N), 'the last number').
reason(last(1), 'the last number').
reason(last(2), 'the last number').
reason(\+ last(N), [N, ' is not last']).
reason(true(m(N)), [N, ' holds']).
reason(legal(a, stop), 'a may stop').
reason(legal(a), 'a may move').
reason(goal(a, 2), 'a wins').
reason(1 < 2, 'smaller').
reason(3, 'three').
reason(X, 'three').
reason(last(N), _) :- last(N).
