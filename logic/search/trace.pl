:- encoding(utf8).
:- module(trace,
          [ event/2,                    % +Listener, +Event
            recording/2                 % :Goal, -Events
          ]).

/** <module> The events of a search

A search emits events to its listener; the listener `none` ignores them.

    enter(Ply, Joint, State)     a node is visited, by Joint from its parent
    leaf(Kind, Score)            the node is a leaf: `terminal`, or at the `limit`
    deepen(Depth)                a search to this depth begins
    hit(Flag, Score)             the table has its score: `exact`, or a `lower` or `upper`
                                 bound
    raise(Alpha, Beta)           the window has become narrower
    cutoff(Alpha, Beta, Rest)    Alpha >= Beta: the remaining moves, Rest, are cut off
    leave(Score)                 the node is finished

Score is that for the role of the search; in max^n it is a list, one for each role.
A search that builds its tree level by level does not leave nodes:

    expand(Index)                the nodes entered next are children of node Index; nodes
                                 are numbered from 0 in the order in which they are entered
    back(Index, Score)           the scores below that node are backed up to it

Proof-number search (proof_number.pl) also expands nodes, and emits their numbers:

    prove(Threshold)             the question: is the root worth at least Threshold
    select(Index)                the most-proving node
    proof(Index, Proof, Disproof)
                                 the numbers of a node, when they change
    repetition                   the node entered last repeats a state above it

In path search (path_search.pl) a node is a path.  Those entered are added to the frontier;
`select` takes one off it, and then comes one of `prune`, `goal` and `expand`; only a path
that its bound stops is expanded and then pruned:

    cost(Cost, H)                the cost of the path entered last, and the estimate of its
                                 end; `null` if the method needs none
    prune(Index, Reason)         `cycle`: the path visits its end twice; `reached`: one of
                                 at most the same cost has reached it; `bound`: the paths
                                 to its neighbours are longer than the bound
    goal(Index)                  the path ends in a goal
*/

:- dynamic recorded_event/1.

%!  event(+Listener, +Event) is det.

event(none, _).
event(record, Event) :- assertz(recorded_event(Event)).

:- meta_predicate recording(0, -).

%!  recording(:Goal, -Events) is semidet.
%
%   Events are emitted by Goal, a search with the listener `record`.

recording(Goal, Events) :-
    retractall(recorded_event(_)),
    call_cleanup(
        ( once(Goal), findall(E, recorded_event(E), Events) ),
        retractall(recorded_event(_))).
