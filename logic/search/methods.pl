:- encoding(utf8).
:- module(methods,
          [ searched/7                  % +Method, +Options, +Task, +Ties, +State, -Moves, -Found
          ]).
:- use_module(library(option), [option/2, option/3]).
:- use_module(logic(search/alphabeta)).
:- use_module(logic(search/breadth)).
:- use_module(logic(search/deepening)).
:- use_module(logic(search/expectimax)).
:- use_module(logic(search/fail_hard)).
:- use_module(logic(search/maxn)).
:- use_module(logic(search/minimax)).
:- use_module(logic(search/pvs)).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/window)).

/** <module> The methods of search by their names
*/

%!  searched(+Method, +Options, +Task, +Ties, +State, -Moves, -Found) is det.
%
%   Moves and Found are as in deepening.pl, where Method may be any that is listed below.
%   Options: alpha(Score), beta(Score), the window; deepen(true) for iterative deepening
%   up to the limit of Task, with seconds(S), margin(Score), progress(Goal_2).

searched(Method, Options, Task, Ties, State, Moves, Found) :-
    Search = methods:search(Method),
    arg(4, Task, Limit),
    (   option(deepen(true), Options)
    ->  deadline(Options, Deadline),
        option(margin(Margin), Options, none),
        option(progress(Progress), Options, methods:unheard),
        deepening(Search, Task, plan(Limit, Deadline, Margin, Progress), Ties, State,
                  Moves, Found)
    ;   whole_window(Low-High),
        option(alpha(Alpha), Options, Low),
        option(beta(Beta), Options, High),
        call(Search, Task, Alpha-Beta, Ties, State, Moves),
        counted(Task, limited, Limited),
        ( Limited =:= 0 -> Stopped = complete ; Stopped = depth ),
        Found = found(Limit, Limited, Stopped)
    ).

deadline(Options, Deadline) :-
    (   option(seconds(Seconds), Options)
    ->  get_time(Now), Deadline is Now + Seconds
    ;   Deadline = inf
    ).

unheard(_, _).

%   search(+Method, +Task, +Window, +Ties, +State, -Moves)

search(minimax, Task, _, _, State, Moves) :- minimax(Task, State, Moves).
search(breadth, Task, _, _, State, Moves) :- breadth(Task, State, Moves).
search(maxn, Task, _, _, State, Moves) :- maxn(Task, State, Moves).
search(expectimax, Task, _, _, State, Moves) :- expectimax(Task, State, Moves).
search(paranoid, Task, Window, Ties, State, Moves) :-
    alphabeta(Task, Window, Ties, State, Moves).
search(alphabeta, Task, Window, Ties, State, Moves) :-
    alphabeta(Task, Window, Ties, State, Moves).
search(fail_hard, Task, Window, Ties, State, Moves) :-
    fail_hard(Task, Window, Ties, State, Moves).
search(pvs, Task, Window, Ties, State, Moves) :- pvs(Task, Window, Ties, State, Moves).
