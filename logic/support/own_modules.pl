:- encoding(utf8).
:- module(own_modules,
          [ own_module/2,               % +Kind, -Module
            drop_module/1               % +Module
          ]).
:- use_module(library(gensym), [gensym/2]).

/** <module> Modules for the clauses that are made at run time

Each game, search program, clause base and solution table has a module of its own.  When it is
no longer needed, its clauses are removed; the names of its predicates stay.  Temporary modules
would leave nothing behind.  But each garbage collection of atoms visits all their clauses, so
searches are slow in a process with many games.  SWI-Prolog 9.3.36 and 10.1.12 corrupt their
memory when abolish/1 removes static predicates; all predicates are dynamic here.

SWI-Prolog never frees a clause that an index on the arguments of a compound argument lists.  It
drops such an index when a clause is added whose argument is a variable.

A game may have taken hundreds of megabytes.  By default, removed clauses stay until there are
many, the stacks keep their size, and the C library keeps freed memory for later use.
*/

%!  own_module(+Kind, -Module) is det.
%
%   Module is new and empty; its name begins with Kind.

own_module(Kind, Module) :-
    gensym(Kind, Module).

%!  drop_module(+Module) is det.
%
%   Remove the clauses of Module, and return their memory to the system.  First, a clause with
%   variables only is added to each predicate, so that its indexes are dropped.

drop_module(Module) :-
    forall(( current_predicate(Module:Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(Module:Head, imported_from(_)) ),
           ( asserta(Module:Head), retractall(Module:Head) )),
    garbage_collect_clauses,
    trim_stacks,
    trim_heap.
