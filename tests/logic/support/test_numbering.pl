:- encoding(utf8).
:- module(test_numbering, []).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(support/numbering)).

:- begin_tests(numbering).

test(in_the_order_in_which_they_first_come, Keys-[A, B, C, D] == ["b", "a", [1]]-[0, 1, 0, 2]) :-
    numbers(["b"-A, "a"-B, "b"-C, [1]-D], Keys).
test(none, Keys == []) :-
    numbers([], Keys).
test(keys_of_another_type_are_others, Keys == [1, 1.0, '1', "1"]) :-
    numbers([1-_, 1.0-_, '1'-_, "1"-_], Keys).

:- end_tests(numbering).
