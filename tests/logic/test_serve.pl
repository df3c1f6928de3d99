:- encoding(utf8).
:- if(exists_source(library(json))).    % SWI-Prolog 10
:- use_module(library(json), [atom_json_dict/3]).
:- else.
:- use_module(library(http/json), [atom_json_dict/3]).
:- endif.
:- use_module(library(lists), [member/2]).
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

test(each_effort_is_of_an_operation,
     [forall(( requests:effort(_, Names), member(Name, Names) )), nondet]) :-
    current_module(Module),
    sub_atom(Module, _, _, 0, '_requests'),
    sub_atom(Module, 0, _, 1, Predicate),
    Head =.. [Predicate, Name, _, _],
    clause(Module:Head, _).

test(a_limit_of_inferences_is_one_wherever_it_comes_from, Kind == "too_much_work") :-
    serve:refused(inference_limit_exceeded, Reply),
    atom_json_dict(Reply, Told, []),
    Kind = Told.error.kind.

test(an_error_says_what_is_wrong,
     [forall(member(Term-Expected, [no_role(a, [])-"input", not_legal(a)-"move", no_start-"rules",
                                    f(_)-"rules"])),
      Wrong == Expected]) :-
    catch(throw(error(Term, _)), Error, serve:refused(Error, Reply)),
    atom_json_dict(Reply, Told, []),
    Wrong = Told.error.wrong.

:- end_tests(serve).
