:- module(test_whole_numbers, []).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(language/whole_numbers)).

:- begin_tests(whole_numbers).

test(tested_once,
     [true(Checked =@= [call(q(X, Y)), test(whole(X)), test(X < 3), test(whole(Y)), is(Z, X + Y),
                        test(Z > Y)])]) :-
    kinds_checked(p(Z), [call(q(X, Y)), test(X < 3), is(Z, X + Y), test(Z > Y)], Checked).
test(divisors,
     [true(Checked =@= [test(whole(X)), test(whole(Y)), test(nonzero(Y)),
                        test(nonzero(X mod Y)), is(Z, 7 rem (X mod Y) + X // 2)])]) :-
    kinds_checked(p(X, Y), [is(Z, 7 rem (X mod Y) + X // 2)], Checked).
test(zero, [true(Checked = [test(nonzero(0)), is(_, 1 // 0)])]) :-
    kinds_checked(p, [is(_, 1 // 0)], Checked).
test(inner,
     [true(Checked =@= [not([test(whole(X)), test(X < 3)]), or([[test(whole(X)), is(Y, X)], [call(q(Y))]]),
                        aggregate(count, T, [call(q(T)), test(whole(T)), test(T > 0)], N), test(whole(Y)),
                        test(N > Y)])]) :-
    kinds_checked(p(X), [not([test(X < 3)]), or([[is(Y, X)], [call(q(Y))]]),
                         aggregate(count, T, [call(q(T)), test(T > 0)], N), test(N > Y)], Checked).
test(between,
     [true(Checked =@= [between(1, 3, I), test(whole_if_known(X)), between(1, I, X),
                        between(I, X, J), test(J < X)])]) :-
    kinds_checked(p(X), [between(1, 3, I), between(1, I, X), between(I, X, J), test(J < X)], Checked).

%   A literal may be scheduled as soon as a relation has given its variables values.

test(given_by_a_relation,
     [true(Checked =@= [test(whole_if_known(X)), between(1, 3, X), test(whole(X)), test(X < 2),
                        call(does(p, go(X)))])]) :-
    kinds_checked(p, [between(1, 3, X), test(X < 2), call(does(p, go(X)))], Checked).
test(nothing_to_test, [true(Checked == Literals)]) :-
    Literals = [call(q(X)), test(distinct(X, 1)), not([call(r(X, _))])],
    kinds_checked(p(X), Literals, Checked).
test(as_written, [true(Plain == Literals)]) :-
    Literals = [not([test(X < 3), or([[is(_, X // X)], [between(X, 1, _)]])]), aggregate(count, X, [test(X > 0)], 1)],
    kinds_checked(p, Literals, Checked),
    Checked \== Literals,
    without_kind_tests(Checked, Plain).
test(inside, [true(Inside =@= [tested([whole(X), nonzero(X)], is(Y, 1 // X)), test(Y > 1)])]) :-
    kinds_checked(p(X), [is(Y, 1 // X), test(Y > 1)], Checked),
    with_tests_inside(Checked, Inside).
test(no_value, [error(instantiation_error)]) :- kind_goal(whole(_), Goal), call(Goal).
test(wrong, [forall(member(X, [a, 1 - 2, [1], f(_)])), fail]) :- kind_goal(whole(X), Goal), call(Goal).

:- end_tests(whole_numbers).
