:- encoding(utf8).
:- module(counter_example,
          [ refuting_facts/4            % +Body, +Game, :Atom_1, -Facts
          ]).
:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [member/2, select/3]).
:- use_module(library(ordsets), [ord_union/3]).
:- use_module(library(solution_sequences), [distinct/2, limit/2]).
:- use_module(logic(compiler/body_interpreter)).
:- use_module(logic(language/whole_numbers), [kind_goal/2, with_tests_inside/2]).

/** <module> A few facts of a position that refute a goal

A goal that does not hold is refuted by facts of the position: in any other position that has these,
it does not hold either.  A fact is

    fact(true, Literal)     a fluent, a move or a count holds
    fact(false, Literal)    it does not; a variable stands for any value
    only(Literal)           it holds for no other values than here

A clause is refuted by one of its literals that has no instance, or by a case for each instance of
one.  Each way has a set of facts.  To refute several clauses a set of each is needed, and sets may
share facts; of all the sets that are found for some goals, the few that cost least are kept.  So
the result is small, and not always the smallest.
*/

:- meta_predicate refuting_facts(+, +, 1, -), proofs_of(0, ?, -).

%   The most instances of a literal that are told apart, the most proofs that are compared, the most
%   clauses below each other, the most sets of facts that are kept, and the most inferences.

most_cases(64).
most_proofs(6).
most_levels(40).
most_sets(8).
most_inferences(3_000_000).

%!  refuting_facts(+Body, +Game, :Atom_1, -Facts) is semidet.
%
%   Facts refute the literals Body, which do not hold together.  Atom_1 proves atoms in a rule.
%   Fails if they are not found within limits.

refuting_facts(Body, Game, Atom_1, Facts) :-
    most_inferences(Most),
    catch(call_with_inference_limit(
              once(fails_by(Body, Body, by(Game, Atom_1), [], [Facts0|_])), Most, Result),
          error(_, _), fail),
    Result \== inference_limit_exceeded,
    variants_once(Facts0, [], Facts).

variants_once([], _, []).
variants_once([F|Fs0], Before, Fs) :-
    (   member(G, Before), G =@= F -> Fs = Fs1 ; Fs = [F|Fs1] ),
    variants_once(Fs0, [F|Before], Fs1).

%   fails_by(+Body, +Shared, +By, +Above, -Sets) is semidet.  Sets are sets of facts, each of which
%   refutes Body; the first costs least.  Shared has the variables that a literal may not leave
%   unbound, beside those of the others.  Above are the atoms on the way.

fails_by(Body, Shared, By, Above, Sets) :-
    findall(Set,
            ( select(L, Body, Others), alone(L, Others-Shared), fails(L, By),
              literal_fails(L, By, Above, Found), member(Set, Found) ),
            Sets0),
    (   Sets0 = [_|_] -> least(Sets0, Sets)
    ;   findall(Set,
                ( split(Body, Shared, By, Instances, Only),
                  foldl(case_fails(By, Above), Instances, [Only], Found), member(Set, Found) ),
                Sets1),
        Sets1 = [_|_],
        least(Sets1, Sets)
    ).

%   least(+Sets0, -Sets): those that cost least.  A fact about all values costs more.

least(Sets0, Sets) :-
    findall(Cost-Set, ( member(Set, Sets0), cost(Set, 0, Cost) ), Pairs0),
    sort(Pairs0, Pairs),
    most_sets(Most),
    findall(Set, limit(Most, member(_-Set, Pairs)), Sets).

cost([], Cost, Cost).
cost([Fact|Facts], Cost0, Cost) :-
    cost(Fact, Own),
    Cost1 is Cost0 + Own,
    cost(Facts, Cost1, Cost).

cost(fact(_, _), 2).
cost(only(L), Cost) :- ( L = call(true(_)) -> Cost = 3 ; Cost = 9 ).   % others rest on rules

%   both(+Sets1, +Sets2, -Sets): the facts of one of Sets1 and of one of Sets2.

both(Sets1, Sets2, Sets) :-
    findall(Set, ( member(A, Sets1), member(B, Sets2), ord_union(A, B, Set) ), Sets0),
    least(Sets0, Sets).

%   alone(+L, +Others): the variables of L are bound, or have no other use; an atom may have any.

alone(call(_), _) :- !.
alone(tested(_, call(_)), _) :- !.
alone(L, Others) :-
    term_variables(Others, Outer),
    term_variables(L, Inner),
    \+ ( member(V, Inner), member(W, Outer), V == W ).

fails(L, by(_, Atom_1)) :- \+ holds([L], Atom_1).

%   split(+Body, +Shared, +By, -Instances, -Only) is nondet: a literal of Body with variables holds for
%   Instances, each with the others; the facts Only say that there are no more.  It is the first
%   that depends on the position, or the first that does not.

split(Body, Shared, By, Instances, Only) :-
    By = by(Game, Atom_1),
    member(Timeless, [true, false]),
    once(( select(L, Body, Others),
           \+ ground(L), enumerable(L),
           ( timeless(L, Game) -> Timeless = true ; Timeless = false ),
           \+ fails(L, By) )),
    most_cases(Most),
    More is Most + 1,
    catch(findall(Others-Shared, limit(More, distinct(L, holds([L], Atom_1))), Instances),
          error(instantiation_error, _), fail),   % an alternative that needs more bound
    length(Instances, N), N =< Most,
    ( Timeless == true -> Only = [] ; Only = [only(L)] ).

enumerable(call(_)).
enumerable(tested(_, call(_))).
enumerable(is(_, E)) :- ground(E).
enumerable(between(L, H, _)) :- ground(L-H).
enumerable(or(_)).

timeless(tested(_, L), Game) :- timeless(L, Game).
timeless(call(Atom), Game) :-
    functor(Atom, Name, Arity),
    Game:defined(Name/Arity),
    \+ Game:needs_state(Name/Arity), \+ Game:needs_step(Name/Arity).
timeless(is(_, _), _).
timeless(between(_, _, _), _).

case_fails(By, Above, Others-Shared, Sets0, Sets) :-
    fails_by(Others, Shared, By, Above, Found),
    both(Sets0, Found, Sets).

%   literal_fails(+L, +By, +Above, -Sets) is semidet.

literal_fails(call(true(F)), _, _, [[fact(false, call(true(F)))]]) :- !.
literal_fails(call(does(R, M)), _, _, [[fact(false, call(does(R, M)))]]) :- !.
literal_fails(call(Atom), By, Above, Sets) :- !,
    By = by(Game, _),
    functor(Atom, Name, Arity),
    Game:defined(Name/Arity),
    (   member(Before, Above), Before =@= Atom -> Sets = [[]]   % no proof rests on itself
    ;   length(Above, Level), most_levels(Most), Level < Most,
        findall(Atom-Body, rule_body(Game, Atom, Body), Clauses),
        foldl(clause_fails(By, [Atom|Above]), Clauses, [[]], Sets)
    ).
literal_fails(not(Body), By, Above, Sets) :- !,
    holds_by(Body, By, Above, Sets).
literal_fails(or(Bodies), By, Above, Sets) :- !,
    foldl(body_fails(By, Above), Bodies, [[]], Sets).
literal_fails(aggregate(How, T, Body, N), _, _, [[fact(false, aggregate(How, T, Body, N))]]) :- !.
literal_fails(tested(Tests, L), By, Above, Sets) :- !,
    (   member(Test, Tests), kind_goal(Test, Goal), \+ call(Goal) -> Sets = [[]]
    ;   literal_fails(L, By, Above, Sets)
    ).
literal_fails(_, _, _, [[]]).                   % a comparison or a calculation

rule_body(Game, Atom, Body) :-
    Game:written(Atom, Body0, _),
    acyclic_term(Atom),
    with_tests_inside(Body0, Body).

clause_fails(By, Above, Atom-Body, Sets0, Sets) :-
    fails_by(Body, Atom, By, Above, Found),
    both(Sets0, Found, Sets).

body_fails(By, Above, Body, Sets0, Sets) :-
    fails_by(Body, [], By, Above, Found),
    both(Sets0, Found, Sets).

%   holds_by(+Body, +By, +Above, -Sets) is semidet: the facts of proofs of Body.

holds_by(Body, By, Above, Sets) :-
    By = by(_, Atom_1),
    proofs_of(( holds(Body, Atom_1), all_hold(Body, By, Above, [[]], Found) ), Found, Sets).

proofs_of(Goal, Found, Sets) :-
    most_proofs(Most),
    findall(Set, ( limit(Most, Goal), member(Set, Found) ), Sets0),
    Sets0 = [_|_],
    least(Sets0, Sets).

all_hold([], _, _, Sets, Sets).
all_hold([L|Ls], By, Above, Sets0, Sets) :-
    literal_holds(L, By, Above, Found),
    both(Sets0, Found, Sets1),
    all_hold(Ls, By, Above, Sets1, Sets).

literal_holds(call(true(F)), _, _, [[fact(true, call(true(F)))]]) :- !.
literal_holds(call(does(R, M)), _, _, [[fact(true, call(does(R, M)))]]) :- !.
literal_holds(call(Atom), By, Above, Sets) :- !,
    By = by(Game, Atom_1),
    \+ ( member(Before, Above), Before =@= Atom ),
    length(Above, Level), most_levels(Most), Level < Most,
    proofs_of(( rule_body(Game, Atom, Body), holds(Body, Atom_1),
                all_hold(Body, By, [Atom|Above], [[]], Found) ), Found, Sets).
literal_holds(not(Body), By, Above, Sets) :- !, fails_by(Body, [], By, Above, Sets).
literal_holds(or(Bodies), By, Above, Sets) :- !,
    By = by(_, Atom_1),
    proofs_of(( member(Body, Bodies), once(holds(Body, Atom_1)),
                all_hold(Body, By, Above, [[]], Found) ), Found, Sets).
literal_holds(aggregate(How, T, Body, N), _, _, [[fact(true, aggregate(How, T, Body, N))]]) :- !.
literal_holds(tested(_, L), By, Above, Sets) :- !, literal_holds(L, By, Above, Sets).
literal_holds(_, _, _, [[]]).
