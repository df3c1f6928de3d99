:- encoding(utf8).
:- module(flat_facts,
          [ flat_facts/2,               % +Facts, -Clauses
            flat_goal/3                 % +Module, +Goal, -Flat
          ]).
:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [member/2]).

/** <module> Flat facts: compound arguments become several arguments

Prolog indexes facts by their arguments, but a compound argument hardly beyond its
functor. If all facts of a relation have compound terms of one shape, as in

    to(pos(1, 1), vel(0, 0), pos(1, 1)).    to(pos(1, 1), vel(0, 1), pos(1, 2)).   ...

they are stored with the parts as arguments, and one clause builds the terms from them:

    to(pos(A, B), vel(C, D), pos(E, F)) :- 'to flat'(A, B, C, D, E, F).
*/

fewest_facts(9).
most_parts(40).

%!  flat_facts(+Facts, -Clauses) is semidet.
%
%   Clauses are equivalent to Facts, in the same order, with flat terms. Fails if that
%   makes no difference.

flat_facts([Fact|Facts], [(General :- Flat)|Flats]) :-
    length(Facts, More),
    fewest_facts(Fewest),
    More >= Fewest - 1,
    has_parts(Fact),
    foldl(shape, Facts, Fact, General),
    has_parts(General),
    term_variables(General, Parts),
    length(Parts, Count),
    most_parts(Most),
    Count =< Most,
    functor(General, Name, _),
    flat_name(Name, FlatName),
    Flat =.. [FlatName|Parts],
    findall(Flat, member(General, [Fact|Facts]), Flats).

flat_name(Name, FlatName) :- atom_concat(Name, ' flat', FlatName).

has_parts(Term) :- arg(_, Term, A), compound(A), !.

%   shape(+Term1, +Term2, -General): General has a variable wherever the two differ.

shape(X, Y, Z) :-
    (   X == Y -> Z = X
    ;   compound(X), compound(Y),
        compound_name_arity(X, N, A), compound_name_arity(Y, N, A)
    ->  compound_name_arguments(X, N, Xs),
        compound_name_arguments(Y, N, Ys),
        shapes(Xs, Ys, Zs),
        compound_name_arguments(Z, N, Zs)
    ;   true
    ).

shapes([], [], []).
shapes([X|Xs], [Y|Ys], [Z|Zs]) :- shape(X, Y, Z), shapes(Xs, Ys, Zs).

%!  flat_goal(+Module, +Goal, -Flat) is semidet.
%
%   Flat calls the facts of Goal in Module in the form that flat_facts/2 has given them;
%   the terms of Goal are unified with their shape.

flat_goal(Module, Goal, Flat) :-
    callable(Goal),
    predicate_property(Module:Goal, number_of_rules(1)),
    predicate_property(Module:Goal, number_of_clauses(1)),
    clause(Module:Goal, Flat),
    functor(Goal, Name, _),
    flat_name(Name, FlatName),
    functor(Flat, FlatName, _).
