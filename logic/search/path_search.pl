:- encoding(utf8).
:- module(path_search,
          [ path_problem/4,             % +Game, +Start, +Options, -Problem
            first_frontier/3,           % +Problem, +Start, -Frontier
            search/6,                   % +Problem, +Frontier0, -Result, -Frontier, +C0, -C
            path_steps/3,               % +Path, -Nodes, -Moves
            left_over/5,                % +Problem, +Result, +Frontier, -Waiting, -Reached
            path_method/1               % ?Method
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(heaps), [add_to_heap/4, empty_heap/1, get_from_heap/4]).
:- use_module(library(lists), [append/3, reverse/2]).
:- use_module(library(option), [option/3]).
:- use_module(logic(game/state_space)).

/** <module> Path-collecting search

One search for all strategies, after Poole, Mackworth and Goebel, Computational Intelligence
(1998), chapter 4: select a path from the frontier; if it does not end in a goal, add the
paths to its neighbours to the frontier.  A strategy is defined by the path that it selects:

    breadth             the oldest path, so the shortest come first
    depth               the newest path
    iterative           as depth, within a bound that grows by one each time
    lowest_cost         the path with the least cost
    best_first          the path whose end is nearest to a goal, according to h
    a_star              the path with the least cost plus h

A path is path(Node, Cost, Length, Steps); Steps are step(Move, Node) from its end back to
the start.  Pruning has clauses of its own:

    none                no path is pruned
    cycles              paths that visit a node twice are pruned
    paths               also paths to a node that a path of at most the same cost has reached

Counts are count(Expanded, Most): the number of expanded paths, and the largest size of the
frontier.
*/

%   problem(Game, Method, Prune, Reached, Limit): Reached is a trie from nodes to the
%   least cost at which they were reached; Limit is the most paths to expand.

%!  path_method(?Method) is nondet.

path_method(breadth).
path_method(depth).
path_method(iterative).
path_method(lowest_cost).
path_method(best_first).
path_method(a_star).

%!  path_problem(+Game, +Start, +Options, -Problem) is det.
%
%   Options: method(Method), default breadth; prune(Prune), default `paths`, for
%   iterative `cycles`; limit(Expanded), default no limit.
%
%   @error no_estimate if the method needs h and the file has none

path_problem(Game, Start, Options, problem(Game, Method, Prune, Reached, Limit)) :-
    option(method(Method), Options, breadth),
    default_prune(Method, Default),
    option(prune(Prune0), Options, Default),
    ( Method == iterative, Prune0 == paths -> Prune = cycles ; Prune = Prune0 ),
    option(limit(Limit), Options, inf),
    ( memberchk(Method, [best_first, a_star]) -> estimate(Game, Start, _) ; true ),
    trie_new(Reached).

default_prune(iterative, cycles) :- !.
default_prune(_, paths).

%!  search(+Problem, +Frontier0, -Result, -Frontier, +Counts0, -Counts) is det.
%
%   Result is found(Path), `none` if no path is left, or `limit`.  Searching Frontier gives
%   the next path.

search(Problem, F0, Result, F, Cs0, Cs) :-
    select(Problem, F0, Path, F1),
    !,
    (   pruned(Problem, Path)
    ->  search(Problem, F1, Result, F, Cs0, Cs)
    ;   goal_path(Problem, Path, F1)
    ->  Result = found(Path),
        F = beyond(Path, F1),
        Cs = Cs0
    ;   over_limit(Problem, Cs0)
    ->  Result = limit,
        F = F1, Cs = Cs0
    ;   expand(Problem, Path, F1, F2, Cs0, Cs1),
        search(Problem, F2, Result, F, Cs1, Cs)
    ).
search(Problem, beyond(Path, F0), Result, F, Cs0, Cs) :- !,
    expand(Problem, Path, F0, F1, Cs0, Cs1),
    search(Problem, F1, Result, F, Cs1, Cs).
search(_, F, none, F, Cs, Cs).

expand(Problem, Path, F0, F, count(N0, Most0), count(N, Most)) :-
    neighbours(Problem, Path, Paths),
    add_to_frontier(Problem, Path, Paths, F0, F),
    N is N0 + 1,
    frontier_size(F, Size),
    Most is max(Most0, Size).

over_limit(problem(_, _, _, _, Limit), count(N, _)) :- Limit \== inf, N >= Limit.

goal_path(problem(Game, Method, _, _, _), path(Node, _, Length, _), F) :-
    is_goal(Game, Node),
    (   Method == iterative            % shorter ones were found at lower bounds
    ->  F = deepening(Length, _, _, _)
    ;   true
    ).

%   neighbours(+Problem, +Path, -Paths): Paths extend Path by one step.

neighbours(problem(Game, _, _, _, _), Path, Paths) :-
    Path = path(Node, _, _, _),
    findall(next(Move, Next, Cost), neighbour(Game, Node, Move, Next, Cost), Nexts),
    maplist(longer(Path), Nexts, Paths).

%   The paths share the steps of the path that they extend; findall/3 would copy them.

longer(path(Node, Cost0, Length0, Steps), next(Move, Next, StepCost),
       path(Next, Cost, Length, [step(Move, Node)|Steps])) :-
    Cost is Cost0 + StepCost,
    Length is Length0 + 1.

% ---- pruning ---------------------------------------------------------------

pruned(problem(_, _, cycles, _, _), Path) :- cyclic(Path).
pruned(problem(_, _, paths, Reached, _), Path) :- reached_before(Path, Reached).

%   The path visits its last node twice.

cyclic(path(Node, _, _, Steps)) :-
    memberchk(step(_, Node), Steps).

%   A path of at most the same cost has reached the node before; else its cost is stored.

reached_before(path(Node, Cost, _, _), Reached) :-
    (   trie_lookup(Reached, Node, Least)
    ->  (   Cost >= Least
        ->  true
        ;   trie_update(Reached, Node, Cost), fail
        )
    ;   trie_insert(Reached, Node, Cost), fail
    ).

% ---- strategies ------------------------------------------------------------

%   The form of a frontier depends on the method:
%
%       queue(Size, Front, Back)        breadth: Back holds the newest first
%       stack(Size, Paths)              depth
%       deepening(Bound, Cut, Start, stack(Size, Paths))
%       heap(Size, Serial, Heap)        by priority, then age

%!  first_frontier(+Problem, +Start, -Frontier) is det.

first_frontier(Problem, Node, F) :-
    Problem = problem(_, Method, _, _, _),
    Path = path(Node, 0, 0, []),
    empty_frontier(Method, Path, F0),
    add_to_frontier(Problem, none, [Path], F0, F).

empty_frontier(breadth, _, queue(0, [], [])).
empty_frontier(depth, _, stack(0, [])).
empty_frontier(iterative, Path, deepening(0, no, Path, stack(0, []))).
empty_frontier(lowest_cost, _, heap(0, 0, Heap)) :- empty_heap(Heap).
empty_frontier(best_first, _, heap(0, 0, Heap)) :- empty_heap(Heap).
empty_frontier(a_star, _, heap(0, 0, Heap)) :- empty_heap(Heap).

frontier_size(queue(Size, _, _), Size).
frontier_size(stack(Size, _), Size).
frontier_size(deepening(_, _, _, stack(Size, _)), Size).
frontier_size(heap(Size, _, _), Size).

%!  left_over(+Problem, +Result, +Frontier, -Waiting, -Reached) is det.
%
%   Waiting is the number of paths left when the search ended with Result.  Reached is the
%   number of nodes that its paths reached, or `none` if the pruning does not record them.

left_over(problem(_, _, Prune, Trie, _), Result, Frontier, Waiting, Reached) :-
    ( Frontier = beyond(_, Rest) -> true ; Rest = Frontier ),
    frontier_size(Rest, Size),
    ( Result == limit -> Waiting is Size + 1 ; Waiting = Size ),   % and the one selected
    (   Prune == paths
    ->  ( trie_property(Trie, value_count(Reached)) -> true ; Reached = 0 )
    ;   Reached = none
    ).

%   select(+Problem, +Frontier0, -Path, -Frontier) is semidet.

select(_, queue(Size0, [Path|Front], Back), Path, queue(Size, Front, Back)) :- !,
    Size is Size0 - 1.
select(Problem, queue(Size, [], Back), Path, F) :-
    Back = [_|_],
    reverse(Back, Front),
    select(Problem, queue(Size, Front, []), Path, F).
select(_, stack(Size0, [Path|Paths]), Path, stack(Size, Paths)) :-
    Size is Size0 - 1.
select(_, deepening(Bound, Cut, Start, Stack0), Path, deepening(Bound, Cut, Start, Stack)) :-
    select(_, Stack0, Path, Stack), !.
select(_, deepening(Bound0, yes, Start, _), Start, deepening(Bound, no, Start, stack(0, []))) :-
    Bound is Bound0 + 1.
select(_, heap(Size0, Serial, Heap0), Path, heap(Size, Serial, Heap)) :-
    get_from_heap(Heap0, _, Path, Heap),
    Size is Size0 - 1.

%   add_to_frontier(+Problem, +Path, +Paths, +Frontier0, -Frontier): Paths extend Path.

add_to_frontier(_, _, Paths, queue(Size0, Front, Back0), queue(Size, Front, Back)) :-
    reverse(Paths, Reversed),
    append(Reversed, Back0, Back),
    grown(Size0, Paths, Size).
add_to_frontier(_, _, Paths, stack(Size0, Stack0), stack(Size, Stack)) :-
    append(Paths, Stack0, Stack),
    grown(Size0, Paths, Size).
add_to_frontier(Problem, Path, Paths, deepening(Bound, Cut, Start, Stack0),
                deepening(Bound, Cut1, Start, Stack)) :-
    (   Path = path(_, _, Length, _), Length >= Bound
    ->  Stack = Stack0,
        ( Paths == [] -> Cut1 = Cut ; Cut1 = yes )
    ;   Cut1 = Cut,
        add_to_frontier(Problem, Path, Paths, Stack0, Stack)
    ).
add_to_frontier(Problem, _, Paths, heap(Size0, Serial0, Heap0), heap(Size, Serial, Heap)) :-
    foldl(add_by_priority(Problem), Paths, Serial0-Heap0, Serial-Heap),
    grown(Size0, Paths, Size).

grown(Size0, Paths, Size) :-
    length(Paths, N),
    Size is Size0 + N.

add_by_priority(problem(Game, Method, _, _, _), Path, Serial0-Heap0, Serial-Heap) :-
    priority(Method, Game, Path, Priority),
    Serial is Serial0 + 1,
    add_to_heap(Heap0, Priority-Serial, Path, Heap).

priority(lowest_cost, _, path(_, Cost, _, _), Cost).
priority(best_first, Game, path(Node, _, _, _), H) :- estimate(Game, Node, H).
priority(a_star, Game, path(Node, Cost, _, _), Priority) :-
    estimate(Game, Node, H),
    Priority is Cost + H.

%!  path_steps(+Path, -Nodes, -Moves) is det.
%
%   Nodes are the nodes from the start to the end, Moves the moves between them.

path_steps(path(Node, _, _, Steps), Nodes, Moves) :-
    collect(Steps, [Node], Nodes, [], Moves).

collect([], Ns, Ns, Ms, Ms).
collect([step(M, N)|Steps], Ns0, Ns, Ms0, Ms) :-
    collect(Steps, [N|Ns0], Ns, [M|Ms0], Ms).
