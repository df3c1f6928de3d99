:- encoding(utf8).
:- module(changing_facts,
          [ changing_structure/2,       % +Clauses, -Structure
            rules_of_position/3,        % +Clauses, +Structure, -PIs
            tables/3                    % +Clauses, +Structure, -PIs
          ]).
:- use_module(library(lists), [list_to_set/2, member/2, memberchk/2]).
:- use_module(logic(checker/clause_goals)).
:- use_module(logic(checker/foreign)).
:- use_module(logic(checker/term_parts), [all_inside/2]).
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
    findall(PI, ( changed(Clauses, PI), PI = _/Arity, Arity > 0 ), Changed),
    Changed \== [],
    program(Clauses, Program),
    findall(P, ( defined(Clauses, P), recursive(Program, P) ), Recursive),
    ( structure(Clauses, Terms) -> true ; Terms = [] ),
    findall(PI, ( member(PI, Changed), once(( member(P, Recursive), works_on(Program, P, PI) )),
                  \+ marks(Terms, PI) ),
            Fluents),
    Fluents \== [],
    findall(P, ( member(P, Recursive), once(( member(PI, Fluents), works_on(Program, P, PI) )) ), Search).

%   changed(+Clauses, ?PI) is nondet: facts of PI are asserted and retracted; each PI is given once.

changed(Clauses, PI) :-
    findall(P, ( member(Clause, Clauses), changes(Clause, adds, P, _) ), PIs0),
    list_to_set(PIs0, PIs),
    member(PI, PIs),
    once(( member(Clause, Clauses), changes(Clause, removes, PI, _) )).

%   works_on(+Program, +P, +PI) is semidet: P, or what it calls, changes and asks for facts of PI.

works_on(Program, P, PI) :-
    Program = program(Clauses, _, _),
    once(reaches(Program, P, PI)),
    findall(Clause, ( clause_of(Clauses, Q, Clause), once(( Q = P ; reaches(Program, P, Q) )) ), Of),
    changed(Of, PI), !.

%   marks(+Terms, +PI) is semidet: what is asserted of PI is a state alone, as Terms, the
%   structure with a step, has it.

marks(Terms, PI) :-
    part(move, Terms, move(S, T, _, Clause)),
    changes(Clause, adds, PI, Fact),
    term_variables(Fact, Vs), Vs = [_|_],
    member(State, [S, T]), all_inside(Vs, State), !.

%!  rules_of_position(+Clauses, +Structure, -PIs) is det.
%
%   PIs ask for facts of the position, or for nothing of it, and change nothing.  A rule file may have
%   their clauses, with true(F) for a fact F that changes.

rules_of_position(Clauses, Structure, PIs) :-
    part(fluents, Structure, Fluents), part(search, Structure, Search),
    findall(PI, ( defined(Clauses, PI), \+ memberchk(PI, Fluents),
                  with_called([PI], Clauses, All),
                  \+ ( member(Q, All), \+ memberchk(Q, Fluents), \+ plain(Q),
                       \+ may_be_rule(Clauses, Search, Q) ) ),
            PIs).

may_be_rule(Clauses, Search, PI) :- defined(Clauses, PI), \+ memberchk(PI, Search), \+ game_word(PI).

%   plain(+PI) is semidet: rules may ask PI of Prolog, too.

plain(PI) :-
    memberchk(PI, [ true/0, between/3, (=)/2, (\=)/2, (==)/2, (\==)/2, (<)/2, (>)/2, (=<)/2, (>=)/2,
                    (=:=)/2, (=\=)/2, (is)/2 ]).

%!  tables(+Clauses, +Structure, -PIs) is det.
%
%   PIs are relations of facts between names and numbers, no start, goal or step: line(1, 2, 3), say.

tables(Clauses, Structure, PIs) :-
    findall(PI,
            ( defined(Clauses, PI), PI = _/Arity, Arity > 0,
              \+ game_word(PI), \+ of_states(Structure, PI),
              \+ ( clause_of(Clauses, PI, clause(Head, Body, _, _)), \+ table_fact(Head, Body) ) ),
            PIs).

table_fact(Head, true) :- \+ ( arg(_, Head, X), \+ atomic(X) ).

of_states(Structure, PI) :-
    (   part(step, Structure, step(PI, _, _, _))
    ;   member(End, [start, goal]), part(End, Structure, relation(PI))
    ;   member(Part, [search, drivers, prints]), part(Part, Structure, PIs), memberchk(PI, PIs)
    ), !.

game_word(Name/_) :- relation(Name/_, _, _), !.
