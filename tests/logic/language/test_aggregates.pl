:- module(test_aggregates, []).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(language/aggregates)).

:- begin_tests(aggregates).

value(count, [1, a, f(2)], 3).
value(count, [], 0).
value(sum, [(-4)-a, 3-a, 3-b, red-a, (1+1)-a], 2).
value(sum, [], 0).
value(max, [-7, -2, red, f(9)], -2).
value(min, [-7, -2, red], -7).
value(list, [1-c, 1-d, a-c, f(1)-b], [c, d, c, b]).
value(list, [], []).

test(value, [forall(value(How, Instances, Value)), true(X == Value)]) :-
    aggregated(How, Instances, X).
test(none, [forall(( member(How, [max, min]), member(None, [[], [red]]) )), fail]) :-
    aggregated(How, None, _).
test(same_by_the_goal, [forall(value(How, Instances, Value)), true(X == Value), nondet]) :-
    aggregated_goal(How, Instances, X, Goal), call(Goal).
test(words, Words == [count/3, list/4, max/3, min/3, sum/4]) :-
    findall(Word, aggregate_word(Word, _), Words0), sort(Words0, Words).

:- end_tests(aggregates).
