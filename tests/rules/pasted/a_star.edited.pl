path(S, Path) :- astar(S, Answer), reverse(Answer, Path).
s(S, T, C) :- cost(S, _, T, C).

% A* with an open list of F-G-Path, kept sorted; the graph has s/3, goal/1 and h/2
astar(Start, Path) :-
    h(Start, H),
    astar_([H-0-[Start]], [], Path).

astar_([_-_-[Node|Path]|_], _, [Node|Path]) :- goal(Node), !.
astar_([_-_-[Node|_]|Open], Closed, Answer) :-
    memberchk(Node, Closed), !,
    astar_(Open, Closed, Answer).
astar_([_-G-[Node|Path]|Open], Closed, Answer) :-
    findall(F1-G1-[Next, Node|Path],
            ( s(Node, Next, Cost), G1 is G + Cost,
              h(Next, H1), F1 is G1 + H1 ),
            Children),
    append(Children, Open, Open1),
    msort(Open1, Open2),
    astar_(Open2, [Node|Closed], Answer).
