:- encoding(utf8).
:- module(processor,
          [ within_limits/3             % +Seconds, +Bytes, :Goal
          ]).
:- use_module(library(lists), [append/3]).
:- use_module(library(readutil), [read_line_to_string/2]).
:- use_module(library(time), [alarm/4, remove_alarm/1]).

/** <module> Limits of processor time, and of the memory of the process

A limit in seconds on the wall would refuse on a busy machine what it takes on an idle
one. So what counts is the processor time of the thread that does the work: an alarm goes
off when that could be over, looks, and is set again for what is left.

Memory is not only that of the stacks, which SWI-Prolog bounds itself: states, tables and
the like are kept elsewhere, and what Python holds counts too. So the alarm goes off at
least some times a second, and looks at what the process holds, where that is told.
*/

:- thread_local pending/1.

:- meta_predicate within_limits(+, +, 0).

%!  within_limits(+Seconds, +Bytes, :Goal) is semidet.
%
%   True when Goal is, once, within so many seconds of this thread's processor time and so
%   many bytes of memory of the process.
%
%   Throws: processor_time_over(Seconds, Where), memory_over(Bytes).  Where is
%   working(Module, Name/Arity), the relation of a game that was being worked out, or
%   `nowhere`.  Neither is an error(_, _): nobody who expects one can take it for that.

within_limits(Seconds, Bytes, Goal) :-
    statistics(cputime, Now),
    End is Now + Seconds,
    Limits = limits(Seconds, End, Bytes),
    setup_call_cleanup(set_alarm(Seconds, Limits), once(Goal), drop_alarm).

pause(0.2).

set_alarm(Left, Limits) :-
    pause(Pause),
    Next is max(0.05, min(Left, Pause)),
    alarm(Next, processor:look(Limits), Id, [remove(true)]),
    asserta(pending(Id)).

drop_alarm :-
    forall(retract(pending(Id)), catch(remove_alarm(Id), _, true)).

look(Limits) :-
    Limits = limits(Seconds, End, Bytes),
    retractall(pending(_)),
    statistics(cputime, Now),
    Left is End - Now,
    (   Left =< 0
    ->  prolog_current_frame(Frame),
        ( working_on(Frame, Where) -> true ; Where = nowhere ),
        throw(processor_time_over(Seconds, Where))
    ;   memory_held(Held), Held > Bytes
    ->  throw(memory_over(Bytes))
    ;   set_alarm(Left, Limits)
    ).

%   memory_held(-Bytes) is semidet: where the system tells it.

memory_held(Bytes) :-
    catch(setup_call_cleanup(open('/proc/self/statm', read, Stream),
                             read_line_to_string(Stream, Line),
                             close(Stream)),
          error(_, _), fail),
    split_string(Line, " ", "", [_, Pages|_]),
    number_string(Count, Pages),
    page_size(Size),
    Bytes is Count * Size.



page_size(4096).

%   working_on(+Frame, -Where) is semidet: what the innermost of the calls is about that
%   is one of a game's relations with rules, or that works one out before the game begins.

working_on(Frame, Where) :-
    (   prolog_frame_attribute(Frame, predicate_indicator, Called),
        about(Called, Frame, Where0)
    ->  Where = Where0
    ;   prolog_frame_attribute(Frame, parent, Parent),
        working_on(Parent, Where)
    ).

about(Game:Mangled/Arguments, _, working(Game, Name/Arity)) :-
    sub_atom(Game, 0, _, _, 'game '), !,
    functor(Head, Mangled, Arguments),
    predicate_property(Game:Head, number_of_rules(Rules)), Rules > 0,
    atomic_list_concat(Parts, /, Mangled),
    append(Words, [Last], Parts), Words = [_|_],
    atom_number(Last, Arity),
    atomic_list_concat(Words, /, Name).
about(Called, Frame, working(Game, Name/Arity)) :-
    works_out(Called, GameArgument, Argument),
    prolog_frame_attribute(Frame, argument(GameArgument), Game),
    prolog_frame_attribute(Frame, argument(Argument), Name/Arity).

works_out(compile:list_instances/2, 1, 2).
works_out(compile:rule_clause/3, 1, 2).
works_out(compile:recursive_rule/6, 1, 2).
works_out(compile:take_apart/2, 1, 2).
