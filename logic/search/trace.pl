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
