:- encoding(utf8).
:- module(resource_limits,
          [ within_clock/3,             % +Seconds, :Over, :Goal
            within_time/0,
            within_inferences/2,        % +Most, :Goal
            within_state/1,             % :Goal
            within_limits/3             % +Seconds, +Bytes, :Goal
          ]).
:- use_module(library(lists), [append/3, min_list/2]).
:- use_module(library(readutil), [read_file_to_string/3]).
:- if(exists_source(library(time))).    % not in WebAssembly, which has no alarms
:- use_module(library(time), [alarm/4, remove_alarm/1]).
:- endif.

/** <module> Limits on processor time, inferences, and the memory of the process

With a limit by the clock, a busy machine would refuse work that an idle one accepts. So
the limit is on the processor time of the working thread: an alarm goes off when that time
may be used up, checks it, and is set again for the rest.

SWI-Prolog bounds its stacks, but not its states and tables, and Python's memory counts
too. So the alarm also goes off several times a second to check the memory of the process,
if the system reports it.

Where there are no alarms, searches look at the clock and the processor time at each node.  Other
work has no limit of time there, and the memory of the process none.
*/

:- thread_local bound/1, pending/1, reached/1.

:- meta_predicate
    within_limits(+, +, 0),
    within_clock(+, 0, 0),
    within_inferences(+, 0),
    within_state(0),
    bounded(+, 0).

%!  within_limits(+Seconds, +Bytes, :Goal) is semidet.
%
%   Call Goal once, limited to Seconds of this thread's processor time and to Bytes of
%   memory of the process.
%
%   Throws: processor_time_over(Seconds, Where), memory_over(Bytes).  Where is
%   working(Module, Name/Arity), the relation of a game that was being computed, or
%   `nowhere`.  Neither is an error(_, _), so that no handler of errors catches it.

within_limits(Seconds, Bytes, Goal) :-
    statistics(cputime, Now),
    End is Now + Seconds,
    bounded(memory(Bytes), bounded(processor(End, Seconds), Goal)).

%!  within_clock(+Seconds, :Over, :Goal) is semidet.
%
%   Call Goal once.  Over is called once if Goal takes more than Seconds by the clock.

within_clock(Seconds, Over, Goal) :-
    get_time(Now),
    End is Now + Seconds,
    bounded(clock(End, Over), Goal).

%!  within_time is det.
%
%   Do what an alarm would do, if there are no alarms and a limit of time is exceeded.  A search
%   calls this at each node.

:- if(exists_source(library(time))).
within_time.
:- else.
within_time :- ( bound(_) -> look ; true ).
:- endif.

%!  within_inferences(+Most, :Goal) is semidet.
%
%   Call Goal once, limited to Most inferences.
%
%   Throws: inferences_over(Most, Where), where Where is as for within_limits/3.

within_inferences(Most, Goal) :-
    call_with_inference_limit(Goal, Most, Result), !,
    (   Result == inference_limit_exceeded
    ->  ( retract(reached(Where)) -> true ; Where = nowhere ),
        throw(inferences_over(Most, Where))
    ;   true
    ).

%!  within_state(:Goal) is semidet.
%
%   Call Goal once, limited to the inferences for one state, which take some seconds.
%
%   Throws: as within_inferences/2.

within_state(Goal) :- within_inferences(25_000_000, Goal).

%   At the limit call_with_inference_limit/3 throws an atom.  A hook is called before the
%   frames are left; SWI-Prolog 9.1.7 replaced that hook by another.

:- multifile user:prolog_exception_hook/4, prolog:prolog_exception_hook/5.
:- dynamic user:prolog_exception_hook/4, prolog:prolog_exception_hook/5.

user:prolog_exception_hook(Thrown, _, Frame, _) :-
    remember_limit(Thrown, Frame).
prolog:prolog_exception_hook(Thrown, _, Frame, _, _) :-
    remember_limit(Thrown, Frame).

%   remember_limit(+Thrown, +Frame): fails, so that the hook leaves Thrown unchanged.

remember_limit(inference_limit_exceeded, Frame) :-
    retractall(reached(_)),
    ( working_on(Frame, Where) -> assertz(reached(Where)) ; true ),
    fail.

%   bounded(+Bound, :Goal): a thread has one alarm for all its bounds.  If two alarms went
%   off together, SWI-Prolog 9.0.4 would call the second while the exception of the first
%   is pending, and lose that exception.

bounded(Bound, Goal) :-
    setup_call_cleanup(sig_atomic(begin(Bound, Ref)), once(Goal), sig_atomic(end(Ref))).

begin(Bound, Ref) :-
    assertz(bound(Bound), Ref),
    set_alarm.

end(Ref) :-
    ( clause(bound(_), true, Ref) -> erase(Ref) ; true ),
    set_alarm.

%   set_alarm: look again when the first bound may be exceeded.  Only this predicate removes an
%   alarm.  With remove(true), SWI-Prolog 9.0.4 frees an alarm that goes off even if it
%   cannot call look/0 because an exception is pending; removing that alarm again would
%   corrupt the heap.

:- if(exists_source(library(time))).
set_alarm :-
    forall(retract(pending(Id)), catch(remove_alarm(Id), _, true)),
    findall(Left, ( bound(Bound), left(Bound, Left) ), Lefts),
    (   min_list(Lefts, Least)
    ->  Next is max(0.001, Least),
        alarm(Next, sig_atomic(resource_limits:look), Id, []),
        asserta(pending(Id))
    ;   true
    ).
:- else.
set_alarm.
:- endif.

%   left(+Bound, -Seconds): how long to wait before the next check.

left(memory(_), 0.2).
left(processor(End, _), Left) :- statistics(cputime, Now), Left is max(0.05, End - Now).
left(clock(End, _), Left) :- get_time(Now), Left is End - Now.

%   look: if Over throws, the end of its bound sets the alarm again.  An alarm set before
%   the throw could go off while the exception is pending.

look :-
    (   clause(bound(Bound), true, Ref),
        over(Bound, Over)
    ->  erase(Ref),
        call(Over)
    ;   true
    ),
    set_alarm.

:- if(exists_source(library(time))).
over(memory(Bytes), throw(memory_over(Bytes))) :- memory_held(Held), Held > Bytes.
:- endif.
over(processor(End, Seconds), throw(processor_time_over(Seconds, Where))) :-
    statistics(cputime, Now),
    Now >= End,
    prolog_current_frame(Frame),
    ( working_on(Frame, Where) -> true ; Where = nowhere ).
over(clock(End, Over), Over) :- get_time(Now), Now >= End.

%   memory_held(-Bytes) is semidet: fails if there is no /proc.

memory_held(Bytes) :-
    catch(read_file_to_string('/proc/self/status', Text, []), error(_, _), fail),
    sub_string(Text, _, _, After, "VmRSS:"), !,
    sub_string(Text, _, After, 0, Rest),
    split_string(Rest, "k", " \t", [Kilobytes|_]),     % of 1,024 bytes
    number_string(Count, Kilobytes),
    Bytes is Count << 10.

%   working_on(+Frame, -Where) is semidet: the relation of the innermost call that either
%   asks a relation with rules of a game, or computes one while the game is prepared.

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

works_out(compile_lists:list_instances/2, 1, 2).
works_out(compile_lists:rule_clause/3, 1, 2).
works_out(compile_lists:recursive_rule/6, 1, 2).
works_out(compile_lists:take_apart/2, 1, 2).
