:- module(test_solving, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/interning)).
:- use_module(logic(search/proof_number)).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/trace)).
:- use_module(logic(solving/retrograde)).
:- use_module(logic(solving/tabled)).

/*  A tree of two plies, max chooses l or r and min answers, and a road on which two go
    to and fro; whoever is at 0 may end it.

        l: 3 12     r: 14 5                0 - 1                                   */

rules(tree, "role(max). role(min).
      init(at(top)).
      leaf(l, 1, 3). leaf(l, 2, 12). leaf(r, 1, 14). leaf(r, 2, 5).
      legal(max, B) :- true(at(top)), leaf(B, 1, _).
      legal(min, N) :- true(at(B)), leaf(B, N, _).
      next(at(B)) :- does(max, B), true(at(top)).
      next(at(end(B, N))) :- does(min, N), true(at(B)), leaf(B, N, _).
      terminal :- true(at(end(B, N))), leaf(B, N, _).
      goal(max, V) :- true(at(end(B, N))), leaf(B, N, V).
      goal(min, W) :- true(at(end(B, N))), leaf(B, N, V), W is -V.").
rules(road, "role(max). role(min).
      init(at(1)).
      legal(min, go(0)) :- true(at(1)).
      legal(max, go(1)) :- true(at(0)).
      legal(max, go(home)) :- true(at(0)).
      next(at(X)) :- does(_, go(X)).
      terminal :- true(at(home)).
      goal(max, 1) :- true(at(home)).
      goal(max, 0) :- true(at(0)).
      goal(max, 0) :- true(at(1)).
      goal(min, 1) :- true(at(0)).
      goal(min, 0) :- true(at(home)).").

task(Name, Listener, Task, State) :-
    rules(Name, Text),
    load_game(prolog, Text, [], best, Game, []),
    Game:initial(State),
    search_task(Game, max, [], Listener, Task).

proved(Name, Threshold, Endless, Answer) :-
    task(Name, none, Task, State),
    proof_number(Task, question(Threshold, Endless, 1000, inf), State, Answer).

:- begin_tests(proof_number).

test(proved, Answer == answer(proved, d(r, noop), false)) :-
    proved(tree, 5, disproved, Answer).
test(disproved, Answer == answer(disproved, none, false)) :-
    proved(tree, 6, disproved, Answer).
test(not_decided, Result == nodes) :-
    task(tree, none, Task, State),
    proof_number(Task, question(5, disproved, 2, inf), State, answer(Result, _, _)).
test(a_way_home, Result == proved) :-
    proved(road, 1, disproved, answer(Result, _, _)).
test(numbers, Numbers == [0-1-1, 1-1-1, 2-1-1, 0-1-2]) :-
    task(tree, record, Task, State),
    recording(proof_number(Task, question(5, disproved, 1000, inf), State, _), Events),
    findall(I-P-D, member(proof(I, P, D), Events), [A, B, C, D|_]),
    Numbers = [A, B, C, D].

:- end_tests(proof_number).

:- begin_tests(retrograde).

test(values, Found == [5-2, 5-2, 6]) :-
    task(tree, none, Task, State),
    retrograde(Task, [floor, ceiling], State, [_-Marks|Others]),
    length(Others, Count),
    Marks = [Floor, Ceiling],
    Found = [Floor, Ceiling, Count].
test(endless, Marks == [1-2, none, none]) :-
    task(road, none, Task, State),
    retrograde(Task, [floor, ceiling, longest], State, [_-Marks|_]).

:- end_tests(retrograde).

:- begin_tests(tabled).

test(values, Worth == 5 - -2) :-
    task(tree, none, Task, State),
    arg(1, Task, Game),
    state_number(Game, State, Number),
    tabled(Task, [Number], [Number-Worth]).

:- end_tests(tabled).
