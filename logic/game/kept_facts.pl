:- encoding(utf8).
:- module(kept_facts,
          [ replaced_and_kept/3,        % +Game, +State, -Kept
            moved_and_kept/3,           % +Game, +State, -Kept
            lost_facts/2,               % +Game, -Lost
            short_lived_facts/3         % +Game, +Steps, -Lost
          ]).
:- use_module(library(lists), [max_member/2, member/2, nth0/3, nth1/4]).
:- use_module(library(occurs), [occurrences_of_var/3]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_keys/2, pairs_values/2]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(game/step_rules)).
:- use_module(logic(language/literals), [inner_atom/2]).

/** <module> What a step should keep, and what it should replace

What next/1 does not give is gone after a step, and what it gives stays beside what is new.  So a
board loses its squares if no rule keeps them, and a square has two values if a rule keeps what
another rule replaces.

An argument of a fluent is a *value* if the other arguments, the *key*, determine it at the start,
as the last one of cell(Column, Row, Piece) where each square has one piece.
*/

most_steps(6).
most_first_steps(40).
fewest_keys(3).
fewest_steps(3).

%!  replaced_and_kept(+Game, +State, -Kept) is semidet.
%
%   Kept is kept(Key, Old, New, Index, Place): after the joint move Index of State, from 0, a key has
%   two values.  Key is the fluent without its value, Old was the value in State, New the other one,
%   and the rule of next/1 at Place keeps Old.
%
%   Not every such key is a mistake: a piece may move onto another, and a number may stand for
%   things of the same kind.  So the rule must keep what it asks for, whatever the value is, and
%
%     - at the start some keys share a value, and the keys are still the same; or
%     - the rule keeps all facts, and another one computes the new value from the old one.

replaced_and_kept(Game, State, kept(Named, Old, New, Index, Place)) :-
    start_values(Game, Starts),
    Game:facts(State, Facts),
    by_kind(Facts, Kinds),
    most_steps(Most),
    joint_moves(Game, State, Joints),
    limit(Most, nth0(Index, Joints, Joint)),
    Game:successor(State, Joint, State1),
    Game:facts(State1, Facts1),
    by_kind(Facts1, Kinds1),
    member(start(Value, Keys, Shared), Starts),
    keyed(Kinds1, Value, Pairs1),
    two_values(Pairs1, Key, Values),
    keyed(Kinds, Value, Pairs),
    findall(V, ( member(K-V, Pairs), K == Key ), [Old]),
    memberchk(Old, Values),
    member(New, Values), New \== Old,
    Step = step(Game, Facts, Joint),
    fluent(Value, Key, Old, OldFluent),
    fluent(Value, Key, New, NewFluent),
    given(Step, [], OldFluent, Place),
    keeps(Game, Place, Value, Bare),
    (   Shared == shared,
        pairs_keys(Pairs1, Keys1), sort(Keys1, Keys)
    ;   Bare == bare,
        given(Step, [], NewFluent, Place1),
        computes(Game, Place1, Value)
    ), !,
    Value = value(Name/_, _),
    compound_name_arguments(Compound, Name, Key),
    ( Key == [] -> Named = Name ; Named = Compound ).

%   keeps(+Game, +Place, +Value, -Bare): the rule at Place gives what it asks for, with a variable
%   in place of the value.  Bare is `bare` if it asks for nothing else.

keeps(Game, Place, value(Name/Arity, I), Bare) :-
    Game:rule(next(Head), Body, source(Place-_, _, _)),
    functor(Head, Name, Arity),
    arg(I, Head, V), var(V),
    member(call(true(F)), Body), F == Head, !,
    ( Body = [_] -> Bare = bare ; Bare = guarded ).

%   computes(+Game, +Place, +Value): the rule at Place asks for the fluent with another value.

computes(Game, Place, value(Name/Arity, I)) :-
    Game:rule(next(Head), Body, source(Place-_, _, _)),
    arg(I, Head, V),
    inner_atom(Body, true(F)),
    compound(F), functor(F, Name, Arity),
    arg(I, F, W), W \== V, !.

%!  moved_and_kept(+Game, +State, -Kept) is semidet.
%
%   Kept is kept(Old, New, Move, Index, Place): the joint move Index of State, from 0, brings New, and
%   Old holds still, by the rule of next/1 at Place that keeps all such facts.  Move is allowed by Old
%   and goes from there: it names arguments of Old, and no rule of next/1 asks for one of these.

moved_and_kept(Game, State, kept(Old, New, Move, Index, Place)) :-
    Game:rule(next(Fact), [call(true(Kept))], source(Place-_, _, _)),
    Fact == Kept, compound(Fact),
    functor(Fact, Name, Arity),
    Game:initial(State0), Game:facts(State0, Starts), memberchk(Fact, Starts),
    Game:facts(State, Facts),
    most_steps(Most),
    joint_moves(Game, State, Joints),
    limit(Most, nth0(Index, Joints, Joint)),
    Game:role_index(Role, R),
    arg(R, Joint, Move), compound(Move),
    goes_from(Game, Role, Move, Name/Arity, Old, Sources),
    memberchk(Old, Facts),
    member(Source, Sources),
    \+ asked_of_move(Game, Move, Source),
    Game:successor(State, Joint, State1),
    Game:facts(State1, Facts1),
    functor(New, Name, Arity),
    member(New, Facts1), \+ memberchk(New, Facts), !.

%   goes_from(+Game, +Role, +Move, +PI, -Fact, -Sources) is nondet: a rule allows Move where Fact
%   holds; Sources are the arguments of Move that are also in Fact.

goes_from(Game, Role, Move, Name/Arity, Fact, Sources) :-
    Game:rule(legal(Role0, Move0), Body, _),
    member(call(true(Fact0)), Body),
    compound(Fact0), functor(Fact0, Name, Arity),
    compound(Move0),
    findall(I, ( arg(I, Move0, V), var(V), arg(_, Fact0, W), V == W ), Sources),
    Sources = [_|_],
    copy_term(legal(Role0, Move0)-Fact0, legal(Role, Move)-Fact),
    ground(Fact).

%   asked_of_move(+Game, +Move, +I) is semidet: what a step gives may depend on argument I of Move.

asked_of_move(Game, Move, I) :-
    functor(Move, Name, Arity),
    Game:serves_step(N/A), Game:needs_step(N/A), functor(Head, N, A),
    Game:rule(Head, Body, _),
    inner_atom(Body, does(_, Asked)),
    (   var(Asked) -> true
    ;   functor(Asked, Name, Arity),
        arg(I, Asked, Argument),
        \+ ( var(Argument), occurrences_of_var(Argument, Head-Body, 1) )
    ), !.

%!  lost_facts(+Game, -Lost) is semidet.
%
%   Lost is lost(Name/Arity, Count, Left, Place): at the start Count keys have a value, after the
%   first step at most Left, less than half of them, whatever the moves are.  Place is that of a rule
%   of next/1 that gives such facts, or of init/1.

lost_facts(Game, lost(PI, Count, Left, Place)) :-
    start_values(Game, Starts),
    fewest_keys(Fewest),
    member(start(Value, Keys, _), Starts),
    length(Keys, Count), Count >= Fewest,
    most_first_steps(Most),
    Game:initial(State),
    findall(N,
            ( joint_moves(Game, State, Joints),
              limit(Most, member(Joint, Joints)),
              Game:successor(State, Joint, State1),
              Game:facts(State1, Facts1),
              by_kind(Facts1, Kinds1),
              keyed(Kinds1, Value, Pairs),
              pairs_keys(Pairs, Keys1), sort(Keys1, Left1), length(Left1, N) ),
            Counts),
    Counts = [_|_],
    max_member(Left, Counts),
    2 * Left =< Count, !,
    Value = value(PI, _),
    PI = Name/Arity,
    functor(Fluent, Name, Arity),
    once(( Game:rule(next(Fluent), _, source(Place-_, _, _))
         ; Game:rule(init(Fluent), _, source(Place-_, _, _)) )).

%!  short_lived_facts(+Game, +Steps, -Lost) is semidet.
%
%   Lost is lost(Name/Arity, Asked, Count, Place): the start has no such fact, a move brings it, and
%   none outlasts the step after that, though a rule for Asked needs Count of them at once.  Steps are
%   pairs of states, before and after a step; at least three begin with such a fact.  Place is that of
%   the rule of next/1 that gives it.
%
%   A fact about the last move comes and goes, too, but no rule needs two of them that never hold
%   together.

short_lived_facts(Game, Steps, lost(PI, Asked, Count, Place)) :-
    Game:initial(State),
    Game:facts(State, Starts),
    findall(Before-After,
            ( member(S-T, Steps), Game:facts(S, Before), Game:facts(T, After) ),
            Pairs),
    Game:rule(next(Given), _, source(Place-_, _, _)),
    compound(Given), functor(Given, Name, Arity), PI = Name/Arity,
    functor(Fact, Name, Arity),
    \+ memberchk(Fact, Starts),
    \+ ( Game:rule(next(Fact), Body, _), inner_atom(Body, true(Fact1)),
         ( var(Fact1) -> true ; functor(Fact1, Name, Arity) ) ),
    findall(x, ( member(Before-_, Pairs), memberchk(Fact, Before) ), Times),
    length(Times, Steps1),
    fewest_steps(Fewest), Steps1 >= Fewest,
    \+ ( member(Before-After, Pairs), member(Fact, Before), memberchk(Fact, After) ),
    Game:rule(Head, Conditions, _),
    asks_of(Conditions, PI, Asks),
    length(Asks, Count), Count >= 2,
    \+ ( member(Facts-_, Pairs), hold_together(Asks, Facts) ), !,
    functor(Head, Asker, AskerArity),
    Asked = Asker/AskerArity.

%   asks_of(+Body, +PI, -Facts): those that the body asks for, with the variables of the body.

asks_of([], _, []).
asks_of([Literal|Body], Name/Arity, Facts) :-
    (   Literal = call(true(F)), compound(F), functor(F, Name, Arity)
    ->  Facts = [F|Facts1]
    ;   Facts = Facts1
    ),
    asks_of(Body, Name/Arity, Facts1).

hold_together([], _).
hold_together([F|Fs], Facts) :- member(F, Facts), hold_together(Fs, Facts).

%   start_values(+Game, -Starts): a start(Value, Keys, Shared) for each value(Name/Arity, I) of the
%   start, with its keys; Shared is `shared` if two of them have the same value.  They are computed
%   once for a game.

start_values(Game, Starts) :-
    (   Game:known_starts(Known) -> Starts = Known
    ;   values_of_start(Game, Starts),
        assertz(Game:known_starts(Starts))
    ).

values_of_start(Game, Starts) :-
    Game:initial(State),
    Game:facts(State, Facts),
    by_kind(Facts, Kinds),
    findall(start(value(N/A, I), Keys, Shared),
            ( member(N/A-_, Kinds), between(1, A, I),
              keyed(Kinds, value(N/A, I), Pairs),
              pairs_keys(Pairs, Keys0), sort(Keys0, Keys),
              length(Pairs, Count), length(Keys, Count),
              pairs_values(Pairs, Values0), sort(Values0, Values), length(Values, Different),
              ( Different < Count -> Shared = shared ; Shared = different ) ),
            Starts).

%   by_kind(+Facts, -Kinds): Kinds is a list of Name/Arity-Facts, in the standard order.

by_kind(Facts, Kinds) :-
    findall(N/A-F, ( member(F, Facts), compound(F), compound_name_arity(F, N, A) ), Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Kinds).

%   keyed(+Kinds, +Value, -Pairs): the Key-Value pairs of the fluent, in the order of the facts.

keyed(Kinds, value(PI, I), Pairs) :-
    (   memberchk(PI-Facts, Kinds) -> findall(Pair, key_value(Facts, I, Pair), Pairs)
    ;   Pairs = []
    ).

key_value(Facts, I, Key-V) :-
    member(F, Facts),
    compound_name_arguments(F, _, Arguments),
    nth1(I, Arguments, V, Key).

two_values(Pairs0, Key, Values) :-
    sort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    member(Key-Values, Groups),
    Values = [_, _|_].

fluent(value(Name/_, I), Key, V, Fluent) :-
    nth1(I, Arguments, V, Key),
    compound_name_arguments(Fluent, Name, Arguments).
