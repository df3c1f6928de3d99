% 8-puzzle, breadth first. The board is b(Square1, ..., Square9); 0 is the gap.
begin(b(1, 2, 3, 0, 4, 6, 7, 5, 8)).
solved(b(1, 2, 3, 4, 5, 6, 7, 8, 0)).

slide(b(0,B,C,D,E,F,G,H,I), b(B,0,C,D,E,F,G,H,I)).
slide(b(A,0,C,D,E,F,G,H,I), b(A,C,0,D,E,F,G,H,I)).
slide(b(A,B,C,0,E,F,G,H,I), b(A,B,C,E,0,F,G,H,I)).
slide(b(A,B,C,D,0,F,G,H,I), b(A,B,C,D,F,0,G,H,I)).
slide(b(A,B,C,D,E,F,0,H,I), b(A,B,C,D,E,F,H,0,I)).
slide(b(A,B,C,D,E,F,G,0,I), b(A,B,C,D,E,F,G,I,0)).
slide(b(0,B,C,D,E,F,G,H,I), b(D,B,C,0,E,F,G,H,I)).
slide(b(A,0,C,D,E,F,G,H,I), b(A,E,C,D,0,F,G,H,I)).
slide(b(A,B,0,D,E,F,G,H,I), b(A,B,F,D,E,0,G,H,I)).
slide(b(A,B,C,0,E,F,G,H,I), b(A,B,C,G,E,F,0,H,I)).
slide(b(A,B,C,D,0,F,G,H,I), b(A,B,C,D,H,F,G,0,I)).
slide(b(A,B,C,D,E,0,G,H,I), b(A,B,C,D,E,I,G,H,0)).

neighbour(X, Y) :- slide(X, Y).
neighbour(X, Y) :- slide_back(X, Y).
slide_back(b(B,0,C,D,E,F,G,H,I), b(0,B,C,D,E,F,G,H,I)).
slide_back(b(A,C,0,D,E,F,G,H,I), b(A,0,C,D,E,F,G,H,I)).
slide_back(b(A,B,C,E,0,F,G,H,I), b(A,B,C,0,E,F,G,H,I)).
slide_back(b(A,B,C,D,F,0,G,H,I), b(A,B,C,D,0,F,G,H,I)).
slide_back(b(A,B,C,D,E,F,H,0,I), b(A,B,C,D,E,F,0,H,I)).
slide_back(b(A,B,C,D,E,F,G,I,0), b(A,B,C,D,E,F,G,0,I)).
slide_back(b(D,B,C,0,E,F,G,H,I), b(0,B,C,D,E,F,G,H,I)).
slide_back(b(A,E,C,D,0,F,G,H,I), b(A,0,C,D,E,F,G,H,I)).
slide_back(b(A,B,F,D,E,0,G,H,I), b(A,B,0,D,E,F,G,H,I)).
slide_back(b(A,B,C,G,E,F,0,H,I), b(A,B,C,0,E,F,G,H,I)).
slide_back(b(A,B,C,D,H,F,G,0,I), b(A,B,C,D,0,F,G,H,I)).
slide_back(b(A,B,C,D,E,I,G,H,0), b(A,B,C,D,E,0,G,H,I)).

run :-
    begin(B),
    bfs([[B]], Path),
    reverse(Path, Boards),
    forall(member(Board, Boards), (print(Board), nl)).

bfs([[B|Path]|_], [B|Path]) :- solved(B), !.
bfs([[B|Path]|Queue], Answer) :-
    findall([N, B|Path], (neighbour(B, N), \+ member(N, [B|Path])), New),
    append(Queue, New, Queue1),
    bfs(Queue1, Answer).
