:- encoding(utf8).
:- module(path_search,
          [ path_problem/4,             % +Game, +Start, +Options, -Problem
            first_frontier/3,           % +Problem, +Start, -Frontier
            search/6,                   % +Problem, +Frontier0, -Result, -Frontier, +C0, -C
            initial_counts/1,           % -Counts
            path_steps/3,               % +Path, -Nodes, -Moves
            left_over/5,                % +Problem, +Result, +Frontier, -Waiting, -Reached
            path_method/1               % ?Method
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(heaps), [add_to_heap/4, empty_heap/1, get_from_heap/4, min_of_heap/3]).
:- use_module(library(lists), [append/2, append/3, member/2, reverse/2]).
:- use_module(library(option), [option/3]).
:- use_module(logic(game/state_space)).
:- use_module(logic(search/trace)).
:- use_module(logic(support/resource_limits), [within_time/0]).

/** <module> Path-collecting search

One search for all strategies, after Poole, Mackworth and Goebel, Computational Intelligence
(1998), chapter 4: select a path from the frontier; if it does not end in a goal, add the
paths to its neighbours to the frontier.  A strategy is defined by the path that it selects:

    breadth             the oldest path, so the shortest come first
    depth               the newest path
    iterative           as depth, within a bound on the length, which grows by one each time
    ida_star            as depth, within a bound on the cost plus h, which grows to the least
                        sum that was beyond it
    lowest_cost         the path with the least cost
    best_first          the path whose end is nearest to a goal, according to h
    a_star              the path with the least cost plus h

A path is path(Index, Node, Cost, H, Length, Steps, Bound).  H is the estimate of its end, or
`null` if the method needs none.  Steps are step(Move, Node, Index) from its end back to the
start, each with the node and the number of the path that it extends.  Bound is the least bound
within which the path is reached: its length or, in `ida_star`, the greatest sum of cost and h
on it.  Paths are numbered from 0 in the order in which they are added to the frontier, anew for
each bound.  Pruning has clauses of its own:

    none                no path is pruned
    cycles              paths that visit a node twice are pruned
    paths               also paths to a node that a path of at most the same cost has reached

Counts are count(Expanded, Most, Index): the number of expanded paths, the largest size of
the frontier, and the number of the next path; initial_counts/1 has those of the beginning.
The events are those of trace.pl.
*/

%   problem(Game, Method, Prune, Reached, ends(Limit, Least), Listener): Reached is a trie
%   from nodes to the least cost at which they were reached, if the method needs estimates to
%   Cost-H; Limit is the most paths to expand; Least is as in is_goal/3; Listener gets the events.

%!  path_method(?Method) is nondet.

path_method(breadth).
path_method(depth).
path_method(iterative).
path_method(ida_star).
path_method(lowest_cost).
path_method(best_first).
path_method(a_star).

%!  path_problem(+Game, +Start, +Options, -Problem) is det.
%
%   Options: method(Method), default breadth; prune(Prune), default `paths`, for
%   methods with a bound `cycles`; limit(Expanded), default no limit; least(Value), as in is_goal/3,
%   default `best`; listener(Listener), as in trace.pl, default `none`.
%
%   @error no_estimate if the method needs h and the file has none

path_problem(Game, Start, Options,
             problem(Game, Method, Prune, Reached, ends(Limit, Least), Listener)) :-
    option(method(Method), Options, breadth),
    default_prune(Method, Default),
    option(prune(Prune0), Options, Default),
    ( with_bound(Method), Prune0 == paths -> Prune = cycles ; Prune = Prune0 ),
    option(limit(Limit), Options, inf),
    option(least(Least), Options, best),
    option(listener(Listener), Options, none),
    ( informed(Method) -> estimate(Game, Start, _) ; true ),
    trie_new(Reached).

informed(best_first).
informed(a_star).
informed(ida_star).

with_bound(iterative).
with_bound(ida_star).

default_prune(Method, cycles) :- with_bound(Method), !.
default_prune(_, paths).

%!  search(+Problem, +Frontier0, -Result, -Frontier, +Counts0, -Counts) is det.
%
%   Result is found(Path), `none` if no path is left, or `limit`.  Searching Frontier gives
%   the next path.

search(Problem, F0, Result, F, Cs0, Cs) :-
    select(Problem, F0, Path, F1),
    !,
    path_index(Path, Index),
    emitted(Problem, select(Index)),
    (   left_out(Problem, Path, Reason, F1, F2)
    ->  emitted(Problem, prune(Index, Reason)),
        search(Problem, F2, Result, F, Cs0, Cs)
    ;   goal_path(Problem, Path, F1)
    ->  emitted(Problem, goal(Index)),
        Result = found(Path),
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

%!  initial_counts(-Counts) is det.

initial_counts(count(0, 0, 1)).

expand(Problem, Path, F0, F, count(N0, Most0, I0), count(N, Most, I)) :-
    within_time,
    path_index(Path, Index),
    emitted(Problem, expand(Index)),
    ( Index =:= 0 -> I1 = 1 ; I1 = I0 ),        % with a bound it begins anew
    neighbours(Problem, Path, Paths, I1, I2),
    (   hides(Problem, F0, Path)
    ->  hidden(Problem, Index, Paths, F0, F), I = I1
    ;   add_to_frontier(Problem, Paths, F0, F), I = I2
    ),
    N is N0 + 1,
    frontier_size(F, Size),
    Most is max(Most0, Size).

over_limit(problem(_, _, _, _, ends(Limit, _), _), count(N, _, _)) :- Limit \== inf, N >= Limit.

path_index(path(Index, _, _, _, _, _, _), Index).

goal_path(problem(Game, _, _, _, ends(_, Least), _), path(_, Node, _, _, _, _, Bound), F) :-
    \+ found_before(F, Bound),
    is_goal(Game, Node, Least).

%   found_before(+Frontier, +Bound): a path that is reached within Bound was, at a lower bound.

found_before(deepening(Done, _, _, _, _), Bound) :- Done \== none, Bound =< Done.

%   neighbours(+Problem, +Path, -Paths, +Index0, -Index): Paths extend Path by one step, and
%   are numbered from Index0 to Index - 1.

neighbours(Problem, Path, Paths, Index0, Index) :-
    Problem = problem(Game, _, _, _, _, _),
    Path = path(_, Node, _, _, _, _, _),
    findall(next(Move, Next, Cost), neighbour(Game, Node, Move, Next, Cost), Nexts),
    longer(Nexts, Problem, Path, Paths, Index0, Index).

%   longer(+Nexts, +Problem, +Path, -Paths, +Index0, -Index): Paths share the steps of Path;
%   findall/3 would copy them.

longer([], _, _, [], Index, Index).
longer([next(Move, Next, StepCost)|Nexts], Problem, Path, [Longer|Paths], Index0, Index) :-
    Path = path(Extended, Node, Cost0, _, Length0, Steps, Bound0),
    Longer = path(Index0, Next, Cost, H, Length, [step(Move, Node, Extended)|Steps], Bound),
    Cost is Cost0 + StepCost,
    Length is Length0 + 1,
    Problem = problem(_, Method, _, _, _, _),
    node_estimate(Problem, Next, H),
    ( Method == ida_star -> Bound is max(Bound0, Cost + H) ; Bound = Length ),
    Index1 is Index0 + 1,
    longer(Nexts, Problem, Path, Paths, Index1, Index).

%   node_estimate(+Problem, +Node, -H): most neighbours of a node have been reached before.

node_estimate(problem(Game, Method, Prune, Reached, _, _), Node, H) :-
    (   \+ informed(Method) -> H = null
    ;   Prune == paths, trie_lookup(Reached, Node, _-Known) -> H = Known
    ;   estimate(Game, Node, H)
    ).

% ---- events ----------------------------------------------------------------

emitted(problem(_, _, _, _, _, Listener), Event) :- event(Listener, Event).

%   entered(+Problem, +Paths): Paths are added to the frontier.

entered(problem(_, _, _, _, _, none), _) :- !.
entered(Problem, Paths) :- maplist(entered_path(Problem), Paths).

entered_path(Problem, path(_, Node, Cost, H, Length, Steps, _)) :-
    ( Steps = [step(Move, _, _)|_] -> Joint = does(Move) ; Joint = none ),
    emitted(Problem, enter(Length, Joint, Node)),
    emitted(Problem, cost(Cost, H)).

% ---- pruning ---------------------------------------------------------------

%   left_out(+Problem, +Path, -Reason, +Frontier0, -Frontier): Path is pruned, or beyond the
%   bound; the least of those is the next bound.

left_out(Problem, Path, Reason, F, F) :- pruned(Problem, Path, Reason), !.
left_out(_, path(_, _, _, _, _, _, Beyond), beyond, deepening(Done, Bound, Next0, Start, Stack),
         deepening(Done, Bound, Next, Start, Stack)) :-
    Beyond > Bound,
    ( Next0 == none -> Next = Beyond ; Next is min(Next0, Beyond) ).

pruned(problem(_, _, cycles, _, _, _), Path, cycle) :- cyclic(Path).
pruned(problem(_, _, paths, Reached, _, _), Path, reached) :- reached_before(Path, Reached).

%   The path visits its last node twice.

cyclic(path(_, Node, _, _, _, Steps, _)) :-
    memberchk(step(_, Node, _), Steps).

%   A path of at most the same cost has reached the node before; else its cost is stored.

reached_before(path(_, Node, Cost, H, _, _, _), Reached) :-
    ( H == null -> New = Cost, Old = Least ; New = Cost-H, Old = Least-_ ),
    (   trie_lookup(Reached, Node, Old)
    ->  (   Cost >= Least
        ->  true
        ;   trie_update(Reached, Node, New), fail
        )
    ;   trie_insert(Reached, Node, New), fail
    ).

% ---- strategies ------------------------------------------------------------

%   The form of a frontier depends on the method:
%
%       queue(Size, Front, Back)        breadth: Back holds the newest first
%       stack(Size, Paths)              depth
%       deepening(Done, Bound, Next, Start, stack(Size, Paths))
%                                       with a bound.  Done was the bound before, and Next
%                                       is the next one, or `none`
%       heap(Size, Priority, Front, Back, Heap)
%                                       by priority, then age.  Front and Back, the newest
%                                       first, have the paths of the Priority that is served
%                                       now, of which there are many where costs are small;
%                                       Heap has the others, in lists of the same age

%!  first_frontier(+Problem, +Start, -Frontier) is det.

first_frontier(Problem, Node, F) :-
    Problem = problem(_, Method, _, _, _, _),
    node_estimate(Problem, Node, H),
    ( Method == ida_star -> Bound = H ; Bound = 0 ),
    Path = path(0, Node, 0, H, 0, [], Bound),
    empty_frontier(Method, F0),
    (   with_bound(Method)
    ->  F = deepening(none, none, Bound, Path, F0)
    ;   add_to_frontier(Problem, [Path], F0, F)
    ).

empty_frontier(breadth, queue(0, [], [])).
empty_frontier(depth, stack(0, [])).
empty_frontier(iterative, stack(0, [])).
empty_frontier(ida_star, stack(0, [])).
empty_frontier(lowest_cost, heap(0, none, [], [], Heap)) :- empty_heap(Heap).
empty_frontier(best_first, heap(0, none, [], [], Heap)) :- empty_heap(Heap).
empty_frontier(a_star, heap(0, none, [], [], Heap)) :- empty_heap(Heap).

frontier_size(queue(Size, _, _), Size).
frontier_size(stack(Size, _), Size).
frontier_size(deepening(_, _, _, _, stack(Size, _)), Size).
frontier_size(heap(Size, _, _, _, _), Size).

%!  left_over(+Problem, +Result, +Frontier, -Waiting, -Reached) is det.
%
%   Waiting is the number of paths left when the search ended with Result.  Reached is the
%   number of nodes that its paths reached, or `none` if the pruning does not record them.

left_over(problem(_, _, Prune, Trie, _, _), Result, Frontier, Waiting, Reached) :-
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
select(_, deepening(Done, Bound, Next, Start, Stack0), Path,
       deepening(Done, Bound, Next, Start, Stack)) :-
    select(_, Stack0, Path, Stack), !.
select(Problem, deepening(_, Done, Bound, Start, _), Start,
       deepening(Done, Bound, none, Start, stack(0, []))) :-
    Bound \== none,
    emitted(Problem, deepen(Bound)),
    entered(Problem, [Start]).
select(_, heap(Size0, Priority, [Path|Front], Back, Heap), Path,
       heap(Size, Priority, Front, Back, Heap)) :- !,
    Size is Size0 - 1.
select(Problem, heap(Size, Priority0, [], Back, Heap0), Path, F) :-
    (   Back = [_|_]
    ->  reverse(Back, Front), Priority = Priority0, Heap = Heap0
    ;   get_from_heap(Heap0, Priority-_, First, Heap1),
        served(Heap1, Priority, Lists, Heap),
        append([First|Lists], Front)
    ),
    select(Problem, heap(Size, Priority, Front, [], Heap), Path, F).

%   served(+Heap0, +Priority, -Lists, -Heap): Lists are those of Priority, the oldest first.

served(Heap0, Priority, Lists, Heap) :-
    (   min_of_heap(Heap0, Least-_, Paths), Least =:= Priority
    ->  get_from_heap(Heap0, _, _, Heap1),
        Lists = [Paths|Lists1],
        served(Heap1, Priority, Lists1, Heap)
    ;   Lists = [], Heap = Heap0
    ).

%   hides(+Problem, +Frontier, +Path): all paths that extend Path are beyond the bound.

hides(problem(_, iterative, _, _, _, _), deepening(_, Bound, _, _, _),
      path(_, _, _, _, Length, _, _)) :-
    Length >= Bound.

%   hidden(+Problem, +Index, +Paths, +Frontier0, -Frontier): Frontier0 hides Paths, which
%   counts if one of them would not be pruned.

hidden(Problem, Index, Paths, deepening(Done, Bound, _, Start, Stack), F) :-
    member(Path, Paths),
    \+ pruned(Problem, Path, _), !,
    Next is Bound + 1,
    F = deepening(Done, Bound, Next, Start, Stack),
    emitted(Problem, prune(Index, bound)).
hidden(_, _, _, F, F).

%   add_to_frontier(+Problem, +Paths, +Frontier0, -Frontier): Paths extend one path.

add_to_frontier(Problem, Paths, F0, F) :-
    entered(Problem, Paths),
    added(F0, Problem, Paths, F).

added(deepening(Done, Bound, Next, Start, Stack0), Problem, Paths,
      deepening(Done, Bound, Next, Start, Stack)) :-
    added(Stack0, Problem, Paths, Stack).
added(queue(Size0, Front, Back0), _, Paths, queue(Size, Front, Back)) :-
    reverse(Paths, Reversed),
    append(Reversed, Back0, Back),
    grown(Size0, Paths, Size).
added(stack(Size0, Stack0), _, Paths, stack(Size, Stack)) :-
    append(Paths, Stack0, Stack),
    grown(Size0, Paths, Size).
added(heap(Size0, Priority, Front, Back, Heap), Problem, Paths,
      heap(Size, Priority1, Front1, Back1, Heap1)) :-
    Problem = problem(_, Method, _, _, _, _),
    queued(Paths, Method, queues(Priority, Front, Back, Heap),
           queues(Priority1, Front1, Back1, Heap1)),
    grown(Size0, Paths, Size).

grown(Size0, Paths, Size) :-
    length(Paths, N),
    Size is Size0 + N.

queued([], _, Qs, Qs).
queued([Path|Paths], Method, queues(Now, Front0, Back0, Heap0), Qs) :-
    Path = path(Index, _, Cost, H, _, _, _),
    priority(Method, Cost, H, Priority),
    (   Priority == Now
    ->  Qs1 = queues(Now, Front0, [Path|Back0], Heap0)
    ;   integer(Now), Priority < Now
    ->  put_back(Front0, Back0, Now, Heap0, Heap1),     % h is not consistent
        Qs1 = queues(Priority, [Path], [], Heap1)
    ;   add_to_heap(Heap0, Priority-Index, [Path], Heap1),
        Qs1 = queues(Now, Front0, Back0, Heap1)
    ),
    queued(Paths, Method, Qs1, Qs).

put_back(Front, Back, Priority, Heap0, Heap) :-
    reverse(Back, Newer),
    append(Front, Newer, Paths),
    (   Paths = [Oldest|_]
    ->  path_index(Oldest, Index),
        add_to_heap(Heap0, Priority-Index, Paths, Heap)
    ;   Heap = Heap0
    ).

priority(lowest_cost, Cost, _, Cost).
priority(best_first, _, H, H).
priority(a_star, Cost, H, Priority) :- Priority is Cost + H.

%!  path_steps(+Path, -Nodes, -Moves) is det.
%
%   Nodes are the nodes from the start to the end, Moves the moves between them.

path_steps(path(_, Node, _, _, _, Steps, _), Nodes, Moves) :-
    collect(Steps, [Node], Nodes, [], Moves).

collect([], Ns, Ns, Ms, Ms).
collect([step(M, N, _)|Steps], Ns0, Ns, Ms0, Ms) :-
    collect(Steps, [N|Ns0], Ns, [M|Ms0], Ms).
