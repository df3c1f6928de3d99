% Pig
%
% By turns each player throws a die, as often as he likes.  A 1 ends his turn, and the
% points of this turn are lost; when he holds, they are his.  Whoever reaches the target
% wins at once; after a few turns, whoever is ahead.
% Roles: ann, bob, random, who throws the die.  Moves: throw, hold, face(Points).
% Goals: 100, 0, -100; chance has none.
% With one turn each, bob, when ann has held at 4, has to beat her: he throws until he
% is ahead.  perft: 1, 6, 11, 41, 84, 259

title('Pig').
source('T. Neller, C. Presser, Optimal play of the dice game Pig, 2004').
about('Throw a die as often as you dare; a 1 takes all of this turn.').
parameter(sides, 6).  % sides of the die; 2 or more
parameter(target, 10).  % how many points win; 1 or more
parameter(turns, 2).  % how many turns each player has; 1 or more

role(ann).
role(bob).
role(random).

init(score(P, 0)) :- opponent(P, _).
init(pot(0)).
init(turn(1)).
init(control(ann)).

legal(P, throw) :- true(control(P)), \+ true(thrown).
legal(P, hold) :- true(control(P)), \+ true(thrown), true(pot(N)), N > 0.
legal(random, face(F)) :- true(thrown), parameter(sides, N), between(1, N, F).

next(thrown) :- does(_, throw).
next(pot(0)) :- turn_ends.
next(pot(N)) :- true(pot(N)), does(_, throw).
next(pot(N)) :- true(pot(M)), does(random, face(F)), F > 1, N is M + F, possible(N).
next(score(P, N)) :- does(P, hold), points(P, N), possible(N).
next(score(P, N)) :- true(score(P, N)), \+ does(P, hold).
next(turn(T)) :- turn_ends, true(turn(S)), T is S + 1, parameter(turns, N), S =< 2 * N.
next(turn(T)) :- true(turn(T)), \+ turn_ends.
next(control(Q)) :- turn_ends, true(control(P)), opponent(P, Q).
next(control(P)) :- true(control(P)), \+ turn_ends.

turn_ends :- does(_, hold).
turn_ends :- does(random, face(1)).

terminal :- points(_, N), parameter(target, T), N >= T.
terminal :- true(turn(T)), parameter(turns, N), T > 2 * N.

goal(P, 100) :- ahead(P).
goal(P, -100) :- opponent(P, Q), ahead(Q).
goal(P, 0) :- opponent(P, Q), points(P, N), points(Q, N).

ahead(P) :- opponent(P, Q), points(P, M), points(Q, N), M > N.

% points(P, N): P has N points, with those of this turn.
points(P, N) :- true(score(P, M)), true(control(P)), true(pot(K)), N is M + K.
points(P, N) :- true(score(P, N)), \+ true(control(P)).

possible(N) :- parameter(target, T), parameter(sides, S), M is T + S, between(0, M, N).

opponent(ann, bob).
opponent(bob, ann).

% Points count until the end is in sight.
feature_value(P, point, N) :- points(P, N).
weight(point, 1).

draw(1, Y, [P, ' ']) :- line(P, Y).
draw(2, Y, N) :- line(P, Y), true(score(P, N)).
draw(3, Y, [' + ', N]) :- line(P, Y), true(control(P)), true(pot(N)).
draw(3, Y, '    ') :- line(P, Y), \+ true(control(P)).

line(ann, 1).
line(bob, 2).
