:- encoding(utf8).
:- module(program,
          [ load_program/4,             % +Syntax, +Text, -Program, -Faults
            unload_program/1,           % +Program
            defines/2,                  % +Program, ?Name/Arity
            run/3                       % +Program, +Game, ?Goal
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(gensym), [gensym/2]).
:- use_module(library(lists), [append/3, last/2, max_list/2, max_member/2, member/2,
                               min_list/2, min_member/2, nth0/3, nth1/3, reverse/2,
                               select/3, subtract/3, sum_list/2]).
:- use_module(library(pairs), [pairs_keys/2, pairs_values/2]).
:- use_module(logic(language/literals), [arguments/2, place/2, stripped/2]).
:- use_module(logic(language/spelling), [closest_relation/3]).
:- use_module(logic(programs/relations)).
:- use_module(logic(reader/prolog_reader), [read_clauses/4]).

/** <module> Search programs: clauses over the relations of a game

A program is a file of clauses, read as data, that define a search over any game: value/4,
best/5 or path/2.  Its goals are the relations of relations.pl, its own predicates, and the
predicates of Prolog listed below, which touch nothing but their arguments.  All others are
faults, so a program cannot reach the machine; a request limits its time and memory.

A program is a module.  The clause `p(X) :- legal(S, R, X), q(X)` becomes

    'p/1'(X, Game) :- asked(Game, legal(S, R, X)), 'q/1'(X, Game)
*/

%   allowed(?Goal): Goal may be called as it is.

allowed(append(_, _, _)).
allowed(between(_, _, _)).
allowed(last(_, _)).
allowed(length(_, _)).
allowed(max_list(_, _)).
allowed(max_member(_, _)).
allowed(member(_, _)).
allowed(memberchk(_, _)).
allowed(min_list(_, _)).
allowed(min_member(_, _)).
allowed(msort(_, _)).
allowed(nth0(_, _, _)).
allowed(nth1(_, _, _)).
allowed(pairs_keys(_, _)).
allowed(pairs_values(_, _)).
allowed(reverse(_, _)).
allowed(select(_, _, _)).
allowed(sort(_, _)).
allowed(sort(_, _, _, _)).
allowed(subtract(_, _, _)).
allowed(sum_list(_, _)).
allowed(keysort(_, _)).
allowed(_ is _).
allowed(_ =:= _).
allowed(_ =\= _).
allowed(_ < _).
allowed(_ > _).
allowed(_ =< _).
allowed(_ >= _).
allowed(_ = _).
allowed(_ \= _).
allowed(_ == _).
allowed(_ \== _).
allowed(var(_)).
allowed(nonvar(_)).
allowed(number(_)).
allowed(true).
allowed(fail).
allowed(!).

%   control(?Goal, -Parts, ?Same, -SameParts): Goal calls Parts; Same is like it.

control((A, B), [A, B], (C, D), [C, D]).
control((A ; B), [A, B], (C ; D), [C, D]).
control((A -> B), [A, B], (C -> D), [C, D]).
control(\+ A, [A], \+ B, [B]).
control(not(A), [A], \+ B, [B]).
control(once(A), [A], once(B), [B]).
control(forall(A, B), [A, B], forall(C, D), [C, D]).
control(findall(T, A, L), [A], findall(T, B, L), [B]).

%   called(+Goal, +Places, -PartPlaces): where the parts of a control goal stand.

called(findall(_, _, _), [_, Place, _], [Place]) :- !.
called(_, Places, Places).

%!  load_program(+Syntax, +Text, -Program, -Faults) is det.
%
%   Faults are as in prolog_reader.pl; Program is `none` if there is one.

load_program(Syntax, Text, Program, Faults) :-
    read_clauses(Syntax, Text, Clauses, Faults0),
    findall(Name/Arity,
            ( member(clause(Head, _, _, _), Clauses), callable(Head), functor(Head, Name, Arity) ),
            PIs0),
    sort(PIs0, PIs),
    foldl(clause_faults(PIs), Clauses, Faults1, []),
    append(Faults0, Faults1, Faults),
    (   Faults == []
    ->  gensym('program ', Program),
        forall(member(PI, PIs), ( own(PI, Name1/Arity1), dynamic(Program:Name1/Arity1) )),
        forall(( member(clause(Head, Body, _, _), Clauses), compiled(PIs, Head, Body, Clause) ),
               assertz(Program:Clause)),
        forall(member(PI, PIs), ( own(PI, Own), compile_predicates([Program:Own]) ))
    ;   Program = none
    ).

own(Name/Arity, Own/More) :-
    atomic_list_concat([Name, /, Arity], Own),
    More is Arity + 1.

%!  unload_program(+Program) is det.
%
%   Give back what Program holds in memory.

unload_program(Program) :-
    forall(( current_predicate(Program:Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(Program:Head, imported_from(_)) ),
           abolish(Program:Name, Arity)).

%!  defines(+Program, ?Name/Arity) is nondet.

defines(Program, Name/Arity) :-
    own(Name/Arity, Own/More),
    functor(Head, Own, More),
    predicate_property(Program:Head, defined),
    \+ predicate_property(Program:Head, imported_from(_)).

%!  run(+Program, +Game, ?Goal) is nondet.

run(Program, Game, Goal) :-
    own_goal(Goal, Game, Own),
    Program:Own.

own_goal(Goal, Game, Own) :-
    Goal =.. [Name|Arguments],
    length(Arguments, Arity),
    own(Name/Arity, Mangled/_),
    append(Arguments, [Game], All),
    Own =.. [Mangled|All].

% ---- clauses ---------------------------------------------------------------

compiled(PIs, Head0, Body0, (Head :- Body)) :-
    own_goal(Head0, Game, Head),
    goal(Body0, PIs, Game, Body).

%   goal(+Goal0, +PIs, +Game, -Goal): what is defined in the file comes first.

goal(Goal0, PIs, Game, Goal) :-
    functor(Goal0, Name, Arity),
    (   memberchk(Name/Arity, PIs) -> own_goal(Goal0, Game, Goal)
    ;   relation(Name/Arity, _) -> Goal = relations:asked(Game, Goal0)
    ;   control(Goal0, Parts0, Goal1, Parts)
    ->  maplist(goal_in(PIs, Game), Parts0, Parts), Goal = Goal1
    ;   Goal0 == ! -> Goal = !
    ;   Goal = program:Goal0
    ).

goal_in(PIs, Game, Goal0, Goal) :- goal(Goal0, PIs, Game, Goal).

%   clause_faults(+PIs, +Clause, ?Faults, ?Tail)

clause_faults(PIs, clause(Head, Body, Places, source(_, HeadPlace, _)), Fs0, Fs) :- !,
    head_faults(Head, HeadPlace, Fs0, Fs1),
    goal_faults(Body, Places, PIs, Fs1, Fs).
clause_faults(_, _, Fs, Fs).

head_faults(Head, Place, [fault(error, head_not_callable, Place, [Head])|Fs], Fs) :-
    \+ callable(Head), !.
head_faults(Head, Place, [fault(error, reserved_head, Place, [Name/Arity])|Fs], Fs) :-
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    ( control(General, _, _, _) ; relation(Name/Arity, _)
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
        ( memberchk(Name/Arity, PIs) ; relation(Name/Arity, _) ; allowed(Goal) )
    ->  Fs0 = Fs
    ;   control(Goal, Parts, _, _)
    ->  arguments(Places, Ps0),
        called(Goal, Ps0, Ps),
        parts_faults(Parts, Ps, PIs, Fs0, Fs)
    ;   functor(Goal, Name, Arity),
        place(Places, Place),
        closest(Name/Arity, PIs, Closest),
        Fs0 = [fault(error, unknown_predicate, Place, [Name/Arity, Closest])|Fs]
    ).

parts_faults([], [], _, Fs, Fs).
parts_faults([Goal|Goals], [P|Ps], PIs, Fs0, Fs) :-
    goal_faults(Goal, P, PIs, Fs0, Fs1),
    parts_faults(Goals, Ps, PIs, Fs1, Fs).

closest(PI, PIs, Closest) :-
    findall(Known, known(PIs, Known), All),
    ( closest_relation(PI, All, Closest) -> true ; Closest = none ).

known(PIs, PI) :- member(PI, PIs).
known(_, PI) :- relation(PI, _).
known(_, Name/Arity) :- allowed(Goal), functor(Goal, Name, Arity).
known(_, Name/Arity) :- control(Goal, _, _, _), functor(Goal, Name, Arity).
