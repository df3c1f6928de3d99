:- encoding(utf8).
:- module(fact_groups,
          [ group_clauses/2,            % +Game, -Clauses
            grouped_state/3,            % +Game, +Facts, -State
            state_facts/3,              % +Game, +State, -Facts
            fact_goal/4,                % +Game, +Fluent, +State, -Goal
            fact_goal/6,                % +Game, +Fluent, +Bound, +MayBeBound, +State, -Goal
            fact_in_state/3             % +Game, ?Fluent, +State
          ]).
:- use_module(library(lists), [append/2, append/3, member/2, nth1/3]).
:- use_module(library(ordsets), [ord_disjoint/2, ord_subset/2]).
:- use_module(logic(language/history), [hidden_fact/1]).
:- use_module(logic(language/safe_order), [term_variable_set/2]).

/** <module> The facts of a state in groups, so that a fluent is found without a search

In the list form a state is a term s(G1, ..., Gn, Others) with a group for each kind of
fluent, Name/Arity, that a rule for init/1 or next/1 gives.  A group is the ordered list of its
facts.  Facts of two arguments or more stand in groups by the first one, and facts of three or
more, within these, by the second one:

    s([control(white)],
      [1-[1-[cell(1, 1, white, rook)], 2-[cell(1, 2, white, pawn)]],
       2-[1-[cell(2, 1, white, knight)]]],
      [])

Others are the facts of other kinds, which come from a rule such as next(F) :- true(F) or
are given from outside.  Equal sets of facts make equal states.

Answers come in the standard order, as from the list of all facts.
*/

%   keys(+Arity, -Count): by how many arguments the facts stand in groups.

keys(Arity, Count) :- Count is max(0, min(2, Arity - 1)).

%!  group_clauses(+Game, -Clauses) is det.
%
%   Clauses are fact_group(Name, Arity, I), the place of each kind; groups(N), how many places
%   a state has; and one relation for each kind, such as
%
%       'cell/4 holds'(C, R, P, K, State)

group_clauses(Game, [groups(N)|Clauses]) :-
    findall(Name/Arity,
            ( ( Game:rule(init(F), _) ; Game:rule(next(F), _) ),
              nonvar(F), functor(F, Name, Arity) ),
            Kinds0),
    sort(Kinds0, Kinds),
    length(Kinds, Count),
    N is Count + 1,
    findall(fact_group(Name, Arity, I), nth1(I, Kinds, Name/Arity), Places),
    findall((Head :- Find),
            ( nth1(I, Kinds, Name/Arity),
              functor(F, Name, Arity),
              holding(F, S, Head),
              term_variable_set(F, Vs),
              finding(F, I, [], Vs, S, Find) ),
            Holding),
    ( Places == [] -> Known = [(fact_group(_, _, _) :- fail)] ; Known = Places ),
    append(Known, Holding, Clauses).

holding(F, S, Goal) :-
    F =.. [Name|As],
    length(As, Arity),
    atomic_list_concat([Name, /, Arity, ' holds'], Holds),
    append([[Holds], As, [S]], Parts),
    Goal =.. Parts.

%   finding(+Fluent, +I, +Bound, +MayBeBound, +State, -Goal): Goal finds Fluent in the group I.

finding(F, I, Bound, MayBeBound, S, ( arg(I, S, Group), Goal )) :-
    functor(F, _, Arity),
    keys(Arity, Count),
    found(0, Count, F, Bound, MayBeBound, Group, Goal).

found(Count, Count, F, Bound, _, Facts, Goal) :- !,
    term_variable_set(F, Vs),
    ( ord_subset(Vs, Bound) -> Goal = memberchk(F, Facts) ; Goal = lists:member(F, Facts) ).
found(I0, Count, F, Bound, MayBeBound, Group, ( Choice, Goal )) :-
    I is I0 + 1,
    arg(I, F, Key),
    term_variable_set(Key, Vs),
    One = memberchk(Key-Inner, Group),
    All = lists:member(Key-Inner, Group),
    (   ord_subset(Vs, Bound) -> Choice = One
    ;   ord_disjoint(Vs, MayBeBound) -> Choice = All
    ;   Choice = ( ground(Key) -> One ; All )
    ),
    found(I, Count, F, Bound, MayBeBound, Inner, Goal).

%!  fact_goal(+Game, +Fluent, +State, -Goal) is det.
%
%   Goal finds the facts of State that unify with Fluent.  It is one goal, so that it can be
%   ordered among others.

fact_goal(Game, F, S, Goal) :-
    (   known_kind(Game, F, _) -> holding(F, S, Goal)
    ;   Goal = fact_groups:fact_in_state(Game, F, S)
    ).

%!  fact_goal(+Game, +Fluent, +Bound, +MayBeBound, +State, -Goal) is det.
%
%   The same, written out.  The variables Bound have values when Goal runs; of the others only
%   MayBeBound may have.  Both are ordered sets.

fact_goal(Game, F, Bound, MayBeBound, S, Goal) :-
    (   known_kind(Game, F, I) -> finding(F, I, Bound, MayBeBound, S, Goal)
    ;   fact_goal(Game, F, S, Goal)
    ).

known_kind(Game, F, I) :-
    nonvar(F),
    functor(F, Name, Arity),
    Game:fact_group(Name, Arity, I).

%!  fact_in_state(+Game, ?Fluent, +State) is nondet.
%
%   Fluent holds in State; its kind is known only now.

fact_in_state(Game, F, State) :-
    (   var(F) -> state_facts(Game, State, Facts), member(F, Facts), \+ hidden_fact(F)
    ;   known_kind(Game, F, _) -> holding(F, State, Goal), call(Game:Goal)
    ;   others(State, Others), member(F, Others)
    ).

others(State, Others) :-
    functor(State, _, N),
    arg(N, State, Others).

%!  state_facts(+Game, +State, -Facts) is det.
%
%   Facts is the ordered set of the facts of State.

state_facts(Game, State, Facts) :-
    findall(F,
            ( Game:fact_group(_, Arity, I), keys(Arity, Count),
              arg(I, State, Group), in_group(Count, Group, F) ),
            Facts0),
    others(State, Others),
    append(Facts0, Others, Facts1),
    sort(Facts1, Facts).

in_group(0, Facts, F) :- !, member(F, Facts).
in_group(Count0, Group, F) :-
    Count is Count0 - 1,
    member(_-Inner, Group),
    in_group(Count, Inner, F).

%!  grouped_state(+Game, +Facts, -State) is det.
%
%   State is the state in which the ordered set Facts holds.

grouped_state(Game, Facts, State) :-
    Game:groups(N),
    functor(State, s, N),
    placed(Facts, Game, State, Others),
    arg(N, State, Others),
    rest_empty(N, State).

placed([], _, _, []).
placed([F|Fs], Game, State, Others) :-
    functor(F, Name, Arity),
    (   Game:fact_group(Name, Arity, I)
    ->  arg(I, State, Group),
        keys(Arity, Count),
        grouped(Count, [F|Fs], Name, Arity, Group, Rest),
        placed(Rest, Game, State, Others)
    ;   Others = [F|Others1],
        placed(Fs, Game, State, Others1)
    ).

%   grouped(+Keys, +Facts, +Name, +Arity, -Group, -Rest): Group has the longest prefix of Facts
%   of one kind.

grouped(0, Facts, Name, Arity, Group, Rest) :- plain(Facts, Name, Arity, Group, Rest).
grouped(1, Facts, Name, Arity, Group, Rest) :- by_first(Facts, Name, Arity, Group, Rest).
grouped(2, Facts, Name, Arity, Group, Rest) :- by_two(Facts, Name, Arity, Group, Rest).

plain([F|Fs], Name, Arity, Group, Rest) :-
    functor(F, Name, Arity), !,
    Group = [F|Group1],
    plain(Fs, Name, Arity, Group1, Rest).
plain(Rest, _, _, [], Rest).

by_first([F|Fs], Name, Arity, Group, Rest) :-
    functor(F, Name, Arity), !,
    arg(1, F, A),
    Group = [A-[F|Same]|Group1],
    with_first(Fs, Name, Arity, A, Same, Rest1),
    by_first(Rest1, Name, Arity, Group1, Rest).
by_first(Rest, _, _, [], Rest).

with_first([F|Fs], Name, Arity, A, Same, Rest) :-
    functor(F, Name, Arity),
    arg(1, F, A0), A0 == A, !,
    Same = [F|Same1],
    with_first(Fs, Name, Arity, A, Same1, Rest).
with_first(Rest, _, _, _, [], Rest).

by_two([F|Fs], Name, Arity, Group, Rest) :-
    functor(F, Name, Arity), !,
    arg(1, F, A),
    Group = [A-Inner|Group1],
    by_second([F|Fs], Name, Arity, A, Inner, Rest1),
    by_two(Rest1, Name, Arity, Group1, Rest).
by_two(Rest, _, _, [], Rest).

by_second([F|Fs], Name, Arity, A, Group, Rest) :-
    functor(F, Name, Arity),
    arg(1, F, A0), A0 == A, !,
    arg(2, F, B),
    Group = [B-[F|Same]|Group1],
    with_both(Fs, Name, Arity, A, B, Same, Rest1),
    by_second(Rest1, Name, Arity, A, Group1, Rest).
by_second(Rest, _, _, _, [], Rest).

with_both([F|Fs], Name, Arity, A, B, Same, Rest) :-
    functor(F, Name, Arity),
    arg(1, F, A0), A0 == A,
    arg(2, F, B0), B0 == B, !,
    Same = [F|Same1],
    with_both(Fs, Name, Arity, A, B, Same1, Rest).
with_both(Rest, _, _, _, _, [], Rest).

rest_empty(I, State) :-
    (   I =:= 0 -> true
    ;   arg(I, State, Group),
        ( var(Group) -> Group = [] ; true ),
        I1 is I - 1,
        rest_empty(I1, State)
    ).
