start('New Brook').
is_goal('Port Anna').

% Trains run both ways; minutes. The last step is a clause of its own.
train('New Brook', hill, 25).
train(hill, 'Port Anna', 40).
train('New Brook', mill, 35).
train(mill, 'Port Anna', 45).

arc(X, Y, Min) :- train(X, Y, Min) ; train(Y, X, Min).

?- trip('New Brook', 'Port Anna', Trip, Min).
