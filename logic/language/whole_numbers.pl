:- encoding(utf8).
:- module(whole_numbers,
          [ kinds_checked/3,            % +Head, +Literals, -Checked
            kind_test/1,                % ?Test
            kind_goal/2,                % +Test, -Goal
            not_whole/1,                % +X
            without_kind_tests/2,       % +Literals, -Literals
            with_tests_inside/2         % +Literals, -Literals
          ]).
:- use_module(library(apply), [exclude/3, foldl/4, maplist/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(logic(language/aggregates), [number_of/1]).
:- use_module(logic(language/literals), [numeric/1]).

/** <module> Arithmetic with values of the wrong kind

A comparison of numbers, `is` and between/3 fail, without an error, if a value is not a
whole number, or a divisor is zero.  A value may be a name or a term such as 1 - 2, and
Prolog would evaluate some of these.  So each literal that computes follows tests of its
values:

    test(whole(X))          X, which has a value, is a whole number
    test(whole_if_known(X)) X is a whole number, or has no value yet
    test(nonzero(E))        the value of E, a divisor, is not 0

All forms, tiers and interpreters run these tests, and none has a rule of its own.  A value
needs no test if the rule itself has computed, counted or tested it.  Explanations and
dialogues do not show the tests.
*/

%!  kind_test(?Test) is nondet.

kind_test(whole(_)).
kind_test(whole_if_known(_)).
kind_test(nonzero(_)).

%!  kind_goal(+Test, -Goal) is semidet.
%
%   Goal is Test as a goal of Prolog.

kind_goal(whole(X), ( integer(X) -> true ; whole_numbers:not_whole(X) )).
kind_goal(whole_if_known(X), ( var(X) -> true ; integer(X) )).
kind_goal(nonzero(E), E =\= 0).

%!  not_whole(+X) fails.
%
%   A question may call a relation without an argument that it needs.
%   @error instantiation_error

not_whole(X) :- nonvar(X) -> fail ; throw(error(instantiation_error, _)).

%!  kinds_checked(+Head, +Literals, -Checked) is det.
%
%   Checked is Literals, the ordered body of a rule for Head, with the tests.

kinds_checked(Head, Literals, Checked) :-
    (   computes(Literals)
    ->  foldl(called, Literals, [], Called),
        term_variables(Head-Called, Given),
        checked(Literals, from(Called, Given), [], Checked)
    ;   Checked = Literals
    ).

computes(Literals) :- member(L, Literals), computes_(L), !.

computes_(is(_, _)).
computes_(between(_, _, _)).
computes_(test(C)) :- numeric(C).
computes_(not(Body)) :- computes(Body).
computes_(aggregate(_, _, Body, _)) :- computes(Body).
computes_(after(_, _, Body)) :- computes(Body).
computes_(or(Bodies)) :- member(Body, Bodies), computes(Body).

%   Called are the variables to which a relation may give a value.

called(call(Atom), Vs0, Vs) :- !, term_variables(Atom-Vs0, Vs).
called(not(Body), Vs0, Vs) :- !, foldl(called, Body, Vs0, Vs).
called(aggregate(_, _, Body, _), Vs0, Vs) :- !, foldl(called, Body, Vs0, Vs).
called(after(_, _, Body), Vs0, Vs) :- !, foldl(called, Body, Vs0, Vs).
called(or(Bodies), Vs0, Vs) :- !, foldl(all_called, Bodies, Vs0, Vs).
called(_, Vs, Vs).

all_called(Body, Vs0, Vs) :- foldl(called, Body, Vs0, Vs).

%   checked(+Literals, +From, +Whole, -Checked): Whole are the variables that are whole
%   numbers, if they have a value.  From is from(Called, Given); Given are the variables that
%   may have a value before the literal that computes it.  (A literal may be scheduled
%   earlier, as soon as all its variables have values.)

checked([], _, _, []).
checked([L|Ls], From, Whole0, Checked) :-
    checked_literal(L, From, Whole0, Whole, Checked, Checked1),
    checked(Ls, From, Whole, Checked1).

checked_literal(test(C), _, Whole0, Whole, Ls0, Ls) :-
    numeric(C), !,
    tested(C, Whole0, Whole, Ls0, [test(C)|Ls]).
checked_literal(is(X, E), From, Whole0, Whole, Ls0, Ls) :- !,
    tested(E, Whole0, Whole1, Ls0, [is(X, E)|Ls]),
    made_whole(X, From, Whole1, Whole).
checked_literal(between(Low, High, X), From, Whole0, Whole, Ls0, Ls) :- !,
    From = from(_, Given),
    tested(Low-High, Whole0, Whole1, Ls0, Ls1),
    (   var(X), among(Given, X), \+ among(Whole1, X)
    ->  Ls1 = [test(whole_if_known(X)), between(Low, High, X)|Ls]
    ;   Ls1 = [between(Low, High, X)|Ls]
    ),
    made_whole(X, From, Whole1, Whole).
checked_literal(aggregate(How, T, Body0, N), From, Whole0, Whole, [aggregate(How, T, Body, N)|Ls], Ls) :- !,
    checked(Body0, From, Whole0, Body),
    ( number_of(How) -> made_whole(N, From, Whole0, Whole) ; Whole = Whole0 ).
checked_literal(not(Body0), From, Whole, Whole, [not(Body)|Ls], Ls) :- !,
    checked(Body0, From, Whole, Body).
checked_literal(after(R, M, Body0), From, Whole, Whole, [after(R, M, Body)|Ls], Ls) :- !,
    checked(Body0, From, Whole, Body).
checked_literal(or(Bodies0), From, Whole, Whole, [or(Bodies)|Ls], Ls) :- !,
    maplist(checked_body(From, Whole), Bodies0, Bodies).
checked_literal(L, _, Whole, Whole, [L|Ls], Ls).

checked_body(From, Whole, Body0, Body) :- checked(Body0, From, Whole, Body).

made_whole(X, from(Called, _), Whole0, Whole) :-
    ( var(X), \+ among(Called, X) -> Whole = [X|Whole0] ; Whole = Whole0 ).

%   tested(+Expressions, +Whole0, -Whole, ?Literals, ?Tail): Literals test the values of
%   Expressions, and then the divisors, inner ones first.

tested(Es, Whole0, Whole, Ls0, Ls) :-
    term_variables(Es, Vs0),
    exclude(among(Whole0), Vs0, Vs),
    append(Vs, Whole0, Whole),
    foldl(test_whole, Vs, Ls0, Ls1),
    divisors(Es, Ls1, Ls).

test_whole(V, [test(whole(V))|Ls], Ls).

among(Vs, V) :- member(W, Vs), W == V, !.

divisors(E, Ls0, Ls) :-
    (   compound(E)
    ->  compound_name_arguments(E, Name, As),
        foldl(divisors, As, Ls0, Ls1),
        (   memberchk(Name, [//, mod, rem]), As = [_, Divisor], \+ not_zero(Divisor)
        ->  Ls1 = [test(nonzero(Divisor))|Ls]
        ;   Ls1 = Ls
        )
    ;   Ls0 = Ls
    ).

not_zero(N) :- integer(N), N =\= 0.

%!  without_kind_tests(+Literals0, -Literals) is det.
%
%   Literals is Literals0 without these tests, as it was written.

without_kind_tests([], []).
without_kind_tests([L0|Ls0], Ls) :-
    (   L0 = test(Test), kind_test(Test) -> Ls = Ls1
    ;   bare(L0, L), Ls = [L|Ls1]
    ),
    without_kind_tests(Ls0, Ls1).

bare(tested(_, L), L) :- !.
bare(not(Body0), not(Body)) :- !, without_kind_tests(Body0, Body).
bare(aggregate(How, T, Body0, N), aggregate(How, T, Body, N)) :- !, without_kind_tests(Body0, Body).
bare(after(R, M, Body0), after(R, M, Body)) :- !, without_kind_tests(Body0, Body).
bare(or(Bodies0), or(Bodies)) :- !, maplist(without_kind_tests, Bodies0, Bodies).
bare(L, L).

%!  with_tests_inside(+Literals0, -Literals) is det.
%
%   Literals has tested(Tests, Literal) in place of tests and the literal after them, so that
%   there are as many literals as were written.

with_tests_inside(Literals0, Literals) :- tests_inside(Literals0, [], Literals).

tests_inside([], _, []).
tests_inside([L0|Ls0], Tests0, Ls) :-
    (   L0 = test(Test), kind_test(Test)
    ->  append(Tests0, [Test], Tests),
        tests_inside(Ls0, Tests, Ls)
    ;   inside(L0, L),
        ( Tests0 == [] -> Ls = [L|Ls1] ; Ls = [tested(Tests0, L)|Ls1] ),
        tests_inside(Ls0, [], Ls1)
    ).

inside(not(Body0), not(Body)) :- !, with_tests_inside(Body0, Body).
inside(aggregate(How, T, Body0, N), aggregate(How, T, Body, N)) :- !, with_tests_inside(Body0, Body).
inside(after(R, M, Body0), after(R, M, Body)) :- !, with_tests_inside(Body0, Body).
inside(or(Bodies0), or(Bodies)) :- !, maplist(with_tests_inside, Bodies0, Bodies).
inside(L, L).
