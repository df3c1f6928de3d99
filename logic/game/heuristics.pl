:- encoding(utf8).
:- module(heuristics,
          [ heuristic/1,                % ?Name
            heuristic_value/5,          % +Name, +Game, +State, +Role, -Value
            known_goals/3,              % +Game, +Role, -Known
            sample/2,                   % +Game, -Plays
            goal_course/4               % +Game, +Plays, +Role, -Course
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(lists), [max_list/2, member/2]).
:- use_module(library(pairs), [pairs_keys/2]).
:- use_module(logic(game/playouts)).

/** <module> Heuristics for any game

What can be said of a state that is not terminal when nothing is known of the game but
its rules (Genesereth, General Game Playing, on incomplete search):

    mobility    how many moves the role has
    focus       the same below zero: the fewer the better
    proximity   how near the state is to a known goal state of the role, 0 to 100
    goal        its goal value for the role

"None of these heuristics is guaranteed to work in all games, but all have strengths in
some": an evaluation is their weighted sum, and weighs none by itself (evaluation.pl).

Goal states are known from a sample of games at random, the same for all roles and at
all times.
*/

%!  heuristic(?Name) is nondet.

heuristic(mobility).
heuristic(focus).
heuristic(proximity).
heuristic(goal).

%!  heuristic_value(+Name, +Game, +State, +Role, -Value) is det.
%
%   Value is a whole number.  A role that has no move but the implicit noop has mobility 0.
%   `goal` is 0 where the rules define no goal value, or more than one.

heuristic_value(mobility, Game, State, Role, Value) :-
    findall(M, Game:legal(State, Role, M), Ms),
    sort(Ms, Distinct),
    length(Distinct, Value).
heuristic_value(focus, Game, State, Role, Value) :-
    heuristic_value(mobility, Game, State, Role, Mobility),
    Value is -Mobility.
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

% ---- known goal states -----------------------------------------------------

%!  known_goals(+Game, +Role, -Known) is det.
%
%   Known is known(Value, Sizes, Shared).  Value is the highest goal value that Role had at
%   the end of a game of the sample, `none` when it never had more than the lowest; Sizes
%   are the numbers of fluents of the states that gave it, the known goal states.  Shared
%   serves to count what each of them has in common with a state, for all at once: it
%   maps a fluent to the number that in base 2^16 has the digit 1 for each goal state in
%   which it holds.
%
%   They are looked for once, for all roles, and kept as long as the game.

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

%   The digits of the sum over the fluents of a state are what it has in common with each.

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
%   Course is course(Games, States, Before, Fall): how the goal value of Role goes along
%   the games Plays, so many, and over the states met in them.  Before is `undefined`
%   where no state before the end defines it, `always(Value)`, or `varies`.  Fall is
%   fall(Joints, From, To) where it falls by the last of Joints, in no game sooner; `none`
%   where it never falls: it is monotone as far as they show.

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

%   step(+Joints, +Game, +Start, -Way, -S0, -S) is nondet: Way begins Joints, and the last
%   of it leads from S0 to S.

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

%   At most so many games, each of at most so many plies; none is begun after so many
%   plies in all, or so many inferences.

most(games, 50).
most(plies, 200).
most(all_plies, 5_000).
most(inferences, 40_000_000).

%!  sample(+Game, -Plays) is det.
%
%   Plays are games at random from the start, each play(Joints, End), the same at all
%   times.  They end with one that cannot go on.

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
