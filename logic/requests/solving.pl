:- encoding(utf8).
:- module(solving_requests,
          [ solving_request/3           % +Operation, +In, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(logic(requests/common)).
:- use_module(logic(requests/event_text)).
:- use_module(logic(search/proof_number)).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/trace)).
:- use_module(logic(solving/retrograde)).
:- use_module(logic(solving/tabled)).

/** <module> Requests to solve

The solver in Python requests a proof, all reachable states, or the known value of single
states.
*/

requests:effort(search, [retrograde, tabled, prove]).
requests:effort(work, [retrograde, tabled, prove]).

%!  solving_request(+Operation, +In, -Reply) is semidet.
%
%   Fails if there is no such operation.

solving_request(prove, In, _{result: Result, joint: Texts, repeated: Repeated, nodes: Nodes,
                             leaves: Leaves, events: Events}) :-
    in_state(In, Game, State),
    role_named(Game, In.role, Role),
    ( In.record == true -> Listener = record ; Listener = none ),
    search_task(Game, Role, [estimate(zero)], Listener, Task),
    get_time(Now),
    ( In.time == null -> Deadline = inf ; Deadline is Now + In.time ),
    Question = question(In.threshold, In.endless, In.most, Deadline),
    recording(proof_number(Task, Question, State, answer(Result, Joint, Repeated)),
              Recorded),
    ( Joint == none -> Texts = null ; joint_texts(Game, Joint, Texts) ),
    counts(Task, counts(Nodes, Leaves, _, _, _)),
    maplist(event_list(Game), Recorded, Events).
solving_request(retrograde, In, _{marks: Text, nodes: Nodes}) :-
    solving(In, State, Task),
    maplist(atom_string, Questions, In.questions),
    retrograde(Task, Questions, State, Marks),
    counts(Task, counts(Nodes, _, _, _, _)),
    lines(Marks, Text).
solving_request(tabled, In, _{worths: Text}) :-
    solving(In, _, Task),
    tabled(Task, In.states, Worths),
    lines(Worths, Text).
solving(In, State, Task) :-
    in_state(In, Game, State),
    role_named(Game, In.role, Role),
    search_task(Game, Role, [estimate(zero)], none, Task).

%   lines(+Terms, -Text): a line for each term, with its numbers, and `-` for none.

lines(Terms, Text) :-
    maplist(line, Terms, Lines),
    atomic_list_concat(Lines, '\n', Text).

line(Term, Line) :-
    phrase(numbers_of(Term), Numbers),
    atomic_list_concat(Numbers, ' ', Line).

numbers_of(none) --> !, [-, -].
numbers_of([]) --> !, [].
numbers_of([Term|Terms]) --> !, numbers_of(Term), numbers_of(Terms).
numbers_of(A-B) --> !, numbers_of(A), numbers_of(B).
numbers_of(Number) --> [Number].
