:- module(test_named_edges, []).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/named_edges)).

%   edges(?Name, ?Rules, ?Edges): the edges that moves name where these rules stand beside frame/1.

edges(direct, "legal(a, mark(C, R)) :- line(C), line(R). draw(C, R, x) :- true(at(C, R)).
               next(at(C, R)) :- does(a, mark(C, R)).", [columns, rows]).
edges(through_a_relation, "legal(a, drop(C)) :- true(free(C)). draw(C, R, x) :- top(C, R).
               top(C, R) :- line(C), line(R), \\+ true(free(C)).", [columns]).
edges(in_a_term, "legal(a, mark(S)) :- square(S). square(C - R) :- line(C), line(R).
               draw(C, R, x) :- square(C - R).", [columns, rows]).
edges(in_an_alternative, "legal(a, mark(C)) :- column(C, 1) ; column(C, 2). column(C, 1) :- line(C).
               column(C, 2) :- line(C). draw(C, 1, x) :- column(C, _).", [columns]).
edges(a_range_links_nothing, "legal(a, take(N)) :- line(N). draw(1, R, x) :- line(R).", []).
edges(nor_does_arithmetic, "legal(a, sow(I)) :- true(house(I)). draw(C, 1, x) :- true(house(I)), C is I + 1.",
      []).
edges(a_table, "legal(a, go). draw(1, 1, score). draw(2, 1, 7).", []).
edges(no_board, "legal(a, mark(C, R)) :- line(C), line(R).", []).

frame("role(a). init(at(1, 1)). init(free(1)). init(house(1)). next(f) :- true(at(_, _)).
       terminal :- true(f). goal(a, 1). line(I) :- between(1, 3, I). ").

game(Rules, Game) :-
    frame(Frame),
    string_concat(Frame, Rules, Text),
    load_game(prolog, Text, [], best, Game, _).

:- begin_tests(named_edges).

test(linked, [ forall(edges(_, Rules, Edges)), setup(game(Rules, Game)), cleanup(unload_game(Game)),
               all(Edge == Edges) ]) :-
    member(Edge, [columns, rows]),
    moves_name(Game, Edge).

:- end_tests(named_edges).
