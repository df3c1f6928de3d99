:- encoding(utf8).
:- module(pvs,
          [ pvs/5                       % +Task, +Window, +Ties, +State, -Moves
          ]).
:- use_module(logic(search/move_order)).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/standing_pat)).
:- use_module(logic(search/window)).

/** <module> Principal variation search

Alpha-beta that relies on the move order: the first move is searched with the full window,
each other move with a null window, to prove that it is no better.  If the proof fails, the
move is searched again with the full window (Marsland and Campbell 1982; the scores are
those of Reinefeld's NegaScout, 1983):

    as alpha-beta, but for each other choice:   and for each other answer:
      v1 = worst(choice, a, a + 1)                v1 = score(answer, b - 1, b)
      if a < v1 < b:                              if a < v1 < b:
        v1 = worst(choice, a, b)                    v1 = score(answer, a, b)
      v = max(v, v1)                              v = min(v, v1)

At the root each choice is searched with the full window, because its score is reported.
*/

%!  pvs(+Task, +Window, +Ties, +State, -Moves) is det.
%
%   As window_search/6.

pvs(Task, Window, Ties, State, Moves) :-
    window_search(worst, Task, Window, Ties, State, Moves).

%   score(+Task, +Ply, +Alpha, +Beta, +Parent, +Joint, +State, -Score, -Line)

score(Task, Ply, Alpha, Beta, Parent, Joint, State, Score, Line) :-
    entered(Task, Ply, Joint, State),
    (   leaf_score(Task, Ply, Parent, State, Score)
    ->  Line = []
    ;   known(Task, Ply, Alpha, Beta, State, Score, Line)
    ->  true
    ;   counted(Task, limited, Before),
        ordered_choices(Task, Ply, State, [Choice|Choices]),
        worst(Choice, Task, Ply, Alpha, Beta, State, Score1, Line1),
        best(Choices, Task, Ply, Alpha, Beta, State, Score1, Line1, Score, Line),
        keep(Task, Ply, Alpha, Beta, State, Before, Score, Line)
    ),
    left(Task, Score).

%   The best choice; a score of at least Beta is enough.

best([], _, _, _, _, _, Score, Line, Score, Line) :- !.
best(Choices, Task, Ply, _, Beta, _, Score, Line, Score, Line) :-
    Score >= Beta, !,
    cut(Task, Ply, Score, Beta, Line, Choices).
best([Choice|Choices], Task, Ply, Alpha, Beta, State, Score0, Line0, Score, Line) :-
    raised(Task, Alpha, Beta, Score0, Alpha1),
    Scout is Alpha1 + 1,
    worst(Choice, Task, Ply, Alpha1, Scout, State, Score1, Line1),
    (   Score1 > Alpha1, Score1 < Beta, Beta > Scout
    ->  worst(Choice, Task, Ply, Alpha1, Beta, State, Score2, Line2)
    ;   Score2 = Score1, Line2 = Line1
    ),
    (   Score2 > Score0
    ->  best(Choices, Task, Ply, Alpha1, Beta, State, Score2, Line2, Score, Line)
    ;   best(Choices, Task, Ply, Alpha1, Beta, State, Score0, Line0, Score, Line)
    ).

%   The worst answer to a choice; a score of at most Alpha is enough.

worst([Joint|Joints], Task, Ply, Alpha, Beta, State, Score, Line) :-
    answer(Joint, Task, Ply, Alpha, Beta, State, Score0, Line0),
    worse(Joints, Task, Ply, Alpha, Beta, State, Score0, Line0, Score, Line).

worse([], _, _, _, _, _, Score, Line, Score, Line) :- !.
worse(Joints, Task, Ply, Alpha, _, _, Score, Line, Score, Line) :-
    Score =< Alpha, !,
    cut(Task, Ply, Alpha, Score, Line, Joints).
worse([Joint|Joints], Task, Ply, Alpha, Beta, State, Score0, Line0, Score, Line) :-
    lowered(Task, Alpha, Beta, Score0, Beta1),
    Scout is Beta1 - 1,
    answer(Joint, Task, Ply, Scout, Beta1, State, Score1, Line1),
    (   Score1 < Beta1, Score1 > Alpha, Alpha < Scout
    ->  answer(Joint, Task, Ply, Alpha, Beta1, State, Score2, Line2)
    ;   Score2 = Score1, Line2 = Line1
    ),
    (   Score2 < Score0
    ->  worse(Joints, Task, Ply, Alpha, Beta1, State, Score2, Line2, Score, Line)
    ;   worse(Joints, Task, Ply, Alpha, Beta1, State, Score0, Line0, Score, Line)
    ).

answer(Joint, Task, Ply, Alpha, Beta, State, Score, Line) :-
    step(Task, State, Joint, Task1, State1, Line1, Line),
    Ply1 is Ply + 1,
    score(Task1, Ply1, Alpha, Beta, State, Joint, State1, Score, Line1).
