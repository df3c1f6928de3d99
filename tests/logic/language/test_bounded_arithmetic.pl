:- module(test_bounded_arithmetic, []).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(language/bounded_arithmetic)).

guarded(Literals, Guarded) :- short_numbers(Literals, here, Guarded).

:- begin_tests(products).

%   What is hardly larger than one of the numbers in it is not looked at.

test(slow, [forall(member(E, [3 - N, max(N, 7) // M, -abs(N) rem M, M * N mod 5, 1 * N,
                              sign(M * N) + N, 2 * 3 + N, min(N, M) + 1])),
            Guarded == [is(X, E)]]) :-
    guarded([is(X, E)], Guarded).
test(growing, [forall(member(E, [N + M, N - M, N * 2, N * M, M xor N, N + N // 2,
                                 9999999999999999999])),
               Guarded == [is(X, E), test(short(X, here))]]) :-
    guarded([is(X, E)], Guarded).
test(product_of_a_product,
     [true(Guarded =@= [is(T, N * N + 1), test(short(T, here)), is(X, T * N),
                        test(short(X, here))])]) :-
    guarded([is(X, (N * N + 1) * N)], Guarded).
test(inner, [true(Guarded =@= [not([or([[is(X, N * N), test(short(X, here))], Body])]),
                               test(distinct(N * N * N, X))])]) :-
    Body = [is(T, N * N), test(short(T, here)), test(T * N < X)],
    guarded([not([or([[is(X, N * N)], [test(N * N * N < X)]])]), test(distinct(N * N * N, X))],
            Guarded).
test(short) :- N is 1 << 9999, must_be_short(N, here), M is -N, must_be_short(M, here).
test(long, [error(huge_number(10_000, here))]) :- N is 1 << 10_000, must_be_short(N, here).
test(long_and_negative, [error(huge_number(10_000, here))]) :-
    N is -(1 << 10_000), must_be_short(N, here).
test(value, X == 13) :- short_value(X, 2 * 2 * 3 + 1).
test(long_part, [error(huge_number(10_000, nowhere))]) :-
    N is 1 << 4000, short_value(_, N * N * N * N // N).
test(long_part_of_a_comparison, [error(huge_number(10_000, nowhere))]) :-
    N is 1 << 4000, short_comparison(N * N * N * N // N < 1, _).

:- end_tests(products).
