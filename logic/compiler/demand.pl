:- encoding(utf8).
:- module(demand,
          [ asked_atom/3,               % +Game, +Atom, -Asked
            asked_body/4,               % +Game, +Head, +Body, -AskedBody
            demand_rules/3              % +Game, +PIs, -Rules
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2, reverse/2]).
:- use_module(library(ordsets), [ord_subset/2, ord_union/3]).
:- use_module(logic(compiler/compile_lists), [clause_name/2]).
:- use_module(logic(language/safe_order), [all_bound/2, bound_by/3, term_variable_set/2]).

/** <module> For which arguments a relation is asked

A relation that needs arguments given (safe_order.pl) has no list of answers:

    legal(R, move(X, Y)) :- true(at(R, X)), step(X, Y).
    step(X, Y) :- Y is X + 1, Y =< 8.

Evaluation from the facts upward, as by clingo or in relaxation.pl, needs the arguments for
which rules ask it.  They are a relation, too (the magic sets of Bancilhon et al. 1986):

    'asked step/2'(X) :- true(at(R, X)).
    step(X, Y) :- 'asked step/2'(X), Y is X + 1, Y =< 8.

More arguments than those asked do no harm: the answers are those of the rules, whoever asks.
So negations and, where they bind no argument, counts are left out.
*/

%!  asked_atom(+Game, +Atom, -Asked) is semidet.
%
%   Asked says that the relation of Atom is asked with its given arguments.  Fails if the
%   relation needs none.

asked_atom(Game, Atom, Asked) :-
    functor(Atom, Name, Arity),
    Game:input(Name/Arity, Places),
    maplist(argument(Atom), Places, Given),
    clause_name(Name/Arity, Mangled),
    atom_concat('asked ', Mangled, AskedName),
    Asked =.. [AskedName|Given].

argument(Atom, I, Argument) :- arg(I, Atom, Argument).

%!  asked_body(+Game, +Head, +Body0, -Body) is det.
%
%   Body is Body0, of a rule for Head, after the literal asked(Asked) if the relation needs
%   arguments given.

asked_body(Game, Head, Body0, Body) :-
    ( asked_atom(Game, Head, Asked) -> Body = [asked(Asked)|Body0] ; Body = Body0 ).

%!  demand_rules(+Game, +PIs, -Rules) is det.
%
%   Rules has a rule(Asked, Body, Atom, Source) for each literal call(Atom) in the rules of PIs
%   whose relation needs arguments given.  Body are the literals before it, as in asked_body/4.
%   Source is that of the rule with the literal (prolog_reader.pl).

demand_rules(Game, PIs, Rules) :-
    findall(rule(Asked, Body, Atom, Source),
            ( member(Name/Arity, PIs), functor(Head, Name, Arity),
              Game:rule(Head, Body0, Source),
              asked_body(Game, Head, Body0, Body1),
              called(Body1, [], Atom, Before),
              asked_atom(Game, Atom, Asked),
              needed(Before, Asked, Body) ),
            Rules).

%   called(+Body, +Before0, -Atom, -Before) is nondet: Body, or a body inside it, calls Atom after
%   the literals Before, the last one first.

called([L|Ls], Before0, Atom, Before) :-
    (   called_by(L, Before0, Atom, Before)
    ;   called(Ls, [L|Before0], Atom, Before)
    ).

called_by(call(Atom), Before, Atom, Before).
called_by(not(Body), Before0, Atom, Before) :- called(Body, Before0, Atom, Before).
called_by(aggregate(_, _, Body, _), Before0, Atom, Before) :- called(Body, Before0, Atom, Before).
called_by(or(Bodies), Before0, Atom, Before) :-
    member(Body, Bodies),
    called(Body, Before0, Atom, Before).

%   needed(+Before, +Asked, -Body): the literals that bind the variables of Asked.

needed(Before, Asked, Body) :-
    reverse(Before, Literals),
    term_variable_set(Asked, Vs),
    (   kept(Literals, no_counts, Body, [], Bound), ord_subset(Vs, Bound) -> true
    ;   kept(Literals, counts, Body, [], _)
    ).

%   kept(+Literals, +Counts, -Kept, +Bound0, -Bound): Kept are the positive ones of Literals
%   whose variables are bound when they are evaluated.

kept([], _, [], Bound, Bound).
kept([L0|Ls0], Counts, Ls, Bound0, Bound) :-
    (   kept_literal(L0, Counts, Bound0, L)
    ->  Ls = [L|Ls1],
        binds(L, Bound0, Bound1)
    ;   Ls = Ls1, Bound1 = Bound0
    ),
    kept(Ls0, Counts, Ls1, Bound1, Bound).

kept_literal(asked(A), _, _, asked(A)).
kept_literal(call(A), _, _, call(A)).
kept_literal(is(X, E), _, Bound, is(X, E)) :- all_bound(E, Bound).
kept_literal(between(L, H, X), _, Bound, between(L, H, X)) :- all_bound(L-H, Bound).
kept_literal(test(T), _, Bound, test(T)) :- all_bound(T, Bound).
kept_literal(aggregate(How, T, Body, N), counts, _, aggregate(How, T, Body, N)).
kept_literal(or(Bodies0), Counts, Bound, or(Bodies)) :-
    maplist(kept_alternative(Counts, Bound), Bodies0, Bodies).

kept_alternative(Counts, Bound, Body0, Body) :- kept(Body0, Counts, Body, Bound, _).

binds(asked(A), Bound0, Bound) :- !,
    term_variable_set(A, Vs),
    ord_union(Vs, Bound0, Bound).
binds(L, Bound0, Bound) :- bound_by([L], Bound0, Bound).
