:- encoding(utf8).
:- module(retrograde,
          [ retrograde/4,               % +Task, +Questions, +State, -Marks
            question/1                  % ?Question
          ]).
:- use_module(library(apply), [include/3, maplist/3]).
:- use_module(library(lists), [append/2, member/2]).
:- use_module(logic(game/evaluation)).
:- use_module(logic(game/interning)).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(search/search_task)).

/** <module> Retrograde analysis

The game is analysed backwards from its ends.  The floor of a state is the value that the
role can force.  It is found for the highest value first: terminal states of that value are
marked, and then every state with a choice whose answers all lead to marked states.  The
ceiling is the value to which the others can hold the role.  It is found for the lowest value
first: a state is marked if each choice of the role has an answer that leads to a marked
state.

    for each value, the highest first:            for each value, the lowest first:
      round 0: mark the ends of that value          round 0: mark the ends of that value
      round 1, 2, ... until nothing is new:         round 1, 2, ...:
        mark a state if all answers to some           mark a state if every choice has
        choice lead to marked states                  an answer to a marked state

The round of a state is its distance from the end, if one side hurries and the other delays.
From a state that is never marked, play can go on for ever.  (K. Thompson, Retrograde analysis
of certain endgames, 1986; the rounds are attractors, and floor and ceiling a least and a
greatest fixpoint.)

The third question works the same way: a state is marked if every answer to every choice
leads to a marked state.  From there play must end (Koenig's lemma), and the round is the
length of the longest play.

States are referred to by their numbers (interning.pl).
*/

:- thread_local node/2.                 % State, Choices
:- thread_local end/2.                  % State, Value
:- thread_local parent/2.               % State, StateBefore
:- thread_local mark/4.                 % State, Question, Value, Round

%!  retrograde(+Task, +Questions, +State, -Marks) is det.
%
%   Marks has for each state reachable from State, which comes first, its number and, for
%   each of Questions, a pair Value-Round or `none`.

retrograde(Task, Questions, State, Marks) :-
    call_cleanup(
        ( arg(1, Task, Game),
          state_number(Game, State, Root),
          reached([Root], Task, Levels),
          asked_all(Questions),
          append(Levels, States),
          maplist(marks(Questions), States, Marks) ),
        forgotten).

forgotten :-
    retractall(node(_, _)),
    retractall(end(_, _)),
    retractall(parent(_, _)),
    retractall(mark(_, _, _, _)).

marks(Questions, State, State-Found) :- maplist(found(State), Questions, Found).

found(State, Question, Found) :-
    ( mark(State, Question, Value, Round) -> Found = Value-Round ; Found = none ).

% ---- forwards: the reachable states ------------------------------------------

reached([], _, []) :- !.
reached(Level, Task, [Level|Levels]) :-
    findall(New, ( member(State, Level), new_successor(Task, State, New) ), Below),
    reached(Below, Task, Levels).

%   new_successor(+Task, +State, -New) is nondet: expand State; New is a successor that was
%   not found before.

new_successor(Task, Number, New) :-
    arg(1, Task, Game),
    numbered_state(Game, Number, State),
    (   Game:terminal(State)
    ->  arg(2, Task, Role),
        role_value(Game, State, Role, Value),
        assertz(end(Number, Value)),
        fail
    ;   count(Task, nodes),
        choices(Task, State, Choices0),
        must_have_moves(Game, State, Choices0),
        maplist(numbered(Game, State), Choices0, Choices),
        assertz(node(Number, Choices)),
        append(Choices, Successors0),
        sort(Successors0, Successors),
        member(New, Successors),
        ( met(New) -> Known = true ; Known = false ),
        assertz(parent(New, Number)),
        Known == false
    ).

met(State) :- ( parent(State, _) -> true ; node(State, _) -> true ; end(State, _) ).

numbered(Game, State, Joints, Numbers) :- maplist(successor(Game, State), Joints, Numbers).

successor(Game, State, Joint, Number) :-
    Game:successor(State, Joint, State1),
    state_number(Game, State1, Number).

% ---- backwards: the questions ------------------------------------------------

%!  question(?Question) is nondet.

question(floor).
question(ceiling).
question(longest).

asked_all([]).
asked_all([Question|Questions]) :-
    findall(Value, worth(Question, _, Value), Values0),
    ( Question == floor -> Order = @>= ; Order = @=< ),
    sort(0, Order, Values0, Values1),
    distinct(Values1, Values),
    asked(Values, Question),
    asked_all(Questions).

distinct([A, B|Values], Distinct) :- A =:= B, !, distinct([B|Values], Distinct).
distinct([A|Values], [A|Distinct]) :- distinct(Values, Distinct).
distinct([], []).

%   worth(+Question, ?State, -Value): for the longest play, all ends count alike.

worth(longest, State, 0) :- !, end(State, _).
worth(_, State, Value) :- end(State, Value).

asked([], _).
asked([Value|Values], Question) :-
    findall(State, worth(Question, State, Value), Ends),
    rounds(Ends, Question, Value, 0),
    asked(Values, Question).

rounds([], _, _, _) :- !.
rounds(New, Question, Value, Round) :-
    forall(member(State, New), assertz(mark(State, Question, Value, Round))),
    findall(State, before(New, Question, State), States0),
    sort(States0, States),
    include(enough(Question), States, New1),
    Round1 is Round + 1,
    rounds(New1, Question, Value, Round1).

before(New, Question, State) :-
    member(After, New),
    parent(After, State),
    \+ mark(State, Question, _, _).

%   enough(+Question, +State) is semidet: State must be marked because of its choices.

enough(floor, State) :-
    node(State, Choices),
    member(Answers, Choices),
    forall(member(A, Answers), mark(A, floor, _, _)), !.
enough(ceiling, State) :-
    node(State, Choices),
    forall(member(Answers, Choices), ( member(A, Answers), mark(A, ceiling, _, _) )).
enough(longest, State) :-
    node(State, Choices),
    forall(( member(Answers, Choices), member(A, Answers) ), mark(A, longest, _, _)).
