:- module(minimax,
          [ minimax/4                   % +Task, +State, -Moves, -Counts
          ]).
:- use_module(evaluation).
:- use_module(trace).

/** <module> Minimax

The score of a state is that of its end, when the game is over; an estimate, at the
limit of the depth; else the best that the role can choose, when the others answer
each choice with what is worst for it (CPSC 322, lecture 18; SP.268; CS4480).

Counts are count(Nodes, Leaves, Limited, Cutoffs): states visited, those of them
without successors looked at, those of these that the limit stopped, and cuts.
*/

%!  minimax(+Task, +State, -Moves, -Counts) is det.
%
%   Moves has a `move(Joint, Score, Line)` for each choice of the role in State, in
%   rule order: Line is the principal variation, the joint moves from State on, of
%   which Joint is the first.  Empty when the game is over.  A state other than a
%   terminal one is always expanded, whatever the limit.

minimax(Task, State, Moves, Counts) :-
    Task = task(Game, _, _, _, _, _, _, Listener),
    event(Listener, enter(0, none, State)),
    Counts0 = count(1, 0, 0, 0),
    (   Game:terminal(State)
    ->  terminal_score(Task, State, 0, Score),
        event(Listener, leaf(terminal, Score)),
        Moves = [],
        Counts = count(1, 1, 0, 0)
    ;   choices(Task, State, Choices),
        moves(Choices, Task, State, Moves, Counts0, Counts),
        best_score(Moves, Score)
    ),
    event(Listener, leave(Score)).

moves([], _, _, [], Cs, Cs).
moves([Choice|Choices], Task, State, [move(Joint, Score, Line)|Moves], Cs0, Cs) :-
    worst(Choice, Task, 0, State, Score, Line, Cs0, Cs1),
    Line = [Joint|_],
    moves(Choices, Task, State, Moves, Cs1, Cs).

best_score([move(_, Score, _)], Score) :- !.
best_score([move(_, Score0, _)|Moves], Score) :-
    best_score(Moves, Score1),
    Score is max(Score0, Score1).

%   score(+Task, +Ply, +Joint, +State, -Score, -Line, +Counts0, -Counts)

score(Task, Ply, Joint, State, Score, Line, Cs0, Cs) :-
    Task = task(Game, _, _, Limit, _, _, _, Listener),
    event(Listener, enter(Ply, Joint, State)),
    (   Game:terminal(State)
    ->  terminal_score(Task, State, Ply, Score),
        event(Listener, leaf(terminal, Score)),
        Line = [],
        counted(terminal, Cs0, Cs)
    ;   Ply >= Limit
    ->  estimate_score(Task, State, Score),
        event(Listener, leaf(limit, Score)),
        Line = [],
        counted(limit, Cs0, Cs)
    ;   choices(Task, State, [Choice|Choices]),
        counted(inner, Cs0, Cs1),
        worst(Choice, Task, Ply, State, Score1, Line1, Cs1, Cs2),
        best(Choices, Task, Ply, State, Score1, Line1, Score, Line, Cs2, Cs)
    ),
    event(Listener, leave(Score)).

%   The best of the choices, the first of equals.

best([], _, _, _, Score, Line, Score, Line, Cs, Cs).
best([Choice|Choices], Task, Ply, State, Score0, Line0, Score, Line, Cs0, Cs) :-
    worst(Choice, Task, Ply, State, Score1, Line1, Cs0, Cs1),
    (   Score1 > Score0
    ->  best(Choices, Task, Ply, State, Score1, Line1, Score, Line, Cs1, Cs)
    ;   best(Choices, Task, Ply, State, Score0, Line0, Score, Line, Cs1, Cs)
    ).

%   The worst that the others can make of a choice.

worst([Joint|Joints], Task, Ply, State, Score, Line, Cs0, Cs) :-
    answer(Joint, Task, Ply, State, Score0, Line0, Cs0, Cs1),
    worse(Joints, Task, Ply, State, Score0, Line0, Score, Line, Cs1, Cs).

worse([], _, _, _, Score, Line, Score, Line, Cs, Cs).
worse([Joint|Joints], Task, Ply, State, Score0, Line0, Score, Line, Cs0, Cs) :-
    answer(Joint, Task, Ply, State, Score1, Line1, Cs0, Cs1),
    (   Score1 < Score0
    ->  worse(Joints, Task, Ply, State, Score1, Line1, Score, Line, Cs1, Cs)
    ;   worse(Joints, Task, Ply, State, Score0, Line0, Score, Line, Cs1, Cs)
    ).

answer(Joint, Task, Ply, State, Score, [Joint|Line], Cs0, Cs) :-
    arg(1, Task, Game),
    Game:successor(State, Joint, State1),
    Ply1 is Ply + 1,
    score(Task, Ply1, Joint, State1, Score, Line, Cs0, Cs).

counted(inner, count(N0, L, H, C), count(N, L, H, C)) :- N is N0 + 1.
counted(terminal, count(N0, L0, H, C), count(N, L, H, C)) :- N is N0 + 1, L is L0 + 1.
counted(limit, count(N0, L0, H0, C), count(N, L, H, C)) :-
    N is N0 + 1, L is L0 + 1, H is H0 + 1.
