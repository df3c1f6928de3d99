% Percepts in a game of one role without chance.

role(robot).
init(at(1)).
legal(robot, go) :- true(at(1)).
next(at(2)) :- does(robot, go).
sees(robot, at(2)) :- does(robot, go).
sees(robot, moved) :- does(robot, go).
terminal :- true(at(2)).
goal(robot, 1).
