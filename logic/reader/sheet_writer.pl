:- encoding(utf8).
:- module(sheet_writer,
          [ write_sheet_rule/3,         % +Syntax, +Head, +Body
            write_sheet_body/2,         % +Syntax, +Body
            bare/1                      % +Codes
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(logic(language/aggregates)).
:- use_module(logic(reader/gdl_words)).

/** <module> Write rules in KIF, infix GDL or HRF

A rule becomes expressions, as in gdl_sentences.pl but without places, and these become text in
one of the three syntaxes.  The literals have no places, and the variables are '$VAR'(Name).
*/

%!  write_sheet_rule(+Syntax, +Head, +Body) is det.

write_sheet_rule(Syntax, Head, Body) :-
    form(Syntax, Form),
    atom_expression(Form, Head, HeadE),
    maplist(literal_expression(Form), Body, Es),
    write_sentence(Syntax, HeadE, Es).

%!  write_sheet_body(+Syntax, +Body) is det.
%
%   The literals on one line, as a question has them.

write_sheet_body(Syntax, Body) :-
    form(Syntax, Form),
    maplist(literal_expression(Form), Body, Es),
    ( Syntax == kif -> Between = ' ' ; between_literals(Syntax, Between) ),
    write_joined(Es, Between, Syntax).

%   form(+Syntax, -Form): the form of words of gdl_words.pl.

form(Syntax, Form) :- ( Syntax == kif -> Form = token ; Form = quoted ).

% ---- expressions: word(Word), variable(Name), list(Expressions) -------------

atom_expression(Form, Atom, E) :-
    functor(Atom, Name, Arity),
    gdl_word(Form, relation(Arity), Name, Word),
    (   Arity =:= 0 -> E = word(Word)
    ;   Atom =.. [_|As], list_expression(Form, Word, As, E)
    ).

list_expression(Form, Word, As, list([word(Word)|Es])) :- maplist(term_expression(Form), As, Es).

term_expression(_, Term, E) :- var(Term), !, format(atom(Name), '~w', [Term]), E = variable(Name).
term_expression(_, '$VAR'(Name), E) :- !, E = variable(Name).
term_expression(Form, Term, E) :-
    compound(Term), !,
    compound_name_arguments(Term, Name, As),
    gdl_word(Form, functor, Name, Word),
    list_expression(Form, Word, As, E).
term_expression(Form, Term, word(Word)) :- gdl_word(Form, constant, Term, Word).

literal_expression(Form, call(Atom), E) :- atom_expression(Form, Atom, E).
literal_expression(Form, not(Body), list([word(not), E])) :- all_expression(Form, Body, E).
literal_expression(Form, or(Bodies), list([word(or)|Es])) :-
    maplist(all_expression(Form), Bodies, Es).
literal_expression(Form, test(distinct(X, Y)), E) :- !, list_expression(Form, distinct, [X, Y], E).
literal_expression(Form, test(Test), E) :- Test =.. [Word|As], own_expression(Form, Word, As, E).
literal_expression(Form, is(X, Y), E) :- own_expression(Form, is, [X, Y], E).
literal_expression(Form, between(L, H, X), E) :- own_expression(Form, between, [L, H, X], E).
literal_expression(Form, aggregate(How, T, Body, N), list([word(Word)|Es])) :-
    aggregate_goal(Goal, How, T, _, N),
    Goal =.. [Own|As],
    gdl_word(Form, own, Own, Word),
    once(append(Parts, [_, _], As)),
    maplist(term_expression(Form), Parts, PartEs),
    all_expression(Form, Body, E),
    term_expression(Form, N, NE),
    append(PartEs, [E, NE], Es).

literal_expression(Form, call('occurred after'(R, M, N)), Expression) :- !,
    literal_expression(Form, after(R, M, [call(occurred(N))]), Expression).
literal_expression(Form, after(R, M, Body), list([word(Word), RE, ME, E])) :-
    gdl_word(Form, own, after, Word),
    term_expression(Form, R, RE),
    term_expression(Form, M, ME),
    all_expression(Form, Body, E).

%   A conjunction in a place where GDL allows one literal.

all_expression(Form, Body, E) :-
    (   Body = [L] -> literal_expression(Form, L, E)
    ;   gdl_word(Form, own, all, Word),
        maplist(literal_expression(Form), Body, Es),
        E = list([word(Word)|Es])
    ).

own_expression(Form, Name, As, E) :-
    gdl_word(Form, own, Name, Word),
    list_expression(Form, Word, As, E).

% ---- texts -------------------------------------------------------------------

write_sentence(kif, Head, []) :- !, write_kif(Head), nl.
write_sentence(kif, Head, Es) :- !,
    write('(<= '), write_kif(Head),
    forall(member(E, Es), ( write('\n    '), write_kif(E) )),
    write(')\n').
write_sentence(Syntax, Head, Es) :-
    write_term_of(Head, Syntax),
    (   Es == [] -> true
    ;   write(' :-\n    '),
        between_lines(Syntax, Between),
        write_joined(Es, Between, Syntax)
    ),
    ( Syntax == infix -> write('.\n') ; nl ).

between_lines(infix, ',\n    ').
between_lines(hrf, ' &\n    ').

between_literals(infix, ', ').
between_literals(hrf, ' & ').

write_joined(Es, Between, Syntax) :-
    forall(append(Before, [E|_], Es),
           ( ( Before == [] -> true ; write(Between) ), write_literal(E, Syntax) )).

write_kif(word(Word)) :- write(Word).
write_kif(variable(Name)) :- write(?), write(Name).
write_kif(list([E|Es])) :-
    write('('), write_kif(E),
    forall(member(A, Es), ( write(' '), write_kif(A) )),
    write(')').

%   write_literal(+Expression, +Syntax): in HRF, and in infix GDL.

write_literal(E, kif) :- !, write_kif(E).
write_literal(list([word(not), E]), Syntax) :- !,
    ( Syntax == hrf -> write(~) ; write('not ') ),
    write_literal(E, Syntax).
write_literal(list([word(or)|Es]), hrf) :- Es = [_, _|_], !,
    write('( '), write_joined(Es, ' | ', hrf), write(' )').
write_literal(list([word(or)|Es]), Syntax) :- !,
    write('or('), write_joined(Es, ', ', Syntax), write(')').
write_literal(list([word('pygame_search:all')|Es]), Syntax) :- Es = [_, _|_], !,
    between_literals(Syntax, Between),
    write('( '), write_joined(Es, Between, Syntax), write(' )').
write_literal(word(not), _) :- !, write('\'not\'').
write_literal(E, Syntax) :- write_term_of(E, Syntax).

write_term_of(word(Word), _) :- write_word(Word).
write_term_of(variable(Name), _) :- write(Name).
write_term_of(list([word('()')|Es]), infix) :- !, write_arguments(Es, infix).
write_term_of(list([word(Word)|Es]), Syntax) :-
    write_word(Word),
    write_arguments(Es, Syntax).

write_arguments(Es, Syntax) :-
    ( Syntax == hrf -> Between = ',' ; Between = ', ' ),
    write('('),
    forall(append(Before, [E|_], Es),
           ( ( Before == [] -> true ; write(Between) ), write_term_of(E, Syntax) )),
    write(')').

write_word(Word) :-
    (   integer(Word) -> write(Word)
    ;   atom_codes(Word, Codes),
        (   ( bare(Codes) ; in_double_quotes(Codes) ) -> write(Word)
        ;   quoted_codes(Codes, Quoted), format('\'~s\'', [Quoted])
        )
    ).

%!  bare(+Codes) is semidet.
%
%   Codes are a name that pyggp, and any other reader of infix GDL, takes without quotes.

bare([C|Cs]) :-
    C >= 0'a, C =< 0'z,
    \+ ( member(D, Cs), \+ ( D < 128, code_type(D, csym) ) ).

%   A text of infix GDL is a constant with its quotes.

in_double_quotes([0'"|Codes]) :- text_codes(Codes).

text_codes(`"`) :- !.
text_codes([0'\\, C|Codes]) :- !, C =\= 0'\n, text_codes(Codes).
text_codes([C|Codes]) :- C =\= 0'", C =\= 0'\n, text_codes(Codes).

quoted_codes([], []).
quoted_codes([C|Cs], [C, C|Ds]) :- memberchk(C, `'\\`), !, quoted_codes(Cs, Ds).
quoted_codes([C|Cs], [C|Ds]) :- quoted_codes(Cs, Ds).
