:- encoding(utf8).
:- module(events,
          [ event_list/3,               % +Game, +Event, -List
            joint_texts/3               % +Game, +Joint, -Texts
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3]).
:- use_module(logic(game/interning)).
:- use_module(logic(reader/term_text)).

/** <module> Events and joint moves as texts for Python
*/

%!  event_list(+Game, +Event, -List) is det.
%
%   List is an event of trace.pl, its name first; states are numbers.

event_list(Game, enter(Ply, Joint, State), [enter, Ply, Texts, Number]) :- !,
    ( Joint == none -> Texts = [] ; joint_texts(Game, Joint, Texts) ),
    state_number(Game, State, Number).
event_list(Game, cutoff(Alpha, Beta, Rest), [cutoff, Alpha, Beta, Skipped]) :- !,
    flattened(Rest, Joints),
    maplist(joint_texts(Game), Joints, Skipped).
event_list(_, Event, List) :- Event =.. List.

flattened([], []).
flattened([X|Xs], Joints) :-
    (   is_list(X) -> append(X, Joints1, Joints) ; Joints = [X|Joints1] ),
    flattened(Xs, Joints1).

%!  joint_texts(+Game, +Joint, -Texts) is det.
%
%   Texts are the moves of a joint move, in the order of the roles; `stand pat` is none of the
%   rules (standing_pat.pl).

joint_texts(Game, Joint, Texts) :-
    Joint =.. [_|Ms],
    maplist(move_text(Game), Ms, Texts).

move_text(Game, Move, Text) :-
    ( string(Move) -> Text = Move ; term_text(Game, Move, Text) ).
