:- encoding(utf8).
:- module(belief,
          [ view_of/4,                  % +Game, +Line, +Role, -View
            initial_belief/2,           % +Game, -Belief
            updated_belief/5,           % +Game, +Role, +Step, +Belief0, -Belief
            belief_of/4,                % +Game, +Role, +View, -Belief
            outcomes/5,                 % +Game, +Role, +Move, +Belief, -Outcomes
            plain_belief/4,             % +Game, +Plain, +Belief0, -Belief
            likelihoods/4               % +Belief, ?Instance, :Goal_1, -Pairs
          ]).
:- use_module(library(apply), [exclude/3, foldl/4, maplist/3]).
:- use_module(library(lists), [member/2, nth1/3, sum_list/2]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_values/2]).
:- use_module(logic(game/chance_weights)).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(language/percepts), [percept_fact/1, percepts_in/3]).

/** <module> What a role knows of the position

All predicates are about a game that was loaded with percepts (percepts.pl).

A role knows the rules; and of each step the move that it made itself, what it perceived, and
whether the game is over.  That is its view, the list of its steps:

    step(Move, Percepts, Over)      Percepts is an ordered set, Over is `true` or `false`

The histories with the same view are an information set.  A role has perfect recall, as its view has
all steps since the start.

A belief is an ordered list State-Weight of the states in which these histories end.  Weight is
the probability of State, a rational number above 0, if the moves of chance are as likely as the rules
say, and each other role chooses evenly among its legal moves.  The sum of the weights is 1.

See Michael Thielscher, "A General Game Description Language for Incomplete Information Games", AAAI 2010,
and Stuart Russell and Peter Norvig, "Artificial Intelligence", on belief states.
*/

%!  view_of(+Game, +Line, +Role, -View) is det.
%
%   View is that of Role after Line, the joint moves since the start.

view_of(Game, Line, Role, View) :-
    Game:initial(State),
    Game:role_index(Role, Index),
    steps_seen(Line, Game, Role, Index, State, View).

steps_seen([], _, _, _, _, []).
steps_seen([Joint|Joints], Game, Role, Index, State, [step(Move, Percepts, Over)|Steps]) :-
    arg(Index, Joint, Move),
    Game:successor(State, Joint, State1),
    perceived(Game, State1, Role, Percepts, Over),
    steps_seen(Joints, Game, Role, Index, State1, Steps).

%   perceived(+Game, +State, +Role, -Percepts, -Over): what the step to State tells Role.

perceived(Game, State, Role, Percepts, Over) :-
    Game:facts(State, Facts),
    percepts_in(Facts, Role, Percepts),
    ( Game:terminal(State) -> Over = true ; Over = false ).

%!  initial_belief(+Game, -Belief) is det.
%
%   Every role knows the state in which the game begins.

initial_belief(Game, [State-1]) :- Game:initial(State).

%!  updated_belief(+Game, +Role, +Step, +Belief0, -Belief) is semidet.
%
%   Belief is that of Role, after Belief0 and a step that it saw as Step.  Fails if the step is not
%   possible.
%
%   @error belief_size(Most) if more states are possible

updated_belief(Game, Role, step(Move, Percepts, Over), Belief0, Belief) :-
    findall(State-W,
            ( followed(Game, Role, Move, Belief0, State, W),
              perceived(Game, State, Role, Percepts0, Over0),
              Percepts0-Over0 == Percepts-Over ),
            Followed),
    normal(Followed, Belief, _).

%!  belief_of(+Game, +Role, +View, -Belief) is semidet.
%
%   Belief is that of Role with View.  Fails if no history has that view.

belief_of(Game, Role, View, Belief) :-
    initial_belief(Game, Belief0),
    foldl(updated_belief(Game, Role), View, Belief0, Belief).

%!  outcomes(+Game, +Role, +Move, +Belief, -Outcomes) is det.
%
%   Outcomes tell what Role may perceive after its Move, with Belief before it: an ordered list of
%   outcome(Percepts, Over, Weight, Belief1), Weight the probability and Belief1 the belief then.

outcomes(Game, Role, Move, Belief, Outcomes) :-
    findall((Percepts/Over)-(State-W),
            ( followed(Game, Role, Move, Belief, State, W),
              perceived(Game, State, Role, Percepts, Over) ),
            Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    findall(outcome(Percepts, Over, Weight, Belief1),
            ( member((Percepts/Over)-Followed, Groups), normal(Followed, Belief1, Weight) ),
            Outcomes).

%!  plain_belief(+Game, +Plain, +Belief0, -Belief) is det.
%
%   Belief has the states of Belief0 as Plain has them, the same game loaded without percepts.

plain_belief(Game, Plain, Belief0, Belief) :-
    findall(State-W,
            ( member(State0-W, Belief0),
              Game:facts(State0, Facts0), exclude(percept_fact, Facts0, Facts),
              Plain:from_facts(Facts, State) ),
            Pairs),
    normal(Pairs, Belief, _).

%   followed(+Game, +Role, +Move, +Belief, -State, -Weight) is nondet: State may follow, with Weight,
%   if Role makes Move.  The same State may follow several times.

followed(Game, Role, Move, Belief, State, W) :-
    member(State0-W0, Belief),
    \+ Game:terminal(State0),
    findall(Choice, role_choice(Game, State0, Role, Move, Choice), Choices),
    joint_choice(Choices, Moves, 1, P),
    Joint =.. [d|Moves],
    Game:successor(State0, Joint, State),
    W is W0 * P.

%   role_choice(+Game, +State, +Role, +Move, -Choice) is nondet: Choice is the list M-P of the moves of a
%   role with their probabilities, one list for each role.  That of Role is Move, if it is legal.

role_choice(Game, State, Role, Move, Choice) :-
    Game:role(Other),
    role_moves(Game, State, Other, Moves),
    (   Other == Role -> ( memberchk(Move, Moves) -> Choice = [Move-1] ; Choice = [] )
    ;   Other == random, chance_weights(Game, State, Moves, Weights), Weights = [_|_]
    ->  sum_list(Weights, Sum),
        findall(M-P, ( nth1(I, Moves, M), nth1(I, Weights, W), P is W rdiv Sum ), Choice)
    ;   length(Moves, Count),
        findall(M-P, ( member(M, Moves), P is 1 rdiv Count ), Choice)
    ).

joint_choice([], [], P, P).
joint_choice([Choice|Choices], [M|Ms], P0, P) :-
    member(M-P1, Choice),
    P2 is P0 * P1,
    joint_choice(Choices, Ms, P2, P).

%   normal(+Pairs, -Belief, -Sum) is semidet: Belief has the states of Pairs, each once, with weights that
%   add up to 1; those of Pairs add up to Sum.

normal(Pairs0, Belief, Sum) :-
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    Groups = [_|_],
    pairs_values(Pairs, Weights),
    sum_list(Weights, Sum),
    maplist(share(Sum), Groups, Belief),
    most_states(Most),
    ( length(Belief, Count), Count > Most -> throw(error(belief_size(Most), _)) ; true ).

%   The most states of a belief.
most_states(1_000_000).

share(Sum, State-Ws, State-W) :- sum_list(Ws, W0), W is W0 rdiv Sum.

:- meta_predicate likelihoods(+, ?, 1, -).

%!  likelihoods(+Belief, ?Instance, :Goal_1, -Pairs) is det.
%
%   Pairs are the Instance-P for which call(Goal_1, State) holds in some state of Belief, each once; P is
%   the probability of the states in which it does.

likelihoods(Belief, Instance, Goal_1, Pairs) :-
    findall(One-W,
            ( member(State-W, Belief),
              findall(Instance, call(Goal_1, State), Ones0), sort(Ones0, Ones), member(One, Ones) ),
            Found0),
    keysort(Found0, Found),
    group_pairs_by_key(Found, Groups),
    findall(One-P, ( member(One-Ws, Groups), sum_list(Ws, P) ), Pairs).
