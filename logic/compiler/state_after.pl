:- encoding(utf8).
:- module(state_after,
          [ state_after/5               % +Game, +State, +Role, +Move, -State1
          ]).
:- use_module(logic(language/history), [joint_of/4]).

/** <module> The state after the move of one role

For what holds after a move (after.pl), in compiled clauses, questions and explanations.
*/

%!  state_after(+Game, +State, +Role, +Move, -State1) is semidet.
%
%   State1 comes if Role does Move in State, and the others do `noop`.  Fails if Role is no role.

state_after(Game, State, Role, Move, State1) :-
    joint_of(Game, Role, Move, Joint),
    Game:successor(State, Joint, State1).
