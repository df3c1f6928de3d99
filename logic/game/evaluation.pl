:- encoding(utf8).
:- module(evaluation,
          [ evaluation/4,               % +Game, +Role, +Options, -Evaluation
            evaluation_of/4,            % +Game, +Role, +Evaluation0, -Evaluation
            goal_score/6,               % +Game, +Role, +Evaluation, +State, +Ply, -Score
            unscaled/3,                 % +Score, +Unit, -Value
            estimate/5,                 % +Game, +Role, +Evaluation, +State, -Score
            score_value/4,              % +Range, +Score, -Value, -Distance
            rival/3,                    % +Game, +Role, -Rival
            choices/3,                  % +Task, +State, -Choices
            feature_count/5             % +Game, +State, +Role, ?Name, -Count
          ]).
:- use_module(library(apply), [foldl/4, maplist/3, partition/4]).
:- use_module(library(lists), [member/2, nth1/3, sum_list/2]).
:- use_module(library(option), [option/3]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_values/2]).
:- use_module(logic(language/decimals)).
:- use_module(logic(game/heuristics)).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(support/resource_limits), [within_state/1]).

/** <module> The evaluation function

Scores are integers from the point of view of the role.  A terminal state scores its goal
value, with two exceptions.  A win, the highest value that the rules of goal/2 can give
(High), scores above all estimates, and an earlier win scores higher.  A loss, the lowest
value (Low), scores below all estimates, and an earlier loss scores lower.  So a search
prefers the earlier win and the later loss.

A state at the depth limit gets an estimate: a weighted sum of the number of distinct
instances of each feature and the value of each general heuristic (heuristics.pl).  If two
roles have goals that add up to a constant, the rival's sum is subtracted.  Without weights
the estimate is 0, as in Genesereth's lecture.  An evaluation is

    evaluation(range(Low, High), Weights, Rival, Unit)

Weights may be decimal numbers, which are rational numbers here.  All scores are whole: weights,
goal values and their range are multiplied by Unit, the least number that makes all weights
whole; it is 1 if they are.  Wins and losses have scores of their own, which are not scaled.

Weights is weights(Features, Heuristics), two lists of Name-Weight, or `[]` if both are
empty.  Rival is `none` if the role has no rival.
*/

%!  evaluation(+Game, +Role, +Options, -Evaluation) is det.
%
%   Options are weights(List of Name-Weight), which override the weights of the rule file
%   and may add heuristics; estimate(zero), which drops all weights; and sooner(false), which
%   scores a win and a loss by their goal values, however soon they come.  With unit(Unit) only
%   the given weights count, and they have already been multiplied by Unit.

evaluation(Game, Role, Options, evaluation(Range, Weights, Rival, Unit)) :-
    option(weights(Given), Options, []),
    option(estimate(Kind), Options, features),
    option(unit(Unit), Options, _),
    ( Kind == zero -> Weights = [] ; weights(Game, Given, Weights, Unit) ),
    ( var(Unit) -> Unit = 1 ; true ),
    option(sooner(Sooner), Options, true),
    ( Sooner == false -> plain_range(Range) ; goal_range(Game, Role, Unit, Range) ),
    (   Weights \== [], rival(Game, Role, Rival) -> true ; Rival = none ).

%!  evaluation_of(+Game, +Role, +Evaluation0, -Evaluation) is det.
%
%   Evaluation is for Role what Evaluation0 is for some role of Game.

evaluation_of(Game, Role, evaluation(Range0, Weights, Rival0, Unit),
              evaluation(Range, Weights, Rival, Unit)) :-
    ( plain_range(Range0) -> Range = Range0 ; goal_range(Game, Role, Unit, Range) ),
    ( Rival0 \== none, other_player(Game, Role, Rival) -> true ; Rival = none ).

weights(Game, Given, Weights, Unit) :-
    findall(N-W, ( Game:weight(N, W0), \+ memberchk(N-_, Given), number_of(W0, W) ), Own),
    findall(N-W, ( ( member(N-W, Given) ; member(N-W, Own) ), W =\= 0 ), All0),
    (   nonvar(Unit) -> All = All0
    ;   foldl(common_unit, All0, 1, Unit),
        findall(N-W, ( member(N-W0, All0), W is W0 * Unit ), All)
    ),
    partition(weighs_heuristic(Game), All, Heuristics, Features),
    ( All == [] -> Weights = [] ; Weights = weights(Features, Heuristics) ).

%   number_of(+Weight, -Number): Weight is a whole number or the name of a decimal one.

number_of(Weight, Number) :- ( integer(Weight) -> Number = Weight ; decimal(Weight, Number) ).

common_unit(_-W, Unit0, Unit) :- rational(W, _, D), Unit is lcm(Unit0, D).

%   A name with a weight in the rule file denotes the feature of the rule file.

weighs_heuristic(Game, Name-_) :- heuristic(Name), \+ Game:weight(Name, _).

%   goal_range(+Game, +Role, +Unit, -Range): the lowest and the highest value that the rules
%   can give, judged by the literals that do not depend on the state, times Unit.

goal_range(Game, Role, Unit, range(Low, High)) :-
    (   Game:goal_range(Role, range(Low0, High0))
    ->  Low is Low0 * Unit, High is High0 * Unit
    ;   Low = 0, High = 0
    ).

%   plain_range(?Range): no goal value is a win or a loss.

plain_range(range(inf, inf)).

%!  rival(+Game, +Role, -Rival) is semidet.
%
%   Rival is the other one of two players whose goals add up to a constant.
%
%   Throws: goal_sum_unknown if Python has not yet said whether they do.

rival(Game, Role, Rival) :-
    other_player(Game, Role, Rival),
    constant_sum(Game).

%   other_player(+Game, +Role, -Other): the game has two players, not counting `random`.

other_player(Game, Role, Other) :-
    findall(R, player(Game, R), [A, B]),
    ( Role == A -> Other = B ; Role == B, Other = A ).

%   Python finds this out and says so: see pygame_search/machine/goal_sum.py.

constant_sum(Game) :-
    (   Game:constant_sum(Known) -> Known == true
    ;   throw(error(goal_sum_unknown, _))
    ).

% ---- leaves ----------------------------------------------------------------

%!  goal_score(+Game, +Role, +Evaluation, +State, +Ply, -Score) is det.
%
%   Score is that of the terminal State, Ply plies from the root.
%
%   @error too_large(Value) if Value would look like a win or a loss

goal_score(Game, Role, evaluation(range(Low, High), _, _, Unit), State, Ply, Score) :-
    role_value(Game, State, Role, Value0),
    Value is Value0 * Unit,
    (   Low =\= High, Value =:= High -> Score is (1 << 50) - Ply
    ;   Low =\= High, Value =:= Low -> Score is Ply - (1 << 50)
    ;   between_losses_and_wins(Value), Score = Value
    ).

between_losses_and_wins(Score) :-
    ( abs(Score) < 1 << 49 -> true ; throw(error(too_large(Score), _)) ).

%!  estimate(+Game, +Role, +Evaluation, +State, -Score) is det.

estimate(Game, Role, evaluation(_, Weights, Rival, _), State, Score) :-
    (   Weights == [] -> Score = 0
    ;   within_state(( worth(Game, State, Role, Weights, Mine),
                       (   Rival == none -> Score = Mine
                       ;   worth(Game, State, Rival, Weights, Theirs),
                           Score is Mine - Theirs
                       ) )),
        between_losses_and_wins(Score)
    ).

worth(Game, State, Role, weights(Features, Heuristics), Worth) :-
    (   Features == [] -> Worth0 = 0
    ;   findall(Name-X, Game:feature(State, Role, Name, X), Instances0),
        sort(Instances0, Instances),
        foldl(weigh(Features), Instances, 0, Worth1),
        feature_numbers(Game, State, Role, Numbers),
        foldl(weigh_number(Features), Numbers, Worth1, Worth0)
    ),
    weigh_heuristics(Heuristics, Game, State, Role, Worth0, Worth).

weigh(Weights, Name-_, Worth0, Worth) :-
    (   memberchk(Name-W, Weights) -> Worth is Worth0 + W ; Worth = Worth0 ).

weigh_number(Weights, Name-N, Worth0, Worth) :-
    (   memberchk(Name-W, Weights) -> Worth is Worth0 + W * N ; Worth = Worth0 ).

%   feature_numbers(+Game, +State, +Role, -Numbers): the distinct Name-N of feature_value/3.

feature_numbers(Game, State, Role, Numbers) :-
    findall(Name-N, ( Game:feature_value(State, Role, Name, N), integer(N) ), Numbers0),
    sort(Numbers0, Numbers).

weigh_heuristics([], _, _, _, Worth, Worth).
weigh_heuristics([Name-W|Weights], Game, State, Role, Worth0, Worth) :-
    heuristic_value(Name, Game, State, Role, Value),
    Worth1 is Worth0 + W * Value,
    weigh_heuristics(Weights, Game, State, Role, Worth1, Worth).

%!  unscaled(+Score, +Unit, -Value) is det.
%
%   Value is Score, a goal value or an estimate, divided by Unit: a whole or rational number.

unscaled(Score, Unit, Value) :- ( Unit =:= 1 -> Value = Score ; Value is Score rdiv Unit ).

%!  feature_count(+Game, +State, +Role, ?Name, -Count) is nondet.
%
%   Count is the number of distinct instances of the feature Name for Role, and the sum of the
%   distinct numbers that feature_value/3 gives it.

feature_count(Game, State, Role, Name, Count) :-
    findall(Name-(instance(X)-1), Game:feature(State, Role, Name, X), Found0, Found1),
    findall(Name-(number(N)-N), ( Game:feature_value(State, Role, Name, N), integer(N) ), Found1),
    sort(Found0, Found),
    group_pairs_by_key(Found, Groups),
    member(Name-Parts, Groups),
    pairs_values(Parts, Numbers),
    sum_list(Numbers, Count).

%!  score_value(+Range, +Score, -Value, -Distance) is det.
%
%   Value is the goal value or the estimate that Score stands for, Distance the
%   number of plies to the win or loss, or `none`.

score_value(range(Low, High), Score, Value, Distance) :-
    (   Score > 1 << 49 -> Value = High, Distance is (1 << 50) - Score
    ;   Score < -(1 << 49) -> Value = Low, Distance is Score + (1 << 50)
    ;   Value = Score, Distance = none
    ).

% ---- choices ---------------------------------------------------------------

%!  choices(+Task, +State, -Choices) is det.
%
%   Choices has, for each move of the role, the list of the joint moves that contain it.
%   When another role is to move there is a single choice, with one joint move for each
%   answer.  When all roles move at once, each choice has all answers to it: this is the
%   pessimistic reading, in which the others know the role's move.
%   @error no_moves(Role, Position) when a role has no move

choices(task(Game, _, Index, _, _, _, _, _), State, Choices) :-
    findall(R, Game:role(R), Rs),
    within_state(choices(Rs, Index, Game, State, Found)),
    must_have_moves(Game, State, Found),
    Choices = Found.

choices([A, B], Index, Game, State, Choices) :- !,
    role_moves(Game, State, A, As),
    role_moves(Game, State, B, Bs),
    (   Index =:= 1
    ->  answered(As, Bs, Choices)
    ;   answering(Bs, As, Choices)
    ).
choices(Rs, Index, Game, State, Choices) :-
    nth1(Index, Rs, Role),
    role_moves(Game, State, Role, Mine),
    joint_moves(Game, State, Joints),
    maplist(with_move(Joints, Index), Mine, Choices).

answered([], _, []).
answered([A|As], Bs, [Joints|Choices]) :-
    answers(Bs, A, Joints),
    answered(As, Bs, Choices).

answers([], _, []).
answers([B|Bs], A, [d(A, B)|Joints]) :- answers(Bs, A, Joints).

answering([], _, []).
answering([B|Bs], As, [Joints|Choices]) :-
    answers_to(As, B, Joints),
    answering(Bs, As, Choices).

answers_to([], _, []).
answers_to([A|As], B, [d(A, B)|Joints]) :- answers_to(As, B, Joints).

with_move(Joints, Index, Move, Choice) :-
    findall(J, ( member(J, Joints), arg(Index, J, M), M == Move ), Choice).
