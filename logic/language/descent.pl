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
*/

:- meta_predicate descends(+, +, 1).

%!  descends(+Rules, +Inputs, :Recursive_1) is semidet.
%
%   Rules are those of mutually recursive relations with a body, Recursive_1 succeeds for these
%   relations, and Inputs are the input relations (safe_order.pl).  There are places that each of
%   the relations is given, where a recursive call has the same arguments as the head or parts of
%   them, and at least one proper part.

descends(Rules, Inputs, Recursive_1) :-
    Rules = [rule(First, _, _)|_],
    functor(First, N, A),
    memberchk(N/A-Places0, Inputs),
    findall(I, ( member(I, Places0), given_by_all(Rules, Inputs, I) ), Places),
    some_of(Places, Chosen), Chosen = [_|_],
    \+ ( member(rule(Head, Body, _), Rules),
         inner_literal(Body, _, call(Atom)),
         functor(Atom, M, B), call(Recursive_1, M/B),
         \+ smaller(Chosen, Atom, Head) ), !.

given_by_all(Rules, Inputs, I) :-
    \+ ( member(rule(Head, _, _), Rules), functor(Head, N, A),
         \+ ( memberchk(N/A-Places, Inputs), memberchk(I, Places) ) ).

some_of([], []).
some_of([I|Is], Chosen) :-
    some_of(Is, Chosen0),
    ( Chosen = [I|Chosen0] ; Chosen = Chosen0 ).

smaller(Places, Atom, Head) :-
    \+ ( member(I, Places), arg(I, Atom, Y), arg(I, Head, X),
         \+ ( sub_term(Part, X), Part == Y ) ),
    member(I, Places), arg(I, Atom, Y), arg(I, Head, X),
    Y \== X, !.
