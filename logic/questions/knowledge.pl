:- encoding(utf8).
:- module(knowledge,
          [ knowledge_meaning/2,        % ?Name/Arity, ?Meaning
            known_goal/2,               % +Atom, -Goal
            known_body/3,               % +Goal, +Place, -Body
            knowledge_holds/4,          % :Holds_3, +Game, +State, ?Atom
            knowledge_words/6           % :Holds_3, +Game, +State, +Atom, +Holds, -Words
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(game/belief)).
:- use_module(logic(game/joint_moves), [hidden_information/1, player/2]).
:- use_module(logic(game/past), [must_be_player/2, past_belief/5]).
:- use_module(logic(language/equations), [equations_called/2]).
:- use_module(logic(language/literals), [body/6]).
:- use_module(logic(reader/term_text), [with_fractions/2]).

/** <module> Questions about what a role knows

In a question about a position whose past is told, the joint moves since the start, a role knows what
follows from its view (belief.pl, past.pl).  A goal is any question without these relations:

    knows(R, Goal)          Goal holds in every state that R thinks possible
    possible(R, Goal)       Goal holds in one of them
    likelihood(R, Goal, P)  the probability of those in which it holds, a whole number or N/D, if the
                            other roles choose evenly among their legal moves

Where Goal has variables, each answer is an instance of it.  Where all roles see everything, the
position itself is the only state that a role thinks possible.
*/

%!  knowledge_meaning(?Name/Arity, ?Meaning) is nondet.

knowledge_meaning(knows/2, "knows(R, Goal): R knows that Goal holds, from its own moves and percepts").
knowledge_meaning(possible/2, "possible(R, Goal): Goal holds in a state that R thinks possible").
knowledge_meaning(likelihood/3, "likelihood(R, Goal, P): P is the probability of Goal, by what R knows").

%!  known_goal(+Atom, -Goal) is semidet.
%
%   Atom is one of these relations, and asks for Goal.

known_goal(Atom, Goal) :-
    nonvar(Atom),
    functor(Atom, Name, Arity),
    knowledge_meaning(Name/Arity, _),
    arg(2, Atom, Goal).

%!  known_body(+Goal, +Place, -Body) is det.
%
%   Body is that of Goal, Body-Faults: literals with places, and the faults in reading them.

known_body(Goal, Place, Body-Faults) :-
    places(Goal, Place, Places),
    body(Goal, Places, Body0, [], Faults, []),
    equations_called(Body0, Body).

%   places(+Term, +Place, -Positions): as read_term/3 gives them; all are Place.

places(Term, From-To, Places) :-
    (   compound(Term), Term \= [_|_]
    ->  compound_name_arguments(Term, _, Arguments),
        maplist(places_of(From-To), Arguments, Inner),
        Places = term_position(From, To, From, To, Inner)
    ;   Places = From-To
    ).

places_of(Place, Term, Places) :- places(Term, Place, Places).

:- meta_predicate knowledge_holds(3, +, +, ?).

%!  knowledge_holds(:Holds_3, +Game, +State, ?Atom) is nondet.
%
%   Atom is one of these relations, and holds in State.  call(Holds_3, Game, State, Goal) proves a
%   goal in a state.
%
%   @error no_view if the past of State is not known, and knowledge_elsewhere if only that of another
%   state is, which is so in a goal of after/3 or of knows/2
%   @error no_role if Atom names no player

knowledge_holds(Holds_3, Game, State, Atom) :-
    known_goal(Atom, Goal),
    arg(1, Atom, Role),
    knower(Game, Role),
    belief_in(Game, State, Role, Game1, Belief),
    term_variables(Goal, Variables),
    likelihoods(Belief, Variables, instance(Holds_3, Game1, Goal, Variables), Pairs),
    told(Atom, Variables, Pairs).

:- meta_predicate knowledge_words(3, +, +, +, +, -).

%!  knowledge_words(:Holds_3, +Game, +State, +Atom, +Holds, -Words) is semidet.
%
%   Words say in how many of the states that a role thinks possible the goal of Atom, one of these
%   relations about a role that is named, holds.  Holds is whether Atom does: if its goal has
%   variables, it may hold everywhere, but with other values.

knowledge_words(Holds_3, Game, State, Atom, Holds, Words) :-
    known_goal(Atom, Goal),
    arg(1, Atom, Role),
    nonvar(Role),
    belief_in(Game, State, Role, Game1, Belief),
    aggregate_all(count, ( member(S-_, Belief), once(call(Holds_3, Game1, S, Goal)) ), In),
    length(Belief, Of),
    states_words(In, Of, States),
    (   Holds == false, Atom = knows(_, _), In =:= Of, \+ ground(Goal)
    ->  But = ", but with other values"
    ;   But = ""
    ),
    format(string(Words), 'the goal ~s that ~w thinks possible~s', [States, Role, But]).

states_words(1, 1, "holds in the one state") :- !.
states_words(0, 1, "does not hold in the one state") :- !.
states_words(0, Of, Words) :- !, format(string(Words), 'holds in none of the ~D states', [Of]).
states_words(Of, Of, Words) :- !, format(string(Words), 'holds in all ~D states', [Of]).
states_words(In, Of, Words) :- format(string(Words), 'holds in ~D of the ~D states', [In, Of]).

knower(Game, Role) :- ( var(Role) -> player(Game, Role) ; must_be_player(Game, Role) ).

belief_in(Game, State, Role, Game1, Belief) :-
    (   State \== none, \+ hidden_information(Game) -> Game1 = Game, Belief = [State-1]
    ;   past_belief(Game, State, Role, Game1, Belief)
    ).

%   instance(:Holds_3, +Game, +Goal, +Variables, +State) is nondet: Goal holds in State.  A variable that it
%   does not bind, such as one in a negation, is `$any`.

instance(Holds_3, Game, Goal, Variables, State) :-
    call(Holds_3, Game, State, Goal),
    maplist(bound, Variables).

bound(Value) :- ( var(Value) -> Value = '$any' ; true ).

%   told(?Atom, +Variables, +Pairs) is nondet: what Atom says of the Pairs of instances and probabilities.

told(knows(_, _), Variables, Pairs) :- member(Values-P, Pairs), P =:= 1, maplist(value, Variables, Values).
told(possible(_, _), Variables, Pairs) :- member(Values-_, Pairs), maplist(value, Variables, Values).
told(likelihood(_, _, Likelihood), Variables, Pairs) :-
    (   Pairs == [], Variables == [] -> P = 0
    ;   member(Values-P, Pairs), maplist(value, Variables, Values)
    ),
    with_fractions(P, Likelihood).

value(Variable, Value) :- ( Value == '$any' -> true ; Variable = Value ).
