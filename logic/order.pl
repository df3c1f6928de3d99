:- module(order,
          [ ordered_body/5,             % +Body, +Outer, +Bound, -Ordered, -Blocked
            body_variables/2,           % +Body, -Variables
            bound_by/3,                 % +Body, +Bound0, -Bound
            strip_places/2              % +Body, -Literals
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(lists), [append/3, member/2, select/3]).
:- use_module(library(ordsets),
              [ord_intersection/3, ord_subset/2, ord_subtract/3, ord_union/2, ord_union/3]).

/** <module> A literal may stand anywhere: put it behind its binders

The rules of a game say what is so, not in which order to find out.  A positive
literal binds its variables; a comparison, a negation or an arithmetic literal
needs its own bound.  Ordering keeps the positive literals as they stand (so the
order of the answers, and with it the order of the moves, is the author's) and
moves each of the others to just behind the literals that bind its variables.

Sets of variables are ordered sets in the standard order of terms.  Bodies are
as in rulebook.pl, with or without the places.
*/

%!  ordered_body(+Body, +Outer, +Bound, -Ordered, -Blocked) is det.
%
%   Ordered holds the literals of Body, each behind its binders, when the
%   variables in Bound are bound from the start.  Outer are the variables that
%   occur outside Body.  Blocked are the literals whose variables nothing binds;
%   they are left out of Ordered.

ordered_body([], _, _, [], []) :- !.
ordered_body(Body, Outer, Bound, [Literal|Ordered], Blocked) :-
    next_ready(Body, Outer, Bound, Literal, Rest), !,
    bound_by([Literal], Bound, Bound1),
    ordered_body(Rest, Outer, Bound1, Ordered, Blocked).
ordered_body(Blocked, _, _, [], Blocked).

%   The tests that can be made now come first, then the next literal in order.

next_ready(Body, Outer, Bound, Literal, Rest) :-
    select_literal(Body, Place, L0, Rest),
    quick(L0),
    ready(L0, Rest, Outer, Bound, L), !,
    Literal = Place:L.
next_ready(Body, Outer, Bound, Place:L, Rest) :-
    select_literal(Body, Place, L0, Rest),
    ready(L0, Rest, Outer, Bound, L), !.

select_literal(Body, Place, L, Rest) :- select(Place:L, Body, Rest).

quick(test(_)).
quick(is(_, _)).

%   ready(+Literal0, +Rest, +Outer, +Bound, -Literal): can be asked now; the
%   bodies inside Literal are ordered too.

ready(call(A), _, _, _, call(A)).
ready(test(G), _, _, Bound, test(G)) :- all_bound(G, Bound).
ready(is(X, E), _, _, Bound, is(X, E)) :- all_bound(E, Bound).
ready(between(L, H, X), _, _, Bound, between(L, H, X)) :- all_bound(L-H, Bound).
ready(not(B0), _, Outer, Bound, not(B)) :-
    body_variables(B0, Vs),
    ord_subset(Vs, Bound),
    ordered_body(B0, Outer, Bound, B, []).
ready(or(Bs0), Rest, Outer, Bound, or(Bs)) :-
    body_variables(Rest, RestVs),
    ord_union(Outer, RestVs, Outer1),
    ready_alternatives(Bs0, Outer1, Bound, Bs).
ready(count(T, B0, N), Rest, Outer, Bound, count(T, B, N)) :-
    body_variables(Rest, RestVs),
    term_variable_set(N, NVs),
    ord_union([Outer, RestVs, NVs], Outer1),
    body_variables(B0, BVs),
    term_variable_set(T, TVs),
    ord_union(BVs, TVs, Inner),
    ord_intersection(Inner, Outer1, Shared),
    ord_subset(Shared, Bound),
    ordered_body(B0, Outer1, Bound, B, []),
    bound_by(B, Bound, Bound1),
    ord_subset(TVs, Bound1).

ready_alternatives([], _, _, []).
ready_alternatives([B0|Bs0], Outer, Bound, [B|Bs]) :-
    ordered_body(B0, Outer, Bound, B, []),
    ready_alternatives(Bs0, Outer, Bound, Bs).

all_bound(Term, Bound) :-
    term_variable_set(Term, Vs),
    ord_subset(Vs, Bound).

%!  bound_by(+Body, +Bound0, -Bound) is det.
%
%   Bound are the variables bound once all literals of Body hold.

bound_by(Body, Bound0, Bound) :- foldl(binds, Body, Bound0, Bound).

binds(Literal, Bound0, Bound) :-
    (   nonvar(Literal), Literal = _:L -> true ; L = Literal ),
    binds_(L, Bound0, Bound).

binds_(call(A), B0, B) :- add_variables(A, B0, B).
binds_(is(X, _), B0, B) :- add_variables(X, B0, B).
binds_(between(_, _, X), B0, B) :- add_variables(X, B0, B).
binds_(count(_, _, N), B0, B) :- add_variables(N, B0, B).
binds_(or(Bodies), B0, B) :-
    Bodies = [First|Others],
    bound_by(First, B0, B1),
    foldl(also_bound_by(B0), Others, B1, B).
binds_(test(_), B, B).
binds_(not(_), B, B).

also_bound_by(B0, Body, Common0, Common) :-
    bound_by(Body, B0, B),
    ord_intersection(Common0, B, Common).

add_variables(Term, B0, B) :-
    term_variable_set(Term, Vs),
    ord_union(B0, Vs, B).

term_variable_set(Term, Set) :-
    term_variables(Term, Vs),
    sort(Vs, Set).

%!  body_variables(+Body, -Variables) is det.
%
%   The set of the variables of Body.

body_variables(Body, Variables) :- term_variable_set(Body, Variables).

%!  strip_places(+Body, -Literals) is det.
%
%   Literals is Body without the places in the text.

strip_places(Body, Literals) :- maplist(strip_place, Body, Literals).

strip_place(_:L0, L) :- strip_literal(L0, L).

strip_literal(not(B0), not(B)) :- !, strip_places(B0, B).
strip_literal(or(Bs0), or(Bs)) :- !, maplist(strip_places, Bs0, Bs).
strip_literal(count(T, B0, N), count(T, B, N)) :- !, strip_places(B0, B).
strip_literal(L, L).
