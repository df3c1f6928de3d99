% breadth-first search with an agenda; needs succ/2 and goal/1
solve(Start, Solution) :-
    breadth_first([[Start]], Solution).

breadth_first([[Node|Path]|_], [Node|Path]) :-
    goal(Node).
breadth_first([Path|Paths], Solution) :-
    extend(Path, NewPaths),
    append(Paths, NewPaths, Agenda),
    breadth_first(Agenda, Solution).

extend([Node|Path], NewPaths) :-
    findall([New, Node|Path],
            ( next_state(Node, New), \+ member(New, [Node|Path]) ),
            NewPaths).
