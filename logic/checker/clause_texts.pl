:- encoding(utf8).
:- module(clause_texts,
          [ named/3,                    % +Term, +Variables, -Named
            anonymous/3,                % +Term0, +Names, -Term
            with_blanks/2,              % +Term0, -Term
            clause_text/3,              % +Head, +Body, -Text
            fact_text/2,                % +Fact, -Text
            term_text/2,                % +Term, -Text
            state_term/2,               % +Parts, -State
            clause_places_of/3          % +Clauses, +PIs, -Places
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(logic(checker/clause_goals), [clause_of/3]).

/** <module> The text of clauses

For the edits of a file that was written for Prolog itself.
*/

%!  named(+Term, +Variables, -Named) is det.
%
%   Named is Term with the names of its variables.

named(Term, Variables, Named) :-
    copy_term(Term-Variables, Copy-Copies),
    name_each(Copies),
    Named = Copy.

name_each([]).
name_each([variable(Name, V, _)|Vs]) :-
    ( var(V) -> V = '$VAR'(Name) ; true ),
    name_each(Vs).

%!  with_blanks(+Term0, -Term) is det.
%
%   Term is Term0 with `_` for its variables.

with_blanks(Term0, Term) :-
    copy_term(Term0, Term),
    term_variables(Term, Vs),
    maplist(=('$VAR'('_')), Vs).

%!  clause_text(+Head, +Body, -Text) is det.

clause_text(Head, Body, Text) :-
    with_output_to(string(Text),
        ( print_term_plain(Head), write(' :- '), print_body(Body), write('.') )).

print_body((A, B)) :- !, print_body(A), write(', '), print_body(B).
print_body(\+ (A, B)) :- !, write('\\+ ('), print_body((A, B)), write(')').
print_body(G) :-
    G =.. [Name, A, B],
    memberchk(Name, [is, <, >, =<, >=, =:=, =\=, =, \=, ==, \==]), !,
    print_term_plain(A), format(' ~w ', [Name]), print_term_plain(B).
print_body(G) :-
    write_term(G, [quoted(true), numbervars(true), spacing(next_argument), priority(999)]).

%!  fact_text(+Fact, -Text) is det.

fact_text(Fact, Text) :- with_output_to(string(Text), ( print_term_plain(Fact), write('.') )).

%!  term_text(+Term, -Text) is det.

term_text(Term, Text) :- with_output_to(string(Text), print_term_plain(Term)).

print_term_plain(T) :-
    write_term(T, [quoted(true), numbervars(true), spacing(next_argument)]).

%!  anonymous(+Term0, +Names, -Term) is det.
%
%   A variable whose name is once in Names is `_` in Term.

anonymous('$VAR'(Name), Names, '$VAR'(Shown)) :- !,
    findall(x, ( member(N, Names), N == Name ), Times),
    ( Times = [_] -> Shown = '_' ; Shown = Name ).
anonymous(Term0, Names, Term) :-
    (   compound(Term0)
    ->  Term0 =.. [Name|Arguments0],
        findall(A, ( member(A0, Arguments0), anonymous(A0, Names, A) ), Arguments),
        Term =.. [Name|Arguments]
    ;   Term = Term0
    ).

%!  state_term(+Parts, -State) is det.
%
%   State is the term for a state, which is spread over several arguments if Parts has several.

state_term([State], State) :- !.
state_term(Parts, State) :- State =.. [state|Parts].

%!  clause_places_of(+Clauses, +PIs, -Places) is det.
%
%   Places are those of the clauses of PIs, in their order.

clause_places_of(Clauses, PIs, Places) :-
    findall(Place,
            ( clause_of(Clauses, PI, clause(_, _, _, source(Place, _, _))), memberchk(PI, PIs) ),
            Places).
