:- encoding(utf8).
:- module(aggregates,
          [ aggregate_goal/5,           % ?Goal, ?How, ?Template, ?Inner, ?Value
            aggregate_word/2,           % ?Word/Arity, ?How
            number_of/1,                % ?How
            aggregated/3,               % +How, +Instances, -Value
            aggregated_goal/4,          % +How, +Instances, +Value, -Goal
            measured/3                  % ?How, ?Template, ?Number
          ]).
:- use_module(library(apply), [foldl/4, include/3]).
:- use_module(library(lists), [last/2]).
:- use_module(library(pairs), [pairs_values/2]).

/** <module> Aggregates: one value of all instances of a goal

Each aggregate is a row of aggregate_goal/5, and has one clause of aggregated/3.  The
instances of its template are distinct, and in the standard order.  A literal
`aggregate(How, Template, Body, Value)` says that Value is what aggregated/3 gives for the
instances of Template for which Body holds.
*/

%!  aggregate_goal(?Goal, ?How, ?Template, ?Inner, ?Value) is nondet.
%
%   Goal is the aggregate How of the instances of Template for which the goal Inner holds, as a
%   rule file writes it.

aggregate_goal(count(T, Goal, N), count, T, Goal, N).
aggregate_goal(sum(V, Key, Goal, S), sum, V-Key, Goal, S).
aggregate_goal(max(V, Goal, M), max, V, Goal, M).
aggregate_goal(min(V, Goal, M), min, V, Goal, M).
aggregate_goal(list(X, Key, Goal, Xs), list, Key-X, Goal, Xs).

%!  aggregate_word(?Word/Arity, ?How) is nondet.

aggregate_word(Word/Arity, How) :-
    aggregate_goal(Goal, How, _, _, _),
    functor(Goal, Word, Arity).

%!  number_of(?How) is nondet.
%
%   The value of the aggregate How is a whole number.

number_of(count).
number_of(sum).
number_of(max).
number_of(min).

%!  measured(?How, ?Template, ?Number) is semidet.
%
%   Number is the part of Template that the aggregate How adds or compares.

measured(sum, V-_, V).
measured(max, V, V).
measured(min, V, V).

%!  aggregated(+How, +Instances, -Value) is semidet.
%
%   Value is the aggregate How of Instances, an ordered set.  What is no whole number is not
%   added or compared.  There is no largest or smallest number of none.

aggregated(count, Instances, Count) :- length(Instances, Count).
aggregated(sum, Instances, Sum) :- foldl(plus_weight, Instances, 0, Sum).
aggregated(max, Instances, Max) :- include(integer, Instances, Numbers), last(Numbers, Max).
aggregated(min, Instances, Min) :- include(integer, Instances, [Min|_]).
aggregated(list, Instances, Values) :- pairs_values(Instances, Values).

plus_weight(V-_, Sum0, Sum) :- ( integer(V) -> Sum is Sum0 + V ; Sum = Sum0 ).

%!  aggregated_goal(+How, +Instances, +Value, -Goal) is det.
%
%   Goal, of Prolog, gives Value once Instances are bound.

aggregated_goal(count, Instances, Value, length(Instances, Value)) :- !.
aggregated_goal(How, Instances, Value, aggregates:aggregated(How, Instances, Value)).
