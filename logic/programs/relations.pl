:- encoding(utf8).
:- module(relations,
          [ asked/2,                    % +Game, ?Atom
            holds/2,                    % +Game, ?Atom
            looking/4                   % :Goal, +Game, +What, -States
          ]).
:- use_module(library(apply), [exclude/3]).
:- use_module(library(lists), [member/2, nth1/3]).
:- use_module(library(solution_sequences), [distinct/2]).
:- use_module(logic(game/chance_weights), [chance_weights/4]).
:- use_module(logic(game/evaluation), [estimate/5 as estimated, evaluation/4, unscaled/3]).
:- use_module(logic(game/interning)).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(game/past), [own_belief/3, own_view/3]).
:- use_module(logic(game/state_space), [book_space/1, is_goal/2, neighbour/5,
                                        start_node/2, estimate/3 as distance]).
:- use_module(logic(language/percepts), [percept_fact/1, percepts_in/3]).

/** <module> A game as a search program sees it

A search program, such as those in `logic/lectures/`, knows a game through a few relations
over states.  It passes states on and compares them, but never looks inside one.

In a game, M is the move of the role to move; if several roles move at once, it is the list
of their moves, in the order of the roles.  In a state space, a file in the form of the book
or a game of one role, M is the step to a neighbour.

Where the rules weigh the moves of `random` (chance_weights.pl), a move of weight 3 is legal
three times.  So a program that takes the mean of what follows, or one of it at random, need
not know of weights.

Of the position that is asked about, a program knows what one role knows (past.pl): its view, and the
states that it thinks possible.  The states of such a program hold what the roles have perceived.
*/

:- thread_local looked_at/1.            % State
:- thread_local looking/1.              % What

%!  looking(:Goal, +Game, +What, -States) is semidet.
%
%   States are the numbers of the states that Goal asked about, in the order of the
%   questions: for a goal value or an estimate if What is `leaves`, for successors or costs
%   if What is `expanded`.

:- meta_predicate looking(0, +, +, -).

looking(Goal, Game, What, States) :-
    setup_call_cleanup(
        assertz(looking(What)),
        ( once(Goal), findall(N, ( retract(looked_at(S)), state_number(Game, S, N) ), States) ),
        ( retractall(looking(_)), retractall(looked_at(_)) )).

looked(What, S) :- ( looking(What) -> assertz(looked_at(S)) ; true ).

%!  asked(+Game, ?Atom) is nondet.
%
%   As holds/2, with a check that Atom names its state, or the role whose view it asks for.  Game may be by(Atom_1), which is
%   called instead.
%
%   @error instantiation_error if it does not

asked(by(Atom_1), Atom) :- !, call(Atom_1, Atom).
asked(Game, Atom) :-
    (   \+ memberchk(Atom, [initial(_), role(_), range(_, _, _)]),
        arg(1, Atom, Given),            % a state, or whose view it is
        var(Given)
    ->  throw(error(instantiation_error, _))
    ;   holds(Game, Atom)
    ).

%!  holds(+Game, ?Atom) is nondet.
%
%   Atom is one of the relations; its state, if it has one, is bound, except for initial/1.

holds(Game, role(R)) :- Game:role(R).
holds(Game, initial(S)) :-
    ( book_space(Game) -> start_node(Game, S) ; Game:initial(S) ).
holds(Game, to_move(S, R)) :-
    moves(Game, S, R, Moves),
    Moves \== [noop].
holds(Game, legal(S, R, M)) :-
    moves(Game, S, R, Moves),
    Moves \== [noop],
    (   R == random, chance_weights(Game, S, Moves, [W|Ws])
    ->  nth1(I, Moves, M),
        nth1(I, [W|Ws], Times),
        between(1, Times, _)
    ;   member(M, Moves)
    ).
holds(Game, successor(S, M, S1)) :-
    looked(expanded, S),
    (   book_space(Game)
    ->  neighbour(Game, S, M, S1, _)
    ;   findall(Moves, moves(Game, S, _, Moves), All),
        All \== [],                     % not at the end of the game
        exclude(==([noop]), All, Active),
        ( Active = [_] -> Made = [M] ; Made = M ),
        joint(All, Made, Joint),
        compound_name_arguments(Step, d, Joint),
        Game:successor(S, Step, S1)
    ).
holds(Game, terminal(S)) :-
    ( book_space(Game) -> is_goal(Game, S) ; Game:terminal(S) ), !.
holds(Game, goal(S, R, V)) :-
    \+ book_space(Game),
    looked(leaves, S),
    distinct(R-V, Game:goal(S, R, V)).  % whichever rules say so
holds(Game, estimate(S, R, V)) :-
    looked(leaves, S),
    Game:role(R),
    evaluation(Game, R, [], Evaluation),
    estimated(Game, R, Evaluation, S, Score),
    arg(4, Evaluation, Unit),
    unscaled(Score, Unit, V).
holds(Game, range(R, L, H)) :- Game:goal_range(R, range(L, H)), L < H.
holds(Game, quiet(S)) :- Game:defined(quiet/0), Game:quiet(S), !.
holds(Game, goal(S)) :- is_goal(Game, S), !.
holds(Game, cost(S, M, S1, C)) :-
    looked(expanded, S),
    neighbour(Game, S, M, S1, C).
holds(Game, h(S, C)) :- distance(Game, S, C).
holds(Game, percepts(S, R, Ps)) :-
    must_keep_percepts(Game),
    player(Game, R),
    Game:facts(S, Facts),
    percepts_in(Facts, R, Ps).
holds(Game, view(R, Steps)) :- own_view(Game, R, Steps).
holds(Game, believed(R, S, P)) :-
    own_belief(Game, R, Belief),
    member(S-P, Belief).

must_keep_percepts(Game) :-
    (   Game:rule(next(Fact), _), nonvar(Fact), percept_fact(Fact) -> true
    ;   throw(error(no_percepts, _))
    ).

moves(Game, S, R, Moves) :-
    \+ book_space(Game),
    \+ Game:terminal(S),
    Game:role(R),
    role_moves(Game, S, R, Moves).

%   joint(+All, ?Made, -Joint): a role that does not move makes its only move.

joint([], [], []).
joint([Moves|All], Made0, [Move|Joint]) :-
    (   Moves == [noop] -> Move = noop, Made = Made0
    ;   Made0 = [Move|Made], member(Move, Moves)
    ),
    joint(All, Made, Joint).
