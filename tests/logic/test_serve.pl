:- encoding(utf8).
:- use_module(library(http/json), [atom_json_dict/3]).
:- use_module(library(plunit)).
:- use_module(library(prolog_wrap), [wrap_predicate/4]).
:- ensure_loaded('../../logic/paths').
:- use_module(logic(serve)).

:- begin_tests(serve).

%   What is thrown while an answer is written is an answer, too.

test(an_answer_that_cannot_be_written_is_an_error,
     [ setup(wrap_predicate(serve:answer(_, _, Dict), unwritable, _, Dict = _{value: f(x)})),
       cleanup(unwrap_predicate(serve:answer/3, unwritable)),
       Kind == "type_error" ]) :-
    request(roles, "{}", Reply),
    atom_json_dict(Reply, Told, []),
    Kind = Told.error.kind.

:- end_tests(serve).
