:- module(test_relaxation, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/compile_lists)).
:- use_module(logic(compiler/functional_fluents)).
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(compiler/relaxation)).

/*  Two heaps: K stones are taken from one, or K from both. That is only legal where there
    are as many, and a rule of next/1 asks what was taken by other relations.  */

heaps(Taken, Game) :-
    atomics_to_string(
        ["role(p). role(q). other(p, q). other(q, p).
          init(heap(1, 3)). init(heap(2, 5)). init(control(p)).
          legal(P, take(I, K)) :- true(control(P)), true(heap(I, N)), between(1, N, K).
          legal(P, both(K)) :-
              true(control(P)), true(heap(1, M)), true(heap(2, N)), L is min(M, N),
              between(1, L, K).
          next(heap(I, M)) :- true(heap(I, N)), taken(I, K), M is N - K.
          next(heap(I, N)) :- true(heap(I, N)), \\+ touched(I).
          next(control(Q)) :- true(control(P)), other(P, Q).
          touched(I) :- taken(I, _).
          terminal :- true(heap(1, 0)), true(heap(2, 0)). goal(P, 1) :- role(P). ",
         Taken], Text),
    load_game(prolog, Text, [], lists, Game, _).

by_cases("taken(I, K) :- by_one(I, K). taken(I, K) :- does(_, both(K)), true(heap(I, _)).
          by_one(I, K) :- does(_, take(I, K)).").
by_cases("taken(I, K) :- true(heap(I, _)), ( does(_, take(I, K)) ; does(_, both(K)) ).").

never_ending("taken(I, 1) :- true(heap(I, _)), does(_, M), touching(M).
              touching(take(1, 1)). touching(M) :- does(_, M), M \\== both(1).").

/*  One token on two axes: how far it may go along one is told by the fluent that says where
    it is on the other.  With More there may be two of it.  */

token(More, Game) :-
    atomics_to_string(
        ["role(p). init(at(3, 5)).
          legal(p, left(K)) :- true(at(X, _)), between(1, X, K).
          legal(p, down(K)) :- true(at(_, Y)), between(1, Y, K).
          next(at(Z, Y)) :- true(at(X, Y)), does(p, left(K)), Z is X - K.
          next(at(X, Z)) :- true(at(X, Y)), does(p, down(K)), Z is Y - K.
          terminal :- true(at(0, 0)). goal(p, 1). ", More], Text),
    load_game(prolog, Text, [], lists, Game, _).

instances(Game, Fluents, Moves) :-
    initial_facts(Game, Initial),
    functional_fluents(Game, Initial, Functional),
    possible_instances(Game, Functional, 1_000_000, Fluents, Moves).

:- begin_tests(possible).

test(no_more_than_there_is, [forall(by_cases(Taken)), true(Numbers-Both == [
         [0, 1, 2, 3], [0, 1, 2, 3, 4, 5]]-[1, 2, 3])]) :-
    heaps(Taken, Game),
    instances(Game, Fluents, Moves),
    findall(Ns, ( member(I, [1, 2]), findall(N, member(heap(I, N), Fluents), Ns) ), Numbers),
    findall(K, member(p-both(K), Moves), Both).
test(a_single_token, [true(Functional-Count == [at/2, single(at/2)]-24)]) :-
    token("", Game),
    initial_facts(Game, Initial),
    functional_fluents(Game, Initial, Functional),
    instances(Game, Fluents, _),
    length(Fluents, Count).
test(a_token_that_leaves_another, [fail]) :-
    token("next(at(X, Y)) :- true(at(X, Y)).", Game),
    instances(Game, _, _).
test(two_tokens, [fail]) :- token("init(at(1, 1)).", Game), instances(Game, _, _).
test(for_ever, [fail]) :- never_ending(Taken), heaps(Taken, Game), instances(Game, _, _).

:- end_tests(possible).
