:- encoding(utf8).
:- module(state_after,
          [ state_after/5               % +Game, +State, +Role, +Move, -State1
          ]).

/** <module> The state after the move of one role

For what holds after a move (after.pl), in compiled clauses, questions and explanations.
*/

%!  state_after(+Game, +State, +Role, +Move, -State1) is semidet.
%
%   State1 comes if Role does Move in State, and the others do `noop`.  Fails if Role is no role.

state_after(Game, State, Role, Move, State1) :-
    Game:role_index(Role, I),
    findall(noop, Game:role(_), Noops),
    Joint =.. [d|Noops],
    setarg(I, Joint, Move),
    Game:successor(State, Joint, State1).
