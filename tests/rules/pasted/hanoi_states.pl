% Towers of Hanoi as a search: pegs are lists, smallest disk first.
start(pegs([1, 2, 3], [], [])).
end(pegs([], [], [1, 2, 3])).

move(pegs([D|A], B, C), pegs(A, [D|B], C)) :- fits(D, B).
move(pegs([D|A], B, C), pegs(A, B, [D|C])) :- fits(D, C).
move(pegs(A, [D|B], C), pegs([D|A], B, C)) :- fits(D, A).
move(pegs(A, [D|B], C), pegs(A, B, [D|C])) :- fits(D, C).
move(pegs(A, B, [D|C]), pegs([D|A], B, C)) :- fits(D, A).
move(pegs(A, B, [D|C]), pegs(A, [D|B], C)) :- fits(D, B).

fits(_, []).
fits(D, [E|_]) :- D < E.

hanoi(Path) :- start(S), id(S, 0, Path).
id(S, Limit, Path) :- depth_first(S, Limit, Path), !.
id(S, Limit, Path) :- More is Limit + 1, id(S, More, Path).

depth_first(S, _, [S]) :- end(S).
depth_first(S, Limit, [S|Path]) :-
    Limit > 0,
    move(S, T),
    Less is Limit - 1,
    depth_first(T, Less, Path).
