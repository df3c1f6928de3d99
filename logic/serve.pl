:- encoding(utf8).
:- module(serve,
          [ request/3,                  % +Operation, +Text, -Reply
            expand/3,                   % +Game, +Number, -Text
            look/3,                     % +Game, +Number, -Text
            legal/3,                    % +Game, +Number, -Text
            features/4,                 % +Game, +Number, +Heuristics, -Text
            interrupt/1,                % +Thread
            idle/0
          ]).
:- if(exists_source(library(json))).    % SWI-Prolog 10
:- use_module(library(json), [atom_json_dict/3, json_write_dict/3]).
:- else.
:- use_module(library(http/json), [atom_json_dict/3, json_write_dict/3]).
:- endif.
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(paths).
:- use_module(logic(checker/messages)).
:- use_module(logic(compiler/knowledge_base), [relation_line/3]).
:- use_module(logic(requests/common), [effort/2, with_atoms/2]).
:- use_module(logic(requests/belief)).
:- use_module(logic(requests/certificate)).
:- use_module(logic(requests/dialogue)).
:- use_module(logic(requests/game)).
:- use_module(logic(requests/grading)).
:- use_module(logic(requests/hot_path)).
:- use_module(logic(requests/path)).
:- use_module(logic(requests/program)).
:- use_module(logic(requests/question)).
:- use_module(logic(requests/recording)).
:- use_module(logic(requests/search)).
:- use_module(logic(requests/solving)).
:- use_module(logic(requests/state)).
:- use_module(logic(support/resource_limits)).

/** <module> Answer requests from Python

Python calls only this module.  A request has the name of an operation and a JSON object;
the reply is a JSON object, with the key `error` if the request failed.  Text from a user
stays text until prolog_reader.pl has read it, and is never called.

The operations are in `requests/`, one file for each subject; a new operation is a clause
there.  The operation `efforts` tells Python which of them have other limits.  Four predicates
for the hot path reply in plain text, with one call from Python each: expand/3, look/3, legal/3
and features/4.
*/

:- set_prolog_flag(autoload, explicit).
:- if(current_prolog_flag(address_bits, 32)).   % WebAssembly
:- set_prolog_flag(stack_limit, 256_000_000).
:- else.
:- set_prolog_flag(stack_limit, 4_000_000_000).
:- endif.

%!  request(+Operation, +Text, -Reply) is det.
%
%   Text and Reply are JSON.  The object in Text may have limits: `seconds` by the clock,
%   `processor` (seconds of processor time), `inferences`, and `memory` (bytes of the
%   process).

request(Operation, Text, Reply) :-
    catch(( answer(Operation, Text, Dict), json_text(Dict, Reply) ), Error, refused(Error, Reply)).

refused(Error, Reply) :-
    refusal(Error, Dict),
    json_text(Dict, Reply).

json_text(Dict, Text) :-
    with_output_to(string(Text), json_write_dict(current_output, Dict, [width(0)])).

answer(Operation, Text, Reply) :-
    atom_json_dict(Text, In0, []),
    with_atoms(In0, In),
    (   get_dict(seconds, In, Seconds)
    ->  within_clock(Seconds, throw(time_limit_exceeded),
                     within_processor(In, Operation, Reply))
    ;   within_processor(In, Operation, Reply)
    ).

%   An alarm is set only for a limit that needs one; otherwise the inferences do not depend on
%   the clock.

within_processor(In, Operation, Reply) :-
    \+ get_dict(processor, In, _),
    \+ get_dict(memory, In, _), !,
    limited(In, Operation, Reply).
within_processor(In, Operation, Reply) :-
    ( get_dict(processor, In, Seconds) -> true ; Seconds = 1.0e12 ),
    ( get_dict(memory, In, Bytes) -> true ; Bytes is 1 << 62 ),
    within_limits(Seconds, Bytes, limited(In, Operation, Reply)).

limited(In, Operation, Reply) :-
    (   get_dict(inferences, In, Most)
    ->  within_inferences(Most, done(Operation, In, Reply))
    ;   done(Operation, In, Reply)
    ).

done(Operation, In, Reply) :-
    (   operation(Operation, In, Reply0)
    ->  Reply = Reply0
    ;   throw(error(no_answer(Operation), _))
    ).

refusal(time_limit_exceeded, _{error: _{kind: time, message: "the time is over"}}) :- !.
refusal(processor_time_over(Seconds, Where),
        _{error: _{kind: too_much_work, message: Message, line: Line}}) :- !,
    where_text(Where, Line, Text),
    format(string(Message), 'the limit of ~g s of processor time is reached~w', [Seconds, Text]).
refusal(memory_over(Bytes), _{error: _{kind: out_of_memory, message: Message}}) :- !,
    MB is Bytes >> 20,
    format(string(Message), 'out of memory: this process holds more than ~D MB', [MB]).
refusal(inferences_over(Most, Where),
        _{error: _{kind: too_much_work, message: Message, line: Line}}) :- !,
    where_text(Where, Line, Text),
    format(string(Message), 'the limit of ~D inferences is reached~w', [Most, Text]).
%   The exception of a limit of inferences has come out of within_inferences/2, beside alarms: it is
%   a limit all the same.
refusal(inference_limit_exceeded, _{error: _{kind: too_much_work, line: null,
                                             message: "the limit of inferences is reached"}}) :- !.
refusal(endless_recursion(Text), _{error: _{kind: out_of_memory, message: Text}}) :- !.
refusal(error(resource_error(What), _), _{error: _{kind: out_of_memory, message: Message}}) :- !,
    format(string(Message), 'out of memory (~w)', [What]).
refusal(interrupt, _{error: _{kind: interrupt, message: "interrupted"}}) :- !.
refusal(error(Formal, _), _{error: _{kind: Kind, message: Message, line: Line}}) :-
    callable(Formal),
    in_line(Formal, Line), !,
    functor(Formal, Kind, _),
    error_text(error(Formal, _), Message).
refusal(Error, _{error: _{kind: Kind, wrong: Wrong, message: Message}}) :-
    ( Error = error(Formal, _), callable(Formal) -> functor(Formal, Kind, _) ; Kind = internal ),
    ( wrong(Wrong, Kinds), memberchk(Kind, Kinds) -> true ; Wrong = rules ),
    error_text(Error, Message).

%   in_line(+Formal, -Line): the rule in Line has exceeded a limit.

in_line(huge_number(_, relation(_, Line)), Line).
in_line(huge_term(_, relation(_, Line)), Line).
in_line(too_many_roles(_, Line), Line).

%   where_text(+Where, -Line, -Text): the relation that was being computed, and its line.

where_text(working(Game, PI), Line, Text) :-
    relation_line(Game, PI, Line), !,
    format(string(Text), ' in ~q (line ~D)', [PI, Line]).
where_text(_, null, "").

%!  interrupt(+Thread) is det.
%
%   Throw `interrupt` in Thread.

interrupt(Thread) :- thread_signal(Thread, throw(interrupt)).

%!  idle is det.
%
%   Discard interrupts that arrived after the call they were meant for had ended.

idle :- catch(forall(between(1, 10, _), true), interrupt, idle).

operation(efforts, _, Reply) :-
    findall(Effort-All,
            ( member(Effort, [state, search, work]),
              findall(Operation, ( effort(Effort, Some), member(Operation, Some) ), All) ),
            Pairs),
    dict_pairs(Reply, _, Pairs).
operation(Name, In, Reply) :- game_request(Name, In, Reply).
operation(Name, In, Reply) :- grading_request(Name, In, Reply).
operation(Name, In, Reply) :- question_request(Name, In, Reply).
operation(Name, In, Reply) :- recording_request(Name, In, Reply).
operation(Name, In, Reply) :- state_request(Name, In, Reply).
operation(Name, In, Reply) :- search_request(Name, In, Reply).
operation(Name, In, Reply) :- solving_request(Name, In, Reply).
operation(Name, In, Reply) :- belief_request(Name, In, Reply).
operation(Name, In, Reply) :- certificate_request(Name, In, Reply).
operation(Name, In, Reply) :- path_request(Name, In, Reply).
operation(Name, In, Reply) :- program_request(Name, In, Reply).
operation(Name, In, Reply) :- dialogue(Name, In, Reply).

% ---- the hot path ----------------------------------------------------------

%!  expand(+Game, +Number, -Text) is det.
%
%   Text describes a state.  For a terminal state it is `t|V1 V2`, with the goal value of
%   each role, `-` if it has none or several.  Otherwise it is
%
%       n|M1 M2 M3|M4|S1 S2 S3
%
%   with the numbers of the moves of each role, and the numbers of the successors for all
%   joint moves; the last role's move changes fastest.  Where chance draws by weight, the `n` is
%   followed by the number of its role, from 0, and the weights of its moves: `n 2 1 5`.

expand(Game, Number, Text) :-
    bounded(expansion(Game, Number, Text0), Text0, Text).

%!  look(+Game, +Number, -Text) is det.
%
%   As expand/3, but without moves and successors: `n` for a non-terminal state.

look(Game, Number, Text) :-
    bounded(glance(Game, Number, Text0), Text0, Text).

%!  legal(+Game, +Number, -Text) is det.
%
%   As expand/3, but without successors: `n|M1 M2 M3|M4` for a non-terminal state.

legal(Game, Number, Text) :-
    bounded(with_moves(Game, Number, Text0), Text0, Text).

%!  features(+Game, +Number, +Heuristics, -Text) is det.
%
%   Text has `name=count` for each feature of a role that has an instance, separated by
%   tabs; the roles, in their order, are separated by `|`.  Heuristics is a string with the
%   names of heuristics of heuristics.pl, separated by blanks, whose values are added.

features(Game, Number, Heuristics, Text) :-
    bounded(feature_values(Game, Number, Heuristics, Text0), Text0, Text).

:- meta_predicate bounded(0, ?, -).

%   If Goal reaches a limit or raises an error, Text is `e|Reply`, with the reply of request/3.

bounded(Goal, Text0, Text) :-
    catch(within_state(Goal), Error, true),
    ( nonvar(Error) -> refused_state(Error, Text) ; Text = Text0 ).

refused_state(Error, Text) :-
    refused(Error, Reply),
    string_concat("e|", Reply, Text).
