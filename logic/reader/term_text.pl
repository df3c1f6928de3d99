:- encoding(utf8).
:- module(term_text,
          [ term_text/3,                % +Game, +Term, -Text
            facts_text/3,               % +Game, +Facts, -Text
            position_text/3,            % +Game, +Facts, -Text
            prolog_text/2,              % +Term, -Text
            value_text/2,               % +Value, -Text
            text_value/2,               % +Value, -String
            plain_text/2,               % +Term, -Text
            line_text/2,                % +Term, -Text
            with_fractions/2,           % +Term0, -Term
            atomics_to_string/2         % +Atomics, -String
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(reader/kif), [kif_text/2]).

/** <module> Terms as texts

Terms of a game are written in the syntax of its rule file, so that they can be read again.
*/

%!  term_text(+Game, +Term, -Text) is det.

term_text(Game, Term, Text) :-
    ( Game:syntax(kif) -> kif_text(Term, Text) ; prolog_text(Term, Text) ).

%!  facts_text(+Game, +Facts, -Text) is det.

facts_text(Game, Facts, Text) :-
    (   Game:syntax(kif)
    ->  maplist(kif_text, Facts, Texts), atomics_to_string(Texts, Text)
    ;   prolog_text(Facts, Text)
    ).

%!  position_text(+Game, +Facts, -Text) is det.
%
%   Text is the list of Facts as --state reads it.

position_text(Game, Facts, Text) :-
    (   Game:syntax(kif)
    ->  maplist(kif_text, Facts, Texts),
        atomic_list_concat(Texts, ' ', Words),
        format(string(Text), "[~w]", [Words])
    ;   prolog_text(Facts, Text)
    ).

%!  prolog_text(+Term, -Text) is det.
%
%   A compound term has the same text on its own as it has as an argument: `(a:-b)` and
%   `(a, b)` have brackets.  A term with a prefix operator above 999, such as `table` or `:-`,
%   is written as `table(1)` or `':-'(1)`.

prolog_text(Term, Text) :-
    with_output_to(string(Text), write_prolog(Term)).

write_prolog(Term) :-
    (   \+ compound(Term)
    ->  write_term(Term, [quoted(true)])
    ;   acyclic_term(Term), has_prefix(Term)
    ->  write_term(Term, [quoted(true), spacing(next_argument), max_depth(0), priority(999),
                          portray(true), portray_goal(write_prefixed)])
    ;   write_term(Term, [quoted(true), spacing(next_argument), max_depth(0), priority(999)])
    ).

%   has_prefix(+Compound) is semidet.
%
%   Some part of Compound has a prefix operator above 999.

has_prefix(Term) :-
    compound_name_arity(Term, Name, Arity),
    (   Arity =:= 1, high_prefix(Name, _)
    ->  true
    ;   has_prefix(1, Arity, Term)
    ).

%   has_prefix(+I, +Arity, +Compound) is semidet.
%
%   Some argument from the I-th to the last has one; the last is looked at last, so that long
%   lists take no stack.

has_prefix(I, Arity, Term) :-
    arg(I, Term, Part),
    (   I =:= Arity -> compound(Part), has_prefix(Part)
    ;   compound(Part), has_prefix(Part) -> true
    ;   I1 is I + 1, has_prefix(I1, Arity, Term)
    ).

%   write_prefixed(+Term, +Options) is semidet.

write_prefixed(Term, Options) :-
    compound(Term),
    compound_name_arguments(Term, Name, [Argument]),
    high_prefix(Name, Text),
    write(Text), write('('),
    write_term(Argument, [priority(999)|Options]),
    write(')').

%   high_prefix(?Name, -Text) is nondet.
%
%   Name is a prefix operator above 999 of standard Prolog, and Text is how it is written before
%   a bracket: quoted if an operator before it could run into it.

term_expansion(high_prefixes, Facts) :-
    findall(high_prefix(Name, Text),
            ( current_op(Priority, Type, user:Name), Priority > 999, memberchk(Type, [fx, fy]),
              (   atom_codes(Name, [Code|_]), code_type(Code, csymf) -> Text = Name
              ;   atomic_list_concat(['\'', Name, '\''], Text)
              )
            ),
            Facts).

high_prefixes.

%!  value_text(+Value, -Text) is det.
%
%   Text is the value of a parameter as a rule file has it.

value_text(Value, Text) :-
    ( text_value(Value, String) -> prolog_text(String, Text) ; prolog_text(Value, Text) ).

%!  text_value(+Value, -String) is semidet.
%
%   Value is a list of characters, not all of them lower-case letters; a rule file has it as
%   String in double quotes.

text_value(Value, String) :-
    Value = [_|_],
    is_list(Value),
    forall(member(C, Value), ( atom(C), atom_length(C, 1) )),
    once(( member(C1, Value), \+ char_type(C1, lower) )),
    string_chars(String, Value).

%!  with_fractions(+Term0, -Term) is det.
%
%   Term has N/D for each rational number of Term0 that is not whole, as people write it.

with_fractions(Term0, Term) :-
    (   compound(Term0)
    ->  compound_name_arguments(Term0, Name, Arguments0),
        maplist(with_fractions, Arguments0, Arguments),
        compound_name_arguments(Term1, Name, Arguments)
    ;   rational(Term0, N, D), D > 1
    ->  Term1 = N/D
    ;   Term1 = Term0
    ),
    Term = Term1.

%!  plain_text(+Term, -Text) is det.
%
%   Text is for human readers: the members of a list are written without separators.

plain_text(X, Text) :-
    (   is_list(X)
    ->  maplist(plain_text, X, Texts), atomics_to_string(Texts, Text)
    ;   with_output_to(string(Text), write_term(X, [quoted(false), spacing(next_argument)]))
    ).

%!  line_text(+Term, -Text) is det.
%
%   Text is plain_text/2 in one line: a line end or a tab is a space.

line_text(X, Text) :-
    plain_text(X, Text0),
    string_codes(Text0, Codes0),
    maplist(in_line, Codes0, Codes),
    string_codes(Text, Codes).

in_line(Code, Space) :- ( breaks_line(Code) -> Space = 0'\s ; Space = Code ).

breaks_line(Code) :- between(9, 13, Code).
breaks_line(Code) :- memberchk(Code, [0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029]).

%!  atomics_to_string(+Atomics, -String) is det.

atomics_to_string(Atomics, String) :-
    atomic_list_concat(Atomics, Atom),
    atom_string(Atom, String).
