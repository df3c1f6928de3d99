:- module(test_minimax, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/evaluation)).
:- use_module(logic(search/alphabeta)).
:- use_module(logic(search/breadth)).
:- use_module(logic(search/expectimax)).
:- use_module(logic(search/fail_hard)).
:- use_module(logic(search/maxn)).
:- use_module(logic(search/minimax)).
:- use_module(logic(search/pvs)).
:- use_module(logic(search/search_task)).

/*  A tree of two plies: max chooses l, m or r, min answers 1 or 2.

        l: 3 12     m: 2 8     r: 14 5                                             */

tree("role(max). role(min).
      init(at(top)).
      leaf(l, 1, 3). leaf(l, 2, 12). leaf(m, 1, 2). leaf(m, 2, 8).
      leaf(r, 1, 14). leaf(r, 2, 5).
      legal(max, B) :- true(at(top)), leaf(B, 1, _).
      legal(min, N) :- true(at(B)), leaf(B, N, _).
      next(at(B)) :- does(max, B), true(at(top)).
      next(at(end(B, N))) :- does(min, N), true(at(B)), leaf(B, N, _).
      terminal :- true(at(end(B, N))), leaf(B, N, _).
      goal(max, V) :- true(at(end(B, N))), leaf(B, N, V).
      goal(min, W) :- true(at(end(B, N))), leaf(B, N, V), W is -V.").

task(Options, Task, State) :-
    tree(Text),
    load_game(prolog, Text, [], best, Game, []),
    Game:initial(State),
    search_task(Game, max, Options, none, Task).

values(Task, Moves, Values) :-
    arg(5, Task, evaluation(Range, _, _, _)),
    findall(V, ( member(move(_, Score, _, _), Moves), score_value(Range, Score, V, _) ),
            Values).

:- begin_tests(minimax).

test(values, Values == [3, 2, 5]) :-
    task([], Task, S), minimax(Task, S, Moves), values(Task, Moves, Values).
test(counts, Counts == counts(10, 6, 0, 0, 0)) :-
    task([], Task, S), minimax(Task, S, _), counts(Task, Counts).
test(line, Line == [d(r, noop), d(noop, 2)]) :-
    task([], Task, S), minimax(Task, S, Moves), last_line(Moves, Line).
test(nothing_known_at_the_limit, Values == [0, 0, 0]) :-
    task([depth(1)], Task, S), minimax(Task, S, Moves), values(Task, Moves, Values).
test(same_values, [forall(member(Search, [breadth, maxn, expectimax])),
                   Values == [3, 2, 5]]) :-
    task([], Task, S), call(Search, Task, S, Moves), values(Task, Moves, Values).
test(same_line, [forall(member(Search, [breadth, maxn, expectimax])),
                 Line == [d(r, noop), d(noop, 2)]]) :-
    task([], Task, S), call(Search, Task, S, Moves), last_line(Moves, Line).
test(cut_off, [forall(member(Search, [alphabeta, fail_hard, pvs])),
               Cutoffs == 1]) :-
    task([], Task, S), call(Search, Task, -1000-1000, first, S, _),
    counts(Task, counts(_, _, _, Cutoffs, _)).
test(no_such_role, error(no_role(nobody, [max, min]))) :-
    task([], task(Game, _, _, _, _, _, _, _), _),
    search_task(Game, nobody, [], none, _).

last_line([move(_, _, _, Line)], Line) :- !.
last_line([_|Moves], Line) :- last_line(Moves, Line).

:- end_tests(minimax).
