:- encoding(utf8).
:- module(decimals,
          [ decimal_written/2,          % +Float, -Name
            decimal/2                   % +Name, -Number
          ]).
:- use_module(library(lists), [append/3]).

/** <module> Decimal numbers as weights

All numbers in rules are whole.  A weight may nevertheless have digits after the point,
because no rule computes with it: weight(pawn, 0.5) has the name '0.5', which an evaluation
reads as one half.  At most 9 digits before the point and 6 after it are allowed, so that
SWI-Prolog's floating-point number keeps the digits that were written.
*/

%!  decimal_written(+Float, -Name) is det.
%
%   Name is the text of Float.

decimal_written(Float, Name) :- format(atom(Name), '~w', [Float]).

%!  decimal(+Name, -Number) is semidet.
%
%   Name is the text, with a point, of Number, a rational and possibly whole number.

decimal(Name, Number) :-
    atom(Name),
    atom_codes(Name, Codes0),
    ( Codes0 = [0'-|Codes] -> Sign = -1 ; Codes = Codes0, Sign = 1 ),
    append(Whole, [0'.|Part], Codes), !,
    digits(Whole, 9), digits(Part, 6),
    append(Whole, Part, All),
    number_codes(N, All),
    length(Part, Places),
    Number is Sign * N rdiv 10 ** Places.

%   digits(+Codes, +Most): Codes are 1 to Most digits.

digits(Codes, Most) :-
    length(Codes, Count),
    Count >= 1, Count =< Most,
    \+ ( append(_, [C|_], Codes), \+ code_type(C, digit) ).
