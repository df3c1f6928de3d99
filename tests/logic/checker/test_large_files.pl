:- encoding(utf8).
:- module(test_large_files, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(checker/rule_files)).
:- use_module(logic(language/spelling)).

/*  The work of a check grows with the file, not with its square: a file of twice as many relations
    takes little more than twice the inferences.
*/

start("role(a). init(c(0)). legal(a, go). next(c(0)) :- true(c(0)). terminal :- true(c(0)).
       goal(a, 0). legal(a, to(X)) :- r_1(X). ").

%   Each relation calls the one before it, or the one after it.
line(back, I, _, Line) :- J is I - 1, ( I =:= 1 -> last(I, Line) ; calls(I, J, Line) ).
line(forth, I, N, Line) :- J is I + 1, ( I =:= N -> last(I, Line) ; calls(I, J, Line) ).
line(chain, I, N, Line) :-
    J is I + 1,
    ( I =:= N -> format(string(Line), "s_~d. ", [I]) ; format(string(Line), "s_~d :- s_~d. ", [I, J]) ).
line(fluents, I, _, Line) :- format(string(Line), "init(f_~d(0)). next(f_~d(X)) :- true(f_~d(X)). ", [I, I, I]).
line(unused, I, _, Line) :- calls(I, I, Line0), atom_concat(Line0, "r_1(9). ", Line).
line(constants, I, _, Line) :-
    format(string(Line), "p(constant_~d). q(X) :- p(constant_~d), r(X). r(often). ", [I, I]).

last(I, Line) :- format(string(Line), "r_~d(X) :- true(c(X)). ", [I]).
calls(I, J, Line) :- format(string(Line), "r_~d(X) :- true(c(X)), r_~d(X). ", [I, J]).

inferences(Kind, N, Inferences) :-
    start(Start),
    Last is N,
    findall(Line, ( between(1, Last, I), line(Kind, I, Last, Line) ), Lines),
    atomic_list_concat([Start|Lines], Text),
    examined(Text, Inferences).

examined(Text, Inferences) :-
    statistics(inferences, Before),
    examined_rules(none, prolog, Text, _, _),
    statistics(inferences, After),
    Inferences is After - Before.

:- begin_tests(large_files).

test(twice_the_file, [forall(member(Kind, [back, forth, chain, fluents, unused, constants])),
                      true(Twice < 2.5 * Once)]) :-
    ( Kind == chain -> N = 1000 ; N = 300 ),    % in short rules the rest weighs less
    inferences(Kind, N, Once),
    inferences(Kind, 2 * N, Twice).

%   A relation whose arguments must all be given: the work grows with a power of their number, the fourth at
%   most, and not with the number of their subsets.

wide(N, Text) :-
    start(Start),
    findall(V, ( between(1, N, I), format(string(V), "V_~d", [I]) ), Vs),
    findall(T, ( member(V, Vs), format(string(T), "~s > 0", [V]) ), Tests),
    findall("1", member(_, Vs), Ones),
    maplist(listed, [Vs, Tests, Ones], [Variables, Body, Given]),
    format(string(Text), "~s r_1(1). legal(a, wide) :- wide(~s). wide(~s) :- ~s. ",
           [Start, Given, Variables, Body]).

listed(Strings, Text) :- atomic_list_concat(Strings, ', ', Atom), atom_string(Atom, Text).

test(twice_the_arguments, true(Twice < 16 * Once)) :-
    maplist(wide, [12, 24], [One, Two]),
    maplist(examined, [One, Two], [Once, Twice]).

%   The edit distance by its definition, a swap of neighbours being one edit, for short names.

plain([], Bs, D) :- !, length(Bs, D).
plain(As, [], D) :- !, length(As, D).
plain([A|As], [B|Bs], D) :-
    plain(As, [B|Bs], D1),
    plain([A|As], Bs, D2),
    plain(As, Bs, D3),
    ( A == B -> D0 = D3 ; D0 is 1 + min(D1, min(D2, D3)) ),
    (   As = [B|As1], Bs = [A|Bs1] -> plain(As1, Bs1, D4), D is min(D0, 1 + D4) ; D = D0 ).

name(Name) :- member(L, [1, 2, 3, 4]), length(Cs, L), letters(Cs), atom_chars(Name, Cs).
letters([]).
letters([C|Cs]) :- member(C, [a, b, c]), letters(Cs).

test(distance, true(Wrong == [])) :-
    findall(Name, name(Name), Names),
    findall(A-B, ( member(A, [abc, abca, cab, bb, aabb, cabc]), member(B, Names), A \== B,
                   atom_chars(A, As), atom_chars(B, Bs), plain(As, Bs, D),
                   \+ distance(A, B, D) ),
            Wrong).
test(closest, true(Wrong == [])) :-
    findall(Name, name(Name), Names),
    findall(A, ( member(A, [abcab, ccaab, bbbbbb, acacac]), atom_chars(A, As),
                 atom_length(A, L), Limit is min(4, (L + 1) // 3),
                 findall(D-B, ( member(B, Names), atom_chars(B, Bs), plain(As, Bs, D), D =< Limit ),
                         Pairs),
                 sort(Pairs, Sorted),
                 ( closest(A, Names, C) -> Sorted \= [_-C|_] ; Sorted \== [] ) ),
            Wrong).

:- end_tests(large_files).
