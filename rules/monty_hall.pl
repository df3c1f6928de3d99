% Monty Hall
%
% A car is hidden behind one of three doors, and goats behind the other two.  The candidate
% chooses a door.  The host, who knows where the car is, opens another door, with a goat behind it.
% Then the candidate keeps his door or switches to the other one that is closed, and gets what is
% behind it.
% Roles: candidate, random, who hides the car and is the host.
% Moves: choose(Door), keep, switch; hide(Door), open(Door).
% Goals: 1 for the car, 0 for a goat; chance has none.
% The value is 2/3: who switches gets the car unless his first choice was right (S. Selvin, 1975;
% M. vos Savant, Ask Marilyn, 1990).
% perft: 3, 9, 12, 24

title('Monty Hall').
source('S. Selvin, A problem in probability, 1975').
about('The host opens a door with a goat: keep your door, or switch?').

role(candidate).
role(random).

init(step(1)).

legal(random, hide(D)) :- true(step(1)), door(D).
legal(candidate, choose(D)) :- true(step(2)), door(D).
legal(random, open(D)) :- true(step(3)), door(D), \+ true(chosen(D)), \+ true(car(D)).
legal(candidate, keep) :- true(step(4)).
legal(candidate, switch) :- true(step(4)).

next(car(D)) :- does(random, hide(D)).
next(car(D)) :- true(car(D)).
next(chosen(D)) :- does(candidate, choose(D)).
next(chosen(D)) :- true(chosen(D)), \+ does(candidate, switch).
next(chosen(D)) :- does(candidate, switch), other(D).
next(opened(D)) :- does(random, open(D)).
next(opened(D)) :- true(opened(D)).
next(step(J)) :- true(step(I)), J is I + 1, J =< 5.

sees(candidate, opened(D)) :- does(random, open(D)).

terminal :- true(step(5)).

goal(candidate, 1) :- true(chosen(D)), true(car(D)).
goal(candidate, 0) :- true(chosen(D)), \+ true(car(D)).

door(D) :- between(1, 3, D).
other(D) :- door(D), \+ true(chosen(D)), \+ true(opened(D)).

draw(D, 1, car) :- true(car(D)).
draw(D, 1, goat) :- true(opened(D)).
draw(D, 1, door) :- door(D), \+ true(car(D)), \+ true(opened(D)).
draw(D, 2, chosen) :- true(chosen(D)).
draw(D, 2, '.') :- door(D), \+ true(chosen(D)).
