:- encoding(utf8).
:- module(turns,
          [ mid_turn/2                  % +Game, +State
          ]).
:- use_module(logic(support/resource_limits), [within_state/1]).

/** <module> Turns of several steps

In draughts a piece jumps on in the same turn, in a mill game whoever closes a mill then takes a
man.  A rule file defines mid_turn/0 for the states within such a turn.  A depth and the levels of
perft then count turns: a step counts if it ends its turn.  Without mid_turn/0 each step is a turn.
*/

%!  mid_turn(+Game, +State) is semidet.
%
%   The turn that led to State goes on there.

mid_turn(Game, State) :- Game:defined(mid_turn/0), within_state(Game:mid_turn(State)).
