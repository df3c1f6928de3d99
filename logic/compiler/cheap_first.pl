:- encoding(utf8).
:- module(cheap_first,
          [ cheap_first/3,              % +Literals0, +Costs, -Literals
            literal_costs/4             % +Game, +Initial, :Answers_3, -Costs
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2, put_assoc/4, empty_assoc/1]).
:- use_module(library(lists), [append/3, max_list/2, member/2, same_length/2, sum_list/2]).
:- use_module(library(ordsets), [ord_intersection/3, ord_subset/2]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_values/2]).
:- use_module(logic(language/safe_order)).

/** <module> Cheap literals before expensive tests

A literal whose variables are all bound is a mere test.  An expensive one waits for the cheaper
literals after it that give at most one answer, because they may fail, too.  In

    hit(P, C, R, D) :- ray(C, R, D, I, C1, R1), open(C, R, D, I), looks(P, C1, R1, D).

open/4, which calls itself, waits for looks/4: there is at most one piece on a square.  The
answers stay the same, and so does their order.  A literal that may raise an error, or may not
end, is not tried before a test that came before it.

The cost of a literal is its level: 0 for a comparison, 1 for a fluent or a relation that does not
depend on the state, and for other relations one more than that of the most expensive literal of
their rules.  A recursive relation is of a higher level than all others.
*/

recursive_level(100).

%   costs(Game, Levels, Sizes, Answers_3): Levels is an assoc from Name/Arity to the level of a
%   relation; Sizes is one from the kind of a fluent to sizes(N, N1, N2): the start has N facts of
%   this kind, with N1 different first arguments and N2 different pairs of the first two.

:- meta_predicate literal_costs(+, +, 3, -).

%!  literal_costs(+Game, +Initial, :Answers_3, -Costs) is det.
%
%   Initial are the facts of the start.  Answers_3(Atom, Known, N) estimates the number N of
%   answers of Atom, of a relation that does not depend on the state, when the variables Known
%   have values.

literal_costs(Game, Initial, Answers_3, costs(Game, Levels, Sizes, Answers_3)) :-
    findall(PI, ( Game:defined(PI), ( Game:needs_state(PI) ; Game:needs_step(PI) ) ), PIs),
    empty_assoc(Levels0),
    foldl(relation_level(Game), PIs, Levels0, Levels),
    findall((Name/Arity)-F, ( member(F, Initial), functor(F, Name, Arity) ), Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    maplist(kind_sizes, Groups, Kinds),
    list_to_assoc(Kinds, Sizes).

kind_sizes(Kind-Facts, Kind-sizes(N, N1, N2)) :-
    length(Facts, N),
    different(1, Facts, N1),
    different(2, Facts, N2).

different(Count, Facts, N) :-
    findall(Key, ( member(F, Facts), first_arguments(Count, F, Key) ), Keys0),
    sort(Keys0, Keys),
    length(Keys, N).

first_arguments(Count, F, Key) :-
    F =.. [_|As],
    (   length(Key, Count), append(Key, _, As) -> true ; Key = As ).

%   relation_level(+Game, +PI, +Levels0, -Levels): the relations that PI calls come first.

relation_level(Game, PI, Levels0, Levels) :-
    (   get_assoc(PI, Levels0, _) -> Levels = Levels0
    ;   recursive_level(Recursive),
        put_assoc(PI, Levels0, Recursive, Levels1),     % for calls of itself
        PI = Name/Arity,
        functor(Head, Name, Arity),
        findall(Called,
                ( Game:guarded(Head, Body), called_in(Body, Called), Game:defined(Called),
                  ( Game:needs_state(Called) ; Game:needs_step(Called) ) ),
                Callees),
        foldl(relation_level(Game), Callees, Levels1, Levels2),
        findall(Level,
                ( Game:guarded(Head, Body), member(L, Body), literal_level(L, Levels2, Level) ),
                Ls),
        max_list([0|Ls], Most),
        Level0 is Most + 1,
        put_assoc(PI, Levels2, Level0, Levels)
    ).

called_in(Body, PI) :- member(L, Body), called_by(L, PI).

called_by(call(Atom), Name/Arity) :- functor(Atom, Name, Arity).
called_by(not(Body), PI) :- called_in(Body, PI).
called_by(aggregate(_, _, Body, _), PI) :- called_in(Body, PI).
called_by(or(Bodies), PI) :- member(Body, Bodies), called_in(Body, PI).

literal_level(call(Atom), Levels, Level) :- !,
    functor(Atom, Name, Arity),
    ( get_assoc(Name/Arity, Levels, Level0) -> Level = Level0 ; Level = 1 ).
literal_level(not(Body), Levels, Level) :- !, body_level(Body, Levels, Level).
literal_level(aggregate(_, _, Body, _), Levels, Level) :- !, body_level(Body, Levels, Level).
literal_level(or(Bodies), Levels, Level) :- !,
    findall(L, ( member(Body, Bodies), body_level(Body, Levels, L) ), Ls),
    max_list([0|Ls], Level).
literal_level(_, _, 0).

body_level(Body, Levels, Level) :-
    findall(N, ( member(L, Body), literal_level(L, Levels, N) ), Ns),
    max_list([0|Ns], Level).

%!  cheap_first(+Literals0, +Costs, -Literals) is det.
%
%   Literals are Literals0, an ordered body, in a cheaper order.

cheap_first(Literals0, Costs, Literals) :- waiting(Literals0, [], [], Costs, Literals).

%   waiting(+Literals0, +Bound, +Waiting, +Costs, -Literals): Waiting are Level-Test, the
%   cheapest first.

waiting([], _, Waiting, _, Tests) :- pairs_values(Waiting, Tests).
waiting([L|Ls0], Bound0, Waiting0, Costs, Ls) :-
    Costs = costs(_, Levels, _, _),
    literal_level(L, Levels, Level),
    bound_by([L], Bound0, Bound),
    (   Level > 1, test(L, Ls0, Bound0)
    ->  (   harmless(L, Costs) -> Waiting1 = Waiting0, Ls = Ls1
        ;   pairs_values(Waiting0, Tests), append(Tests, Ls1, Ls), Waiting1 = []
        ),
        append(Waiting1, [Level-L], Waiting2),
        keysort(Waiting2, Waiting)
    ;   ( harmless(L, Costs), few_answers(L, Bound0, Costs) -> Passed = Level ; Passed = none ),
        ready(Waiting0, Passed, Waiting, Ls, [L|Ls1])
    ),
    waiting(Ls0, Bound, Waiting, Costs, Ls1).

%   ready(+Waiting0, +Passed, -Waiting, -Literals, ?Tail): a literal of the level Passed goes
%   before the tests of higher levels; one that is `none` goes before no test.

ready([Level-Test|Waiting0], Passed, Waiting, [Test|Ls0], Ls) :-
    ( Passed == none -> true ; Level =< Passed ), !,
    ready(Waiting0, Passed, Waiting, Ls0, Ls).
ready(Waiting, _, Waiting, Ls, Ls).

%   test(+Literal, +Others, +Bound): Literal gives no variable a value that Others use.

test(call(Atom), _, Bound) :- all_bound(Atom, Bound).
test(or(Bodies), _, Bound) :- all_bound(Bodies, Bound).
test(not(Body), Others, Bound) :-
    term_variable_set(Body, Vs),
    term_variable_set(Others, Ws),
    ord_intersection(Vs, Ws, Shared),
    ord_subset(Shared, Bound).

%   harmless(+Literal, +Costs): Literal raises no error, and it ends.

harmless(call(Atom), Costs) :-
    Costs = costs(Game, Levels, _, _),
    functor(Atom, Name, Arity),
    (   get_assoc(Name/Arity, Levels, Level)
    ->  recursive_level(Recursive), Level < Recursive,
        functor(Head, Name, Arity),
        \+ ( Game:guarded(Head, Body), \+ harmless_body(Body, Costs) )
    ;   true
    ).
harmless(not(Body), Costs) :- harmless_body(Body, Costs).
harmless(or(Bodies), Costs) :- \+ ( member(Body, Bodies), \+ harmless_body(Body, Costs) ).
harmless(test(distinct(_, _)), _).
harmless(test(dif(_, _)), _).

harmless_body(Body, Costs) :- \+ ( member(L, Body), \+ harmless(L, Costs) ).

%   few_answers(+Literal, +Bound, +Costs): Literal has at most one answer on average.

few_answers(L, Bound, Costs) :- answers(L, Bound, Costs, N), N =< 1.

%   answers(+Literal, +Bound, +Costs, -N) is semidet: N estimates how many answers Literal has;
%   fails for a recursive relation.

answers(call(Atom), Bound, Costs, N) :- !,
    (   all_bound(Atom, Bound) -> N = 1 ; atom_answers(Atom, Bound, Costs, N) ).
answers(or(Bodies), Bound, _, 1) :- !, all_bound(Bodies, Bound).
answers(between(_, _, X), Bound, _, 1) :- !, all_bound(X, Bound).
answers(_, _, _, 1).

atom_answers(true(F), Bound, costs(_, _, Sizes, _), N) :- !,
    nonvar(F),
    functor(F, Name, Arity),
    get_assoc(Name/Arity, Sizes, Kind),
    facts_of_kind(Kind, F, Bound, N).
atom_answers(does(_, _), _, _, 1) :- !.
atom_answers(Atom, Bound, Costs, N) :-
    Costs = costs(Game, Levels, _, Answers_3),
    functor(Atom, Name, Arity),
    (   get_assoc(Name/Arity, Levels, Level)
    ->  recursive_level(Recursive), Level < Recursive,
        findall(Atom-Bound-Body, Game:guarded(Atom, Body), Rules),
        maplist(rule_answers(Costs), Rules, Ns),
        sum_list(Ns, N)
    ;   call(Answers_3, Atom, Bound, N)
    ).

rule_answers(Costs, _-Known0-Body, N) :-
    term_variable_set(Known0, Known),
    body_answers(Body, Known, Costs, 1, N).

body_answers([], _, _, N, N).
body_answers([L|Ls], Bound0, Costs, N0, N) :-
    answers(L, Bound0, Costs, N1),
    (   N1 =:= 0 -> N = 0              % N0 may be inf
    ;   N2 is N0 * N1,
        bound_by([L], Bound0, Bound),
        body_answers(Ls, Bound, Costs, N2, N)
    ).

%   facts_of_kind(+Sizes, +Fluent, +Bound, -N): how many facts of the start agree with Fluent in
%   those of the first two arguments that are bound.

facts_of_kind(sizes(N0, N1, N2), F, Bound, N) :-
    (   first_arguments(2, F, Key), all_bound(Key, Bound) -> N is N0 / N2
    ;   arg(1, F, A), all_bound(A, Bound) -> N is N0 / N1
    ;   N = N0
    ).
