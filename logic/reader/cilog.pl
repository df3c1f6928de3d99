:- encoding(utf8).
:- module(cilog,
          [ plain_clause/4              % +Clause, +Places, -Plain, -Faults
          ]).
:- use_module(library(lists), [append/3]).
:- use_module(logic(language/aggregates)).
:- use_module(logic(language/literals), [arguments/2, stripped/2]).

/** <module> The syntax of CILOG

The clauses of Poole, Mackworth and Goebel, Computational Intelligence: `<-` is the
implication, `&` the conjunction, `~` negation as failure, and `\=` means that two terms
differ:

    next(cell(C, R, P)) <- does(P, mark(C, R)) & ~occupied(C, R).

CILOG has the terms of Prolog and operators of its own.  A clause is read as a Prolog term
and converted here to the form of prolog_reader.pl.  Connectives of Prolog that CILOG
writes differently are faults.
*/

% The first three are for clauses of CILOG, the others for the patterns below.
:- set_module(cilog_syntax:class(user)).
:- op(1150, xfx, cilog_syntax:(<-)).
:- op(950, xfy, cilog_syntax:(&)).
:- op(900, fy, cilog_syntax:(~)).
:- op(1150, xfx, <-).
:- op(950, xfy, &).
:- op(900, fy, ~).

%!  plain_clause(+Clause, +Places, -Plain, -Faults) is det.
%
%   Plain is Clause with the connectives of Prolog; Places are also those of its subterms.
%   Faults report connectives of Prolog that CILOG does not have.

plain_clause(Clause, _, Clause, []) :- var(Clause), !.
plain_clause((Head <- Body0), Places, (Head :- Body), Faults) :- !,
    arguments(Places, [_, P]),
    plain_body(Body0, P, Body, Faults, []).
plain_clause((Head :- Body0), Places, (Head :- Body), [Fault|Faults]) :- !,
    instead((:-), Places, Fault),
    arguments(Places, [_, P]),
    plain_body(Body0, P, Body, Faults, []).
plain_clause(Clause, _, Clause, []).

plain_body(Body, _, Body, Fs, Fs) :- var(Body), !.
plain_body(Body0, Places0, Body, Fs0, Fs) :-
    stripped(Places0, Places),
    (   aggregate_goal(Body0, How, T, A0, N)
    ->  aggregate_goal(Body, How, T, A, N),
        arguments(Places, Ps),
        once(append(_, [P, _], Ps)),
        plain_body(A0, P, A, Fs0, Fs)
    ;   Body0 = after(R, M, A0)
    ->  Body = after(R, M, A),
        arguments(Places, [_, _, P]),
        plain_body(A0, P, A, Fs0, Fs)
    ;   Body0 = after(M, A0)
    ->  Body = after(M, A),
        arguments(Places, [_, P]),
        plain_body(A0, P, A, Fs0, Fs)
    ;   connective(Body0, As0, Body, As, Word)
    ->  ( Word == none -> Fs0 = Fs1 ; instead(Word, Places, F), Fs0 = [F|Fs1] ),
        arguments(Places, Ps),
        plain_parts(As0, Ps, As, Fs1, Fs)
    ;   Body = Body0, Fs0 = Fs
    ).

plain_parts([], _, [], Fs, Fs).
plain_parts([A0|As0], [P|Ps], [A|As], Fs0, Fs) :-
    plain_body(A0, P, A, Fs0, Fs1),
    plain_parts(As0, Ps, As, Fs1, Fs).

%   connective(+Body, -Parts, -Plain, -PlainParts, -Word): Word is the connective if CILOG
%   does not have it, else `none`.

connective((A & B), [A, B], (C, D), [C, D], none).
connective((A , B), [A, B], (C, D), [C, D], (',')).
connective((A ; B), [A, B], (C ; D), [C, D], none).
connective(~ A, [A], \+ B, [B], none).
connective(\+ A, [A], \+ B, [B], (\+)).
connective(not(A), [A], \+ B, [B], not).
connective(A \= B, [], A \== B, [], none).
connective(A \== B, [], A \== B, [], (\==)).

instead(Word, Places0, fault(error, cilog_word, Place, [Word])) :-
    stripped(Places0, Places),
    (   Places = term_position(_, _, From, To, _) -> Place = From-To
    ;   arg(1, Places, From), To is From + 1, Place = From-To
    ).
