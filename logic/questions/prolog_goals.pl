:- encoding(utf8).
:- module(prolog_goals,
          [ trusted_question/4,         % +Game, +State, +Text, -Question
            trusted_answers/4           % +Question, +Portion, -Answers, -More
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(questions/answer_pages)).
:- use_module(logic(questions/ask)).

/** <module> Ask goals of SWI-Prolog

For users who start the program with this option and trust their input: a goal may do
whatever SWI-Prolog can do to the machine.  It is called in a module in which the relations
of the game are those of the position, so a question may use findall/3 over legal/2.
*/

:- set_module(trusted_goals:class(user)).
:- set_module(trusted_goals:base(user)).
:- trusted_goals:use_module(library(aggregate)).
:- trusted_goals:use_module(library(apply)).
:- trusted_goals:use_module(library(assoc)).
:- trusted_goals:use_module(library(lists)).
:- trusted_goals:use_module(library(pairs)).
:- trusted_goals:use_module(library(solution_sequences)).

:- thread_local position/2.             % Game, State
:- thread_local input/1.                % the stream that goals read

%!  trusted_question(+Game, +State, +Text, -Question) is det.
%
%   Question is trusted(Names, Goal), read from Text as Prolog reads it.

trusted_question(Game, State, Text, trusted(Names, Goal)) :-
    term_string(Goal, Text, [variable_names(Bindings), module(trusted_goals)]),
    findall_names(Bindings, Names),
    nothing_to_read,
    retractall(position(_, _)),
    assertz(position(Game, State)),
    forall(can_be_asked(Game, Name/Arity), made_callable(Name, Arity)).

%   Goals read from an empty stream: the standard input belongs to the session, and a read
%   could not be interrupted.

nothing_to_read :-
    forall(retract(input(Old)), close(Old)),
    open_string("", Stream),
    assertz(input(Stream)),
    set_stream(Stream, alias(user_input)),
    set_input(Stream).

findall_names([], []).
findall_names([Name=Variable|Bindings], Names) :-
    (   sub_atom(Name, 0, 1, _, '_') -> Names = Names1 ; Names = [Name-Variable|Names1] ),
    findall_names(Bindings, Names1).

%   made_callable(+Name, +Arity): define the relation, unless Prolog has such a predicate.

made_callable(Name, Arity) :-
    functor(Head, Name, Arity),
    (   predicate_property(system:Head, defined) -> true
    ;   retractall(trusted_goals:Head),
        assertz((trusted_goals:Head :- prolog_goals:at_position(Head)))
    ).

at_position(Atom) :- position(Game, State), atom_holds(Game, State, Atom).

%!  trusted_answers(+Question, +Portion, -Answers, -More) is det.
%
%   As answers/6, for a goal that is called.

trusted_answers(trusted(Names, Goal), Portion, Answers, More) :-
    portion(Portion, Names, call_flushed(Goal), Answers, More).

call_flushed(Goal) :-
    catch(trusted_goals:Goal, Error, true),
    flush_output,
    ( nonvar(Error) -> rethrown(Error) ; true ).

%   Limits and Ctrl-C are handled as for every question; other errors get Prolog's message.

rethrown(Error) :-
    (   ( Error = error(Formal, _), Formal \= resource_error(_) )
    ->  message_words(Error, Text), throw(error(goal_failed(Text), _))
    ;   memberchk(Error, [interrupt, patience_over, time_limit_exceeded])
    ->  throw(Error)
    ;   Error = error(_, _) -> throw(Error)
    ;   term_to_atom(Error, Text), throw(error(goal_failed(Text), _))
    ).

message_words(error(Formal, _), Text) :-
    '$messages':translate_message(error(Formal, _), Lines, []),
    with_output_to(string(Text0), print_message_lines(current_output, '', Lines)),
    split_string(Text0, "", " \t\n", [Text]).
