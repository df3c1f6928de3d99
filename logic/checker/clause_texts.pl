:- encoding(utf8).
:- module(clause_texts,
          [ anonymous/2,                % +Term0, -Term
            clause_text/3,              % +Head, +Body, -Text
            fact_text/2,                % +Fact, -Text
            term_text/2,                % +Term, -Text
            state_term/2,               % +Parts, -State
            clause_places_of/3          % +Clauses, +PIs, -Places
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [memberchk/2, selectchk/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(logic(checker/clause_goals), [clause_of/3]).

/** <module> The text of clauses and terms

For the new clauses of a file that was written for Prolog itself.  Variables are '$VAR'(Name).
*/

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

%!  anonymous(+Term0, -Term) is det.
%
%   Term is Term0 with `_` for each variable that stands in it once.

anonymous(Term0, Term) :-
    findall(Name, sub_term('$VAR'(Name), Term0), Names),
    anonymous(Term0, Names, Term).

anonymous('$VAR'(Name), Names, '$VAR'(Shown)) :- !,
    ( once_in(Name, Names) -> Shown = '_' ; Shown = Name ).
anonymous(Term0, Names, Term) :-
    (   compound(Term0)
    ->  Term0 =.. [F|Arguments0],
        maplist(anonymous_in(Names), Arguments0, Arguments),
        Term =.. [F|Arguments]
    ;   Term = Term0
    ).

anonymous_in(Names, Term0, Term) :- anonymous(Term0, Names, Term).

once_in(Name, Names) :- selectchk(Name, Names, Others), \+ memberchk(Name, Others).

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
