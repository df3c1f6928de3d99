:- encoding(utf8).
:- module(equations,
          [ without_equations/4,        % +Head, +Body0, +Variables0, -Rule
            versions/4,                 % +Head, +Body, +Variables, -Versions
            equations_called/2,         % +Body0, -Body
            value_fact/1                % ?Fact
          ]).
:- use_module(library(apply), [foldl/4, foldl/5, maplist/2, maplist/3, partition/4]).
:- use_module(library(lists), [append/3, member/2, reverse/2]).
:- use_module(logic(language/literals), [numeric/1, sum/1]).

/** <module> Rules without X = Y

An equation X = Y is resolved as soon as a rule has been read.  In the body itself both sides are
unified, in the whole rule:

    legal(P, M) :- true(control(P)), square(C), M = mark(C).

is legal(P, mark(C)) :- true(control(P)), square(C).  Inside a negation, a count or an alternative
of a disjunction, a side is put in place of a variable that occurs nowhere else.  If there is none,
the equation is a comparison of what other literals bind; but an alternative may give a value to a
variable of the rule,

    next(control(Q)) :- true(control(P)), ( P = x, Q = o ; P = o, Q = x ).

which is a call of the relation (=)/2, whose facts are `o = o` and `x = x`.  If the value has
variables, as in

    arc(s(X, Y), s(A, B)) :- ( X < 5, A is X + 1, B = Y ; A is X - 1, B = 0 ).

the rule stands for several, one for each alternative.
*/

%!  versions(+Head, +Body, +Variables, -Versions) is det.
%
%   Versions are the rules for which a rule stands, each as version(Head, Body, Variables).
%   Variables are as in prolog_reader.pl.

versions(Head, Body, Variables, Versions) :-
    most_versions(Most),
    (   has_equation(Body), versions(Head, Body, Variables, Versions0, []),
        length(Versions0, Count), Count =< Most
    ->  Versions = Versions0
    ;   Versions = [version(Head, Body, Variables)]
    ).

most_versions(64).

versions(Head, Body, Variables, Versions0, Versions) :-
    (   append(Before, [_:or(Alternatives)|After], Body),
        binding_variables(Body, [], Bound),
        member(Alternative, Alternatives),
        open_equation(Alternative, Bound, Head-Before-After)
    ->  findall(version(H, B, V),
                ( member(Alternative1, Alternatives),
                  append(Alternative1, After, Rest), append(Before, Rest, Body1),
                  copy_term(Head-Body1-Variables, H-B-V) ),
                Each),
        each_version(Each, Versions0, Versions)
    ;   Versions0 = [version(Head, Body, Variables)|Versions]
    ).

each_version([], Versions, Versions).
each_version([version(H, B, V)|Each], Versions0, Versions) :-
    versions(H, B, V, Versions0, Versions1),
    each_version(Each, Versions1, Versions).

%   open_equation(+Body, +Bound0, +Outside) is semidet: an equation of Body gives a variable of
%   Outside, which no other literal binds, a value with variables.

open_equation(Body, Bound0, Outside) :-
    binding_variables(Body, Bound0, Bound),
    (   member(_:equal(A, B), Body),
        ( V = A, Value = B ; V = B, Value = A ),
        var(V), \+ ground(Value), \+ among(V, Bound), \+ local(V, Outside)
    ;   member(_:or(Alternatives), Body),
        member(Alternative, Alternatives),
        open_equation(Alternative, Bound, Outside)
    ), !.

%!  without_equations(+Head, +Body0, +Variables0, -Rule) is det.
%
%   Rule is rule(Body, Variables, Facts, Faults): Body is Body0, of a rule for Head, with places
%   (literals.pl), without the literal equal(A, B).  Variables0 and Variables are as in
%   prolog_reader.pl; unification binds variables of Head.  Facts has a Place-Fact for each fact of
%   (=)/2 that Body needs.  An equation that cannot hold is a fault.

without_equations(Head, Body0, Variables0, rule(Body, Variables, Facts, Faults)) :-
    (   has_equation(Body0)
    ->  arithmetic_variables(Body0, Numbers),
        equated_sums(Body0, Numbers, Body1, Found0, Found1),
        binding_variables(Body0, [], Bound),
        unified(Body1, Bound, Body2, Found1, Found2),
        inner_equations(Body2, [], Head, Body, Found2, []),
        partition(place, Found0, Places, Found3),
        partition(fact, Found3, Facts, Faults),
        merged(Variables0, Places, Variables)
    ;   Body = Body0, Variables = Variables0, Facts = [], Faults = []
    ).

%!  equations_called(+Body0, -Body) is det.
%
%   Body is Body0 with call(A = B) in place of equal(A, B).

equations_called([], []).
equations_called([Place:L0|Ls0], [Place:L|Ls]) :-
    (   L0 = equal(A, B) -> L = call(A = B)
    ;   L0 = not(Body0) -> equations_called(Body0, Body), L = not(Body)
    ;   L0 = aggregate(How, T, Body0, N) -> equations_called(Body0, Body), L = aggregate(How, T, Body, N)
    ;   L0 = after(R, M, Body0) -> equations_called(Body0, Body), L = after(R, M, Body)
    ;   L0 = or(Bodies0) -> maplist(equations_called, Bodies0, Bodies), L = or(Bodies)
    ;   L = L0
    ),
    equations_called(Ls0, Ls).

%!  value_fact(?Fact) is semidet.
%
%   Fact is a fact of (=)/2, which stands in no text.

value_fact(_ = _).

%   What is found: the places of the equations that are gone, facts and faults.

place(From-_) :- integer(From).
fact(_-Fact) :- value_fact(Fact).

has_equation(Body) :-
    member(_:L, Body),
    (   L = equal(_, _)
    ;   inner_bodies(L, Bodies), member(Inner, Bodies), has_equation(Inner)
    ), !.

inner_bodies(not(Body), [Body]).
inner_bodies(aggregate(_, _, Body, _), [Body]).
inner_bodies(after(_, _, Body), [Body]).
inner_bodies(or(Bodies), Bodies).

%   equated_sums(+Body0, +Numbers, -Body, ?Found, ?Tail): an equation computes nothing, so N = M + 1
%   is a fault, and so is N = M + K if N is one of Numbers, the variables in arithmetic.

equated_sums([], _, [], Found, Found).
equated_sums([Place:L0|Ls0], Numbers, [Place:L|Ls], Found0, Found) :-
    (   L0 = equal(A, B), equated_sum(A, B, Numbers, Other, Sum)
    ->  L = broken(A = B),
        Found0 = [fault(error, equated_sum, Place, [Other, Sum])|Found1]
    ;   L0 = not(Body0) -> equated_sums(Body0, Numbers, Body, Found0, Found1), L = not(Body)
    ;   L0 = aggregate(How, T, Body0, N)
    ->  equated_sums(Body0, Numbers, Body, Found0, Found1), L = aggregate(How, T, Body, N)
    ;   L0 = after(R, M, Body0)
    ->  equated_sums(Body0, Numbers, Body, Found0, Found1), L = after(R, M, Body)
    ;   L0 = or(Bodies0)
    ->  foldl(equated_sums_in(Numbers), Bodies0, Bodies, Found0, Found1), L = or(Bodies)
    ;   L = L0, Found0 = Found1
    ),
    equated_sums(Ls0, Numbers, Ls, Found1, Found).

equated_sums_in(Numbers, Body0, Body, Found0, Found) :-
    equated_sums(Body0, Numbers, Body, Found0, Found).

equated_sum(A, B, Numbers, Other, Sum) :-
    ( Sum = B, Other = A ; Sum = A, Other = B ),
    ( sum(Sum) -> true ; var(Other), among(Other, Numbers), operation(Sum) ), !.

operation(Sum) :-
    compound(Sum), Sum =.. [Operator, _, _],
    memberchk(Operator, [+, -, *, //, mod]).

arithmetic_variables(Body, Variables) :-
    foldl(arithmetic, Body, [], Terms),
    term_variables(Terms, Variables).

arithmetic(_:L, Terms0, Terms) :-
    (   L = test(Goal), numeric(Goal) -> Terms = [Goal|Terms0]
    ;   L = is(_, Expression) -> Terms = [Expression|Terms0]
    ;   inner_bodies(L, Bodies) -> foldl(foldl(arithmetic), Bodies, Terms0, Terms)
    ;   Terms = Terms0
    ).

%   unified(+Body0, +Bound, -Body, ?Found, ?Tail): the equations of the body itself are unified.

unified([], _, [], Found, Found).
unified([Place:L|Ls0], Bound, Ls, Found0, Found) :-
    (   L \= equal(_, _)
    ->  Ls = [Place:L|Ls1], Found0 = Found1
    ;   L = equal(A, B), unify_with_occurs_check(A, B)
    ->  Ls = Ls1, Found0 = [Place|Found1]
    ;   never(Place, L, Bound, Ls, Ls1, Found0, Found1)
    ),
    unified(Ls0, Bound, Ls1, Found1, Found).

%   never(+Place, +Equation, +Bound, ?Literals, ?Tail, ?Found, ?Tail): Equation cannot hold.  It is a
%   comparison of its sides, which no instances make the same: a name stands for each variable that no
%   literal binds.

never(Place, equal(A, B), Bound, [Place:not([Place:test(distinct(A1, B1))])|Ls], Ls,
      [fault(warning, never_equal, Place, [A, B])|Found], Found) :-
    term_variables(Bound, Vs),
    copy_term(Vs-A-B, Vs-A1-B1),
    term_variables(A1-B1, Vs1),
    maplist(unless_among(Vs, any), Vs1).

unless_among(Vs, Name, V) :- ( among(V, Vs) -> true ; V = Name ).

%   inner_equations(+Body0, +Bound, +Outside, -Body, ?Found, ?Tail): those inside the literals of
%   Body0.  Bound are the variables that literals around it bind, Outside is all else of the rule.

inner_equations(Body0, Bound0, Outside, Body, Found0, Found) :-
    binding_variables(Body0, Bound0, Bound),
    inner_equations([], Body0, Bound, Outside, Body, Found0, Found).

inner_equations(_, [], _, _, [], Found, Found).
inner_equations(Before, [Place:L0|Ls0], Bound, Outside, [Place:L|Ls], Found0, Found) :-
    in_literal(L0, Bound, Outside-Before-Ls0, L, Found0, Found1),
    inner_equations([L|Before], Ls0, Bound, Outside, Ls, Found1, Found).

binding_variables(Body, Bound0, Bound) :-
    binders(Body, Binders),
    term_variables(Bound0-Binders, Bound).

binders([], []).
binders([_:L|Ls], Binders) :-
    (   L = after(_, _, Body) -> binders(Body, Inner), Binders = [Inner|Binders1]
    ;   binds(L) -> Binders = [L|Binders1]
    ;   Binders = Binders1
    ),
    binders(Ls, Binders1).

binds(call(_)).
binds(is(_, _)).
binds(between(_, _, _)).

in_literal(not(Body0), Bound, Outside, L, Found0, Found) :- !,
    ( Body0 = [_:equal(_, _)] -> Kind = alone ; Kind = closed ),
    resolved(Kind, Body0, Bound, Outside, Body, Found0, Found),
    ( Body = [_:not([_:test(distinct(A, B))])] -> L = test(distinct(A, B)) ; L = not(Body) ).
in_literal(aggregate(How, T, Body0, N), Bound, Outside, aggregate(How, T, Body, N), Found0, Found) :- !,
    resolved(closed, Body0, Bound, Outside-T-N, Body, Found0, Found).
in_literal(or(Bodies0), Bound, Outside, or(Bodies), Found0, Found) :- !,
    alternatives([], Bodies0, Bound, Outside, Bodies, Found0, Found).
in_literal(after(R, M, Body0), Bound, Outside, after(R, M, Body), Found0, Found) :- !,
    resolved(open, Body0, Bound, Outside-R-M, Body, Found0, Found).
in_literal(L, _, _, L, Found, Found).

alternatives(_, [], _, _, [], Found, Found).
alternatives(Before, [Body0|Bodies0], Bound, Outside, [Body|Bodies], Found0, Found) :-
    resolved(open, Body0, Bound, Outside-Before-Bodies0, Body, Found0, Found1),
    alternatives([Body|Before], Bodies0, Bound, Outside, Bodies, Found1, Found).

%   resolved(+Kind, +Body0, +Bound, +Outside, -Body, ?Found, ?Tail): Body0 is the body of a negation
%   or a count, `closed`, or an alternative, `open`, or one equation in a negation, `alone`: without
%   a value for each variable, A \= B can never hold.

resolved(Kind, Body0, Bound0, Outside, Body, Found0, Found) :-
    binding_variables(Body0, Bound0, Bound),
    each_resolved(Body0, Kind, Bound, Outside, Body1, Found0, Found1),
    inner_equations(Body1, Bound, Outside, Body, Found1, Found).

each_resolved([], _, _, _, [], Found, Found).
each_resolved([Place:L|Ls0], Kind, Bound, Outside, Ls, Found0, Found) :-
    (   L = equal(A, B)
    ->  resolve(A, B, Place, Kind, Bound, Outside, Ls, Ls1, Found0, Found1)
    ;   Ls = [Place:L|Ls1], Found0 = Found1
    ),
    each_resolved(Ls0, Kind, Bound, Outside, Ls1, Found1, Found).

resolve(A, B, Place, _, Bound, _, Ls0, Ls, Found0, Found) :-
    \+ unify_with_occurs_check(A, B), !,
    never(Place, equal(A, B), Bound, Ls0, Ls, Found0, Found).
resolve(A, B, Place, Kind, _, Outside, Ls, Ls, [Place|Found], Found) :-
    Kind \== alone,
    ( local(A, Outside) ; local(B, Outside) ), !,
    A = B.
resolve(A, B, Place, open, Bound, _, [Place:call(Goal)|Ls], Ls, [Place-Fact|Found], Found) :-
    gives(A, B, Bound, Goal, Fact), !.
resolve(A, B, Place, _, _, _, [Place:not([Place:test(distinct(A, B))])|Ls], Ls, Found, Found).

local(V, Outside) :- var(V), term_variables(Outside, Vs), \+ among(V, Vs).

%   gives(+A, +B, +Bound, -Goal, -Fact): A = B gives a variable, which no other literal binds, a
%   value without variables.

gives(A, B, Bound, V = Value, Value = Value) :-
    ( V = A, Value = B ; V = B, Value = A ),
    var(V), \+ among(V, Bound), ground(Value), !.

among(V, Vs) :- member(W, Vs), W == V, !.

%   merged(+Variables0, +Places, -Variables): a variable has the places of all that it was unified
%   with; these keep their names, without places.  In an equation it occurs twice, since it stands in place of the other side, too.

merged(Variables0, Equations, Variables) :-
    foldl(merge, Variables0, [], Reversed),
    reverse(Reversed, Merged),
    maplist(twice_in(Equations), Merged, Variables).

merge(variable(Name, V, Places), Before, After) :-
    (   nonvar(V)
    ->  After = [variable(Name, V, Places)|Before]
    ;   append(Later, [variable(Other, W, Places0)|Earlier], Before), W == V, Places0 \== []
    ->  append(Places0, Places, Both),
        append(Later, [variable(Other, W, Both)|Earlier], Merged),
        After = [variable(Name, V, [])|Merged]
    ;   After = [variable(Name, V, Places)|Before]
    ).

twice_in(Equations, variable(Name, V, Places0), variable(Name, V, Places)) :-
    findall(F-T, ( member(F-T, Places0), member(From-To, Equations), F >= From, T =< To ), Again),
    append(Places0, Again, Places).
