:- encoding(utf8).
:- module(literal_scheduling,
          [ early_literals/4            % +Literals0, +Game, +PI, -Literals
          ]).
:- use_module(library(apply), [maplist/2, partition/4]).
:- use_module(library(lists), [append/3, member/2, select/3]).
:- use_module(logic(language/safe_order)).

/** <module> What says no should be asked soon

The author of a rule says what is so in the order in which it is read best. Asked in
that order, a rule may try all squares of the board before it asks whose turn it is:

    legal(P, move(X)) :- true(control(P)), cell(X), role(P), true(phase(play)), ...

A literal whose variables are all known gives no answers of its own, it only lets pass:
it can come before literals that give many, and the order of the answers stays. Only what
is looked up is moved so: a fluent, a move, a fact that is the same in all states.

A relation that depends on the step is asked for the next state alone, which is a set,
so that the order of its answers means nothing. Its rules begin with the moves made:
these are few, and bind much.
*/

%!  early_literals(+Literals0, +Game, +PI, -Literals) is det.
%
%   Literals are those of a rule of PI, each check as soon as it can be made.

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

%   An item is check(Literal, Copy) or other(Literal, Copy): in the copy, the variables
%   that have a value so far are bound.

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
