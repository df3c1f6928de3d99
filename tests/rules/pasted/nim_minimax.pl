% Nim with one heap: take 1, 2 or 3 matches; who takes the last one wins.
take(N, M) :- N >= 1, M is N - 1.
take(N, M) :- N >= 2, M is N - 2.
take(N, M) :- N >= 3, M is N - 3.

wins(N) :- take(N, M), \+ wins(M).

play(N) :- wins(N), take(N, M), \+ wins(M), format("leave ~w~n", [M]).
play(N) :- \+ wins(N), write('you are lost'), nl.
