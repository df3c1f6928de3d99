:- module(test_answer_pages, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(questions/answer_pages)).

%   Answers in portions: their size, what was passed over, and what is remembered.

:- dynamic called/1.

begin :- retractall(called(_)), assertz(called(0)).

count(N) :- called(N).

counted(N) :- retract(called(N0)), N is N0 + 1, assertz(called(N)).

:- begin_tests(portions).

test(all, Found-More == [a, b, c]-false) :-
    portion(portion(q, 0, 10, none), X, member(X, [a, b, a, c, b]), Found, More).
test(size, Found-More == [a, b]-true) :-
    portion(portion(q, 0, 2, none), X, member(X, [a, b, a, c]), Found, More).
test(exact_size, Found-More == [a, b]-false) :-
    portion(portion(q, 0, 2, none), X, member(X, [a, b, a]), Found, More).
test(skip, Found-More == [c]-false) :-
    portion(portion(q, 2, 2, none), X, member(X, [a, b, a, c]), Found, More).
test(none, Found-More == []-false) :-
    portion(portion(q, 0, 2, none), _, fail, Found, More).
test(patience, [condition(exists_source(library(time))), Found-More == [1]-true]) :-
    portion(portion(q, 0, 5, 0.05), X, ( X = 1 ; repeat, fail ), Found, More).
test(patience_waits_for_one,
     [condition(exists_source(library(time))), Found-More == [1]-true]) :-
    portion(portion(q, 0, 5, 0.01), X, ( sleep(0.1), member(X, [1, 2]) ), Found, More).
test(kept_when_it_is_ended, Found == [1, 2]) :-
    catch(portion(portion(q(1), 0, 9, none), X,
                  ( member(X, [1, 2]) ; throw(ended) ), _, _),
          ended, true),
    found_so_far(q(1), 0, Found).
test(kept_for_its_question_alone, Found-More == []-[]) :-
    portion(portion(q(1), 0, 9, none), X, member(X, [1, 2]), _, _),
    found_so_far(q(2), 0, Found),
    found_so_far(q(1), 1, More).
test(remembered, Ns == [1, 1]) :-
    begin,
    portion(portion(q(3), 0, 1, none), X,
            ( remembered(count, N, counted(N)), member(X, [N, x]) ), _, _),
    portion(portion(q(3), 1, 1, none), X,
            ( remembered(count, N, counted(N)), member(X, [N, x]) ), [x], _),
    count(M), Ns = [M, M].
test(forgotten, N == 2) :-
    begin,
    portion(portion(q(4), 0, 1, none), X, remembered(count, X, counted(X)), _, _),
    portion(portion(q(5), 0, 1, none), X, remembered(count, X, counted(X)), _, _),
    count(N).
test(not_remembered_elsewhere, N == 2) :-
    begin,
    remembered(count, _, counted(_)),
    remembered(count, N, counted(N)).

:- end_tests(portions).
