:- encoding(utf8).
:- use_module(library(plunit)).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(requests/path)).
:- use_module(logic(requests/stored_paths)).

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
            ( Head = suspended(Handle, _, _, _, _), path_requests:Head
            ; stored_clause(Handle, Head)
            ),
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

%   Paths of a thousand steps, and one that branches off from each of them.

long(Method, Handle) :-
    load_game(prolog,
              "start(at(0)). h(at(_), 0). h(by(_), 0). is_goal(at(999)). is_goal(by(_)).
               arc(at(I), at(J)) :- step(I, J). arc(at(I), by(I)) :- step(I, _).
               step(I, J) :- between(0, 998, I), J is I + 1.",
              [], best, Game, []),
    path_request(path_start,
                 _{game: Game, state: null, prune: default, limit: "inf", record: false,
                   least: null, method: Method},
                 _{handle: Handle}).

test(what_paths_have_in_common_is_stored_once,
     [forall(member(Method, [depth, breadth])), true(Count-Most @< 2200-100)]) :-
    long(Method, Handle),
    next_nodes(Handle, _),
    clauses(Handle, Count),
    aggregate_all(max(Size), ( stored_clause(Handle, Clause), term_size(Clause, Size) ), Most),
    path_request(path_close, _{handle: Handle}, _),
    clauses(Handle, 0).
test(and_fetched_again, [true(Lengths == [1000, 1000, 999, 998])]) :-
    long(depth, Handle),
    findall(Length, ( between(1, 4, _), next_nodes(Handle, Ns), length(Ns, Length) ), Lengths),
    path_request(path_close, _{handle: Handle}, _).

:- end_tests(path_requests).
