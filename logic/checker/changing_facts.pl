:- encoding(utf8).
:- module(changing_facts,
          [ changing_structure/2,       % +Clauses, -Structure
            rules_of_position/3,        % +Clauses, +Structure, -PIs
            tables/3                    % +Clauses, +Structure, -PIs
          ]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(logic(checker/clause_texts), [closed/4, each_once/2]).
:- use_module(logic(checker/foreign)).
:- use_module(logic(language/vocabulary), [relation/3]).

/** <module> A game whose position is in facts that change

Many programs have the board in dynamic facts: a move retracts and asserts some, and what searches
takes them back.

    play(P, I) :- retract(cell(I, empty)), assertz(cell(I, P)).

These facts are the fluents of a game in this language.
*/

%!  changing_structure(+Clauses, -Structure) is semidet.
%
%   Structure has the parts fluents(PIs), the relations that change, and search(PIs), what searches
%   among the positions, which may be empty.  It has no step: see foreign.pl for the other parts.
%
%   A relation changes if facts of it are asserted, retracted and asked for.  One that marks the states
%   that were met, or counts, is not part of the position: the states are terms there, and what
%   counts is not asked for by what searches.

changing_structure(Clauses, [search(Search), values(none), fluents(Fluents)]) :-
    findall(PI, ( changed(Clauses, [assert/1, asserta/1, assertz/1], PI, _),
                  changed(Clauses, [retract/1], PI, _) ), PIs0),
    each_once(PIs0, PIs1), PIs1 \== [],
    findall(P, recursion(Clauses, P), Recursive0),
    each_once(Recursive0, Recursive),
    ( structure(Clauses, Terms) -> true ; Terms = [] ),
    findall(PI, ( member(PI, PIs1), once(( member(P, Recursive), works_on(Clauses, P, PI) )),
                  \+ marks(Clauses, Terms, PI) ),
            Fluents),
    Fluents \== [],
    findall(P, ( member(P, Recursive), once(( member(PI, Fluents), works_on(Clauses, P, PI) )) ), Search).

%   changed(+Clauses, +Ways, -PI, -Fact) is nondet: Fact of PI is asserted or retracted so.

changed(Clauses, Ways, Name/Arity, Fact) :-
    member(Clause, Clauses), called_goal(Clause, Goal),
    functor(Goal, Way, 1), memberchk(Way/1, Ways),
    arg(1, Goal, Fact), callable(Fact), Fact \= (_ :- _),
    functor(Fact, Name, Arity), Arity > 0.

recursion(Clauses, PI) :-
    member(clause(Head, _, _, _), Clauses), callable(Head), functor(Head, Name, Arity), PI = Name/Arity,
    reached(Clauses, PI, PIs), memberchk(PI, PIs).

%   reached(+Clauses, +PI, -PIs): PI calls PIs, or what it calls does.

reached(Clauses, Name/Arity, PIs) :-
    findall(Q, ( member(C, Clauses), C = clause(Head, _, _, _), callable(Head),
                 functor(Head, Name, Arity), called([C], Q) ), Qs0),
    each_once(Qs0, Qs),
    closed(Qs, Clauses, [], PIs).

%   works_on(+Clauses, +P, +PI) is semidet: P, or what it calls, changes and asks for facts of PI.

works_on(Clauses, P, PI) :-
    reached(Clauses, P, PIs),
    memberchk(PI, PIs),
    findall(C, ( member(C, Clauses), C = clause(Head, _, _, _), callable(Head),
                 functor(Head, N, A), ( N/A == P ; memberchk(N/A, PIs) ) ), Of),
    once(changed(Of, [assert/1, asserta/1, assertz/1], PI, _)),
    once(changed(Of, [retract/1], PI, _)).

%   marks(+Clauses, +Terms, +PI) is semidet: what is asserted of PI is a state alone, as Terms, the
%   structure with a step, has it.

marks(_, Terms, PI) :-
    part(move, Terms, move(S, T, _, Clause)),
    changed([Clause], [assert/1, asserta/1, assertz/1], PI, Fact),
    term_variables(Fact, Vs), Vs = [_|_],
    member(State, [S, T]), term_variables(State, States),
    \+ ( member(V, Vs), \+ ( member(W, States), W == V ) ), !.

%!  rules_of_position(+Clauses, +Structure, -PIs) is det.
%
%   PIs ask for facts of the position, or for nothing of it, and change nothing.  A rule file may have
%   their clauses, with true(F) for a fact F that changes.

rules_of_position(Clauses, Structure, PIs) :-
    part(fluents, Structure, Fluents), part(search, Structure, Search),
    defined(Clauses, Defined),
    findall(PI, ( member(PI, Defined), \+ memberchk(PI, Fluents), \+ memberchk(PI, Search),
                  \+ game_word(PI),
                  closed([PI], Clauses, [], All),
                  \+ ( member(Q, All), \+ stays(Q, Defined, Fluents, Search) ) ),
            PIs).

stays(Q, Defined, Fluents, Search) :-
    ( memberchk(Q, Fluents) ; memberchk(Q, Defined), \+ memberchk(Q, Search), \+ game_word(Q) ; plain(Q) ), !.

plain(true/0).
plain(Name/2) :- memberchk(Name, [=, \=, ==, \==, <, >, =<, >=, =:=, =\=, is]).
plain(between/3).

%!  tables(+Clauses, +Structure, -PIs) is det.
%
%   PIs are relations of facts between names and numbers, no start, goal or step: line(1, 2, 3), say.

tables(Clauses, Structure, PIs) :-
    defined(Clauses, Defined),
    findall(PI,
            ( member(PI, Defined), PI = Name/Arity, Arity > 0,
              \+ game_word(PI), \+ of_states(Structure, PI),
              \+ ( member(clause(Head, Body, _, _), Clauses), callable(Head), functor(Head, Name, Arity),
                   \+ table_fact(Head, Body) ) ),
            PIs).

table_fact(Head, true) :- \+ ( arg(_, Head, X), \+ atomic(X) ).

of_states(Structure, PI) :-
    (   part(step, Structure, step(PI, _, _, _))
    ;   member(End, [start, goal]), part(End, Structure, relation(PI))
    ;   member(Part, [search, drivers, prints]), part(Part, Structure, PIs), memberchk(PI, PIs)
    ), !.

game_word(Name/_) :- relation(Name/_, _, _), !.

defined(Clauses, PIs) :-
    findall(N/A, ( member(clause(Head, _, _, _), Clauses), callable(Head), functor(Head, N, A) ), PIs0),
    each_once(PIs0, PIs).
