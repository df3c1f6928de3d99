:- encoding(utf8).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(support/resource_limits)).

/** <test> Limits, several at once, reached together or nearly so */

:- begin_tests(processor, [condition(exists_source(library(time)))]).

test(both_over_the_outer_ends_it, Ends == [outer]) :-
    findall(End, ( between(1, 200, I), limited(0, I, End) ), Ends0),
    sort(Ends0, Ends).
test(an_inner_one_may_be_over_first, Ends == [inner]) :-
    findall(End, ( between(1, 50, I), limited(10_000_000, I, End) ), Ends0),
    sort(Ends0, Ends).
test(limits_that_are_over_together_do_no_harm, Others == []) :-
    findall(End,
            ( between(1, 2000, I), Outer is I mod 7, Inner is I mod 5, limited(Outer, Inner, End) ),
            Ends),
    exclude([End]>>memberchk(End, [outer, inner]), Ends, Others).
test(what_is_done_in_time_is_done) :-
    within_clock(1000, throw(outer), within_limits(1000, 1 << 60, true)).
test(nothing_is_left_behind, After == Before) :-    % newer ones of plunit set an alarm
    findall(Goal, time:current_alarm(_, Goal, _, _), Before),
    limited(1, 1, _),
    findall(Goal, time:current_alarm(_, Goal, _, _), After).

test(memory_held, [condition(exists_file('/proc/self/status'))]) :-
    resource_limits:memory_held(Before),
    numlist(1, 2_000_000, Numbers),     % 24 bytes each, in a stack of at least that
    resource_limits:memory_held(After),
    length(Numbers, _),
    After - Before > 24_000_000,
    After - Before < 400_000_000.
test(memory_over, [throws(memory_over(1000))]) :-
    within_limits(1000, 1000, endless).

%   limited(+Outer, +Inner, -End): tenths of a millisecond for work without end.

limited(Outer0, Inner0, End) :-
    Outer is Outer0 / 10_000, Inner is Inner0 / 10_000,
    catch(within_clock(Outer, throw(outer),
                       within_clock(Inner, throw(inner),
                                    within_limits(1000, 1 << 60, endless))),
          End, true).

endless :-
    numlist(1, 1000, Numbers), msort(Numbers, _),
    endless.

:- end_tests(processor).

:- begin_tests(inferences).

test(inferences, [throws(inferences_over(1000, nowhere))]) :-
    within_inferences(1000, endless).
test(once, [true(X == 1)]) :- within_inferences(1000, between(1, 3, X)).
test(failure, [fail]) :- within_inferences(1000, fail).

endless :-
    numlist(1, 1000, Numbers), msort(Numbers, _),
    endless.

:- end_tests(inferences).

%   Where there are no alarms, within_time/0 must be called again and again.

:- begin_tests(time).

test(clock, [throws(over)]) :- within_clock(0.01, throw(over), looking).
test(processor, [throws(processor_time_over(0.01, nowhere))]) :-
    within_limits(0.01, 1 << 60, looking).
test(the_outer_one_is_over_first, [throws(outer)]) :-
    within_clock(0.01, throw(outer), within_clock(1000, throw(inner), looking)).
test(the_inner_one_is_over_first, [throws(inner)]) :-
    within_clock(1000, throw(outer), within_clock(0.01, throw(inner), looking)).
test(without_a_limit) :- within_clock(1000, throw(over), true), within_time.

looking :-
    within_time,
    looking.

:- end_tests(time).
