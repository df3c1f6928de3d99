:- encoding(utf8).
:- module(bounded_arithmetic,
          [ short_numbers/3,            % +Literals, +Where, -Guarded
            short_value/2,              % ?Value, +Expression
            short_comparison/2,         % +Comparison, -Short
            must_be_short/2             % +Number, +Where
          ]).
:- use_module(library(apply), [foldl/4, foldl/5, maplist/2, maplist/3]).
:- use_module(logic(language/literals), [numeric/1]).

/** <module> A limit on the length of numbers

Rules that square a number again and again double its length each time, and nothing can
interrupt the multiplication of two numbers of a gigabyte. Sums grow too, but more slowly.
So rules check each number that they compute, unless it can hardly be larger than its
operands, as in N + 1.
*/

most_bits(10_000).

%!  must_be_short(+Number, +Where) is det.
%
%   Where is relation(Name/Arity, Line), the rule that computes Number, or `nowhere`.
%   @error huge_number(Bits, Where)

must_be_short(V, Where) :-
    (   V < 0x1000000000000000, V > -0x1000000000000000 -> true
    ;   most_bits(Most),
        (   msb(abs(V)) < Most -> true
        ;   throw(error(huge_number(Most, Where), _))
        )
    ).

%!  short_value(?Value, +Expression) is semidet.
%   @error huge_number(Bits, nowhere)

short_value(X, E0) :-
    apart(E0, nowhere, E, Parts, []),
    maplist(part_value, Parts),
    V is E,
    must_be_short(V, nowhere),
    X = V.

part_value(is(V, E)) :- V is E.
part_value(test(short(V, Where))) :- must_be_short(V, Where).

%!  short_comparison(+Comparison, -Short) is semidet.
%
%   Short is Comparison of numbers with the values of both sides.
%   @error huge_number(Bits, nowhere)

short_comparison(Comparison, Short) :-
    numeric(Comparison),
    Comparison =.. [Name, X, Y],
    short_value(V, X),
    short_value(W, Y),
    Short =.. [Name, V, W].

% ---- rules -----------------------------------------------------------------

%!  short_numbers(+Literals, +Where, -Guarded) is det.
%
%   Guarded is Literals with a literal test(short(Number, Where)) after each literal that
%   may compute a number that is too long. A product within a product is computed and
%   checked first.

short_numbers(Literals, Where, Guarded) :- foldl(guarded(Where), Literals, Guarded, []).

guarded(Where, Literal, Ls0, Ls) :-
    (   guarded_(Literal, Where, Ls0, Ls1) -> Ls = Ls1
    ;   Ls0 = [Literal|Ls]
    ).

guarded_(is(X, E0), Where, Ls0, Ls) :-
    apart(E0, Where, E, Ls0, [is(X, E)|Ls1]),
    ( grows(E) -> Ls1 = [test(short(X, Where))|Ls] ; Ls1 = Ls ).
guarded_(test(Comparison0), Where, Ls0, Ls) :-
    numeric(Comparison0),
    Comparison0 =.. [Name, A0, B0],
    apart(A0, Where, A, Ls0, Ls1),
    apart(B0, Where, B, Ls1, [test(Comparison)|Ls]),
    Comparison =.. [Name, A, B].
guarded_(not(Body0), Where, [not(Body)|Ls], Ls) :- short_numbers(Body0, Where, Body).
guarded_(or(Bodies0), Where, [or(Bodies)|Ls], Ls) :-
    maplist(guarded_body(Where), Bodies0, Bodies).
guarded_(aggregate(How, T, Body0, N), Where, [aggregate(How, T, Body, N)|Ls0], Ls) :-
    ( How == sum -> Ls0 = [test(short(N, Where))|Ls] ; Ls0 = Ls ),
    short_numbers(Body0, Where, Body).

guarded_body(Where, Body0, Body) :- short_numbers(Body0, Where, Body).

%   apart(+Expression0, +Where, -Expression, ?Literals, ?Tail): Expression has no nested
%   products; Literals compute the nested products of Expression0.

apart(E0, Where, E, Ls0, Ls) :-
    (   compound(E0)
    ->  compound_name_arguments(E0, Name, As0),
        foldl(part(Name, Where), As0, As, Ls0, Ls),
        compound_name_arguments(E, Name, As)
    ;   E = E0, Ls0 = Ls
    ).

part(Name, Where, E0, E, Ls0, Ls) :-
    apart(E0, Where, E1, Ls0, Ls1),
    (   Name == (*), multiplies(E1)
    ->  Ls1 = [is(E, E1), test(short(E, Where))|Ls]
    ;   E = E1, Ls1 = Ls
    ).

multiplies(E) :- compound(E), ( E = _ * _ ; arg(_, E, A), multiplies(A) ), !.

%   grows(+Expression) is semidet: for some values of its variables, the value may be much
%   larger than the largest number in Expression.

grows(E) :- weight(E, W), W > 1.

%   weight(+Expression, -Weight): the value is at most Weight times the largest value of a
%   variable, plus some small number. Weight 2 stands for 2 or more.

weight(E, 1) :- var(E), !.
weight(E, W) :- integer(E), !, ( abs(E) < 1 << 60 -> W = 0 ; W = 2 ).
weight(A * B, W) :- !,
    weight(A, V), weight(B, U),
    (   V + U =:= 0 -> W = 0
    ;   ( A == 1 ; A == -1 ; B == 1 ; B == -1 ) -> W is V + U
    ;   W = 2
    ).
weight(A // _, W) :- !, weight(A, W).
weight(A rem _, W) :- !, weight(A, W).
weight(_ mod A, W) :- !, weight(A, W).
weight(sign(_), 0) :- !.
weight(min(A, B), W) :- !, weight(A, V), weight(B, U), W is max(V, U).
weight(max(A, B), W) :- !, weight(A, V), weight(B, U), W is max(V, U).
weight(E, W) :-
    compound_name_arguments(E, _, As),
    foldl(plus_weight, As, 0, W).

plus_weight(E, W0, W) :- weight(E, V), W is min(2, W0 + V).
