:- encoding(utf8).
:- module(minimax,
          [ minimax/3,                  % +Task, +State, -Moves
            score/7                     % +Task, +Ply, +Parent, +Joint, +State, -Score, -Line
          ]).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/standing_pat)).

/** <module> Minimax

The score of a terminal state comes from its goal value, and that of a state at the depth
limit is an estimate.  Otherwise it is the score of the best choice of the role, if the
others give the worst answer to each choice (CPSC 322, lecture 18; SP.268; CS4480).

    minimax(state):
      if it is a leaf: return its goal value, or an estimate
      return the best, over my choices, of
        the worst, over the answers of the others, of minimax(successor)

A choice is a move of the role; its answers are the joint moves that contain it.  If another
role is to move, there is one choice, `noop`, and the search is for its worst answer.  If the
role itself is to move, each choice has one answer.  So one clause covers the states of both
players, for which textbooks write two functions.
*/

%!  minimax(+Task, +State, -Moves) is det.
%
%   Moves has a `move(Joint, Score, exact, Line)` for each choice of the role in State, in
%   rule order.  Line is the principal variation: the joint moves from State on, beginning
%   with Joint.  Moves is empty if the game is over, or the limit 0.

minimax(Task, State, Moves) :-
    entered(Task, 0, none, State),
    (   leaf_score(Task, 0, State, State, Score)
    ->  Moves = []
    ;   choices(Task, 0, State, Choices),
        moves(Choices, Task, State, Moves),
        best_score(Moves, Score)
    ),
    left(Task, Score).

moves([], _, _, []).
moves([Choice|Choices], Task, State, [move(Joint, Score, exact, Line)|Moves]) :-
    worst(Choice, Task, 0, State, Score, Line),
    Line = [Joint|_],
    moves(Choices, Task, State, Moves).

best_score([move(_, Score, _, _)], Score) :- !.
best_score([move(_, Score0, _, _)|Moves], Score) :-
    best_score(Moves, Score1),
    Score is max(Score0, Score1).

%!  score(+Task, +Ply, +Parent, +Joint, +State, -Score, -Line) is det.
%
%   Score is that of State, the successor of Parent by Joint, Ply plies from the root; Line is
%   its principal variation.

score(Task, Ply, Parent, Joint, State, Score, Line) :-
    entered(Task, Ply, Joint, State),
    (   leaf_score(Task, Ply, Parent, State, Score)
    ->  Line = []
    ;   choices(Task, Ply, State, [Choice|Choices]),
        worst(Choice, Task, Ply, State, Score1, Line1),
        best(Choices, Task, Ply, State, Score1, Line1, Score, Line)
    ),
    left(Task, Score).

%   The best choice, and the first of equal ones.

best([], _, _, _, Score, Line, Score, Line).
best([Choice|Choices], Task, Ply, State, Score0, Line0, Score, Line) :-
    worst(Choice, Task, Ply, State, Score1, Line1),
    (   Score1 > Score0
    ->  best(Choices, Task, Ply, State, Score1, Line1, Score, Line)
    ;   best(Choices, Task, Ply, State, Score0, Line0, Score, Line)
    ).

%   The worst answer to a choice.

worst([Joint|Joints], Task, Ply, State, Score, Line) :-
    answer(Joint, Task, Ply, State, Score0, Line0),
    worse(Joints, Task, Ply, State, Score0, Line0, Score, Line).

worse([], _, _, _, Score, Line, Score, Line).
worse([Joint|Joints], Task, Ply, State, Score0, Line0, Score, Line) :-
    answer(Joint, Task, Ply, State, Score1, Line1),
    (   Score1 < Score0
    ->  worse(Joints, Task, Ply, State, Score1, Line1, Score, Line)
    ;   worse(Joints, Task, Ply, State, Score0, Line0, Score, Line)
    ).

answer(Joint, Task, Ply, State, Score, Line) :-
    step(Task, State, Joint, Task1, State1, Line1, Line),
    Ply1 is Ply + 1,
    score(Task1, Ply1, State, Joint, State1, Score, Line1).
