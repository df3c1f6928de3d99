:- module(test_term_text, []).
:- use_module(library(lists), [member/2]).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(reader/prolog_reader), [read_ground_term/2]).
:- use_module(logic(reader/term_text)).

%   Names that are operators, some of them above 999.

name(Name) :-
    member(Name, [table, dynamic, discontiguous, initialization, ':-', '?-', ';', '->', '|',
                  ',', '-->', -, \+, is, :, =, a, 'A b', {}, '[]']).

%   SWI-Prolog for the browser writes '[]'(1) as it writes the list [1].

functor_name(Name) :-
    name(Name),
    \+ ( Name == '[]', current_prolog_flag(emscripten, true) ).

simple(Term) :- ( name(Term) ; member(Term, [1, -1, b(c), []]) ).

term(Term) :- simple(Term).
term(Term) :- functor_name(Name), simple(X), Term =.. [Name, X].
term(Term) :- functor_name(Name), simple(X), Term =.. [Name, X, b].
term(Term) :- functor_name(Name), simple(X), Term =.. [Name, -1, X].
term(Term) :- simple(X), ( Term = [X] ; Term = [a|X] ).

%   Terms around a term.

around(X, Term) :-
    member(Term, [X, -X, 1-X, [X], {X}, f(X, X), [a|X], a:X]).
around(X, Term) :-
    member(Name, [table, ':-', ';', ',', =, \+, is]),
    ( Term =.. [Name, X] ; Term =.. [Name, X, a] ; Term =.. [Name, a, X] ).

:- begin_tests(prolog_text).

test(prefix_operators, Text == Expected) :-
    forall(member(T-E, [table(1)-"table(1)", ':-'(1)-"':-'(1)", f(table(-1))-"f(table(-1))",
                        -(':-'(a))-"-':-'(a)", [table([])]-"[table([])]", -a-"-a",
                        dynamic-"dynamic", (a:-b)-"(a:-b)", (a, b)-"(a, b)", (a;b)-"(a;b)"]),
           ( prolog_text(T, Found), assertion(Found == E) )),
    Text = done, Expected = done.
test(read_again) :-
    forall(( term(X), around(X, Term) ),
           ( prolog_text(Term, Text), read_ground_term(Text, Again), assertion(Again == Term) )).
test(alike_as_an_argument) :-
    forall(( term(X), around(X, Term) ),
           (   prolog_text(Term, Text), prolog_text('seen now'(p, Term), Whole),
               format(string(Expected), "'seen now'(p, ~s)", [Text]),
               assertion(Whole == Expected)
           )).
test(cyclic_terms_are_written, true(string(Text))) :-
    X = f(X), catch(prolog_text(X, Text), _, Text = "refused").

:- end_tests(prolog_text).
