:- module(test_fact_groups, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2, subtract/3]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/fact_groups)).
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(language/safe_order), [term_variable_set/2]).

/*  Kinds of fluents with no argument to four, terms as arguments, a kind named like the pairs of
    which groups are made, and a kind that no rule names.  */

rules("role(a). legal(a, go).
       init(go). init(at(3)). init(at(1)). init(on(2, x)). init(on(1, y)). init(on(1, x)).
       init(cell(1, 2, x, 0)). init(cell(1, 1, y, 0)). init(cell(1, 1, x, 0)). init(cell(2, 1, x, 0)).
       init(p(f(1), g(2), h)). init(1 - 2). init(1 - 1).
       next(F) :- true(F).
       terminal. goal(a, 1).").

fact(go). fact(at(1)). fact(at(3)). fact(1 - 1). fact(1 - 2).
fact(on(1, x)). fact(on(1, y)). fact(on(2, x)). fact(p(f(1), g(2), h)).
fact(cell(1, 1, x, 0)). fact(cell(1, 1, y, 0)). fact(cell(1, 2, x, 0)). fact(cell(2, 1, x, 0)).
fact(odd(1, 2, 3)). fact(odd).

asked(_). asked(go). asked(at(_)). asked(at(3)). asked(on(_, _)). asked(on(1, _)). asked(on(_, x)).
asked(cell(_, _, _, _)). asked(cell(1, _, _, _)). asked(cell(_, 1, _, _)). asked(cell(1, 1, _, _)).
asked(cell(_, _, x, _)). asked(cell(2, 2, _, _)). asked(p(f(_), _, _)). asked(p(_, g(2), _)).
asked(_ - 2). asked(1 - _). asked(odd(_, 2, _)). asked(odd). asked(other). asked(cell(_, _)).

state(Game, Facts, State) :-
    rules(Text),
    load_game(prolog, Text, [], lists, Game, _),
    findall(F, fact(F), Fs),
    sort(Fs, Facts),
    Game:from_facts(Fs, State).

%   The subsets of Xs without one or two members.

part(Xs, Part) :- member(X, Xs), member(Y, Xs), subtract(Xs, [X, Y], Part).

:- begin_tests(fact_groups).

test(back, Facts1 == Facts) :- state(G, Facts, S), G:facts(S, Facts1).

test(parts, [forall(( state(G, Facts, _), part(Facts, Part) )), Facts1 == Part]) :-
    G:from_facts(Part, S), G:facts(S, Facts1).

test(none, Facts == []) :- state(G, _, _), G:from_facts([], S), G:facts(S, Facts).

test(start, Facts == Odd) :-
    state(G, All, _), subtract(All, [odd, odd(1, 2, 3)], Odd),
    G:initial(S), G:facts(S, Facts).

test(unknown_kinds, Facts1 == Facts) :-
    state(G, Facts, S), G:successor(S, d(go), S1), G:facts(S1, Facts1).

%   As member/2 of the list of all facts says, in the same order.
test(asked, [forall(asked(F)), Found == Expected]) :-
    state(G, Facts, S),
    findall(F, member(F, Facts), Expected),
    fact_goal(G, F, S, Goal),
    findall(F, G:Goal, Found).

%   The same, written out for variables that have no value, or one, or may have one.
test(unbound, [forall(( asked(F), member(May, [nothing, F]) )), Found == Expected]) :-
    state(G, Facts, S),
    findall(F, member(F, Facts), Expected),
    term_variable_set(May, Vs),
    fact_goal(G, F, [], Vs, S, Goal),
    findall(F, G:Goal, Found).

test(bound, [forall(( asked(F), fact(F0), subsumes_term(F, F0), member(May, [nothing, F]) )),
             Found == [F0]]) :-
    state(G, _, S),
    term_variable_set(F, Vs),
    term_variable_set(May, MayVs),
    ( May == nothing -> Bound = Vs ; Bound = [] ),
    fact_goal(G, F, Bound, MayVs, S, Goal),
    F = F0,
    findall(F, G:Goal, Found).

:- end_tests(fact_groups).
