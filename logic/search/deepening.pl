:- encoding(utf8).
:- module(deepening,
          [ deepening/7                 % :Search_5, +Task, +Plan, +Ties, +State, -Moves, -Found
          ]).
:- use_module(library(lists), [max_list/2, member/2]).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/window)).
:- use_module(logic(support/resource_limits), [within_clock/3]).

/** <module> Iterative deepening

Search to depth 1, then 2, and so on, up to the limit of time or nodes.  The answer is that of
the deepest finished search (Slate and Atkin 1977; CS4480; Korf 1985).  The shallow searches
cost less than the last one.  They fill the table and the history, which improve the move order
of the next search; in deep searches that saves more than they cost.

With a margin, each search but the first has an *aspiration window*, from the last score
minus the margin to the last score plus the margin.  If the score is outside, the depth is
searched again with the whole window.

A plan is plan(MostDepth, Deadline, Margin, Progress_2): Deadline is a time stamp or `inf`,
Margin is a score or `none`, and call(Progress_2, Depth, Moves) is called after each depth.
*/

:- meta_predicate deepening(5, +, +, +, +, -, -).

%!  deepening(:Search_5, +Task, +Plan, +Ties, +State, -Moves, -Found) is det.
%
%   Search_5(Task, Window, Ties, State, Moves) searches to the limit of its task.  Moves
%   are those of the deepest finished search; the first depth is always finished.  Found
%   is found(Depth, Limited, Stopped): its depth, the number of leaves at the limit, and why
%   no deeper search was finished: `complete`, `depth`, `time` or `nodes`.

deepening(Search, Task, Plan, Ties, State, Moves, Found) :-
    Plan = plan(Most, _, _, _),
    First is min(1, Most),
    deepen(First, Search, Task, Plan, Ties, State, none, Moves, Found).

deepen(Depth, Search, Task, Plan, Ties, State, Last, Moves, Found) :-
    Plan = plan(Most, Deadline, Margin, Progress),
    with_limit(Task, Depth, Last, Task1),
    counted(Task, limited, Before),
    limited(Last, Deadline,
            aspired(Search, Task1, Margin, Ties, State, Last, Moves1), Over),
    (   Over == no
    ->  counted(Task, limited, After),
        Limited is After - Before,
        call(Progress, Depth, Moves1),
        Depth1 is Depth + 1,
        (   Limited =:= 0 -> Moves = Moves1, Found = found(Depth, Limited, complete)
        ;   Depth >= Most -> Moves = Moves1, Found = found(Depth, Limited, depth)
        ;   deepen(Depth1, Search, Task, Plan, Ties, State, last(Moves1, Depth, Limited),
                   Moves, Found)
        )
    ;   Last = last(Moves, Depth0, Limited),
        Found = found(Depth0, Limited, Over)
    ).

%   with_limit(+Task0, +Depth, +Last, -Task): Task is Task0 with another depth limit, and, at
%   the first depth, without a limit on the nodes; the counts and the memory are shared.

with_limit(task(Game, Role, Index, _, Evaluation, Listener, Counts, Options0), Depth, Last,
           task(Game, Role, Index, Depth, Evaluation, Listener, Counts, Options)) :-
    Options0 = options(Extra, Swing, Order, Memory, _),
    ( Last == none -> Options = options(Extra, Swing, Order, Memory, none) ; Options = Options0 ).

:- meta_predicate limited(+, +, 0, -), in_time(+, 0, -).

%   limited(+Last, +Deadline, :Goal, -Over): Goal is called once; Over is `no`, or the limit
%   that ended it, `time` or `nodes`.

limited(none, _, Goal, no) :- !,
    call(Goal).
limited(_, Deadline, Goal, Over) :-
    catch(catch(in_time(Deadline, Goal, Over), time_limit_exceeded, Over = time),
          nodes_over, Over = nodes).

in_time(inf, Goal, no) :- !,
    call(Goal).
in_time(Deadline, Goal, Over) :-
    get_time(Now),
    Left is Deadline - Now,
    (   Left > 0 -> within_clock(Left, throw(time_limit_exceeded), Goal), Over = no
    ;   Over = time
    ).

%   aspired(:Search, +Task, +Margin, +Ties, +State, +Last, -Moves)

aspired(Search, Task, Margin, Ties, State, Last, Moves) :-
    arg(4, Task, Depth),
    emitted(Task, deepen(Depth)),
    whole_window(Whole),
    (   aspiration(Last, Margin, Window)
    ->  call(Search, Task, Window, Ties, State, Moves1),
        (   inside(Moves1) -> Moves = Moves1
        ;   emitted(Task, deepen(Depth)),
            call(Search, Task, Whole, Ties, State, Moves)
        )
    ;   call(Search, Task, Whole, Ties, State, Moves)
    ).

aspiration(last(Moves, _, _), Margin, Alpha-Beta) :-
    Margin \== none,
    best_exact(Moves, Score),
    Alpha is Score - Margin,
    Beta is Score + Margin.

%   The score of the root is exact: no move has just a lower bound, and one move is exact.

inside(Moves) :-
    \+ member(move(_, _, lower, _), Moves),
    memberchk(move(_, _, exact, _), Moves).

best_exact(Moves, Best) :-
    findall(Score, member(move(_, Score, exact, _), Moves), Scores),
    max_list(Scores, Best).
