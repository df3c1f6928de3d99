:- encoding(utf8).
:- module(memory,
          [ new_memory/3,               % +Table, +Order, -Memory
            forget/0,
            known_score/7,              % +Memory, +State, +Left, +Ply, +Window, -Score, -Known
            keep_score/7,               % +Memory, +State, +Left, +Ply, +Window, +Score, +Kept
            known_move/3,               % +Memory, +State, -Joint
            learn/4,                    % +Memory, +Ply, +Left, +Joint
            killers/3,                  % +Memory, +Ply, -Joints
            history/3                   % +Memory, +Joint, -Count
          ]).

/** <module> The transposition table, the killer moves and the history

The transposition table stores results for states that may be reached again by other moves.
A score depends only on the state and the plies left, so the table affects only the speed of
a search.

    entry(Left, Flag, Score, Complete, Line)

Left is the number of plies that were left.  Flag is `exact`, or the score is a bound:
`lower` after a cut, `upper` if no move reached alpha.  Complete is `true` if no leaf below
was at the limit; a deeper search would then find the same.  The distance of a win or loss is
counted from the state, not from the root.  Of two entries for a state, the one with more
plies left is kept.

For the order of moves (move_order.pl), there are two `killers` for each ply, which caused
the last cuts there, and the `history`, which adds 2^Left for each cut by a joint move with
Left plies below.

The table and the history are tries.  The trie of the table maps a state to a number, under
which its entry is a fact, because SWI-Prolog 9.0.4 loses count of the atoms in a value that
is not a number.  A thread uses one memory at a time.  The garbage collector sees a trie as an
atom, whatever its size, so forget/0 empties it.
*/

:- thread_local entry/6.                % Place, Left, Flag, Score, Complete, Line
:- thread_local killer/2.               % Ply, Joints
:- thread_local trie/1.

%!  new_memory(+Table, +Order, -Memory) is det.
%
%   Table is `true` or `false`.

new_memory(Table, Order, Memory) :-
    (   Table \== true, \+ memberchk(Order, [killer, history])
    ->  Memory = none
    ;   forget,
        ( Table == true -> kept_trie(States) ; States = none ),
        ( Order == killer -> Killers = facts ; Killers = none ),
        ( Order == history -> kept_trie(History) ; History = none ),
        Memory = memory(States, Killers, History)
    ).

kept_trie(Trie) :- trie_new(Trie), assertz(trie(Trie)).

%!  forget is det.
%
%   Free the last memory of this thread.

forget :-
    retractall(entry(_, _, _, _, _, _)),
    retractall(killer(_, _)),
    forall(retract(trie(Trie)), trie_destroy(Trie)).

%   entry_of(+Table, +State, -Place, -Left, -Flag, -Score, -Complete, -Line) is semidet.

entry_of(Table, State, Place, Left, Flag, Score, Complete, Line) :-
    trie_lookup(Table, State, Place),
    entry(Place, Left, Flag, Score, Complete, Line).

%!  known_score(+Memory, +State, +Left, +Ply, +Alpha-Beta, -Score, -Known) is semidet.
%
%   Score is the stored score of State with Left plies left: exact, or a bound that decides
%   the window.  Known is known(Flag, Complete, Line).

known_score(memory(Table, _, _), State, Left, Ply, Alpha-Beta, Score,
            known(Flag, Complete, Line)) :-
    Table \== none,
    entry_of(Table, State, _, Left0, Flag, Score0, Complete, Line),
    ( Left0 =:= Left -> true ; Complete == true, Left0 < Left ),
    from_root(Score0, Ply, Score),
    good_enough(Flag, Score, Alpha, Beta).

good_enough(exact, _, _, _).
good_enough(lower, Score, _, Beta) :- Score >= Beta.
good_enough(upper, Score, Alpha, _) :- Score =< Alpha.

%!  keep_score(+Memory, +State, +Left, +Ply, +Alpha-Beta, +Score, +Kept) is det.
%
%   Store Score, which was found for State in the window.  Kept is kept(Complete, Line).

keep_score(none, _, _, _, _, _, _).
keep_score(memory(Table, _, _), State, Left, Ply, Alpha-Beta, Score, kept(Complete, Line)) :-
    (   Table == none -> true
    ;   ( Score =< Alpha -> Flag = upper ; Score >= Beta -> Flag = lower ; Flag = exact ),
        from_state(Score, Ply, Score0),
        (   entry_of(Table, State, Place, Left0, _, _, _, _)
        ->  (   Left0 > Left -> true
            ;   retractall(entry(Place, _, _, _, _, _)),
                assertz(entry(Place, Left, Flag, Score0, Complete, Line))
            )
        ;   flag(table_places, Place, Place + 1),
            trie_insert(Table, State, Place),
            assertz(entry(Place, Left, Flag, Score0, Complete, Line))
        )
    ).

%!  known_move(+Memory, +State, -Joint) is semidet.
%
%   Joint was best, or caused a cut, when State was last searched.

known_move(memory(Table, _, _), State, Joint) :-
    Table \== none,
    entry_of(Table, State, _, _, _, _, _, [Joint|_]).

%   The score of a win or loss contains its ply.

from_root(Score0, Ply, Score) :-
    (   Score0 > 1 << 49 -> Score is Score0 - Ply
    ;   Score0 < -(1 << 49) -> Score is Score0 + Ply
    ;   Score = Score0
    ).

from_state(Score0, Ply, Score) :- Back is -Ply, from_root(Score0, Back, Score).

% ---- killers and history ---------------------------------------------------

%!  learn(+Memory, +Ply, +Left, +Joint) is det.
%
%   Joint has caused a cut at Ply, with Left plies below.

learn(none, _, _, _).
learn(memory(_, Killers, History), Ply, Left, Joint) :-
    (   Killers == none -> true
    ;   killer(Ply, [Joint|_]) -> true
    ;   retract(killer(Ply, [Last|_])) -> assertz(killer(Ply, [Joint, Last]))
    ;   assertz(killer(Ply, [Joint]))
    ),
    (   History == none -> true
    ;   ( trie_lookup(History, Joint, N0) -> true ; N0 = 0 ),
        N is N0 + (1 << min(Left, 40)),
        trie_update(History, Joint, N)
    ).

%!  killers(+Memory, +Ply, -Joints) is semidet.
%
%   Joints are the one or two joint moves that caused the last cuts at Ply, the latest first.

killers(_, Ply, Joints) :- killer(Ply, Joints).

%!  history(+Memory, +Joint, -Count) is det.
%
%   Count is the history of Joint, 0 if it has caused no cut.

history(memory(_, _, History), Joint, Count) :-
    ( trie_lookup(History, Joint, N) -> Count = N ; Count = 0 ).
