:- module(test_belief, []).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/belief)).
:- use_module(logic(language/percepts)).

/*  Three doors and one prize: the host, chance, opens a door without the prize that was not
    chosen.  The probabilities are those of Selvin, "A problem in probability", 1975.  */

doors("role(candidate). role(random).
      door(1). door(2). door(3).
      init(hiding).
      legal(random, hide(D)) :- true(hiding), door(D).
      legal(candidate, choose(D)) :- true(choosing), door(D).
      legal(random, open(D)) :- true(chosen(C)), door(D), D \\== C, \\+ true(prize(D)), \\+ true(opened(_)).
      legal(candidate, stay) :- true(opened(_)).
      legal(candidate, switch) :- true(opened(_)).
      next(prize(D)) :- does(random, hide(D)).
      next(prize(D)) :- true(prize(D)).
      next(choosing) :- true(hiding).
      next(chosen(D)) :- does(candidate, choose(D)).
      next(chosen(D)) :- true(chosen(D)), \\+ does(candidate, switch).
      next(chosen(D)) :- does(candidate, switch), true(chosen(C)), true(opened(O)), door(D), D \\== C, D \\== O.
      next(opened(D)) :- does(random, open(D)).
      next(over) :- true(opened(_)).
      sees(candidate, opened(D)) :- does(random, open(D)).
      terminal :- true(over).
      goal(candidate, 1) :- true(chosen(D)), true(prize(D)).
      goal(candidate, 0) :- true(chosen(D)), \\+ true(prize(D)).").

perceiving(Game) :- perceiving(best, Game).

perceiving(Form, Game) :-
    doors(Text),
    load_rules(none, prolog, Text, [], true, _, Game, _),
    compile_game(Game, Form).

opened([d(noop, hide(1)), d(choose(1), noop), d(noop, open(3))]).

prizes(Game, Belief, Pairs) :-
    likelihoods(Belief, D, prize_in(Game, D), Pairs).

prize_in(Game, D, State) :- Game:facts(State, Facts), member(prize(D), Facts).

:- begin_tests(belief).

form(meaning).
form(lists).
form(slots).

test(view, [forall(form(F)),
            View == [step(noop, [], false), step(choose(1), [], false), step(noop, [opened(3)], false)]]) :-
    perceiving(F, G), opened(Line), view_of(G, Line, candidate, View).
test(prize, [forall(form(F)), Pairs == [1-(1r3), 2-(2r3)]]) :-
    perceiving(F, G), opened(Line),
    view_of(G, Line, candidate, View), belief_of(G, candidate, View, Belief), prizes(G, Belief, Pairs).
test(before, Pairs == [1-(1r3), 2-(1r3), 3-(1r3)]) :-
    perceiving(G), belief_of(G, candidate, [step(noop, [], false)], Belief), prizes(G, Belief, Pairs).
test(outcomes, Outcomes == [[opened(2)]-(1r2), [opened(3)]-(1r2)]) :-
    perceiving(G), opened([A, B|_]), view_of(G, [A, B], candidate, View),
    belief_of(G, candidate, View, Belief),
    outcomes(G, candidate, noop, Belief, Os),
    findall(P-W, member(outcome(P, false, W, _), Os), Outcomes).
test(impossible, fail) :-
    perceiving(G), belief_of(G, candidate, [step(noop, [opened(1)], false)], _).
test(percepts_are_hidden, [forall(form(F)), Facts == []]) :-
    perceiving(F, G), G:initial(S), G:successor(S, d(noop, hide(1)), S1),
    G:successor(S1, d(choose(1), noop), S2), G:successor(S2, d(noop, open(3)), S3),
    G:facts(S3, Fs), findall(X, ( member(X, Fs), percept_fact(X), G:rule(init(X), _) ), Facts).

:- end_tests(belief).
