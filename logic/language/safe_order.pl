:- encoding(utf8).
:- module(safe_order,
          [ rules_in_order/3,           % +Rules, +Inputs, -Ordered
            input_relations/2,          % +Rules, -Inputs
            ordered_rule/5,             % +Head, +Body, +Inputs, -Ordered, -Blocked
            ordered_body/5,             % +Body, +Outer, +Bound, -Ordered, -Blocked
            ordered_body/6,             % +Inputs, +Body, +Outer, +Bound, -Ordered, -Blocked
            given_variables/3,          % +Head, +Inputs, -Variables
            body_variables/2,           % +Body, -Variables
            outer_variables/3,          % +Body, +Outer, -Variables
            shared_variables/5,         % +Count, +Rest, +Outer, -Outer1, -Variables
            all_bound/2,                % +Term, +Bound
            bound_by/3,                 % +Body, +Bound0, -Bound
            strip_places/2,             % +Body, -Literals
            term_variable_set/2         % +Term, -Variables
          ]).
:- use_module(library(apply), [exclude/3, foldl/4, maplist/3, partition/4]).
:- use_module(library(assoc), [assoc_to_keys/2, get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [append/3, member/2, numlist/3, select/3]).
:- use_module(library(occurs), [occurrences_of_var/3]).
:- use_module(library(ordsets),
              [ord_intersect/2, ord_intersection/3, ord_subset/2, ord_union/2, ord_union/3]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(logic(language/descent)).
:- use_module(logic(language/history), [asks_history/1]).
:- use_module(logic(language/literals), [inner_literal/3]).
:- use_module(logic(language/vocabulary)).

/** <module> Order the literals of a body so that each comes after its binders

The author of a rule may write its literals in any order.  A positive literal binds its
variables; a comparison, a negation or an arithmetic literal needs them bound.  The
positive literals keep their order, and so the answers and the moves come in the
author's order.  Each other literal moves directly behind the literals that bind its
variables.

A few relations are called with their first arguments given (vocabulary.pl).  If the
rules of such a relation need it, the relation is an input relation: the variables of
its first argument are bound in its rules, and every caller must bind them.

Sets of variables are ordered sets in the standard order of terms.  Bodies have the
form of literals.pl, with or without places.
*/

%!  rules_in_order(+Rules, +Inputs, -Ordered) is det.
%
%   Inputs are the input_relations/2 of Rules.  Ordered is a list of rule(Head, Body, Source),
%   one for each of the faultless Rules.  Body has no places; Source is the source of the rule
%   (prolog_reader.pl).

rules_in_order(Rules, Inputs, Ordered) :-
    findall(rule(Head, Body, Source),
            ( member(rule(Head, Body0, Source), Rules),
              ordered_rule(Head, Body0, Inputs, Body1, []),
              strip_places(Body1, Body) ),
            Ordered).

%!  input_relations(+Rules, -Inputs) is det.
%
%   Inputs are the relations that need arguments given, as Name/Arity-Places: the places of
%   these arguments, counted from 1.  They are relations of the vocabulary, and helpers that
%   rules call, as step/2 in
%
%       legal(R, move(X, Y)) :- true(at(R, X)), step(X, Y).
%       step(X, Y) :- Y is X + 1, Y =< 8.

input_relations(Rules, Inputs) :-
    findall(PI-Places, ( relation_mark(PI, input(Given)), numlist(1, Given, Places) ), Marked),
    table_of_rules(Rules, Table),
    helpers(Rules, Table, Called),
    unsafe_relations(Rules, Marked, Unsafe),
    (   ( ord_intersect(Called, Unsafe) -> true ; member(PI, Called), builds(PI, Marked, Table) )
    ->  length(Called, Count),
        Most is Count * Count,
        helped(Most, Called, [], Marked, Table, Helpers0),
        append(Marked, Helpers0, Inputs0),
        exclude(slip(Inputs0, Table), Helpers0, Helpers)
    ;   Helpers = []
    ),
    exclude(not_needed(Helpers, Table), Marked, Needed),
    append(Needed, Helpers, Inputs1),
    ( asks_history(Rules) -> Inputs = ['occurred after'/3-[1, 2]|Inputs1] ; Inputs = Inputs1 ).

%   table_of_rules(+Rules, -Table): Table is table(Own, Asking).  Own maps each relation to its rules, and
%   Asking to the rules that ask it, in their order, as rule(Head, Body).

table_of_rules(Rules, table(Own, Asking)) :-
    findall(N/A-rule(Head, Body), ( member(rule(Head, Body, _), Rules), functor(Head, N, A) ), Owns),
    findall(PI-rule(Head, Body),
            ( member(rule(Head, Body, _), Rules), asked_relations(Body, PIs), member(PI, PIs) ),
            Askings),
    by_relation(Owns, Own),
    by_relation(Askings, Asking).

by_relation(Pairs0, Assoc) :-
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    list_to_assoc(Groups, Assoc).

asked_relations(Body, PIs) :-
    findall(N/A, ( inner_literal(Body, _, call(Atom)), functor(Atom, N, A) ), PIs0),
    sort(PIs0, PIs).

%   own_rule(+PI, +Table, -Head, -Body) is nondet: a rule of PI.
%   asking_rule(+PI, +Table, -Head, -Body) is nondet: a rule that asks PI.

own_rule(PI, table(Own, _), Head, Body) :-
    get_assoc(PI, Own, Rules),
    member(rule(Head, Body), Rules).

asking_rule(PI, table(_, Asking), Head, Body) :-
    get_assoc(PI, Asking, Rules),
    member(rule(Head, Body), Rules).

not_needed(Helpers, Table, PI-_) :- \+ unsafe(PI, Helpers, Table).

unsafe_relations(Rules, Inputs, PIs) :-
    findall(N/A,
            ( member(rule(Head, Body, _), Rules), \+ safe(Head, Body, Inputs),
              functor(Head, N, A) ),
            PIs0),
    sort(PIs0, PIs).

%   slip(+Inputs, +Table, +PI-Places) is semidet: a variable in the head of a rule, as in
%   opponent(x, O), occurs only once, and nobody asks the relation with a value for it.

slip(Inputs, Table, Name/Arity-Places) :-
    once(( own_rule(Name/Arity, Table, Head, Body),
           member(I, Places), arg(I, Head, Argument), term_variables(Argument, Vs), member(V, Vs),
           occurrences_of_var(V, Head-Body, 1) )),
    findall(Safe,
            ( asking_rule(Name/Arity, Table, Caller, Asking), \+ functor(Caller, Name, Arity),
              ( safe(Caller, Asking, Inputs) -> Safe = true ; Safe = false ) ),
            Callers),
    Callers = [_|_], \+ memberchk(true, Callers).

%   helpers(+Rules, +Table, -PIs): PIs are the relations that rules of others call, or that go on to parts
%   of their arguments, and that are no words of the language.

helpers(Rules, Table, PIs) :-
    ( memberchk(rule(start(_), _, _), Rules), \+ memberchk(rule(role(_), _, _), Rules)
    -> Kinds = [space] ; Kinds = [game, option, space]
    ),
    Table = table(Own, _),
    assoc_to_keys(Own, Defined),
    findall(PI, ( member(PI, Defined), called(PI, Table) ), Called),
    exclude(word_of(Kinds), Called, PIs).

called(N/A, Table) :-
    (   asked_by_others(N/A, Table) -> true
    ;   asking_rule(N/A, Table, _, _), !, numlist(1, A, All), ends(N/A, All, Table)
    ).

word_of(Kinds, PI) :- relation(PI, Kind, _), memberchk(Kind, Kinds).

%   chosen_places(+PI, +Called, +Inputs, +Table, -Places) is semidet: the rules of PI are safe with
%   its arguments at Places given, where Inputs are the other input relations.  Of several ways
%   the first one is chosen that fits all rules that ask PI, or else the first.

chosen_places(PI, Called, Inputs, Table, Places) :-
    findall(Ps, possible_places(PI, Inputs, Table, Ps), Ways0),
    fewest(Ways0, [], Ways1),
    (   findall(Ps, ( member(Ps, Ways1), ends(PI, Ps, Table) ), Ways2), Ways2 = [_|_]
    ->  Ways = Ways2
    ;   Ways = Ways1
    ),
    (   Ways = [_, _|_], member(Places, Ways), fits_callers(PI, Places, Called, Inputs, Table)
    ->  true
    ;   Ways = [Places|_]
    ).

%   possible_places(+PI, +Inputs, +Table, -Places) is nondet, the fewest first.  Of more than three
%   arguments all are given.

possible_places(N/A, Inputs, Table, Places) :-
    numlist(1, A, All),
    (   member(Count, [0, 1, 2, 3]), length(Places, Count), in_order(Places, All)
    ;   A > 3, Places = All
    ),
    \+ unsafe(N/A, [N/A-Places|Inputs], Table).

%   fewest(+Ways0, +Before, -Ways): without the places that include others before them.

fewest([], _, []).
fewest([Places|Ways0], Before, Ways) :-
    (   member(Fewer, Before), ord_subset(Fewer, Places)
    ->  fewest(Ways0, Before, Ways)
    ;   Ways = [Places|Ways1],
        fewest(Ways0, [Places|Before], Ways1)
    ).

%   ends(+PI, +Places, +Table) is semidet: PI does not ask itself, or goes on to parts of what it
%   is given.

ends(N/A, Places, Table) :-
    functor(Head, N, A),
    findall(rule(Head, Body, []), asking_rule(N/A, Table, Head, Body), Recursive),
    ( Recursive == [] -> true ; descends(Recursive, [N/A-Places], ==(N/A)) ).

fits_callers(N/A, Places, Called, Inputs, Table) :-
    \+ ( asking_rule(N/A, Table, Head, Body),
         functor(Head, M, B), M/B \== N/A,
         (   memberchk(M/B, Called), \+ memberchk(M/B-_, Inputs)
         ->  numlist(1, B, All), Given = [M/B-All]
         ;   Given = []
         ),
         append(Given, [N/A-Places|Inputs], Inputs1),
         \+ safe(Head, Body, Inputs1) ).

in_order([], _).
in_order([X|Xs], Ys) :- append(_, [X|Zs], Ys), in_order(Xs, Zs).

%   helped(+Most, +Called, +Helpers0, +Marked, +Table, -Helpers): Helpers are those of the
%   relations Called that need arguments given, and whose rules are safe with these.  A relation
%   that calls such a one may need arguments given, too, or more of them; after Most changes,
%   and where no arguments are enough, it is left out.

helped(Most, Called, Helpers0, Marked, Table, Helpers) :-
    append(Marked, Helpers0, Inputs),
    (   append(Before, [PI|After], Called),
        unsafe(PI, Inputs, Table)
    ->  exclude(of_relation(PI), Helpers0, Others),
        append(Marked, Others, Around),
        (   Most > 0, chosen_places(PI, Called, Around, Table, Places)
        ->  Helpers1 = [PI-Places|Others], Called1 = Called
        ;   Helpers1 = Others, append(Before, After, Called1)
        ),
        Less is Most - 1,
        helped(Less, Called1, Helpers1, Marked, Table, Helpers)
    ;   member(PI, Called), \+ memberchk(PI-_, Helpers0),
        builds(PI, Inputs, Table), asked_by_others(PI, Table),
        possible_places(PI, Inputs, Table, Places), Places \== [],
        ends(PI, Places, Table),
        fits_callers(PI, Places, Called, Inputs, Table)
    ->  helped(Most, Called, [PI-Places|Helpers0], Marked, Table, Helpers)
    ;   Helpers = Helpers0
    ).

%   builds(+PI, +Inputs, +Table) is semidet: PI asks itself, and puts what it gets into a larger
%   term.  Its answers may have no end if no arguments are given, as in
%
%       depth(node(L, R), D) :- depth(L, D1), depth(R, D2), D is 1 + max(D1, D2).

builds(N/A, Inputs, Table) :-
    asking_rule(N/A, Table, Head, Body), compound(Head), functor(Head, N, A),
    partition(of_atom(N/A), Body, [_|_], Outside),
    term_variable_set(Head-Body, Outer),
    ordered_body(Inputs, Outside, Outer, [], Ordered, _),
    bound_by(Ordered, [], Bound),
    arg(_, Head, X), compound(X),
    term_variable_set(X, Vs), \+ ord_subset(Vs, Bound), !.

of_atom(N/A, _:call(Atom)) :- functor(Atom, N, A).

asked_by_others(N/A, Table) :-
    asking_rule(N/A, Table, Head, _), \+ functor(Head, N, A), !.

of_relation(PI, PI-_).

%   unsafe(+PI, +Inputs, +Table) is semidet: a rule of PI leaves a variable unbound.

unsafe(PI, Inputs, Table) :-
    \+ \+ ( own_rule(PI, Table, Head, Body), \+ safe(Head, Body, Inputs) ).

safe(Head, Body, Inputs) :-
    given_variables(Head, Inputs, Given),
    ordered_rule(Head, Body, Inputs, Ordered, []),
    bound_by(Ordered, Given, Bound),
    term_variable_set(Head, Vs),
    ord_subset(Vs, Bound).

%!  ordered_rule(+Head, +Body, +Inputs, -Ordered, -Blocked) is det.
%
%   ordered_body/6 for the body of a rule.

ordered_rule(Head, Body, Inputs, Ordered, Blocked) :-
    given_variables(Head, Inputs, Given),
    term_variable_set(Head, HeadVs),
    ordered_body(Inputs, Body, HeadVs, Given, Ordered, Blocked).

%!  given_variables(+Head, +Inputs, -Variables) is det.
%
%   Variables are those that are bound when the body of a rule for Head is called.

given_variables(Head, Inputs, Variables) :-
    (   functor(Head, N, A), memberchk(N/A-Places, Inputs)
    ->  maplist(argument(Head), Places, Arguments),
        term_variable_set(Arguments, Variables)
    ;   Variables = []
    ).

argument(Term, I, X) :- arg(I, Term, X).

%!  ordered_body(+Body, +Outer, +Bound, -Ordered, -Blocked) is det.

ordered_body(Body, Outer, Bound, Ordered, Blocked) :-
    ordered_body([], Body, Outer, Bound, Ordered, Blocked).

%!  ordered_body(+Inputs, +Body, +Outer, +Bound, -Ordered, -Blocked) is det.
%
%   Ordered holds the literals of Body, each after its binders; the variables in Bound
%   are bound from the start.  Outer are the variables that occur outside Body, Inputs
%   the input relations.  Blocked are the literals with variables that nothing binds;
%   Ordered omits them.
%
%   A variable that occurs only inside one negation or count is local to it: it stands for
%   any term there, as in \+ does(_, jump(V, _)), "nobody jumps".

ordered_body(_, [], _, _, [], []) :- !.
ordered_body(Inputs, Body, Outer, Bound, [Literal|Ordered], Blocked) :-
    next_ready(Body, Inputs, Outer, Bound, Literal, Rest), !,
    bound_by([Literal], Bound, Bound1),
    term_variable_set(Literal, Vs),
    ord_union(Outer, Vs, Outer1),
    ordered_body(Inputs, Rest, Outer1, Bound1, Ordered, Blocked).
ordered_body(_, Blocked, _, _, [], Blocked).

%   The tests that are ready come first, then the next literal in order.

next_ready(Body, Inputs, Outer, Bound, Literal, Rest) :-
    select_literal(Body, Place, L0, Rest),
    quick(L0),
    ready(L0, Rest, Inputs, Outer, Bound, L), !,
    Literal = Place:L.
next_ready(Body, Inputs, Outer, Bound, Place:L, Rest) :-
    select_literal(Body, Place, L0, Rest),
    ready(L0, Rest, Inputs, Outer, Bound, L), !.

select_literal(Body, Place, L, Rest) :- select(Place:L, Body, Rest).

quick(test(_)).
quick(is(_, _)).

%   ready(+Literal0, +Rest, +Inputs, +Outer, +Bound, -Literal): Literal0 can be called
%   now; Literal is the same with its inner bodies ordered.

ready(call(A), _, Inputs, _, Bound, call(A)) :-
    given_variables(A, Inputs, Vs),
    ord_subset(Vs, Bound).
ready(test(G), _, _, _, Bound, test(G)) :- all_bound(G, Bound).
ready(is(X, E), _, _, _, Bound, is(X, E)) :- all_bound(E, Bound).
ready(between(L, H, X), _, _, _, Bound, between(L, H, X)) :- all_bound(L-H, Bound).
ready(not(B0), Rest, Inputs, Outer, Bound, not(B)) :-
    body_variables(Rest, RestVs),
    ord_union(Outer, RestVs, Outer1),
    outer_variables(B0, Outer1, Vs),
    ord_subset(Vs, Bound),
    ordered_body(Inputs, B0, Outer1, Bound, B, []).
ready(or(Bs0), Rest, Inputs, Outer, Bound, or(Bs)) :-
    body_variables(Rest, RestVs),
    ord_union(Outer, RestVs, Outer1),
    ready_alternatives(Bs0, Inputs, Outer1, Bound, Bs).
ready(aggregate(How, T, B0, N), Rest, Inputs, Outer, Bound, aggregate(How, T, B, N)) :-
    shared_variables(aggregate(How, T, B0, N), Rest, Outer, Outer1, Shared),
    ord_subset(Shared, Bound),
    ordered_body(Inputs, B0, Outer1, Bound, B, []),
    bound_by(B, Bound, Bound1),
    all_bound(T, Bound1).
ready(after(R, M, B0), Rest, Inputs, Outer, Bound, after(R, M, B)) :-
    all_bound(R-M, Bound),
    body_variables(Rest, RestVs),
    ord_union(Outer, RestVs, Outer1),
    ordered_body(Inputs, B0, Outer1, Bound, B, []).
ready(broken(G), _, _, _, _, broken(G)).

%!  outer_variables(+Body, +Outer, -Variables) is det.
%
%   Variables are those that Body, the body of a negation, shares with its context, which has
%   the variables Outer.

outer_variables(Body, Outer, Variables) :-
    free_variables(Body, Outer, Vs),
    ord_intersection(Vs, Outer, Variables).

%   free_variables(+Body, +Outer, -Variables): Variables are those of Body except the ones
%   that occur only inside a count or a negation.  Outer are the variables that occur outside
%   Body.

free_variables(Body, Outer, Variables) :- free_variables(Body, [], Outer, Variables).

%   free_variables(+Body, +Before, +Outer, -Variables): Before are the literals that
%   precede Body in the same body.

free_variables([], _, _, []).
free_variables([Literal|Body], Before, Outer, Variables) :-
    body_variables(Before-Body, RestVs),
    ord_union(Outer, RestVs, Outer1),
    ( Literal = _:L -> true ; L = Literal ),
    literal_free(L, Outer1, Vs0),
    free_variables(Body, [Literal|Before], Outer, Vs1),
    ord_union(Vs0, Vs1, Variables).

literal_free(aggregate(How, T, B, N), Outer, Vs) :- !,
    shared_variables(aggregate(How, T, B, N), [], Outer, _, Shared),
    term_variable_set(N, NVs),
    ord_union(Shared, NVs, Vs).
literal_free(not(B), Outer, Vs) :- !, outer_variables(B, Outer, Vs).
literal_free(after(R, M, B), Outer, Vs) :- !,
    free_variables(B, Outer, Vs0),
    term_variable_set(R-M, Vs1),
    ord_union(Vs0, Vs1, Vs).
literal_free(or(Bs), Outer, Vs) :- !,
    maplist(free_in(Outer), Bs, Vss),
    ord_union(Vss, Vs).
literal_free(L, _, Vs) :- term_variable_set(L, Vs).

free_in(Outer, Body, Vs) :- free_variables(Body, Outer, Vs).

%!  shared_variables(+Count, +Rest, +Outer, -Outer1, -Variables) is det.
%
%   Variables are those that Count shares with its context: the literals of Rest, the
%   number that it counts, and the variables Outer.  Outer1 are all variables of the
%   context.

shared_variables(aggregate(_, T, B, N), Rest, Outer, Outer1, Shared) :-
    body_variables(Rest, RestVs),
    term_variable_set(N, NVs),
    ord_union([Outer, RestVs, NVs], Outer1),
    term_variable_set(T-B, Inner),
    ord_intersection(Inner, Outer1, Shared).

ready_alternatives([], _, _, _, []).
ready_alternatives([B0|Bs0], Inputs, Outer, Bound, [B|Bs]) :-
    ordered_body(Inputs, B0, Outer, Bound, B, []),
    ready_alternatives(Bs0, Inputs, Outer, Bound, Bs).

all_bound(Term, Bound) :-
    term_variable_set(Term, Vs),
    ord_subset(Vs, Bound).

%!  bound_by(+Body, +Bound0, -Bound) is det.
%
%   Bound are the variables that are bound after all literals of Body have succeeded.

bound_by(Body, Bound0, Bound) :- foldl(binds, Body, Bound0, Bound).

binds(Literal, Bound0, Bound) :-
    (   nonvar(Literal), Literal = _:L -> true ; L = Literal ),
    binds_(L, Bound0, Bound).

binds_(call(A), B0, B) :- add_variables(A, B0, B).
binds_(is(X, _), B0, B) :- add_variables(X, B0, B).
binds_(between(_, _, X), B0, B) :- add_variables(X, B0, B).
binds_(aggregate(_, _, _, N), B0, B) :- add_variables(N, B0, B).
binds_(after(_, _, Body), B0, B) :- bound_by(Body, B0, B).
binds_(broken(G), B0, B) :- add_variables(G, B0, B).
binds_(or(Bodies), B0, B) :- bound_by_each(Bodies, B0, B).
binds_(test(_), B, B).
binds_(not(_), B, B).

bound_by_each([], B, B).
bound_by_each([First|Others], B0, B) :-
    bound_by(First, B0, B1),
    foldl(also_bound_by(B0), Others, B1, B).

also_bound_by(B0, Body, Common0, Common) :-
    bound_by(Body, B0, B),
    ord_intersection(Common0, B, Common).

add_variables(Term, B0, B) :-
    term_variable_set(Term, Vs),
    ord_union(B0, Vs, B).

%!  term_variable_set(+Term, -Variables) is det.

term_variable_set(Term, Set) :-
    term_variables(Term, Vs),
    sort(Vs, Set).

%!  body_variables(+Body, -Variables) is det.
%
%   The set of the variables of Body.

body_variables(Body, Variables) :- term_variable_set(Body, Variables).

%!  strip_places(+Body, -Literals) is det.
%
%   Literals is Body without the places in the text.

strip_places(Body, Literals) :- maplist(strip_place, Body, Literals).

strip_place(_:L0, L) :- strip_literal(L0, L).

strip_literal(not(B0), not(B)) :- !, strip_places(B0, B).
strip_literal(or(Bs0), or(Bs)) :- !, maplist(strip_places, Bs0, Bs).
strip_literal(aggregate(How, T, B0, N), aggregate(How, T, B, N)) :- !, strip_places(B0, B).
strip_literal(after(R, M, B0), after(R, M, B)) :- !, strip_places(B0, B).
strip_literal(L, L).
