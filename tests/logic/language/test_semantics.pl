:- module(test_semantics, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(language/semantics)).

/*  A token on a ring of three, which either player may push on; recursion, negation
    and counting in a few rules.  */

ring("role(a). role(b).
      init(at(1)). init(turn(a)).
      step(1, 2). step(2, 3). step(3, 1).
      legal(P, push) :- true(turn(P)).
      legal(P, stay) :- true(turn(P)), \\+ true(at(3)).
      next(at(Y)) :- does(_, push), true(at(X)), step(X, Y).
      next(at(X)) :- does(_, stay), true(at(X)).
      next(turn(Q)) :- true(turn(P)), role(Q), Q \\== P.
      far(X) :- step(1, X), true(at(_)).
      far(Y) :- far(X), step(X, Y), Y \\== 1.
      many(N) :- count(X, far(X), N).
      terminal :- true(at(3)), true(turn(b)).
      goal(P, N) :- role(P), many(N).").

ring(Form, Game) :- ring(Text), load_game(prolog, Text, [], Form, Game, []).

:- begin_tests(machine).

form(meaning).
form(lists).
form(slots).
form(best).

test(initial, [forall(member(F, [meaning, lists])), Facts == [at(1), turn(a)]]) :-
    ring(F, G), G:initial(S), G:facts(S, Facts).
test(moves, [forall(form(F)), Ms-Ns == [push, stay]-[noop]]) :-
    form_or_lists(F, G), G:initial(S), role_moves(G, S, a, Ms), role_moves(G, S, b, Ns).
test(successor, [forall(form(F)), Facts == [at(2), turn(b)]]) :-
    form_or_lists(F, G), G:initial(S), G:successor(S, d(push, noop), S1), G:facts(S1, Facts).
test(counted_recursion, [forall(form(F)), V == 2]) :-
    form_or_lists(F, G), G:initial(S), role_value(G, S, a, V).
test(meaning_of_an_atom, set(X == [2, 3])) :-
    ring(meaning, G), provable(G, far(X), [at(1), turn(a)], none).

%   The rules recurse in a state, so that slots cannot be had: lists stand in.
form_or_lists(slots, G) :- !, ring(best, G).
form_or_lists(Form, G) :- ring(Form, G).

:- end_tests(machine).
