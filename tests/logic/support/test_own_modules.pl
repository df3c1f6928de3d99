:- encoding(utf8).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/state_space)).
:- use_module(logic(language/semantics)).
:- use_module(logic(support/own_modules)).

/** <test> What is left of a module that was dropped */

%   The answers of near/1 in a state are cached.
text("role(a). init(at(1)). step(1, 2). step(2, 3). step(3, 1).
      near(X) :- true(at(Y)), step(Y, X).
      near(X) :- near(Y), step(Y, X), true(at(1)).
      legal(a, go(X)) :- near(X).
      next(at(X)) :- does(a, go(X)), near(_).
      terminal :- true(at(3)). goal(a, 1).").

cached(Keys) :- findall(Key, nb_current(Key, last(_, _, _)), Keys).

:- begin_tests(own_modules).

test(new_ones_differ, [true(A \== B), cleanup(( drop_module(A), drop_module(B) ))]) :-
    own_module('test ', A), own_module('test ', B).
test(the_clauses_of_a_dropped_one_are_gone, [fail]) :-
    own_module('test ', Module),
    assertz(Module:p(1)),
    drop_module(Module),
    Module:p(_).
test(it_may_be_dropped_again) :-
    own_module('test ', Module),
    drop_module(Module),
    drop_module(Module).
test(a_game_takes_its_answers_along, [true(Before-After == true-[])]) :-
    text(Text),
    load_game(prolog, Text, [], lists, Game, _),
    Game:initial(State),
    findall(Move, Game:legal(State, a, Move), _),
    ( cached([_|_]) -> Before = true ; Before = false ),
    unload_game(Game),
    cached(After).

:- end_tests(own_modules).
