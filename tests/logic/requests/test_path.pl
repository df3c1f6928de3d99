:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(requests/path)).

%   started(+Method, -Handle): of a hundred arcs from the start, two lead to a goal.

started(Method, Handle) :-
    findall(Arc, ( between(1, 100, N), format(atom(Arc), "arc(0, ~d). ", [N]) ), Arcs),
    atomic_list_concat(['start(0). is_goal(9). is_goal(50). h(_, 0). '|Arcs], Text),
    load_game(prolog, Text, [], best, Game, []),
    path_request(path_start,
                 _{game: Game, state: null, prune: default, limit: "inf", record: false,
                   least: null, method: Method},
                 _{handle: Handle}).

next_nodes(Handle, Nodes) :-
    path_request(path_next, _{handle: Handle}, Reply),
    Nodes = Reply.get(nodes, none).

%   clauses(+Handle, -Count): of a suspended search.

clauses(Handle, Count) :-
    findall(Head,
            ( member(Head, [suspended(Handle, _, _, _, _), stored_path(_, Handle, _)]),
              path_requests:Head ),
            Clauses),
    length(Clauses, Count).

method(Method) :- member(Method, [breadth, depth, iterative, lowest_cost, best_first, a_star,
                                 ida_star]).

:- begin_tests(path_requests).

%   A single clause for the frontier would be built in one step, whatever memory it takes.

test(each_path_of_a_suspended_search_has_a_clause_of_its_own,
     [forall(method(Method)), true(Count > 92)]) :-
    started(Method, Handle),
    next_nodes(Handle, ["0", "9"]),
    clauses(Handle, Count),
    path_request(path_close, _{handle: Handle}, _).
test(a_suspended_search_goes_on_where_it_was,
     [forall(method(Method)), true([First, Second, Third] == [["0", "9"], ["0", "50"], none])]) :-
    started(Method, Handle),
    next_nodes(Handle, First),
    next_nodes(Handle, Second),
    next_nodes(Handle, Third).
test(a_search_that_has_ended_or_is_closed_has_no_clauses,
     [forall(member(Paths, [1, 3])), true(Count == 0)]) :-
    started(breadth, Handle),
    forall(between(1, Paths, _), next_nodes(Handle, _)),
    path_request(path_close, _{handle: Handle}, _),
    clauses(Handle, Count).

:- end_tests(path_requests).
