:- encoding(utf8).
:- module(safety,
          [ unbound/3,                  % +Rule, +Inputs, -Unbound
            local_variable/3,           % +Rule, -Variable, -Place
            unbounded/3,                % +Rule, +Inputs, :Recursive_1
            restricted/3,               % +Rule, +Inputs, :Recursive_1
            counting/3                  % +Rules, +Inputs, :Recursive_1
          ]).
:- use_module(library(apply), [exclude/3, partition/4]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(ordsets), [ord_memberchk/2, ord_subset/2, ord_subtract/3, ord_union/3]).
:- use_module(library(occurs), [occurrences_of_var/3]).
:- use_module(logic(language/literals), [inner_literal/3]).
:- use_module(logic(language/safe_order)).

/** <module> Safety: unbound variables and unbounded recursion

Two conditions on a single rule, which together make the answers of each question finite:
a positive literal binds every variable, and a recursive relation returns only terms built
from existing ones.
*/

%!  unbound(+Rule, +Inputs, -Unbound) is det.
%
%   Unbound is a list of unbound(Variable, Place, Why) for the unbound variables of Rule.
%   Place is the place of a literal that needs the variable, or of the head.  Why is
%   `alternatives`, `fact` or `none`.

unbound(rule(Head, Body, source(_, HeadPlace, _)), Inputs, Unbound) :-
    given_variables(Head, Inputs, Given),
    term_variable_set(Head, HeadVs),
    ordered_body(Inputs, Body, HeadVs, Given, Ordered, Blocked),
    bound_by(Ordered, Given, Bound),
    bound_by(Blocked, Bound, Bound1),
    term_variable_set(HeadVs-Ordered, Outer),
    waits_all(Blocked, Inputs, Outer, Bound, Waits, []),
    ord_subtract(HeadVs, Bound1, Free),
    ( Body == [] -> Why = fact ; Why = none ),
    free_waits(Free, HeadPlace, Why, HeadWaits),
    append(Waits, HeadWaits, All0),
    exclude(awaits_one_of(Bound1), All0, Roots),
    ( Roots == [] -> All = All0 ; All = Roots ),
    first_waits(All, [], Firsts),
    explained(Firsts, Body, Unbound).

%!  local_variable(+Rule, -Variable, -Place) is nondet.
%
%   Variable occurs only inside one negation of Rule, which is at Place.  The Game Description
%   Language does not allow that.

local_variable(rule(Head, Body, _), V, Place) :-
    inner_literal(Body, Place, not(Negated)),
    term_variables(Negated, Vs),
    member(V, Vs),
    occurrences_of_var(V, Negated, N),
    occurrences_of_var(V, Head-Body, N),
    \+ ( inner_literal(Negated, _, Inner), inner(Inner, Part), occurrences_of_var(V, Part, N) ).

inner(not(Body), Body).
inner(aggregate(_, T, Body, _), T-Body).

free_waits([], _, _, []).
free_waits([V|Vs], Place, Why, [unbound(V, Place, Why)|Ws]) :-
    free_waits(Vs, Place, Why, Ws).

awaits_one_of(Bound, unbound(V, _, _)) :- ord_memberchk(V, Bound).

%   Keep the first one for each variable.
first_waits([], _, []).
first_waits([W|Ws], Seen, Firsts) :-
    W = unbound(V, _, _),
    (   member(S, Seen), S == V
    ->  Firsts = Firsts1
    ;   Firsts = [W|Firsts1]
    ),
    first_waits(Ws, [V|Seen], Firsts1).

%   A variable that only one alternative of a disjunction binds is unbound in the others.

explained([], _, []).
explained([unbound(V, Place, Why0)|Ws], Body, [unbound(V, Place, Why)|Es]) :-
    (   Why0 == none, bound_somewhere(Body, V) -> Why = alternatives
    ;   Why0 == negation -> Why = none
    ;   Why = Why0
    ),
    explained(Ws, Body, Es).

bound_somewhere(Body, V) :-
    member(_:or(Bodies), Body),
    member(Alternative, Bodies),
    (   bound_by(Alternative, [], Bound), ord_memberchk(V, Bound)
    ;   bound_somewhere(Alternative, V)
    ), !.

%   waits_all(+Blocked, +Inputs, +Outer, +Bound, ?Waits, ?Tail): the variables that
%   blocked literals wait for, given that those in Bound are bound.

waits_all([], _, _, _, Ws, Ws).
waits_all([Place:L|Ls], Inputs, Outer, Bound, Ws0, Ws) :-
    body_variables(Ls, Rest),
    ord_union(Outer, Rest, Outer1),
    waits(L, Place, Inputs, Outer1, Bound, Ws0, Ws1),
    body_variables([L], Before),
    ord_union(Outer, Before, Outer2),
    waits_all(Ls, Inputs, Outer2, Bound, Ws1, Ws).

waits(not(B), Place, Inputs, Outer, Bound, Ws0, Ws) :- !,
    outer_variables(B, Outer, Vs),
    ord_subtract(Vs, Bound, Free),
    (   Free == []
    ->  inner_waits(B, Inputs, Outer, Bound, Ws0, Ws)
    ;   free_waits(Free, Place, negation, Ws1),
        append(Ws1, Ws, Ws0)
    ).
waits(or(Bodies), _, Inputs, Outer, Bound, Ws0, Ws) :- !,
    alternative_waits(Bodies, Inputs, Outer, Bound, Ws0, Ws).
waits(aggregate(How, T, B, N), Place, Inputs, Outer, Bound, Ws0, Ws) :- !,
    shared_variables(aggregate(How, T, B, N), [], Outer, Outer1, Shared),
    ord_subtract(Shared, Bound, Free),
    (   Free \== []
    ->  free_waits(Free, Place, none, Ws1)
    ;   ordered_body(Inputs, B, Outer1, Bound, Ordered, Blocked), Blocked \== []
    ->  bound_by(Ordered, Bound, Bound1),
        waits_all(Blocked, Inputs, Outer1, Bound1, Ws1, [])
    ;   bound_by(B, Bound, Bound1),
        term_variable_set(T, TVs),
        ord_subtract(TVs, Bound1, Free1),
        free_waits(Free1, Place, none, Ws1)
    ),
    append(Ws1, Ws, Ws0).
waits(after(R, M, B), Place, Inputs, Outer, Bound, Ws0, Ws) :- !,
    term_variable_set(R-M, Vs),
    ord_subtract(Vs, Bound, Free),
    (   Free == []
    ->  inner_waits(B, Inputs, Outer, Bound, Ws0, Ws)
    ;   free_waits(Free, Place, none, Ws1),
        append(Ws1, Ws, Ws0)
    ).
waits(L, Place, Inputs, _, Bound, Ws0, Ws) :-
    needed_first(L, Inputs, Needed),
    term_variable_set(Needed, Vs),
    ord_subtract(Vs, Bound, Free),
    free_waits(Free, Place, none, Ws1),
    append(Ws1, Ws, Ws0).

needed_first(test(G), _, G).
needed_first(is(_, E), _, E).
needed_first(between(Low, High, _), _, Low-High).
needed_first(call(Atom), Inputs, Vs) :- given_variables(Atom, Inputs, Vs).
needed_first(broken(_), _, []).

inner_waits(Body, Inputs, Outer, Bound, Ws0, Ws) :-
    ordered_body(Inputs, Body, Outer, Bound, Ordered, Blocked),
    bound_by(Ordered, Bound, Bound1),
    body_variables(Ordered, Vs),
    ord_union(Outer, Vs, Outer1),
    waits_all(Blocked, Inputs, Outer1, Bound1, Ws0, Ws).

alternative_waits([], _, _, _, Ws, Ws).
alternative_waits([B|Bs], Inputs, Outer, Bound, Ws0, Ws) :-
    inner_waits(B, Inputs, Outer, Bound, Ws0, Ws1),
    alternative_waits(Bs, Inputs, Outer, Bound, Ws1, Ws).

% ---- recursion -------------------------------------------------------------

%!  unbounded(+Rule, +Inputs, :Recursive_1) is semidet.
%
%   Rule may build new terms for ever.  Recursive_1 succeeds for the relations that are
%   mutually recursive with that of Rule.  Recursion is bounded if it builds no new terms:
%   what a rule returns to its caller is ground, or occurs in the answer of a recursive
%   literal, or consists of variables that literals outside the recursion bind.  A rule may
%   decompose terms, because the call of a recursive literal is generalized first
%   (compile_lists.pl).

:- meta_predicate unbounded(+, +, 1).

unbounded(rule(Head, Body, _), Inputs, Recursive_1) :-
    term_variable_set(Head, HeadVs),
    compound(Head),
    arg(_, Head, X),
    \+ given(X, Body, HeadVs, [], Inputs, Recursive_1), !.

%   given(+X, +Body, +Outer, +Bound, +Inputs, :Recursive_1): X builds no new term if the
%   variables in Bound are bound outside the recursion.

given(X, Body, Outer, Bound0, Inputs, Recursive_1) :-
    partition(recursive_literal(Recursive_1), Body, Recursive, Outside0),
    exclude(asks_input(Inputs), Outside0, Outside),
    term_variable_set(Recursive, RecursiveVs),
    ord_union(Outer, RecursiveVs, Outer1),
    ordered_body(Inputs, Outside, Outer1, Bound0, Ordered, _),
    bound_by(Ordered, Bound0, Bound),
    (   term_variable_set(X, Vs), ord_subset(Vs, Bound)
    ->  true
    ;   member(_:call(Atom), Recursive), part(Y, Atom), Y == X
    ->  true
    ;   body_variables(Body, BodyVs),
        ord_union(Outer, BodyVs, Outer2),
        member(_:or(Bodies), Recursive),
        \+ ( member(B, Bodies), \+ given(X, B, Outer2, Bound, Inputs, Recursive_1) )
    ->  true
    ).

%!  restricted(+Rule, +Inputs, :Recursive_1) is semidet.
%
%   Rule satisfies the recursion restriction of the Game Description Language: each
%   argument of a recursive literal is ground, or is also an argument of the head, or
%   consists of variables that literals outside the recursion bind.  If all rules of
%   mutually recursive relations satisfy it, their recursion is bounded, whatever terms
%   they build: new terms must be passed on, and the number of arguments is finite.

:- meta_predicate restricted(+, +, 1).

restricted(rule(Head, Body, _), Inputs, Recursive_1) :-
    term_variable_set(Head, HeadVs),
    restricted_body(Body, Head, HeadVs, [], Inputs, Recursive_1).

restricted_body(Body, Head, Outer, Bound0, Inputs, Recursive_1) :-
    partition(recursive_literal(Recursive_1), Body, Recursive, Outside0),
    exclude(asks_input(Inputs), Outside0, Outside),
    body_variables(Body, BodyVs),
    ord_union(Outer, BodyVs, Outer1),
    ordered_body(Inputs, Outside, Outer1, Bound0, Ordered, _),
    bound_by(Ordered, Bound0, Bound),
    \+ ( member(_:call(Atom), Recursive), compound(Atom), arg(_, Atom, X),
         \+ ( compound(Head), arg(_, Head, Y), Y == X ),
         term_variable_set(X, Vs), \+ ord_subset(Vs, Bound) ),
    \+ ( member(_:or(Bodies), Recursive), member(B, Bodies),
         \+ restricted_body(B, Head, Outer1, Bound, Inputs, Recursive_1) ).

%!  counting(+Rules, +Inputs, :Recursive_1) is semidet.
%
%   Rules, those of mutually recursive relations, all count down or all count up: literals
%   outside the recursion bind an argument of the head to finitely many numbers, and it exceeds
%   the same argument of each recursive literal by a constant, or falls short of it.  So proofs
%   are no longer than the list of these numbers, whatever terms the rules build.

:- meta_predicate counting(+, +, 1).

counting(Rules, Inputs, Recursive_1) :-
    Rules = [rule(First, _, _)|_],
    functor(First, _, Arity),
    between(1, Arity, I),
    member(Sign, [1, -1]),
    \+ ( member(rule(Head, Body, _), Rules),
         partition(recursive_literal(Recursive_1), Body, Recursive, Outside),
         \+ counts(Recursive, I, Sign, Head, Outside, Inputs) ), !.

counts([], _, _, _, _, _) :- !.
counts(Recursive, I, Sign, Head, Outside0, Inputs) :-
    compound(Head), arg(I, Head, X), var(X),
    exclude(asks_input(Inputs), Outside0, Outside),
    term_variable_set(Head-Recursive, Outer),
    ordered_body(Inputs, Outside, Outer, [], Ordered, _),
    bound_by(Ordered, [], Bound),
    ord_memberchk(X, Bound),
    \+ ( member(Literal, Recursive),
         \+ ( Literal = _:call(Atom), compound(Atom), arg(I, Atom, Y), var(Y),
              member(_:is(Z, E), Outside0), difference(Z, E, X, Y, D), D * Sign > 0 ) ).

%   difference(+Z, +E, +X, +Y, -D): Z is E says that X is larger than Y by D.

difference(Z, A - D, X, Y, D) :- Z == Y, A == X, integer(D).
difference(Z, A + N, X, Y, D) :- Z == Y, A == X, integer(N), D is -N.
difference(Z, A + D, X, Y, D) :- Z == X, A == Y, integer(D).
difference(Z, A - N, X, Y, D) :- Z == X, A == Y, integer(N), D is -N.

recursive_literal(Recursive_1, _:L) :-
    positive_atom(L, Atom),
    functor(Atom, N, A),
    call(Recursive_1, N/A), !.

positive_atom(call(Atom), Atom).
positive_atom(or(Bodies), Atom) :-
    member(Body, Bodies), member(_:L, Body), positive_atom(L, Atom).

asks_input(Inputs, _:L) :-
    positive_atom(L, Atom),
    functor(Atom, N, A),
    memberchk(N/A-_, Inputs).

%   part(-Part, +Term): Part is an argument of Term, or a subterm of one.
part(Part, Term) :-
    compound(Term),
    arg(_, Term, Argument),
    ( Part = Argument ; nonvar(Argument), part(Part, Argument) ).
