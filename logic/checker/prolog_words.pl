:- encoding(utf8).
:- module(prolog_words,
          [ own/1,                      % +PI
            of_prolog/1,                % +PI
            names_member/1,             % ?Name
            no_test/1,                  % +PI
            outputs/1,                  % ?PI
            prints/2                    % +Program, ?PI
          ]).
:- use_module(library(lists), [member/2, memberchk/2]).
:- use_module(logic(checker/clause_goals)).

/** <module> Predicates that Prolog programs have in common

They are of Prolog itself, or programs define them alike.  They say nothing of a puzzle.
*/

%!  own(+PI) is semidet.
%
%   PI is neither a predicate of Prolog nor one of the usual helpers.

own(PI) :- \+ of_prolog(PI), \+ helper(PI).

%!  of_prolog(+PI) is semidet.
%
%   PI has the name of a predicate of Prolog, even if the program defines it itself.

of_prolog(Name/Arity) :-
    functor(Goal, Name, Arity),
    (   predicate_property(system:Goal, defined) -> true
    ;   '$autoload':library_index(Goal, Library, _), memberchk(Library, [lists, apply, aggregate])
    ).

%   helper(+PI) is semidet: a helper that is about lists or prints, or has no arguments.

helper(_/0).
helper(Name/_) :-
    memberchk(Name, [ conc, concat, concatenate, append, del, remove, insert, member, notmember,
                      not_member, nonmember, reverse, rev, length, last, show, print_list ]).

%   compares(?PI) is nondet: PI compares two terms or two numbers, or computes one.

compares(Name/2) :-
    member(Name, [=, \=, ==, \==, dif, @<, @>, <, >, =<, >=, =:=, =\=, is]).

%!  no_test(+PI) is semidet.
%
%   PI is of Prolog or a helper, and compares nothing, so it is no condition on a state.

no_test(PI) :- \+ compares(PI), ( helper(PI), PI \= _/0 ; of_prolog(PI) ), !.

%!  names_member(?Name) is nondet.
%
%   What has this name says that one thing is among others.

names_member(Name) :- member(Name, [member, memberchk, visited, seen, elem, in]).

%!  outputs(?PI) is nondet.
%
%   PI is a predicate of Prolog that prints.

outputs(PI) :-
    member(PI, [ write/1, print/1, writeln/1, nl/0, format/1, format/2, format/3,
                 tab/1, put_char/1, writeq/1, write_canonical/1, portray_clause/1,
                 write/2, nl/1, print_message/2, write_term/2 ]).

%!  prints(+Program, ?PI) is nondet.
%
%   PI is defined in Program, and prints, or calls what does.

prints(Program, PI) :-
    Program = program(Clauses, PIs, _),
    member(PI, PIs),
    once(( ( P = PI ; reaches(Program, PI, P) ),
           clause_of(Clauses, P, Clause), called([Clause], Q), outputs(Q) )).
