% Reads texts for terms.py: `swipl reader.pl`.
%
% Each line of input is a JSON list of texts in standard Prolog; the answer is a line with a JSON
% list of the terms in each text.  Numbers and names stand for themselves, [Name, Argument ...]
% for a compound term, ["[]"] for the empty list, {"v": N} for a variable.  A text in double
% quotes is a list of characters.  This file uses only SWI-Prolog itself, nothing from logic/.

:- module(oracle_reader, []).
:- use_module(library(apply), [maplist/3]).
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
    atom_json_dict(Line, Texts, []),
    maplist(terms, Texts, Lists).

terms(Text, Terms) :-
    setup_call_cleanup(open_string(Text, In), read_all(In, Terms), close(In)).

read_all(In, Terms) :-
    read_term(In, Term, [module(oracle_reader), double_quotes(chars), dotlists(false)]),
    (   Term == end_of_file
    ->  Terms = []
    ;   term_variables(Term, Variables),
        number_all(Variables, 0),
        as_json(Term, Json),
        Terms = [Json|Terms1],
        read_all(In, Terms1)
    ).

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
