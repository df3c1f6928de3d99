arc(S, T) :- action(S, _, T).

% Two pitchers of 5 and 3 litres; 4 litres are wanted. The agenda keeps the names of the moves.
start(has(0, 0)).
is_goal(has(4, _)).

action(has(_, Y), fill_large, has(5, Y)).
action(has(X, _), fill_small, has(X, 3)).
action(has(_, Y), empty_large, has(0, Y)).
action(has(X, _), empty_small, has(X, 0)).
action(has(X, Y), large_to_small, has(X1, Y1)) :-
    N is min(X, 3 - Y), N > 0, X1 is X - N, Y1 is Y + N.
action(has(X, Y), small_to_large, has(X1, Y1)) :-
    N is min(Y, 5 - X), N > 0, X1 is X + N, Y1 is Y - N.
