:- encoding(utf8).
:- module(foreign_ends,
          [ goal_end/4,                 % +Program, +Search, +Uses, -End
            start_end/5                 % +Program, +Search, +Uses, +Goal, -End
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, memberchk/2]).
:- use_module(logic(checker/clause_goals)).
:- use_module(logic(checker/foreign_steps)).
:- use_module(logic(checker/prolog_words)).
:- use_module(logic(checker/term_parts)).

/** <module> Where a search ends and where it begins

The goal is what ends the recursion; the start is what other predicates, directives and questions begin
it with.  Either is an *end*:

    relation(PI)            the relation PI says which states these are
    term(State, Clause)     Clause has the state itself
    none                    the file does not tell

Search are the predicates that search, and Uses are the uses of the step (foreign_steps.pl).
*/

%!  goal_end(+Program, +Search, +Uses, -End) is det.
%
%   End is the relation that ends the recursion; without one, the state that does.

goal_end(Program, Search, Uses, relation(PI)) :-
    findall(P-Where, asks_of_state(Program, Search, Uses, P, Where), Asked),
    ( memberchk(PI-last, Asked) -> true ; member(PI-any, Asked) ), !.
goal_end(Program, Search, Uses, End) :-
    state_paths(Program, Search, Uses, P, Paths),
    last_clause(Program, Search, Clause), clause_pi(Clause, P),
    Clause = clause(Head, _, _, _),
    parts_at(Head, Paths, State),
    (   given_state(State, Clause, End) -> true
    ;   State = [X], var(X), Paths = [Path],        % the goal is another argument, given by the caller
        ( Y = X ; step_from(Uses, Clause, X, Y) ),
        path_to(Head, Y, Other), Other \== Path, Other = [_],
        begun(Program, Search, P, [Other], 3, End)
    ), !.
goal_end(_, _, _, none).

%   asks_of_state(+Program, +Search, +Uses, -PI, -Where) is nondet: a clause of the search asks PI of a
%   state of its head, and of nothing else; the clause is one that ends the recursion (last) or any.

asks_of_state(Program, Search, Uses, PI, Where) :-
    parts(Uses, Count),
    (   last_clause(Program, Search, Clause), Where = last
    ;   Program = program(Clauses, _, _),
        member(P, Search), clause_of(Clauses, P, Clause), Where = any
    ),
    Clause = clause(Head, _, _, _),
    asks(Clause, Goal, _, Around), \+ negated(Around),
    of_state(Goal, Count, State), pi(Goal, PI), \+ memberchk(PI, Search),
    \+ part_of_move(Uses, PI),
    \+ ( member(X, State), ground(X) ),
    all_inside(State, Head).

%   parts(+Uses, -Count): a state has Count parts.

parts([use(_, Is, _, _, _)|_], Count) :- length(Is, Count).

%   of_state(+Goal, +Count, -State) is semidet: Goal asks something of State alone, which has Count parts.

of_state(Goal, Count, State) :-
    pi(Goal, PI), PI = _/Count, own(PI), \+ outputs(PI),
    Goal =.. [_|State].

%   part_of_move(+Uses, +PI) is semidet: a clause with the step asks PI of the next state, or of what the
%   step has beside the state.

part_of_move(Uses, PI) :-
    member(Use, Uses),
    Use = use(Step, _, _, _, Clause),
    use_states(Use, S, T),
    asks(Clause, Test), pi(Test, PI),
    Test =.. [_|State],
    ( State == T ; State \== S, State = [X|_], inside(X, Step) ), !.

%   last_clause(+Program, +Search, -Clause) is nondet: a recursive predicate has Clause, which does not
%   go on.

last_clause(Program, Search, Clause) :-
    Program = program(Clauses, _, _),
    member(P, Search), recursive(Program, P),
    clause_of(Clauses, P, Clause),
    \+ ( called([Clause], PI), memberchk(PI, Search) ).

%   step_from(+Uses, +Clause, +X, -Y) is nondet: Clause steps from X to Y, and that is the last step.

step_from(Uses, Clause, X, Y) :-
    memberchk(use(Step0, [I], [J], _, _), Uses), pi(Step0, PI),
    asks(Clause, Step), pi(Step, PI),
    arg(I, Step, X0), X0 == X, arg(J, Step, Y).

%   given_state(+State, +Clause, -End) is semidet: Clause ends the search at State.

given_state(State0, Clause, term(State, Clause)) :-
    maplist(valued(Clause), State0, State),
    member(X, State), nonvar(X), !.

%   valued(+Clause, +X0, -X): Clause says that X0 is X; otherwise X is X0.

valued(clause(_, Body, Places, _), X0, X) :-
    (   var(X0),
        conjuncts(Body, Places, Goals),
        member(_-Goal, Goals), nonvar(Goal), ( Goal = (A = B) ; Goal = (A == B) ),
        ( A == X0, X1 = B ; B == X0, X1 = A ), ground(X1)
    ->  X = X1
    ;   X = X0
    ).

% ---- the start -------------------------------------------------------------

%!  start_end(+Program, +Search, +Uses, +Goal, -End) is det.
%
%   End is what the search is begun with, and not Goal; without one, a relation of facts that is called
%   so.

start_end(Program, Search, Uses, Goal, End) :-
    state_paths(Program, Search, Uses, P, Paths),
    begun(Program, Search, P, Paths, 3, End),
    End \== Goal, !.
start_end(Program, _, Uses, Goal, relation(PI)) :-
    Program = program(Clauses, PIs, _),
    parts(Uses, Count),
    member(PI, PIs), PI = Name/Count, Goal \== relation(PI),
    member(Word, [start, init, begin]), sub_atom(Name, _, _, _, Word),
    \+ ( clause_of(Clauses, PI, clause(_, Body, _, _)), Body \== true ), !.
start_end(_, _, _, _, none).

%   begun(+Program, +Search, +P, +Paths, +Depth, -End) is nondet: calls of P from elsewhere have End at
%   Paths.  Callers that pass it on are followed, Depth of them at most.

begun(Program, Search, P, Paths, Depth, End) :-
    Depth > 0,
    caller(Program, Search, Caller, Clause),
    Clause = clause(Head, _, _, _),
    asks(Clause, Call), pi(Call, P),
    parts_at(Call, Paths, State0),
    maplist(valued(Clause), State0, State),
    (   ground(State) -> End = term(State, Clause)
    ;   by_facts(Program, Clause, State, Ground) -> End = term(Ground, Clause)
    ;   asks(Clause, Asked), Asked \== Call,
        length(State, Count), of_state(Asked, Count, State1), State1 == State
    ->  pi(Asked, PI), End = relation(PI)
    ;   paths_to(Head, State, Paths1),
        Less is Depth - 1,
        begun(Program, [Caller|Search], Caller, Paths1, Less, End)
    ).

%   caller(+Program, +Search, -PI, -Clause) is nondet: Clause is one of PI, which does not search; or it
%   has a directive or a question of the file as its body.

caller(program(Clauses, _, _), Search, PI, Clause) :-
    clause_of(Clauses, PI, Clause), \+ memberchk(PI, Search).
caller(program(Clauses, _, _), _, PI, Clause) :-
    order_clause(Clauses, _, Clause), clause_pi(Clause, PI).

%   by_facts(+Program, +Clause, +State0, -State) is semidet: a part of State0 is a term whose variables
%   Clause gets from relations with a single fact.

by_facts(Program, Clause, State0, State) :-
    member(Part, State0), compound(Part), !,
    Clause = clause(_, Body, _, _),
    copy_term(State0-Body, State-Copy),
    bind_by_facts(Copy, Program),
    ground(State).

%   bind_by_facts(+Body, +Program): the goals of Body whose relation has a single fact have that fact.

bind_by_facts(Body, _) :- var(Body), !.
bind_by_facts((A, B), Program) :- !, bind_by_facts(A, Program), bind_by_facts(B, Program).
bind_by_facts(Goal, program(Clauses, _, _)) :-
    ( callable(Goal), pi(Goal, PI), one_fact(Clauses, PI, Fact), ground(Fact), Goal = Fact -> true ; true ).

% ---- where the search has its state ----------------------------------------

%   state_paths(+Program, +Search, +Uses, -P, -Paths) is nondet: P, which searches, has the state at Paths
%   of its heads.

state_paths(_, _, Uses, P, Paths) :-
    member(Use, Uses),
    Use = use(_, _, _, How, Clause), How \== collects,
    clause_state(Use, Clause, P, Head, S),
    paths_to(Head, S, Paths).
state_paths(Program, Search, Uses, P, Paths) :-
    Program = program(Clauses, _, _),
    member(Use, Uses),
    Use = use(_, _, _, collects, Clause),
    clause_state(Use, Clause, Collector, Head, S),
    (   recursive(Program, Collector), P = Collector, paths_to(Head, S, Paths)
    ;   length(S, Count),
        last_clause(Program, Search, Last), clause_pi(Last, P), Last = clause(LastHead, _, _, _),
        asks(Last, Goal), of_state(Goal, Count, State),
        paths_to(LastHead, State, Paths)
    ;   member(P, Search), P \== Collector,
        clause_of(Clauses, P, Outer), Outer = clause(OuterHead, _, _, _),
        asks(Outer, Call), pi(Call, Collector),
        maplist(path_through(Head, Call, OuterHead), S, Paths)
    ).

clause_state(Use, Clause, P, Head, S) :-
    Clause = clause(Head, _, _, _), clause_pi(Clause, P), use_states(Use, S, _).

%   path_through(+Inner, +Call, +Outer, +Part, -Path) is nondet: Part of Inner is what Call gets from
%   Path of Outer.

path_through(Inner, Call, Outer, Part, Path) :-
    path_to(Inner, Part, [I|Rest]), arg(I, Call, X),
    path_to(Outer, X, Path0), append(Path0, Rest, Path).
