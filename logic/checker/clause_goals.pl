:- encoding(utf8).
:- module(clause_goals,
          [ clause_of/3,                % +Clauses, ?PI, -Clause
            clause_pi/2,                % +Clause, ?PI
            defined/2,                  % +Clauses, ?PI
            one_fact/3,                 % +Clauses, +PI, -Fact
            order_clause/3,             % +Clauses, -Kind, -Clause
            pi/2,                       % ?Goal, ?PI
            asks/2,                     % +Clause, -Goal
            asks/4,                     % +Clause, -Goal, -Place, -Around
            negated/1,                  % +Around
            collects/3,                 % +Around, -Goal, -Template
            called/2,                   % +Clauses, ?PI
            called/3,                   % +Clauses, ?PI, -Place
            inner_goal/2,               % +Goal, -Inner
            conjuncts/3,                % +Body, +Places, -Goals
            conjuncts_with/4,           % +Body, +Places, +Goal, -Goals
            changes/4,                  % +Clause, ?How, ?PI, -Fact
            with_called/3,              % +PIs0, +Clauses, -PIs
            program/2,                  % +Clauses, -Program
            reaches/3,                  % +Program, +PI, ?PI
            recursive/2,                % +Program, +PI
            together/3                  % +Program, +PI, ?PI
          ]).
:- use_module(library(lists), [append/3, list_to_set/2, member/2, memberchk/2, nth1/3]).
:- use_module(library(ugraphs), [transitive_closure/2, vertices_edges_to_ugraph/3]).
:- use_module(logic(language/literals), [arguments/2, place/2]).

/** <module> What the clauses of a Prolog program ask, and which predicates are recursive

Clauses are as read_clauses/4 of prolog_reader.pl gives them: clause(Head, Body, BodyPlaces, Source),
and ordered(Kind, Body, BodyPlaces, Source) for directives and questions.  Nothing of them is run.

A goal of a clause is also one within \+, findall and other goals of control.
*/

% ---- clauses ---------------------------------------------------------------

%!  clause_of(+Clauses, ?PI, -Clause) is nondet.
%
%   Clause is one of Clauses, and defines PI.

clause_of(Clauses, PI, Clause) :- member(Clause, Clauses), clause_pi(Clause, PI).

%!  clause_pi(+Clause, ?PI) is semidet.

clause_pi(clause(Head, _, _, _), PI) :- callable(Head), pi(Head, PI).

%!  defined(+Clauses, ?PI) is nondet.
%
%   Clauses define PI; each PI is given once, in the order of Clauses.

defined(Clauses, PI) :- ground(PI), !, once(clause_of(Clauses, PI, _)).
defined(Clauses, PI) :-
    findall(P, clause_of(Clauses, P, _), PIs0),
    list_to_set(PIs0, PIs),
    member(PI, PIs).

%!  one_fact(+Clauses, +PI, -Fact) is semidet.
%
%   Fact is all that Clauses say of PI.

one_fact(Clauses, PI, Fact) :-
    findall(Head-Body, clause_of(Clauses, PI, clause(Head, Body, _, _)), [Fact-true]).

%!  order_clause(+Clauses, -Kind, -Clause) is nondet.
%
%   Clause has a directive or a question of that kind as its body.

order_clause(Clauses, Kind, clause((:-), Body, Places, Source)) :-
    member(ordered(Kind, Body, Places, Source), Clauses).

%!  pi(?Goal, ?PI) is det.

pi(Goal, Name/Arity) :- functor(Goal, Name, Arity).

% ---- goals -----------------------------------------------------------------

%!  asks(+Clause, -Goal) is nondet.
%!  asks(+Clause, -Goal, -Place, -Around) is nondet.
%
%   Clause asks Goal, which stands at Place.  Around are the goals of control around it, the innermost
%   first, without conjunctions and alternatives.

asks(Clause, Goal) :- asks(Clause, Goal, _, _).

asks(clause(_, Body, Places, _), Goal, Place, Around) :- asks(Body, Places, [], Goal, Place, Around).

asks(Body, _, _, _, _, _) :- \+ callable(Body), !, fail.
asks(Body, Places, Around0, Goal, Place, Around) :-
    (   inner(Body, _)
    ->  inner_part(Body, Places, Part, PartPlaces),
        ( connects(Body) -> Around1 = Around0 ; Around1 = [Body|Around0] ),
        asks(Part, PartPlaces, Around1, Goal, Place, Around)
    ;   Goal = Body, Around = Around0, place(Places, Place)
    ).

%   inner_part(+Goal, +Places, -Part, -PartPlaces) is nondet: Part is a goal in Goal.

inner_part(Goal, Places, Part, PartPlaces) :-
    inner(Goal, Is),
    arguments(Places, Ps),
    member(I, Is), arg(I, Goal, Part0), nth1(I, Ps, P0),
    without_carets(Part0, P0, Part, PartPlaces).

connects((_, _)).
connects((_ ; _)).
connects((_ -> _)).

%   inner(+Goal, -Is) is semidet: the arguments Is of Goal are goals.

inner((_, _), [1, 2]).
inner((_ ; _), [1, 2]).
inner((_ -> _), [1, 2]).
inner((_ *-> _), [1, 2]).
inner(\+ _, [1]).
inner(not(_), [1]).
inner(tnot(_), [1]).
inner(call(_), [1]).
inner(once(_), [1]).
inner(ignore(_), [1]).
inner(forall(_, _), [1, 2]).
inner(findall(_, _, _), [2]).
inner(findall(_, _, _, _), [2]).
inner(bagof(_, _, _), [2]).
inner(setof(_, _, _), [2]).
inner(aggregate_all(_, _, _), [2]).

without_carets(Goal, P, Goal, P) :- var(Goal), !.
without_carets(_ ^ Goal0, P0, Goal, P) :- !,
    arguments(P0, [_, P1]),
    without_carets(Goal0, P1, Goal, P).
without_carets(Goal, P, Goal, P).

%!  negated(+Around) is semidet.
%
%   One of Around is a negation.

negated(Around) :- member(A, Around), negation(A), !.

negation(\+ _).
negation(not(_)).
negation(tnot(_)).

%!  collects(+Around, -Goal, -Template) is nondet.
%
%   Goal, one of Around, collects Template in a list.

collects(Around, Goal, Template) :-
    member(Goal, Around),
    member(Goal, [findall(Template, _, _), findall(Template, _, _, _),
                  bagof(Template, _, _), setof(Template, _, _)]).

%!  called(+Clauses, ?PI) is nondet.
%!  called(+Clauses, ?PI, -Place) is nondet.
%
%   Clauses ask PI, perhaps several times, and one of them at Place.

called(Clauses, PI) :- called(Clauses, PI, _).

called(Clauses, PI, Place) :- member(Clause, Clauses), asks(Clause, Goal, Place, _), pi(Goal, PI).

%!  inner_goal(+Goal, -Inner) is nondet.
%
%   As asks/2, for a goal without places.

inner_goal(Goal, Inner) :-
    callable(Goal),
    (   inner(Goal, Is) -> member(I, Is), arg(I, Goal, Part), inner_goal(Part, Inner)
    ;   Inner = Goal
    ).

%!  conjuncts(+Body, +Places, -Goals) is det.
%
%   Body holds only if each of Goals does, a Place-Goal.

conjuncts(Body, _, []) :- var(Body), !.
conjuncts((A, B), Places, Goals) :- !,
    arguments(Places, [PA, PB]),
    conjuncts(A, PA, As),
    conjuncts(B, PB, Bs),
    append(As, Bs, Goals).
conjuncts(Goal, Places, [Place-Goal]) :- place(Places, Place).

%!  conjuncts_with(+Body, +Places, +Goal, -Goals) is nondet.
%
%   Goals, as in conjuncts/3, are those of the conjunction in Body that has Goal.

conjuncts_with(Body, Places, Goal, Goals) :-
    conjuncts(Body, Places, Goals0),
    (   member(_-G, Goals0), G == Goal
    ->  Goals = Goals0
    ;   nonvar(Body),
        inner_part(Body, Places, Part, PartPlaces),
        conjuncts_with(Part, PartPlaces, Goal, Goals)
    ).

%!  changes(+Clause, ?How, ?PI, -Fact) is nondet.
%
%   Clause `adds` or `removes` Fact, a fact of PI.

changes(Clause, How, PI, Fact) :-
    asks(Clause, Goal), change(Goal, How, Fact),
    callable(Fact), Fact \= (_ :- _), pi(Fact, PI).

change(assert(Fact), adds, Fact).
change(asserta(Fact), adds, Fact).
change(assertz(Fact), adds, Fact).
change(retract(Fact), removes, Fact).

% ---- what calls what -------------------------------------------------------

%!  with_called(+PIs0, +Clauses, -PIs) is det.
%
%   PIs are PIs0, what their clauses call, and so on.

with_called(PIs0, Clauses, PIs) :- with_called(PIs0, Clauses, [], PIs).

with_called([], _, PIs, PIs).
with_called([PI|Queue], Clauses, Seen, PIs) :-
    (   memberchk(PI, Seen) -> with_called(Queue, Clauses, Seen, PIs)
    ;   findall(Called, ( clause_of(Clauses, PI, Clause), called([Clause], Called) ), More),
        append(Queue, More, Queue1),
        with_called(Queue1, Clauses, [PI|Seen], PIs)
    ).

%!  program(+Clauses, -Program) is det.
%
%   Program is program(Clauses, PIs, Reached): PIs are what Clauses define, and Reached has a PI-Called
%   for each: what it calls, and what that calls, and so on.

program(Clauses, program(Clauses, PIs, Reached)) :-
    findall(P-Q, ( clause_of(Clauses, P, Clause), called([Clause], Q) ), Edges),
    findall(PI, clause_of(Clauses, PI, _), PIs0),
    sort(PIs0, PIs),
    vertices_edges_to_ugraph(PIs, Edges, Graph),
    transitive_closure(Graph, Reached).

%!  reaches(+Program, +P, ?Q) is nondet.
%
%   P calls Q, itself or through others.

reaches(program(_, _, Reached), P, Q) :- memberchk(P-Called, Reached), member(Q, Called).

%!  recursive(+Program, +PI) is semidet.

recursive(Program, PI) :- once(reaches(Program, PI, PI)).

%!  together(+Program, +P, ?Q) is nondet.
%
%   P and Q call each other, or are one recursive predicate.

together(Program, P, Q) :- reaches(Program, P, Q), once(reaches(Program, Q, P)).
