:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(questions/literal_words)).
:- use_module(library(plunit)).

text("role(r). init(at(1)). legal(r, go(N)) :- true(at(M)), N is M + 1. next(at(N)) :- does(r, go(N)).
terminal :- true(at(2)). goal(r, 1) :- true(at(_)). notation(_, go(N), [g, N]).
reason(true(at(1)), 'it is at home'). reason(true(at(N)), ['it is at ', N]).
reason(\\+ goal(R, N), [R, ' has not ', N]).
reason(legal(R, M), [R, ' may ', M]).
reason(terminal, [N, ' is the end']) :- true(at(N)).").

in_game(Game, State) :-
    text(Text),
    load_game(prolog, Text, [], best, Game, []),
    Game:initial(State).

said(call(true(at(1))), true, "it is at home").
said(call(true(at(2))), true, "it is at 2").
said(call(true(at(2))), false, "it is not so that it is at 2").
said(call(true(at(_))), false, "there is no N such that it is at N").
said(not([call(true(at(2)))]), true, "it is not so that it is at 2").
said(not([call(true(at(2)))]), false, "it is at 2").
said(not([not([call(true(at(2)))])]), true, "it is at 2").
said(call(goal(r, 1)), false, "r has not 1").
said(call(goal(_, 1)), false, "for each R, R has not 1").
said(call(legal(r, go(2))), true, "r may g2").
said(call(terminal), true, "1 is the end").

unsaid(call(goal(r, 1)), true).
unsaid(call(role(r)), true).
unsaid(call(true(at(_))), true).
unsaid(call(legal(r, go(_))), false).
unsaid(not([call(role(r)), call(true(at(1)))]), true).
unsaid(test(1 < 2), true).

:- begin_tests(literal_words).

test(words, [forall(said(Literal, Holds, Words)), true(Found == [Words])]) :-
    in_game(Game, State),
    findall(W, literal_words(Game, State, Literal, Holds, W), Found).

test(no_words, [forall(unsaid(Literal, Holds)), fail]) :-
    in_game(Game, State),
    literal_words(Game, State, Literal, Holds, _).

test(notation, true(Text == "legal(r, g2)")) :-
    in_game(Game, State),
    notated_literal(Game, State, call(legal(r, go(2))), "legal(r, go(2))", Text).

:- end_tests(literal_words).
