:- module(test_interning, []).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/interning)).

/*  Among a hundred thousand terms some have the same hash. */

%!  same_hash(-Is, ?I, ?Term) is det.
%   The numbers I for which Term has the hash that it has for another.

same_hash(Is, I, Term) :-
    findall(Hash-I, ( between(1, 100_000, I), term_hash(Term, Hash) ), Pairs),
    keysort(Pairs, Sorted),
    findall(Two, ( append(_, [Hash-A, Hash-B|_], Sorted), member(Two, [A, B]) ), Found),
    sort(Found, Is).

game(Game) :-
    load_game(prolog, "role(a). init(n(0)). legal(a, go). next(n(N)) :- true(n(N)).
                       terminal :- true(n(1)). goal(a, 1).",
              [], lists, Game, []).

:- begin_tests(numbers).

test(terms_that_share_a_hash, [ setup(game(Game)), cleanup(unload_game(Game)) ]) :-
    same_hash(States, I, [n(I, I)]),
    assertion(States \== []),
    forall(nth1(Number, States, I), state_number(Game, [n(I, I)], Number)),
    forall(nth1(Number, States, I),
           ( state_number(Game, [n(I, I)], Number),
             numbered_state(Game, Number, [n(I, I)]) )),
    same_hash(Moves, I, go([I, I])),
    assertion(Moves \== []),
    forall(nth1(Number, Moves, I), move_number(Game, go([I, I]), Number)),
    forall(nth1(Number, Moves, I),
           ( move_number(Game, go([I, I]), Number),
             numbered_move(Game, Number, go([I, I])) )).
test(a_limit_anywhere_gives_no_number_twice,
     [ setup(game(Game)), cleanup(unload_game(Game)) ]) :-
    forall(between(61, 70, I),
           ( state_number(Game, [n(I)], _), move_number(Game, go(I), _) )),
    forall(between(1, 60, Limit),
           ( call_with_inference_limit(state_number(Game, [n(Limit)], _), Limit, _),
             call_with_inference_limit(move_number(Game, go(Limit), _), Limit, _) )),
    findall(Number, ( between(1, 70, I), state_number(Game, [n(I)], Number) ), States),
    findall(Number, ( between(1, 70, I), move_number(Game, go(I), Number) ), Moves),
    forall(member(Numbers, [States, Moves]), assertion(is_set(Numbers))),
    forall(nth1(I, States, Number), numbered_state(Game, Number, [n(I)])),
    forall(nth1(I, Moves, Number), numbered_move(Game, Number, go(I))).
test(what_has_no_number,
     [ setup(game(Game)), cleanup(unload_game(Game)),
       throws(error(no_such_state(7), _)) ]) :-
    numbered_state(Game, 7, _).

:- end_tests(numbers).
