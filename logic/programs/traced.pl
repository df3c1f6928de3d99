:- encoding(utf8).
:- module(traced,
          [ traced/4,                   % +Program, +Game, ?Goal, :Tell_3
            unbound/2                   % +Variables, -Unbound
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(programs/program)).
:- use_module(logic(programs/program_goals)).

/** <module> Run a search program step by step

This interprets the clauses that program.pl made of the file, so a goal calls what it calls in
run/3, and no more.  Own predicates have the ports of Prolog's box model:

    call(Goal)              Goal is called
    clause(Goal, Source)    a clause is tried, and its head unified with Goal
    exit(Goal), fail(Goal)  Goal holds, or has no more answers
    redo(Goal)              another answer of Goal is requested

Every other goal is one step.  Before is Goal-Variables as they were before the call, a copy;
Named are the same variables of the clause, as in the source of a clause, perhaps bound now:

    holds(Goal, Before, Named)
    fails(Before), raises(Before)
*/

%!  traced(+Program, +Game, ?Goal, :Tell_3) is nondet.
%
%   As run/3, but Tell_3 is called for each step, with the Name/Arity of its goal, its depth
%   and the step.

:- meta_predicate traced(+, +, ?, 3).

traced(Program, Game, Goal, Tell) :- own(Goal, Game, trace(Program, Game, Tell), 1).

%   own(?Goal, +Game, +Trace, +Depth): Outside and Inside are choice points; the one between them
%   reports that Goal fails.  If none is left after the body, there are no more answers.

own(Goal, Game, Trace, Depth) :-
    Trace = trace(Program, _, _),
    own_goal(Goal, Game, Own),
    findall(Ref, clause_of(Program, Goal, Own, _, _, Ref), Refs),
    prolog_current_choice(Outside),
    ( told(Trace, Goal, Depth, call(Goal)) ; told(Trace, Goal, Depth, fail(Goal)), fail ),
    prolog_current_choice(Inside),
    member(Ref, Refs),
    clause_of(Program, Goal, Own, Body, Source, Ref),
    Source = source(_, _, Variables),
    Below is Depth + 1,
    told(Trace, Goal, Below, clause(Goal, Source)),
    body(Body, Inside, Variables, Trace, Below),
    prolog_current_choice(After),
    (   After == Inside
    ->  prolog_cut_to(Outside),
        told(Trace, Goal, Depth, exit(Goal))
    ;   ( told(Trace, Goal, Depth, exit(Goal)) ; told(Trace, Goal, Depth, redo(Goal)), fail )
    ).

clause_of(Program, Head, Own, Body, Source, Ref) :-
    clause(Program:'clause as read'(Head, _, Source, (Own :- Body)), true, Ref).

told(trace(_, _, Tell), Goal, Depth, Step) :-
    functor(Goal, Name, Arity),
    call(Tell, Name/Arity, Depth, Step).

%   body(+Body, +Cut, +Variables, +Trace, +Depth): a cut goes back to the choice point Cut.

body((A, B), Cut, Vs, T, D) :- !, body(A, Cut, Vs, T, D), body(B, Cut, Vs, T, D).
body(!, Cut, _, T, D) :- !, prolog_cut_to(Cut), told(T, !, D, holds(!, !-[], [])).
body((If -> Then ; Else), Cut, Vs, T, D) :- !,
    ( apart(If, Vs, T, D) -> body(Then, Cut, Vs, T, D) ; body(Else, Cut, Vs, T, D) ).
body((If -> Then), Cut, Vs, T, D) :- !, ( apart(If, Vs, T, D) -> body(Then, Cut, Vs, T, D) ).
body((A ; B), Cut, Vs, T, D) :- !, ( body(A, Cut, Vs, T, D) ; body(B, Cut, Vs, T, D) ).
body(once(A), _, Vs, T, D) :- !, once(apart(A, Vs, T, D)).
body(true, _, _, _, _) :- !.
body(Goal, _, Vs, T, D) :- of_whole(Goal, Shown), !,
    step(whole(Goal, Vs, T, D), Shown, Vs, T, D).
body(Goal, _, Vs, T, D) :- in_file(Goal, Shown), !, step(Goal, Shown, Vs, T, D).
body(Own, _, _, T, D) :-
    own_goal(Goal, Game, Own),
    own(Goal, Game, T, D).

%   apart(+Body, ...): a cut in Body is local to it.

apart(Body, Vs, T, D) :- prolog_current_choice(Cut), body(Body, Cut, Vs, T, D).

%   in_file(+Goal, -Shown) is semidet: Goal, in a compiled clause, is Shown in the file, and calls
%   no own predicate.

in_file(program:placed(_, relations:asked(_, Shown)), Shown) :- !.
in_file(program:placed(_, program:Shown), Shown) :- !.
in_file(Goal, Goal) :- allowed(Goal), !.

%   of_whole(+Goal, -Shown) is semidet: Goal depends on all answers of its parts, which are shown
%   separately unless they are one step.

of_whole(\+ A, \+ Shown) :- ( in_file(A, Shown) -> true ; Shown = (...) ).
of_whole(forall(_, _), forall(..., ...)).
of_whole(findall(X, _, Xs), findall(X, ..., Xs)).

whole(\+ A, Vs, T, D) :- ( in_file(A, _) -> \+ called(A) ; \+ apart(A, Vs, T, D) ).
whole(forall(A, B), Vs, T, D) :- \+ ( apart(A, Vs, T, D), \+ apart(B, Vs, T, D) ).
whole(findall(X, A, Xs), Vs, T, D) :- findall(X, apart(A, Vs, T, D), Xs).

called(Goal) :- call(program:Goal).

%   step(:Goal, +Shown, +Variables, +Trace, +Depth)

step(Goal, Shown, Vs, T, D) :-
    unbound(Vs, Free),
    copy_term_nat(Shown-Free, Before),
    (   step_called(Goal, told(T, Shown, D, raises(Before)))
    *-> told(T, Shown, D, holds(Shown, Before, Free))
    ;   told(T, Shown, D, fails(Before)), fail
    ).

step_called(whole(Goal, Vs, T, D), _) :- !, whole(Goal, Vs, T, D).
step_called(Goal, Raised) :-
    catch(called(Goal), error(Formal, Context), ( call(Raised), throw(error(Formal, Context)) )).

%!  unbound(+Variables, -Unbound) is det.
%
%   Unbound are those of Variables, each variable(Name, Value, _), that have no value.

unbound([], []).
unbound([V|Vs], Free) :-
    ( V = variable(_, Variable, _), var(Variable) -> Free = [V|Free1] ; Free = Free1 ),
    unbound(Vs, Free1).
