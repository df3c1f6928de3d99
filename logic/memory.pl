:- module(memory,
          [ new_memory/3,               % +Table, +Order, -Memory
            known_score/7,              % +Memory, +State, +Left, +Ply, +Window, -Score, -Known
            keep_score/7,               % +Memory, +State, +Left, +Ply, +Window, +Score, +Kept
            known_move/3,               % +Memory, +State, -Joint
            learn/4,                    % +Memory, +Ply, +Left, +Joint
            killers/3,                  % +Memory, +Ply, -Joints
            history/3                   % +Memory, +Joint, -Count
          ]).

/** <module> What a search remembers

The transposition table: what is known of a state that was searched before, perhaps by
another way.  Its score depends on the state and the plies left alone, so that the
table changes nothing but how fast the search is.

    entry(Left, Flag, Score, Complete, Line)

Left plies were left when it was searched.  Flag is `exact`, or the score is a bound:
`lower` after a cut, `upper` when nothing came up to alpha.  Complete is `true` when no
leaf below was stopped by the limit; then more plies would find the same.  A win or loss
is counted from the state, not from the root.  Of two entries for a state the one with
more plies left stays.

For the order of moves (move_order.pl): the two `killers` of each ply, which caused the
last cuts there, and the `history`, how much each joint move has cut off anywhere,
2^Left for a cut with Left plies below.

All three are tries; `none` where not asked for.
*/

%!  new_memory(+Table, +Order, -Memory) is det.
%
%   Table is `true` or `false`.

new_memory(Table, Order, Memory) :-
    (   Table \== true, \+ memberchk(Order, [killer, history])
    ->  Memory = none
    ;   ( Table == true -> trie_new(States) ; States = none ),
        ( Order == killer -> trie_new(Killers) ; Killers = none ),
        ( Order == history -> trie_new(History) ; History = none ),
        Memory = memory(States, Killers, History)
    ).

%!  known_score(+Memory, +State, +Left, +Ply, +Alpha-Beta, -Score, -Known) is semidet.
%
%   The table has Score for State with Left plies left, good enough for the window.
%   Known is known(Flag, Complete, Line).

known_score(memory(Table, _, _), State, Left, Ply, Alpha-Beta, Score,
            known(Flag, Complete, Line)) :-
    Table \== none,
    trie_lookup(Table, State, entry(Left0, Flag, Score0, Complete, Line)),
    ( Left0 =:= Left -> true ; Complete == true, Left0 < Left ),
    from_root(Score0, Ply, Score),
    good_enough(Flag, Score, Alpha, Beta).

good_enough(exact, _, _, _).
good_enough(lower, Score, _, Beta) :- Score >= Beta.
good_enough(upper, Score, Alpha, _) :- Score =< Alpha.

%!  keep_score(+Memory, +State, +Left, +Ply, +Alpha-Beta, +Score, +Kept) is det.
%
%   Score was found for State in the window.  Kept is kept(Complete, Line).

keep_score(none, _, _, _, _, _, _).
keep_score(memory(Table, _, _), State, Left, Ply, Alpha-Beta, Score, kept(Complete, Line)) :-
    (   Table == none -> true
    ;   trie_lookup(Table, State, entry(Left0, _, _, _, _)), Left0 > Left -> true
    ;   ( Score =< Alpha -> Flag = upper ; Score >= Beta -> Flag = lower ; Flag = exact ),
        from_state(Score, Ply, Score0),
        trie_update(Table, State, entry(Left, Flag, Score0, Complete, Line))
    ).

%!  known_move(+Memory, +State, -Joint) is semidet.
%
%   Joint was best, or cut off the others, when State was searched last.

known_move(memory(Table, _, _), State, Joint) :-
    Table \== none,
    trie_lookup(Table, State, entry(_, _, _, _, [Joint|_])).

%   Wins and losses carry the ply in which they come.

from_root(Score0, Ply, Score) :-
    (   Score0 > 1 << 49 -> Score is Score0 - Ply
    ;   Score0 < -(1 << 49) -> Score is Score0 + Ply
    ;   Score = Score0
    ).

from_state(Score0, Ply, Score) :- Back is -Ply, from_root(Score0, Back, Score).

% ---- what the order learns -------------------------------------------------

%!  learn(+Memory, +Ply, +Left, +Joint) is det.
%
%   Joint has cut off others, with Left plies below it.

learn(none, _, _, _).
learn(memory(_, Killers, History), Ply, Left, Joint) :-
    (   Killers == none -> true
    ;   killers(Killers, Ply, Joints) -> learn_killer(Joints, Killers, Ply, Joint)
    ;   trie_insert(Killers, Ply, [Joint])
    ),
    (   History == none -> true
    ;   ( trie_lookup(History, Joint, N0) -> true ; N0 = 0 ),
        N is N0 + (1 << min(Left, 40)),
        trie_update(History, Joint, N)
    ).

learn_killer([First|_], Killers, Ply, Joint) :-
    (   First == Joint -> true
    ;   trie_update(Killers, Ply, [Joint, First])
    ).

%!  killers(+Memory, +Ply, -Joints) is semidet.

killers(memory(_, Killers, _), Ply, Joints) :- !, killers(Killers, Ply, Joints).
killers(Killers, Ply, Joints) :- trie_lookup(Killers, Ply, Joints).

%!  history(+Memory, +Joint, -Count) is det.

history(memory(_, _, History), Joint, Count) :-
    ( trie_lookup(History, Joint, N) -> Count = N ; Count = 0 ).
