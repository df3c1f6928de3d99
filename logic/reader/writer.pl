:- encoding(utf8).
:- module(writer,
          [ rules_text/3,               % +Syntax, +Rules, -Text
            clause_text/4,              % +Syntax, +Head, +Body, -Text
            body_text/4,                % +Syntax, +Body, +Variables, -Text
            variable_name/3             % +Syntax, +Name, -Proper
          ]).
:- use_module(library(apply), [foldl/4, maplist/2, maplist/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(occurs), [occurrences_of_var/3]).
:- use_module(logic(language/aggregates)).
:- use_module(logic(language/after), [after_literal/3]).
:- use_module(logic(language/decimals)).
:- use_module(logic(language/equations), [value_fact/1]).
:- use_module(logic(reader/prolog_reader), [named_term/3, operators/2]).
:- use_module(logic(reader/sheet_writer)).
:- use_module(logic(reader/syntaxes), [sheet_syntax/1]).
:- use_module(logic(reader/term_text), [text_value/2]).

/** <module> Write rules in any syntax

The text reads back as the same rules.  Comments and layout are lost, and a variable gets
another name if the syntax does not allow its name.

sheet_writer.pl writes the syntaxes of rule sheets.  In these, words that GDL does not have
(arithmetic, count, draw, ...) get a prefix (gdl_words.pl).
*/

%!  rules_text(+Syntax, +Rules, -Text) is det.
%
%   Syntax is one of syntaxes.pl; Rules are those of prolog_reader.pl, free of faults.  A
%   blank line separates the relations, but not facts.

rules_text(Syntax, Rules, Text) :-
    with_output_to(string(Text), write_rules(Rules, none, Syntax)).

write_rules([], _, _).
write_rules([rule(Fact, [], _)|Rules], Before, Syntax) :-  % written with what asks for it
    \+ sheet_syntax(Syntax), value_fact(Fact), !,
    write_rules(Rules, Before, Syntax).
write_rules([rule(Head0, Body0, source(_, _, Variables))|Rules], Before, Syntax) :-
    functor(Head0, Name, Arity),
    ( Body0 == [] -> Kind = fact ; Kind = rule ),
    (   ( Before == none ; Before = Name/Arity-_ ; Before-Kind = (_-fact)-fact )
    ->  true
    ;   nl
    ),
    without_places(Body0, Body1),
    copy_term(Head0-Body1-Variables, Head-Body-Named),
    name_variables(Syntax, Head-Body, Named),
    write_rule(Syntax, Head, Body),
    write_rules(Rules, Name/Arity-Kind, Syntax).

%   without_places(+Body0, -Body): literals without places.  Nested disjunctions are
%   flattened; one with a single body becomes that body, and an empty one a literal that
%   never holds.

without_places([], []).
without_places([_:L0|Ls0], Ls) :-
    bare(L0, Ls1),
    without_places(Ls0, Ls2),
    append(Ls1, Ls2, Ls).

bare(not(Body0), [not(Body)]) :- !, without_places(Body0, Body).
bare(or(Bodies0), Body) :- !,
    maplist(without_places, Bodies0, Bodies1),
    flattened(Bodies1, Bodies),
    (   Bodies == [] -> Body = [test(distinct(0, 0))]
    ;   Bodies = [Body] -> true
    ;   Body = [or(Bodies)]
    ).
bare(aggregate(How, T, Body0, N), [aggregate(How, T, Body, N)]) :- !, without_places(Body0, Body).
bare(after(R, M, Body0), [after(R, M, Body)]) :- !, without_places(Body0, Body).
bare(Literal, [Literal]).

flattened([], []).
flattened([Body|Bodies0], Bodies) :-
    ( Body = [or(Inner)] -> append(Inner, Rest, Bodies) ; Bodies = [Body|Rest] ),
    flattened(Bodies0, Rest).

%!  body_text(+Syntax, +Body, +Variables, -Text) is det.
%
%   Text is Body, a list of literals without places, on one line.  Variables, as in the
%   source of a rule, give the names of unbound variables.

body_text(Syntax, Body0, Variables, Text) :-
    named_term(Body0, Variables, Body),
    with_output_to(string(Lines), write_body(Syntax, Body)),
    split_string(Lines, "\n", " ", Parts),
    atomic_list_concat(Parts, ' ', Joined),
    atom_string(Joined, Text).

write_body(Syntax, Body) :- sheet_syntax(Syntax), !, write_sheet_body(Syntax, Body).
write_body(Syntax, Body) :- write_inner(Body, Syntax).

% ---- variables ---------------------------------------------------------------

%   name_variables(+Syntax, +Rule, +Variables): each variable becomes '$VAR'(Name), where
%   Name is allowed by the syntax and not yet used.  In Prolog, the name of a variable that
%   occurs only once begins with `_`, and in the other syntaxes it keeps its `_`: so `check`
%   accepts what is written.

name_variables(Syntax, Rule, Variables) :-
    foldl(name_variable(Syntax, Rule), Variables, [], Used),
    term_variables(Rule, Others),
    foldl(name_other(Syntax), Others, Used, _).

name_variable(Syntax, Rule, variable(Name0, Variable, _), Used0, Used) :-
    (   var(Variable)
    ->  occurrences_of_var(Variable, Rule, N),
        ( N =:= 1 -> Alone = alone ; Alone = shared ),
        new_name(Syntax, Name0, Alone, Used0, Name),
        Variable = '$VAR'(Name),
        Used = [Name|Used0]
    ;   Used = Used0
    ).

name_other(Syntax, Variable, Used0, [Name|Used0]) :-
    new_name(Syntax, x, alone, Used0, Name),
    Variable = '$VAR'(Name).

new_name(Syntax, Name0, Alone, Used, Name) :-
    base_name(Syntax, Name0, Alone, Base),
    (   Base == '_' -> Name = Base
    ;   \+ memberchk(Base, Used) -> Name = Base
    ;   between(2, inf, I),
        atomic_list_concat([Base, '_', I], Name),
        \+ memberchk(Name, Used)
    ), !.

%!  variable_name(+Syntax, +Name, -Proper) is det.
%
%   Proper is Name, the name of a variable in another syntax, as Syntax allows it.

variable_name(Syntax, Name, Proper) :- base_name(Syntax, Name, shared, Proper).

base_name(kif, Name0, Alone, Name) :- !,
    atom_codes(Name0, Codes0),
    without_underscores(Codes0, Codes1),
    (   Codes1 = [C0|Cs] -> code_type(C, to_lower(C0)), Codes = [C|Cs]
    ;   Codes = `x`
    ),
    (   Alone == alone, Codes0 = [0'_|_] -> atom_codes(Name, [0'_|Codes])
    ;   atom_codes(Name, Codes)
    ).
base_name(hrf, Name0, alone, '_') :- sub_atom(Name0, 0, 1, _, '_'), !.  % as in Epilog
base_name(infix, Name0, Alone, Name) :-
    sub_atom(Name0, 0, 1, _, '_'), \+ ( Name0 == '_', Alone == shared ), !,
    (   Name0 == '_' -> Name = Name0
    ;   base_name(hrf, Name0, shared, Base), atom_concat('_', Base, Name)
    ).
base_name(Syntax, Name0, _, Name) :-
    sheet_syntax(Syntax), !,
    base_name(prolog, Name0, shared, Name1),
    atom_codes(Name1, Codes1),
    maplist(ascii_code, Codes1, Codes),
    ( Codes = [C|_], C >= 0'A, C =< 0'Z -> atom_codes(Name, Codes) ; atom_codes(Name, [0'V|Codes]) ).
base_name(_, Name0, Alone, Name) :-
    atom_codes(Name0, Codes0),
    without_underscores(Codes0, Codes1),
    (   Alone == alone, Codes1 == [] -> Name = '_'
    ;   maplist(word_code, Codes1, Codes2),
        capitalised(Codes2, Codes3),
        ( Alone == alone -> Codes = [0'_|Codes3] ; Codes = Codes3 ),
        atom_codes(Name, Codes)
    ).

without_underscores([0'_|Codes0], Codes) :- !, without_underscores(Codes0, Codes).
without_underscores(Codes, Codes).

ascii_code(C, D) :- ( C < 128 -> D = C ; D = 0'_ ).

word_code(C, D) :- ( code_type(C, csym) -> D = C ; D = 0'_ ).

capitalised([C0|Cs], [C|Cs]) :-
    code_type(C0, alpha), C0 \== 0'_,
    upcase_atom(C0, _),
    char_code(Char0, C0), upcase_atom(Char0, Char), char_code(Char, C),
    code_type(C, upper(_)), !.
capitalised(Cs, [0'V|Cs]).

% ---- Prolog and CILOG ----------------------------------------------------------

write_rule(Syntax, Head, Body) :- sheet_syntax(Syntax), !, write_sheet_rule(Syntax, Head, Body).
write_rule(Syntax, Head, Body) :-
    with_output_to(string(Clause), write_clause(Syntax, Head, Body)),
    write(Clause),
    ( stop_would_join(Clause) -> write(' .\n') ; write('.\n') ).

%!  clause_text(+Syntax, +Head, +Body, -Text) is det.
%
%   Syntax is `prolog` or `cilog`; Body is a list of literals without places, and the
%   variables are '$VAR'(Name).  Text has no full stop.

clause_text(Syntax, Head, Body, Text) :-
    with_output_to(string(Text), write_clause(Syntax, Head, Body)).

write_clause(Syntax, Head0, Body) :-
    (   text_last(Head0), Head0 =.. Parts0, append(Parts1, [Value], Parts0),
        nonvar(Value), text_value(Value, String)
    ->  append(Parts1, [String], Parts), Head =.. Parts
    ;   Head0 = weight(Name, Value), decimal(Value, Number)
    ->  Float is float(Number), Head = weight(Name, Float)
    ;   Head = Head0
    ),
    write_operand(Syntax, 999, Head),
    (   Body == [] -> true
    ;   ( Syntax == cilog -> write(' <-') ; write(' :-') ),
        connective(Syntax, And),
        write_literals(Body, And, Syntax)
    ).

%   text_last(?Head): the last argument is often a text in double quotes.

text_last(parameter(_, _)).
text_last(title(_)).
text_last(source(_)).
text_last(about(_)).

%   A full stop directly after a symbol would be part of it.

stop_would_join(Clause) :-
    sub_string(Clause, _, 1, 0, Last),
    \+ char_type(Last, csym),
    \+ memberchk(Last, [")", "]", "}", "'", "\""]).

connective(prolog, ',').
connective(cilog, ' &').

write_literals([L|Ls], And, Syntax) :-
    write('\n    '),
    write_literal(L, Syntax),
    ( Ls == [] -> true ; write(And), write_literals(Ls, And, Syntax) ).

write_literal(Copy, Syntax) :- after_literal(Copy, _, Literal), !, write_literal(Literal, Syntax).
write_literal(call('occurred after'(R, M, N)), Syntax) :- !,
    write_literal(after(R, M, [call(occurred(N))]), Syntax).
write_literal(call(X = Y), prolog) :- !, write_infix(X, =, Y, prolog).
write_literal(call(Atom), Syntax) :- write_operand(Syntax, 899, Atom).
write_literal(not([test(distinct(X, Y))]), prolog) :- !, write_infix(X, ==, Y, prolog).
write_literal(not(Body), Syntax) :-
    (   Body = [L], \+ L = or(_), \+ L = test(_), \+ L = is(_, _), \+ L = not(_)
    ->  with_output_to(string(Text), write_literal(L, Syntax)),
        write_negation(Syntax, Text),
        write(Text)
    ;   write_negation(Syntax, "("),
        write('( '), write_inner(Body, Syntax), write(' )')
    ).
write_literal(or(Bodies), Syntax) :-
    write('( '), write_bodies(Bodies, Syntax), write(' )').
write_literal(test(Test), Syntax) :-
    (   Test = distinct(X, Y)
    ->  ( Syntax == cilog -> Word = (\=) ; Word = (\==) )
    ;   Test =.. [Word, X, Y]
    ),
    write_infix(X, Word, Y, Syntax).
write_literal(is(X, E), Syntax) :- write_infix(X, is, E, Syntax).
write_literal(between(L, H, X), Syntax) :- write_prolog(Syntax, 899, between(L, H, X)).
write_literal(aggregate(How, T, Body, N), Syntax) :-
    aggregate_goal(Goal, How, T, _, N),
    Goal =.. [Word|As],
    once(append(Parts, [_, _], As)),
    write(Word), write('('),
    forall(member(Part, Parts), ( write_prolog(Syntax, 899, Part), write(', ') )),
    write_goal(Body, Syntax),
    write(', '), write_prolog(Syntax, 899, N), write(')').
write_literal(after(R, M, Body), Syntax) :-
    write('after('), write_prolog(Syntax, 899, R), write(', '),
    write_prolog(Syntax, 899, M), write(', '),
    write_goal(Body, Syntax),
    write(')').

%   A body as an argument.

write_goal(Body, Syntax) :-
    (   Body = [L], \+ L = test(_), \+ L = is(_, _)
    ->  write_literal(L, Syntax)
    ;   write('( '), write_inner(Body, Syntax), write(' )')
    ).

%   The sign of negation, with a space if it would otherwise join the symbol after it.

write_negation(prolog, _) :- write('\\+ ').
write_negation(cilog, Text) :-
    sub_string(Text, 0, 1, _, First),
    ( char_type(First, csym) ; memberchk(First, ["(", "[", "{", "'", "\""]) ), !,
    write(~).
write_negation(cilog, _) :- write('~ ').

write_infix(X, Word, Y, Syntax) :-
    write_operand(Syntax, 699, X),
    format(' ~w ', [Word]),
    write_operand(Syntax, 699, Y).

%   An atom that is an operator is written in brackets.

write_operand(Syntax, Priority, Term) :-
    operators(Syntax, Module),
    (   atom(Term), current_op(_, _, Module:Term)
    ->  write('('), write_prolog(Syntax, 999, Term), write(')')
    ;   write_prolog(Syntax, Priority, Term)
    ).

write_inner([], _) :- write(true).
write_inner([L|Ls], Syntax) :-
    write_literal(L, Syntax),
    (   Ls == [] -> true
    ;   connective(Syntax, And), write(And), write(' '),
        write_inner(Ls, Syntax)
    ).

write_bodies([Body], Syntax) :- !, write_inner(Body, Syntax).
write_bodies([Body|Bodies], Syntax) :-
    write_inner(Body, Syntax),
    write('\n    ; '),
    write_bodies(Bodies, Syntax).

write_prolog(Syntax, Priority, Term) :-
    operators(Syntax, Module),
    write_term(Term, [ quoted(true), numbervars(true), spacing(next_argument),
                       priority(Priority), module(Module), character_escapes(true) ]).
