:- encoding(utf8).
:- module(relaxation,
          [ possible_instances/4,       % +Game, +Functional, -Fluents, -Moves
            possible_instances/5,       % +Game, +Functional, +Most, -Fluents, -Moves
            relaxed_facts/6,            % +Game, +Functional, +PIs, +More, +Most, -Facts
            common_variables/3          % +Term, +Around, -Variables
          ]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(lists), [append/3, member/2, nth1/3]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(logic(compiler/compile_lists)).
:- use_module(logic(compiler/demand)).
:- use_module(logic(compiler/functional_fluents), [fluent_key/4]).
:- use_module(logic(compiler/least_model)).
:- use_module(logic(language/aggregates), [aggregated/3]).
:- use_module(logic(language/history), [keeps_history/1]).
:- use_module(logic(language/literals), [inner_atom/2]).
:- use_module(logic(language/whole_numbers), [kind_test/1]).

/** <module> The fluents that may ever hold and the moves that may ever be legal

They come from the relaxed game: a fluent holds for ever once it has held, a move can be
made at any time once it has been legal, and negated literals are ignored.  The least model
of the relaxed game (least_model.pl) contains all fluents and moves of the game itself,
and possibly more.

Relations that do not depend on the state are called directly.  The result of a count is
unknown, unless Game:most(Count, N) bounds it by 0 and N.  Tests of an unknown number are
omitted; if a fluent or a move contains one, the instances cannot be listed.
*/

%!  possible_instances(+Game, +Functional, -Fluents, -Moves) is semidet.
%!  possible_instances(+Game, +Functional, +Most, -Fluents, -Moves) is semidet.
%
%   Functional are the fluents known to be functional (functional_fluents.pl).  Fluents is
%   the ordered set of the fluents that may hold, Moves the ordered set of all Role-Move.
%   Fails if they cannot be listed within Most inferences.
%   @error huge_term(Most, Where) if terms grow without end

possible_instances(Game, Functional, Fluents, Moves) :-
    possible_instances(Game, Functional, 6_000_000, Fluents, Moves).

possible_instances(Game, Functional, Most, Fluents, Moves) :-
    \+ keeps_history(Game),                % the numbers of occurrences have no bound
    possibly_asked([next/1, legal/2], Game, [], PIs),
    relaxed_facts(Game, Functional, PIs, [], Most, Facts),
    findall(F, member(holds(F), Facts), Fs),
    findall(R-M, member('legal/2'(R, M), Facts), Ms),
    ground(Fs-Ms),
    sort(Fs, Fluents),
    sort(Ms, Moves).

%   possibly_asked(+Agenda, +Game, +PIs0, -PIs): PIs are PIs0, and what the relations of Agenda ask
%   outside negations and counts, which the relaxed game ignores.

possibly_asked([], _, PIs, PIs).
possibly_asked([PI|Agenda], Game, PIs0, PIs) :-
    (   memberchk(PI, PIs0)
    ->  possibly_asked(Agenda, Game, PIs0, PIs)
    ;   PI = Name/Arity, functor(Head, Name, Arity),
        findall(N/A, ( Game:rule(Head, Body), open_atom(Body, Atom), functor(Atom, N, A) ), Asked0),
        sort(Asked0, Asked),
        append(Asked, Agenda, Agenda1),
        possibly_asked(Agenda1, Game, [PI|PIs0], PIs)
    ).

open_atom(Body, Atom) :-
    member(L, Body),
    (   L = call(Atom)
    ;   L = or(Bodies), member(Inner, Bodies), open_atom(Inner, Atom)
    ).

%!  relaxed_facts(+Game, +Functional, +PIs, +More, +Most, -Facts) is semidet.
%
%   Facts is the least model of the relaxed game, restricted to what PIs (Name/Arity)
%   need: a list of holds(Fluent), of 'name/2'(X, Y) for the relations that depend on the
%   state or the step, and of the heads of More, additional rules Head-Literals.  A
%   variable in a fact stands for an unknown value.  Fails after Most inferences.
%   @error huge_term(Most, Where)

relaxed_facts(Game, Functional, PIs, More, Most, Facts) :-
    ways(Game, PIs, Most, Ways),
    once(append(First, [Reach-Inferences], Ways)),
    (   member(Reach1-Inferences1, First),
        catch(relaxed_facts(Reach1, Game, Functional, PIs, More, Inferences1, Facts),
              error(huge_term(_, _), _), fail)
    ->  true
    ;   relaxed_facts(Reach, Game, Functional, PIs, More, Inferences, Facts)
    ).

%   ways(+Game, +PIs, +Most, -Ways): Ways are tried in this order, each with its limit.  Tests
%   assert only(Way), or only(none), because the game must not depend on the way.

:- dynamic(only/1).

ways(_, _, Most, Ways) :-
    only(Reach), !,
    ( Reach == none -> Ways = [] ; Ways = [Reach-Most] ).
ways(Game, PIs, Most, [near-Few, far-Most, near-Most]) :-
    asks_for_moves(Game, PIs), !,
    Few is Most // 6.
ways(_, _, Most, [near-Most]).

%   relaxed_facts(+Reach, +Game, +Functional, +PIs, +More, +Most, -Facts): the conditions
%   of a legal move are added to a rule of next/1 that uses the move; if Reach is `far`,
%   also to a rule that uses a relation that uses the move.

relaxed_facts(Reach, Game, Functional, PIs0, More, Most, Facts) :-
    findall(PI, ( member(PI, PIs0), relaxed_relation(Game, PI) ), PIs1),
    sort(PIs1, PIs),
    catch(call_with_inference_limit(
              ( findall(Rule,
                        ( relaxed_rule(Game, reasons(Functional, Reach), PIs, Rule)
                        ; demand_rules(Game, PIs, Asked),
                          member(rule(Head, Literals0, Atom, _), Asked),
                          changes(Game, Atom),
                          listed_alternative(Literals0, Literals),
                          relaxed_body(Literals, Head, Game, Goals),
                          Rule = Head-Goals
                        ; member(Head-Literals0, More),
                          listed_alternative(Literals0, Literals),
                          relaxed_body(Literals, Head, Game, Goals),
                          Rule = Head-Goals
                        ),
                        Rules),
                triggers(Rules, derived, answers(Game), Seeds, Triggers),
                least_model(Seeds, Triggers, Facts) ),
              Most, Result),
          unlisted, fail),
    Result \== inference_limit_exceeded.

%   Goals of the game itself are module-qualified; goals derived here are not.

derived(Goal) :- Goal \= _:_.

relaxed_rule(Game, Reasons, PIs, Head-Goals) :-
    member(PI, PIs),
    relaxed_clause(Game, Reasons, PI, Head, Goals).
relaxed_rule(Game, _, _, holds(F)-[Game:Goal]) :-
    Game:defined(init/1),
    state_goal(Game, init(F), [], none, Goal).
relaxed_rule(Game, _, _, 'legal/2'(R, noop)-[Game:role(R)]) :-
    Game:implicit_noop.
relaxed_rule(Game, _, PIs, Head-[Game:Goal]) :-      % the same in all states
    member(Atom, [legal(_, _), next(_)]),
    functor(Atom, N, A),
    Game:defined(N/A),
    \+ memberchk(N/A, PIs),
    plain(Atom, Head),
    state_goal(Game, Atom, _, _, Goal).
relaxed_rule(Game, _, _, holds(F)-['next/1'(F)]) :-
    Game:defined(next/1).

relaxed_relation(Game, PI) :-
    Game:defined(PI),
    ( Game:needs_state(PI) ; Game:needs_step(PI) ).

changes(Game, Atom) :- functor(Atom, Name, Arity), relaxed_relation(Game, Name/Arity), !.

relaxed_clause(Game, reasons(Functional, Reach), Name/Arity, Relaxed, Goals) :-
    functor(Head, Name, Arity),
    Game:guarded(Head, Literals0),
    listed_alternative(Literals0, Literals1),
    (   Name/Arity == next/1
    ->  with_moves(Reach, Game, Literals1, Literals2),
        with_reasons(Literals2, Game, Literals3),
        listed_alternative(Literals3, Literals4),
        same_values(Literals4, Functional, [], Literals5, Pairs),
        same_or_apart(Reach, Pairs, Apart),
        append(Literals5, Apart, Literals)
    ;   Literals = Literals1
    ),
    plain(Head, Relaxed),
    asked_body(Game, Head, Literals, Asked),
    relaxed_body(Asked, Head, Game, Goals0),
    (   Name/Arity == next/1 -> before_the_end(Goals0, Game, Goals) ; Goals = Goals0 ).

%   listed_alternative(+Literals0, -Literals) is nondet.
%   @throws unlisted if there are too many

listed_alternative(Literals0, Literals) :-
    ( few_alternatives(Literals0) -> true ; throw(unlisted) ),
    alternative(Literals0, Literals).

%   No step starts from a terminal state: often a single fluent excludes it.

before_the_end([], _, []).
before_the_end([G|Gs0], Game, [G|Gs]) :-
    (   G = holds(F), ending_fluent(Game, Pattern, _), \+ F \= Pattern
    ->  Gs = [relaxation:( \+ over(Game, F) )|Gs1]
    ;   Gs = Gs1
    ),
    before_the_end(Gs0, Game, Gs1).

over(Game, F) :- ending_fluent(Game, F, Goal), call(Goal), !.

%   ending_fluent(+Game, ?Fluent, -Goal) is nondet: the game is over when Fluent holds and
%   Goal, which needs no state.

ending_fluent(Game, Fluent, Goal) :-
    Game:rule(terminal, Body),
    append(Before, [call(true(Fluent))|After], Body),
    append(Before, After, Rest),
    same_in_all_states(Rest, Game),
    relaxed_body(Rest, Fluent, Game, Goals),
    conjunction(Goals, Goal).

%   with_reasons(+Literals0, +Game, -Literals) is nondet: a move that is made is legal, so
%   the body of one of the rules for its legality holds, too.

with_reasons([], _, []).
with_reasons([call(does(R, M))|Ls0], Game, [call(does(R, M))|Ls]) :-
    findall(x, Game:rule(legal(R, M), _), Rules),
    length(Rules, Count), Count < 20, !,
    (   Game:rule(legal(R, M), Body),
        acyclic_term(M),
        append(Body, Ls1, Ls)
    ;   Game:implicit_noop, M = noop, Ls = Ls1
    ),
    with_reasons(Ls0, Game, Ls1).
with_reasons([L|Ls0], Game, [L|Ls]) :-
    with_reasons(Ls0, Game, Ls).

asks_for_moves(Game, PIs) :-
    memberchk(next/1, PIs),
    Game:rule(next(_), Body),
    inner_atom(Body, Atom),
    moves_within(Game, Atom, _), !.

%   with_moves(+Reach, +Game, +Literals0, -Literals) is nondet: if Reach is `far`, the
%   relations that use moves are replaced by the bodies of their rules.
%   @throws unlisted if there are too many ways

with_moves(near, _, Literals, Literals).
with_moves(far, Game, Literals0, Literals) :-
    most_ways(Most),
    More is Most + 1,
    findall(Literals0-Literals1, limit(More, moves_unfolded(Literals0, Game, Literals1)), Ways),
    length(Ways, Count),
    ( Count =< Most -> true ; throw(unlisted) ),
    member(Literals0-Literals, Ways).

most_ways(100).

moves_unfolded([], _, []).
moves_unfolded([L|Ls0], Game, Ls) :-
    (   L = call(Atom), \+ \+ moves_within(Game, Atom, _)
    ->  moves_within(Game, Atom, Body0),
        listed_alternative(Body0, Body),
        append(Body, Ls0, Ls1),
        moves_unfolded(Ls1, Game, Ls)
    ;   Ls = [L|Ls1],
        moves_unfolded(Ls0, Game, Ls1)
    ).

moves_within(Game, Atom, Body) :-
    functor(Atom, N, A),
    N/A \== does/2,
    Game:needs_step(N/A),
    \+ Game:recursive(N/A),
    Game:rule(Atom, Body),
    acyclic_term(Atom).

%   same_values(+Literals0, +Functional, +Met, -Literals, -Pairs) is semidet: fluents with
%   the same key have the same value. Pairs has the pairs whose keys may become equal.

same_values([], _, _, [], []).
same_values([call(true(F))|Ls0], Functional, Met, [call(true(F))|Ls], Pairs) :-
    fluent_key(Functional, F, Key, V), !,
    forall_same(Met, Key, V, Pairs, Pairs1),
    same_values(Ls0, Functional, [met(Key, V)|Met], Ls, Pairs1).
same_values([L|Ls0], Functional, Met, [L|Ls], Pairs) :-
    same_values(Ls0, Functional, Met, Ls, Pairs).

forall_same([], _, _, Pairs, Pairs).
forall_same([met(Key, W)|Met], Key1, V, Pairs, Pairs2) :-
    (   Key == Key1 -> unify_with_occurs_check(V, W), Pairs = Pairs1
    ;   Key \= Key1 -> Pairs = Pairs1
    ;   Pairs = [pair(Key-W, Key1-V)|Pairs1]
    ),
    forall_same(Met, Key1, V, Pairs1, Pairs2).

%   same_or_apart(+Reach, +Pairs, -Literals) is nondet: if Reach is `far`, either the keys of a
%   pair are equal, and so are the values, or Literals say that the keys differ.
%   @throws unlisted if there are too many ways

same_or_apart(near, _, []).
same_or_apart(far, Pairs, Literals) :-
    length(Pairs, Count),
    ( Count =< 6 -> true ; throw(unlisted) ),
    same_or_apart(Pairs, Literals).

same_or_apart([], []).
same_or_apart([pair(Key1-V1, Key2-V2)|Pairs], Literals) :-
    (   unify_with_occurs_check(Key1-V1, Key2-V2), Literals = Literals1
    ;   Key1 \== Key2, Literals = [test(dif(Key1, Key2))|Literals1]
    ),
    same_or_apart(Pairs, Literals1).

plain(Atom, Goal) :-
    Atom =.. [Name|Arguments],
    length(Arguments, Arity),
    clause_name(Name/Arity, Mangled),
    Goal =.. [Mangled|Arguments].

%   relaxed_body(+Literals, +Outside, +Game, -Goals): Outside is the rest of the rule.  A
%   variable that is still free when a negation, a count or arithmetic is called has an
%   unknown value, and the literal is not checked.

relaxed_body([], _, _, []).
relaxed_body([L|Ls], Outside, Game, Goals) :-
    relaxed_literal(L, Outside-Ls, Game, Goals, Goals1),
    relaxed_body(Ls, Outside-L, Game, Goals1).

relaxed_literal(call(true(F)), _, _, [holds(F)|Gs], Gs) :- !.
relaxed_literal(call(does(R, M)), _, _, ['legal/2'(R, M)|Gs], Gs) :- !.
relaxed_literal(call(Atom), _, Game, [Goal|Gs], Gs) :- !,
    functor(Atom, Name, Arity),
    (   \+ Game:defined(Name/Arity)
    ->  Goal = relaxation:fail
    ;   ( Game:needs_state(Name/Arity) ; Game:needs_step(Name/Arity) )
    ->  plain(Atom, Goal)
    ;   state_goal(Game, Atom, _, _, G),
        (   asked_atom(Game, Atom, Asked)
        ->  Goal = relaxation:when_known(Asked, Game:G)
        ;   Goal = Game:G
        )
    ).
relaxed_literal(asked(Atom), _, _, [Atom|Gs], Gs) :- !.
relaxed_literal(not(Body), Outside, Game, Gs0, Gs) :- !,
    (   same_in_all_states(Body, Game)
    ->  inner_goal(Body, Outside, Game, Shared, Goal),
        Gs0 = [relaxation:when_known(Shared, \+ Goal)|Gs]
    ;   Gs0 = Gs
    ).
relaxed_literal(or(Bodies), Outside, Game, [relaxation:Goal|Gs], Gs) :- !,  % inside not, count
    relaxed_alternatives(Bodies, Outside, Game, Alternatives),
    disjunction(Alternatives, Goal).
relaxed_literal(aggregate(How, T, Body, N), Outside, Game, Gs0, Gs) :- !,
    (   same_in_all_states(Body, Game)
    ->  inner_goal(T-Body, Outside, Game, Shared, Goal),
        Gs0 = [relaxation:when_known(Shared, aggregate_of(How, T, Goal, N))|Gs]
    ;   Game:most(Count, Most), subsumes_term(Count, aggregate(How, T, Body, N))
    ->  Gs0 = [relaxation:counted_within(Most, N)|Gs]
    ;   Gs0 = Gs
    ).
relaxed_literal(test(Test), _, _, Gs0, Gs) :-
    kind_test(Test), !,
    (   Test = nonzero(_) -> Gs0 = Gs       % the next literal has no value then
    ;   arg(1, Test, X), Gs0 = [relaxation:( var(X) -> true ; integer(X) )|Gs]
    ).
relaxed_literal(test(Comparison), _, _, [relaxation:when_known([], Goal)|Gs], Gs) :- !,
    comparison_goal(Comparison, Goal).
relaxed_literal(is(X, E), _, _, [relaxation:when_known([], listed_value(X, E))|Gs], Gs) :- !.
relaxed_literal(between(L, H, X), _, _, [relaxation:when_known([], between(L, H, X))|Gs], Gs).

%   listed_value(?X, +Expression): numbers that grow without end would soon take all the
%   time.

listed_value(X, Expression) :-
    Value is Expression,
    ( ( abs(Value) < 1 << 62 ; msb(abs(Value)) < 1000 ) -> X = Value ; throw(unlisted) ).

relaxed_alternatives([], _, _, []).
relaxed_alternatives([B|Bs], Outside, Game, [Goal|Goals]) :-
    relaxed_body(B, Outside, Game, Gs),
    conjunction(Gs, Goal),
    relaxed_alternatives(Bs, Outside, Game, Goals).

inner_goal(Inner, Outside, Game, Shared, Goal) :-
    ( Inner = _-Body -> true ; Body = Inner ),
    common_variables(Inner, Outside, Shared),
    relaxed_body(Body, Outside, Game, Goals),
    conjunction(Goals, Goal).

%!  common_variables(+Term, +Around, -Variables) is det.
%
%   Variables are those of Term that also occur in Around, in the order of Term.

common_variables(Term, Around, Variables) :-
    term_variables(Term, Vs),
    term_variables(Around, Ws),
    findall(I, ( nth1(I, Vs, V), member(W, Ws), V == W ), Is),
    maplist(nth1_of(Vs), Is, Variables).

nth1_of(Vs, I, V) :- nth1(I, Vs, V).

%   when_known(+Shared, :Goal): Goal holds, or cannot be evaluated: a value is unknown, or
%   the goal is meaningless because it combines fluents that never hold together.

when_known(Shared, Goal) :-
    (   ground(Shared)
    ->  catch(Goal, error(Formal, _), excused(Formal))
    ;   true
    ).

excused(instantiation_error).
excused(type_error(_, _)) :- fail.
excused(evaluation_error(_)) :- fail.
excused(resource_error(What)) :- throw(error(resource_error(What), _)).
excused(huge_term(Most, Where)) :- throw(error(huge_term(Most, Where), _)).
excused(huge_number(_, _)) :- throw(unlisted).

aggregate_of(How, Template, Goal, N) :-
    findall(Template, Goal, Found),
    sort(Found, Distinct),
    aggregated(How, Distinct, Value),
    N = Value.

counted_within(Most, N) :- ( var(N) -> true ; integer(N) ), between(0, Most, N).

same_in_all_states(Body, Game) :-
    \+ ( inner_atom(Body, Atom),
         functor(Atom, N, A),
         ( memberchk(N/A, [true/1, does/2]) ; Game:needs_state(N/A) ; Game:needs_step(N/A) )
       ).
