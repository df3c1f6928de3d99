:- module(test_path_search, []).
:- use_module(library(plunit)).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [append/2, append/3, member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/state_space)).
:- use_module(logic(search/path_search)).
:- use_module(logic(search/trace), [recording/2]).

/*  A small map; h is below the true cost.

        a --1-- b --1-- d --5-- goal
         \--4-- c --1-- goal
*/

map("start(a). is_goal(goal).
     arc(a, b, 1). arc(a, c, 4). arc(b, a, 1). arc(b, d, 1). arc(d, goal, 5).
     arc(c, goal, 1).
     h(a, 4). h(b, 5). h(c, 1). h(d, 4). h(goal, 0).").

found(Options, Nodes, Cost) :-
    map(Text),
    load_game(prolog, Text, [], best, Game, []),
    start_node(Game, Start),
    path_problem(Game, Start, Options, Problem),
    first_frontier(Problem, Start, Frontier),
    initial_counts(Counts),
    search(Problem, Frontier, found(Path), _, Counts, _),
    Path = path(_, _, Cost, _, _, _, _),
    path_steps(Path, Nodes, _).

all_costs(Options, Costs) :-
    map(Text),
    load_game(prolog, Text, [], best, Game, []),
    start_node(Game, Start),
    path_problem(Game, Start, Options, Problem),
    first_frontier(Problem, Start, Frontier),
    initial_counts(Counts),
    rest(Problem, Frontier, Counts, Costs).

rest(Problem, Frontier0, Counts0, Costs) :-
    search(Problem, Frontier0, Result, Frontier, Counts0, Counts),
    (   Result = found(path(_, _, Cost, _, _, _, _))
    ->  Costs = [Cost|Costs1],
        rest(Problem, Frontier, Counts, Costs1)
    ;   Costs = [], Result == none
    ).

:- begin_tests(path_search).

expected(breadth, [a, c, goal], 5).
expected(depth, [a, b, d, goal], 7).
expected(iterative, [a, c, goal], 5).
expected(ida_star, [a, c, goal], 5).
expected(lowest_cost, [a, c, goal], 5).
expected(best_first, [a, c, goal], 5).
expected(a_star, [a, c, goal], 5).

test(first_path, [forall(expected(Method, Nodes, Cost)), true(N-C == Nodes-Cost)]) :-
    once(found([method(Method)], N, C)).
test(all_paths, Costs == [5, 7]) :-
    once(all_costs([method(lowest_cost), prune(cycles)], Costs)).
test(one_path_to_a_node, Costs == [5]) :-
    once(all_costs([method(lowest_cost), prune(paths)], Costs)).
test(every_path_once, Costs == [5, 7]) :-
    once(all_costs([method(iterative)], Costs)).
test(every_path_once_within_bounds_on_the_sum, Costs == [5, 7]) :-
    once(all_costs([method(ida_star)], Costs)).

:- end_tests(path_search).

/*  The order of the frontier, beside a frontier that is one sorted list.  The estimates are
    inconsistent, so that the least sum sinks again, and many sums are equal.
*/

graph(Seed, Text) :-
    findall(Arc,
            ( between(0, 39, N), member(K, [1, 2, 3]), made(Seed, N, K, M, Cost),
              format(string(Arc), "arc(~d, ~d, ~d). ", [N, M, Cost]) ),
            Arcs),
    findall(H, ( between(0, 39, N), made(Seed, N, 4, E, _), format(string(H), "h(~d, ~d). ", [N, E]) ), Hs),
    append([["start(0). is_goal(39). "], Arcs, Hs], Parts),
    atomic_list_concat(Parts, Text).

made(Seed, N, K, Node, Cost) :-
    X is (N * 7919 + K * 104729 + Seed * 1299709) mod 1000003,
    Node is X mod 40,
    Cost is X // 40 mod 4.

%   expanded(+Method, +Game, -Numbers): by the search.

expanded(Method, Game, Numbers) :-
    start_node(Game, Start),
    path_problem(Game, Start, [method(Method), listener(record)], Problem),
    first_frontier(Problem, Start, Frontier),
    initial_counts(Counts),
    recording(search(Problem, Frontier, _, _, Counts, _), Events),
    findall(I, member(expand(I), Events), Numbers).

%   by_sorting(+Method, +Game, +Frontier, +Reached, +Next, -Numbers): Frontier is a list of
%   key(Priority, Index)-end(Node, Cost).

by_sorting(Method, Game, Frontier0, Reached, Next, Numbers) :-
    keysort(Frontier0, Frontier),
    (   Frontier == [] -> Numbers = []
    ;   Frontier = [key(_, I)-end(Node, Cost)|Rest],
        (   member(Node-Least, Reached), Least =< Cost
        ->  by_sorting(Method, Game, Rest, Reached, Next, Numbers)
        ;   Node == 39 -> Numbers = []
        ;   Numbers = [I|Numbers1],
            findall(M-C, ( neighbour(Game, Node, _, M, Step), C is Cost + Step ), Ends),
            keyed(Ends, Method, Game, Next, Next1, More),
            append(Rest, More, Frontier1),
            by_sorting(Method, Game, Frontier1, [Node-Cost|Reached], Next1, Numbers1)
        )
    ).

keyed([], _, _, I, I, []).
keyed([M-C|Ends], Method, Game, I0, I, [key(P, I0)-end(M, C)|Keyed]) :-
    estimate(Game, M, H),
    ( Method == lowest_cost -> P = C ; Method == best_first -> P = H ; P is C + H ),
    I1 is I0 + 1,
    keyed(Ends, Method, Game, I1, I, Keyed).

case(Method, Seed) :- member(Method, [lowest_cost, best_first, a_star]), between(1, 20, Seed).

:- begin_tests(order_of_the_frontier).

test(as_sorted, [forall(case(Method, Seed)), true(Found == Expected)]) :-
    graph(Seed, Text),
    load_game(prolog, Text, [], best, Game, []),
    once(expanded(Method, Game, Found)),
    once(by_sorting(Method, Game, [key(0, 0)-end(0, 0)], [], 1, Expected)),
    unload_game(Game).
test(some_searches_are_long, true(Most > 25)) :-
    aggregate_all(max(N),
                  ( case(a_star, Seed), graph(Seed, Text), load_game(prolog, Text, [], best, Game, []),
                    once(expanded(a_star, Game, Ns)), length(Ns, N) ),
                  Most).

:- end_tests(order_of_the_frontier).
