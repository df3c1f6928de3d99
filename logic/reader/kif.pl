:- encoding(utf8).
:- module(kif,
          [ read_kif_rules/3,           % +Text, -Rules, -Faults
            read_kif_value/2,           % +Text, -Value
            kif_text/2                  % +Term, -Text
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/2, member/2]).
:- use_module(logic(reader/gdl_sentences)).
:- use_module(logic(reader/gdl_words)).

/** <module> Read the Knowledge Interchange Format of GDL

Rules as in prolog_reader.pl, in the prefix syntax of General Game Playing:

    (<= (next (cell ?c ?r ?p)) (does ?p (mark ?c ?r)))

A token ends at white space or a parenthesis; `;` begins a comment.  The keywords of GDL
are recognised in any case; all other names are case-sensitive.  The decimal form of a whole
number is read as that number.  `(p)` is not `p`: a term or sentence in parentheses without
arguments is read as the atom '(p)', which no token can be.  gdl_words.pl says what the names
mean.
*/

%!  read_kif_rules(+Text, -Rules, -Faults) is det.

read_kif_rules(Text, Rules, Faults) :-
    string_codes(Text, Codes),
    tokens(Codes, 0, Tokens),
    (   too_deep(Tokens, 0, At)
    ->  Rules = [unreadable(_)], To is At + 1, deepest(Most),
        Faults = [fault(error, too_deep, At-To, [Most])]
    ;   expressions(Tokens, Expressions, Faults0),
        maplist(sentence, Expressions, Sentences),
        sheet_rules(Sentences, Rules, Faults1),
        underscores(Sentences, Faults2),
        append([Faults0, Faults1, Faults2], Faults)
    ).

%   underscores(+Sentences, -Faults): a variable of Prolog, `_` or `_x`, is a constant here.  If a
%   head has it, it is meant as one.

underscores(Sentences, Faults) :-
    findall(Word, ( member(sentence(Head, _, _), Sentences), constant_in(Head, Word, _) ), Words0),
    sort(Words0, Words),
    findall(fault(warning, underscore, Place, [Word]),
            ( member(sentence(_, Body, _), Sentences), member(E, Body),
              constant_in(E, Word, Place), sub_atom(Word, 0, 1, _, '_'),
              \+ memberchk(Word, Words) ),
            Faults).

constant_in(word(Word, From, To), Word, From-To).
constant_in(list([_|Es], _, _), Word, Place) :- member(E, Es), constant_in(E, Word, Place).

too_deep([Token|Tokens], Depth0, At) :-
    (   Token = open(P)
    ->  deepest(Most),
        (   Depth0 >= Most -> At = P
        ;   Depth is Depth0 + 1, too_deep(Tokens, Depth, At)
        )
    ;   Token = close(_) -> Depth is Depth0 - 1, too_deep(Tokens, Depth, At)
    ;   too_deep(Tokens, Depth0, At)
    ).

% ---- tokens ----------------------------------------------------------------

%   tokens(+Codes, +At, -Tokens): each open(At), close(At), word(Atom, From, To)
%   or variable(Name, From, To).

tokens([], _, []).
tokens([C|Cs], At, Tokens) :-
    At1 is At + 1,
    (   C =:= 0'( -> Tokens = [open(At)|Ts], tokens(Cs, At1, Ts)
    ;   C =:= 0') -> Tokens = [close(At)|Ts], tokens(Cs, At1, Ts)
    ;   C =:= 0'; -> comment(Cs, At1, Rest, At2), tokens(Rest, At2, Tokens)
    ;   code_type(C, space) -> tokens(Cs, At1, Tokens)
    ;   word(Cs, At1, Word, Rest, At2),
        (   C =:= 0'?
        ->  atom_codes(Name, Word), Tokens = [variable(Name, At, At2)|Ts]
        ;   atom_codes(Atom, [C|Word]), Tokens = [word(Atom, At, At2)|Ts]
        ),
        tokens(Rest, At2, Ts)
    ).

comment([], At, [], At).
comment([C|Cs], At, Rest, End) :-
    At1 is At + 1,
    ( C =:= 0'\n -> Rest = Cs, End = At1 ; comment(Cs, At1, Rest, End) ).

word([], At, [], [], At).
word([C|Cs], At, Word, Rest, End) :-
    (   ( memberchk(C, `();`) ; code_type(C, space) )
    ->  Word = [], Rest = [C|Cs], End = At
    ;   Word = [C|Word1],
        At1 is At + 1,
        word(Cs, At1, Word1, Rest, End)
    ).

% ---- expressions, as in gdl_sentences.pl --------------------------------------

expressions([], [], []) :- !.
expressions([close(At)|Tokens], Es, [fault(error, kif_close, At-To, [])|Fs]) :- !,
    To is At + 1,
    expressions(Tokens, Es, Fs).
expressions(Tokens, Es, Fs) :-
    (   expression(Tokens, E, Rest)
    ->  Es = [E|Es1],
        expressions(Rest, Es1, Fs)
    ;   Tokens = [open(At)|_],
        To is At + 1,
        Es = [], Fs = [fault(error, kif_open, At-To, [])]
    ).

expression([word(A, F, T)|Ts], word(A, F, T), Ts).
expression([variable(N, F, T)|Ts], variable(N, F, T), Ts).
expression([open(From)|Ts], list(Items, From, To), Rest) :-
    items(Ts, Items, To, Rest).

items([close(At)|Ts], [], To, Ts) :- !, To is At + 1.
items(Ts, [I|Is], To, Rest) :-
    expression(Ts, I, Ts1),
    items(Ts1, Is, To, Rest).

%   sentence(+Expression, -Sentence): a rule is (<= head body ...).

sentence(E, sentence(Head, Body, From-To)) :-
    expression_place(E, From-To),
    (   E = list([word(<=, _, _)|Parts], _, _)
    ->  ( Parts = [Head|Body] -> true ; Head = list([], From, To), Body = [] )
    ;   Head = E, Body = []
    ).

%!  read_kif_value(+Text, -Value) is det.
%
%   Value is the only ground term in Text, or the list of those between [ and ], with or
%   without commas.
%   @error expected_kif_term(Text), not_ground(Text)

read_kif_value(Text, Value) :-
    split_string(Text, "", " \t\r\n", [Bare]),
    (   string_concat("[", Rest, Bare), string_concat(Inner, "]", Rest)
    ->  read_kif_terms(Inner, Text, Value)
    ;   read_kif_terms(Bare, Text, Terms),
        ( Terms = [Term] -> Value = Term ; throw(error(expected_kif_term(Text), _)) )
    ).

read_kif_terms(Inner, Text, Terms) :-
    string_codes(Inner, Codes0),
    without_commas(Codes0, 0, Codes),
    tokens(Codes, 0, Tokens),
    (   \+ too_deep(Tokens, 0, _),
        expressions(Tokens, Es, []),
        catch(terms(Es, Terms0, Vs, []), kif_fault(_, _, _), fail)
    ->  ( Vs == [] -> Terms = Terms0 ; throw(error(not_ground(Text), _)) )
    ;   throw(error(expected_kif_term(Text), _))
    ).

without_commas([], _, []).
without_commas([C|Cs], Depth, Codes) :-
    (   C =:= 0',, Depth =:= 0 -> Codes = [0' |Codes1], Depth1 = Depth
    ;   C =:= 0'( -> Codes = [C|Codes1], Depth1 is Depth + 1
    ;   C =:= 0') -> Codes = [C|Codes1], Depth1 is Depth - 1
    ;   Codes = [C|Codes1], Depth1 = Depth
    ),
    without_commas(Cs, Depth1, Codes1).

%!  kif_text(+Term, -Text) is det.
%
%   Text is Term in KIF, with single spaces and no padding.

kif_text(Term, Text) :- with_output_to(string(Text), write_kif(Term)).

write_kif(Term) :- var(Term), !, format('?~w', [Term]).
write_kif('$VAR'(Name)) :- !, format('?~w', [Name]).
write_kif(Term) :-
    compound(Term), !,
    compound_name_arguments(Term, Name, As),
    kif_word(functor, Name, Word),
    format('(~w', [Word]),
    write_arguments(As),
    write(')').
write_kif(Term) :- kif_word(constant, Term, Word), write(Word).

write_arguments([]).
write_arguments([A|As]) :- write(' '), write_kif(A), write_arguments(As).
