:- encoding(utf8).
:- module(numbering,
          [ numbers/2                   % +Pairs, -Keys
          ]).
:- use_module(library(apply), [foldl/4, foldl/5, maplist/2, maplist/3]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_keys/2, pairs_values/2]).

/** <module> Tables of distinct terms

A large answer has each term once, in a table, and elsewhere its number, its place in the table.
*/

%!  numbers(+Pairs, -Keys) is det.
%
%   Pairs is a list of Key-Number.  Each Number, a variable, becomes the place of Key in Keys,
%   counted from 0.  The Keys are distinct, in the order in which they first come.

numbers(Pairs, Keys) :-
    foldl(placed, Pairs, Placed, 0, _),
    keysort(Placed, Sorted),
    group_pairs_by_key(Sorted, Groups),
    maplist(by_first_place, Groups, ByPlace),
    keysort(ByPlace, Ordered),
    pairs_values(Ordered, KeyNumbers),
    pairs_keys(KeyNumbers, Keys),
    pairs_values(KeyNumbers, Numbers),
    foldl(number, Numbers, 0, _).

placed(Key-Number, Key-at(Place, Number), Place, Place1) :- Place1 is Place + 1.

by_first_place(Key-[at(Place, Number)|Ats], Place-(Key-[Number|Numbers])) :-
    maplist(numbered, Ats, Numbers).

numbered(at(_, Number), Number).

number(Numbers, Place, Place1) :-
    maplist(=(Place), Numbers),
    Place1 is Place + 1.
