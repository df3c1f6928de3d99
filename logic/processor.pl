:- encoding(utf8).
:- module(processor,
          [ within_processor_time/2     % +Seconds, :Goal
          ]).
:- use_module(library(lists), [append/3]).
:- use_module(library(time), [alarm/4, remove_alarm/1]).

/** <module> Limits of processor time

A limit in seconds on the wall would refuse on a busy machine what it takes on an idle
one. So what counts is the processor time of the thread that does the work: an alarm goes
off when that could be over, looks, and is set again for what is left.
*/

:- thread_local pending/1.

:- meta_predicate within_processor_time(+, 0).

%!  within_processor_time(+Seconds, :Goal) is semidet.
%
%   True when Goal is, once, within so many seconds of this thread's processor time.
%
%   Throws: processor_time_over(Seconds, Where).  Where is working(Module, Name/Arity),
%   the relation of a game that was being worked out, or `nowhere`.  It is no error(_, _):
%   nobody who expects one can take it for that.

within_processor_time(Seconds, Goal) :-
    statistics(cputime, Now),
    End is Now + Seconds,
    setup_call_cleanup(set_alarm(Seconds, Seconds, End), once(Goal), drop_alarm).

set_alarm(Left, Seconds, End) :-
    alarm(Left, processor:look(Seconds, End), Id, [remove(true)]),
    asserta(pending(Id)).

drop_alarm :-
    forall(retract(pending(Id)), catch(remove_alarm(Id), _, true)).

look(Seconds, End) :-
    retractall(pending(_)),
    statistics(cputime, Now),
    Left is End - Now,
    (   Left > 0 -> Next is max(0.05, Left), set_alarm(Next, Seconds, End)
    ;   prolog_current_frame(Frame),
        ( working_on(Frame, Where) -> true ; Where = nowhere ),
        throw(processor_time_over(Seconds, Where))
    ).

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
