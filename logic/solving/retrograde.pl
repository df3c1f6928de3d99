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

From the ends of the game backwards.  What the role can force (its floor) is found for
the highest value first: in the ends that are worth it the role has it; and in every
state with a choice whose answers all lead to where the role has it.  What the others
can hold the role down to (its ceiling) is found for the lowest value first: a state
belongs to it when each of the role's choices has an answer that leads there.

    for each value, the highest first:            for each value, the lowest first:
      the ends of that value have it, round 0       the ends of that value have it
      round 1, 2, ... while there are new ones:     round 1, 2, ...:
        a state has it that some choice leads         a state has it where every choice
        to where all answers have it                  has some answer that has it

The round in which a state is found is its distance from the end: one side hurries, and
the other puts it off.  What is never found can go on for ever.  (K. Thompson,
Retrograde analysis of certain endgames, 1986; the rounds are attractors, and floor and
ceiling a least and a greatest fixpoint.)

The third question is asked in the same way: where every choice and every answer leads
to what is found, play must end (König's lemma), and the round is the longest play.

States are known by their numbers (interning.pl).
*/

:- thread_local node/2.                 % State, Choices
:- thread_local end/2.                  % State, Value
:- thread_local parent/2.               % State, StateBefore
:- thread_local mark/4.                 % State, Question, Value, Round

%!  retrograde(+Task, +Questions, +State, -Marks) is det.
%
%   Marks has, for each state that can be reached from State, the first one first, its
%   number and for each of Questions a pair Value-Round, or `none`.

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

% ---- forwards: all that can be reached ---------------------------------------

reached([], _, []) :- !.
reached(Level, Task, [Level|Levels]) :-
    findall(New, ( member(State, Level), new_successor(Task, State, New) ), Below),
    reached(Below, Task, Levels).

%   new_successor(+Task, +State, -New) is nondet: State is looked at, and New follows,
%   which nobody has met before.

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

%   worth(+Question, ?State, -Value): of the longest play any end is an end.

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

%   enough(+Question, +State): its choices lead to what is marked.

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
