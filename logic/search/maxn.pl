:- encoding(utf8).
:- module(maxn,
          [ maxn/3                      % +Task, +State, -Moves
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/2, member/2, nth1/3]).
:- use_module(logic(game/evaluation), [evaluation_of/4]).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/standing_pat)).

/** <module> Max^n

Each role maximises its own score (Luckhardt and Irani 1986).  A state has a list of scores,
one for each role:

    maxn(state):
      if it is a leaf: return its scores
      return the scores of the successor that are best for the role to move

If several roles have a choice in a state, they choose one after another, in the order of
the roles, and later roles know the earlier choices.
*/

%!  maxn(+Task, +State, -Moves) is det.
%
%   As minimax/3.  The score of a move is that for the role of Task; events have the scores
%   for all roles.

maxn(Task, State, Moves) :-
    entered(Task, 0, none, State),
    (   leaf_scores(Task, 0, State, State, Scores)
    ->  Moves = []
    ;   answers(Task, 0, State, Answers),
        arg(3, Task, Index),
        choice(Answers, 1, Choice),
        Choice = answer(_, Scores, _),
        root_choices(Answers, 1, Index, Choice, Choices),
        findall(move(Joint, Score, exact, Line),
                ( member(answer(Joint, Ss, Line), Choices), nth1(Index, Ss, Score) ),
                Moves)
    ),
    left(Task, Scores).

%   root_choices(+Answers, +I, +Index, +Choice, -Choices)
%
%   Choices are the answers after each move of role Index, if the roles before it choose as in
%   Choice.

root_choices(Answers, Index, Index, _, Choices) :- !,
    by_move(Answers, Index, Groups),
    Next is Index + 1,
    findall(Choice, ( member(Group, Groups), choice(Group, Next, Choice) ), Choices).
root_choices(Answers, I, Index, Choice, Choices) :-
    move_of(I, Choice, Move),
    by_move(Answers, I, Groups),
    member(Group, Groups),
    Group = [Answer|_],
    move_of(I, Answer, Move1), Move1 == Move, !,
    I1 is I + 1,
    root_choices(Group, I1, Index, Choice, Choices).

%   scores(+Task, +Ply, +Parent, +Joint, +State, -Scores, -Line)

scores(Task, Ply, Parent, Joint, State, Scores, Line) :-
    entered(Task, Ply, Joint, State),
    (   leaf_scores(Task, Ply, Parent, State, Scores)
    ->  Line = []
    ;   answers(Task, Ply, State, Answers),
        choice(Answers, 1, answer(_, Scores, Line))
    ),
    left(Task, Scores).

%   answers(+Task, +Ply, +State, -Answers): an answer(Joint, Scores, Line) for each joint move, in
%   the order of the choices of the first role.

answers(Task, Ply, State, Answers) :-
    Task = task(Game, Role, _, Limit, Evaluation, Listener, Counts, Options),
    choices(task(Game, Role, 1, Limit, Evaluation, Listener, Counts, Options), Ply, State, Choices),
    append(Choices, Joints),
    Ply1 is Ply + 1,
    maplist(answer(Task, Ply1, State), Joints, Answers).

answer(Task, Ply, State, Joint, answer(Joint, Scores, Line)) :-
    step(Task, State, Joint, Task1, State1, Line1, Line),
    scores(Task1, Ply, State, Joint, State1, Scores, Line1).

%   choice(+Answers, +I, -Answer): role I and later roles choose, each knowing the earlier
%   choices; of equal answers the first is taken.

choice([Answer], _, Choice) :- !, Choice = Answer.
choice(Answers, I, Choice) :-
    by_move(Answers, I, [Group|Groups]),
    I1 is I + 1,
    choice(Group, I1, Choice0),
    best_for(Groups, I, Choice0, Choice).

best_for([], _, Choice, Choice).
best_for([Group|Groups], I, Choice0, Choice) :-
    I1 is I + 1,
    choice(Group, I1, Choice1),
    Choice0 = answer(_, Scores0, _), nth1(I, Scores0, Score0),
    Choice1 = answer(_, Scores1, _), nth1(I, Scores1, Score1),
    (   Score1 > Score0
    ->  best_for(Groups, I, Choice1, Choice)
    ;   best_for(Groups, I, Choice0, Choice)
    ).

%   by_move(+Answers, +I, -Groups): group the answers by the move of role I; equal moves are
%   adjacent.

by_move([], _, []).
by_move([Answer|Answers], I, [[Answer|Same]|Groups]) :-
    move_of(I, Answer, Move),
    same_move(Answers, I, Move, Same, Others),
    by_move(Others, I, Groups).

same_move([Answer|Answers], I, Move, [Answer|Same], Others) :-
    move_of(I, Answer, Move1), Move1 == Move, !,
    same_move(Answers, I, Move, Same, Others).
same_move(Others, _, _, [], Others).

move_of(I, answer(Joint, _, _), Move) :- arg(I, Joint, Move).

% ---- leaves ----------------------------------------------------------------

leaf_scores(Task, Ply, Parent, State, Scores) :-
    leaf_kind(Task, Ply, Parent, State, Kind),
    arg(1, Task, Game),
    findall(Score,
            ( Game:role(Role), of_role(Task, Role, Task1),
              kind_score(Kind, Task1, Ply, State, Score) ),
            Scores),
    leaf_found(Task, Kind, Scores).

%   of_role(+Task0, +Role, -Task): Task is Task0 for another role.

of_role(task(Game, _, _, Limit, Evaluation0, Listener, Counts, Options), Role,
        task(Game, Role, Index, Limit, Evaluation, Listener, Counts, Options)) :-
    Game:role_index(Role, Index),
    evaluation_of(Game, Role, Evaluation0, Evaluation).
