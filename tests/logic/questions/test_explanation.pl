:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(questions/explanation)).
:- use_module(library(assoc)).
:- use_module(library(plunit)).

/* The two ways in which relations that depend on themselves are proved. */

text("role(r). init(at(1)). legal(r, go) :- true(at(1)). next(at(2)) :- does(r, go).
terminal :- true(at(2)). goal(r, 1) :- true(at(_)).
arrow(1, 2). arrow(2, 3). arrow(3, 1). arrow(3, 4). arrow(4, 2).
way(M, N) :- ( way(M, K), way(K, N) ; arrow(M, N) ).").

in_game(Game, At, Id) :-
    text(Text),
    load_game(prolog, Text, [], best, Game, []),
    Game:initial(State), Game:facts(State, Facts),
    empty_assoc(Known),
    At = at(rule, Game, State, none, Facts, memo(0, Known)),
    Game:component(way/2, Id).

%   Each atom of an order rests on atoms that are proved without it.

grounded(Known) :-
    assoc_to_list(Known, Pairs),
    once(grounded(Pairs, [])).

grounded([], _).
grounded(Pairs, Done) :-
    partition(rests_on(Done), Pairs, New, Others),
    New = [_|_],
    pairs_keys(New, Atoms), append(Atoms, Done, Done1),
    grounded(Others, Done1).

rests_on(Done, _-used(_, Body, _)) :- forall(inner(Body, way(M, N)), memberchk(way(M, N), Done)).

inner(Body, Atom) :- member(call(Atom), Body).
inner(Body, Atom) :- member(either(_, Chosen), Body), inner(Chosen, Atom).

:- begin_tests(explanation).

test(bottom_up_proves_all, [setup(in_game(Game, At, Id)), cleanup(unload_game(Game)),
                            true(N =:= 16)]) :-
    empty_assoc(Empty),
    explanation:bottom_up(Id, At, Empty, Known),
    assoc_to_list(Known, Pairs), length(Pairs, N),
    grounded(Known).

test(bottom_up_keeps_what_is_known, [setup(in_game(Game, At, Id)), cleanup(unload_game(Game)),
                                     true(N =:= 16)]) :-
    empty_assoc(Empty),
    explanation:top_down(way(1, 1), [], Id, At, steps(0), Empty, Some),
    explanation:bottom_up(Id, At, Some, Known),
    assoc_to_list(Known, Pairs), length(Pairs, N),
    forall(gen_assoc(Atom, Some, Used),
           ( get_assoc(Atom, Known, Same), Same =@= Used )),
    grounded(Known).

test(top_down_ends, [setup(in_game(Game, At, Id)), cleanup(unload_game(Game))]) :-
    empty_assoc(Empty),
    explanation:top_down(way(4, 4), [], Id, At, steps(0), Empty, Known),
    grounded(Known).

test(top_down_gives_up, [setup(in_game(Game, At, Id)), cleanup(unload_game(Game)),
                         throws(too_many_steps)]) :-
    empty_assoc(Empty),
    explanation:most_steps(Most),
    explanation:top_down(way(4, 4), [], Id, At, steps(Most), Empty, _).

:- end_tests(explanation).
