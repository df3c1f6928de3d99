:- encoding(utf8).
:- module(spelling,
          [ closest/3,                  % +Name, +Names, -Closest
            closest_relation/3,         % +PI, +PIs, -Closest
            distance/3                  % +Name1, +Name2, -Edits
          ]).
:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [last/2, member/2, min_member/2, numlist/3, reverse/2]).

/** <module> Suggestions for misspelled names
*/

%!  closest(+Name, +Names, -Closest) is semidet.
%
%   Closest is the member of Names with the smallest edit distance from Name.  The
%   distance is at most four, and at most a third of the length of Name.  A swap of
%   adjacent characters is one edit.

closest(Name, Names, Closest) :-
    atom_length(Name, Length),
    Length =< 60,
    Limit is min(4, (Length + 1) // 3),
    Limit > 0,
    atom_chars(Name, Cs),
    msort(Cs, Sorted),
    findall(D-N,
            ( member(N, Names), N \== Name,
              atom_length(N, L), abs(L - Length) =< Limit,
              atom_chars(N, Ns),
              msort(Ns, OtherSorted), share_letters(Sorted, OtherSorted, Limit, Limit),
              edits(Cs, Ns, D), D =< Limit ),
            Pairs),
    min_member(_-Closest, Pairs).

%   share_letters(+Sorted1, +Sorted2, +Most1, +Most2): at most Most1 characters are only in the
%   first list, and at most Most2 only in the second.  An edit adds one to each at most.

share_letters([], Bs, _, Most) :- !, length(Bs, N), N =< Most.
share_letters(As, [], Most, _) :- !, length(As, N), N =< Most.
share_letters([A|As], [B|Bs], MostA, MostB) :-
    (   A == B -> share_letters(As, Bs, MostA, MostB)
    ;   A @< B -> MostA > 0, Most is MostA - 1, share_letters(As, [B|Bs], Most, MostB)
    ;   MostB > 0, Most is MostB - 1, share_letters([A|As], Bs, MostA, Most)
    ).

%!  closest_relation(+PI, +PIs, -Closest) is semidet.
%
%   Closest is a member of PIs with the name of PI and another number of arguments;
%   otherwise the one with the closest name, where the same number of arguments is
%   preferred.

closest_relation(Name/Arity, PIs, Closest) :-
    (   member(Name/Other, PIs), Other \== Arity
    ->  Closest = Name/Other
    ;   findall(N, member(N/Arity, PIs), Same),
        closest(Name, Same, Meant)
    ->  Closest = Meant/Arity
    ;   findall(N, ( member(N/Other, PIs), Other \== Arity ), Names),
        closest(Name, Names, Meant),
        memberchk(Meant/Other, PIs)
    ->  Closest = Meant/Other
    ).

%!  distance(+Name1, +Name2, -Edits) is det.

distance(Name1, Name2, Edits) :-
    atom_chars(Name1, As),
    atom_chars(Name2, Bs),
    edits(As, Bs, Edits).

%   A row holds the distances from the characters so far to each prefix of Bs.  A swap
%   also needs the row before the last.

edits(As0, Bs0, Edits) :-
    different_ends(As0, Bs0, As, Bs),
    length(Bs, N),
    numlist(0, N, Row),
    foldl(next_row(Bs), As, rows(none, none, Row), rows(_, _, Last)),
    last(Last, Edits).

%   different_ends(+As0, +Bs0, -As, -Bs): without what both begin and end with.

different_ends(As0, Bs0, As, Bs) :-
    different_beginnings(As0, Bs0, As1, Bs1),
    reverse(As1, As2),
    reverse(Bs1, Bs2),
    different_beginnings(As2, Bs2, As3, Bs3),
    reverse(As3, As),
    reverse(Bs3, Bs).

different_beginnings([C|As0], [C|Bs0], As, Bs) :- !, different_beginnings(As0, Bs0, As, Bs).
different_beginnings(As, Bs, As, Bs).

next_row(Bs, A, rows(A0, Row00, Row0), rows(A, Row0, Row)) :-
    Row0 = [D|_], D1 is D + 1,
    Row = [D1|Cells],
    ( Row00 == none -> Older = none ; Older = [none|Row00] ),
    cells(Bs, none, A, A0, Older, Row0, D1, Cells).

%   cells(+Bs, +B0, +A, +A0, +Older, +Row0, +Left, -Cells)

cells([], _, _, _, _, _, _, []).
cells([B|Bs], B0, A, A0, Older0, [Diagonal|Row0], Left, [New|Cells]) :-
    Row0 = [Up|_],
    (   A == B -> New0 = Diagonal ; New0 is 1 + min(Diagonal, min(Left, Up)) ),
    (   Older0 = [Older|Older1]
    ->  (   integer(Older), A == B0, A0 == B -> New is min(New0, Older + 1) ; New = New0 )
    ;   Older1 = none, New = New0
    ),
    cells(Bs, B, A, A0, Older1, Row0, New, Cells).
