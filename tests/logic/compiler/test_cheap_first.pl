:- encoding(utf8).
:- module(test_cheap_first, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [append/2, member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/cheap_first)).
:- use_module(logic(compiler/knowledge_base)).

/*  Squares 1 to 6 in a row.  clear/2, which calls itself, is expensive; a square holds at most
    one piece, but a piece stands on two.
*/

game("role(a). init(on(1, x)). init(on(4, y)). init(on(6, x)). init(holds(x, 1)).
      init(holds(x, 6)). init(holds(y, 4)).
      legal(a, go(X, Y)) :- sees(X, Y).
      next(on(X, P)) :- true(on(X, P)). next(holds(P, X)) :- true(holds(P, X)).
      terminal :- true(on(0, _)). goal(a, 0).
      square(X) :- between(1, 6, X).
      then(X, Y) :- square(X), square(Y), Y =:= X + 1.
      before(X, Y) :- square(X), square(Y), X < Y.
      clear(X, Y) :- then(X, Y).
      clear(X, Y) :- before(X, Y), then(X, Z), \\+ true(on(Z, _)), clear(Z, Y).
      sees(X, Y) :- before(X, Y), clear(X, Y), true(on(X, _)), true(on(Y, _)).
      lone(X, Y) :- before(X, Y), \\+ clear(X, Y), true(on(X, _)).
      far(X, Y) :- before(X, Y), clear(X, Y), true(holds(x, Z)), before(Z, Y).
      near(X, Y) :- before(X, Y), clear(X, Y), gap(X, Y).
      any(step, X, Y) :- then(X, Y), true(on(X, _)).
      any(two, X, Y) :- any(step, X, Z), any(step, Z, Y).
      walks(X, Y) :- before(X, Y), any(two, X, Y), true(on(Y, _)).
      gap(X, Y) :- true(on(X, _)), before(X, Y), D is Y - X, D > 2.
      ").

%   order(+Name/Arity, -Names): the relations that the rule calls, as compiled to lists.

order(Name/Arity, Names) :-
    game(Text),
    load_game(prolog, Text, [], lists, Game, []),
    functor(Head, Name, Arity),
    Game:guarded(Head, Body),
    findall(F, member(F, [on(1, x), on(4, y), on(6, x), holds(x, 1), holds(x, 6), holds(y, 4)]), Facts),
    literal_costs(Game, Facts, six, Costs),
    cheap_first(Body, Costs, Literals),
    findall(N, ( member(L, Literals), name(L, N) ), Names),
    unload_game(Game).

six(_, _, 6).

name(call(true(F)), N) :- !, functor(F, N, _).
name(call(Atom), N) :- functor(Atom, N, _).
name(not([L]), N) :- name(L, N0), atom_concat(not_, N0, N).

expected(sees/2, [before, on, on, clear]).
expected(lone/2, [before, on, not_clear]).
expected(far/2, [before, clear, holds, before]).            % two squares hold x
expected(walks/2, [before, on, any]).                       % calls itself, with other arguments
expected(near/2, [before, clear, gap]).                     % arithmetic may raise an error

:- begin_tests(cheap_first).

test(order, [forall(expected(PI, Names)), true(Order == Names)]) :- once(order(PI, Order)).
test(answers, [forall(member(Goal-X, [sees(A, B)-(A-B), lone(A, B)-(A-B), far(A, B)-(A-B),
                                     near(A, B)-(A-B)])),
               true(Found == Expected)]) :-
    game(Text),
    load_game(prolog, Text, [], lists, Game, []),
    load_game(prolog, Text, [], meaning, Defined, []),
    Game:initial(S),
    functor(Goal, Name, Arity),
    atomic_list_concat([Name, /, Arity], Compiled),
    Goal =.. [_|As],
    append([[Compiled], As, [S]], Parts),
    Call =.. Parts,
    findall(X, Game:Call, Found),
    Defined:initial(S0),
    findall(X, semantics:provable(Defined, Goal, S0, none), Expected),
    unload_game(Game),
    unload_game(Defined).

:- end_tests(cheap_first).
