:- encoding(utf8).
:- module(written_moves,
          [ notes/2,                    % +Most, -Notes
            unspent/2,                  % +Notes, -Inferences
            within_notes/2,             % +Notes, :Goal
            written/5,                  % +Notes, +Game, +Number, +Joints, -Texts
            next_number/5               % +Notes, +Game, +Number, +Joint, -Number1
          ]).
:- use_module(library(apply), [exclude/3, foldl/4, foldl/5, maplist/3]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(library(lists), [member/2, nth1/3]).
:- use_module(logic(game/interning)).
:- use_module(logic(game/notations)).
:- use_module(logic(requests/user_text)).
:- use_module(logic(search/event_words), [joint_words/2]).
:- use_module(logic(support/resource_limits), [within_state/1]).

/** <module> Joint moves as people write them

A joint move is a list of texts, as in trace events, and a state is known by its number.  What has
been found is noted, so that nothing is asked twice of a state:

    notes(Inferences, Texts, Nexts)     Inferences are left for notations; Texts and Nexts have the
                                        text of a joint move and the state after it, by
                                        Number-Joint

Notes change in place.
*/

:- meta_predicate within_notes(+, 0).

%!  notes(+Most, -Notes) is det.
%
%   Notes has nothing yet, and Most inferences.

%   The two tables must not be one variable, of which the one would change with the other.

notes(Most, Notes) :-
    empty_assoc(None),
    Notes = notes(Most, None, None).

%!  unspent(+Notes, -Inferences) is det.

unspent(Notes, Inferences) :- arg(1, Notes, Inferences).

%!  within_notes(+Notes, :Goal) is semidet.
%
%   Call Goal once within the inferences that are left, and subtract what it takes.  Fails if they
%   are used up.

within_notes(Notes, Goal) :-
    unspent(Notes, Most),
    Most > 0,
    statistics(inferences, Before),
    call_with_inference_limit(Goal, Most, Result), !,
    statistics(inferences, After),
    (   Result == inference_limit_exceeded
    ->  nb_setarg(1, Notes, 0), fail
    ;   Left is max(0, Most - (After - Before)), nb_setarg(1, Notes, Left)
    ).

%!  written(+Notes, +Game, +Number, +Joints, -Texts) is det.
%
%   Texts are Joints in the notation of a state that people use; terms where the inferences are
%   used up.

written(Notes, Game, Number, Joints, Texts) :-
    (   Game:defined(notation/3)
    ->  arg(2, Notes, Known0),
        exclude(known(Known0, Number), Joints, New0),
        sort(New0, New),
        (   New == [] -> Known = Known0
        ;   new_texts(Notes, Game, Number, New, NewTexts),
            foldl(note(Number), New, NewTexts, Known0, Known),
            setarg(2, Notes, Known)
        ),
        maplist(noted(Known, Number), Joints, Texts)
    ;   maplist(joint_words, Joints, Texts)
    ).

known(Known, Number, Joint) :- get_assoc(Number-Joint, Known, _).

note(Number, Joint, Text, Known0, Known) :- put_assoc(Number-Joint, Known0, Text, Known).

noted(Known, Number, Joint, Text) :- get_assoc(Number-Joint, Known, Text).

new_texts(Notes, Game, Number, Joints, Texts) :-
    numbered_state(Game, Number, State),
    (   within_notes(Notes, notated(Game, State, Joints, Texts0)) -> Texts = Texts0
    ;   maplist(joint_words, Joints, Texts)
    ).

notated(Game, State, Joints, Texts) :-
    findall(Role-Move,
            ( member(Joint, Joints), nth1(I, Joint, Text), \+ unwritten(Text),
              Game:role_index(Role, I), read_in(Game, Text, Move) ),
            RoleMoves),
    position_notations(Game, State, RoleMoves, Notations),
    foldl(notated_joint, Joints, Texts, Notations, []).

notated_joint(Joint, Words, Notations0, Notations) :-
    foldl(notated_move, Joint, Texts, Notations0, Notations),
    joint_words(Texts, Words).

notated_move(Move, Move, Notations, Notations) :- unwritten(Move), !.
notated_move(Move, Text, [Notation|Notations], Notations) :-
    ( memberchk(Notation, [null, ""]) -> Text = Move ; Text = Notation ).

%   unwritten(?Text): no rule has a notation for it.

unwritten("noop").
unwritten("stand pat").

%!  next_number(+Notes, +Game, +Number, +Joint, -Number1) is det.
%
%   Number1 is the state after a joint move.
%
%   Throws: not_legal.

next_number(Notes, Game, Number, Joint, Number1) :-
    arg(3, Notes, Known),
    (   get_assoc(Number-Joint, Known, Found) -> Number1 = Found
    ;   numbered_state(Game, Number, State),
        within_state(next_state(Game, State, Joint, State1)),
        state_number(Game, State1, Number1),
        note(Number, Joint, Number1, Known, Known1),
        setarg(3, Notes, Known1)
    ).

next_state(Game, State, Joint, State1) :-
    maplist(read_in(Game), Joint, Moves),
    (   understood(Game, State, Moves, Move) -> Game:successor(State, Move, State1)
    ;   joint_words(Joint, Text), throw(error(not_legal(Text), _))
    ).
