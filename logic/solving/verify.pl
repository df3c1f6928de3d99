:- encoding(utf8).
:- module(verify, [ fault/3 ]).         % +Book, +State, -Fault
:- use_module(library(lists), [max_member/2, member/2, min_member/2, sum_list/2]).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(solving/solution_table)).

/** <module> Verify a solution without a search, by the rules and the entries of successors

Distances decrease towards the claimed end, so the argument is not circular.  If no rule gives
endless play a value, play for a value between loss and win must end, too.
*/

fault(Book, State, Fault) :-
    Book:about(Game, Role),
    Book:sum(Sum),
    entry(Book, State, V, D, Move),
    (   Game:terminal(State)
    ->  role_value(Game, State, Role, Goal),
        findall(G, ( Game:role(R), role_value(Game, State, R, G) ), Goals),
        ( V-D \== Goal-0 -> Fault = expected(Goal, 0) ; Move \== '$none' -> Fault = move
        ;   Sum \== none, \+ sum_list(Goals, Sum), Fault = sum(Goals)
        )
    ;   role_moves(Game, State, Role, Moves),
        \+ memberchk(Move, Moves), \+ ( Move == '$none', ( Moves = [_] ; V == none ) )
    ->  Fault = move
    ;   findall(next(M, J, S), step(Book, State, Move, M, J, S), Nexts),
        (   member(next(_, J1, S1), Nexts), \+ entered(Book, S1) -> Fault = missing(J1)
        ;   wrong(Nexts, Book, V, D, Move, Fault) -> true
        ;   must_end(Book, V), \+ ends(Book, V, State), Fault = endless
        )
    ).

step(Book, State, Move, M, Joint, Next) :-
    Book:about(Game, Role), Game:role_index(Role, I),
    joint_moves(Game, State, Joints),
    member(Joint, Joints), arg(I, Joint, M),
    ( ( Move == '$none' ; Book:strong ) -> true ; M == Move ),
    Game:successor(State, Joint, Next).

wrong(Nexts, Book, V, D, Move, Fault) :-
    endless_ranks(Book, Low, High),     % states without a value count as lost, then as won
    best(Nexts, Book, Low, Floor, Safe),
    best(Nexts, Book, High, Ceiling, Hopeful),
    (   Floor == Ceiling
    ->  findall(V1-D1, ( member(M, Safe), member(next(M, _, S), Nexts),
                         rank(Book, Low, S, Floor), distance_before(Book, S, V1, D1) ),
                Right),
        (   \+ ( member(V-D2, Right), ( D == none ; D == D2 ) )
        ->  Right = [V0-D0|_], Fault = expected(V0, D0)
        ;   Move \== '$none', \+ memberchk(Move, Safe), Fault = move )
    ;   V-D \== none-none -> Fault = expected(none, none)
    ;   Move \== '$none', \+ memberchk(Move, Hopeful) -> Fault = move
    ;   no_value(Book, Floor, Ceiling), fail
    ).

best(Nexts, Book, Endless, Best, Moves) :-
    findall(M, member(next(M, _, _), Nexts), Ms0), sort(Ms0, Ms),
    findall(Worst-M, ( member(M, Ms),
                       findall(R, ( member(next(M, _, S), Nexts), rank(Book, Endless, S, R) ),
                               Rs), min_member(Worst, Rs) ),
            Choices),
    max_member(Best-_, Choices), findall(M, member(Best-M, Choices), Moves).
