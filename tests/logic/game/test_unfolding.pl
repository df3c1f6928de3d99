:- module(test_unfolding, []).
:- use_module(library(plunit)).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/unfolding)).

rules("role(p). init(at(1)). init(lit).
       legal(p, go(N)) :- true(at(M)), near(M, N), \\+ true(shut(N)).
       near(M, N) :- side(M, D), N is M + D.
       side(2, -1). side(M, 1) :- between(1, 2, M).
       next(at(N)) :- does(p, go(N)). next(lit) :- true(lit). next(shut(3)) :- true(lit).
       terminal :- true(at(3)).
       goal(p, 1).
       draw(N, 1, x) :- true(at(N)).
       draw(N, 1, o) :- between(1, 3, N), \\+ taken(N).
       draw(9, 1, lamp) :- true(lit), true(at(1)).
       draw(9, 2, C) :- count(D, side(2, D), C).
       draw(9, 3, no) :- true(lit), \\+ true(lit).
       taken(N) :- true(at(N)), true(lit).
       taken(N) :- true(shut(N)).
       feature(p, many, C) :- count(N, true(at(N)), C).
       feature(p, far, N) :- far(N).
       far(N) :- true(at(N)). far(N) :- far(M), side(M, _), side(N, _).
       advice(N, p, go(N)) :- true(at(N)), \\+ dark(N).
       dark(N) :- true(at(N)), \\+ taken(N), \\+ true(lit).").

fluents([lit, at(1), at(2), at(3), shut(3)]).

instances(Most, Atom, Instances) :-
    rules(Text),
    fluents(Fluents),
    load_rules(prolog, Text, [], Game, _),
    unfolded(Game, Fluents, Most, Atom, Instances).

:- begin_tests(unfolding).

test(order, Moves == [go(2)-[[2]], go(1)-[[3]], go(3)-[[-5], [3]]]) :-
    instances(100, legal(p, _), Instances),
    findall(M-If, member(legal(p, M)-If, Instances), Moves).

test(conditions,
     Squares == [ d(1, x)-[[2]], d(2, x)-[[3]], d(3, x)-[[4]],
                  d(1, o)-[[-2, -1]], d(2, o)-[[-3, -1]], d(3, o)-[[-5], [-4, -1]],
                  d(9, lamp)-[[1], [2]], d(9, 2)-[] ]) :-
    instances(100, draw(_, _, _), Instances),
    findall(d(C, T)-Sorted,
            ( member(draw(C, _, T)-If, Instances), maplist(msort, If, Sorted0),
              sort(Sorted0, Sorted) ),
            Squares).

test(limit, true) :-
    instances(8, draw(_, _, _), [_, _, _, _, _, _, _, _]).
test(limit, fail) :-
    instances(7, draw(_, _, _), _).

%   A count and a recursion that depend on the state, and a negation in a negation.

test(refused, [forall(member(Atom, [feature(p, many, _), feature(p, far, _),
                                    advice(_, _, _)])), fail]) :-
    instances(100, Atom, _).

:- end_tests(unfolding).
