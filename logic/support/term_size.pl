:- encoding(utf8).
:- module(term_size,
          [ must_be_small/2,            % +Terms, +Where
            small_goal/3                % ?Terms, +Where, -Goal
          ]).
:- use_module(library(terms), [term_size/2]).

/** <module> A limit on the size of terms

A rule that puts a term twice into a larger one doubles its size each time. Prolog shares
the two halves, so building the term is cheap. But copying, comparing, sorting or writing
it visits each part as often as it occurs, and cannot be interrupted. So the size of a term
is the number of its parts, with shared parts counted each time.
*/

most_parts(10_000).

%   A term of at most this many cells, with shared cells counted once, is always small.

few_cells(30).

%!  must_be_small(+Terms, +Where) is det.
%
%   Where is relation(Name/Arity, Line), the rule that builds Terms.
%   @error huge_term(Most, Where)

must_be_small(Terms, Where) :-
    few_cells(Few),
    (   term_size(Terms, Cells), Cells =< Few -> true
    ;   most_parts(Most), is_small(Terms, Most) -> true
    ;   most_parts(Most), throw(error(huge_term(Most, Where), _))
    ).

%!  small_goal(?Terms, +Where, -Goal) is det.
%
%   Goal is must_be_small(Terms, Where), with the usual case in place of a call: all variables
%   have constants as values, which take no more room than the variables.

small_goal(Terms, Where, Goal) :-
    Call = term_size:must_be_small(Terms, Where),
    term_variables(Terms, Vs),
    most_parts(Most),
    (   Vs = [V|Others], is_small(Terms, Most)
    ->  constants(Others, atomic(V), Constants),
        Goal = ( Constants -> true ; Call )
    ;   Goal = Call
    ).

constants([], Goal, Goal).
constants([V|Vs], Goal0, Goal) :- constants(Vs, (Goal0, atomic(V)), Goal).

%   is_small(+Term, +Most): Term has at most Most parts: functors, constants and variables.

is_small(Term, Most) :- left(Term, Most, _).

left(Term, N0, N) :-
    N0 > 0,
    N1 is N0 - 1,
    (   compound(Term)
    ->  compound_name_arity(Term, _, Arity),
        left(Arity, Term, N1, N)
    ;   N = N1
    ).

left(0, _, N, N) :- !.
left(I, Term, N0, N) :-
    arg(I, Term, Argument),
    left(Argument, N0, N1),
    I1 is I - 1,
    left(I1, Term, N1, N).
