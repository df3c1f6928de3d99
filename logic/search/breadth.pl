:- encoding(utf8).
:- module(breadth,
          [ breadth/3                   % +Task, +State, -Moves
          ]).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/standing_pat)).

/** <module> Breadth-first game-tree search

Minimax that first builds the tree, level by level, each from left to right, and then backs
up the scores from the deepest level to the root, as one does by hand.  The whole tree is in
memory; depth-first search keeps only one line of it.

The score of an inner state is not known when the state is visited.  It is a variable until
the scores below it are backed up.
*/

%!  breadth(+Task, +State, -Moves) is det.
%
%   As minimax/3.

breadth(Task, State, Moves) :-
    entered(Task, 0, none, State),
    (   leaf_score(Task, 0, State, State, Score)
    ->  Moves = [],
        emitted(Task, back(0, Score))
    ;   levels([inner(0, Task, State, _, _)], 0, 1, [], Expanded),
        back_up(Expanded, Task, Choices),
        moves(Choices, Moves)
    ).

moves([], []).
moves([Choice|Choices], [move(Joint, Score, exact, Line)|Moves]) :-
    worst(Choice, below(Joint, Score, Line)),
    moves(Choices, Moves).

% ---- the levels ------------------------------------------------------------

%   levels(+Level, +Ply, +N, +Expanded0, -Expanded)
%
%   Level has an inner(Index, Task, State, Score, Line) for each of its inner states; Task has the
%   limit there, and Score and Line are unbound.  N states were entered before.  Expanded has an expanded(Index, Choices,
%   Score, Line) for each, the last first; Choices are those of choices/4, with a below(Joint,
%   Score, Line) for each joint move, with which Line begins.

levels([], _, _, Expanded, Expanded) :- !.
levels(Level, Ply0, N0, Expanded0, Expanded) :-
    Ply is Ply0 + 1,
    level(Level, Ply, N0, N, Below, [], Expanded0, Expanded1),
    levels(Below, Ply, N, Expanded1, Expanded).

%   level(+Level, +Ply, +N0, -N, ?Below0, ?Below, +Expanded0, -Expanded)

level([], _, N, N, Below, Below, Expanded, Expanded).
level([inner(Index, Task, State, Score, Line)|Level], Ply, N0, N, Below0, Below,
      Expanded0, Expanded) :-
    emitted(Task, expand(Index)),
    Parent is Ply - 1,
    choices(Task, Parent, State, Choices0),
    below_choices(Choices0, Choices, Ply, Task, State, N0, N1, Below0, Below1),
    level(Level, Ply, N1, N, Below1, Below,
          [expanded(Index, Choices, Score, Line)|Expanded0], Expanded).

below_choices([], [], _, _, _, N, N, Below, Below).
below_choices([Joints|Choices0], [Choice|Choices], Ply, Task, State, N0, N,
              Below0, Below) :-
    below(Joints, Choice, Ply, Task, State, N0, N1, Below0, Below1),
    below_choices(Choices0, Choices, Ply, Task, State, N1, N, Below1, Below).

below([], [], _, _, _, N, N, Below, Below).
below([Joint|Joints], [below(Joint, Score, Line0)|Belows], Ply, Task, State, N0, N,
      Below0, Below) :-
    step(Task, State, Joint, Task1, State1, Line, Line0),
    entered(Task1, Ply, Joint, State1),
    (   leaf_score(Task1, Ply, State, State1, Score0)
    ->  Score = Score0, Line = [], Below1 = Below0
    ;   Below0 = [inner(N0, Task1, State1, Score, Line)|Below1]
    ),
    N1 is N0 + 1,
    below(Joints, Belows, Ply, Task, State, N1, N, Below1, Below).

% ---- back up ---------------------------------------------------------------

%   back_up(+Expanded, +Task, -Choices): Choices are those of the root, which is the last.

back_up([expanded(Index, Choices0, Score, Line)|Expanded], Task, Choices) :-
    best(Choices0, Score, Line),
    emitted(Task, back(Index, Score)),
    (   Expanded == [] -> Choices = Choices0
    ;   back_up(Expanded, Task, Choices)
    ).

%   The best choice, and the first of equal ones.

best([Choice|Choices], Score, Line) :-
    worst(Choice, Below),
    better(Choices, Below, below(_, Score, Line)).

better([], Best, Best).
better([Choice|Choices], Below0, Best) :-
    worst(Choice, Below1),
    Below0 = below(_, Score0, _),
    Below1 = below(_, Score1, _),
    (   Score1 > Score0
    ->  better(Choices, Below1, Best)
    ;   better(Choices, Below0, Best)
    ).

%   The worst answer to a choice.

worst([Below|Belows], Worst) :- worse(Belows, Below, Worst).

worse([], Worst, Worst).
worse([Below1|Belows], Below0, Worst) :-
    Below0 = below(_, Score0, _),
    Below1 = below(_, Score1, _),
    (   Score1 < Score0
    ->  worse(Belows, Below1, Worst)
    ;   worse(Belows, Below0, Worst)
    ).
