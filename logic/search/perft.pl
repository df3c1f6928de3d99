:- encoding(utf8).
:- module(perft,
          [ perft/4                     % +Game, +State, +Depth, -Levels
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(game/turns)).

/** <module> Count the nodes of a game tree, level by level

Perft, known from chess programming, counts the sequences of joint moves of each length, in turns
(turns.pl).
Known counts show that the rules are right.  Terminal states are not expanded.
*/

%!  perft(+Game, +State, +Depth, -Levels) is det.
%
%   Levels has a level(Depth, Nodes, Terminal) for each depth from 1 to Depth that has nodes.

perft(Game, State, Depth, Levels) :-
    Size is 2 * Depth,
    length(Zeros, Size),
    zeros(Zeros),
    Counts =.. [counts|Zeros],
    (   Game:terminal(State) -> true ; walk(Game, State, 0, Depth, Counts) ),
    levels(1, Depth, Counts, Levels).

zeros([]).
zeros([0|Zs]) :- zeros(Zs).

walk(Game, State, Ply0, Depth, Counts) :-
    Ply is Ply0 + 1,
    joint_moves(Game, State, Joints),
    (   member(Joint, Joints),
        Game:successor(State, Joint, State1),
        counted(Game, State1, Ply, Depth, Counts),
        fail
    ;   true
    ).

%   counted(+Game, +State, +Ply, +Depth, +Counts): count State, which a step of turn Ply has led to,
%   and what is below.

counted(Game, State, Ply, _, Counts) :-
    Game:terminal(State), !,
    count(2 * Ply - 1, Counts),
    count(2 * Ply, Counts).
counted(Game, State, Ply, Depth, Counts) :-
    mid_turn(Game, State), !,
    Ply0 is Ply - 1,
    walk(Game, State, Ply0, Depth, Counts).
counted(Game, State, Ply, Depth, Counts) :-
    count(2 * Ply - 1, Counts),
    ( Ply < Depth -> walk(Game, State, Ply, Depth, Counts) ; true ).

count(Expression, Counts) :-
    I is Expression,
    arg(I, Counts, N0),
    N is N0 + 1,
    nb_setarg(I, Counts, N).

levels(Ply, Depth, _, []) :- Ply > Depth, !.
levels(Ply, Depth, Counts, Levels) :-
    I is 2 * Ply - 1, J is 2 * Ply,
    arg(I, Counts, Nodes), arg(J, Counts, Terminal),
    (   Nodes =:= 0
    ->  Levels = []
    ;   Levels = [level(Ply, Nodes, Terminal)|Levels1],
        Ply1 is Ply + 1,
        levels(Ply1, Depth, Counts, Levels1)
    ).
