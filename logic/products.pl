:- encoding(utf8).
:- module(products,
          [ is_goal/3,                  % +X, +Expression, -Goal
            short_value/2,              % -Value, +Expression
            must_be_short/1             % +Number
          ]).
:- use_module(library(lists), [member/2]).

/** <module> Numbers that may not grow without end

Rules that square a number, one after the other, double its length each time, and nothing
can interrupt the product of two numbers of a gigabyte.  So the results of products of
variables are looked at.  Sums grow too slowly to need it.
*/

most_bits(10_000).

%!  is_goal(?X, +Expression, -Goal) is det.
%
%   Goal works out X.

is_goal(X, E, Goal) :-
    ( multiplies(E) -> Goal = products:short_value(X, E) ; Goal = (X is E) ).

multiplies(E) :-
    compound(E),
    (   E = A * B, \+ integer(A), \+ integer(B) -> true
    ;   E =.. [_|As], member(A, As), multiplies(A)
    ), !.

%!  short_value(?Value, +Expression) is semidet.
%   @error huge_number(Bits)

short_value(X, E) :-
    V is E,
    ( V < 0x1000000000000000, V > -0x1000000000000000 -> true ; must_be_short(V) ),
    X = V.

%!  must_be_short(+Number) is det.
%   @error huge_number(Bits)

must_be_short(V) :-
    most_bits(Most),
    (   ( V =:= 0 ; msb(abs(V)) < Most ) -> true
    ;   throw(error(huge_number(Most), _))
    ).
