:- module(test_heuristics, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [append/3, last/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/evaluation)).
:- use_module(logic(game/heuristics)).

/*  A walk along a line of seven fields, from 4 to either end; `back` may be made once, at
    5.  The goal value is the number of the field; at 5 there are two of them.       */

walk("role(walker). role(watcher).
      init(at(4)). init(light(on)).
      legal(walker, go(D)) :- true(at(_)), direction(D).
      legal(walker, back) :- true(at(5)).
      direction(-1). direction(1).
      next(at(N)) :- does(walker, go(D)), true(at(M)), N is M + D.
      next(at(4)) :- does(walker, back).
      next(light(on)) :- true(at(_)).
      terminal :- true(at(1)).
      terminal :- true(at(7)).
      goal(walker, N) :- true(at(N)).
      goal(walker, 9) :- true(at(5)).
      goal(watcher, 0) :- role(watcher).").

state(Game, Facts, State) :-
    walk(Text),
    load_game(prolog, Text, [], best, Game, _),
    assertz(Game:constant_sum(false)),
    Game:from_facts(Facts, State).

:- begin_tests(heuristics).

test(value, [forall(member(Facts-Role-Name-Expected,
                           [ [at(4), light(on)]-walker-mobility-2,
                             [at(5), light(on)]-walker-mobility-3,
                             [at(5), light(on)]-walker-focus-(-3),
                             [at(4), light(on)]-watcher-mobility-0,
                             [at(4), light(on)]-walker-mobility_percent-66,
                             [at(5), light(on)]-walker-mobility_percent-100,
                             [at(4), light(on)]-walker-focus_percent-34,
                             [at(4), light(on)]-watcher-mobility_percent-0,
                             [at(4), light(on)]-walker-goal-4,
                             [at(5), light(on)]-walker-goal-0,
                             [at(5), light(on)]-watcher-goal-0,
                             [at(4), light(on)]-walker-proximity-50,
                             [at(4)]-walker-proximity-0,
                             [at(7)]-walker-proximity-50,
                             [at(7), light(on)]-walker-proximity-100 ])),
             Value == Expected]) :-
    state(Game, Facts, State),
    heuristic_value(Name, Game, State, Role, Value).
test(known_goals, Value-Sizes == 7-[2]) :-
    state(Game, [], _),
    known_goals(Game, walker, known(Value, Sizes, _)).
test(known_once, Shared == Again) :-
    state(Game, [], _),
    known_goals(Game, walker, known(_, _, Shared)),
    known_goals(Game, walker, known(_, _, Again)).
test(goal_falls, Before-Way-From-To == varies-[d(go(-1), noop)]-4-3) :-
    state(Game, [], _),
    sample(Game, Plays),
    goal_course(Game, Plays, walker, course(_, _, Before, fall(Way, From, To))).
test(goal_never_falls, Games-Before-Fall == 50-always(0)-none) :-
    state(Game, [], _),
    sample(Game, Plays),
    goal_course(Game, Plays, watcher, course(Games, _, Before, Fall)).
test(same_sample, One == Two) :-
    state(Game, [], _),
    sample(Game, One),
    sample(Game, Two).

weighed(Weights, Facts, Score) :-
    state(Game, Facts, State),
    evaluation(Game, walker, [weights(Weights)], Evaluation),
    estimate(Game, walker, Evaluation, State, Score).

test(weighed, [forall(member(Weights-Expected,
                             [ []-0, [mobility-0]-0, [mobility-2]-6, [focus-1]-(-3),
                               [mobility-1, proximity-10]-503 ])),
               Score == Expected]) :-
    weighed(Weights, [at(5), light(on)], Score).
test(none_weighs_by_itself, Weights == []) :-
    state(Game, [], _),
    evaluation(Game, walker, [], evaluation(_, Weights, _, _)).

:- end_tests(heuristics).
