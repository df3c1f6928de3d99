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

prolog_text(Term, Text) :-
    with_output_to(string(Text),
        write_term(Term, [quoted(true), ignore_ops(false), spacing(next_argument),
                          max_depth(0)])).

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
