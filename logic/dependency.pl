:- module(dependency,
          [ edges/2,                    % +Rules, -Edges
            reaching/3,                 % +Edges, +Targets, -PIs
            recursive/2,                % +Edges, -PIs
            same_component/3,           % +Edges, +PI, -PIs
            cycle/4                     % +Edges, +From, +To, -PIs
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, reverse/2]).
:- use_module(library(ordsets), [ord_memberchk/2, ord_subtract/3, ord_union/3]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module(library(solution_sequences), [distinct/1]).

/** <module> Which relation depends on which

The dependency graph has an `edge(Caller, Callee, Sign, Place)` for each literal
of each rule, Caller and Callee as Name/Arity.  Sign is `negative` under a
negation or a count, for both ask that the callee be known in full first.
*/

%!  edges(+Rules, -Edges) is det.

edges(Rules, Edges) :-
    findall(edge(Caller, Callee, Sign, Place),
            ( member(rule(Head, Body, _), Rules),
              functor(Head, N, A), Caller = N/A,
              body_call(Body, positive, Sign, Place, Atom),
              functor(Atom, CN, CA), Callee = CN/CA ),
            Edges).

body_call(Body, Sign0, Sign, Place, Atom) :-
    member(P:L, Body),
    literal_call(L, P, Sign0, Sign, Place, Atom).

literal_call(call(Atom), Place, Sign, Sign, Place, Atom).
literal_call(not(Body), _, _, Sign, Place, Atom) :-
    body_call(Body, negative, Sign, Place, Atom).
literal_call(count(_, Body, _), _, _, Sign, Place, Atom) :-
    body_call(Body, negative, Sign, Place, Atom).
literal_call(or(Bodies), _, Sign0, Sign, Place, Atom) :-
    member(Body, Bodies),
    body_call(Body, Sign0, Sign, Place, Atom).

%!  reaching(+Edges, +Targets, -PIs) is det.
%
%   PIs are the Targets and all relations that depend on one of them.

reaching(Edges, Targets, PIs) :-
    sort(Targets, Set),
    callers_index(Edges, Index),
    grow(Set, Set, Index, PIs).

callers_index(Edges, Index) :-
    findall(Callee-Caller, member(edge(Caller, Callee, _, _), Edges), Pairs),
    sort(Pairs, Index).

grow([], Set, _, Set) :- !.
grow(New, Set0, Index, Set) :-
    findall(Caller, ( member(Callee, New), member(Callee-Caller, Index) ), Callers0),
    sort(Callers0, Callers),
    ord_subtract(Callers, Set0, New1),
    ord_union(Set0, New1, Set1),
    grow(New1, Set1, Index, Set).

%!  recursive(+Edges, -PIs) is det.
%
%   PIs are the relations that depend on themselves.

recursive(Edges, PIs) :-
    findall(PI, member(edge(PI, _, _, _), Edges), Callers0),
    sort(Callers0, Callers),
    findall(PI,
            ( member(PI, Callers), depends_on(Edges, PI, All), ord_memberchk(PI, All) ),
            PIs).

%   depends_on(+Edges, +PI, -PIs): what PI depends on in one step or more.

depends_on(Edges, PI, PIs) :-
    findall(C, member(edge(PI, C, _, _), Edges), Cs0),
    sort(Cs0, Cs),
    findall(Caller-Callee, member(edge(Caller, Callee, _, _), Edges), Pairs),
    sort(Pairs, Index),
    grow(Cs, Cs, Index, PIs).

%!  same_component(+Edges, +PI, -PIs) is det.
%
%   PIs are the relations that PI depends on and that depend on PI.

same_component(Edges, PI, PIs) :-
    depends_on(Edges, PI, Down),
    reaching(Edges, [PI], Up),
    findall(X, ( member(X, Down), ord_memberchk(X, Up) ), PIs).

%!  cycle(+Edges, +From, +To, -PIs) is semidet.
%
%   PIs is a shortest list of relations that leads From down to To.

cycle(Edges, From, To, PIs) :-
    walk_([[From]], [From], Edges, To, Reversed), !,
    reverse(Reversed, PIs).

walk_([[To|Path]|_], _, _, To, [To|Path]) :- !.
walk_([[PI|Path]|Queue], Seen, Edges, To, Found) :-
    findall(C, ( member(edge(PI, C, _, _), Edges), \+ memberchk(C, Seen) ), Cs0),
    sort(Cs0, Cs),
    findall([C,PI|Path], member(C, Cs), New),
    append(Queue, New, Queue1),
    append(Cs, Seen, Seen1),
    walk_(Queue1, Seen1, Edges, To, Found).
