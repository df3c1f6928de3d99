arc(State, Next) :- delta(State, _, Next).

% An automaton for words with an odd number of a's, and what it accepts.
start(even).
is_goal(odd).
delta(even, a, odd).
delta(even, b, even).
delta(odd, a, even).
delta(odd, b, odd).
