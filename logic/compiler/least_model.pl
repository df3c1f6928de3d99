:- encoding(utf8).
:- module(least_model,
          [ triggers/5,                 % +Rules, +Derived_1, +Answers_3, -Seeds, -Triggers
            least_model/3,              % +Seeds, +Triggers, -Facts
            answers/6,                  % +Key, +Game, +Component, +State, +Joint, -Model
            open_answer/4,              % +Key, +State, :Goal, ?Template
            open_truth/3,               % +Key, +State, :Goal
            forget_answers/0
          ]).
:- use_module(library(gensym), [gensym/2]).
:- use_module(library(lists), [append/3, list_to_set/2, member/2, nth1/3, nth1/4, select/3]).
:- use_module(library(modules), [in_temporary_module/3]).
:- use_module(library(ordsets), [ord_intersection/3]).

/** <module> The least model of recursive rules

The model is computed bottom up, one fact at a time (semi-naive evaluation): each new fact
is tried as the last missing one in each body that it matches.  A rule Head :- Goals gives
a *seed* if no goal is derived, and otherwise a *trigger* for each derived goal: when this
goal is the new fact, the other goals give new heads.

(The tabling of SWI-Prolog 9.0.4 would be shorter, but a table that was abandoned at a
limit, or filled again, can crash the process.)

There are two stores of facts.  least_model/3, used at loading time, asserts the facts in a
temporary module, where all their arguments are indexed, and the work does not depend on
what ran before.  answers/6, used during a search, keeps them in a trie, so that nothing is
left behind.
*/

:- meta_predicate triggers(+, 1, 3, -, -), open_answer(+, +, 0, ?), open_truth(+, +, 0).

%!  triggers(+Rules, :Derived_1, :Answers_3, -Seeds, -Triggers) is det.
%
%   Derived_1 succeeds for the goals that the rules define.  Answers_3(Goal, Known, N)
%   estimates the number N of answers of Goal when the variables Known have values.  Rules
%   is a list of Head-Goals.  Seeds is a list of Head-Goals, Triggers a list of
%   trigger(Fact, Head, Goals), in which a derived goal is written known(Goal).  A long
%   rule is split into parts with their own facts, for which part/1 succeeds.

triggers(Rules0, Derived_1, Answers_3, Seeds, Triggers) :-
    in_parts(Rules0, 1, Derived_1, Rules),
    findall(Head-Goals,
            ( member(Head-Goals, Rules), \+ ( member(G, Goals), derived(Derived_1, G) ) ),
            Seeds),
    findall(trigger(Fact, Head, Rest),
            ( member(Head-Goals, Rules),
              select(Fact, Goals, Rest0),
              derived(Derived_1, Fact),
              joined(Rest0, Fact, Answers_3, Rest1),
              marked(Rest1, Derived_1, Rest) ),
            Triggers).

derived(Derived_1, Goal) :- ( part(Goal) -> true ; call(Derived_1, Goal) ).

%   A body of n goals has up to n triggers of n goals each, and ordering one of them takes
%   n * n steps.  A long body is split into parts, so that the work is linear in n:
%
%       Head :- G1, ..., G90.       part(1, Vs) :- G1, ..., G12.
%                                   part(2, Ws) :- part(1, Vs), G13, ..., G23.  ...

most_goals(36).
goals_of_a_part(12).

in_parts([], _, _, []).
in_parts([Head-Goals|Rules0], I, Derived_1, Rules) :-
    most_goals(Most),
    (   length(Goals, N), N > Most,
        member(G, Goals), derived(Derived_1, G)
    ->  goals_of_a_part(Size),
        length(First, Size),
        append(First, Others, Goals),
        part_of(First, Head-Others, I, Part),
        Rules = [Part-First|Rules1],
        I1 is I + 1,
        in_parts([Head-[Part|Others]|Rules0], I1, Derived_1, Rules1)
    ;   Rules = [Head-Goals|Rules1],
        in_parts(Rules0, I, Derived_1, Rules1)
    ).

%   part_of(+Goals, +Rest, +I, -Part): Part has the variables that Rest shares with Goals.

part_of(Goals, Rest, I, Part) :-
    term_variables(Goals, Inner0), sort(Inner0, Inner),
    term_variables(Rest, Outer0), sort(Outer0, Outer),
    ord_intersection(Inner, Outer, Vs),
    Part =.. [part, I|Vs].

%   No relation has this name, because the names of relations end in their arity here.

part(Fact) :- functor(Fact, part, Arity), Arity > 0.

%   joined(+Goals0, +Bound, :Answers_3, -Goals): Goals are in join order: the goal with the
%   fewest answers comes next.  Goals that are not plain calls stay after all goals that
%   preceded them.

joined([], _, _, []) :- !.
joined(Goals0, Bound, Answers_3, [Goal|Goals]) :-
    term_variables(Bound, Known),
    findall(N-I,
            ( nth1(I, Goals0, G), may_be_next(I, G), call(Answers_3, G, Known, N) ),
            Pairs),
    keysort(Pairs, [_-Best|_]),
    nth1(Best, Goals0, Goal, Rest),
    joined(Rest, Bound-Goal, Answers_3, Goals).

may_be_next(I, Goal) :- ( I =:= 1 -> true ; plain_question(Goal) ).

plain_question(Goal0) :-
    ( Goal0 = _:Goal -> true ; Goal = Goal0 ),
    \+ memberchk(Goal, [_ is _, must_be_short(_, _), between(_, _, _), \+ _, (_, _),
                        (_ ; _), (_ -> _),
                        when_known(_, _), counted_within(_, _),
                        arg(_, _, _), findall(_, _, _), sort(_, _), length(_, _), aggregated(_, _, _),
                        must_be_small(_, _), _ = _, _ < _, _ > _, _ =< _, _ >= _, _ =:= _, _ =\= _, _ \== _]).

marked([], _, []).
marked([G|Gs], Derived_1, [M|Ms]) :-
    ( derived(Derived_1, G) -> M = known(G) ; M = G ),
    marked(Gs, Derived_1, Ms).

% ---- at loading time -------------------------------------------------------

%!  least_model(+Seeds, +Triggers, -Facts) is det.
%
%   Facts is the least model, in the order in which the facts were found, without the
%   facts of parts of rules.

least_model(Seeds, Triggers, Facts) :-
    gensym('model ', Model),
    in_temporary_module(Model, define_triggers(Triggers, Model),
                        facts_in(Model, Seeds, Facts)).

facts_in(Model, Seeds, Facts) :-
    findall(Head, ( member(Head-Goals, Seeds), all_hold(Goals) ), Agenda),
    setup_call_cleanup(trie_new(Seen), close_model(Agenda, Seen, Model, Facts),
                       trie_destroy(Seen)).

define_triggers(Triggers, Model) :-
    dynamic(Model:trigger/2),
    forall(member(Trigger, Triggers), assert_trigger(Trigger, Model)).

assert_trigger(trigger(Fact, Head, Goals0), Model) :-
    in_model(Goals0, Model, Goals),
    assertz(Model:(trigger(Fact, Head) :- Goals)).

in_model([], _, true).
in_model([G0|Gs0], Model, (G, Gs)) :-
    (   G0 = known(F)
    ->  G = F,
        functor(F, N, A),
        dynamic(Model:N/A)
    ;   G = G0
    ),
    in_model(Gs0, Model, Gs).

all_hold([]).
all_hold([G|Gs]) :- call(G), all_hold(Gs).

close_model([], _, _, []).
close_model([Fact|Agenda], Seen, Model, Facts) :-
    (   trie_insert(Seen, Fact)
    ->  ( part(Fact) -> Facts = Facts1 ; Facts = [Fact|Facts1] ),
        assertz(Model:Fact),        % under its own name: each argument can be indexed
        findall(Head, Model:trigger(Fact, Head), New),
        append(New, Agenda, Agenda1)
    ;   Facts = Facts1, Agenda1 = Agenda
    ),
    close_model(Agenda1, Seen, Model, Facts1).

% ---- in a state ------------------------------------------------------------

%!  answers(+Key, +Game, +Component, +State, +Joint, -Model) is det.
%
%   Model is a trie of the facts of Component, a set of mutually recursive relations, in
%   State under Joint.  The last model is cached under Key until
%   forget_answers/0.
%
%   The rules are in the module Game:
%
%       seed(Component, State, Joint, Head)
%       trigger(Component, Fact, State, Joint, Model, Head)

answers(Key, Game, Component, State, Joint, Model) :-
    (   nb_current(Key, last(_, S-J, Model0)), S == State, J == Joint
    ->  Model = Model0
    ;   trie_new(Model),
        findall(Head, Game:seed(Component, State, Joint, Head), Agenda),
        close_answers(Agenda, Game, Component, State, Joint, Model),
        nb_setval(Key, last(Game, State-Joint, Model))
    ).

%!  open_answer(+Key, +State, :Goal, ?Template) is nondet.
%
%   Template is an answer of Goal, in which only State is bound.  The answers in the last
%   state are cached under Key.

open_answer(Key, State, Goal, Template) :-
    (   nb_current(Key, last(_, Last, Answers0)), Last == State
    ->  Answers = Answers0
    ;   findall(Template, Goal, Answers1),
        list_to_set(Answers1, Answers),
        Goal = Game:_,
        nb_setval(Key, last(Game, State, Answers))
    ),
    member(Template, Answers).

%!  open_truth(+Key, +State, :Goal) is semidet.
%
%   Goal, in which only State is bound, has an answer.  Whether it has in the last state is
%   cached under Key.

open_truth(Key, State, Goal) :-
    (   nb_current(Key, last(_, Last, Truth0)), Last == State
    ->  Truth = Truth0
    ;   ( call(Goal) -> Truth = true ; Truth = false ),
        Goal = Game:_,
        nb_setval(Key, last(Game, State, Truth))
    ),
    Truth == true.

%!  forget_answers is det.
%
%   Forget the answers of games that are not loaded any more, in this thread.

forget_answers :-
    findall(Key, ( nb_current(Key, last(Game, _, _)), \+ Game:text(_) ), Keys),
    forall(member(Key, Keys), nb_delete(Key)).

close_answers([], _, _, _, _, _).
close_answers([Fact|Agenda], Game, Component, State, Joint, Model) :-
    (   trie_insert(Model, Fact)
    ->  findall(Head, Game:trigger(Component, Fact, State, Joint, Model, Head), New),
        append(New, Agenda, Agenda1)
    ;   Agenda1 = Agenda
    ),
    close_answers(Agenda1, Game, Component, State, Joint, Model).
