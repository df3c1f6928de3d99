:- encoding(utf8).
:- module(functional_fluents,
          [ functional_fluents/3,       % +Game, +Initial, -Kinds
            fluent_key/4                % +Kinds, +Fluent, -Key, -Value
          ]).
:- use_module(library(apply), [exclude/3]).
:- use_module(library(lists), [append/3, member/2, select/3]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(logic(compiler/compile_lists)).
:- use_module(logic(language/literals), [numeric/1]).
:- use_module(logic(language/whole_numbers), [kind_goal/2]).

/** <module> Fluents whose last argument is a function of the others

A square holds one piece, and a heap has one number of stones: no two instances of
cell(C, R, P) that differ only in P hold at once.  A state can then store one value for
each key cell(C, R), and a lookup replaces a search.  Some fluents, such as at(C, R) in a
game with one token, have only one instance at a time: they are single.

This property must be proved from the rules, by induction.  It must hold at the start, and
no two rules for next may give one key two values in one step.  For two rules that might,
the proof assumes that both bodies hold and derives a contradiction (a chase):

  * two fluents with the same key have the same value, by the induction hypothesis;
  * a role makes one move, and this move is legal;
  * a relation holds because of one of its rules or facts;
  * a negated literal must not be derivable from the assumptions.

If no proof is found within the bounds, the fluent counts as not functional; this costs
nothing but speed.
*/

%!  functional_fluents(+Game, +Initial, -Kinds) is det.
%
%   Kinds has Name/Arity for each fluent that is proved to be functional, and
%   single(Name/Arity) for each that is proved to be single.

functional_fluents(Game, Initial, Kinds) :-
    findall(N/A, ( fluent_head(Game, F), nonvar(F), functor(F, N, A), A > 0
                 ; member(F, Initial), functor(F, N, A), A > 0 ), PIs0),
    sort(PIs0, PIs),
    findall(Kind,
            ( member(N/A, PIs), ( Kind = N/A ; A > 1, Kind = single(N/A) ) ),
            Kinds0),
    exclude(twice(Initial), Kinds0, Kinds1),
    (   fluent_head(Game, F), var(F)
    ->  Kinds = []
    ;   proved(Kinds1, Game, Kinds)
    ).

%!  fluent_key(+Kinds, +Fluent, -Key, -Value) is semidet.
%
%   In each state the fluents with the same Key have the same Value.  Fails if Fluent is
%   neither functional nor single.

fluent_key(Kinds, F, PI-Key, Value) :-
    nonvar(F),
    functor(F, N, A),
    PI = N/A,
    member(Kind, [single(PI), PI]),
    memberchk(Kind, Kinds), !,
    key_value(Kind, F, Key, Value).

fluent_head(Game, F) :- Game:rule(next(F), _).

twice(Facts, Kind) :-
    general(Kind, F),
    general(Kind, G),
    member(F, Facts),
    key_value(Kind, F, Key, V1),
    key_value(Kind, G, Key, V2),
    member(G, Facts),
    V1 \== V2, !.

general(Name/Arity, F) :- functor(F, Name, Arity).
general(single(Name/Arity), F) :- functor(F, Name, Arity).

%   key_value(+Kind, +Fluent, -Key, -Value): the value of a single Fluent is Fluent itself.

key_value(_/_, F, Key, Value) :-
    F =.. [_|As],
    append(Key, [Value], As).
key_value(single(_), F, [], F).

%   The greatest set of fluents that stay functional in a step if all of them were
%   functional before.

proved(Kinds0, Game, Kinds) :-
    (   select(Kind, Kinds0, Kinds1),
        \+ keeps_functional(Kind, Kinds0, Game)
    ->  proved(Kinds1, Game, Kinds)
    ;   Kinds = Kinds0
    ).

keeps_functional(Kind, Functional, Game) :-
    general(Kind, F),
    findall(F-Body, Game:rule(next(F), Body), Rules),
    catch(call_with_inference_limit(
              \+ clash(Kind, Rules, Functional, Game), 400_000, Result),
          _, fail),
    Result \== inference_limit_exceeded.

%   Two rules that may give the same key two values.

clash(Kind, Rules, Functional, Game) :-
    append(_, [Rule1|Rest], Rules),
    copy_term(Rule1, F-Body1),
    member(Rule2, [Rule1|Rest]),
    copy_term(Rule2, G-Body2),
    key_value(Kind, F, Key, V),
    key_value(Kind, G, Key, W),
    acyclic_term(F-G),
    V \== W,
    append(Body1, Body2, Body),
    \+ contradictory([test(V \== W)|Body], Functional, Game).

%   contradictory(+Literals, +Functional, +Game): no state and step satisfy them.

contradictory(Literals, Functional, Game) :-
    \+ satisfiable(Literals, [], [], 6, Functional, Game).

%   satisfiable(+Literals, +Facts, +Later, +Depth, +Functional, +Game): a branch of
%   the chase that is not closed.  Facts holds the true/1, does/2 and call/1 literals
%   met so far, Later the negations and comparisons.

satisfiable([], Facts, Later, _, Functional, Game) :-
    merged(Facts, Later, Functional),
    \+ ( member(L, Later), refuted(L, Facts, Game) ).
satisfiable([L|Ls], Facts, Later, Depth, Fun, Game) :-
    chase(L, Ls, Facts, Later, Depth, Fun, Game).

chase(call(true(F)), Ls, Facts, Later, Depth, Fun, Game) :- !,
    merge_fluent(Facts, F, Fun),
    still_open(Later, Facts, Game),
    satisfiable(Ls, [true(F)|Facts], Later, Depth, Fun, Game).
chase(call(does(R, M)), Ls, Facts, Later, Depth, Fun, Game) :- !,
    (   member(does(R1, M1), Facts), R1 == R
    ->  unify_with_occurs_check(M1, M),
        satisfiable(Ls, Facts, Later, Depth, Fun, Game)
    ;   Depth > 0,
        legal_body(Game, R, M, Body),
        acyclic_term(M),
        Depth1 is Depth - 1,
        append(Body, Ls, Ls1),
        same_role(Facts, R, M),
        satisfiable(Ls1, [does(R, M)|Facts], Later, Depth1, Fun, Game)
    ;   Depth =< 0,
        satisfiable(Ls, [does(R, M)|Facts], Later, Depth, Fun, Game)
    ).
chase(call(Atom), Ls, Facts, Later, Depth, Fun, Game) :- !,
    functor(Atom, N, A),
    Game:defined(N/A),
    (   \+ Game:needs_state(N/A), \+ Game:needs_step(N/A), \+ Game:input(N/A, _)
    ->  known_instance(Atom, Game),
        satisfiable(Ls, [call(Atom)|Facts], Later, Depth, Fun, Game)
    ;   Depth > 0, \+ Game:recursive(N/A)
    ->  Depth1 is Depth - 1,
        Game:rule(Atom, Body),
        acyclic_term(Atom),
        append(Body, Ls, Ls1),
        satisfiable(Ls1, [call(Atom)|Facts], Later, Depth1, Fun, Game)
    ;   satisfiable(Ls, [call(Atom)|Facts], Later, Depth, Fun, Game)
    ).
chase(or(Bodies), Ls, Facts, Later, Depth, Fun, Game) :- !,
    member(Body, Bodies),
    append(Body, Ls, Ls1),
    satisfiable(Ls1, Facts, Later, Depth, Fun, Game).
chase(L, Ls, Facts, Later, Depth, Fun, Game) :-
    kept_for_later(L), !,
    satisfiable(Ls, Facts, [L|Later], Depth, Fun, Game).
chase(_, Ls, Facts, Later, Depth, Fun, Game) :-
    satisfiable(Ls, Facts, Later, Depth, Fun, Game).

kept_for_later(test(_)).
kept_for_later(is(_, _)).
kept_for_later(not(_)).

%   A relation that does not depend on the state is looked up if it has few instances.

known_instance(Atom, Game) :-
    state_goal(Game, Atom, _, _, Goal),
    findall(x, limit(9, Game:Goal), Xs),
    length(Xs, Count),
    ( Count =< 8 -> Game:Goal, acyclic_term(Atom) ; true ).

%   No assumed test is always false; such a test closes the branch early.
still_open(Later, _, _) :-
    \+ ( member(test(C), Later), never(C) ).

legal_body(Game, R, M, Body) :- Game:rule(legal(R, M), Body).
legal_body(Game, R, noop, []) :- Game:implicit_noop, Game:role(R).

%   Another role's move is another fact; the same role's is the same move.
same_role([], _, _).
same_role([does(R1, M1)|Fs], R, M) :- R1 == R, !, unify_with_occurs_check(M1, M), same_role(Fs, R, M).
same_role([_|Fs], R, M) :- same_role(Fs, R, M).

merge_fluent([], _, _).
merge_fluent([true(G)|Fs], F, Fun) :-
    fluent_key(Fun, F, Key1, V),
    fluent_key(Fun, G, Key2, W),
    Key1 == Key2, !,
    unify_with_occurs_check(V, W),
    merge_fluent(Fs, F, Fun).
merge_fluent([_|Fs], F, Fun) :- merge_fluent(Fs, F, Fun).

%   merged(+Facts, +Later, +Functional) is semidet: terms that must be equal are unified,
%   until nothing changes.

merged(Facts, Later, Functional) :-
    term_variables(Facts-Later, Before),
    merge_facts(Facts, Functional),
    merge_results(Later),
    term_variables(Before, After),
    length(Before, N), length(After, M),
    ( M < N -> merged(Facts, Later, Functional) ; true ).

merge_facts([], _).
merge_facts([call(_)|Fs], Functional) :-
    merge_facts(Fs, Functional).
merge_facts([true(F)|Fs], Functional) :-
    merge_fluent(Fs, F, Functional),
    merge_facts(Fs, Functional).
merge_facts([does(R, M)|Fs], Functional) :-
    same_role(Fs, R, M),
    merge_facts(Fs, Functional).

merge_results([]).
merge_results([L|Ls]) :-
    (   L = is(X, E) -> same_result(Ls, X, E) ; true ),
    merge_results(Ls).

same_result([], _, _).
same_result([L|Ls], X, E) :-
    (   L = is(Y, E1), E == E1 -> unify_with_occurs_check(X, Y) ; true ),
    same_result(Ls, X, E).

refuted(test(Comparison), _, _) :- never(Comparison).
refuted(not(Body), Facts, Game) :-
    \+ \+ ( numbervars(Facts-Body, 0, _), derivable(Body, Facts, 4, Game) ).

never(distinct(X, Y)) :- X == Y.
never(dif(X, Y)) :- X == Y.
never(X \== Y) :- X == Y.
never(whole(X)) :- nonvar(X), \+ integer(X).
never(nonzero(E)) :- ground(E), catch(E =:= 0, _, fail).
never(Comparison) :-
    ground(Comparison),
    numeric(Comparison),
    catch(\+ Comparison, _, fail).

%   derivable(+Body, +Facts, +Depth, +Game): Body follows from Facts; an unknown value
%   equals only itself.

derivable([], _, _, _).
derivable([L|Ls], Facts, Depth, Game) :-
    derivable_literal(L, Facts, Depth, Game),
    derivable(Ls, Facts, Depth, Game).

derivable_literal(call(true(F)), Facts, _, _) :- !, member(true(F), Facts).
derivable_literal(call(does(R, M)), Facts, _, _) :- !, member(does(R, M), Facts).
derivable_literal(call(Atom), Facts, _, _) :- member(call(Atom), Facts).
derivable_literal(call(Atom), Facts, Depth, Game) :-
    Depth > 0,
    functor(Atom, N, A),
    \+ Game:recursive(N/A),
    Depth1 is Depth - 1,
    Game:rule(Atom, Body),
    derivable(Body, Facts, Depth1, Game).
derivable_literal(or(Bodies), Facts, Depth, Game) :-
    member(Body, Bodies),
    derivable(Body, Facts, Depth, Game).
derivable_literal(test(Comparison), _, _, _) :-
    Comparison =.. [_|As],
    \+ ( member(X, As), contains_unknown(X) ),
    ground(Comparison),
    holds_now(Comparison).

contains_unknown(X) :- X = '$VAR'(_), !.
contains_unknown(X) :-
    compound(X), compound_name_arguments(X, _, As),
    member(A, As), contains_unknown(A), !.

holds_now(distinct(X, Y)) :- !, X \== Y.
holds_now(dif(X, Y)) :- !, X \== Y.
holds_now(X \== Y) :- !, X \== Y.
holds_now(Test) :- kind_goal(Test, Goal), !, catch(Goal, _, fail).
holds_now(Comparison) :- catch(Comparison, _, fail).
