:- encoding(utf8).
:- module(own_modules,
          [ own_module/2,               % +Kind, -Module
            drop_module/1               % +Module
          ]).
:- use_module(library(gensym), [gensym/2]).

/** <module> Modules for the clauses that are made at run time

Each game, search program, base of clauses and solution table has a module of its own, which is
dropped when nobody needs it any more.  Nothing of it stays: neither its clauses nor its
predicates, which take as much memory as the clauses of a small game.  No clause outside the
module calls its predicates by name, so that none is left that points to them.

A game may have taken hundreds of megabytes.  Left to themselves, clauses that were removed stay
until there are many, the stacks keep their size, and the C library keeps what was freed for
what comes next.
*/

%!  own_module(+Kind, -Module) is det.
%
%   Module is new and empty; its name begins with Kind.

own_module(Kind, Module) :-
    gensym(Kind, Module),
    set_module(Module:class(temporary)).

%!  drop_module(+Module) is det.
%
%   Remove Module, if it is there, and give its memory back to the system.  The predicates are
%   dynamic, and their clauses are removed first: 9.0.4 counts those that go with their
%   predicate as if they were still there.

drop_module(Module) :-
    forall(( current_predicate(Module:Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(Module:Head, imported_from(_)) ),
           retractall(Module:Head)),
    '$destroy_module'(Module),
    garbage_collect_clauses,
    trim_stacks,
    trim_heap.
