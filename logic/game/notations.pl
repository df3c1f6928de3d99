:- encoding(utf8).
:- module(notations,
          [ notation_text/3,            % +Game, +Move, -Text
            position_notations/4,       % +Game, +State, +RoleMoves, -Texts
            stem/5,                     % +Game, +State, ?Role, +Move, -Stem
            suffix_joints/3,            % +Game, +State, -Joints
            suffix/5,                   % +Game, +State, +Joints, +Move, -Suffix
            by_choice/5                 % +Game, +State, +Joints, +Move, -Joint
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(reader/term_text)).

/** <module> Moves as people write them

The notation of a move is what the rules of notation/2 and notation/3 say, and after it what
notation_suffix/1 says in the state after the move.
*/

%!  by_choice(+Game, +State, +Joints, +Move, -Joint) is semidet.
%
%   Joint is the only one of Joints, the joint moves of State, in which a role chooses Move.

by_choice(_, _, Joints, Move, Joint) :-
    findall(J, ( member(J, Joints), arg(I, J, M), M == Move, \+ waits(Joints, I, M) ), Js0),
    sort(Js0, [Joint]).

%   waits(+Joints, +I, +Move): role I can only do noop, and another role has a choice.

waits(Joints, I, noop) :-
    Joints = [_, _|_],
    \+ ( member(Joint, Joints), arg(I, Joint, M), M \== noop ).

%!  notation_text(+Game, +Move, -Text) is det.
%
%   Text is the notation of a move, or null if the rules define none.

notation_text(Game, Move, Text) :-
    (   Game:notation(Move, T) -> line_text(T, Text) ; Text = null ).

%!  position_notations(+Game, +State, +RoleMoves, -Texts) is det.
%
%   Each of Texts is the notation in State of one of RoleMoves, a list of Role-Move: the
%   first answer of notation/3, else of notation/2, then what notation_suffix/1 adds in the
%   state after the move.  It is null if the rules define none.

position_notations(Game, State, RoleMoves, Texts) :-
    suffix_joints(Game, State, Joints),
    maplist(position_notation(Game, State, Joints), RoleMoves, Texts).

position_notation(Game, State, Joints, Role-Move, Text) :-
    (   stem(Game, State, Role, Move, Stem)
    ->  suffix(Game, State, Joints, Move, Suffix),
        string_concat(Stem, Suffix, Text)
    ;   Text = null
    ).

%!  stem(+Game, +State, ?Role, +Move, -Stem) is nondet.
%
%   Stem is a notation of Move, without what notation_suffix/1 adds.

stem(Game, State, Role, Move, Stem) :-
    ( Game:notation(State, Role, Move, T) ; Game:notation(Move, T) ),
    line_text(T, Stem).

%!  suffix_joints(+Game, +State, -Joints) is det.
%
%   Joints are the joint moves of State, if the rules define a suffix; else none.

suffix_joints(Game, State, Joints) :-
    ( Game:defined(notation_suffix/1) -> joint_moves(Game, State, Joints) ; Joints = [] ).

%!  suffix(+Game, +State, +Joints, +Move, -Suffix) is det.
%
%   Suffix is empty where several roles choose, as no move alone leads to a state then.

suffix(Game, State, Joints, Move, Suffix) :-
    (   by_choice(Game, State, Joints, Move, Joint),
        Game:successor(State, Joint, State1),
        Game:notation_suffix(State1, T)
    ->  line_text(T, Suffix)
    ;   Suffix = ""
    ).
