:- module(test_compile_lists, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2, nth1/3]).
:- use_module(library(apply), [maplist/3]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(compiler/literal_scheduling)).

/*  Rules in a wasteful order, in each of which something is to be saved.  */

wasteful("role(a). role(b). cell(1). cell(2). cell(3).
          init(turn(a)). init(on(1, a)).
          reach(X, X) :- cell(X).
          reach(X, Z) :- reach(X, Y), cell(Z), Z > Y, \\+ taken(Z).
          taken(X) :- cell(X), true(on(X, P)), role(P).
          threat(P, X, near) :- role(P), taken(X).
          legal(P, put(X)) :- cell(X), true(turn(P)), role(P), threat(_, Y, near), reach(Y, X).
          gone(P, X) :- role(P), cell(X), cell(Y), ( does(_, put(X)) ; does(P, put(Y)) ).
          next(on(X, P)) :- cell(X), does(P, put(X)).
          next(on(X, P)) :- true(on(X, P)), cell(_), \\+ gone(P, X).
          next(turn(Q)) :- role(Q), cell(_), true(turn(P)), Q \\== P.
          terminal :- cell(X), threat(a, X, _), threat(b, X, _), true(on(3, _)).
          goal(P, 1) :- role(P).").

wasteful(Form, Game) :- wasteful(Text), load_game(prolog, Text, [], Form, Game, _).

:- begin_tests(compile).

%   A relation without arguments stands before the recursive literal.
test(recursion_behind_a_proposition, Reached == [2, 3]) :-
    load_game(prolog, "role(p). init(at(1)). link(1, 2). link(2, 3). open :- link(_, 3).
                       legal(p, to(Y)) :- reaches(1, Y).
                       reaches(X, Y) :- open, link(X, Y).
                       reaches(X, Z) :- open, link(X, Y), reaches(Y, Z).
                       next(at(Y)) :- does(p, to(Y)). terminal :- true(at(3)). goal(p, 1).",
              [], lists, G, _),
    G:from_facts([at(1)], S),
    findall(Y, G:legal(S, p, to(Y)), Reached).

%   Relations without arguments ask themselves, and each other.
test(propositions_that_ask_themselves, Over == [2, 4]) :-
    load_game(prolog, "role(p). init(at(1)). legal(p, to(Y)) :- between(1, 4, Y).
                       next(at(Y)) :- does(p, to(Y)). goal(p, 1). terminal :- over.
                       over :- true(at(2)). over :- true(at(3)), over. over :- past(4).
                       past(N) :- true(at(N)), between(1, 4, N). past(N) :- over, past(N).",
              [], lists, G, _),
    findall(N, ( member(N, [1, 2, 3, 4]), G:from_facts([at(N)], S), once(G:terminal(S)) ), Over).

early(gone/2, [role(P), cell(X), or([[does(_, put(X))], [does(P, put(Y))]]), cell(Y)],
      [3, 1, 2, 4]).
early(legal/2, [role(P), true(on(X, _)), cell(X), true(turn(P))], [1, 4, 2, 3]).
early(legal/2, [cell(X), taken(X), role(P), true(turn(P)), reach(X, X)], [1, 2, 3, 4, 5]).
early(next/1, [cell(X), true(on(X, P)), does(P, put(X))], [3, 1, 2]).

test(early, [forall(early(PI, Atoms, Order)), true(Literals == Expected)]) :-
    wasteful(lists, G),
    maplist(literal, Atoms, Literals0),
    early_literals(Literals0, G, PI, Literals),
    maplist(nth1_of(Literals0), Order, Expected).

%   Each fact once, whatever else the rule enumerates.
once_only(S, 'next/1'(on(1, a), S, d(noop, noop))).
once_only(S, 'next/1'(turn(b), S, d(noop, noop))).
once_only(S, 'taken/1'(1, S)).

test(one_answer_is_enough, [forall(once_only(S, Goal)), Count == 1]) :-
    wasteful(lists, G),
    G:from_facts([on(1, a), turn(a)], S),
    findall(x, G:Goal, Xs),
    length(Xs, Count).

%   Bodies of many literals, to be loaded in reasonable time.
long("full :- ~w.", "true(on(~d, _))").
long("full :- ~w.", "( true(on(~d, a)) ; true(on(~d, b)) )").
long("next(on(1, X)) :- role(X), ~w.", "true(on(~d, X))").
long("next(on(1, a)) :- ~w.", "( true(on(~d, a)) ; true(on(~d, b)) )").
long("reach(X, Y) :- reach(Y, X), ~w.", "true(on(~d, _))").
long("reach(X, Y) :- reach(Y, X), ~w.", "( true(on(~d, a)) ; true(on(~d, b)) )").

test(long_rule, [forall(long(Rule, Literal)), Roles == [a, b]]) :-
    findall(Part, ( between(1, 250, I), with_number(Literal, I, Part) ), Parts),
    atomic_list_concat(Parts, ', ', Body),
    format(string(Long), Rule, [Body]),
    wasteful(Text0),
    atomic_list_concat([Text0, Long], '\n', Text),
    call_with_inference_limit(load_game(prolog, Text, [], best, G, _), 40_000_000, Result),
    Result \== inference_limit_exceeded,
    findall(R, G:role(R), Roles).

%   Facts that come by way of the parts of a long rule are those of the whole rule.
test(parts, [forall(member(N, [3, 40, 90])), Facts == [at(0), at(N)]]) :-
    findall(Step,
            ( between(1, N, I), J is I + 1, format(string(Step), "step(X~d, X~d)", [I, J]) ),
            Steps),
    atomic_list_concat(Steps, ', ', Body),
    Last is N + 1,
    format(string(Text),
           "role(a). init(at(0)). legal(a, go). terminal :- true(at(1)). goal(a, 1).
            next(at(X)) :- jump(0, X).
            step(I, J) :- between(0, 99, I), J is (I + 1) mod 100.
            jump(X, X) :- true(at(X)).
            jump(X1, X~d) :- jump(X1, X1), true(at(X1)), ~w.", [Last, Body]),
    load_game(prolog, Text, [], lists, G, _),
    G:initial(S), G:successor(S, d(go), S1), G:facts(S1, Facts).

test(same_as_the_meaning, true) :-
    wasteful(lists, G), wasteful(meaning, M),
    G:initial(S), M:initial(T),
    same(3, S, T, G, M).

:- end_tests(compile).

literal(Atom, Literal) :-
    (   Atom = or(Bodies0) -> maplist(maplist(literal), Bodies0, Bodies), Literal = or(Bodies)
    ;   Literal = call(Atom)
    ).

nth1_of(List, I, X) :- nth1(I, List, X).

with_number(Literal, I, Text) :-
    atomic_list_concat(Parts, '~d', Literal),
    atomic_list_concat(Parts, I, Text).

%   same(+Depth, +State, +Meant, +Game, +Meaning): Game says of State what Meaning says of Meant,
%   the list of its facts, and Depth plies on.

same(Depth, S, T, G, M) :-
    G:facts(S, T),
    moves(G, S, Moves), moves(M, T, Moves),
    ( M:terminal(T) -> G:terminal(S) ; \+ G:terminal(S) ),
    Depth1 is Depth - 1,
    forall(( Depth > 0, member(A, [put(1), put(2), noop]), member(B, [put(3), noop]) ),
           ( M:successor(T, d(A, B), T1), G:successor(S, d(A, B), S1),
             same(Depth1, S1, T1, G, M) )).

moves(G, S, Moves) :- findall(R-X, G:legal(S, R, X), Ms), sort(Ms, Moves).
