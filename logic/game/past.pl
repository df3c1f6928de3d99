:- encoding(utf8).
:- module(past,
          [ tell_past/4,                % +Game, +State, +Perceiving, +Line
            tell_position/2,            % +Game, +State
            forget_past/0,
            past_belief/5,              % +Game, +State, +Role, -Perceiving, -Belief
            own_view/3,                 % +Game, +Role, -View
            own_belief/3,               % +Game, +Role, -Belief
            must_be_player/2            % +Game, +Role
          ]).
:- use_module(logic(game/belief)).
:- use_module(logic(game/joint_moves), [closed/1, player/2]).
:- use_module(logic(reader/term_text), [term_text/3]).

/** <module> The position that is asked about, and its past

A request tells the past of its position, the joint moves since the start: what a role knows follows from
them (belief.pl).  What is told holds for one thread, until the next request.

A search program is given the view of one role and no more.  Its game is the one with percepts, where it
has no position: it has the view and the belief of the first role that it asks for, and may not ask for
those of another.  So what it answers follows from what that role knows.  Where all cards are face up, or
nothing is hidden, every role believes in the position.
*/

:- thread_local past/4.                 % Game, State, Perceiving, Line
:- thread_local position/2.             % Game, State
:- thread_local believed/2.             % Role, Belief
:- thread_local knower/1.               % Role

%!  tell_past(+Game, +State, +Perceiving, +Line) is det.
%
%   State of Game came about by Line, joint moves since the start.  Perceiving is the game loaded with
%   percepts.

tell_past(Game, State, Perceiving, Line) :-
    forget_past,
    assertz(past(Game, State, Perceiving, Line)).

%!  tell_position(+Game, +State) is det.
%
%   State is asked about, and nothing is told of its past.

tell_position(Game, State) :-
    forget_past,
    assertz(position(Game, State)).

%!  forget_past is det.

forget_past :-
    retractall(past(_, _, _, _)),
    retractall(position(_, _)),
    retractall(believed(_, _)),
    retractall(knower(_)).

%!  past_belief(+Game, +State, +Role, -Perceiving, -Belief) is det.
%
%   Belief is that of Role in State, whose past was told.  Its states are those of Perceiving.
%
%   @error no_view if no past was told, knowledge_elsewhere if that of another state was

past_belief(Game, State, Role, Perceiving, Belief) :-
    (   past(Game, Told, Perceiving, Line), Told == State -> told_belief(Perceiving, Line, Role, Belief)
    ;   past(_, _, _, _) -> throw(error(knowledge_elsewhere, _))
    ;   throw(error(no_view, _))
    ).

told_belief(Perceiving, Line, Role, Belief) :-
    (   believed(Role, Belief0) -> Belief = Belief0
    ;   view_of(Perceiving, Line, Role, View),
        belief_of(Perceiving, Role, View, Belief),
        assertz(believed(Role, Belief))
    ).

%!  own_view(+Game, +Role, -View) is det.
%
%   View is that of Role in the position that is asked about.
%
%   @error sees_all if Role sees the position itself; and as own_belief/3

own_view(Game, Role, View) :-
    known_past(Game, Role, Perceiving, Past),
    ( Past = line(Line) -> view_of(Perceiving, Line, Role, View) ; throw(error(sees_all, _)) ).

%!  own_belief(+Game, +Role, -Belief) is det.
%
%   Belief is that of Role in the position that is asked about.
%
%   @error no_view if its past was not told, no_role if there is no such player, another_view if a program
%   has asked for the view or the belief of another one

own_belief(Game, Role, Belief) :-
    known_past(Game, Role, Perceiving, Past),
    (   Past = state(State) -> Belief = [State-1]
    ;   Past = line(Line),
        told_belief(Perceiving, Line, Role, Belief0),
        ( Perceiving == Game -> Belief = Belief0 ; plain_belief(Perceiving, Game, Belief0, Belief) )
    ).

%   known_past(+Game, +Role, -Perceiving, -Past): Past is line(Line), of joint moves in the game with percepts,
%   or state(State) where Role sees the state.

known_past(Game, Role, Perceiving, Past) :-
    must_be_player(Game, Role),
    (   past(_, _, Game, Line) -> must_be_knower(Game, Role), Perceiving = Game, Past = line(Line)
    ;   closed(Game), past(Game, _, Perceiving0, Line) -> Perceiving = Perceiving0, Past = line(Line)
    ;   \+ closed(Game), position_of(Game, State) -> Perceiving = none, Past = state(State)
    ;   throw(error(no_view, _))
    ).

position_of(Game, State) :- position(Game, State), !.
position_of(Game, State) :- past(Game, State, _, _).

must_be_knower(Game, Role) :-
    (   knower(Known)
    ->  ( Known == Role -> true ; another_view(Game, Known, Role) )
    ;   assertz(knower(Role))
    ).

another_view(Game, Known, Role) :-
    term_text(Game, Known, One),
    term_text(Game, Role, Other),
    throw(error(another_view(One, Other), _)).

%!  must_be_player(+Game, +Role) is det.
%
%   Check that Role is a player.
%
%   @error no_role, or instantiation_error

must_be_player(Game, Role) :-
    (   var(Role) -> throw(error(instantiation_error, _))
    ;   player(Game, Role) -> true
    ;   findall(T, ( player(Game, R), term_text(Game, R, T) ), Texts),
        term_text(Game, Role, Text),
        throw(error(no_role(Text, Texts), _))
    ).
