:- encoding(utf8).
:- module(argument_values,
          [ never_taken/2,              % +Rules, -Never
            sum_for_number/3,           % +Rules, -Place, -Sum
            equated_sum/4,              % +Rules, -Place, -Variable, -Sum
            holder/3                    % +Atom, -Kind, -Term
          ]).
:- use_module(library(apply), [exclude/3, foldl/4]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, list_to_assoc/2, put_assoc/4]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(ordsets), [ord_intersection/3, ord_union/3]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(logic(language/aggregates), [number_of/1]).
:- use_module(logic(language/literals), [inner_literal/3, sum/1]).
:- use_module(logic(language/vocabulary), [relation/3]).
:- use_module(logic(reader/prolog_reader), [named_term/3]).

/** <module> The constants that an argument of a fluent, a move or a relation can be

A table maps an argument to a set of constants that includes all that it can ever be, or to
`any` if no such set is known.  The arguments are

    fluent(Name/Arity, I), move(Name/Arity, I), relation(Name/Arity, I), parameter(Name)

The table is the least one in which each argument of a head has its values there: a constant is
its own value; a variable has those that all its arguments in the positive literals of the body
have in common, and number(any), which stands for all whole numbers, if the body computes it; a
term has `any`.
*/

most_values(200).

%!  never_taken(+Rules, -Never) is nondet.
%
%   Never is never(Literal, Place, Name/Arity, I, Constant, Values): in a literal, argument I of
%   Name/Arity is Constant, but only Values are possible.  Literal is true/1 if that is a fluent, does/2
%   if it is a move, and `relation` if it is a relation with rules.

never_taken(Rules, never(Literal, Place, PI, I, Constant, Values)) :-
    values_of_arguments(Rules, Table),
    derived_relations(Rules, Derived),
    member(rule(_, Body, _), Rules),
    inner_literal(Body, Place, call(Atom)),
    asked_about(Atom, Derived, Literal),
    argument(Atom, Argument, Constant),
    atomic(Constant),
    values_in(Table, Argument, Values),
    Values = [_|_],
    \+ memberchk(Constant, Values),
    \+ ( integer(Constant), memberchk(number(any), Values) ),
    Argument =.. [_, PI, I].

%   asked_about(+Atom, +Derived, -Literal) is semidet.  A relation of facts alone is data: a fact may
%   be left out on purpose.

asked_about(true(_), _, true/1) :- !.
asked_about(does(_, _), _, does/2) :- !.
asked_about(Atom, Derived, relation) :-
    functor(Atom, Name, Arity),
    \+ relation(Name/Arity, _, _),
    get_assoc(Name/Arity, Derived, _).

%   derived_relations(+Rules, -Derived): Derived has the relations that have a rule with a body.

derived_relations(Rules, Derived) :-
    findall((Name/Arity)-true,
            ( member(rule(Head, [_|_], _), Rules), functor(Head, Name, Arity) ),
            Pairs),
    sort(Pairs, Once),
    list_to_assoc(Once, Derived).

values_of_arguments(Rules, Table) :-
    empty_assoc(Table0),
    findall(N, ( member(rule(parameter(N, Default), [], _), Rules), integer(Default) ), Numbers),
    foldl(number_parameter, Numbers, Table0, Table01),
    foldl(unknown, [fluent, move], Rules-Table01, _-Table1),
    findall(Head-Body, member(rule(Head, Body, _), Rules), Pairs),
    widened(Pairs, Table1, Table).

%   A parameter that is a number has no other values.

number_parameter(Name, Table0, Table) :-
    put_assoc(parameter(Name), Table0, [number(any)], Table).

%   Some rule gives any fluent, or any move.

unknown(Kind, Rules-Table0, Rules-Table) :-
    (   member(rule(Head, Body, _), Rules), holder(Head, Kind, Term), var(Term),
        \+ ( member(_:call(true(F)), Body), F == Term )
    ->  put_assoc(Kind, Table0, any, Table)
    ;   Table = Table0
    ).

%   widened(+Pairs, +Table0, -Table): after the first round a rule is looked at again only if an
%   argument in its body has changed.

widened(Pairs, Table0, Table) :-
    compound_name_arguments(Rules, rules, Pairs),
    findall(Argument-I, ( arg(I, Rules, _-Body), asked(Body, Argument) ), Uses0),
    sort(Uses0, Uses),
    group_pairs_by_key(Uses, Groups),
    list_to_assoc(Groups, Users),
    findall(I, arg(I, Rules, _), All),
    rounds(All, Rules, Users, Table0, Table).

asked(Body, Argument) :-
    member(_:call(Atom), Body),
    asked_argument(Atom, Argument, _).

rounds([], _, _, Table, Table) :- !.
rounds(Is, Rules, Users, Table0, Table) :-
    foldl(widen_head(Rules), Is, Table0-[], Table1-Changed0),
    sort(Changed0, Changed),
    findall(I, ( member(A, Changed), get_assoc(A, Users, Next), member(I, Next) ), Next0),
    sort(Next0, Next1),
    rounds(Next1, Rules, Users, Table1, Table).

widen_head(Rules, I, Table0-Changed0, Table-Changed) :-
    arg(I, Rules, Head-Body),
    findall(Argument-Values,
            ( argument(Head, Argument, Term), values(Term, Body, Table0, Values) ),
            Found),
    foldl(widen, Found, Table0-Changed0, Table-Changed).

widen(Argument-New, Table0-Changed0, Table-Changed) :-
    values_in(Table0, Argument, Old),
    either(Old, New, Both),
    (   Both == Old -> Table = Table0, Changed = Changed0
    ;   put_assoc(Argument, Table0, Both, Table), Changed = [Argument|Changed0]
    ).

either(any, _, any) :- !.
either(_, any, any) :- !.
either(Values1, Values2, Values) :-
    ord_union(Values1, Values2, Both0),
    ( memberchk(number(any), Both0) -> exclude(integer, Both0, Both) ; Both = Both0 ),
    length(Both, Length),
    most_values(Most),
    ( Length > Most -> Values = any ; Values = Both ).

values_in(Table, Argument, Values) :-
    functor(Argument, Kind, _),
    (   get_assoc(Kind, Table, any) -> Values = any
    ;   get_assoc(Argument, Table, Values0) -> Values = Values0
    ;   ( Argument = relation(parameter/2, _) ; Kind == parameter ) -> Values = any
    ;   Values = []
    ).

%   values(+Term, +Body, +Table, -Values): those of Term, an argument of a head.

values(Term, _, _, [Term]) :- atomic(Term), !.
values(Term, _, _, any) :- compound(Term), !.
values(Variable, Body, Table, Values) :-
    findall(Known,
            ( member(_:call(Atom), Body),
              asked_argument(Atom, Argument, Term),
              Term == Variable,
              values_in(Table, Argument, Known) ),
            Sets0),
    (   member(_:L, Body), computes(L, Term), Term == Variable
    ->  Sets = [[number(any)]|Sets0]
    ;   Sets = Sets0
    ),
    foldl(both, Sets, any, Values).

computes(is(V, _), V).
computes(between(_, _, V), V).
computes(aggregate(How, _, _, V), V) :- number_of(How).

both(any, Values, Values) :- !.
both(Values, any, Values) :- !.
both(Values1, Values2, Values) :-
    ord_intersection(Values1, Values2, Values0),
    findall(N, ( ( Numbers = Values1, Others = Values2 ; Numbers = Values2, Others = Values1 ),
                 memberchk(number(any), Numbers), member(N, Others), integer(N) ), Values3),
    sort(Values3, Integers),
    ord_union(Values0, Integers, Values).

%   argument(+Atom, -Argument, -Term) is nondet: Term is an argument of Atom, or of the fluent or
%   move in it.

argument(Atom, Argument, Term) :-
    ( holder(Atom, Kind, Held) -> true ; Kind = relation, Held = Atom ),
    compound(Held),
    functor(Held, Name, Arity),
    arg(I, Held, Term),
    Argument =.. [Kind, Name/Arity, I].

%   asked_argument(+Atom, -Argument, -Term) is nondet: where Atom is a literal, Term is one of the
%   values of Argument.

asked_argument(Atom, Argument, Term) :- argument(Atom, Argument, Term).
asked_argument(Atom, Argument, Term) :- does_role(Atom, Argument, Term).
asked_argument(Atom, Argument, Term) :- parameter_value(Atom, Argument, Term).

does_role(does(Role, _), relation(role/1, 1), Role).

parameter_value(parameter(Name, Value), parameter(Name), Value) :- atom(Name).

%!  sum_for_number(+Rules, -Place, -Sum) is nondet.
%
%   The fluent or move in the head at Place has the term Sum, as N - K, where another rule gives a
%   number.  The variables of Sum are named.

sum_for_number(Rules, Place, Named) :-
    member(rule(Head, _, source(_, Place, Variables)), Rules),
    argument(Head, Argument, Sum),
    Argument \= relation(_, _),
    operation(Sum),
    \+ sum(Sum),  % static_checks.pl reports it
    once(( member(rule(Other, Body, _), Rules), argument(Other, Argument, Term),
           a_number(Term, Body, Rules) )),
    named_term(Sum, Variables, Named).

a_number(Term, _, _) :- integer(Term), !.
a_number(Variable, Body, Rules) :-
    var(Variable),
    member(_:L, Body),
    (   computes(L, V), V == Variable
    ;   L = call(parameter(Name, V)), V == Variable,
        member(rule(parameter(N, Default), [], _), Rules), N == Name, integer(Default)
    ), !.

%!  equated_sum(+Rules, -Place, -Variable, -Sum) is nondet.
%
%   By an equation, Variable at Place is the term Sum, as N + K, and a literal of the rule has it as
%   an argument that can only be a number: so the sum was meant to be computed.  Pairs that are
%   written as C - R are no such arguments.  Variable and those of Sum are named.

equated_sum(Rules, Place, '$VAR'(Name), Named) :-
    findall(Rule, ( member(Rule, Rules), Rule = rule(_, _, source(_, _, Variables)),
                    member(variable(_, Value, _), Variables), operation(Value) ), Suspects),
    Suspects = [_|_],
    \+ memberchk(unreadable(_), Rules),
    values_of_arguments(Rules, Table),
    member(rule(_, Body, source(_, _, Variables)), Suspects),
    append(Before, [variable(Name, Sum, Places)|_], Variables),
    operation(Sum),
    \+ ( member(variable(_, Earlier, _), Before), Earlier == Sum ),
    append(_, [Place|Others], Places), memberchk(Place, Others),     % it stands in an equation
    once(( inner_literal(Body, _, call(Atom)), argument(Atom, Argument, Term), Term == Sum,
           values_in(Table, Argument, Values), numbers(Values) )),
    named_term(Sum, Variables, Named).

operation(Term) :-
    compound(Term), Term =.. [Operator, _, _],
    memberchk(Operator, [+, -, *, //, mod]).

numbers([V|Vs]) :- \+ ( member(N, [V|Vs]), \+ integer(N), N \== number(any) ).

%!  holder(+Atom, -Kind, -Term) is semidet.
%
%   Term is the fluent or the move that Atom is about; Kind is `fluent` or `move`.

holder(true(F), fluent, F).
holder(init(F), fluent, F).
holder(next(F), fluent, F).
holder(legal(_, M), move, M).
holder(does(_, M), move, M).
