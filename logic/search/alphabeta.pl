:- encoding(utf8).
:- module(alphabeta,
          [ alphabeta/5                 % +Task, +Window, +Ties, +State, -Moves
          ]).
:- use_module(logic(search/move_order)).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/standing_pat)).
:- use_module(logic(search/window)).

/** <module> Alpha-beta pruning

Minimax that skips what cannot change the result: one side avoids a node whose score is at
most Alpha or at least Beta, so the rest of the node is cut off (SP.268; CS4480):

    score(state, a, b):                     worst(choice, a, b):
      v = worst(first choice, a, b)           v = score(first answer, a, b)
      for each other choice:                  for each other answer:
        if v >= b: return v    (cut-off)        if v <= a: return v    (cut-off)
        a = max(a, v)                           b = min(b, v)
        v = max(v, worst(choice, a, b))         v = min(v, score(answer, a, b))
      return v                                return v

The score is fail-soft.  With the window (Alpha, Beta) and the minimax score V:

    Alpha < V < Beta        Score = V, and Line is the principal variation
    V =< Alpha              V =< Score =< Alpha, an upper bound
    V >= Beta               Beta =< Score =< V, a lower bound
*/

%!  alphabeta(+Task, +Window, +Ties, +State, -Moves) is det.
%
%   As window_search/6.

alphabeta(Task, Window, Ties, State, Moves) :-
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
    worst(Choice, Task, Ply, Alpha1, Beta, State, Score1, Line1),
    (   Score1 > Score0
    ->  best(Choices, Task, Ply, Alpha1, Beta, State, Score1, Line1, Score, Line)
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
    answer(Joint, Task, Ply, Alpha, Beta1, State, Score1, Line1),
    (   Score1 < Score0
    ->  worse(Joints, Task, Ply, Alpha, Beta1, State, Score1, Line1, Score, Line)
    ;   worse(Joints, Task, Ply, Alpha, Beta1, State, Score0, Line0, Score, Line)
    ).

answer(Joint, Task, Ply, Alpha, Beta, State, Score, Line) :-
    step(Task, State, Joint, Task1, State1, Line1, Line),
    Ply1 is Ply + 1,
    score(Task1, Ply1, Alpha, Beta, State, Joint, State1, Score, Line1).
