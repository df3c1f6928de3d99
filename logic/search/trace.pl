:- encoding(utf8).
:- module(trace,
          [ event/2,                    % +Listener, +Event
            recording/2                 % :Goal, -Events
          ]).

/** <module> What a search does, event by event

A search tells its listener what it does; `none` does not listen.

    enter(Ply, Joint, State)     a node is visited, by Joint from its parent
    leaf(Kind, Score)            it is a leaf: `terminal`, or at the `limit`
    deepen(Depth)                a search to this depth begins
    hit(Flag, Score)             it is known from the table: `exact`, or Score is a
                                 `lower` or an `upper` bound
    raise(Alpha, Beta)           the window has become narrower
    cutoff(Alpha, Beta, Rest)    Alpha >= Beta: the Rest that is left cannot matter
    leave(Score)                 the node is done with

Score is that for the role of the search; max^n tells of a list, one for each role.
A search that builds its tree level by level does not leave nodes:

    expand(Index)                what is entered next follows node number Index; nodes
                                 are numbered from 0, as they are entered
    back(Index, Score)           the scores below that node are backed up to it

Proof-number search (proof_number.pl) expands nodes so, and tells of their numbers:

    prove(Threshold)             the question: is the root worth that at least
    select(Index)                that node is the most-proving one
    proof(Index, Proof, Disproof)
                                 the numbers of that node, when they are new
    repetition                   the node entered last is on the way to itself
*/

:- dynamic recorded_event/1.

%!  event(+Listener, +Event) is det.

event(none, _).
event(record, Event) :- assertz(recorded_event(Event)).

:- meta_predicate recording(0, -).

%!  recording(:Goal, -Events) is semidet.
%
%   Events are those that Goal, a search with the listener `record`, tells of.

recording(Goal, Events) :-
    retractall(recorded_event(_)),
    call_cleanup(
        ( once(Goal), findall(E, recorded_event(E), Events) ),
        retractall(recorded_event(_))).
