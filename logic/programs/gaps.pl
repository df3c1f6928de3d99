:- encoding(utf8).
:- module(gaps,
          [ gap_clauses/2               % +Text, -Gaps
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(lists), [member/2, nth1/3]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(library(ugraphs), [reachable/3, vertices_edges_to_ugraph/3]).
:- use_module(logic(language/literals), [place/2]).
:- use_module(logic(programs/program_checks), [calls/3]).
:- use_module(logic(reader/prolog_reader), [read_clauses/4]).

/** <module> The clauses of a search program that an exercise may leave open

These are the clauses with a body, the most instructive first.  They are of these kinds, from
the easiest to the hardest:

    base    a clause of a recursive predicate that does not call the predicate
    step    one that does, perhaps through others; the longest teaches most
    test    another clause that only compares
    cut     another clause with a cut
    other   any other

The first of each kind comes first, then the second of each kind, and so on; `other` begins
one turn later.  Clauses that differ only in variables and comparisons would give each other
away, so they are one gap.
*/

%!  gap_clauses(+Text, -Gaps) is det.
%
%   Gaps are gap(Turn, Kind, Places), in that order; Places has `From-HeadTo-To` for each clause
%   of a gap: where it begins, and where its head and body end.  Turn counts from 0.

gap_clauses(Text, Gaps) :-
    read_clauses(prolog, Text, Clauses, _),
    foldl(calls, Clauses, Calls, []),
    vertices_edges_to_ugraph([], Calls, Graph),
    findall(Shape-rule(Kind, Length, Place),
            ( member(Clause, Clauses), rule(Clause, Graph, Shape, Kind, Length, Place) ),
            Rules),
    alike(Rules, Groups),
    findall(Turn-Order-gap(Turn, Kind, Places),
            ( nth1(Order, [base, step, test, cut, other], Kind),
              of_kind(Kind, Groups, Own),
              nth1(Nth, Own, Places),
              ( Kind == other -> Turn = Nth ; Turn is Nth - 1 ) ),
            Found),
    keysort(Found, Sorted),
    pairs_values(Sorted, Gaps).

rule(Clause, Graph, Kind-Shape, Kind, Length, From-HeadTo-To) :-
    Clause = clause(Head, Body, Places, source(_, From-HeadTo, _)),
    callable(Head),
    Body \== true,
    place(Places, _-To),
    calls(Clause, Calls, []),
    functor(Head, Name, Arity),
    kind(Calls, Name/Arity, Graph, Kind),
    maplist(shape, Calls, Shape),
    length(Calls, Length).

kind(Calls, PI, Graph, step) :- member(_-Called, Calls), leads(Graph, Called, PI), !.
kind(Calls, _, _, test) :- \+ ( member(_-PI, Calls), \+ comparison(PI) ), !.
kind(Calls, _, _, cut) :- memberchk(_-(!/0), Calls), !.
kind(_, PI, Graph, base) :- memberchk(PI-Next, Graph), member(N, Next), leads(Graph, N, PI), !.
kind(_, _, _, other).

leads(Graph, From, To) :-
    reachable(From, Graph, Reached),
    memberchk(To, Reached).

shape(_-Called, Shape) :- ( comparison(Called) -> Shape = comparison ; Shape = Called ).

comparison(Name/2) :- memberchk(Name, [<, >, =<, >=, =:=, =\=]).

%   alike(+Rules, -Groups): rules of the same shape, in the order of the first of each.

alike([], []).
alike([Shape-Rule|Rules], [[Rule|Others]|Groups]) :-
    findall(Other, member(Shape-Other, Rules), Others),
    findall(Another-Other, ( member(Another-Other, Rules), Another \== Shape ), Rest),
    alike(Rest, Groups).

%   of_kind(+Kind, +Groups, -Own): the places of the groups of Kind, the longest steps first.

of_kind(Kind, Groups, Own) :-
    findall(Key-Places,
            ( member(Group, Groups),
              Group = [rule(Kind, Length, _)|_],
              ( Kind == step -> Key is -Length ; Key = 0 ),
              findall(Place, member(rule(_, _, Place), Group), Places) ),
            Keyed),
    keysort(Keyed, Sorted),
    pairs_values(Sorted, Own).
