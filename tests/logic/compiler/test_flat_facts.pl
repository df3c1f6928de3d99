:- module(test_flat_facts, []).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/compile_lists)).
:- use_module(logic(compiler/flat_facts)).
:- use_module(logic(compiler/knowledge_base)).

game(Game) :-
    load_game(prolog,
              "role(p). init(at(pos(1, 1))). line(I) :- between(1, 3, I).
               way(pos(A, B), pos(B, A), go(A)) :- line(A), line(B).
               legal(p, M) :- true(at(P)), way(P, _, M).
               next(at(Q)) :- does(p, M), true(at(P)), way(P, Q, M).
               terminal :- true(at(pos(3, _))). goal(p, 1).",
              [], lists, Game, _).

:- begin_tests(flat_facts).

facts([f(a, p(1, x)), f(b, p(2, x)), f(c, p(3, y)), f(d, p(3, y)), f(e, p(3, y)),
       f(g, p(3, y)), f(h, p(3, y)), f(i, p(3, y)), f(j, p(q(3), y))]).

test(taken_apart, [true(Clauses-Count =@= [(f(A, p(B, C)) :- 'f flat'(A, B, C)),
                                           'f flat'(a, 1, x), 'f flat'(b, 2, x)]-10)]) :-
    facts(Facts),
    flat_facts(Facts, All),
    length(All, Count),
    All = [One, Two, Three|_],
    Clauses = [One, Two, Three].
test(few, [fail]) :- facts([_|Facts]), flat_facts(Facts, _).
test(no_terms, [fail]) :- findall(f(X, b), between(1, 20, X), Facts), flat_facts(Facts, _).
test(no_common_shape, [fail]) :-
    findall(f(X), ( between(1, 20, I), ( X = g(I) ; X = I ) ), Facts),
    flat_facts(Facts, _).

test(a_game, [all(P-Q-M == [pos(2, 1)-pos(1, 2)-go(2), pos(2, 2)-pos(2, 2)-go(2),
                            pos(2, 3)-pos(3, 2)-go(2)])]) :-
    game(G),
    M = go(2),
    state_goal(G, way(P, Q, M), _, _, Goal),
    G:Goal.
test(is_found, [true(Flat =@= 'way/3 flat'(1, _, _, 1, _))]) :-
    game(G),
    flat_goal(G, 'way/3'(pos(1, _), pos(_, 1), _), Flat).
test(other_relations, [fail]) :- game(G), flat_goal(G, 'line/1'(_), _).
test(estimated, [true(One-All == 1-9)]) :-
    game(G),
    answers(G, G:'way/3'(P, _, _), [P], One),
    answers(G, G:'way/3'(_, _, _), [], All).

:- end_tests(flat_facts).
