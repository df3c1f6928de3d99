:- encoding(utf8).
:- module(position_requests,
          [ in_position/3,              % +In, -Game, -State
            seen_by_program/5           % +In, +Game0, +State0, -Game, -State
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(logic(game/joint_moves), [closed/1]).
:- use_module(logic(game/past)).
:- use_module(logic(requests/belief), [joint_read/3]).
:- use_module(logic(requests/common)).

/** <module> The position that a request is about, and what a search program sees of it
*/

%!  in_position(+In, -Game, -State) is det.
%
%   State is the position, or `none` in a state space.  Its past is told if In has it (past.pl).

in_position(In, Game, State) :-
    ( In.state == null -> in_game(In, Game), State = none ; in_state(In, Game, State) ),
    (   Past = In.get(past), Past \== null
    ->  atom_string(Perceiving, Past.game),
        maplist(joint_read(Game), Past.line, Line),
        tell_past(Game, State, Perceiving, Line)
    ;   State == none -> forget_past
    ;   tell_position(Game, State)
    ).

%!  seen_by_program(+In, +Game0, +State0, -Game, -State) is det.
%
%   A search program runs over Game in State, where the request is about State0 of Game0.  In a game
%   with hidden information it does not see the position: Game is the one with percepts, State is
%   `withheld`, and the program knows what one role knows.
%
%   @error no_view if the past of State0 is not told

seen_by_program(In, Game0, State0, Game, State) :-
    (   \+ closed(Game0) -> Game = Game0, State = State0
    ;   Past = In.get(past), Past \== null -> atom_string(Game, Past.game), State = withheld
    ;   throw(error(no_view, _))
    ).
