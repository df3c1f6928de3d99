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
one.  Of the ways to refute a clause, and of the proofs of what it denies, the one with the fewest
facts is taken.  The facts of several clauses are put together, so another choice may share more
of them: the set is small, and not always the smallest.
*/

:- meta_predicate refuting_facts(+, +, 1, -).

%   The most instances of a literal that are told apart, the most proofs that are compared, the most
%   clauses below each other, and the most inferences.

most_cases(64).
most_proofs(6).
most_levels(40).
most_inferences(3_000_000).

%!  refuting_facts(+Body, +Game, :Atom_1, -Facts) is semidet.
%
%   Facts refute the literals Body, which do not hold together.  Atom_1 proves atoms in a rule.
%   Fails if they are not found within limits.

refuting_facts(Body, Game, Atom_1, Facts) :-
    most_inferences(Most),
    catch(call_with_inference_limit(
              once(fails_by(Body, Body, by(Game, Atom_1), [], Facts0)), Most, Result),
          error(_, _), fail),
    Result \== inference_limit_exceeded,
    variants_once(Facts0, [], Facts).

variants_once([], _, []).
variants_once([F|Fs0], Before, Fs) :-
    (   member(G, Before), G =@= F -> Fs = Fs1 ; Fs = [F|Fs1] ),
    variants_once(Fs0, [F|Before], Fs1).

%   fails_by(+Body, +Shared, +By, +Above, -Facts) is semidet.  Shared has the variables that a
%   literal may not leave unbound, beside those of the others.  Above are the atoms on the way.

fails_by(Body, Shared, By, Above, Facts) :-
    findall(Found,
            ( select(L, Body, Others), alone(L, Others-Shared), fails(L, By),
              literal_fails(L, By, Above, Found) ),
            Sets),
    (   fewest(Sets, Facts) -> true
    ;   split(Body, Shared, By, Others, Instances, Only),
        cases(Instances, Others-Shared, By, Above, Only, Facts)
    ).

%   alone(+L, +Others): the variables of L are bound, or have no other use; an atom may have any.

alone(call(_), _) :- !.
alone(tested(_, call(_)), _) :- !.
alone(L, Others) :-
    term_variables(Others, Outer),
    term_variables(L, Inner),
    \+ ( member(V, Inner), member(W, Outer), V == W ).

fails(L, by(_, Atom_1)) :- \+ holds([L], Atom_1).

fewest(Sets, Set) :-
    findall(N-S, ( member(S, Sets), length(S, N) ), Pairs),
    keysort(Pairs, [_-Set|_]).

%   split(+Body, +Shared, +By, -Others, -Instances, -Only): the first literal of Body with variables
%   that holds for Instances, each with the Others; the facts Only say that there are no more.

split(Body, Shared, By, Others, Instances, Only) :-
    By = by(Game, Atom_1),
    select(L, Body, Others),
    \+ ground(L), enumerable(L),
    \+ fails(L, By), !,
    most_cases(Most),
    More is Most + 1,
    findall(L-(Others-Shared), limit(More, distinct(L, holds([L], Atom_1))), Instances),
    length(Instances, N), N =< Most,
    ( timeless(L, Game) -> Only = [] ; Only = [only(L)] ).

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

cases([], _, _, _, Facts, Facts).
cases([_-(Others-Shared)|Instances], General, By, Above, Facts0, Facts) :-
    fails_by(Others, Shared, By, Above, Found),
    ord_union(Facts0, Found, Facts1),
    cases(Instances, General, By, Above, Facts1, Facts).

%   literal_fails(+L, +By, +Above, -Facts) is semidet.

literal_fails(call(true(F)), _, _, [fact(false, call(true(F)))]) :- !.
literal_fails(call(does(R, M)), _, _, [fact(false, call(does(R, M)))]) :- !.
literal_fails(call(Atom), By, Above, Facts) :- !,
    By = by(Game, _),
    functor(Atom, Name, Arity),
    Game:defined(Name/Arity),
    (   member(Before, Above), Before =@= Atom -> Facts = []    % no proof rests on itself
    ;   length(Above, Level), most_levels(Most), Level < Most,
        findall(Atom-Body, rule_body(Game, Atom, Body), Clauses),
        foldl(clause_fails(By, [Atom|Above]), Clauses, [], Facts)
    ).
literal_fails(not(Body), By, Above, Facts) :- !,
    holds_by(Body, By, Above, Facts).
literal_fails(or(Bodies), By, Above, Facts) :- !,
    foldl(body_fails(By, Above), Bodies, [], Facts).
literal_fails(count(T, Body, N), _, _, [fact(false, count(T, Body, N))]) :- !.
literal_fails(tested(Tests, L), By, Above, Facts) :- !,
    (   member(Test, Tests), kind_goal(Test, Goal), \+ call(Goal) -> Facts = []
    ;   literal_fails(L, By, Above, Facts)
    ).
literal_fails(_, _, _, []).                     % a comparison or a calculation

rule_body(Game, Atom, Body) :-
    Game:rule(Atom, Body0, _),
    acyclic_term(Atom),
    with_tests_inside(Body0, Body).

clause_fails(By, Above, Atom-Body, Facts0, Facts) :-
    fails_by(Body, Atom, By, Above, Found),
    ord_union(Facts0, Found, Facts).

body_fails(By, Above, Body, Facts0, Facts) :-
    fails_by(Body, [], By, Above, Found),
    ord_union(Facts0, Found, Facts).

%   holds_by(+Body, +By, +Above, -Facts) is semidet: the facts of a proof of Body.

holds_by(Body, By, Above, Facts) :-
    By = by(_, Atom_1),
    most_proofs(Most),
    findall(Found,
            limit(Most, ( holds(Body, Atom_1), all_hold(Body, By, Above, [], Found) )),
            Sets),
    fewest(Sets, Facts).

all_hold([], _, _, Facts, Facts).
all_hold([L|Ls], By, Above, Facts0, Facts) :-
    literal_holds(L, By, Above, Found),
    ord_union(Facts0, Found, Facts1),
    all_hold(Ls, By, Above, Facts1, Facts).

literal_holds(call(true(F)), _, _, [fact(true, call(true(F)))]) :- !.
literal_holds(call(does(R, M)), _, _, [fact(true, call(does(R, M)))]) :- !.
literal_holds(call(Atom), By, Above, Facts) :- !,
    By = by(Game, Atom_1),
    \+ ( member(Before, Above), Before =@= Atom ),
    length(Above, Level), most_levels(Most), Level < Most,
    most_proofs(Proofs),
    findall(Found,
            limit(Proofs,
                  ( rule_body(Game, Atom, Body), holds(Body, Atom_1),
                    all_hold(Body, By, [Atom|Above], [], Found) )),
            Sets),
    fewest(Sets, Facts).
literal_holds(not(Body), By, Above, Facts) :- !, fails_by(Body, [], By, Above, Facts).
literal_holds(or(Bodies), By, Above, Facts) :- !,
    By = by(_, Atom_1),
    findall(Found,
            ( member(Body, Bodies), once(holds(Body, Atom_1)),
              all_hold(Body, By, Above, [], Found) ),
            Sets),
    fewest(Sets, Facts).
literal_holds(count(T, Body, N), _, _, [fact(true, count(T, Body, N))]) :- !.
literal_holds(tested(_, L), By, Above, Facts) :- !, literal_holds(L, By, Above, Facts).
literal_holds(_, _, _, []).
