:- encoding(utf8).
:- module(compile_lists,
          [ compile_static/1,           % +Game
            compile_lists/1,            % +Game
            compile_meaning/1,          % +Game
            interface_clauses/2,        % +Game, -Clauses
            initial_facts/2,            % +Game, -Facts
            conjunction/2,              % +Goals, -Goal
            disjunction/2,              % +Goals, -Goal
            define/2,                   % +Game, +Clauses
            clause_name/2,              % +Name/Arity, -Name
            state_goal/5,               % +Game, +Atom, +State, +Joint, -Goal
            comparison_goal/2,          % +Comparison, -Goal
            alternative/2,              % +Literals0, -Literals
            few_alternatives/1,         % +Literals
            after_clause/3,             % +Game, +Name/Arity, -Clause
            answers/4,                  % +Game, +Goal, +Known, -N
            interface/2                 % ?Clause, ?Undefined
          ]).
:- use_module(library(apply), [foldl/4, include/3, maplist/2, maplist/3]).
:- use_module(library(lists), [append/2, append/3, list_to_set/2, member/2]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(logic(compiler/least_model), [least_model/3, triggers/5]).
:- use_module(logic(language/semantics)).
:- use_module(logic(language/vocabulary)).
:- use_module(library(ordsets), [ord_disjoint/2, ord_subtract/3, ord_union/3]).
:- use_module(logic(compiler/cheap_first)).
:- use_module(logic(compiler/fact_groups)).
:- use_module(logic(compiler/flat_facts)).
:- use_module(logic(compiler/literal_scheduling)).
:- use_module(logic(compiler/state_after), []).
:- use_module(logic(language/after), [after_literal/3, copy_relation/1]).
:- use_module(logic(language/aggregates), [aggregated_goal/4]).
:- use_module(logic(language/bounded_arithmetic), []).
:- use_module(logic(language/history)).
:- use_module(logic(language/safe_order)).
:- use_module(logic(language/whole_numbers), [kind_goal/2]).
:- use_module(logic(support/term_size), [small_goal/3]).

/** <module> The list form: clauses that carry the state as lists of facts

Each rule becomes one clause.  A relation that depends on the state gets the state as an
additional argument; one that depends on the step also gets the joint move:

    line(P) :- true(cell(1, 1, P)), ...
    'line/1'(P, S) :- 'cell/3 holds'(1, 1, P, S), ...

The name contains the arity, so that no relation of a rule file clashes with a predicate
of Prolog.  Relations that depend on neither are evaluated once, before the others.

The module of a game offers the same predicates for every form of compilation.  They are
called the interface, and searches use nothing else.  Those of the relations that
vocabulary.pl marks as offered are made from its rows:

    role(R)             role_index(R, I)     initial(S)         terminal(S)
    legal(S, R, M)      successor(S, D, S1)  goal(S, R, V)      feature(S, R, N, X)
    weight(N, W)        weight(S, R, M, W)  quiet(S)             advice(S, K, R, M)
    draw(S, C, R, T)
    notation(M, T)      notation(S, R, M, T) notation_suffix(S, T)
    estimate(S, E)       facts(S, Fs)       from_facts(Fs, S)

The module also holds, from knowledge_base.pl, rule/2, rule/3 (with the source,
prolog_reader.pl), recursive/1, and needs_state/1 and needs_step/1 for the relations that
depend on them.
*/

%!  define(+Game, +Clauses) is det.
%
%   Add Clauses to the module Game.

define(Game, Clauses) :-
    forall(member(Clause, Clauses), assertz(Game:Clause)).

clause_name(Name/Arity, Mangled) :-
    atomic_list_concat([Name, /, Arity], Mangled).

%!  state_goal(+Game, +Atom, +State, +Joint, -Goal) is det.
%
%   Goal calls Atom in the compiled clauses.

state_goal(Game, Atom, State, Joint, Goal) :-
    functor(Atom, Name, Arity),
    Atom =.. [_|Arguments],
    clause_name(Name/Arity, Mangled),
    (   Game:needs_state(Name/Arity) -> Extra = [State|Extra1] ; Extra = Extra1 ),
    (   Game:needs_step(Name/Arity) -> Extra1 = [Joint] ; Extra1 = [] ),
    append(Arguments, Extra, Arguments1),
    Goal =.. [Mangled|Arguments1].

% ---- the interface ---------------------------------------------------------

%!  interface(?Clause, ?PIs) is nondet.
%
%   Clause is a clause of the interface, in which `ask(Atom, State, Joint)` stands for the
%   goal that calls Atom.  The clause is omitted if no rule defines the relation.

interface((Head :- Body), Relation/Arity) :-
    offered(Relation/Arity, Name),
    functor(Atom, Relation, Arity),
    Atom =.. [_|Arguments],
    ( timeless(Relation/Arity) -> HeadArguments = Arguments ; HeadArguments = [S|Arguments] ),
    Head =.. [Name|HeadArguments],
    (   relation_mark(Relation/Arity, first) -> Body = ( ask(Atom, S, _), ! )
    ;   Body = ask(Atom, S, _)
    ).

offered(Relation/Arity, Relation) :- relation_mark(Relation/Arity, offered).
offered(PI, Name) :- relation_mark(PI, offered(Name)).

%   The part of the interface that does not depend on the state comes with the rules.

timeless(PI) :- relation_layer(PI, static).

interface_clauses(Game, Clauses) :-
    findall(Clause,
            ( interface(General, PI), \+ timeless(PI), interface_clause(Game, General, PI, Clause) ),
            Clauses).

define_timeless(Game) :-
    findall(Clause,
            ( interface(General, PI), timeless(PI), interface_clause(Game, General, PI, Clause) ),
            Clauses),
    define(Game, Clauses).

interface_clause(Game, (Head :- Body0), PI, Clause) :-
    (   Game:defined(PI), \+ ( timeless(PI), ( Game:needs_state(PI) ; Game:needs_step(PI) ) )
    ->  asked(Body0, Game, Body), Clause = (Head :- Body)
    ;   Clause = (Head :- fail)
    ).

asked((ask(Atom, S, D), !), Game, (Goal, !)) :- !, state_goal(Game, Atom, S, D, Goal).
asked(ask(Atom, S, D), Game, Goal) :- state_goal(Game, Atom, S, D, Goal).

% ---- the form `meaning` ----------------------------------------------------

%!  compile_meaning(+Game) is det.
%
%   Define the interface by semantics.pl: slow, but correct by definition.

compile_meaning(Game) :-
    findall((Head :- Body),
            ( interface((Head :- Body0), PI), \+ timeless(PI), meant(Body0, Game, Body) ),
            Clauses),
    (   keeps_history(Game)
    ->  States = [ (met(S4, Met) :- findall('occurred so far'(N, T), lists:member('occurred so far'(N, T), S4), Met)),
                   (next_facts(S5, D5, Fs5) :-
                       findall(F, semantics:provable(Game, next(F), S5, D5), Fs5)),
                   (plain_state(Fs6, S6) :- sort(Fs6, S6))
                 | Made ],
        history_clauses(Game, Made)
    ;   States = [ (successor(S, D, S1) :- semantics:state_successor(Game, S, D, S1)),
                   (from_facts(Fs, S3) :- sort(Fs, S3)) ]
    ),
    define(Game, [facts(S2, S2)|States]),
    define(Game, Clauses),
    semantics:initial_state(Game, Initial0),
    Game:from_facts(Initial0, Initial),
    define(Game, [initial(Initial)]).

%   history_clauses(+Game, -Clauses): how states with a history are made (history.pl).

history_clauses(Game,
                [ (successor(S, D, S1) :- next_facts(S, D, Fs), history:next_state(Game, S, Fs, S1)),
                  (from_facts(Fs2, S2) :- history:begun_state(Game, Fs2, S2)),
                  (After :- history:occurs_after(Game, S3, R, M, N)) ]) :-
    state_goal(Game, 'occurred after'(R, M, N), S3, none, After).

meant((ask(Atom, S, D), !), Game, (semantics:provable(Game, Atom, S, D), !)) :- !.
meant(ask(Atom, S, D), Game, semantics:provable(Game, Atom, S, D)).

% ---- static relations ------------------------------------------------------

%!  compile_static(+Game) is det.
%
%   Compile the relations that do not depend on the state, and their part of the interface.
%   A relation with rules is replaced by its instances, in the order of the rules, if there
%   are few of them.

compile_static(Game) :-
    findall(PI, ( Game:defined(PI), \+ Game:needs_state(PI), \+ Game:needs_step(PI) ),
            PIs0),
    sort(PIs0, PIs),
    findall(PI, ( member(PI, PIs), Game:recursive(PI), \+ Game:input(PI, _) ), Recursive),
    forall(( member(PI, PIs), \+ memberchk(PI, Recursive), rule_clause(Game, PI, Clause) ),
           assertz(Game:Clause)),
    tabulate_components(1, Recursive, Game),
    forall(( member(PI, PIs), \+ memberchk(PI, Recursive) ), list_instances(Game, PI)),
    forall(member(PI, PIs), take_apart(Game, PI)),
    forall(( member(N/A, PIs), clause_name(N/A, Name) ), dynamic(Game:Name/A)),
    define_timeless(Game).

%   A recursive relation is replaced by its least model.

tabulate_components(Id, Recursive, Game) :-
    (   Game:component(_, Id)
    ->  findall(PI, ( Game:component(PI, Id), memberchk(PI, Recursive) ), PIs),
        tabulate_all(PIs, Game),
        Id1 is Id + 1,
        tabulate_components(Id1, Recursive, Game)
    ;   true
    ).

tabulate_all([], _) :- !.
tabulate_all(PIs, Game) :-
    findall(Head-Goals,
            ( member(PI, PIs), recursive_rule(Game, PI, none, none, Head, Goals) ),
            Rules),
    findall(Name/A, ( member(N/A, PIs), clause_name(N/A, Name) ), Names),
    triggers(Rules, one_of(Names), answers(Game), Seeds0, Triggers0),
    maplist(in_game(Game), Seeds0, Seeds),
    maplist(in_game(Game), Triggers0, Triggers),
    forall(member(Name/A, Names), dynamic(Game:Name/A)),
    least_model(Seeds, Triggers, Facts0),
    sort(Facts0, Facts),
    define(Game, Facts).

%   answers(+Game, +Goal, +Known, -N): N estimates the number of answers of Goal when the
%   variables Known have values.  For a relation with facts it is the number of facts,
%   divided by the number of different values of each known argument.  A relation that needs
%   other arguments given cannot be asked yet.

answers(Game, Goal0, Known, inf) :-
    ( Goal0 = _:Goal -> true ; Goal = Goal0 ),
    Game:input(PI, Places),
    clause_name(PI, Name), functor(Goal, Name, _),
    member(I, Places), arg(I, Goal, Given), not_known(Known, Given), !.
answers(Game, Goal0, Known, N) :-
    ( Goal0 = _:Goal -> true ; Goal = Goal0 ),
    copy_term(Goal-Known, Whole-Known1),
    (   flat_goal(Game, Whole, Flat)
    ->  term_variables(Known1, Parts), plain_answers(Game, Flat, Parts, N)
    ;   plain_answers(Game, Goal, Known, N)
    ).

static_answers(Game, Atom, Known, N) :-
    (   functor(Atom, Name, Arity), Game:defined(Name/Arity)
    ->  state_goal(Game, Atom, _, _, Goal),
        answers(Game, Goal, Known, N)
    ;   N = 0
    ).

plain_answers(Game, Goal, Known, N) :-
    (   callable(Goal),
        predicate_property(Game:Goal, number_of_rules(0)),
        predicate_property(Game:Goal, number_of_clauses(Clauses))
    ->  findall(Values, known_values(Game, Goal, Known, Values), Counts),
        share(Counts, Clauses, N)
    ;   Goal =.. [_|As],
        include(not_known(Known), As, Free),
        length(Free, F),
        N is 20 ** min(F, 8)
    ).

known_values(Game, Goal, Known, Count) :-
    compound(Goal),
    functor(Goal, Name, Arity),
    arg(I, Goal, A),
    \+ not_known(Known, A),
    different_values(Game, Name, Arity, I, Count).

%   different_values(+Game, +Name, +Arity, +I, -Count): the number of different values of
%   argument I.  It is stored with the number of clauses for which it was counted.

different_values(Game, Name, Arity, I, Count) :-
    functor(General, Name, Arity),
    predicate_property(Game:General, number_of_clauses(Clauses)),
    (   catch(Game:'different values'(Name, Arity, I, Clauses, Count0), _, fail)
    ->  Count = Count0
    ;   arg(I, General, V),
        findall(V, limit(3000, clause_head(Game, General)), Vs0),
        sort(Vs0, Vs),
        length(Vs, Count),
        assertz(Game:'different values'(Name, Arity, I, Clauses, Count))
    ).

clause_head(Game, Head) :- catch(clause(Game:Head, _), _, fail).

not_known(Known, A) :-
    term_variables(A, Vs),
    member(V, Vs),
    \+ ( member(W, Known), W == V ), !.

share([], N, N).
share([C|Cs], N0, N) :- N1 is N0 / max(C, 1), share(Cs, N1, N).

one_of(Names, Goal) :- callable(Goal), functor(Goal, N, A), memberchk(N/A, Names).

in_game(Game, Head-Goals0, Head-Goals) :- maplist(asked_in(Game), Goals0, Goals).
in_game(Game, trigger(Fact, Head, Goals0), trigger(Fact, Head, Goals)) :-
    maplist(asked_in(Game), Goals0, Goals).

asked_in(_, known(G), known(G)) :- !.
asked_in(Game, G, Game:G).

%   recursive_rule(+Game, +PI, +State, +Joint, -Head, -Goals) is nondet.
%
%   Goals are the goals of one rule of PI with one alternative of each disjunction.  Head
%   has the relation's own arguments only.

recursive_rule(Game, Name/Arity, S, D, Head, Goals) :-
    functor(Atom, Name, Arity),
    Game:guarded(Atom, Literals0),
    alternative(Literals0, Game, Literals),
    bare(Atom, Head),
    term_variables(Atom, HeadVs0), sort(HeadVs0, HeadVs),
    goals(Literals, Game, HeadVs, all, [], S, D, Goals0),
    conjuncts(Goals0, Goals).

conjuncts([], []).
conjuncts([G|Gs0], Gs) :-
    (   G = (A, B) -> conjuncts([A, B|Gs0], Gs)
    ;   Gs = [G|Gs1], conjuncts(Gs0, Gs1)
    ).

bare(Atom, Bare) :-
    Atom =.. [Name|As],
    length(As, Arity),
    clause_name(Name/Arity, Mangled),
    Bare =.. [Mangled|As].

%   alternative(+Literals0, -Literals) is nondet: choose an alternative of each disjunction.

alternative([], []).
alternative([or(Bodies)|Ls0], Ls) :- !,
    member(Body, Bodies),
    append(Body, Ls0, Ls1),
    alternative(Ls1, Ls).
alternative([L|Ls0], [L|Ls]) :- alternative(Ls0, Ls).

%!  few_alternatives(+Literals) is semidet.
%
%   The number of ways to choose one alternative of each disjunction is within the limit.

few_alternatives(Literals) :-
    most_alternatives(Most),
    foldl(times_alternatives(Most), Literals, 1, _).

most_alternatives(1000).

times_alternatives(Most, Literal, N0, N) :-
    (   Literal = or(Bodies)
    ->  foldl(plus_alternatives(Most), Bodies, 0, Count),
        N is N0 * Count
    ;   N = N0
    ),
    N =< Most.

plus_alternatives(Most, Body, N0, N) :-
    foldl(times_alternatives(Most), Body, 1, Count),
    N is N0 + Count.

%   alternative(+Literals0, +Game, -Literals) is nondet: if there are too many ways, a
%   disjunction without recursive relations is kept.

alternative(Literals0, Game, Literals) :-
    (   few_alternatives(Literals0)
    ->  alternative(Literals0, Literals)
    ;   recursive_alternative(Literals0, Game, Literals)
    ).

recursive_alternative([], _, []).
recursive_alternative([L|Ls0], Game, Ls) :-
    (   L = or(Bodies), asks_recursive(L, Game)
    ->  member(Body, Bodies),
        append(Body, Ls0, Ls1),
        recursive_alternative(Ls1, Game, Ls)
    ;   Ls = [L|Ls1],
        recursive_alternative(Ls0, Game, Ls1)
    ).

asks_recursive(Term, Game) :-
    compound(Term),
    (   Term = call(Atom) -> functor(Atom, N, A), Game:recursive(N/A)
    ;   arg(_, Term, Argument), asks_recursive(Argument, Game)
    ), !.

list_instances(Game, N/A) :-
    functor(Atom, N, A),
    (   A > 0,
        Game:rule(Atom, [_|_]),
        \+ Game:input(N/A, _),
        clause_name(N/A, Name),
        functor(Head, Name, A),
        catch(call_with_inference_limit(
                  findall(Head, limit(20_001, Game:Head), Instances0),
                  3_000_000, Result),
              error(_, _), fail),
        Result \== inference_limit_exceeded,
        length(Instances0, Count), Count =< 20_000
    ->  list_to_set(Instances0, Instances),
        replace_clauses(Game, Head, Instances)
    ;   true
    ).

take_apart(Game, N/A) :-
    clause_name(N/A, Name),
    functor(Head, Name, A),
    (   A > 0,
        predicate_property(Game:Head, number_of_rules(0)),
        findall(Head, clause(Game:Head, true), Facts),
        flat_facts(Facts, [Whole|Flats])
    ->  replace_clauses(Game, Head, [Whole]),
        define(Game, Flats)
    ;   true
    ).

replace_clauses(Game, Head, Instances) :-
    retractall(Game:Head),
    define(Game, Instances).

rule_clause(Game, PI, Clause) :- rule_clause(Game, PI, none, Clause).

%   rule_clause(+Game, +PI, +Costs, -Clause) is nondet: Costs is literal_costs/4, or `none`.

rule_clause(Game, Name/Arity, Costs, (Goal :- Body)) :-
    functor(Head, Name, Arity),
    Game:guarded(Head, Literals0),
    early_literals(Literals0, Game, Name/Arity, Literals1),
    ( Costs == none -> Literals = Literals1 ; cheap_first(Literals1, Costs, Literals) ),
    state_goal(Game, Head, S, D, Goal),
    term_variable_set(Head, HeadVs),
    goals(Literals, Game, HeadVs, HeadVs, [], S, D, Goals),
    conjunction(Goals, Body).

% ---- the list form ---------------------------------------------------------

%!  compile_lists(+Game) is det.
%
%   Compile the rules for states that are lists of fluents, in groups (fact_groups.pl).  This
%   works for every rule file.

compile_lists(Game) :-
    group_clauses(Game, Groups),
    define(Game, Groups),
    findall(PI, ( Game:defined(PI), ( Game:needs_state(PI) ; Game:needs_step(PI) ) ),
            PIs0),
    sort(PIs0, PIs),
    findall(PI, ( member(PI, PIs), Game:by_fixpoint(PI) ), Recursive),
    initial_facts(Game, Initial),
    literal_costs(Game, Initial, static_answers(Game), Costs),
    findall(Clause,
            ( member(PI, PIs), \+ memberchk(PI, Recursive),
              relation_clause(Game, PI, Costs, Clause) ),
            Clauses),
    findall(Id, ( member(PI, Recursive), Game:component(PI, Id) ), Ids0),
    sort(Ids0, Ids),
    findall(Cs, ( member(Id, Ids), component_clauses(Id, Game, Cs) ), Css),
    append([[(seed(_, _, _, _) :- fail), (trigger(_, _, _, _, _, _) :- fail)]|Css],
           ComponentClauses),
    interface_clauses(Game, Interface),
    Facts = (facts(S2, Fs2) :- fact_groups:state_facts(Game, S2, Fs2)),
    (   Game:defined(next/1)
    ->  state_goal(Game, next(F), S, D, Next), Given = findall(F, Next, Fs)
    ;   Given = ( Fs = [] )
    ),
    Grouped = ( sort(Fs3, Set3), fact_groups:grouped_state(Game, Set3, S3) ),
    (   keeps_history(Game)
    ->  States = [ (next_facts(S, D, Fs) :- Given),
                   (plain_state(Fs3, S3) :- Grouped),
                   (met(S4, Met) :- findall('occurred so far'(Name, Times),
                                            fact_groups:fact_in_state(Game, 'occurred so far'(Name, Times), S4),
                                            Met))
                 | Made ],
        history_clauses(Game, Made)
    ;   States = [ (successor(S, D, S1) :- Given, from_facts(Fs, S1)),
                   (from_facts(Fs3, S3) :- Grouped) ]
    ),
    append([Clauses, ComponentClauses, Interface, [Facts|States]], All),
    define(Game, All),
    Game:from_facts(Initial, Start),
    define(Game, [initial(Start)]).

relation_clause(Game, PI, Costs, Clause) :-
    (   after_clause(Game, PI, After) -> Clause = After
    ;   rule_clause(Game, PI, Costs, Clause)
    ).

%!  after_clause(+Game, +Name/Arity, -Clause) is semidet.
%
%   Clause is the clause of a relation of after.pl that depends on the state; fails for another.  It makes
%   the move and asks in the state that comes, which means the same as the rules of after.pl and is
%   faster:
%
%       'in_check after'(R, M, P, S) :- state_after(Game, S, R, M, S1), 'in_check/1'(P, S1).
%
%   Where the role or the move has no value, and for the relations of the step to that state, the rules
%   are proved as semantics.pl says.

after_clause(Game, Name/Arity, (Head :- Body)) :-
    copy_relation(Name/Arity),
    functor(Atom, Name, Arity),
    state_goal(Game, Atom, S, _, Head),
    Proved = ( facts(S, Facts), semantics:provable(Game, Atom, Facts, none) ),
    (   after_literal(call(Atom), state, after(R, M, [call(Own)]))
    ->  (   Own = true(F)
        ->  Asked = ( facts(S1, Facts1), lists:member(F, Facts1) )
        ;   state_goal(Game, Own, S1, none, Asked)
        ),
        Body = ( ground(R-M)
               -> state_after:state_after(Game, S, R, M, S1), Asked
               ;  Proved
               )
    ;   Body = Proved
    ).

%   The facts of mutually recursive relations in a state are computed together, by
%   least_model.pl.

component_clauses(Id, Game, Clauses) :-
    findall(PI, Game:component(PI, Id), PIs),
    findall(Head-Goals,
            ( member(PI, PIs), recursive_rule(Game, PI, '$S', '$D', Head, Goals) ),
            Rules0),
    findall(Name/A, ( member(N/A, PIs), extended_name(Game, N/A, Name/A) ), Names),
    findall(Head-Goals,
            ( member(Head-Goals0, Rules0), maplist(without_extra(Game, PIs), Goals0, Goals) ),
            Rules),
    triggers(Rules, one_of(Names), answers(Game), Seeds, Triggers),
    findall(C, ( member(Seed, Seeds), seed_clause(Id, Seed, C) ), SeedClauses),
    findall(C, ( member(T, Triggers), trigger_clause(Id, T, C) ), TriggerClauses),
    findall(C, ( member(PI, PIs), answer_clause(Id, Game, PI, C) ), AnswerClauses),
    append([SeedClauses, TriggerClauses, AnswerClauses], Clauses).

extended_name(_, PI, Name/A) :- PI = _/A, clause_name(PI, Name).

%   A recursive goal 'p/2'(X, Y, S, D) is the fact 'p/2'(X, Y) of the model.
without_extra(Game, PIs, Goal, Fact) :-
    member(N/A, PIs),
    functor(Atom, N, A),
    state_goal(Game, Atom, _, _, Pattern),
    functor(Pattern, Name, Arity), functor(Goal, Name, Arity), !,
    Goal =.. [Name|All],
    length(As, A), append(As, _, All),
    Fact =.. [Name|As].
without_extra(_, _, Goal, Goal).

%   The constants '$S' and '$D' stand for the state and the joint move.

seed_clause(Id, Head-Goals, Clause) :-
    conjunction(Goals, Body),
    with_variables((seed(Id, '$S', '$D', Head) :- Body), _, _, Clause).

trigger_clause(Id, trigger(Fact, Head, Goals0), Clause) :-
    known_goals(Goals0, Model, Goals),
    conjunction(Goals, Body),
    with_variables((trigger(Id, Fact, '$S', '$D', Model, Head) :- Body), _, _, Clause).

known_goals([], _, []).
known_goals([G0|Gs0], Model, [G|Gs]) :-
    ( G0 = known(F) -> G = trie_gen(Model, F) ; G = G0 ),
    known_goals(Gs0, Model, Gs).

answer_clause(Id, Game, N/A, (Goal :- least_model:answers(Key, Game, Id, S, D, Model),
                                  trie_gen(Model, Fact))) :-
    atomic_list_concat([Game, Id], ' component ', Key),
    functor(Atom, N, A),
    state_goal(Game, Atom, S0, D0, Goal),
    ( Game:needs_state(N/A) -> S = S0 ; S = none ),
    ( Game:needs_step(N/A) -> D = D0 ; D = none ),
    bare(Atom, Fact).

with_variables(Term0, S, D, Term) :-
    (   Term0 == '$S' -> Term = S
    ;   Term0 == '$D' -> Term = D
    ;   compound(Term0)
    ->  compound_name_arguments(Term0, Name, As0),
        maplist(with_variables_(S, D), As0, As),
        compound_name_arguments(Term, Name, As)
    ;   Term = Term0
    ).

with_variables_(S, D, Term0, Term) :- with_variables(Term0, S, D, Term).

initial_facts(Game, Facts) :-
    (   Game:defined(init/1)
    ->  state_goal(Game, init(F), [], none, Goal),
        findall(F, Game:Goal, Fs), sort(Fs, Facts)
    ;   Facts = []
    ).

%   goals(+Literals, +Game, +HeadVs, +Asked, +Bound, +State, +Joint, -Goals)
%
%   HeadVs are the variables of the head, which may or may not have values; the variables
%   in Bound have values.  Asked are the variables whose values are used outside Literals,
%   or `all`.

goals([], _, _, _, _, _, _, []).
goals([L|Ls], Game, HeadVs, Asked, Bound, S, D, [G|Gs]) :-
    asked_outside(Ls, Asked, Asked1),
    goal(L, Game, HeadVs, Asked1, Bound, S, D, G0),
    ( one_answer_says_all(L, Asked1, Bound) -> once_only(G0, G) ; G = G0 ),
    bound_by([L], Bound, Bound1),
    goals(Ls, Game, HeadVs, Asked, Bound1, S, D, Gs).

asked_outside(_, all, all) :- !.
asked_outside(Term, Asked0, Asked) :-
    term_variable_set(Term, Vs),
    ord_union(Vs, Asked0, Asked).

%   No value that Literal gives is used elsewhere: its first answer is enough.

one_answer_says_all(Literal, Asked, Bound) :-
    Asked \== all,
    ( Literal = call(_) ; Literal = or(_) ), !,
    term_variable_set(Literal, Vs),
    ord_subtract(Vs, Bound, Free),
    ord_disjoint(Free, Asked).

once_only(Goal0, Goal) :-
    (   memberchk(Goal0, [arg(_, _, _), fail]) -> Goal = Goal0
    ;   Goal = ( Goal0 -> true )
    ).

goal(call(true(F)), Game, HeadVs, Asked, Bound, S, _, Goal) :- !,
    (   Asked == all -> fact_goal(Game, F, S, Goal)
    ;   fact_goal(Game, F, Bound, HeadVs, S, Goal)
    ).
goal(call(does(R, M)), Game, _, _, _, _, D, Goal) :- !,
    (   nonvar(R)
    ->  (   Game:role_index(R, I) -> Goal = arg(I, D, M) ; Goal = fail )
    ;   Goal = ( role_index(R, I), arg(I, D, M) )
    ).
goal(call(Atom), Game, HeadVs, Asked, Bound, S, D, Goal) :-
    functor(Atom, N, A),
    (   \+ Game:defined(N/A)
    ->  Goal = fail
    ;   by_fixpoint(Game, N/A)
    ->  general(Atom, General, Equations),
        state_goal(Game, General, S, D, Goal0),
        conjunction([Goal0|Equations], Goal)
    ;   remembered(Game, N/A), open_question(Atom, HeadVs, Asked, Bound)
    ->  state_goal(Game, Atom, S, D, Goal0),
        (   says_only_whether(Atom, Asked)
        ->  question_key(Game, whether, Atom, Key),
            Goal = least_model:open_truth(Key, S, Game:Goal0)
        ;   question_key(Game, open, Atom, Key),
            Goal = least_model:open_answer(Key, S, Game:Goal0, Atom)
        )
    ;   state_goal(Game, Atom, S, D, Goal)
    ).
goal(not(Body), Game, HeadVs, Asked, Bound, S, D, \+ Goal) :-
    goals(Body, Game, HeadVs, Asked, Bound, S, D, Goals),
    conjunction(Goals, Goal).
goal(or(Bodies), Game, HeadVs, Asked, Bound, S, D, Goal) :-
    alternatives(Bodies, Game, HeadVs, Asked, Bound, S, D, Alternatives),
    disjunction(Alternatives, Goal).
goal(aggregate(How, T, Body, N), Game, HeadVs, Asked, Bound, S, D,
     ( findall(T, Goal, Ts), sort(Ts, Distinct), ValueGoal, N = Value )) :-
    aggregated_goal(How, Distinct, Value, ValueGoal),
    asked_outside(T-N, Asked, Asked1),
    goals(Body, Game, HeadVs, Asked1, Bound, S, D, Goals),
    conjunction(Goals, Goal).
goal(test(Comparison), _, _, _, _, _, _, Goal) :- comparison_goal(Comparison, Goal).
goal(is(X, E), _, _, _, _, _, _, X is E).
goal(between(L, H, X), _, _, _, _, _, _, between(L, H, X)).

alternatives([], _, _, _, _, _, _, []).
alternatives([Body|Bodies], Game, HeadVs, Asked, Bound, S, D, [Goal|Goals]) :-
    goals(Body, Game, HeadVs, Asked, Bound, S, D, Gs),
    conjunction(Gs, Goal),
    alternatives(Bodies, Game, HeadVs, Asked, Bound, S, D, Goals).

%   A goal with only free variables is called again for each answer of the literals before
%   it, so its answers in a state are cached.  So are the answers for constants that a rule
%   names, if more than one of them is used.

remembered(Game, Name/Arity) :-
    Game:needs_state(Name/Arity),
    \+ Game:needs_step(Name/Arity),
    functor(Head, Name, Arity),
    Game:rule(Head, [_, _|_]), !.

open_question(Atom, HeadVs, Asked, Bound) :-
    term_variable_set(Atom, Vs),
    ord_disjoint(Vs, HeadVs),
    ord_disjoint(Vs, Bound),
    (   Atom =.. [_|As], length(As, N), length(Vs, N), maplist(var, As)
    ->  true
    ;   Asked \== all, \+ ord_disjoint(Vs, Asked)
    ).

%   No value of Atom is used: any answer will do.

says_only_whether(Atom, Asked) :-
    Asked \== all,
    term_variable_set(Atom, Vs),
    ord_disjoint(Vs, Asked).

%   Variants of the same goal share one Key, wherever they are called.

question_key(Game, Kind, Atom, Key) :-
    copy_term(Atom, Question),
    numbervars(Question, 0, _),
    format(atom(Key), '~w ~w ~q', [Game, Kind, Question]).

%   The relations that do not depend on the state are compiled before it is known which
%   relations need no fixpoint.

by_fixpoint(Game, PI) :-
    \+ Game:input(PI, _),
    (   predicate_property(Game:by_fixpoint(_), defined) -> Game:by_fixpoint(PI)
    ;   Game:recursive(PI)
    ).

%!  comparison_goal(+Comparison, -Goal) is det.

comparison_goal(distinct(X, Y), X \== Y) :- !.
comparison_goal(dif(X, Y), X \== Y) :- !.
comparison_goal(short(N, Where), bounded_arithmetic:must_be_short(N, Where)) :- !.
comparison_goal(small(Ts, Where), Goal) :- !, small_goal(Ts, Where, Goal).
comparison_goal(Test, Goal) :- kind_goal(Test, Goal), !.
comparison_goal(Goal, Goal).

conjunction([], true).
conjunction([G|Gs], Goal) :- conjunction(Gs, G, Goal).

conjunction([], G, G).
conjunction([G1|Gs], G0, (G0, G)) :- conjunction(Gs, G1, G).

disjunction([G], G) :- !.
disjunction([G|Gs], (G ; Rest)) :- disjunction(Gs, Rest).
