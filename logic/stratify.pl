:- module(stratify,
          [ split_relations/2           % +Rules, -Split
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, nth1/3, nth1/4, numlist/3, reverse/2]).
:- use_module(dependency).

/** <module> Split relations by the values of an argument

    goal(R, 0) :- role(R), \+ goal(R, 100).

negates the relation that it defines, and yet says nothing circular: one goal depends
on another.  Where all rules and all questions of a relation have a constant in one
argument, it is split into a relation for each constant,

    'goal@0'(R) :- role(R), \+ 'goal@100'(R).
    goal(R, 0) :- 'goal@0'(R).

and the circle, if it was none, is gone.
*/

%!  split_relations(+Rules, -Split) is semidet.
%
%   Split is Rules with each relation in a negative cycle split that can be.  Fails
%   when there is none.

split_relations(Rules, Split) :-
    edges(Rules, Edges),
    findall(PI,
            ( member(edge(Caller, Callee, negative, _), Edges),
              cycle(Edges, Callee, Caller, Path),
              member(PI, Path) ),
            PIs0),
    sort(PIs0, PIs),
    findall(by(PI, K), ( member(PI, PIs), splitting_argument(Rules, PI, K) ), Splits0),
    first_each(Splits0, Splits),
    Splits = [_|_],
    findall(Rule, ( member(R, Rules), split_rule(Splits, R, Rule) ), Rules1),
    findall(Bridge, ( member(By, Splits), bridge(Rules, By, Bridge) ), Bridges),
    append(Rules1, Bridges, Split).

first_each([], []).
first_each([by(PI, K)|Bys], [by(PI, K)|Firsts]) :-
    findall(B, ( member(B, Bys), B \= by(PI, _) ), Others),
    first_each(Others, Firsts).

%   The number of an argument that is a constant in all heads and questions, and not
%   the same in all heads; the last one first.

splitting_argument(Rules, Name/Arity, K) :-
    numlist(1, Arity, Ks),
    reverse(Ks, Last),
    member(K, Last),
    functor(Atom, Name, Arity),
    findall(V, ( member(rule(Atom, _, _), Rules), arg(K, Atom, V) ), Vs0),
    sort(Vs0, [_, _|_]),
    \+ ( ( member(rule(Atom, _, _), Rules)
         ; member(rule(_, Body, _), Rules), inner(Body, Atom) ),
         arg(K, Atom, X),
         \+ atomic(X) ).

inner(Body, Atom) :-
    member(_:L, Body),
    (   L = call(Atom)
    ;   ( L = not(B) ; L = count(_, B, _) ; L = or(Bs), member(B, Bs) ),
        inner(B, Atom)
    ).

split_rule(Splits, rule(Head0, Body0, Source), rule(Head, Body, Source)) :-
    split_atom(Splits, Head0, Head),
    maplist(split_literal(Splits), Body0, Body).

split_literal(Splits, Place:L0, Place:L) :- split_literal_(L0, Splits, L).

split_literal_(call(A0), Splits, call(A)) :- !, split_atom(Splits, A0, A).
split_literal_(not(B0), Splits, not(B)) :- !, maplist(split_literal(Splits), B0, B).
split_literal_(or(Bs0), Splits, or(Bs)) :- !, maplist(split_body(Splits), Bs0, Bs).
split_literal_(count(T, B0, N), Splits, count(T, B, N)) :- !,
    maplist(split_literal(Splits), B0, B).
split_literal_(L, _, L).

split_body(Splits, Body0, Body) :- maplist(split_literal(Splits), Body0, Body).

split_atom(Splits, Atom0, Atom) :-
    functor(Atom0, Name, Arity),
    (   member(by(Name/Arity, K), Splits)
    ->  Atom0 =.. [_|As0],
        nth1(K, As0, Value, As),
        atomic_list_concat([Name, @, Value], Part),
        Atom =.. [Part|As]
    ;   Atom = Atom0
    ).

bridge(Rules, by(Name/Arity, K), rule(Head, [Place:call(Part)], source(Place, Place, []))) :-
    functor(Pattern, Name, Arity),
    findall(Value-P,
            ( member(rule(Pattern, _, source(P, _, _)), Rules), arg(K, Pattern, Value) ),
            Pairs),
    nth1(I, Pairs, Value-Place),
    \+ ( nth1(J, Pairs, Value-_), J < I ),
    functor(Head, Name, Arity),
    arg(K, Head, Value),
    split_atom([by(Name/Arity, K)], Head, Part).
