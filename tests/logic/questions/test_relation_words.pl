:- encoding(utf8).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(questions/ask), [can_be_asked/2]).
:- use_module(logic(questions/relation_words)).

text(prolog, "role(r). init(at(1)). legal(r, go) :- true(at(1)). next(at(2)) :- does(r, go).
terminal :- true(at(2)). goal(r, 1). beside(3, 3, 3). beside(Here, There, Here) :- arrow(Here, There).
arrow(1, 2). done :- does(r, go).").
text(kif, "(role r) (init (at 1)) (<= (legal r go) (true (at 1))) (<= (next (at 2)) (does r go))
(<= terminal (true (at 2))) (goal r 1) (<= (beside ?x ?y) (arrow ?x ?y)) (arrow 1 2)").

in_game(Syntax, Game) :-
    text(Syntax, Text),
    load_game(Syntax, Text, [], best, Game, []).

:- begin_tests(relation_words).

test(kinds, [setup(in_game(prolog, Game)), cleanup(unload_game(Game)),
             all(Kind-Text-About == [
        language-"legal(Role, Move)"-'a move that a role may do now',
        language-"true(Fluent)"-'a fluent that holds now',
        own-"beside(Here, There, Here1)"-"",
        own-"arrow(X, X1)"-"",
        search-"perft(N, C)"-"there are C sequences of N plies",
        states-"successor(S, M, S1)"-"the move M leads from the state S to S1"])]) :-
    member(PI, [legal/2, true/1, beside/3, arrow/2, done/0, perft/2, successor/3]),
    relation_words(Game, PI, Kind, Text, About).
test(kif, [setup(in_game(kif, Game)), cleanup(unload_game(Game)),
           all(Text == ["(legal ?role ?move)", "(beside ?x ?y)"])]) :-
    member(PI, [legal/2, beside/2]),
    relation_words(Game, PI, _, Text, _).
test(each_relation_can_be_asked, [setup(in_game(prolog, Game)), cleanup(unload_game(Game)),
                                  all(PI == [])]) :-
    can_be_asked(Game, PI),
    \+ Game:needs_step(PI),
    \+ relation_words(Game, PI, _, _, _).

:- end_tests(relation_words).
