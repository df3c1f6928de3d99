:- encoding(utf8).
:- module(parameter_folding,
          [ folded_rules/3              % +Rules0, +PIs, -Rules
          ]).
:- use_module(library(apply), [foldl/4, partition/4]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(library(lists), [append/3, member/2, memberchk/2]).
:- use_module(library(ordsets), [ord_intersection/3]).

/** <module> Rules without what the parameters decide

Parameters are fixed once a game is loaded.  A literal such as parameter(flying, yes) is then true
or false in every state, and all that is beside it in vain costs the analyses as much as play.  So
the rules lose

  - a literal that is true because it is a fact
  - a negation of what is false, and an alternative that is false
  - a rule with a literal that is false, because no head unifies with it

until there is no more to lose.  Aggregates stay as they are.  The rules mean what they meant.
*/

%!  folded_rules(+Rules0, +PIs, -Rules) is det.
%
%   Rules are the Rules0, rule(Head, Literals, Source), with literals of PIs decided as far as heads
%   alone decide.  PIs is an ordered set of Name/Arity; those that no rule defines, as
%   'occurred after'/3 (history.pl), are left alone.  A relation that would lose all its rules keeps
%   them, so that it can be asked.

folded_rules(Rules, [], Rules) :- !.
folded_rules(Rules0, PIs, Rules) :-
    relations(Rules0, Defined),
    ord_intersection(PIs, Defined, Decidable),
    folding(Rules0, Decidable, Rules1),
    relations(Rules1, Left),
    partition(remains(Left), Rules0, _, Lost),
    append(Rules1, Lost, Rules).

relations(Rules, PIs) :-
    findall(Name/Arity, ( member(rule(Head, _, _), Rules), functor(Head, Name, Arity) ), PIs0),
    sort(PIs0, PIs).

remains(PIs, rule(Head, _, _)) :- functor(Head, Name, Arity), memberchk(Name/Arity, PIs).

folding(Rules0, PIs, Rules) :-
    empty_assoc(None),
    foldl(with_pi, PIs, None, Heads0),
    foldl(with_head, Rules0, Heads0, Heads),
    findall(rule(Head, Body, Source),
            ( member(rule(Head, Body0, Source), Rules0), folded(Body0, Heads, Body) ),
            Rules1),
    ( Rules1 =@= Rules0 -> Rules = Rules0 ; folding(Rules1, PIs, Rules) ).

with_pi(PI, Heads0, Heads) :- put_assoc(PI, Heads0, [], Heads).

%   A copy of the head: a literal of the same rule has other variables than the head that it asks for.

with_head(rule(Head0, Body, _), Heads0, Heads) :-
    functor(Head0, Name, Arity),
    (   get_assoc(Name/Arity, Heads0, Known)
    ->  copy_term(Head0, Head),
        put_assoc(Name/Arity, Heads0, [Head-Body|Known], Heads)
    ;   Heads = Heads0
    ).

%   folded(+Body0, +Heads, -Body) is semidet: fails if Body0 is false.

folded([], _, []).
folded([L|Ls0], Heads, Body) :-
    folded_literal(L, Heads, Before),
    folded(Ls0, Heads, Ls),
    append(Before, Ls, Body).

folded_literal(call(Atom), Heads, Literals) :-
    functor(Atom, Name, Arity),
    get_assoc(Name/Arity, Heads, Known), !,
    once(( member(Head-_, Known), \+ Head \= Atom )),
    (   ground(Atom), \+ \+ ( member(Fact-[], Known), subsumes_term(Fact, Atom) )
    ->  Literals = []
    ;   Literals = [call(Atom)]
    ).
folded_literal(not(Body0), Heads, Literals) :- !,
    (   folded(Body0, Heads, Body)
    ->  Body \== [], Literals = [not(Body)]
    ;   Literals = []
    ).
folded_literal(or(Bodies0), Heads, Literals) :- !,
    alternatives(Bodies0, Heads, Bodies),
    (   memberchk([], Bodies) -> Literals = []
    ;   Bodies = [Literals]   -> true
    ;   Bodies = [_|_], Literals = [or(Bodies)]
    ).
folded_literal(Literal, _, [Literal]).

alternatives([], _, []).
alternatives([Body0|Bodies0], Heads, Bodies) :-
    ( folded(Body0, Heads, Body) -> Bodies = [Body|Bodies1] ; Bodies = Bodies1 ),
    alternatives(Bodies0, Heads, Bodies1).
