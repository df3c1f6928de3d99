:- encoding(utf8).
:- module(move_order,
          [ ordered_choices/4           % +Task, +Ply, +State, -Choices
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [last/2, member/2]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(logic(search/memory)).
:- use_module(logic(search/minimax), [score/7]).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/standing_pat)).

/** <module> The order in which moves are tried

Alpha-beta cuts off more if it tries the best move early: with b moves in each of m plies, it
visits O(b^(m/2)) leaves if the best move comes first, and all b^m if it comes last (SP.268;
Knuth and Moore 1975).  An order is

    rule        the order of the rule file
    advice      by the rank of advice/3
    killer      first the two moves that caused the last cuts at this ply
    history     first the moves with the most cuts in the whole search
                (both after the noisy moves, if the rule file has noisy/2)
    optimal     the best first, found by a search for each move, to show what an order can do
    pessimal    the worst first, likewise

With a transposition table, the move that was best in this state before comes first.  Equal
moves stay in rule order.
*/

%!  ordered_choices(+Task, +Ply, +State, -Choices) is det.
%
%   Choices are those of choices/4, and the joint moves in each, in the order of Task.
%   Standing pat comes first.

ordered_choices(Task, Ply, State, Choices) :-
    choices(Task, Ply, State, Choices0),
    Task = task(_, _, _, _, _, _, _, options(_, _, Order, Memory, _)),
    (   Order == rule, Memory == none
    ->  Choices = Choices0
    ;   ( known_move(Memory, State, Joint) -> Known = move(Joint) ; Known = none ),
        maplist(ordered_joints(Order, Task, Ply, State, Known), Choices0, Ranked0),
        keysort(Ranked0, Ranked),
        pairs_values(Ranked, Choices)
    ).

%   ordered_joints(+Order, +Task, +Ply, +State, +Known, +Choice0, -Rank-Choice): low ranks come
%   first, and the move from the table before all but standing pat.

ordered_joints(Order, Task, Ply, State, Known, Choice0, Rank-Choice) :-
    findall(R-J,
            ( member(J, Choice0),
              (   standing_pat(J) -> standing_rank(R)
              ;   Known == move(J) -> known_rank(R)
              ;   rank(Order, Task, Ply, State, J, R)
              ) ),
            Pairs0),
    keysort(Pairs0, Pairs),
    pairs_values(Pairs, Choice),
    choice_rank(Order, Pairs, Rank).

standing_rank(-2305843009213693952).    % -(1 << 61)
known_rank(-1152921504606846976).       % -(1 << 60), below all scores

%   The rank of a choice is that of its worst answer.

choice_rank(_, [Rank-_|_], Rank) :- known_rank(Known), Rank =< Known, !.
choice_rank(optimal, [Score-_|_], Rank) :- !, Rank is -Score.
choice_rank(pessimal, Pairs, Rank) :- !, last(Pairs, Last-_), Rank is -Last.
choice_rank(_, [Rank-_|_], Rank).

%   rank(+Order, +Task, +Ply, +State, +Joint, -Rank) is det.

rank(rule, _, _, _, _, 0).
rank(advice, Task, _, State, Joint, Rank) :-
    arg(1, Task, Game),
    (   aggregate_all(min(K), advised(Game, State, Joint, K), Rank0) -> Rank = Rank0
    ;   Rank is 1 << 50
    ).
rank(killer, Task, Ply, State, Joint, Rank) :-
    memory_of(Task, Memory),
    (   killers(Memory, Ply, Joints), memberchk(Joint, Joints) -> Count = 1 ; Count = 0 ),
    noise(Task, Ply, State, Joint, Noise),
    Rank is Noise - Count.
rank(history, Task, Ply, State, Joint, Rank) :-
    memory_of(Task, Memory),
    history(Memory, Joint, Count),
    noise(Task, Ply, State, Joint, Noise),
    Rank is Noise - Count.
rank(optimal, Task, Ply, State, Joint, Score) :- own_score(Task, Ply, State, Joint, Score).
rank(pessimal, Task, Ply, State, Joint, Rank) :-
    own_score(Task, Ply, State, Joint, Score),
    Rank is -Score.

%   noise(+Task, +Ply, +State, +Joint, -Noise): what puts a noisy joint move before the others.

noise(Task, Ply, State, Joint, Noise) :-
    arg(1, Task, Game), arg(4, Task, Limit),
    (   Ply < Limit, by_noise(Game), noisy_joint(Game, State, Joint) -> noisy_rank(Noise)
    ;   Noise = 0
    ).

noisy_rank(-288230376151711744).        % -(1 << 58)

noisy_joint(Game, State, Joint) :-
    Game:role_index(Role, I),
    arg(I, Joint, Move),
    Game:noisy(State, Role, Move), !.

memory_of(Task, Memory) :- arg(8, Task, options(_, _, _, Memory, _)).

advised(Game, State, Joint, Rank) :-
    Game:role_index(Role, I),
    arg(I, Joint, Move),
    Game:advice(State, Rank, Role, Move).

own_score(Task, Ply, State, Joint, Score) :-
    silent_task(Task, Silent),
    arg(1, Task, Game),
    Game:successor(State, Joint, State1),
    Ply1 is Ply + 1,
    score(Silent, Ply1, State, Joint, State1, Score, _).

