:- encoding(utf8).
:- module(own_clauses, [retract_own/1]).

/** <module> The clauses that are made at run time

Each game and each search program has a module for its clauses.  Their predicates are dynamic,
so that the clauses can be retracted when nobody needs them any more.  SWI-Prolog 9.3.36 and
10.1.12 corrupt their memory when abolish/1 removes static ones.
*/

%!  retract_own(+Module) is det.
%
%   Retract all clauses of the predicates that Module defines, so that their memory is freed.

retract_own(Module) :-
    forall(( current_predicate(Module:Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(Module:Head, imported_from(_)) ),
           retractall(Module:Head)).
