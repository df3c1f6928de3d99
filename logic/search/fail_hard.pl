:- encoding(utf8).
:- module(fail_hard,
          [ fail_hard/5                 % +Task, +Window, +Ties, +State, -Moves
          ]).
:- use_module(logic(search/move_order)).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/standing_pat)).
:- use_module(logic(search/window)).

/** <module> Alpha-beta as in the lecture

Alpha is the best score for the role so far, Beta the best for the others (SP.268):

    max-value(state, a, b):                     min-value(state, a, b):
      for s in successors(state):                 for s in successors(state):
        a = max(a, min-value(s, a, b))              b = min(b, max-value(s, a, b))
        if a >= b: return a    (cut-off)            if b <= a: return b    (cut-off)
      return a                                    return b

The score is fail-hard: a score outside the window is replaced by its bound.  With the
window (Alpha, Beta) and the minimax score V of a node that is neither a leaf nor in the
table:

    Alpha < V < Beta        Score = V, and Line is the principal variation
    V =< Alpha              Score = Alpha
    V >= Beta               Score = Beta
*/

%!  fail_hard(+Task, +Window, +Ties, +State, -Moves) is det.
%
%   As window_search/6.

fail_hard(Task, Window, Ties, State, Moves) :-
    window_search(min_value, Task, Window, Ties, State, Moves).

%   score(+Task, +Ply, +Alpha, +Beta, +Parent, +Joint, +State, -Score, -Line)

score(Task, Ply, Alpha, Beta, Parent, Joint, State, Score, Line) :-
    entered(Task, Ply, Joint, State),
    (   leaf_score(Task, Ply, Parent, State, Score)
    ->  Line = []
    ;   known(Task, Ply, Alpha, Beta, State, Score, Line)
    ->  true
    ;   counted(Task, limited, Before),
        ordered_choices(Task, Ply, State, Choices),
        max_value(Choices, Task, Ply, Alpha, Beta, State, [], Score, Line),
        keep(Task, Ply, Alpha, Beta, State, Before, Score, Line)
    ),
    left(Task, Score).

%   max_value(+Choices, +Task, +Ply, +Alpha, +Beta, +State, +Line0, -Score, -Line)

max_value([], _, _, Alpha, _, _, Line, Alpha, Line).
max_value([Choice|Choices], Task, Ply, Alpha0, Beta, State, Line0, Score, Line) :-
    min_value(Choice, Task, Ply, Alpha0, Beta, State, Score1, Line1),
    (   Score1 > Alpha0
    ->  Line2 = Line1, raised(Task, Alpha0, Beta, Score1, Alpha)
    ;   Line2 = Line0, Alpha = Alpha0
    ),
    (   Alpha >= Beta
    ->  Score = Alpha, Line = Line2,
        cut(Task, Ply, Alpha, Beta, Line, Choices)
    ;   max_value(Choices, Task, Ply, Alpha, Beta, State, Line2, Score, Line)
    ).

%   min_value(+Joints, +Task, +Ply, +Alpha, +Beta, +State, -Score, -Line)

min_value(Joints, Task, Ply, Alpha, Beta, State, Score, Line) :-
    min_value(Joints, Task, Ply, Alpha, Beta, State, [], Score, Line).

min_value([], _, _, _, Beta, _, Line, Beta, Line).
min_value([Joint|Joints], Task, Ply, Alpha, Beta0, State, Line0, Score, Line) :-
    answer(Joint, Task, Ply, Alpha, Beta0, State, Score1, Line1),
    (   Score1 < Beta0
    ->  Line2 = Line1, lowered(Task, Alpha, Beta0, Score1, Beta)
    ;   Line2 = Line0, Beta = Beta0
    ),
    (   Beta =< Alpha
    ->  Score = Beta, Line = Line2,
        cut(Task, Ply, Alpha, Beta, Line, Joints)
    ;   min_value(Joints, Task, Ply, Alpha, Beta, State, Line2, Score, Line)
    ).

answer(Joint, Task, Ply, Alpha, Beta, State, Score, Line) :-
    step(Task, State, Joint, Task1, State1, Line1, Line),
    Ply1 is Ply + 1,
    score(Task1, Ply1, Alpha, Beta, State, Joint, State1, Score, Line1).
