:- encoding(utf8).
:- module(heuristics,
          [ heuristic/1,                % ?Name
            heuristic_value/5,          % +Name, +Game, +State, +Role, -Value
            feasible_moves/3,           % +Game, +Role, -Number
            known_goals/3,              % +Game, +Role, -Known
            sample/2,                   % +Game, -Plays
            goal_course/4               % +Game, +Plays, +Role, -Course
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(lists), [max_list/2, member/2]).
:- use_module(library(pairs), [pairs_keys/2]).
:- use_module(logic(compiler/compile_lists), [initial_facts/2]).
:- use_module(logic(compiler/functional_fluents), [functional_fluents/3]).
:- use_module(logic(compiler/relaxation), [possible_instances/4]).
:- use_module(logic(game/playouts)).

/** <module> Heuristics that work for every game

These heuristics estimate a nonterminal state from the rules alone (Genesereth, General
Game Playing, on incomplete search):

    mobility    the number of moves of the role
    focus       minus that number: fewer moves are better
    proximity   how near the state is to a known goal state of the role, 0 to 100
    goal        the goal value of the state for the role
    mobility_percent    the moves of the role as a percentage of its feasible moves
    focus_percent       100 minus that percentage

"None of these heuristics is guaranteed to work in all games, but all have strengths in
some": an evaluation is their weighted sum, and all weights are 0 by default
(evaluation.pl).

The known goal states come from a fixed sample of random games, the same for all roles.
*/

%!  heuristic(?Name) is nondet.

heuristic(mobility).
heuristic(focus).
heuristic(proximity).
heuristic(goal).
heuristic(mobility_percent).
heuristic(focus_percent).

%!  heuristic_value(+Name, +Game, +State, +Role, -Value) is det.
%
%   Value is an integer.  A role that has only the implicit noop has mobility 0.  `goal`
%   is 0 where the rules define no goal value, or more than one.

heuristic_value(mobility, Game, State, Role, Value) :-
    findall(M, Game:legal(State, Role, M), Ms),
    sort(Ms, Distinct),
    length(Distinct, Value).
heuristic_value(focus, Game, State, Role, Value) :-
    heuristic_value(mobility, Game, State, Role, Mobility),
    Value is -Mobility.
heuristic_value(mobility_percent, Game, State, Role, Value) :-
    heuristic_value(mobility, Game, State, Role, Mobility),
    feasible_moves(Game, Role, Feasible),
    Value is 100 * Mobility // max(1, Feasible).
heuristic_value(focus_percent, Game, State, Role, Value) :-
    heuristic_value(mobility_percent, Game, State, Role, Mobility),
    Value is 100 - Mobility.
heuristic_value(proximity, Game, State, Role, Value) :-
    known_goals(Game, Role, known(_, Sizes, Shared)),
    Game:facts(State, Fluents),
    foldl(in_common(Shared), Fluents, 0, Sum),
    nearest(Sizes, Sum, 0, Value).
heuristic_value(goal, Game, State, Role, Value) :-
    ( only_goal(Game, State, Role, V) -> Value = V ; Value = 0 ).

only_goal(Game, State, Role, Value) :-
    findall(V, Game:goal(State, Role, V), Vs),
    sort(Vs, [Value]),
    integer(Value).

% ---- feasible moves --------------------------------------------------------

%!  feasible_moves(+Game, +Role, -Number) is det.
%
%   Number is the number of moves that may ever be legal for Role, those of the relaxed game
%   (relaxation.pl).  They are listed once and kept as long as the game.
%
%   @error no_feasible_moves if they cannot be listed

feasible_moves(Game, Role, Number) :-
    (   Game:feasible_moves(Role, Number0)
    ->  Number = Number0
    ;   possible_moves(Game, Moves),
        forall(Game:role(R),
               ( aggregate_all(count, ( member(R-M, Moves), \+ idle(Game, M) ), N),
                 assertz(Game:feasible_moves(R, N)) )),
        Game:feasible_moves(Role, Number)
    ).

%   idle(+Game, +Move) is semidet: Move stands for "no move", and no rule gives it.

idle(Game, noop) :-
    Game:implicit_noop,
    \+ ( Game:rule(legal(_, Move), _, _), Move == noop ).

possible_moves(Game, Moves) :-
    (   initial_facts(Game, Initial),
        functional_fluents(Game, Initial, Functional),
        catch(possible_instances(Game, Functional, _, Moves0), error(huge_term(_, _), _), fail)
    ->  Moves = Moves0
    ;   throw(error(no_feasible_moves, _))
    ).

% ---- known goal states -----------------------------------------------------

%!  known_goals(+Game, +Role, -Known) is det.
%
%   Known is known(Value, Sizes, Shared).  Value is the highest goal value of Role at the
%   end of a sample game, or `none` if no value was above the lowest.  The known goal states
%   are the states with this value; Sizes are their numbers of fluents.  Shared counts the
%   fluents that a state has in common with each goal state, for all of them at once: it
%   maps a fluent to a number in base 2^16 that has the digit 1 for each goal state in
%   which the fluent holds.
%
%   The sample is played once for all roles, and kept as long as the game.

known_goals(Game, Role, Known) :-
    (   Game:known_goals(Role, Known0)
    ->  Known = Known0
    ;   sample(Game, Plays),
        findall(R-K, ( Game:role(R), found_goals(Game, R, Plays, K) ), Found),
        forall(member(R-K, Found), assertz(Game:known_goals(R, K))),
        memberchk(Role-Known, Found)
    ).

found_goals(Game, Role, Plays, known(Value, Sizes, Shared)) :-
    findall(V-Fluents,
            ( member(play(_, End), Plays), Game:terminal(End),
              only_goal(Game, End, Role, V), above_lowest(Game, Role, V),
              Game:facts(End, Fluents) ),
            Ends),
    highest(Ends, Value, Goals),
    maplist(length, Goals, Sizes),
    trie_new(Shared),
    foldl(share(Shared), Goals, 1, _).

above_lowest(Game, Role, Value) :-
    (   Game:goal_range(Role, range(Low, High)), Low < High -> Value > Low ; true ).

highest([], none, []) :- !.
highest(Ends, Value, Goals) :-
    pairs_keys(Ends, Values),
    max_list(Values, Value),
    findall(Fluents, member(Value-Fluents, Ends), Goals0),
    sort(Goals0, Goals).

share(Shared, Fluents, Digit, Digit1) :-
    forall(member(Fluent, Fluents),
           ( ( trie_lookup(Shared, Fluent, N0) -> true ; N0 = 0 ),
             N is N0 + Digit,
             trie_update(Shared, Fluent, N) )),
    Digit1 is Digit << 16.

%   The sum over the fluents of a state has one digit for each goal state: the number of
%   fluents that the two have in common.

in_common(Shared, Fluent, Sum0, Sum) :-
    ( trie_lookup(Shared, Fluent, N) -> Sum is Sum0 + N ; Sum = Sum0 ).

nearest([], _, Share, Share).
nearest([Size|Sizes], Sum, Share0, Share) :-
    Share1 is max(Share0, 100 * (Sum /\ 0xFFFF) // max(Size, 1)),
    Sum1 is Sum >> 16,
    nearest(Sizes, Sum1, Share1, Share).

% ---- the goal value along a game -------------------------------------------

%!  goal_course(+Game, +Plays, +Role, -Course) is det.
%
%   Course is course(Games, States, Before, Fall) and describes the goal value of Role
%   over the games Plays.  Games and States are the numbers of games and of their states.
%   Before is `undefined` if no state before the end defines the value, `always(Value)`,
%   or `varies`.  Fall is fall(Joints, From, To) if the value falls with the last of
%   Joints, the earliest fall in all games; it is `none` if the value never falls, so that
%   it seems to be monotone.

goal_course(Game, Plays, Role, course(Games, States, Before, Fall)) :-
    Game:initial(Start),
    length(Plays, Games),
    aggregate_all(sum(N + 1), ( member(play(Joints, _), Plays), length(Joints, N) ), States),
    before_end(Plays, Game, Role, Start, Before),
    (   aggregate_all(min(Ply, fall(Way, From, To)),
                      ( member(Play, Plays),
                        once(fall(Play, Game, Role, Start, Way, From, To)),
                        length(Way, Ply) ),
                      min(_, Soonest))
    ->  Fall = Soonest
    ;   Fall = none
    ).

before_end(Plays, Game, Role, Start, Before) :-
    (   \+ ( a_step(Plays, Game, Start, _, S, _), only_goal(Game, S, Role, _) )
    ->  Before = undefined
    ;   heuristic_value(goal, Game, Start, Role, Value),
        \+ ( a_step(Plays, Game, Start, _, S, _),
             heuristic_value(goal, Game, S, Role, Other), Other =\= Value )
    ->  Before = always(Value)
    ;   Before = varies
    ).

a_step(Plays, Game, Start, Way, S0, S) :-
    member(play(Joints, _), Plays),
    step(Joints, Game, Start, Way, S0, S).

%   step(+Joints, +Game, +Start, -Way, -S0, -S) is nondet: Way is a prefix of Joints, and
%   its last joint move leads from S0 to S.

step([Joint|Joints], Game, State, [Joint|Way], S0, S) :-
    Game:successor(State, Joint, Next),
    (   Way = [], S0 = State, S = Next
    ;   step(Joints, Game, Next, Way, S0, S)
    ).

fall(Play, Game, Role, Start, Way, From, To) :-
    a_step([Play], Game, Start, Way, S0, S),
    heuristic_value(goal, Game, S0, Role, From),
    heuristic_value(goal, Game, S, Role, To),
    To < From.

% ---- the sample ------------------------------------------------------------

%   The limits of a sample: games, plies of a game, and the total numbers of plies and of
%   inferences after which no further game begins.

most(games, 50).
most(plies, 200).
most(all_plies, 5_000).
most(inferences, 40_000_000).

%!  sample(+Game, -Plays) is det.
%
%   Plays are random games from the start, each play(Joints, End), with fixed seeds.  The
%   sample ends with the first game that cannot go on.

sample(Game, Plays) :-
    Game:initial(Start),
    most(games, Games),
    most(all_plies, Plies),
    most(inferences, Inferences),
    statistics(inferences, Before),
    Most is Before + Inferences,
    sample(Games, Plies, Most, 1, Game, Start, Plays).

sample(Games, Plies, Most, Seed0, Game, Start, Plays) :-
    (   Games > 0, Plies > 0,
        statistics(inferences, Inferences), Inferences < Most,
        most(plies, Longest),
        catch(playout(Game, Start, Longest, Seed0, Seed, Joints, End),
              error(no_moves(_, _), _), fail)
    ->  Plays = [play(Joints, End)|Plays1],
        length(Joints, Length),
        Games1 is Games - 1,
        Plies1 is Plies - Length,
        sample(Games1, Plies1, Most, Seed, Game, Start, Plays1)
    ;   Plays = []
    ).
