:- module(test_memory, []).
:- use_module(library(plunit)).
:- use_module('../../logic/memory').

filled(Memory) :-
    new_memory(true, history, Memory),
    forall(between(1, 100, N),
           ( keep_score(Memory, state(N), 3, 0, -9-9, 5, kept(true, [d(N)])),
             learn(Memory, 0, 2, d(N)) )).

:- begin_tests(memory, [cleanup(forget)]).

test(known, Score-Joint-Count == 5-d(7)-4) :-
    filled(Memory),
    known_score(Memory, state(7), 3, 0, -9-9, Score, _),
    known_move(Memory, state(7), Joint),
    history(Memory, d(7), Count).
test(no_score_for_more_plies, fail) :-
    new_memory(true, rule, Memory),
    keep_score(Memory, state, 3, 0, -9-9, 5, kept(false, [])),
    known_score(Memory, state, 4, 0, -9-9, _, _).
test(forgotten) :-                      % at once: a collector may come much later
    filled(memory(States, _, History)),
    forget,
    \+ is_trie(States),
    \+ is_trie(History).
test(forgotten_for_the_next) :-
    filled(memory(States, _, _)),
    new_memory(true, rule, _),
    \+ is_trie(States).

:- end_tests(memory).
