:- encoding(utf8).
:- module(program_goals,
          [ allowed/1,                  % ?Goal
            called/3,                   % +Goal, +Places, -PartPlaces
            body_literals/2,            % +Body, -Literals
            control/4                   % ?Goal, -Parts, ?Same, -SameParts
          ]).

/** <module> The predicates of Prolog that a search program may call

They affect nothing but their arguments.
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
allowed(random_member(_, _)).
allowed(reverse(_, _)).
allowed(select(_, _, _)).
allowed(select(_, _, _, _)).
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
allowed(gap(_)).

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
%   PartPlaces are the places of the parts of a control goal.

called(findall(_, _, _), [_, Place, _], [Place]) :- !.
called(_, Places, Places).

%!  body_literals(+Body, -Literals) is det.
%
%   Literals are Body for body_interpreter.pl.  A cut is left out.

body_literals(Body, Literals) :- literals(Body, Literals, []).

literals(Goal, [call(Goal)|Ls], Ls) :- var(Goal), !.
literals(true, Ls, Ls) :- !.
literals(!, Ls, Ls) :- !.
literals((A, B), Ls0, Ls) :- !, literals(A, Ls0, Ls1), literals(B, Ls1, Ls).
literals((If -> Then ; Else), [or([[call(once(If))|Yes], [not(Test)|No]])|Ls], Ls) :- !,
    body_literals(If, Test),
    body_literals(Then, Yes),
    body_literals(Else, No).
literals((If -> Then), [call(once(If))|Ls0], Ls) :- !, literals(Then, Ls0, Ls).
literals((A ; B), [or([As, Bs])|Ls], Ls) :- !, body_literals(A, As), body_literals(B, Bs).
literals(\+ A, [not(As)|Ls], Ls) :- !, body_literals(A, As).
literals(not(A), [not(As)|Ls], Ls) :- !, body_literals(A, As).
literals(forall(A, B), [not(Ls1)|Ls], Ls) :- !,
    body_literals(B, Bs),
    literals(A, Ls1, [not(Bs)]).
literals(Goal, [call(Goal)|Ls], Ls).
