:- module(test_path_search, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/state_space)).
:- use_module(logic(search/path_search)).

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
    Path = path(_, _, Cost, _, _, _),
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
    (   Result = found(path(_, _, Cost, _, _, _))
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
