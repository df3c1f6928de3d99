% River crossing
%
% A ferryman takes a wolf, a goat and a cabbage over a river, one at a time.  Left alone,
% the wolf eats the goat, and the goat the cabbage.  perft: 1, 2, 4, 8, 18, 38, 86, 184, 414, 890
% One role.  Moves: cross(Passenger), cross(nobody).  The goal is to end with 100.

title('River crossing').
source('Alcuin of York, Propositiones ad acuendos iuvenes, about 800').
about('Bring a wolf, a goat and a cabbage over a river.').

role(ferryman).

thing(ferryman).
thing(wolf).
thing(goat).
thing(cabbage).

init(on(left, X)) :- thing(X).

legal(ferryman, cross(X)) :- true(on(S, ferryman)), passenger(S, X), \+ meal(S, X).

passenger(S, X) :- true(on(S, X)), X \== ferryman.
passenger(S, nobody) :- bank(S).

% meal(S, X): when X has left the bank S, one of those who stay eats another.
meal(S, X) :- eats(A, B), true(on(S, A)), true(on(S, B)), cargo(X), A \== X, B \== X.

next(on(T, X)) :- does(ferryman, cross(X)), true(on(S, X)), opposite(S, T).
next(on(T, ferryman)) :- true(on(S, ferryman)), opposite(S, T).
next(on(S, X)) :- true(on(S, X)), X \== ferryman, \+ does(ferryman, cross(X)).

terminal :- \+ true(on(left, ferryman)), \+ true(on(left, wolf)),
    \+ true(on(left, goat)), \+ true(on(left, cabbage)).
goal(ferryman, 100) :- terminal.
goal(ferryman, 0) :- \+ terminal.

cargo(nobody).
cargo(X) :- thing(X), X \== ferryman.
eats(wolf, goat).
eats(goat, cabbage).
bank(left).
bank(right).
opposite(left, right).
opposite(right, left).

draw(1, R, X) :- true(on(left, X)), line(X, R).
draw(2, R, '~') :- line(_, R).
draw(3, R, X) :- true(on(right, X)), line(X, R).
line(ferryman, 1).
line(wolf, 2).
line(goat, 3).
line(cabbage, 4).
