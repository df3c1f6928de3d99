:- encoding(utf8).
:- module(expectimax,
          [ expectimax/3                % +Task, +State, -Moves
          ]).
:- use_module(library(apply), [foldl/5, maplist/3, partition/4]).
:- use_module(library(lists), [member/2, nth1/4, sum_list/2]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(logic(game/chance_weights), [chance_weights/4]).
:- use_module(logic(game/evaluation), [score_value/4]).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/standing_pat)).

/** <module> Expectimax

Minimax with chance moves (Michie 1966): the role `random` of GDL-II makes each of its moves
with the same probability (Thielscher 2010), unless the rules give them weights.

    expectimax(state):
      if it is a leaf: return its goal value, or an estimate
      return the best, over my moves, of
        the worst, over the answers of the others, of
          the mean, over the moves of `random`, of expectimax(successor)

If all outcomes of chance are wins, the mean is a win, at their mean distance; likewise for
losses.  Otherwise the mean is neither, and wins and losses count with their goal values.
Scores are rational numbers, so that equal scores compare as equal; they are reported as
floats.
*/

%!  expectimax(+Task, +State, -Moves) is det.
%
%   As minimax/3, but the line ends before the first chance move.

expectimax(Task, State, Moves) :-
    entered(Task, 0, none, State),
    (   leaf_score(Task, 0, State, State, Score)
    ->  Moves = []
    ;   choices(Task, 0, State, Choices),
        moves(Choices, Task, State, none, Score, Moves)
    ),
    left_with(Task, Score).

moves([], _, _, Score, Score, []).
moves([Choice|Choices], Task, State, Score0, Score,
      [move(Joint, Reported, exact, Line)|Moves]) :-
    worst(Choice, Task, 0, State, Score1, Line),
    ( Line = [Joint|_] -> true ; Choice = [Joint|_] ),
    reported_score(Score1, Reported),
    ( Score0 \== none, Score0 >= Score1 -> Score2 = Score0 ; Score2 = Score1 ),
    moves(Choices, Task, State, Score2, Score, Moves).

%   score(+Task, +Ply, +Parent, +Joint, +State, -Score, -Line)

score(Task, Ply, Parent, Joint, State, Score, Line) :-
    entered(Task, Ply, Joint, State),
    (   leaf_score(Task, Ply, Parent, State, Score)
    ->  Line = []
    ;   choices(Task, Ply, State, [Choice|Choices]),
        worst(Choice, Task, Ply, State, Score1, Line1),
        best(Choices, Task, Ply, State, Score1, Line1, Score, Line)
    ),
    left_with(Task, Score).

%   The best choice, and the first of equal ones.

best([], _, _, _, Score, Line, Score, Line).
best([Choice|Choices], Task, Ply, State, Score0, Line0, Score, Line) :-
    worst(Choice, Task, Ply, State, Score1, Line1),
    (   Score1 > Score0
    ->  best(Choices, Task, Ply, State, Score1, Line1, Score, Line)
    ;   best(Choices, Task, Ply, State, Score0, Line0, Score, Line)
    ).

%   The worst answer to a choice.

worst(Choice, Task, Ply, State, Score, Line) :-
    answers(Choice, Task, [Answer|Answers]),
    mean(Answer, Task, Ply, State, Score0, Line0),
    worse(Answers, Task, Ply, State, Score0, Line0, Score, Line).

worse([], _, _, _, Score, Line, Score, Line).
worse([Answer|Answers], Task, Ply, State, Score0, Line0, Score, Line) :-
    mean(Answer, Task, Ply, State, Score1, Line1),
    (   Score1 < Score0
    ->  worse(Answers, Task, Ply, State, Score1, Line1, Score, Line)
    ;   worse(Answers, Task, Ply, State, Score0, Line0, Score, Line)
    ).

%   answers(+Choice, +Task, -Answers): an answer is a set of joint moves of a choice that
%   differ only in the move of `random`.

answers(Choice, Task, Answers) :-
    arg(1, Task, Game),
    (   chance(Game, Index)
    ->  findall(Others-Joint,
                ( member(Joint, Choice), Joint =.. [_|Ms], nth1(Index, Ms, _, Others) ),
                Pairs),
        together(Pairs, Answers)
    ;   findall([Joint], member(Joint, Choice), Answers)
    ).

together([], []).
together([Others-Joint|Pairs0], [[Joint|Joints]|Answers]) :-
    partition(with(Others), Pairs0, Same, Pairs),
    pairs_values(Same, Joints),
    together(Pairs, Answers).

with(Others, Others1-_) :- Others1 == Others.

%   The mean over the chance moves of an answer.

mean([Joint], Task, Ply, State, Score, Line) :- !,
    outcome(Joint, Task, Ply, State, Score, Line).
mean(Joints, Task, Ply, State, Score, []) :-
    maplist(outcome_score(Task, Ply, State), Joints, Scores0),
    (   ( wins(Scores0) ; losses(Scores0) )
    ->  Scores = Scores0
    ;   maplist(plain_score(Task), Scores0, Scores)
    ),
    likely(Joints, Task, State, Weights),
    foldl(weighed, Weights, Scores, 0, Sum),
    sum_list(Weights, N),
    Score is Sum rdiv N.

%   likely(+Joints, +Task, +State, -Weights): the weights of the moves of chance in joint moves.

likely(Joints, Task, State, Weights) :-
    arg(1, Task, Game),
    chance(Game, Index),
    maplist(arg(Index), Joints, Moves),
    chance_weights(Game, State, Moves, Weights0),
    ( Weights0 == [] -> maplist(once_each, Joints, Weights) ; Weights = Weights0 ).

once_each(_, 1).

weighed(Weight, Score, Sum0, Sum) :- Sum is Sum0 + Weight * Score.

wins(Scores) :- \+ ( member(Score, Scores), Score =< 1 << 49 ).
losses(Scores) :- \+ ( member(Score, Scores), Score >= -(1 << 49) ).

%   plain_score(+Task, +Score, -Plain): a win or loss counts with its goal value.

plain_score(Task, Score, Value) :-
    arg(5, Task, evaluation(Range, _, _, _)),
    score_value(Range, Score, Value, _).

outcome_score(Task, Ply, State, Joint, Score) :-
    outcome(Joint, Task, Ply, State, Score, _).

outcome(Joint, Task, Ply, State, Score, Line) :-
    step(Task, State, Joint, Task1, State1, Line1, Line),
    Ply1 is Ply + 1,
    score(Task1, Ply1, State, Joint, State1, Score, Line1).

%   A whole score is reported as an integer, others as floats.

left_with(Task, Score) :- reported_score(Score, Reported), left(Task, Reported).

reported_score(Score, Reported) :- ( integer(Score) -> Reported = Score ; Reported is float(Score) ).
