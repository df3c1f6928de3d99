% A game that is solved by a search of its own.
take(N, M) :- N > 0, M is N - 1.
wins(N) :- take(N, M), \+ wins(M).
