:- encoding(utf8).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(requests/common)).

:- dynamic two:role/1, two:syntax/1.

two:role(first).
two:role(second).
two:syntax(prolog).

:- begin_tests(requests).

test(each_role_is_found_by_its_text, all(Text-Role == ["first"-first, "second"-second])) :-
    member(Text, ["first", "second"]),
    role_named(two, Text, Role).
test(what_is_no_role_is_told_with_the_roles,
     throws(error(no_role("third", ["first", "second"]), _))) :-
    role_named(two, "third", _).

:- end_tests(requests).
