:- encoding(utf8).
:- module(percepts,
          [ percept_fact/1,             % ?Fact
            perceived_rules/2,          % +Rules0, -Rules
            percepts_in/3               % +Facts, +Role, -Percepts
          ]).
:- use_module(library(lists), [append/3, member/2]).

/** <module> What the roles perceive, kept with the state

By the rules for sees/2, a role perceives P in the step of a joint move.  Where it matters what a role
knows (belief.pl), a game is loaded with rules that keep the percepts of a step in the state after it:

    'seen now'(R, P)    role R has perceived P in the step that led to the state

These facts are in no state of a game that is loaded otherwise, and no rule of the file reads them.

See Michael Thielscher, "A General Game Description Language for Incomplete Information Games", AAAI 2010.
*/

%!  percept_fact(?Fact) is semidet.
%
%   Fact says what a role has perceived.

percept_fact('seen now'(_, _)).

%!  perceived_rules(+Rules0, -Rules) is det.
%
%   Rules are Rules0 with those that keep percepts.

perceived_rules(Rules0, Rules) :-
    findall(rule(next('seen now'(Role, Percept)), Body, Source),
            member(rule(sees(Role, Percept), Body, Source), Rules0),
            Added),
    append(Rules0, Added, Rules).

%!  percepts_in(+Facts, +Role, -Percepts) is det.
%
%   Percepts is the ordered set of what Role has perceived, by the Facts of a state.
%
%   @error too_many_percepts(Most)

percepts_in(Facts, Role, Percepts) :-
    findall(P, member('seen now'(Role, P), Facts), Percepts0),
    sort(Percepts0, Percepts),
    most_percepts(Most),
    length(Percepts, Count),
    ( Count =< Most -> true ; throw(error(too_many_percepts(Most), _)) ).

%   The most that a role may perceive in one step, as in model/view.py.  Beliefs compare the percepts of
%   all steps, and views print them.

most_percepts(10_000).
