:- encoding(utf8).
:- module(descent,
          [ descends/3                  % +Rules, +Inputs, :Recursive_1
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(logic(language/literals), [inner_literal/3]).

/** <module> Recursion over the parts of a term

A value has finitely many parts.  So recursion ends that goes on to parts of arguments which its
callers bind:

    len([], 0).
    len([_|T], N) :- len(T, M), N is M + 1.
    merge([X|Xs], [Y|Ys], [X|Zs]) :- X =< Y, merge(Xs, [Y|Ys], Zs).
    merge([X|Xs], [Y|Ys], [Y|Zs]) :- X > Y, merge([X|Xs], Ys, Zs).

So does recursion that counts down to a number, or up to one, if a comparison of the argument says
which.  A comparison is tried as soon as its variables are bound (safe_order.pl), so before the call.

    factorial(0, 1).
    factorial(N, F) :- N > 0, M is N - 1, factorial(M, G), F is N * G.
*/

:- meta_predicate descends(+, +, 1).

%!  descends(+Rules, +Inputs, :Recursive_1) is semidet.
%
%   Rules are those of mutually recursive relations with a body, Recursive_1 succeeds for these
%   relations, and Inputs are the input relations (safe_order.pl).  There are places that each of
%   the relations is given, where a recursive call has the same arguments as the head, or parts of
%   them, or at a place always the next number below or always above; and at least one that is not the
%   same.

descends(Rules, Inputs, Recursive_1) :-
    Rules = [rule(First, _, _)|_],
    functor(First, N, A),
    memberchk(N/A-Places0, Inputs),
    findall(from(Head, Body, Atom),
            ( member(rule(Head, Body, _), Rules),
              inner_literal(Body, _, call(Atom)),
              functor(Atom, M, B), call(Recursive_1, M/B) ),
            Calls),
    findall(I,
            ( member(I, Places0), given_by_all(Rules, Inputs, I), goes_on_always(I, Calls) ),
            Places),
    Places = [_|_],
    \+ ( member(from(Head, _, Atom), Calls),
         \+ ( member(I, Places), arg(I, Atom, Y), arg(I, Head, X), Y \== X ) ).

given_by_all(Rules, Inputs, I) :-
    \+ ( member(rule(Head, _, _), Rules), functor(Head, N, A),
         \+ ( memberchk(N/A-Places, Inputs), memberchk(I, Places) ) ).

%   goes_on_always(+I, +Calls) is semidet: in one way, which is the same in all Calls, each goes on at
%   the place I, or has the argument of the head there.

goes_on_always(I, Calls) :-
    member(How, [parts, down, up]),
    \+ ( member(from(Head, Body, Atom), Calls),
         arg(I, Atom, Y), arg(I, Head, X),
         \+ ( Y == X ; goes_on(How, Body, X, Y) ) ), !.

%   goes_on(+How, +Body, +X, +Y) is semidet: from X, an argument of the head, a call goes on to Y.

goes_on(parts, _, X, Y) :- sub_term(Part, X), Part == Y, !.
goes_on(How, Body, X, Y) :-
    var(X), var(Y),
    member(_:is(Z, E), Body), Z == Y, nonvar(E), counts(How, E, W), W == X,
    member(_:test(Comparison), Body), limits(How, Comparison, V), V == X, !.

counts(down, X - K, X) :- integer(K), K > 0.
counts(down, X + K, X) :- integer(K), K < 0.
counts(up, X + K, X) :- integer(K), K > 0.
counts(up, K + X, X) :- integer(K), K > 0.

%   limits(+How, +Comparison, -X): there is an end to the way of X.

limits(down, X > N, X) :- integer(N).
limits(down, X >= N, X) :- integer(N).
limits(down, N < X, X) :- integer(N).
limits(down, N =< X, X) :- integer(N).
limits(up, X < N, X) :- integer(N).
limits(up, X =< N, X) :- integer(N).
limits(up, N > X, X) :- integer(N).
limits(up, N >= X, X) :- integer(N).
