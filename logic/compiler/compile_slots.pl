:- encoding(utf8).
:- module(compile_slots,
          [ compile_slots/4             % +Game, +Initial, +Fluents, +Functional
          ]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(lists), [append/2, append/3, member/2, nth1/3]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(logic(compiler/compile_lists)).
:- use_module(logic(compiler/demand), [asked_atom/3]).
:- use_module(logic(language/aggregates), [aggregated/3, aggregated_goal/4]).
:- use_module(logic(language/bounded_arithmetic)).

/** <module> The slot form, the fast one: a state has one slot for each key

When the fluents that may hold are known (relaxation.pl), a state is a term
s(V1, ..., Vn).  It has one slot for each key of a functional fluent
(functional_fluents.pl) and one for each instance of any other fluent.  For tic-tac-toe:

    s(b, b, b, b, x, b, b, b, b, o)       cell(1,1) ... cell(3,3), control

A slot holds the value of the fluent; `'$absent'` if the fluent does not hold; or
`'$present'` if a fluent without a value holds.

Each rule is unfolded over what is known before the game begins.  A fluent with a known
key becomes an argument of the state, matched in the head; arithmetic, comparisons and
facts are evaluated; a negated fluent becomes a comparison.

    line(P) :- true(cell(C, 1, P)), true(cell(C, 2, P)), true(cell(C, 3, P)).

becomes one clause for each column, the first

    'line/1'(P, s(P, P, P, _, _, _, _, _, _, _)) :- P \== '$absent'.

The next state is computed slot by slot, each by its own clauses.  The order of the
answers is that of the list form.  If the unfolding of a rule exceeds its bounds, it is
repeated, and literals that match many slots are left for running time; compile_slots/4
fails if that does not help.
*/

most_slots(500).
most_clauses(60_000).

%!  compile_slots(+Game, +Initial, +Fluents, +Functional) is semidet.

compile_slots(Game, Initial, Fluents, Functional) :-
    slots(Fluents, Functional, Slots),
    length(Slots, N),
    most_slots(Most), N > 0, N =< Most,
    forall(member(F, Initial), member(slot(F, _, _, _), Slots)),
    findall(PI, ( Game:defined(PI), ( Game:needs_state(PI) ; Game:needs_step(PI) ),
                  PI \== next/1 ), PIs0),
    sort(PIs0, PIs),
    \+ ( member(PI, PIs), Game:by_fixpoint(PI) ),
    findall(R, Game:role(R), Roles),
    Context = context(Game, Slots, N, Roles),
    findall(PI, member(single(PI), Functional), Singles),
    catch(call_with_inference_limit(
              all_clauses(PIs, Context, Clauses), 40_000_000, Result),
          too_many_clauses, fail),
    Result \== inference_limit_exceeded,
    lookup_clauses(Slots, Lookup),
    conversions(Context, Singles, Conversions),
    interface_clauses(Game, Interface),
    append([Lookup, Clauses, Conversions, Interface], All),
    define(Game, All),
    Game:from_facts(Initial, Start),
    define(Game, [initial(Start)]).

%   slot(Fluent, Index, Value, Kind): Fluent with Value in its last argument is
%   kept at Index; Kind is `value`, or `mark` for present and absent.

slots(Fluents, Functional, Slots) :-
    findall(Key, ( member(F, Fluents), slot_key(F, Functional, Key) ), Keys0),
    sort(Keys0, Keys),
    numbered(Keys, 1, Slots).

slot_key(F, Functional, value(Prefix, N, A)) :-
    functor(F, N, A), memberchk(N/A, Functional), !,
    F =.. [_|As],
    append(Prefix, [_], As).
slot_key(F, _, mark(F)).

numbered([], _, []).
numbered([Key|Keys], I, [Slot|Slots]) :-
    (   Key = value(Prefix, N, _)
    ->  append(Prefix, [V], As), F =.. [N|As], Slot = slot(F, I, V, value)
    ;   Key = mark(F), Slot = slot(F, I, '$present', mark)
    ),
    I1 is I + 1,
    numbered(Keys, I1, Slots).

%   Lookup of a slot whose key is known only at running time: one relation for each kind
%   of fluent, such as 'cell/3 slot'(C, R, V, Index, V).

lookup_clauses(Slots, Clauses) :-
    findall(Clause, ( member(slot(F, I, V, _), Slots), lookup(F, I, V, Clause) ), Clauses).

lookup(F, I, V, Clause) :-
    functor(F, N, A),
    lookup_name(N/A, Name),
    F =.. [_|As],
    append(As, [I, V], Arguments),
    Clause =.. [Name|Arguments].

lookup_name(PI, Name) :-
    clause_name(PI, Name0),
    atom_concat(Name0, ' slot', Name).

%   Conversion between states and their facts: slot_fact(Index, Value, Fluent).

conversions(context(Game, Slots, N, _), Singles, [Facts, FromFacts|Values]) :-
    findall(slot_fact(I, V, F), member(slot(F, I, V, _), Slots), Values0),
    ( Values0 == [] -> Values = [(slot_fact(_, _, _) :- fail)] ; Values = Values0 ),
    Facts = (facts(S, Fs) :-
                findall(F1,
                        ( arg(I1, S, V1), V1 \== '$absent', slot_fact(I1, V1, F1) ),
                        Fs0),
                sort(Fs0, Fs)),
    FromFacts = (from_facts(Fs2, S2) :-
                    forall(lists:member(PI2, Singles), compile_slots:must_be_single(PI2, Fs2)),
                    compile_slots:filled(Fs2, Game, N, S2)).

must_be_single(Name/Arity, Facts) :-
    functor(F, Name, Arity),
    findall(F, member(F, Facts), Fs),
    ( Fs = [One, Other|_] -> throw(error(not_single(One, Other), _)) ; true ).

filled(Facts, Game, N, State) :-
    functor(State, s, N),
    maplist(fill(Game, State), Facts),
    State =.. [_|Values],
    maplist(absent_unless_known, Values).

fill(Game, State, Fact) :-
    (   Game:slot_fact(I, Value, Fact)
    ->  arg(I, State, Known),
        (   Known = Value -> true ; throw(error(not_functional(Fact), _)) )
    ;   throw(error(not_possible(Fact), _))
    ).

absent_unless_known(Value) :- ( var(Value) -> Value = '$absent' ; true ).

% ---- clauses ---------------------------------------------------------------

all_clauses(PIs, Context, Clauses) :-
    findall(Cs, ( member(PI, PIs), relation_clauses(PI, Context, Cs) ), Css),
    next_clauses(Context, Next),
    append([Next|Css], Clauses),
    length(Clauses, Count),
    most_clauses(Most),
    ( Count =< Most -> true ; throw(too_many_clauses) ).

relation_clauses(PI, context(Game, _, _, _), [Clause]) :- after_clause(Game, PI, Clause), !.
relation_clauses(Name/Arity, Context, Clauses) :-
    Context = context(Game, _, _, _),
    functor(Head, Name, Arity),
    findall(Cs,
            ( Game:guarded(Head, Body),
              state_goal(Game, Head, S, D, Goal),
              ( asked_atom(Game, Head, Asked) -> term_variables(Asked, Known) ; Known = [] ),
              unfolded(Goal, Body, S, D, Context, Known, Cs) ),
            Css),
    append(Css, Clauses0),
    (   Clauses0 == []
    ->  state_goal(Game, Head, _, _, Never), Clauses = [(Never :- fail)]
    ;   Clauses = Clauses0
    ).

%   The next state, slot by slot.  Because the fluents are functional, the first value
%   that a rule gives is the only one.

next_clauses(Context, [Successor|Clauses]) :-
    Context = context(_, Slots, N, _),
    functor(State, s, N),
    findall(I-Cs, ( member(Slot, Slots), slot_clauses(Slot, Context, I, Cs) ), Pairs),
    next_goals(Pairs, State, S, D, Goals),
    conjunction(Goals, Body),
    Successor = (successor(S, D, State) :- Body),
    findall(C, ( member(_-Cs, Pairs), Cs \= [_], member(C, Cs) ), Clauses).

next_goals([], _, _, _, []).
next_goals([I-Cs|Pairs], State, S, D, Goals) :-
    arg(I, State, V),
    (   Cs = [(_ :- V0)] -> V = V0, Goals = Goals1
    ;   slot_name(I, Name), Goal =.. [Name, S, D, V], Goals = [Goal|Goals1]
    ),
    next_goals(Pairs, State, S, D, Goals1).

slot_name(I, Name) :- atom_concat('next ', I, Name).

slot_clauses(Slot, Context, I, Clauses) :-
    Context = context(Game, _, _, _),
    copy_term(Slot, slot(F, I, V, _)),
    slot_name(I, Name),
    Head =.. [Name, S, D, V],
    findall(Cs, ( Game:guarded(next(F), Body), unfolded(Head, Body, S, D, Context, [], Cs) ),
            Css),
    append(Css, Clauses0),
    (   Clauses0 == []
    ->  Clauses = [(Head :- '$absent')]
    ;   maplist(first_only, Clauses0, Clauses1),
        Absent =.. [Name, _, _, '$absent'],
        append(Clauses1, [Absent], Clauses)
    ).

first_only((Head :- Body), (Head :- Body1)) :- !,
    (   Body == true -> Body1 = ! ; Body1 = (Body, !) ).
first_only(Head, (Head :- !)).

%   The clauses of one rule: unfold all literals if possible, otherwise fewer.  Known are the
%   variables that every caller binds.

unfolded(Head, Body, S, D, Context, Known, Clauses) :-
    member(Fuel-Most, [6000-6000, 40-400, 8-200, 1-200]),
    Most1 is Most + 1,
    findall(Clause,
            limit(Most1, residual_clause(Head, Body, S, D, Context, Known, Fuel, Clause)),
            Clauses),
    length(Clauses, Count),
    Count =< Most, !.
unfolded(_, _, _, _, _, _, _) :- throw(too_many_clauses).

residual_clause(Head, Body, S, D, Context, Known, Fuel, Clause) :-
    Context = context(_, _, N, Roles),
    functor(P, s, N),
    length(Roles, R), functor(J, d, R),
    residual(Body, c(Context, Fuel, S, D, P, J), Known, Goals0),
    without_repetition(Goals0, [], Goals),
    pattern(S, P, Head-Goals, Goals, Goals1),
    pattern(D, J, Head-Goals1, Goals1, Goals2),
    conjunction(Goals2, Goal),
    (   Goal == true -> Clause = Head ; Clause = (Head :- Goal) ).

%   Match the state in the head, or in the body if a goal needs the whole state.

pattern(S, P, Rest, Goals0, Goals) :-
    (   says_nothing(P, Rest) -> Goals = Goals0
    ;   term_variables(Goals0, Vs), member(V, Vs), V == S
    ->  Goals = [S = P|Goals0]
    ;   S = P, Goals = Goals0
    ).

says_nothing(P, Rest) :-
    P =.. [_|As],
    maplist(var, As),
    term_variables(As, Vs), length(As, N), length(Vs, N),
    term_variables(Rest, Others),
    \+ ( member(A, As), member(V, Others), A == V ).

without_repetition([], _, []).
without_repetition([G|Gs], Seen, Goals) :-
    (   G = (_ \== _), member(H, Seen), G == H
    ->  Goals = Goals1
    ;   Goals = [G|Goals1]
    ),
    without_repetition(Gs, [G|Seen], Goals1).

% ---- unfolding -------------------------------------------------------------

%   residual(+Literals, +Clause, +Known, -Goals) is nondet.
%
%   Goals is the rest of Literals in one case of the unfolding; the patterns of the state
%   and of the joint move in Clause are narrowed to that case.  Known are the variables
%   that have a value when Goals run.

residual([], _, _, []).
residual([L|Ls], C, Known, Goals) :-
    residual_literal(L, C, Known, Known1, Goals, Goals1),
    acyclic_term(L),
    residual(Ls, C, Known1, Goals1).

residual_literal(call(true(F)), C, K0, K, Gs0, Gs) :- !,
    C = c(context(_, Slots, _, _), Fuel, S, _, P, _),
    findall(Slot, ( Slot = slot(F, _, _, _), member(Slot, Slots) ), Matching),
    length(Matching, Count),
    Matching = [slot(_, _, _, Kind)|_],
    (   Count > 1, nonvar(F),
        ( Count > Fuel ; key_known(Kind, F, K0) )
    ->  functor(F, N, A), lookup_name(N/A, Name),
        F =.. [_|As],
        append(As, [I, V], LookupArguments),
        Lookup =.. [Name|LookupArguments],
        (   Kind == mark -> V = '$present' ; last_argument(F, V) ),
        Gs0 = [Lookup, arg(I, S, V)|Gs1],
        add_known(F, K0, K)
    ;   Count =< Fuel
    ->  member(slot(F, I, V, _), Matching),
        arg(I, P, V),
        add_known(V, K0, K),
        Gs0 = Gs1
    ;   Gs0 = [facts(S, Facts), lists:member(F, Facts)|Gs1],
        V = '$present',
        add_known(F, K0, K)
    ),
    (   var(V) -> Gs1 = [V \== '$absent'|Gs] ; Gs1 = Gs ).
residual_literal(call(does(R, M)), C, K0, K, Gs, Gs) :- !,
    C = c(context(_, _, _, Roles), _, _, _, _, J),
    nth1(I, Roles, R),
    arg(I, J, M),
    add_known(M, K0, K).
residual_literal(call(Atom), C, K0, K, Gs0, Gs) :- !,
    C = c(context(Game, _, _, _), Fuel, S, D, _, _),
    functor(Atom, N, A),
    state_goal(Game, Atom, S, D, Goal),
    (   ( Game:needs_state(N/A) ; Game:needs_step(N/A) )
    ->  Gs0 = [Goal|Gs], add_known(Atom, K0, K)
    ;   \+ Game:defined(N/A)
    ->  fail
    ;   \+ ( asked_atom(Game, Atom, Asked), \+ ground(Asked) ),
        few_solutions(Atom, Game:Goal, K0, Fuel)
    ->  Gs0 = Gs, K0 = K,
        Game:Goal
    ;   Gs0 = [Goal|Gs], add_known(Atom, K0, K)
    ).
residual_literal(test(Comparison), _, K, K, Gs0, Gs) :- !,
    comparison_goal(Comparison, Goal),
    (   decided(Goal, Truth)
    ->  Truth == true, Gs0 = Gs
    ;   Gs0 = [Goal|Gs]
    ).
residual_literal(is(X, E), _, K0, K, Gs0, Gs) :- !,
    (   ground(E), has_value(short_value(Value, E))
    ->  X = Value, Gs0 = Gs, K0 = K
    ;   Gs0 = [X is E|Gs], add_known(X, K0, K)
    ).
residual_literal(between(L, H, X), C, K0, K, Gs0, Gs) :- !,
    C = c(_, Fuel, _, _, _, _),
    (   ground(L-H), integer(X)
    ->  between(L, H, X), Gs0 = Gs, K0 = K
    ;   ground(L-H), \+ is_known(X, K0), H - L < Fuel
    ->  between(L, H, X), Gs0 = Gs, K0 = K
    ;   Gs0 = [between(L, H, X)|Gs], add_known(X, K0, K)
    ).
residual_literal(or(Bodies), C, K0, K, Gs0, Gs) :- !,
    member(Body, Bodies),
    residual(Body, C, K0, Goals),
    append(Goals, Gs, Gs0),
    add_known(Body, K0, K).
residual_literal(not(Body), C, K, K, Gs0, Gs) :- !,
    cases(none, Body, C, K, Vs, Found),
    maplist(as_goals(Vs, ==), Found, Cases),
    (   Cases == [] -> Gs0 = Gs
    ;   memberchk([], Cases) -> fail
    ;   Cases = [[X == Y]] -> Gs0 = [X \== Y|Gs]
    ;   maplist(conjunction, Cases, Alternatives),
        disjunction(Alternatives, Goal),
        Gs0 = [\+ Goal|Gs]
    ).
residual_literal(aggregate(How, T, Body, N), C, K0, K, Gs0, Gs) :-
    ( How == count, nonvar(N) -> integer(N), N >= 0 ; true ),
    cases(T, Body, C, K0, Vs, Found),
    (   How == count, ground(N), all_must_hold(Found, N, Vs, Goals)
    ->  append(Goals, Gs, Gs0), K0 = K
    ;   How == count, ground(N), sure_to_differ(Found, N)
    ->  fail
    ;   Found == []
    ->  aggregated(How, [], N), Gs0 = Gs, K0 = K
    ;   maplist(instance_goals(Vs, T), Found, Cases),
        maplist(conjunction, Cases, Alternatives),
        disjunction(Alternatives, Goal),
        aggregated_goal(How, Distinct, Value, ValueGoal),
        Gs0 = [findall(T, Goal, Ts), sort(Ts, Distinct), ValueGoal, N = Value|Gs],
        add_known(N, K0, K)
    ).

%   N instances are required and exactly N are possible: all must hold.

all_must_hold(Found, N, Vs, Goals) :-
    distinct_instances(Found, N),
    length(Found, N),
    maplist(all_said(Vs), Found, Goals0),
    append(Goals0, Goals).

all_said(Vs, case(_, Vs, Goals), Goals).

sure_to_differ(Found, N) :-
    findall(T, member(case(T, _, _), Found), Ts),
    ground(Ts),
    sort(Ts, Distinct),
    length(Distinct, Count),
    Count < N.

distinct_instances(Found, N) :-
    findall(T, member(case(T, _, _), Found), Ts),
    ground(Ts),
    sort(Ts, Distinct),
    length(Distinct, N).

instance_goals(Vs, T, case(T1, Ws, Goals0), [T = T1|Goals]) :-
    as_goals(Vs, =, case(T1, Ws, Goals0), Goals).

%   cases(+Template, +Body, +Clause, +Known, -Vs, -Cases): the cases of Body, each
%   case(Template, Ws, Goals), a copy in which Ws stand for Vs, the variables that
%   are known outside Body or belong to the patterns of state and move.

cases(T, Body, C, Known, Vs, Cases) :-
    C = c(_, _, S, D, P, J),
    term_variables(f(S, D, P, J), Vs0),
    term_variables(T-Body, Inner),
    known_among(Inner, Known, Shared),
    append(Vs0, Shared, Vs1),
    without_doubles(Vs1, Vs),
    findall(case(T, Vs, Goals), residual(Body, C, Known, Goals), Cases),
    length(Cases, Count),
    ( Count =< 6000 -> true ; throw(too_many_clauses) ).

known_among([], _, []).
known_among([V|Vs], Known, Shared) :-
    (   is_known(V, Known) -> Shared = [V|Shared1] ; Shared = Shared1 ),
    known_among(Vs, Known, Shared1).

without_doubles(Vs0, Vs) :- term_variables(Vs0, Vs).

%   The constraints of a case on the outer variables, as goals `Variable Op Value`.  A fresh
%   variable stands for the outer variable at its place and is no constraint.  A value is one,
%   and so is the variable of another place.  A value with a local variable of the case is
%   matched, whatever Op is.

as_goals(Vs, Op, case(_, Ws, Goals0), Goals) :-
    pairs_keys_values(Pairs0, Ws, Vs),
    keysort(Pairs0, Pairs),
    said(Pairs, Op, Vs, Said),
    append(Said, Goals0, Goals1),
    without_repetition(Goals1, [], Goals).

said([], _, _, []).
said([W-V|Pairs], Op, Vs, Said) :-
    (   var(W)
    ->  W = V,
        same_again(Pairs, V, Op, Pairs1, Said, Said1)
    ;   term_variables(W, Inner), member(Local, Inner), \+ is_known(Local, Vs)
    ->  Said = [V = W|Said1], Pairs1 = Pairs
    ;   Goal =.. [Op, V, W], Said = [Goal|Said1], Pairs1 = Pairs
    ),
    said(Pairs1, Op, Vs, Said1).

%   Sorting puts the places of a variable side by side.

same_again([W-V|Pairs0], V0, Op, Pairs, [Goal|Said0], Said) :-
    W == V0, !,
    Goal =.. [Op, V, V0],
    same_again(Pairs0, V0, Op, Pairs, Said0, Said).
same_again(Pairs, _, _, Pairs, Said, Said).

few_solutions(Atom, Goal, Known, Fuel) :-
    (   ground(Atom) -> true
    ;   term_variables(Atom, Vs),
        \+ ( member(V, Vs), is_known(V, Known) ),
        Fuel1 is Fuel + 1,
        findall(x, limit(Fuel1, Goal), Xs),
        length(Xs, Count),
        Count =< Fuel
    ).

decided(X \== Y, Truth) :- !,
    (   X == Y -> Truth = false ; X \= Y -> Truth = true ; fail ).
decided(Goal, Truth) :-
    ground(Goal),
    has_value(( call(Goal) -> Truth = true ; Truth = false )).

%   An arithmetic error is left for running time, because the rule may never reach it.

has_value(Goal) :- catch(Goal, error(_, _), fail).

key_known(Kind, F, Known) :-
    F =.. [_|As],
    ( Kind == mark -> Key = As ; append(Key, [_], As) ),
    term_variables(Key, Vs),
    Vs = [_|_],
    \+ ( member(V, Vs), \+ is_known(V, Known) ).

last_argument(F, V) :- functor(F, _, A), arg(A, F, V).

is_known(V, Known) :- member(W, Known), V == W, !.

add_known(Term, Known0, Known) :-
    term_variables(Term, Vs),
    append(Vs, Known0, Known).
