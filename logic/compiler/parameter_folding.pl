:- encoding(utf8).
:- module(parameter_folding,
          [ folded_rules/3              % +Rules0, +PIs, -Rules
          ]).
:- use_module(library(apply), [exclude/3, foldl/4, partition/4]).
:- use_module(library(assoc),
              [assoc_to_values/2, del_assoc/4, get_assoc/3, list_to_assoc/2, put_assoc/4]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, nth1/3]).
:- use_module(library(ordsets), [ord_intersection/3, ord_memberchk/2]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_keys/2]).

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
    findall(PI, ( member(Rule, Rules), relation(Rule, PI) ), PIs0),
    sort(PIs0, PIs).

relation(rule(Head, _, _), Name/Arity) :- functor(Head, Name, Arity).

remains(PIs, Rule) :- relation(Rule, PI), memberchk(PI, PIs).

folding(Rules0, PIs, Rules) :-
    findall(I-Rule, nth1(I, Rules0, Rule), Numbered0),
    findall(PI-[], member(PI, PIs), None),
    list_to_assoc(None, Heads0),
    foldl(with_head, Numbered0, Heads0, Heads),
    list_to_assoc(Numbered0, Known),
    callers(Numbered0, PIs, Callers),
    pairs_keys(Numbered0, All),
    rounds(All, Callers, Heads, Known, Left),
    assoc_to_values(Left, Rules).

%   callers(+Numbered, +PIs, -Callers): Callers maps each of PIs to the numbers of the rules that
%   ask for it.

callers(Numbered, PIs, Callers) :-
    findall(PI-I, ( member(I-rule(_, Body, _), Numbered), asks(Body, PI), ord_memberchk(PI, PIs) ),
            Pairs0),
    sort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    list_to_assoc(Groups, Callers).

asks(Body, Name/Arity) :-
    member(Literal, Body),
    (   Literal = call(Atom), functor(Atom, Name, Arity)
    ;   Literal = not(Inner), asks(Inner, Name/Arity)
    ;   Literal = or(Bodies), member(Inner, Bodies), asks(Inner, Name/Arity)
    ).

%   rounds(+Numbers, +Callers, +Heads, +Rules0, -Rules): fold the rules with these Numbers, then
%   those that ask for the relations whose rules have changed.  Heads maps relations to rules.

rounds([], _, _, Rules, Rules) :- !.
rounds(Numbers, Callers, Heads0, Rules0, Rules) :-
    foldl(fold_rule, Numbers, round(Heads0, Rules0, []), round(Heads, Rules1, Changed0)),
    sort(Changed0, Changed),
    findall(I, ( member(PI, Changed), get_assoc(PI, Callers, Is), member(I, Is) ), Next0),
    sort(Next0, Next),
    rounds(Next, Callers, Heads, Rules1, Rules).

fold_rule(I, Round0, Round) :-
    Round0 = round(Heads0, Rules0, Changed),
    (   get_assoc(I, Rules0, rule(Head, Body0, Source)),
        ( folded(Body0, Heads0, Body) -> Body \== Body0 ; Body = false )
    ->  functor(Head, Name, Arity),
        without_head(I, Name/Arity, Heads0, Heads1),
        (   Body == false
        ->  Heads = Heads1,
            del_assoc(I, Rules0, _, Rules)
        ;   Rule = rule(Head, Body, Source),
            with_head(I-Rule, Heads1, Heads),
            put_assoc(I, Rules0, Rule, Rules)
        ),
        Round = round(Heads, Rules, [Name/Arity|Changed])
    ;   Round = Round0
    ).

without_head(I, PI, Heads0, Heads) :-
    (   get_assoc(PI, Heads0, Known0)
    ->  exclude(numbered(I), Known0, Known),
        put_assoc(PI, Heads0, Known, Heads)
    ;   Heads = Heads0
    ).

numbered(I, head(I, _, _)).

%   A copy of the head: a literal of the same rule has other variables than the head it asks for.

with_head(I-rule(Head0, Body, _), Heads0, Heads) :-
    functor(Head0, Name, Arity),
    (   get_assoc(Name/Arity, Heads0, Known)
    ->  copy_term(Head0, Head),
        put_assoc(Name/Arity, Heads0, [head(I, Head, Body)|Known], Heads)
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
    once(( member(head(_, Head, _), Known), \+ Head \= Atom )),
    (   ground(Atom), \+ \+ ( member(head(_, Fact, []), Known), subsumes_term(Fact, Atom) )
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
