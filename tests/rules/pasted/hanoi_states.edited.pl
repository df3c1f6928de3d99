
% Towers of Hanoi as a search: pegs are lists, smallest disk first.
start(pegs([1, 2, 3], [], [])).
is_goal(pegs([], [], [1, 2, 3])).

arc(pegs([D|A], B, C), pegs(A, [D|B], C)) :- fits(D, B).
arc(pegs([D|A], B, C), pegs(A, B, [D|C])) :- fits(D, C).
arc(pegs(A, [D|B], C), pegs([D|A], B, C)) :- fits(D, A).
arc(pegs(A, [D|B], C), pegs(A, B, [D|C])) :- fits(D, C).
arc(pegs(A, B, [D|C]), pegs([D|A], B, C)) :- fits(D, A).
arc(pegs(A, B, [D|C]), pegs(A, [D|B], C)) :- fits(D, B).

fits(_, []).
fits(D, [E|_]) :- D < E.
