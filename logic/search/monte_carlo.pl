:- encoding(utf8).
:- module(monte_carlo,
          [ monte_carlo/8               % +Game, +State, +Role, +Rounds, +Longest, +Seed0,
                                        %  -Seed, -Arms
          ]).
:- use_module(library(apply), [foldl/6, maplist/3]).
:- use_module(library(lists), [nth1/4]).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(game/playouts)).

/** <module> Flat Monte Carlo

The value of a move is the mean result of random games that begin with it (Bruegmann 1993).
All moves get the same number of games, and there is no tree.
*/

%!  monte_carlo(+Game, +State, +Role, +Rounds, +Longest, +Seed0, -Seed, -Arms) is det.
%
%   Arms has an arm(Joint, Ends) for each move of Role, in rule order: a joint move that
%   contains it, and the goal values at the end of each of the Rounds games.
%   @error no_end(Longest) if a game is longer than that after the move

monte_carlo(Game, State, Role, Rounds, Longest, Seed0, Seed, Arms) :-
    role_moves(Game, State, Role, Moves),
    Game:role_index(Role, I),
    maplist(arm(Game, State, I, Seed0), Moves, Arms0),
    rounds(Rounds, Game, State, I, Longest, Moves, Arms0, Arms, Seed0, Seed).

arm(Game, State, I, Seed, Move, arm(Joint, [])) :-
    joint_with(Game, State, I, Move, Seed, _, Joint).

%   A round plays one game for each move, so the seeds of the games do not depend on the
%   number of rounds in a call.

rounds(0, _, _, _, _, _, Arms, Arms, Seed, Seed) :- !.
rounds(N, Game, State, I, Longest, Moves, Arms0, Arms, Seed0, Seed) :-
    foldl(game(Game, State, I, Longest), Moves, Arms0, Arms1, Seed0, Seed1),
    N1 is N - 1,
    rounds(N1, Game, State, I, Longest, Moves, Arms1, Arms, Seed1, Seed).

game(Game, State, I, Longest, Move, arm(Joint0, Ends), arm(Joint0, [Values|Ends]),
     Seed0, Seed) :-
    joint_with(Game, State, I, Move, Seed0, Seed1, Joint),
    Game:successor(State, Joint, State1),
    playout(Game, State1, Longest, Seed1, Seed, _, End),
    must_have_ended(Game, End, Longest),
    findall(V, ( Game:role(R), end_value(Game, End, R, V) ), Values).

%   Joint has Move for role I and random moves for the others.

joint_with(Game, State, I, Move, Seed0, Seed, Joint) :-
    playout(Game, State, 1, Seed0, Seed, [Joint0], _),
    Joint0 =.. [d|Ms0],
    nth1(I, Ms0, _, Others),
    nth1(I, Ms, Move, Others),
    Joint =.. [d|Ms].

end_value(_, _, random, 0) :- !.
end_value(Game, State, Role, Value) :- role_value(Game, State, Role, Value).
