:- encoding(utf8).
:- module(program_checks,
          [ calls/3,                    % +Clause, ?Calls, ?Tail
            program_faults/3            % +Clauses, +PIs, -Faults
          ]).
:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(ugraphs), [add_edges/3, reachable/3, vertices_edges_to_ugraph/3]).
:- use_module(logic(checker/messages), [program_mend/2]).
:- use_module(logic(language/literals), [arguments/2, place/2, stripped/2]).
:- use_module(logic(language/program_words)).
:- use_module(logic(language/spelling), [closest_relation/3]).
:- use_module(logic(programs/program_goals)).

/** <module> The faults of a search program

Clauses are as prolog_reader.pl reads them.
*/

%!  program_faults(+Clauses, +PIs, -Faults) is det.
%
%   PIs are the predicates that Clauses define.  While a gap is open, variables that occur once
%   and unused predicates are no faults, because the code in the gap may use them.

program_faults(Clauses, PIs, Faults) :-
    foldl(clause_faults(PIs), Clauses, Faults, Warnings),
    foldl(open_gaps(PIs), Clauses, Gaps, []),
    append(Gaps, Signs, Warnings),
    findall(fault(warning, singleton, Place, [Name]),
            ( Gaps == [],
              member(clause(_, _, _, source(_, _, Variables)), Clauses),
              member(variable(Name, _, [Place]), Variables),
              \+ sub_atom(Name, 0, _, _, '_') ),
            Signs, Unused),
    foldl(calls, Clauses, Calls, []),
    reached(PIs, Calls, Reached),
    findall(fault(warning, never_used, Place, [PI, Closest]),
            ( Gaps == [], member(PI, PIs), \+ memberchk(PI, Reached),
              once(( member(clause(Head, _, _, source(_, Place, _)), Clauses),
                     callable(Head), pi(Head, PI) )),
              ( closest_relation(PI, Reached, Closest) -> true ; Closest = none ) ),
            Unused).

pi(Goal, Name/Arity) :- functor(Goal, Name, Arity).

%!  calls(+Clause, ?Calls, ?Tail) is det.
%
%   Calls has `Caller-Called` for each goal of Clause, in their order.

calls(clause(Head, Body, _, _), Calls0, Calls) :-
    callable(Head), !,
    pi(Head, PI),
    goal_calls(Body, PI, Calls0, Calls).
calls(_, Calls, Calls).

goal_calls(Goal, _, Calls, Calls) :- \+ callable(Goal), !.
goal_calls(Goal, PI, Calls0, Calls) :-
    control(Goal, Parts, _, _), !,
    foldl(call_of(PI), Parts, Calls0, Calls).
goal_calls(Goal, PI, [PI-Called|Calls], Calls) :- pi(Goal, Called).

call_of(PI, Goal, Calls0, Calls) :- goal_calls(Goal, PI, Calls0, Calls).

%   reached(+PIs, +Calls, -Reached): Reached are those of PIs that some program_question/2 calls.

reached(PIs, Calls, Reached) :-
    vertices_edges_to_ugraph([asked|PIs], Calls, Graph0),
    findall(asked-PI, ( program_question(_, PI), memberchk(PI, PIs) ), Asked),
    add_edges(Graph0, Asked, Graph),
    reachable(asked, Graph, Reached0),
    findall(PI, ( member(PI, Reached0), memberchk(PI, PIs) ), Reached).

%   clause_faults(+PIs, +Clause, ?Faults, ?Tail)

clause_faults(PIs, clause(Head, Body, Places, source(_, HeadPlace, _)), Fs0, Fs) :- !,
    head_faults(Head, HeadPlace, Fs0, Fs1),
    goal_faults(Body, Places, PIs, Fs1, Fs).
clause_faults(_, _, Fs, Fs).

%   open_gaps(+PIs, +Clause, ?Faults, ?Tail): a warning for each goal gap(N) of Clause.

open_gaps(PIs, clause(_, Body, Places, _), Fs0, Fs) :-
    \+ memberchk(gap/1, PIs), !,
    goal_gaps(Body, Places, Fs0, Fs).
open_gaps(_, _, Fs, Fs).

goal_gaps(Goal, _, Fs, Fs) :- \+ callable(Goal), !.
goal_gaps(gap(N), Places, [fault(warning, open_gap, Place, [N])|Fs], Fs) :- !,
    place(Places, Place).
goal_gaps(Goal, Places0, Fs0, Fs) :-
    control(Goal, Parts, _, _), !,
    stripped(Places0, Places),
    arguments(Places, Ps0),
    called(Goal, Ps0, Ps),
    parts_gaps(Parts, Ps, Fs0, Fs).
goal_gaps(_, _, Fs, Fs).

parts_gaps([], [], Fs, Fs).
parts_gaps([Goal|Goals], [P|Ps], Fs0, Fs) :-
    goal_gaps(Goal, P, Fs0, Fs1),
    parts_gaps(Goals, Ps, Fs1, Fs).

head_faults(Head, Place, [fault(error, head_not_callable, Place, [Head])|Fs], Fs) :-
    \+ callable(Head), !.
head_faults(Head, Place, [fault(error, reserved_head, Place, [Name/Arity])|Fs], Fs) :-
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    ( control(General, _, _, _) ; program_relation(Name/Arity, _)
    ; allowed(General), predicate_property(system:General, defined) ), !.
head_faults(_, _, Fs, Fs).

goal_faults(Goal, Places, _, [fault(error, variable_goal, Place, [])|Fs], Fs) :-
    var(Goal), !,
    place(Places, Place).
goal_faults(Goal, Places0, PIs, Fs0, Fs) :-
    stripped(Places0, Places),
    (   \+ callable(Goal)
    ->  place(Places, Place),
        Fs0 = [fault(error, goal_not_callable, Place, [Goal])|Fs]
    ;   functor(Goal, Name, Arity),
        ( memberchk(Name/Arity, PIs) ; program_relation(Name/Arity, _) ; allowed(Goal) )
    ->  Fs0 = Fs
    ;   control(Goal, Parts, _, _)
    ->  arguments(Places, Ps0),
        called(Goal, Ps0, Ps),
        parts_faults(Parts, Ps, PIs, Fs0, Fs)
    ;   pi(Goal, Name/Arity),
        place(Places, Place),
        Fs0 = [fault(error, Code, Place, [Name/Arity|More])|Fs],
        (   ( predicate_property(system:Goal, defined) ; program_mend(Name/Arity, _) )
        ->  Code = forbidden_builtin, More = [program]
        ;   Code = unknown_predicate, More = [Closest], closest(Name/Arity, PIs, Closest)
        )
    ).

parts_faults([], [], _, Fs, Fs).
parts_faults([Goal|Goals], [P|Ps], PIs, Fs0, Fs) :-
    goal_faults(Goal, P, PIs, Fs0, Fs1),
    parts_faults(Goals, Ps, PIs, Fs1, Fs).

closest(position/1, _, question) :- !.
closest(PI, PIs, Closest) :-
    findall(Known, known(PIs, Known), All),
    ( closest_relation(PI, All, Closest) -> true ; Closest = none ).

known(PIs, PI) :- member(PI, PIs).
known(_, PI) :- program_relation(PI, _).
known(_, Name/Arity) :- allowed(Goal), functor(Goal, Name, Arity).
known(_, Name/Arity) :- control(Goal, _, _, _), functor(Goal, Name, Arity).
