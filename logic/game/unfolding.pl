:- encoding(utf8).
:- module(unfolding,
          [ unfolded/5                  % +Game, +Fluents, +Most, ?Atom, -Instances
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, nth1/3]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(logic(compiler/compile_lists), [state_goal/5]).
:- use_module(logic(language/aggregates), [aggregated/3]).
:- use_module(logic(language/semantics), [literal/4]).

/** <module> The answers of a relation in all states, each with its conditions

The rules of a relation are unfolded once for all states: an instance is a possible answer,
with the fluents that decide whether it is one.  With the fluents of a state, its answers can
then be found without the rules, for example to draw a board, or to list the legal moves in
rule order.

The instances come in the order in which the relation gives its answers: those whose
conditions hold in a state are its answers there, in order.
*/

%!  unfolded(+Game, +Fluents, +Most, ?Atom, -Instances) is semidet.
%
%   Fluents are all that may hold in a state of Game, in the standard order.  Instances is a
%   list of Atom-Conditions, and all of the conditions must hold.  A condition is a list of
%   numbers and holds if one of them does: I if the fluent I, counted from 1, holds, and -I if
%   it does not.
%
%   Fails if the rules cannot be unfolded: there are more than Most instances; or the rules
%   use a recursive relation or a count that depends on the state, or nested negations.

unfolded(Game, Fluents, Most, Atom, Instances) :-
    More is Most + 1,
    catch(findall(Atom-Conditions,
                  limit(More, ( atom_if(Atom, Game, Fluents, [], If),
                                conditions(If, Conditions) )),
                  Instances),
          Error, ( unfit(Error) -> fail ; throw(Error) )),
    \+ length(Instances, More).

%   An error may only occur because a condition that was left for later does not hold.

unfit(not_unfolded).
unfit(error(_, _)).

%   body_if(+Body, +Game, +Fluents, +If0, -If) is nondet: Body holds if the conditions that
%   If has in front of If0 do, the last one first.
%
%   Throws: not_unfolded.

body_if([], _, _, If, If).
body_if([Literal|Literals], Game, Fluents, If0, If) :-
    literal_if(Literal, Game, Fluents, If0, If1),
    body_if(Literals, Game, Fluents, If1, If).

literal_if(call(Atom), Game, Fluents, If0, If) :- !,
    atom_if(Atom, Game, Fluents, If0, If).
literal_if(not(Body), Game, Fluents, If0, If) :- !,
    findall(Way, body_if(Body, Game, Fluents, [], Way), Ways),
    none_of(Ways, If0, If).
literal_if(or(Bodies), Game, Fluents, If0, If) :- !,
    member(Body, Bodies),
    body_if(Body, Game, Fluents, If0, If).
literal_if(aggregate(How, T, Body, N), Game, Fluents, If, If) :- !,
    findall(T-Way, body_if(Body, Game, Fluents, [], Way), Found),
    ( member(_-[_|_], Found) -> throw(not_unfolded) ; true ),
    findall(T1, member(T1-_, Found), Ts),
    sort(Ts, Distinct),
    aggregated(How, Distinct, Value),
    N = Value.
literal_if(Literal, Game, _, If, If) :-
    literal(Literal, Game, [], none).

atom_if(true(F), _, Fluents, If, [[I]|If]) :- !,
    nth1(I, Fluents, F).
atom_if(does(_, _), _, _, _, _) :- !,
    throw(not_unfolded).
atom_if(Atom, Game, Fluents, If0, If) :-
    functor(Atom, Name, Arity),
    (   \+ Game:needs_state(Name/Arity)
    ->  state_goal(Game, Atom, [], none, Goal),
        Game:Goal,
        acyclic_term(Atom),
        If = If0
    ;   Game:recursive(Name/Arity)
    ->  throw(not_unfolded)
    ;   Game:guarded(Atom, Body),
        acyclic_term(Atom),
        body_if(Body, Game, Fluents, If0, If)
    ).

%   none_of(+Ways, +If0, -If) is semidet: none of Ways, each a list of conditions, holds.

none_of([], If, If).
none_of([Way|Ways], If0, If) :-
    Way = [_|_],
    denied(Way, If0, If1),
    none_of(Ways, If1, If).

%   Either each condition is one literal, or there is only one condition.

denied(Way, If, [Denied|If]) :-
    maplist(opposite, Way, Denied), !.
denied([Condition], If0, If) :- !,
    findall([J], ( member(I, Condition), J is -I ), Each),
    append(Each, If0, If).
denied(_, _, _) :- throw(not_unfolded).

opposite([I], J) :- J is -I.

%   conditions(+If, -Conditions) is semidet: Conditions is If, sorted.  Fails if a fluent would
%   both have to hold and not to hold.

conditions(If, Conditions) :-
    sort(If, Conditions),
    \+ ( member([I], Conditions), J is -I, memberchk([J], Conditions) ).
