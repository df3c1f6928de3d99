:- encoding(utf8).
:- module(body_interpreter,
          [ holds/2,                    % +Body, :Atom_1
            test_holds/1,               % +Comparison
            longest_start/4             % +Body, :Atom_1, -Before, -Rest
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(logic(compiler/compile_lists), [comparison_goal/2]).
:- use_module(logic(language/aggregates), [aggregated/3]).
:- use_module(logic(language/bounded_arithmetic)).

/** <module> An interpreter for bodies

It runs a body that is called once, for a question or an explanation; the rules of a game
are compiled.
*/

:- meta_predicate holds(+, 1), longest_start(+, 1, -, -).

%!  holds(+Body, :Atom_1) is nondet.
%
%   The literals of Body hold, called in order; Atom_1 proves the atoms and binds their
%   variables.  What holds after a move is an atom for it.  A literal either(Bodies, Body) is a disjunction in which Body was chosen;
%   tested(Tests, Literal) is Literal with the tests before it (whole_numbers.pl).

holds([], _).
holds([L|Ls], Atom_1) :- literal(L, Atom_1), holds(Ls, Atom_1).

literal(call(Atom), Atom_1) :- call(Atom_1, Atom).
literal(not(Body), Atom_1) :- \+ holds(Body, Atom_1).
literal(or(Bodies), Atom_1) :- member(Body, Bodies), holds(Body, Atom_1).
literal(either(_, Chosen), Atom_1) :- holds(Chosen, Atom_1).
literal(aggregate(How, T, Body, N), Atom_1) :-
    findall(T, holds(Body, Atom_1), Ts), sort(Ts, Set), aggregated(How, Set, Value), N = Value.
literal(after(R, M, Body), Atom_1) :- call(Atom_1, after(R, M, Body)).
literal(tested(Tests, Literal), Atom_1) :-
    maplist(test_holds, Tests),
    literal(Literal, Atom_1).
literal(test(Comparison), _) :- test_holds(Comparison).
literal(is(X, E), _) :- short_value(X, E).
literal(between(L, H, X), _) :- between(L, H, X).

%!  test_holds(+Comparison) is semidet.

test_holds(Comparison) :-
    (   short_comparison(Comparison, Short) -> call(Short)
    ;   comparison_goal(Comparison, Goal), call(Goal)
    ).

%!  longest_start(+Body, :Atom_1, -Before, -Rest) is det.
%
%   Before is the longest prefix of Body whose literals hold together, and Rest are the
%   other literals, at least one.  Body does not hold.

longest_start(Body, Atom_1, Before, Rest) :-
    Rest = [_|_],
    append(Before, Rest, Body),
    Rest = [Next|_],
    append(Before, [Next], Longer),
    \+ holds(Longer, Atom_1), !.
