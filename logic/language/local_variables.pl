:- encoding(utf8).
:- module(local_variables,
          [ locals_apart/5              % +Head, +Body0, +Variables0, -Body, -Variables
          ]).
:- use_module(library(apply), [exclude/3, foldl/4, foldl/5, partition/4]).
:- use_module(library(lists), [append/3, member/2]).

/** <module> Variables that are local to a negation or a count

A variable that occurs only inside negations and counts is local to each of them, although
they use one name for it:

    quiet :- \+ does(_, jump(X)), \+ true(fire(X)).

Here each of them gets a variable of its own, as soon as the rule has been read.
*/

%!  locals_apart(+Head, +Body0, +Variables0, -Body, -Variables) is det.
%
%   Body is Body0, of a rule for Head, with places (literals.pl).  Variables0 and Variables
%   are as in prolog_reader.pl; a new variable keeps the name of the one that it replaces.

locals_apart(Head, Body0, Variables0, Body, Variables) :-
    (   several_closed(Body0)
    ->  scope(Head, Body0, Body, Variables0, Variables)
    ;   Body = Body0, Variables = Variables0
    ).

%   several_closed(+Body) is semidet: Body has at least two negations or counts.

several_closed(Body) :-
    foldl(closed_literals, Body, 0, N),
    N > 1.

closed_literals(_:L, N0, N) :-
    (   closed(L, _, Inner) -> N1 is N0 + 1, foldl(closed_literals, Inner, N1, N)
    ;   L = after(_, _, Inner) -> foldl(closed_literals, Inner, N0, N)
    ;   L = or(Bodies) -> foldl(closed_in, Bodies, N0, N)
    ;   N = N0
    ).

closed_in(Body, N0, N) :- foldl(closed_literals, Body, N0, N).

%   closed(+Literal, -Inside, -Body) is semidet: Inside are the parts of a negation or a count
%   in which a variable may be local, with its Body.

closed(not(Body), Body, Body).
closed(aggregate(_, T, Body, _), T-Body, Body).

%   scope(+Outside, +Body0, -Body, +Variables0, -Variables): Outside is all else that has
%   variables of Body0.

scope(Outside, Body0, Body, Variables0, Variables) :-
    foldl(open_part, Body0, Outside, Open),
    term_variables(Open, Shared),
    apart(Body0, Body, Shared, []-Variables0, _-Variables).

%   open_part(+Literal, +Term0, -Term): Term is Term0 with the parts of Literal that are in no
%   negation or count.

open_part(_:L, Term0, Term) :-
    (   L = not(_) -> Term = Term0
    ;   L = aggregate(_, _, _, N) -> Term = Term0-N
    ;   L = after(R, M, Body) -> foldl(open_part, Body, Term0-R-M, Term)
    ;   L = or(Bodies) -> foldl(open_parts, Bodies, Term0, Term)
    ;   Term = Term0-L
    ).

open_parts(Body, Term0, Term) :- foldl(open_part, Body, Term0, Term).

%   apart(+Body0, -Body, +Shared, +Met0, -Met): Met0 is Local-Variables, where Local are the
%   variables that are local to an earlier negation or count.

apart([], [], _, Met, Met).
apart([Place:L0|Ls0], [Place:L|Ls], Shared, Met0, Met) :-
    (   closed(L0, Inside0, _)
    ->  Met0 = Local0-Variables0,
        term_variables(Inside0, Vs),
        exclude(among(Shared), Vs, Locals),
        partition(among(Local0), Locals, Again, New),
        (   Again == [] -> L1 = L0, Variables1 = Variables0
        ;   renamed(L0, Again, Fresh, L1),
            foldl(own_places(Place), Again, Fresh, Variables0, Variables1)
        ),
        append(New, Local0, Local),
        inner_scope(L1, L, Shared, Variables1, Variables2),
        Met1 = Local-Variables2
    ;   L0 = or(Bodies0)
    ->  all_apart(Bodies0, Bodies, Shared, Met0, Met1),
        L = or(Bodies)
    ;   L0 = after(R, M, Body0)
    ->  apart(Body0, Body, Shared, Met0, Met1),
        L = after(R, M, Body)
    ;   L = L0, Met1 = Met0
    ),
    apart(Ls0, Ls, Shared, Met1, Met).

all_apart([], [], _, Met, Met).
all_apart([Body0|Bodies0], [Body|Bodies], Shared, Met0, Met) :-
    apart(Body0, Body, Shared, Met0, Met1),
    all_apart(Bodies0, Bodies, Shared, Met1, Met).

inner_scope(not(Body0), not(Body), Shared, Variables0, Variables) :-
    scope(Shared, Body0, Body, Variables0, Variables).
inner_scope(aggregate(How, T, Body0, N), aggregate(How, T, Body, N), Shared, Variables0, Variables) :-
    scope(Shared-T-N, Body0, Body, Variables0, Variables).

among(Vs, V) :- member(W, Vs), W == V, !.

%   renamed(+Literal0, +Vs, -Fresh, -Literal): Literal has Fresh in place of Vs.

renamed(L0, Vs, Fresh, L) :-
    term_variables(L0, All),
    exclude(among(Vs), All, Others),
    copy_term(Others-Vs-L0, Others-Fresh-L).

%   own_places(+Place, +V, +W, +Variables0, -Variables): W replaces V in Place.

own_places(From-To, V, W, Variables0, Variables) :-
    (   append(Before, [variable(Name, U, Places0)|After], Variables0), U == V
    ->  partition(within(From, To), Places0, Inside, Places),
        append(Before, [variable(Name, V, Places), variable(Name, W, Inside)|After], Variables)
    ;   Variables = Variables0
    ).

within(From, To, F-T) :- F >= From, T =< To.
