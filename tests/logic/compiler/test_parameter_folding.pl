:- module(test_parameter_folding, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).

/*  Literals of a parameter alone, in an alternative, in a negation, in a helper, in a count, and with
    a variable.  */

rules("parameter(jumps, no). parameter(size, 3).
       role(p). init(at(1)).
       legal(p, walk) :- true(at(1)), parameter(jumps, no).
       legal(p, jump) :- true(at(1)), jumps.
       legal(p, hop(D)) :- step(D), ( parameter(jumps, yes), D > 1 ; D < 2 ).
       legal(p, wait) :- true(at(_)), \\+ ( parameter(jumps, yes), true(at(1)) ).
       legal(p, rest) :- true(at(_)), \\+ jumps, parameter(size, N), N > 2.
       legal(p, rush) :- jumps, \\+ parameter(size, 3).
       jumps :- parameter(jumps, yes).
       step(1). step(2).
       next(at(N)) :- true(at(N)), does(p, _).
       terminal :- true(at(9)).
       goal(p, N) :- count(J, ( parameter(jumps, J), jumps ), N).").

game(Parameters, Game) :-
    rules(Text),
    load_game(prolog, Text, Parameters, lists, Game, _).

body(Game, Move, Body) :- Game:rule(legal(p, Move), Body).

:- begin_tests(parameter_folding).

test(a_rule_with_a_false_literal_is_left_out, Moves == [walk, hop(1), wait, rest]) :-
    game([], Game),
    findall(Move, ( member(Move, [walk, jump, hop(1), wait, rest, rush]), once(body(Game, Move, _)) ),
            Moves).
test(a_literal_that_is_a_fact_is_left_out, Body == [call(true(at(1)))]) :-
    game([], Game),
    body(Game, walk, Body).
test(a_false_alternative_is_left_out, Body =@= [call(step(1)), test(1 < 2)]) :-
    game([], Game),
    body(Game, hop(1), Body0),
    findall(L, ( member(L, Body0), L \= test(whole(_)) ), Body).
test(a_negation_of_what_is_false_is_left_out, Body =@= [call(true(at(_)))]) :-
    game([], Game),
    body(Game, wait, Body).
test(a_variable_stays, true(memberchk(call(parameter(size, _)), Body))) :-
    game([], Game),
    body(Game, rest, Body).
test(with_the_other_value, Moves =@= [jump, hop(_), wait]) :-
    game([jumps=yes], Game),
    findall(Move, body(Game, Move, _), Moves).
test(what_was_written_stays, N == 6) :-
    game([], Game),
    findall(M, Game:written(legal(p, M), _, _), Ms),
    length(Ms, N).

%   Each link of a chain is decided by the next, and all are left out at last.
chain(N, Text) :-
    M is N + 1,
    findall(Link, ( between(1, N, I), J is I + 1, format(string(Link), "c~d :- c~d. ", [I, J]) ),
            Links),
    atomic_list_concat(Links, Chain),
    format(string(Text), "~w c~d :- parameter(x, yes). parameter(x, no). role(p). init(at(1)).
                          legal(p, go) :- c1. legal(p, stop). next(at(2)).
                          terminal :- true(at(2)). goal(p, 1).", [Chain, M]).

test(a_chain, Moves == [stop]) :-
    chain(300, Text),
    load_game(prolog, Text, [], lists, Game, _),
    findall(Move, Game:rule(legal(p, Move), _), Moves).
test(goals_that_are_switched_off_count_as_written, Worths == [50, 100]) :-
    load_game(prolog, "parameter(x, no). role(p). init(at(1)). legal(p, go). next(at(2)).
                       terminal :- true(at(2)).
                       goal(p, 100) :- parameter(x, yes), true(at(2)).
                       goal(p, 50) :- true(at(2)).",
              [], lists, Game, _),
    Game:goal_worths(p, Worths).

:- end_tests(parameter_folding).
