:- encoding(utf8).
:- module(counted,
          [ counted_rules/2             % +Rules0, -Rules
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/2, append/3]).
:- use_module(logic(compiler/relaxation), [common_variables/3]).

/** <module> Sums, maxima and minima as counts and negations

GDL has no numbers, and its export lists the instances of a count.  These aggregates are
counts or negations, too:

    max(V, p(V), M)        p(M), M >= M, \+ (p(W), W > M)
    sum(V, K, p(V, K), S)  count(t(V, K, I), (p(V, K), between(1, V, I)), P),
                           count(t(V, K, I), (p(V, K), W is 0 - V, between(1, W, I)), Q),
                           S is P - Q

`M >= M` is false where M is no whole number.  A list has no such form, and stays.
*/

%!  counted_rules(+Rules0, -Rules) is det.
%
%   Rules are Rules0, each a rule(Head, Body, Source) without places.  Literals that say the same
%   stand in place of sum, max and min.

counted_rules(Rules0, Rules) :- maplist(counted_rule, Rules0, Rules).

counted_rule(rule(Head, Body0, Source), rule(Head, Body, Source)) :-
    counted_body(Body0, Head, Body).

%   counted_body(+Body0, +Around, -Body): Around has the other variables of the rule.

counted_body(Body0, Around, Body) :- counted_body(Body0, [], Around, Parts, []), append(Parts, Body).

counted_body([], _, _, Parts, Parts).
counted_body([L|Ls], Before, Around, [Part|Parts0], Parts) :-
    counted(L, Around-Before-Ls, Part),
    counted_body(Ls, [L|Before], Around, Parts0, Parts).

counted(not(Body0), Around, [not(Body)]) :- !, counted_body(Body0, Around, Body).
counted(or(Bodies0), Around, [or(Bodies)]) :- !, counted_bodies(Bodies0, Around, Bodies).
counted(aggregate(How, T, Body0, N), Around, [aggregate(How, T, Body, N)]) :-
    memberchk(How, [count, list]), !,
    counted_body(Body0, Around-T, Body).
counted(aggregate(sum, T, Body0, S), Around, Literals) :- !,
    instance(T, Body0, Around, V-K, Body1),
    instance(T, Body0, Around, W-L, Body2),
    append(Body1, [between(1, V, I)], Above),
    append(Body2, [is(U, 0 - W), between(1, U, J)], Below),
    Literals = [aggregate(count, t(V, K, I), Above, P), aggregate(count, t(W, L, J), Below, Q),
                is(S, P - Q)].
counted(aggregate(How, T, Body0, M), Around, Literals) :- !,
    more(How, W, M, Comparison),
    instance(T, Body0, Around, M, Body1),
    instance(T, Body0, Around, W, Body2),
    append(Body2, [test(Comparison)], Exceeding),
    append(Body1, [test(M >= M), not(Exceeding)], Literals).
counted(L, _, [L]).

counted_bodies([], _, []).
counted_bodies([B0|Bs0], Around, [B|Bs]) :-
    counted_body(B0, Around, B),
    counted_bodies(Bs0, Around, Bs).

more(max, W, M, W > M).
more(min, W, M, W < M).

%   instance(+Template0, +Body0, +Around, ?Template, -Body): a copy with local variables of its own.

instance(T0, Body0, Around, T, Body) :-
    common_variables(T0-Body0, Around, Vs),
    copy_term(Vs-T0-Body0, Vs-T-Body1),
    counted_body(Body1, Around-T, Body).
