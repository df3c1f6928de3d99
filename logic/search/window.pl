:- encoding(utf8).
:- module(window,
          [ window_search/6,            % +Search, +Task, +Window, +Ties, +State, -Moves
            whole_window/1,             % -Window
            raised/5,                   % +Task, +Alpha0, +Beta, +Score, -Alpha
            lowered/5,                  % +Task, +Alpha, +Beta0, +Score, -Beta
            cut/6,                      % +Task, +Ply, +Alpha, +Beta, +Line, +Rest
            known/7,                    % +Task, +Ply, +Alpha, +Beta, +State, -Score, -Line
            keep/8                      % +Task, +Ply, +Alpha, +Beta, +State, +Before, +Score, +Line
          ]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [member/2, nth1/3]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(logic(game/evaluation), [choices/3]).
:- use_module(logic(search/memory)).
:- use_module(logic(search/move_order)).
:- use_module(logic(search/search_task)).

/** <module> The common part of searches with a window

Alpha is the score that the role can already force by another choice, Beta the score to which
the others can already hold it.  The role avoids a node whose score is at most Alpha, and the
others avoid one of at least Beta.  The forms of alpha-beta (alphabeta.pl, fail_hard.pl,
pvs.pl) differ below the root.
*/

%!  whole_window(-Window) is det.
%
%   All scores lie in it.

whole_window(Alpha-Beta) :- Beta is 1 << 51, Alpha is -Beta.

:- meta_predicate window_search(8, +, +, +, +, -).

%!  window_search(:Worst_8, +Task, +Alpha-Beta, +Ties, +State, -Moves) is det.
%
%   Worst_8(Choice, Task, Ply, Alpha, Beta, State, Score, Line) gives the worst answer to a
%   choice.  Moves has a move(Joint, Score, Bound, Line) for each choice of the role in State,
%   in rule order: Score is `exact`, or only an `upper` or a `lower` bound.  Choices after one
%   of at least Beta are omitted.
%
%   Of the best moves, the first in rule order is exact, whatever the order of search.  If
%   Ties is `all`, each of them is exact; for this the window stays open by one below the best
%   score.  If Ties is `exact`, every move is, because the window is not narrowed.

window_search(Worst, Task, Alpha-Beta, Ties, State, Moves) :-
    entered(Task, 0, none, State),
    (   leaf_score(Task, 0, State, State, Score)
    ->  Moves = []
    ;   ( whole_window(Alpha-Beta) -> true ; emitted(Task, raise(Alpha, Beta)) ),
        counted(Task, limited, Before),
        ordered_choices(Task, 0, State, Choices),
        places(Task, State, Choices, Placed),
        moves(Placed, Worst, Task, Ties, Alpha, Alpha, Beta, State, none, Best, Found),
        keysort(Found, InRuleOrder),
        pairs_values(InRuleOrder, Moves),
        Best = best(Score, _, Line),
        keep(Task, 0, Alpha, Beta, State, Before, Score, Line)
    ),
    left(Task, Score).

%   places(+Task, +State, +Choices, -Placed): pair each choice with its place in rule order.

places(Task, State, Choices, Placed) :-
    arg(3, Task, Index),
    choices(Task, State, InRuleOrder),
    findall(Move-I, ( nth1(I, InRuleOrder, [Joint|_]), arg(Index, Joint, Move) ), Places0),
    list_to_assoc(Places0, Places),
    findall(I-Choice,
            ( member(Choice, Choices), Choice = [Joint|_], arg(Index, Joint, Move),
              get_assoc(Move, Places, I) ),
            Placed).

moves([], _, _, _, _, _, _, _, Best, Best, []).
moves([Place-Choice|Choices], Worst, Task, Ties, Alpha, Emitted0, Beta, State, Best0, Best,
      [Place-move(Joint, Score, Bound, Line)|Moves]) :-
    sure(Best0, Ties, Place, Alpha, Sure),
    raised(Task, Emitted0, Beta, Sure, Emitted),
    call(Worst, Choice, Task, 0, Sure, Beta, State, Score, Line),
    ( Line = [Joint|_] -> true ; Choice = [Joint|_] ),
    ( Score =< Sure -> Bound = upper ; Score >= Beta -> Bound = lower ; Bound = exact ),
    better(Best0, Place, Score, Bound, Line, Best1),
    Best1 = best(Score1, _, Line1),
    (   Score1 >= Beta, Choices \== []
    ->  pairs_values(Choices, Rest),
        cut(Task, 0, Score1, Beta, Line1, Rest),
        Moves = [], Best = Best1
    ;   moves(Choices, Worst, Task, Ties, Alpha, Emitted, Beta, State, Best1, Best, Moves)
    ).

%   sure(+Best, +Ties, +Place, +Alpha0, -Alpha): a choice equal to the best one counts if it
%   comes earlier in rule order.

sure(none, _, _, Alpha, Alpha).
sure(best(Score, Place0, _), Ties, Place, Alpha0, Alpha) :-
    (   Ties == exact
    ->  Alpha = Alpha0
    ;   ( Ties == all ; Place < Place0 )
    ->  Alpha is max(Alpha0, Score - 1)
    ;   Alpha is max(Alpha0, Score)
    ).

better(none, Place, Score, _, Line, best(Score, Place, Line)).
better(best(Score0, Place0, Line0), Place, Score, Bound, Line, Best) :-
    (   ( Score > Score0 ; Score =:= Score0, Bound \== upper, Place < Place0 )
    ->  Best = best(Score, Place, Line)
    ;   Best = best(Score0, Place0, Line0)
    ).

% ---- below the root --------------------------------------------------------

%!  raised(+Task, +Alpha0, +Beta, +Score, -Alpha) is det.
%
%   Alpha is the greater of Alpha0 and Score, which the role can force.

raised(Task, Alpha0, Beta, Score, Alpha) :-
    (   Score > Alpha0 -> Alpha = Score, emitted(Task, raise(Alpha, Beta))
    ;   Alpha = Alpha0
    ).

%!  lowered(+Task, +Alpha, +Beta0, +Score, -Beta) is det.
%
%   Beta is the less of Beta0 and Score, to which the others can hold the role.

lowered(Task, Alpha, Beta0, Score, Beta) :-
    (   Score < Beta0 -> Beta = Score, emitted(Task, raise(Alpha, Beta))
    ;   Beta = Beta0
    ).

%!  cut(+Task, +Ply, +Alpha, +Beta, +Line, +Rest) is det.
%
%   The first move of Line has cut off Rest; the killers and the history record it.

cut(Task, Ply, Alpha, Beta, Line, Rest) :-
    Task = task(_, _, _, Limit, _, _, _, options(_, _, _, Memory, _)),
    (   Rest == [] -> true
    ;   ( Line = [Joint|_], Left is Limit - Ply, Left >= 0
        -> learn(Memory, Ply, Left, Joint)
        ;  true
        ),
        cut_off(Task, Alpha, Beta, Rest)
    ).

%!  known(+Task, +Ply, +Alpha, +Beta, +State, -Score, -Line) is semidet.
%
%   The table has the score of State, or a bound that decides the window.

known(Task, Ply, Alpha, Beta, State, Score, Line) :-
    Task = task(_, _, _, Limit, _, _, _, options(_, _, _, Memory, _)),
    Memory \== none,
    Left is Limit - Ply,
    Left > 0,
    known_score(Memory, State, Left, Ply, Alpha-Beta, Score, known(Flag, Complete, Line)),
    count(Task, hits),
    ( Complete == true -> true ; count(Task, limited) ),
    emitted(Task, hit(Flag, Score)).

%!  keep(+Task, +Ply, +Alpha, +Beta, +State, +Before, +Score, +Line) is det.
%
%   Store Score, found in the window.  Before is the number of leaves at the limit before
%   State was searched.

keep(Task, Ply, Alpha, Beta, State, Before, Score, Line) :-
    Task = task(_, _, _, Limit, _, _, _, options(_, _, _, Memory, _)),
    (   ( Memory == none ; Ply >= Limit ) -> true
    ;   counted(Task, limited, After),
        ( After =:= Before -> Complete = true ; Complete = false ),
        Left is Limit - Ply,
        keep_score(Memory, State, Left, Ply, Alpha-Beta, Score, kept(Complete, Line))
    ).
