:- encoding(utf8).
:- module(argument_slips,
          [ argument_faults/2           % +Rules, -Faults
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(lists), [append/3, last/2, member/2]).
:- use_module(library(occurs), [occurrences_of_var/3, sub_term/2]).
:- use_module(library(ordsets), [ord_memberchk/2]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(library(solution_sequences), [distinct/2, limit/2]).
:- use_module(logic(checker/argument_values)).
:- use_module(logic(language/aggregates), [number_of/1]).
:- use_module(logic(language/equations), [value_fact/1]).
:- use_module(logic(language/literals), [inner_literal/3]).
:- use_module(logic(language/safe_order), [strip_places/2]).
:- use_module(logic(language/spelling), [closest/3]).
:- use_module(logic(reader/prolog_reader), [named_term/3]).

/** <module> Find arguments that were probably meant otherwise

These faults do not make rules meaningless: `check` reports them, and a game with such faults can
still be loaded.
*/

most_argument_faults(100).

%!  argument_faults(+Rules, -Faults) is det.
%
%   They apply only to files in which every clause could be read.

argument_faults(Rules, Faults) :-
    most_argument_faults(Most),
    findall(Fault, limit(Most, argument_fault(Rules, Fault)), Faults).

%   A constant that the argument of a fluent, a move or a relation never is.

argument_fault(Rules, fault(warning, impossible_value, Place,
                            [Literal, PI, I, Constant, Values, Closest])) :-
    distinct(Place,
             distinct(PI-I-Constant,
                      never_taken(Rules, never(Literal, Place, PI, I, Constant, Values)))),
    findall(V, ( member(V, Values), atom(V) ), Names),
    ( atom(Constant), closest(Constant, Names, Closest) -> true ; Closest = none ).

%   A text where a name was meant.

argument_fault(Rules, fault(warning, text_value, Place, [Name])) :-
    distinct(Name, text_for_name(Rules, Name, Place)).

%   A clause that stands in the file twice.

argument_fault(Rules, fault(warning, clause_twice, Place, [])) :-
    findall(Clause-P,
            ( member(rule(Head, Body0, source(_, P, _)), Rules), \+ value_fact(Head),
              strip_places(Body0, Body), copy_term(Head-Body, Clause), numbervars(Clause, 0, _) ),
            Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    member(_-[_|Places], Groups),
    member(Place, Places).

%   A sum where a number was meant.

argument_fault(Rules, fault(warning, unevaluated, Place, [Sum])) :-
    sum_for_number(Rules, Place, Sum).

%   N is N - K, where N has a value already.

argument_fault(Rules, fault(warning, same_variable, Place, [Name, Sum])) :-
    member(rule(_, Body, source(_, _, Variables)), Rules),
    inner_literal(Body, Place, is(V, Expression)),
    var(V), occurrences_of_var(V, Expression, N), N > 0,
    named_term(V-Expression, Variables, Name-Sum).

%   A value in the place of what a feature counts.

argument_fault(Rules, fault(warning, instance_value, Place, [Feature, Value])) :-
    findall(N, ( member(rule(feature(_, N, _), _, _), Rules), atom(N) ), Names0),
    sort(Names0, Names),
    member(Feature, Names),
    findall(Instance-rule(Body, P),
            ( member(rule(feature(_, N, Instance), Body, source(_, P, _)), Rules), N == Feature ),
            [First|Others]),
    First = Instance-rule(Body, Place),
    (   integer(Instance), Instance =\= 1
    ->  maplist(has_instance(Instance), [First|Others]), Value = Instance
    ;   var(Instance), member(_:aggregate(How, _, _, N), Body), number_of(How), N == Instance, Value = count
    ).

%   A move onto a place, whatever is there.

argument_fault(Rules, fault(warning, any_value, Place, [Fluent, Move, Free])) :-
    member(rule(legal(_, M), Body, source(_, _, Variables)), Rules),
    compound(M),
    member(Place:call(true(F)), Body),
    overwritten(Rules, Body, M, F),
    named_term(F-M, Variables, Fluent-Move),
    free_value(Rules, F, Free).

% ---- texts -------------------------------------------------------------------

text_for_name(Rules, Name, Place) :-
    findall(N, ( member(rule(Head, _, _), Rules), named_by(Head, N, _), atom(N) ), Names0),
    sort(Names0, Names),
    member(rule(Head, Body, source(_, HeadPlace, _)), Rules),
    (   Atom = Head, Place = HeadPlace
    ;   inner_literal(Body, Place, call(Atom))
    ),
    named_by(Atom, Text, Count),
    is_list(Text), Text = [_|_],
    maplist(character, Text),
    atomic_list_concat(Text, Name),
    ( Count =:= 1 -> true ; ord_memberchk(Name, Names) ).

character(C) :- atom(C), atom_length(C, 1).

%   named_by(+Atom, -Term, -Count) is nondet: Term is a role, or one of the Count arguments of a
%   fluent or move.

named_by(Atom, Term, Count) :-
    (   ( Atom = role(Term) ; Atom = legal(Term, _) ; Atom = does(Term, _) ), Count = 1
    ;   holder(Atom, _, Held),
        compound(Held), \+ is_list(Held),
        functor(Held, _, Count),
        arg(_, Held, Term)
    ),
    nonvar(Term).

% ---- features ----------------------------------------------------------------

%   An instance that stands in the body, too, may be the name of a square.

has_instance(Instance, Other-rule(Body, _)) :-
    Other == Instance,
    \+ ( inner_literal(Body, _, call(Atom)), sub_term(Part, Atom), Part == Instance ).

% ---- moves that replace what is there ----------------------------------------

%   overwritten(+Rules, +Body, +Move, +Fluent): Body asks of Fluent only its keys, all of Move, and
%   a move gives its value without a look at the one before.

overwritten(Rules, Body, Move, Fluent) :-
    compound(Fluent),
    Fluent =.. [Name|Arguments],
    append(Keys, [Value], Arguments), Keys = [_|_],
    var(Value), occurrences_of_var(Value, Move-Body, 1),
    term_variables(Keys, KeyVariables), KeyVariables = [_|_],
    term_variables(Move, MoveVariables),
    \+ ( member(V, KeyVariables), \+ ( member(W, MoveVariables), W == V ) ),
    functor(Fluent, Name, Arity),
    findall(x, asks(Body, Name/Arity), [x]),
    functor(Any, Name, Arity),
    once(member(rule(init(Any), _, _), Rules)),
    once(( member(rule(next(Next), NextBody, _), Rules),
           nonvar(Next), functor(Next, Name, Arity),
           once(inner_literal(NextBody, _, call(does(_, _)))),
           \+ asks(NextBody, Name/Arity) )).

asks(Body, Name/Arity) :-
    inner_literal(Body, _, call(true(F))),
    ( var(F) -> true ; functor(F, Name, Arity) ).

%   free_value(+Rules, +Fluent, -Free): the value that init gives, or `none`.

free_value(Rules, Fluent, Free) :-
    functor(Fluent, Name, Arity),
    findall(Value,
            ( member(rule(init(F), _, _), Rules), compound(F), functor(F, Name, Arity),
              F =.. Parts, last(Parts, Value) ),
            Values0),
    sort(Values0, Values),
    ( Values = [Value], atom(Value) -> Free = Value ; Free = none ).
