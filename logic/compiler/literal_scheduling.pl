:- encoding(utf8).
:- module(literal_scheduling,
          [ early_literals/4            % +Literals0, +Game, +PI, -Literals
          ]).
:- use_module(library(apply), [maplist/2, partition/4]).
:- use_module(library(lists), [append/3, member/2, select/3]).
:- use_module(logic(language/safe_order)).

/** <module> Schedule tests early

The author of a rule writes its literals in the order that reads best. Evaluated in that
order, a rule may try all squares of the board before it checks whose turn it is:

    legal(P, move(X)) :- true(control(P)), cell(X), role(P), true(phase(play)), ...

A literal whose variables are all bound is a mere test. It can precede literals with many
answers without changing the order of the answers. Only lookups are moved: fluents, moves,
and facts that do not depend on the state.

A relation that depends on the step is used only for the next state, which is a set, so
the order of its answers does not matter. Its rules begin with the moves made: there are
few, and they bind many variables.
*/

%!  early_literals(+Literals0, +Game, +PI, -Literals) is det.
%
%   Literals are the literals of a rule of PI, with each check as early as possible.

early_literals(Literals0, Game, PI, Literals) :-
    (   Game:needs_step(PI)
    ->  partition(made_move, Literals0, Moves, Others),
        append(Moves, Others, Literals1)
    ;   Literals1 = Literals0
    ),
    copy_term(Literals1, Copies),
    items(Literals1, Copies, Game, Items),
    checks_first(Items, Literals).

made_move(call(does(_, _))).
made_move(or(Bodies)) :-
    \+ ( member(Body, Bodies), Body \= [call(does(_, _))] ).

%   An item is check(Literal, Copy) or other(Literal, Copy); in Copy, the variables that
%   already have a value are bound.

items([], [], _, []).
items([L|Ls], [C|Cs], Game, [Item|Items]) :-
    ( check(L, Game) -> Item = check(L, C) ; Item = other(L, C) ),
    items(Ls, Cs, Game, Items).

checks_first([], []) :- !.
checks_first(Items0, [Literal|Literals]) :-
    (   select(check(Literal, Copy), Items0, Items), ground(Copy)
    ->  true
    ;   Items0 = [Item|Items],
        arg(1, Item, Literal),
        arg(2, Item, Copy),
        bound_by([Copy], [], Vs),
        maplist(=(known), Vs)
    ),
    checks_first(Items, Literals).

check(test(_), _).
check(call(Atom), Game) :-
    (   memberchk(Atom, [true(_), does(_, _)])
    ->  true
    ;   functor(Atom, N, A),
        Game:defined(N/A),
        \+ Game:needs_state(N/A), \+ Game:needs_step(N/A),
        \+ ( functor(Head, N, A), Game:rule(Head, [_|_]) )
    ).
