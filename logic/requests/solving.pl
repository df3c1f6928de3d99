:- encoding(utf8).
:- module(solving_requests,
          [ solving_request/3           % +Operation, +In, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2, nth0/3, nth1/3]).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/common)).
:- use_module(logic(requests/event_text)).
:- use_module(logic(requests/user_text)).
:- use_module(logic(search/proof_number)).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/trace)).
:- use_module(logic(solving/retrograde)).
:- use_module(logic(solving/solution_table)).
:- use_module(logic(solving/tabled)).
:- use_module(logic(solving/verify)).

/** <module> Requests to solve, and to check solutions

The solver in Python requests a proof, all reachable states, or the known value of single
states.  A certificate is sent entry by entry and checked.
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
solving_request(book_open, In, _{book: Book}) :-
    in_game(In, Game),
    role_named(Game, In.role, Role),
    findall(outcome(N, V, D, Move),
            ( nth1(N, In.outcomes, [V0, D0, M0]),
              or_none(V0, V), or_none(D0, D),
              ( M0 == null -> Move = '$none' ; read_in(Game, M0, Move) ) ),
            Outcomes),
    or_none(In.draw, Draw),
    or_none(In.sum, Sum),
    new_book(Game, about(Role, In.strong, Draw, Sum, Outcomes), Book),
    forall(nth0(I, In.fluents, Text),
           ( read_in(Game, Text, F), assertz(Book:fluent(I, F)) )).
solving_request(book_add, In, Reply) :-
    in_book(In, Game, Book),
    (   nth0(I, In.states, [N|Is]),
        book_fault(Game, Book, Is, N, Kind)
    ->  Reply = _{fault: _{index: I, kind: Kind}}
    ;   Reply = _{fault: null}
    ).
solving_request(book_check, In, Reply) :-
    in_book(In, Game, Book),
    (   nth0(I, In.states, [_|Is]),
        book_state(Game, Book, Is, State),
        fault(Book, State, Fault)
    ->  fault_pairs(Game, Fault, Pairs),
        dict_pairs(Dict, _, [index-I|Pairs]),
        Reply = _{fault: Dict}
    ;   Reply = _{fault: null}
    ).
solving_request(book_rest, In, _{state: Texts, parted: Parted}) :-
    in_book(In, Game, Book),
    ( parted(Book, Below, AtLeast) -> Parted = [Below, AtLeast] ; Parted = null ),
    book_state(Game, Book, In.root, Root),
    (   not_reached(Book, Root, State)
    ->  Game:facts(State, Facts), maplist(term_text(Game), Facts, Texts)
    ;   Texts = null
    ).
solving_request(book_close, In, _{}) :-
    drop_book(In.book).

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

in_book(In, Game, Book) :-
    Game = In.game,
    Book = In.book.

or_none(X0, X) :- ( X0 == null -> X = none ; X = X0 ).

book_state(Game, Book, Is, State) :-
    findall(F, ( member(I, Is), Book:fluent(I, F) ), Fs0),
    sort(Fs0, Fs),
    Game:from_facts(Fs, State).

%   book_fault(+Game, +Book, +Fluents, +Outcome, -Kind) is semidet: add an entry; succeeds
%   only if there is a fault, and adds nothing then.

book_fault(Game, Book, Is, N, Kind) :-
    catch(book_state(Game, Book, Is, State), error(_, _), true),
    (   var(State) -> Kind = impossible
    ;   \+ add_entry(Book, State, N), Kind = twice
    ).

fault_pairs(_, expected(V, D), [kind-expected, value-Value, distance-Distance]) :- !,
    ( V == none -> Value = null ; Value = V ),
    ( D == none -> Distance = null ; Distance = D ).
fault_pairs(Game, missing(Joint), [kind-missing, joint-Texts]) :- !,
    joint_texts(Game, Joint, Texts).
fault_pairs(_, sum(Goals), [kind-sum, goals-Goals]) :- !.
fault_pairs(_, Kind, [kind-Kind]).
