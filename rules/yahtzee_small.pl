% Small Yahtzee
%
% A player throws two dice and writes what they show into one of two boxes: a pair counts ten
% points in the box for a pair, and other dice count nothing there; in the box for the sum all
% points count.  Before he writes, he may throw again, one die or both, until the throws of this
% turn are used up.  Each box is filled once; then the game is over.
% Which die is which does not matter: so two different numbers are twice as likely as a pair.
% Roles: ann, random, who throws the dice.  Moves: again, again(Points), for the die that shows
% so many, fill(Box); throw(Points, Points), throw(Points).
% Goals: the points; chance has none.
% perft: 10, 46, 364, 1048

title('Small Yahtzee').
source('after E. S. Lowe, Yahtzee, 1956').
about('Throw two dice, once more if you like, and fill the boxes.').
parameter(sides, 4).  % sides of a die; 2 or more
parameter(throws, 2).  % how often a player may throw in a turn; 1 or more
parameter(pair, 10).  % what a pair counts; 0 or more

role(ann).
role(random).

init(free(pair)).
init(free(sum)).
init(throws(N)) :- parameter(throws, N).
init(score(0)).

legal(random, throw(A, B)) :- thrown_as(A, B), \+ thrown, \+ true(kept(_)).
legal(random, throw(A)) :- face(A), \+ thrown, true(kept(_)).
legal(ann, again) :- thrown, \+ true(throws(0)).
legal(ann, again(A)) :- shows(A), \+ true(throws(0)).
legal(ann, fill(Box)) :- thrown, true(free(Box)).

weight(random, throw(A, A), 1) :- face(A).
weight(random, throw(A, B), 2) :- thrown_as(A, B), A < B.
weight(random, throw(A), 1) :- face(A).

next(dice(A, B)) :- does(random, throw(A, B)).
next(dice(A, B)) :- does(random, throw(C)), true(kept(D)), A is min(C, D), B is max(C, D).
next(kept(B)) :- does(ann, again(A)), true(dice(A, B)).
next(kept(A)) :- does(ann, again(B)), true(dice(A, B)).
next(throws(M)) :- true(throws(N)), \+ thrown, left(M), N is M + 1.
next(throws(N)) :- true(throws(N)), thrown, \+ writes.
next(throws(N)) :- writes, parameter(throws, N).
next(free(Box)) :- true(free(Box)), \+ does(ann, fill(Box)).
next(score(N)) :- true(score(N)), \+ writes.
next(score(N)) :-
    true(score(M)), does(ann, fill(Box)), true(dice(A, B)), points(Box, A, B, K),
    N is M + K, amount(N).

terminal :- \+ true(free(_)).

goal(ann, N) :- true(score(N)).

thrown :- true(dice(_, _)).
shows(A) :- true(dice(A, _)).
shows(B) :- true(dice(_, B)).
writes :- does(ann, fill(_)).

points(pair, A, A, K) :- face(A), parameter(pair, K).
points(pair, A, B, 0) :- thrown_as(A, B), A < B.
points(sum, A, B, K) :- thrown_as(A, B), K is A + B.

face(A) :- parameter(sides, N), between(1, N, A).
thrown_as(A, B) :- face(A), face(B), A =< B.
left(N) :- parameter(throws, M), between(0, M, N).
amount(N) :- parameter(sides, S), parameter(pair, K), M is 2 * S + K, between(0, M, N).

% Points, and boxes that may still bring some.
feature_value(ann, point, N) :- true(score(N)).
feature(ann, free_box, Box) :- true(free(Box)).
weight(point, 1).
weight(free_box, 5).

draw(1, 1, [A, ' ', B]) :- true(dice(A, B)).
draw(1, 1, ['keeps ', A]) :- true(kept(A)).
draw(1, 1, 'to throw') :- \+ thrown, \+ true(kept(_)).
draw(1, 2, [N, ' points']) :- true(score(N)).
draw(1, R, [Box, ' free']) :- row(Box, R), true(free(Box)).
draw(1, R, [Box, ' filled']) :- row(Box, R), \+ true(free(Box)).
row(pair, 3).
row(sum, 4).
