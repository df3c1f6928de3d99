% A robot vacuum on 3 x 3 tiles. Two of them are under the sofa.
tile(1). tile(2). tile(3).
sofa(2, 1).
sofa(2, 2).
free(X, Y) :- tile(X), tile(Y), \+ sofa(X, Y).

dock(1, 1).
dirt(3, 1).

go(X, Y, X1, Y) :- X1 is X + 1, free(X1, Y).
go(X, Y, X1, Y) :- X1 is X - 1, free(X1, Y).
go(X, Y, X, Y1) :- Y1 is Y + 1, free(X, Y1).
go(X, Y, X, Y1) :- Y1 is Y - 1, free(X, Y1).

bfs([[X-Y|Way]|_], [X-Y|Way]) :- dirt(X, Y), !.
bfs([[X-Y|Way]|Rest], Found) :-
    findall([X1-Y1, X-Y|Way],
            ( go(X, Y, X1, Y1), \+ memberchk(X1-Y1, [X-Y|Way]) ),
            New),
    append(Rest, New, Queue),
    bfs(Queue, Found).

clean :- dock(X, Y), bfs([[X-Y]], Back), reverse(Back, Way), writeln(Way).
:- initialization(clean).
