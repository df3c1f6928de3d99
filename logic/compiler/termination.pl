:- encoding(utf8).
:- module(termination,
          [ descending/2                % +Game, +Relations
          ]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [append/2, append/3, member/2]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(logic(compiler/compile_lists), [state_goal/5]).

/** <module> Recursion that terminates without a fixpoint

The squares of a row are free if the next one is empty and those after it are free:

    free(X, Z) :- next(X, Y), empty(Y), free(Y, Z).

`next` does not depend on the state and has no cycle, so plain recursion terminates.  A
fixpoint (least_model.pl) would compute all the rows of the board to answer for one.
*/

%   The largest number of paths by which one goal may be proved.
most_ways(2000).

%!  descending(+Game, +Relations) is semidet.
%
%   Relations (Name/Arity) are mutually recursive.  Each of their rules calls one of them
%   at most once, and some argument strictly advances with each call: a fact that does not
%   depend on the state leads from the old value to the new one, and these facts form no
%   cycle.

descending(Game, Relations) :-
    \+ ( member(PI, Relations), \+ Game:input(PI, _) ), !.     % see descent.pl
descending(Game, Relations) :-
    Relations = [_/Arity|_],
    between(1, Arity, I),
    findall(Edges, step(Game, Relations, I, Edges), Steps),
    \+ memberchk(none, Steps),
    append(Steps, Edges),
    ways(Edges), !.

%   step(+Game, +Relations, +I, -Edges) is nondet: the pairs From-To of one rule, or
%   `none` if it does not descend.

step(Game, Relations, I, Edges) :-
    member(N/A, Relations),
    functor(Head, N, A),
    Game:rule(Head, Body),
    asks(Body, Relations, Count),
    Count > 0,
    (   Count =:= 1, A >= I,
        append(Before, [call(Recursive)|_], Body),
        functor(Recursive, N1, A1), memberchk(N1/A1, Relations), A1 >= I,
        arg(I, Head, From), var(From),
        arg(I, Recursive, To), var(To),
        member(call(Static), Before),
        static_edges(Game, Static, From, To, Edges0)
    ->  Edges = Edges0
    ;   Edges = none
    ).

asks([], _, 0).
asks([L|Ls], Relations, Count) :-
    (   L = call(Atom) -> functor(Atom, N, A), ( memberchk(N/A, Relations) -> C = 1 ; C = 0 )
    ;   L = not(Body) -> asks(Body, Relations, C0), C is 2 * C0
    ;   L = aggregate(_, _, Body, _) -> asks(Body, Relations, C0), C is 2 * C0
    ;   L = or(Bodies) -> append(Bodies, Body), asks(Body, Relations, C0), C is 2 * C0
    ;   C = 0
    ),
    asks(Ls, Relations, Count1),
    Count is C + Count1.

static_edges(Game, Static, From, To, Edges) :-
    compound(Static),
    functor(Static, N, A),
    Game:defined(N/A),
    \+ Game:needs_state(N/A), \+ Game:needs_step(N/A),
    \+ Game:input(N/A, _),
    arg(_, Static, V), V == From,
    arg(_, Static, W), W == To,
    state_goal(Game, Static, _, _, Goal),
    findall(From-To, Game:Goal, Edges0),
    ground(Edges0),
    sort(Edges0, Edges).

%   ways(+Edges): there is no cycle, and each node has at most most_ways/1 paths onward.

ways(Edges) :-
    msort(Edges, Sorted),
    group_pairs_by_key(Sorted, Groups),
    list_to_assoc(Groups, Graph),
    findall(From, member(From-_, Groups), Froms),
    all_counted(Froms, Graph, [], []).

all_counted([], _, _, _).
all_counted([Node|Nodes], Graph, Path, Known0) :-
    counted(Node, Graph, Path, Known0, Known, _),
    all_counted(Nodes, Graph, Path, Known).

%   counted(+Node, +Graph, +Path, +Known0, -Known, -Ways): Known holds Node-Ways.

counted(Node, _, _, Known, Known, Ways) :- memberchk(Node-Ways, Known), !.
counted(Node, Graph, Path, Known0, [Node-Ways|Known], Ways) :-
    \+ memberchk(Node, Path),
    (   get_assoc(Node, Graph, Successors) -> true ; Successors = [] ),
    counted_all(Successors, Graph, [Node|Path], Known0, Known, 1, Ways),
    most_ways(Most), Ways =< Most.

counted_all([], _, _, Known, Known, Ways, Ways).
counted_all([Node|Nodes], Graph, Path, Known0, Known, Ways0, Ways) :-
    counted(Node, Graph, Path, Known0, Known1, W),
    Ways1 is Ways0 + W,
    counted_all(Nodes, Graph, Path, Known1, Known, Ways1, Ways).
