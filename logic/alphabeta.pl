:- module(alphabeta,
          [ alphabeta/6                 % +Task, +Window, +Ties, +State, -Moves, -Counts
          ]).
:- use_module(evaluation).
:- use_module(trace).

/** <module> Alpha-beta pruning

Minimax that leaves out what cannot matter.  Alpha is the score that the role has
for sure by a choice made before, Beta what the others can hold it to.  A node
whose score is at most Alpha the role will avoid, one of at least Beta the others
will: what is left of it is cut off (SP.268; CS4480).

The score is fail-soft.  With the window (Alpha, Beta) and the minimax score V:

    Alpha < V < Beta        Score = V, and Line is the principal variation
    V =< Alpha              V =< Score =< Alpha, an upper bound
    V >= Beta               Beta =< Score =< V, a lower bound

Counts are as in minimax.pl.
*/

%!  alphabeta(+Task, +Window, +Ties, +State, -Moves, -Counts) is det.
%
%   Window is Alpha-Beta.  Moves is as in minimax/4, but the score of a move is only
%   an upper bound when it is not above those of all moves before it.  When Ties is
%   `all`, the moves as good as the best have their exact score too: the window of
%   State stays open by one below the best.

alphabeta(Task, Alpha-Beta, Ties, State, Moves, Counts) :-
    Task = task(Game, _, _, _, _, _, _, Listener),
    event(Listener, enter(0, none, State)),
    Counts0 = count(1, 0, 0, 0),
    (   Game:terminal(State)
    ->  terminal_score(Task, State, 0, Score),
        event(Listener, leaf(terminal, Score)),
        Moves = [],
        Counts = count(1, 1, 0, 0)
    ;   choices(Task, State, Choices),
        ( Ties == all -> Margin = 1 ; Margin = 0 ),
        moves(Choices, Task, Margin, Alpha, Beta, State, none, Score, Moves,
              Counts0, Counts)
    ),
    event(Listener, leave(Score)).

moves([], _, _, _, _, _, Score, Score, [], Cs, Cs).
moves([Choice|Choices], Task, Margin, Alpha, Beta, State, Best0, Best,
      [move(Joint, Score, Line)|Moves], Cs0, Cs) :-
    worst(Choice, Task, 0, Alpha, Beta, State, Score, Line, Cs0, Cs1),
    Line = [Joint|_],
    better(Best0, Score, Best1),
    (   Best1 >= Beta, Choices \== []
    ->  cut(Task, Best1, Beta, Choices, Cs1, Cs),
        Moves = [], Best = Best1
    ;   Sure is Best1 - Margin,
        raised(Task, Alpha, Beta, Sure, Alpha1),
        moves(Choices, Task, Margin, Alpha1, Beta, State, Best1, Best, Moves, Cs1, Cs)
    ).

better(none, Score, Score) :- !.
better(Score0, Score1, Score) :- Score is max(Score0, Score1).

%   score(+Task, +Ply, +Joint, +Alpha, +Beta, +State, -Score, -Line, +Cs0, -Cs)

score(Task, Ply, Joint, Alpha, Beta, State, Score, Line, Cs0, Cs) :-
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
        worst(Choice, Task, Ply, Alpha, Beta, State, Score1, Line1, Cs1, Cs2),
        best(Choices, Task, Ply, Alpha, Beta, State, Score1, Line1, Score, Line, Cs2, Cs)
    ),
    event(Listener, leave(Score)).

%   The best of the choices: a score of Beta or more is enough.

best([], _, _, _, _, _, Score, Line, Score, Line, Cs, Cs) :- !.
best(Choices, Task, _, _, Beta, _, Score, Line, Score, Line, Cs0, Cs) :-
    Score >= Beta, !,
    cut(Task, Score, Beta, Choices, Cs0, Cs).
best([Choice|Choices], Task, Ply, Alpha, Beta, State, Score0, Line0, Score, Line,
     Cs0, Cs) :-
    raised(Task, Alpha, Beta, Score0, Alpha1),
    worst(Choice, Task, Ply, Alpha1, Beta, State, Score1, Line1, Cs0, Cs1),
    (   Score1 > Score0
    ->  best(Choices, Task, Ply, Alpha1, Beta, State, Score1, Line1, Score, Line, Cs1, Cs)
    ;   best(Choices, Task, Ply, Alpha1, Beta, State, Score0, Line0, Score, Line, Cs1, Cs)
    ).

%   The worst that the others can make of a choice: a score of Alpha or less is
%   enough.

worst([Joint|Joints], Task, Ply, Alpha, Beta, State, Score, Line, Cs0, Cs) :-
    answer(Joint, Task, Ply, Alpha, Beta, State, Score0, Line0, Cs0, Cs1),
    worse(Joints, Task, Ply, Alpha, Beta, State, Score0, Line0, Score, Line, Cs1, Cs).

worse([], _, _, _, _, _, Score, Line, Score, Line, Cs, Cs) :- !.
worse(Joints, Task, _, Alpha, _, _, Score, Line, Score, Line, Cs0, Cs) :-
    Score =< Alpha, !,
    cut(Task, Alpha, Score, Joints, Cs0, Cs).
worse([Joint|Joints], Task, Ply, Alpha, Beta, State, Score0, Line0, Score, Line,
      Cs0, Cs) :-
    lowered(Task, Alpha, Beta, Score0, Beta1),
    answer(Joint, Task, Ply, Alpha, Beta1, State, Score1, Line1, Cs0, Cs1),
    (   Score1 < Score0
    ->  worse(Joints, Task, Ply, Alpha, Beta1, State, Score1, Line1, Score, Line, Cs1, Cs)
    ;   worse(Joints, Task, Ply, Alpha, Beta1, State, Score0, Line0, Score, Line, Cs1, Cs)
    ).

answer(Joint, Task, Ply, Alpha, Beta, State, Score, [Joint|Line], Cs0, Cs) :-
    arg(1, Task, Game),
    Game:successor(State, Joint, State1),
    Ply1 is Ply + 1,
    score(Task, Ply1, Joint, Alpha, Beta, State1, Score, Line, Cs0, Cs).

raised(Task, Alpha0, Beta, Score, Alpha) :-
    (   Score > Alpha0
    ->  Alpha = Score, arg(8, Task, Listener), event(Listener, raise(Alpha, Beta))
    ;   Alpha = Alpha0
    ).

lowered(Task, Alpha, Beta0, Score, Beta) :-
    (   Score < Beta0
    ->  Beta = Score, arg(8, Task, Listener), event(Listener, raise(Alpha, Beta))
    ;   Beta = Beta0
    ).

cut(Task, Alpha, Beta, Rest, count(N, L, H, C0), count(N, L, H, C)) :-
    C is C0 + 1,
    arg(8, Task, Listener),
    event(Listener, cutoff(Alpha, Beta, Rest)).

counted(inner, count(N0, L, H, C), count(N, L, H, C)) :- N is N0 + 1.
counted(terminal, count(N0, L0, H, C), count(N, L, H, C)) :- N is N0 + 1, L is L0 + 1.
counted(limit, count(N0, L0, H0, C), count(N, L, H, C)) :-
    N is N0 + 1, L is L0 + 1, H is H0 + 1.
