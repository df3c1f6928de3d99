:- module(test_memory, []).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(search/deepening)).
:- use_module(logic(search/memory)).
:- use_module(logic(search/window)).

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
test(no_score_of_more_plies, fail) :-  % fewer plies may find another one
    new_memory(true, rule, Memory),
    keep_score(Memory, state, 3, 0, -9-9, 5, kept(true, [])),
    known_score(Memory, state, 2, 0, -9-9, _, _).
test(a_score_for_more_plies_where_nothing_was_stopped, Score == 5) :-
    new_memory(true, rule, Memory),
    keep_score(Memory, state, 3, 0, -9-9, 5, kept(true, [])),
    known_score(Memory, state, 4, 0, -9-9, Score, known(exact, true, [])).
test(the_entry_of_more_plies_stays, Score == 5) :-
    new_memory(true, rule, Memory),
    keep_score(Memory, state, 3, 0, -9-9, 5, kept(false, [])),
    keep_score(Memory, state, 2, 0, -9-9, 6, kept(false, [])),
    known_score(Memory, state, 3, 0, -9-9, Score, _).
test(a_win_is_counted_from_where_it_is_met, [forall(member(Sign, [1, -1])), Score =:= Right]) :-
    new_memory(true, rule, Memory),     % two plies below the state, met at ply 4, then 1
    Win is 1 << 50,
    Wide is 1 << 51,
    Score0 is Sign * (Win - 6),
    keep_score(Memory, state, 3, 4, -Wide-Wide, Score0, kept(true, [])),
    known_score(Memory, state, 3, 1, -Wide-Wide, Score, _),
    Right is Sign * (Win - 3).
test(a_hit_is_as_limited_as_what_was_searched,
     [forall(member(Complete-Limited, [true-0, false-1])), Score-Counts == 5-Right]) :-
    new_memory(true, rule, Memory),
    keep_score(Memory, state, 2, 1, -9-9, 5, kept(Complete, [])),
    Counts = counts(0, 0, 0, 0, 0),
    known(task(game, p, 1, 3, none, none, Counts, options(0, 0, rule, Memory, none)),
          1, -9, 9, state, Score, []),
    Right = counts(0, 0, Limited, 0, 1).
test(aspiration_is_content_with_an_exact_score_alone, Contents == [exact]) :-
    Moves = [exact-[move(a, 1, upper, []), move(b, 2, exact, [])],
             beyond-[move(b, 2, exact, []), move(c, 3, lower, [])],
             below-[move(a, 1, upper, [])]],
    findall(Name, ( member(Name-Found, Moves), deepening:inside(Found) ), Contents).
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
