:- encoding(utf8).
:- module(search_task,
          [ search_task/5,              % +Game, +Role, +Options, +Listener, -Task
            silent_task/2,              % +Task, -Silent
            entered/4,                  % +Task, +Ply, +Joint, +State
            leaf_score/5,               % +Task, +Ply, +Parent, +State, -Score
            leaf_kind/5,                % +Task, +Ply, +Parent, +State, -Kind
            kind_score/5,               % +Kind, +Task, +Ply, +State, -Score
            leaf_found/3,               % +Task, +Kind, +Score
            left/2,                     % +Task, +Score
            cut_off/4,                  % +Task, +Alpha, +Beta, +Rest
            emitted/2,                  % +Task, +Event
            count/2,                    % +Task, +Kind
            counted/3,                  % +Task, +Kind, -N
            counts/2                    % +Task, -Counts
          ]).
:- use_module(library(option), [option/3]).
:- use_module(logic(game/evaluation)).
:- use_module(logic(search/memory)).
:- use_module(logic(search/standing_pat)).
:- use_module(logic(search/trace)).
:- use_module(logic(support/resource_limits), [within_state/1, within_time/0]).

/** <module> The task of a game-tree search, with its counts

A task is

    task(Game, Role, Index, Limit, Evaluation, Listener, Counts, Options)

where Index is the place of Role among the roles, and Limit the depth limit in plies.
Evaluation is evaluation(Range, Weights, Rival, Unit) (evaluation.pl), and Listener receives events
(trace.pl).  Counts is counts(Nodes, Leaves, Limited, Cutoffs, Hits), updated during the
search: visited states, leaves among them, leaves at the limit, cuts, and hits of the table.
Options is

    options(Extra, Swing, Order, Memory, Most)

A state at the limit that is not quiet is searched further, by at most Extra plies
(quiescence search).  If the rule file defines expand/1, a state Past plies beyond the limit is
quiet unless expand(Past) holds there (variable depth).  Else, if it defines noisy/2, a state is
quiet if no move is noisy there, and the search goes on with the noisy moves (standing_pat.pl).
Else it is quiet if quiet/0 holds, or, if the rule file does not define it, if the step to it
changed the estimate by at most Swing.
Order is the move order (move_order.pl), and Memory the transposition table, the killers and
the history (memory.pl).  Most is the number of states that may be visited, or `none`.
*/

%!  search_task(+Game, +Role, +Options, +Listener, -Task) is det.
%
%   Options: depth(Plies), default no limit; weights(List of Name-Weight), which override
%   those of the rule file; estimate(zero) for 0 at the limit; extra(Plies), default 0;
%   swing(Size), default 0; order(Order), default `rule`; table(Boolean), default false;
%   nodes(Most), default no limit.
%   @error no_role(Role, Roles)

search_task(Game, Role, Options, Listener,
            task(Game, Role, Index, Limit, Evaluation, Listener, counts(0, 0, 0, 0, 0),
                 options(Extra, Swing, Order, Memory, Most))) :-
    (   Game:role_index(Role, Index)
    ->  true
    ;   findall(R, Game:role(R), Rs), throw(error(no_role(Role, Rs), _))
    ),
    option(depth(Limit), Options, 1_000_000),
    option(extra(Extra), Options, 0),
    option(swing(Swing), Options, 0),
    option(order(Order), Options, rule),
    option(table(Table), Options, false),
    option(nodes(Most), Options, none),
    evaluation(Game, Role, Options, Evaluation),
    new_memory(Table, Order, Memory).

%!  silent_task(+Task, -Silent) is det.
%
%   Silent is Task in rule order, without a listener and with counts of its own.

silent_task(task(Game, Role, Index, Limit, Evaluation, _, _, options(Extra, Swing, _, _, _)),
            task(Game, Role, Index, Limit, Evaluation, none, counts(0, 0, 0, 0, 0),
                 options(Extra, Swing, rule, none, none))).

%!  entered(+Task, +Ply, +Joint, +State) is det.
%
%   Visit State, which Joint has led to.
%
%   Throws: nodes_over.  It is not an error(_, _), so that no handler of errors catches it.  What
%   within_time/0 throws is thrown, too.

entered(Task, Ply, Joint, State) :-
    must_have_nodes_left(Task),
    within_time,
    count(Task, nodes),
    emitted(Task, enter(Ply, Joint, State)).

must_have_nodes_left(Task) :-
    arg(8, Task, options(_, _, _, _, Most)),
    (   Most == none -> true
    ;   counted(Task, nodes, Nodes),
        ( Nodes < Most -> true ; throw(nodes_over) )
    ).

%!  leaf_score(+Task, +Ply, +Parent, +State, -Score) is semidet.
%
%   State, a successor of Parent, is a leaf: it is terminal or at the depth limit.

leaf_score(Task, Ply, Parent, State, Score) :-
    leaf_kind(Task, Ply, Parent, State, Kind),
    kind_score(Kind, Task, Ply, State, Score),
    leaf_found(Task, Kind, Score).

%!  leaf_kind(+Task, +Ply, +Parent, +State, -Kind) is semidet.
%
%   Kind is `terminal` or `limit`.

leaf_kind(Task, Ply, Parent, State, Kind) :-
    arg(1, Task, Game),
    (   Game:terminal(State) -> Kind = terminal
    ;   arg(4, Task, Limit),
        Ply >= Limit,
        within_state(at_rest(Task, Ply, Parent, State)),
        Kind = limit
    ).

%!  kind_score(+Kind, +Task, +Ply, +State, -Score) is det.
%
%   Score is the score of a leaf of Kind, Ply plies from the root.

kind_score(terminal, Task, Ply, State, Score) :-
    Task = task(Game, Role, _, _, Evaluation, _, _, _),
    goal_score(Game, Role, Evaluation, State, Ply, Score).
kind_score(limit, Task, _, State, Score) :-
    Task = task(Game, Role, _, _, Evaluation, _, _, _),
    estimate(Game, Role, Evaluation, State, Score).

%!  leaf_found(+Task, +Kind, +Score) is det.
%
%   Emit and count a leaf.

leaf_found(Task, Kind, Score) :-
    emitted(Task, leaf(Kind, Score)),
    ( Kind == limit -> count(Task, limited) ; true ),
    count(Task, leaves).

%   at_rest(+Task, +Ply, +Parent, +State) is semidet: State, at or beyond the limit, is not
%   searched further.

at_rest(Task, Ply, Parent, State) :-
    Task = task(Game, Role, _, Limit, Evaluation, _, _, options(Extra, Swing, _, _, _)),
    (   Ply >= Limit + Extra -> true
    ;   Game:defined(expand/1) -> Past is Ply - Limit, \+ Game:expand(State, Past)
    ;   by_noise(Game) -> ( Parent == State -> true ; calm(Game, State) )
    ;   Game:defined(quiet/0) -> Game:quiet(State)
    ;   estimate(Game, Role, Evaluation, Parent, Before),
        estimate(Game, Role, Evaluation, State, After),
        abs(After - Before) =< Swing
    ).

%!  left(+Task, +Score) is det.
%
%   Leave the state that was entered last and not yet left.

left(Task, Score) :- emitted(Task, leave(Score)).

%!  cut_off(+Task, +Alpha, +Beta, +Rest) is det.
%
%   Alpha >= Beta, so the remaining choices or joint moves, Rest, are cut off.

cut_off(Task, Alpha, Beta, Rest) :-
    (   Rest == [] -> true
    ;   count(Task, cutoffs),
        emitted(Task, cutoff(Alpha, Beta, Rest))
    ).

%!  emitted(+Task, +Event) is det.
%
%   The listener of Task receives Event (trace.pl).

emitted(Task, Event) :- arg(6, Task, Listener), event(Listener, Event).

% ---- counts ----------------------------------------------------------------

place(nodes, 1).
place(leaves, 2).
place(limited, 3).
place(cutoffs, 4).
place(hits, 5).

%!  count(+Task, +Kind) is det.
%
%   Add one to the count Kind: nodes, leaves, limited, cutoffs or hits.

count(Task, Kind) :-
    arg(7, Task, Counts),
    place(Kind, I),
    arg(I, Counts, N0),
    N is N0 + 1,
    nb_setarg(I, Counts, N).

%!  counted(+Task, +Kind, -N) is det.
%
%   N is the current count of Kind.

counted(Task, Kind, N) :-
    arg(7, Task, Counts),
    place(Kind, I),
    arg(I, Counts, N).

%!  counts(+Task, -Counts) is det.
%
%   Counts is a copy of the current counts(Nodes, Leaves, Limited, Cutoffs, Hits).

counts(Task, Counts) :- arg(7, Task, Counts0), duplicate_term(Counts0, Counts).
