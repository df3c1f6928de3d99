:- module(test_interning, []).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/interning)).

/*  Two of several thousand terms have the same hash. */

game(Game) :-
    load_game(prolog, "role(a). init(n(0)). legal(a, go). next(n(N)) :- true(n(N)).
                       terminal :- true(n(1)). goal(a, 1).",
              [], lists, Game, []).

:- begin_tests(numbers).

test(terms_that_share_a_hash,
     [ setup(game(Game)), cleanup(unload_game(Game)), true(Shared > 0) ]) :-
    findall(Hash, ( between(1, 20_000, I), term_hash([n(I)], Hash) ), Hashes),
    sort(Hashes, Distinct),
    length(Distinct, Count),
    Shared is 20_000 - Count,
    forall(between(1, 20_000, I),
           ( state_number(Game, [n(I)], I), move_number(Game, go(I), I) )),
    forall(between(1, 20_000, I),
           ( state_number(Game, [n(I)], I), numbered_state(Game, I, [n(I)]),
             move_number(Game, go(I), I), numbered_move(Game, I, go(I)) )).
test(what_has_no_number,
     [ setup(game(Game)), cleanup(unload_game(Game)),
       throws(error(no_such_state(7), _)) ]) :-
    numbered_state(Game, 7, _).

:- end_tests(numbers).
