% Trains run both ways; minutes. The last step is a clause of its own.
train('New Brook', hill, 25).
train(hill, 'Port Anna', 40).
train('New Brook', mill, 35).
train(mill, 'Port Anna', 45).

line(X, Y, Min) :- train(X, Y, Min) ; train(Y, X, Min).

trip(A, B, Trip, Min) :- ride(A, B, [A], Back, Min), reverse(Back, Trip).

ride(A, B, Been, [B|Been], Min) :- line(A, B, Min).
ride(A, B, Been, Trip, Min) :-
    line(A, C, M1), C \== B, \+ member(C, Been),
    ride(C, B, [C|Been], Trip, M2),
    Min is M1 + M2.

?- trip('New Brook', 'Port Anna', Trip, Min).
