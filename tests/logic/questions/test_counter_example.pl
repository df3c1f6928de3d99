:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(questions/ask), [asked/6]).
:- use_module(logic(questions/explanation)).
:- use_module(library(plunit)).

text("role(r). init(at(1)). init(lamp(off)). legal(r, go(N)) :- true(at(M)), edge(M, N).
next(at(N)) :- does(r, go(N)). next(lamp(X)) :- true(lamp(X)).
terminal :- true(at(9)). goal(r, 1) :- true(at(_)).
edge(1, 2). edge(2, 3). edge(3, 1).
both :- true(at(2)), true(lamp(on)).
either :- true(at(2)), true(at(3)). either :- true(lamp(on)), true(at(3)).
bright :- \\+ true(lamp(off)).
near(N) :- true(at(M)), N is M + 1.
loop(N) :- loop(N). loop(N) :- true(on(N)).
many :- count(F, true(at(F)), 2).
next(on(N)) :- true(on(N)).").

refuted("both", ["true(at(2)) does not hold"]).
refuted("either", ["true(at(3)) does not hold"]).
refuted("bright", ["true(lamp(off)) holds"]).
refuted("near(7)", ["true(at(_)) holds only as here"]).
refuted("edge(2, 1)", []).
refuted("loop(1)", ["true(on(1)) does not hold"]).
refuted("edge(M, N), true(at(N)), M > 3", []).
refuted("legal(r, go(3))", ["true(at(2)) does not hold"]).
refuted("\\+ near(2)", ["true(at(1)) holds"]).
refuted("legal(x, M)", []).

:- begin_tests(counter_example).

test(facts, [forall(refuted(Question, Texts)), true(Found == [Texts])]) :-
    text(Text),
    load_game(prolog, Text, [], best, Game, []),
    Game:initial(State),
    asked(Game, none, Question, Asked, [], _),
    findall(Ts, refuting_texts(Asked, Game, State, none, Ts), Found).

test(no_facts_of_a_search, fail) :-
    text(Text),
    load_game(prolog, Text, [], best, Game, []),
    Game:initial(State),
    asked(Game, none, "best_move(r, M, 7)", Asked, [], _),
    refuting_texts(Asked, Game, State, none, _).

:- end_tests(counter_example).
