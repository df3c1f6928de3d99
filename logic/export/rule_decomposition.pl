:- encoding(utf8).
:- module(rule_decomposition,
          [ split_clause/4,             % +Clause, -Clauses, +N0, -N
            bound/3,                    % +Head, +Literals, -Variables
            binds/4,                    % +Literal, +Around, -Inputs, -Bound
            loose/2                     % +Literal, -Loose
          ]).
:- use_module(library(apply), [foldl/4, maplist/2, maplist/3, partition/4]).
:- use_module(library(lists), [append/3, member/2, nth0/3, select/3]).
:- use_module(library(ordsets), [ord_subset/2, ord_union/3]).
:- use_module(logic(compiler/relaxation), [common_variables/3]).
:- use_module(logic(language/safe_order), [term_variable_set/2]).

/** <module> Split clauses that join many variables

A clause has an instance for each choice of values of its variables.  Split into several
clauses, it can have far fewer:

    p(X) :- q(X, Y), r(Y, Z), s(Z, W).          up to n^4 instances
    p(X) :- q(X, Y), x0(Y).                     each up to n^2
    x0(Y) :- r(Y, Z), x1(Z).
    x1(Z) :- s(Z, W).

A variable is eliminated by a new clause for the literals that contain it, if that clause
has fewer variables than the whole.  The cheapest variable is eliminated first, until none
is left (as lpopt does: M. Bichler, M. Morak, S. Woltran 2016).  Clauses are those of
clingo_program.pl.  A set of variables is an integer with a bit for each.
*/

%!  split_clause(+Clause, -Clauses, +N0, -N) is det.
%
%   Clauses replace Clause.  A clause with arithmetic or counts is not split.

split_clause(Head-Body, Clauses, N0, N) :-
    (   \+ ( member(L, Body), \+ plain(L) ),
        term_variables(Head-Body, Vs),
        maplist(marked(Vs), Body, Marked),
        mask(Head, Vs, HeadMask)
    ->  split(Marked, HeadMask, Vs, Head, Clauses, N0, N)
    ;   Clauses = [Head-Body], N = N0
    ).

plain(yes(_)).
plain(no(_)).
plain(whole(_)).
plain(compare(_, X, Y)) :- \+ valued(X), \+ valued(Y).

valued(X) :- nonvar(X), X = value(_).

%   A literal is l(Mask, Twice, Literal): Mask has its variables, Twice those that occur in
%   it more than once.

marked(Vs, Literal, l(Mask, Twice, Literal)) :-
    mask(Literal, Vs, Mask),
    term_singletons(Literal, Singles),
    mask(Singles, Vs, Once),
    Twice is Mask /\ \ Once.

mask(Term, Vs, Mask) :-
    term_variables(Term, Ws),
    foldl(add_bit(Vs), Ws, 0, Mask).

add_bit(Vs, W, M0, M) :- nth0(I, Vs, V), V == W, !, M is M0 \/ (1 << I).

split(Body, HeadMask, Vs, Head, Clauses, N0, N) :-
    width(Body, HeadMask, Width),
    findall(cost(Cost, Shared, I), candidate(Body, HeadMask, Width, I, Cost, Shared), Costs),
    (   sort(Costs, [cost(_, _, Best)|_])
    ->  bucket(Body, Best, HeadMask, Bucket, Own, Rest, Separator),
        variables_of(Separator, Vs, Arguments),
        Part = '$part'(N0, Arguments),
        N1 is N0 + 1,
        maplist(loosened(Own), Bucket, PartBody),
        Clauses = [Part-PartBody|Clauses1],
        split([l(Separator, 0, yes(Part))|Rest], HeadMask, Vs, Head, Clauses1, N1, N)
    ;   maplist(literal_of, Body, Literals),
        Clauses = [Head-Literals], N = N0
    ).

literal_of(l(_, _, L), L).

%   A literal that a part repeats only to bind variables is relaxed (loose/2).

loosened(Own, l(Mask, Twice, L), Literal) :-
    (   memberchk_eq(l(Mask, Twice, L), Own) -> Literal = L ; loose(L, Literal) ).

memberchk_eq(X, Ys) :- member(Y, Ys), Y == X, !.

%   candidate(+Body, +Head, +Width, -I, -Cost, -Shared) is nondet: a clause of width Cost can
%   eliminate variable I; it shares Shared variables with the rest.

candidate(Body, HeadMask, Width, I, Cost, Shared) :-
    union(Body, All),
    Free is All /\ \ HeadMask,
    bit(Free, I),
    bucket(Body, I, HeadMask, Bucket, Own, _, Separator),
    \+ Own = [l(_, _, yes(_))],
    width(Bucket, Separator, Cost),
    Cost < Width,
    Shared is popcount(Separator).

%   bucket(+Body, +I, +Head, -Bucket, -Own, -Rest, -Separator) is semidet: Own are the
%   literals with variable I, Bucket is Own and the literals that bind its other variables,
%   Rest are the others, and Separator has the variables that Bucket shares with Rest and the
%   head.

bucket(Body, I, HeadMask, Bucket, Own, Rest, Separator) :-
    Bit is 1 << I,
    partition(has_bit(Bit), Body, Own, Rest),
    closed(Own, Body, Bucket),
    union(Bucket, Inside),
    union(Rest, Outside),
    Separator is Inside /\ (Outside \/ HeadMask) /\ \ Bit.

has_bit(Bit, l(Mask, _, _)) :- Mask /\ Bit =\= 0.

%   closed(+Bucket0, +Body, -Bucket): add literals of Body that bind the unbound variables,
%   each time the one that adds the fewest new variables.

closed(Bucket0, Body, Bucket) :-
    union(Bucket0, All),
    positive_union(Bucket0, Bound),
    Open is All /\ \ Bound,
    (   Open =:= 0 -> Bucket = Bucket0
    ;   Bit is Open /\ -Open,
        findall(New-K,
                ( nth0(K, Body, L), L = l(Mask, _, yes(_)), Mask /\ Bit =\= 0,
                  New is popcount(Mask /\ \ All) ),
                Found),
        sort(Found, [_-Best|_]),
        nth0(Best, Body, Binder),
        append(Bucket0, [Binder], Bucket1),
        closed(Bucket1, Body, Bucket)
    ).

union(Body, Union) :- foldl(add_mask, Body, 0, Union).
add_mask(l(Mask, _, _), U0, U) :- U is U0 \/ Mask.

positive_union(Body, Union) :- foldl(add_positive, Body, 0, Union).
add_positive(l(Mask, _, L), U0, U) :- ( L = yes(_) -> U is U0 \/ Mask ; U = U0 ).

%   width(+Body, +Head, -Width): the number of variables that occur more than once in the
%   clause.

width(Body, HeadMask, Width) :-
    foldl(add_twice, Body, HeadMask-HeadMask, Seen-Twice0),
    Twice is Twice0 /\ Seen,
    Width is popcount(Twice).

add_twice(l(Mask, Twice, _), Seen0-Twice0, Seen-Twice1) :-
    Twice1 is Twice0 \/ Twice \/ (Seen0 /\ Mask),
    Seen is Seen0 \/ Mask.

bit(Mask, I) :-
    Mask =\= 0,
    Low is lsb(Mask),
    (   I = Low
    ;   Mask1 is Mask /\ \ (1 << Low), bit(Mask1, I)
    ).

variables_of(Mask, Vs, Of) :- findall(I, bit(Mask, I), Is), maplist(nth_of(Vs), Is, Of).
nth_of(Vs, I, V) :- nth0(I, Vs, V).

%!  bound(+Head, +Literals, -Variables) is det.
%
%   Variables are the variables that Literals, the body of a clause with Head, bind: they come
%   from an atom, or are computed from such.

bound(Head, Literals, Variables) :- bound(Literals, Head, [], Variables).

bound(Literals, Around, Vs0, Vs) :-
    (   select(L, Literals, Rest),
        binds(L, Around-Rest, Inputs0, Bound0),
        term_variable_set(Inputs0, Inputs),
        ord_subset(Inputs, Vs0)
    ->  term_variable_set(Bound0, Bound),
        ord_union(Vs0, Bound, Vs1),
        bound(Rest, Around-L, Vs1, Vs)
    ;   Vs = Vs0
    ).

%!  binds(+Literal, +Around, -Inputs, -Bound) is det.
%
%   Literal binds the variables of Bound if those of Inputs are bound.  Around is the rest of
%   its clause.

binds(yes(Atom), _, [], Atom).
binds(no(_), _, [], []).
binds(whole(_), _, [], []).
binds(compare(Op, X, Y), _, Inputs, Bound) :-
    ( Op == (=) -> Inputs = Y, Bound = X ; Inputs = [], Bound = [] ).
binds(between(L, H, X), _, L-H, X).
binds(aggregate(_, N, Elements), Around, Inputs, N) :- common_variables(Elements, Around, Inputs).

%!  loose(+Literal, -Loose) is det.
%
%   Loose holds whenever Literal may hold.  A literal that only binds variables need not
%   depend on the state or the step.

loose(Literal, Loose) :-
    (   Literal = yes(true(F)) -> Loose = yes(may(F))
    ;   Literal = yes(does(R, M)) -> Loose = yes(can(R, M))
    ;   Loose = Literal
    ).
