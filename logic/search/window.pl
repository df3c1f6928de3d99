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
:- use_module(logic(game/evaluation)).
:- use_module(logic(search/memory)).
:- use_module(logic(search/move_order)).
:- use_module(logic(search/search_task)).

/** <module> What the searches with a window have in common

Alpha is the score that the role has for sure by a choice made before, Beta what the
others can hold it to.  A node whose score is at most Alpha the role will avoid, one of
at least Beta the others will.  Alpha-beta in its forms (alphabeta.pl, fail_hard.pl,
pvs.pl) differs in what stands below the root.
*/

%!  whole_window(-Window) is det.
%
%   All scores lie in it.

whole_window(Alpha-Beta) :- Beta is 1 << 51, Alpha is -Beta.

:- meta_predicate window_search(8, +, +, +, +, -).

%!  window_search(:Worst_8, +Task, +Alpha-Beta, +Ties, +State, -Moves) is det.
%
%   Worst_8(Choice, Task, Ply, Alpha, Beta, State, Score, Line) gives the worst that the
%   others can make of a choice.  Moves has a move(Joint, Score, Bound, Line) for each
%   choice of the role in State, in rule order: Score is `exact`, or only an `upper` or a
%   `lower` bound.  Choices after one of at least Beta are left out.
%
%   Of the best moves the first in rule order is exact, whatever the order in which they
%   are tried; when Ties is `all`, each is.  For that the window stays open by one below
%   the best.  When Ties is `exact`, so is every move, for the window is not narrowed.

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

%   places(+Task, +State, +Choices, -Placed): each with its place in rule order.

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
moves([Place-Choice|Choices], Worst, Task, Ties, Alpha, Told0, Beta, State, Best0, Best,
      [Place-move(Joint, Score, Bound, Line)|Moves]) :-
    sure(Best0, Ties, Place, Alpha, Sure),
    raised(Task, Told0, Beta, Sure, Told),
    call(Worst, Choice, Task, 0, Sure, Beta, State, Score, Line),
    ( Line = [Joint|_] -> true ; Choice = [Joint|_] ),
    ( Score =< Sure -> Bound = upper ; Score >= Beta -> Bound = lower ; Bound = exact ),
    better(Best0, Place, Score, Bound, Line, Best1),
    Best1 = best(Score1, _, Line1),
    (   Score1 >= Beta, Choices \== []
    ->  pairs_values(Choices, Rest),
        cut(Task, 0, Score1, Beta, Line1, Rest),
        Moves = [], Best = Best1
    ;   moves(Choices, Worst, Task, Ties, Alpha, Told, Beta, State, Best1, Best, Moves)
    ).

%   sure(+Best, +Ties, +Place, +Alpha0, -Alpha): one as good as the best counts when it
%   comes sooner in rule order.

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
%   Alpha is Alpha0, raised to Score if that is more: the role has Score for sure.

raised(Task, Alpha0, Beta, Score, Alpha) :-
    (   Score > Alpha0 -> Alpha = Score, emitted(Task, raise(Alpha, Beta))
    ;   Alpha = Alpha0
    ).

%!  lowered(+Task, +Alpha, +Beta0, +Score, -Beta) is det.
%
%   Beta is Beta0, lowered to Score if that is less: the others can hold the role to it.

lowered(Task, Alpha, Beta0, Score, Beta) :-
    (   Score < Beta0 -> Beta = Score, emitted(Task, raise(Alpha, Beta))
    ;   Beta = Beta0
    ).

%!  cut(+Task, +Ply, +Alpha, +Beta, +Line, +Rest) is det.
%
%   The first move of Line has cut off Rest: the order of moves may learn from it.

cut(Task, Ply, Alpha, Beta, Line, Rest) :-
    Task = task(_, _, _, Limit, _, _, _, options(_, _, _, Memory)),
    (   Rest == [] -> true
    ;   ( Line = [Joint|_], Left is Limit - Ply, Left >= 0
        -> learn(Memory, Ply, Left, Joint)
        ;  true
        ),
        cut_off(Task, Alpha, Beta, Rest)
    ).

%!  known(+Task, +Ply, +Alpha, +Beta, +State, -Score, -Line) is semidet.
%
%   The table has the score of State, or a bound that is enough.

known(Task, Ply, Alpha, Beta, State, Score, Line) :-
    Task = task(_, _, _, Limit, _, _, _, options(_, _, _, Memory)),
    Memory \== none,
    Left is Limit - Ply,
    Left > 0,
    known_score(Memory, State, Left, Ply, Alpha-Beta, Score, known(Flag, Complete, Line)),
    count(Task, hits),
    ( Complete == true -> true ; count(Task, limited) ),
    emitted(Task, hit(Flag, Score)).

%!  keep(+Task, +Ply, +Alpha, +Beta, +State, +Before, +Score, +Line) is det.
%
%   Score was found in the window.  Before is how many leaves the limit had stopped before
%   State was searched.

keep(Task, Ply, Alpha, Beta, State, Before, Score, Line) :-
    Task = task(_, _, _, Limit, _, _, _, options(_, _, _, Memory)),
    (   ( Memory == none ; Ply >= Limit ) -> true
    ;   counted(Task, limited, After),
        ( After =:= Before -> Complete = true ; Complete = false ),
        Left is Limit - Ply,
        keep_score(Memory, State, Left, Ply, Alpha-Beta, Score, kept(Complete, Line))
    ).
