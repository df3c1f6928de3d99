% Reads texts for terms.py: `swipl reader.pl`.
%
% Each line of input is a JSON list of texts in standard Prolog; the answer is a line with a JSON
% list of the terms in each text.  Numbers and names stand for themselves, [Name, Argument ...]
% for a compound term, ["[]"] for the empty list, {"v": N} for a variable.  A text in double
% quotes is a list of characters.  The answer to {"written": texts} is a list that says of each
% whether it is one term, just as the package writes it: quoted where that is needed, with a
% space after a comma, in brackets where it would need them as an argument, and without a prefix
% operator above 999.  This file uses only SWI-Prolog itself, nothing from logic/.

:- module(oracle_reader, []).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [memberchk/2]).
:- if(exists_source(library(json))).    % SWI-Prolog 10
:- use_module(library(json), [atom_json_dict/3, json_write_dict/3]).
:- else.
:- use_module(library(http/json), [atom_json_dict/3, json_write_dict/3]).
:- endif.
:- use_module(library(readutil), [read_line_to_string/2]).

:- initialization(main, main).

main :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    repeat,
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  !
    ;   catch(answer(Line, Answer), Error, told(Error, Answer)),
        json_write_dict(user_output, Answer, [width(0)]),
        nl(user_output),
        flush_output(user_output),
        fail
    ).

told(Error, _{error: Text}) :- format(string(Text), '~q', [Error]).

answer(Line, Lists) :-
    atom_json_dict(Line, Asked, []),
    (   is_dict(Asked)
    ->  maplist(as_written, Asked.written, Lists)
    ;   maplist(terms, Asked, Lists)
    ).

as_written(Text, Answer) :-
    (   term_of(Text, Term), with_output_to(string(Written), written(Term)), Written == Text
    ->  Answer = true
    ;   Answer = false
    ).

term_of(Text0, Term) :-
    string_concat(Text0, " .", Text),
    setup_call_cleanup(open_string(Text, In), read_one(In, Term), close(In)).

written(Term) :-
    (   compound(Term)
    ->  write_term(Term, [ quoted(true), spacing(next_argument), priority(999), portray(true),
                           portray_goal(without_prefix) ])
    ;   write_term(Term, [quoted(true)])
    ).

without_prefix(Term, Options) :-
    compound(Term),
    compound_name_arguments(Term, Name, [Argument]),
    current_op(Priority, Type, Name), Priority > 999, memberchk(Type, [fx, fy]), !,
    (   sub_atom(Name, 0, 1, _, First), char_type(First, alpha)
    ->  write(Name)
    ;   format("'~w'", [Name])
    ),
    write('('),
    write_term(Argument, [priority(999)|Options]),
    write(')').

terms(Text, Terms) :-
    setup_call_cleanup(open_string(Text, In), read_all(In, Terms), close(In)).

read_all(In, Terms) :-
    read_one(In, Term),
    (   Term == end_of_file
    ->  Terms = []
    ;   term_variables(Term, Variables),
        number_all(Variables, 0),
        as_json(Term, Json),
        Terms = [Json|Terms1],
        read_all(In, Terms1)
    ).

read_one(In, Term) :-
    read_term(In, Term, [module(oracle_reader), double_quotes(chars), dotlists(false)]).

number_all([], _).
number_all(['$oracle variable'(N)|Variables], N) :- N1 is N + 1, number_all(Variables, N1).

as_json('$oracle variable'(N), Json) :- !, Json = _{v: N}.
as_json([], Json) :- !, Json = ["[]"].
as_json(Term, Json) :- atom(Term), !, atom_string(Term, Json).
as_json(Term, [Name|Json]) :- compound(Term), !,
    compound_name_arguments(Term, Name0, Arguments),
    must_be(atom, Name0),
    atom_string(Name0, Name),
    maplist(as_json, Arguments, Json).
as_json(Number, Number) :- must_be(number, Number).
