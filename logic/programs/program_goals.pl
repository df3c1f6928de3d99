:- encoding(utf8).
:- module(program_goals,
          [ allowed/1,                  % ?Goal
            called/3,                   % +Goal, +Places, -PartPlaces
            control/4                   % ?Goal, -Parts, ?Same, -SameParts
          ]).

/** <module> What a search program may call of Prolog

Nothing here touches more than its arguments.
*/

%!  allowed(?Goal) is nondet.
%
%   Goal may be called as it is.

allowed(append(_, _, _)).
allowed(between(_, _, _)).
allowed(last(_, _)).
allowed(length(_, _)).
allowed(max_list(_, _)).
allowed(max_member(_, _)).
allowed(member(_, _)).
allowed(memberchk(_, _)).
allowed(min_list(_, _)).
allowed(min_member(_, _)).
allowed(msort(_, _)).
allowed(nth0(_, _, _)).
allowed(nth1(_, _, _)).
allowed(pairs_keys(_, _)).
allowed(pairs_values(_, _)).
allowed(reverse(_, _)).
allowed(select(_, _, _)).
allowed(sort(_, _)).
allowed(sort(_, _, _, _)).
allowed(subtract(_, _, _)).
allowed(sum_list(_, _)).
allowed(keysort(_, _)).
allowed(_ is _).
allowed(_ =:= _).
allowed(_ =\= _).
allowed(_ < _).
allowed(_ > _).
allowed(_ =< _).
allowed(_ >= _).
allowed(_ = _).
allowed(_ \= _).
allowed(_ == _).
allowed(_ \== _).
allowed(var(_)).
allowed(nonvar(_)).
allowed(number(_)).
allowed(true).
allowed(fail).
allowed(!).

%!  control(?Goal, -Parts, ?Same, -SameParts) is semidet.
%
%   Goal calls Parts; Same is like it.

control((A, B), [A, B], (C, D), [C, D]).
control((A ; B), [A, B], (C ; D), [C, D]).
control((A -> B), [A, B], (C -> D), [C, D]).
control(\+ A, [A], \+ B, [B]).
control(not(A), [A], \+ B, [B]).
control(once(A), [A], once(B), [B]).
control(forall(A, B), [A, B], forall(C, D), [C, D]).
control(findall(T, A, L), [A], findall(T, B, L), [B]).

%!  called(+Goal, +Places, -PartPlaces) is det.
%
%   PartPlaces is where the parts of a control goal stand.

called(findall(_, _, _), [_, Place, _], [Place]) :- !.
called(_, Places, Places).
