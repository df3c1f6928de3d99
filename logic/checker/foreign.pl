:- encoding(utf8).
:- module(foreign,
          [ structure/2,                % +Clauses, -Structure
            part/3,                     % ?Name, +Structure, ?Part
            main/2,                     % +Search, -PI
            asked_outside/3             % +Clauses, +Structure, -PI
          ]).
:- use_module(library(apply), [include/3]).
:- use_module(library(lists), [member/2, memberchk/2, subtract/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(logic(checker/clause_goals)).
:- use_module(logic(checker/foreign_ends)).
:- use_module(logic(checker/foreign_steps)).
:- use_module(logic(checker/prolog_words)).
:- use_module(logic(checker/term_parts)).

/** <module> The structure of a program that was written for Prolog itself

A search is found by its form, whatever its relations are called: a recursive predicate gets a
state, calls a relation that gives another state, the *step*, and goes on from there.

    path(S, Seen, P) :- move(S, T), safe(T), \+ member(T, Seen), path(T, [T|Seen], P).

Which relation is the step says foreign_steps.pl, and where the search begins and ends
foreign_ends.pl.  A search that solves a game compares values.

A state may be spread over several arguments, as in move(X, Y, X2, Y2).  So a *state* is a list of
terms here, its parts: one for each of these arguments, and mostly a single one.
*/

%!  structure(+Clauses, -Structure) is semidet.
%
%   Structure is a list of
%
%       search(PIs)             the predicates that search
%       step(step(PI, Is, Js, Cost))
%                               PI leads from the state in its arguments Is to that in Js; Cost is
%                               the number of an argument, or `none`
%       move(move(S, T, Goals, Clause))
%                               in Clause, Goals lead from the state S to T: the step and what is
%                               asked of T, each as Place-Goal
%       doubt(X)                only if X, a variable of the clause of the move, may as well be the
%                               next state
%       values(PI)              a predicate that compares the values of states, or `none`
%       start(End), goal(End)   relation(PI), term(State, Clause), or `none`
%       way(Way)                `reversed` if the search answers with a path from its end, else
%                               `forward`
%       fluents(PIs)            only if the position is in facts that change (changing_facts.pl)
%       prints(PIs)             predicates that print, and do not search
%       drivers(PIs)            predicates that call the search
%
%   Fails if there is no search.

structure(Clauses, Structure) :-
    program(Clauses, Program), Program = program(_, PIs, _),
    step_uses(Program, step(PI, Is, Js), Uses, Doubt),
    Uses = [Use|_], Use = use(Step, _, _, _, Clause),
    use_states(Use, S, T),
    search(Program, Uses, Search),
    cost(Clause, Step, Is, Js, Cost),
    move_goals(Program, Search, Clause, Step, S-T, Goals),
    ( values(Program, Uses, Search, Values) -> true ; Values = none ),
    goal_end(Program, Search, Uses, Goal),
    start_end(Program, Search, Uses, Goal, Start),
    way(Search, Uses, Way),
    subtract(PIs, Search, Others),
    include(drives(Program, Search), Others, Drivers),
    subtract(Others, Drivers, Rest),
    include(prints(Program), Rest, Prints),
    Structure = [ search(Search), step(step(PI, Is, Js, Cost)), move(move(S, T, Goals, Clause)),
                  values(Values), start(Start), goal(Goal), way(Way),
                  prints(Prints), drivers(Drivers)|Doubts ],
    ( Doubt == none -> Doubts = [] ; arg(Doubt, Step, Other), Doubts = [doubt(Other)] ).

%!  part(?Name, +Structure, ?Part) is semidet.

part(Name, Structure, Part) :-
    Term =.. [Name, Part0],
    memberchk(Term, Structure),
    Part = Part0.

%!  main(+Search, -PI) is det.
%
%   PI, one of Search, is named as what searches.

main(Search, Main) :- ( member(Main, Search), Main = _/A, A > 0 -> true ; Search = [Main|_] ).

%!  asked_outside(+Clauses, +Structure, -PI) is nondet.
%
%   PI has arguments and no clauses, is no predicate of Prolog, and is asked in Clauses.

asked_outside(Clauses, Structure, PI) :-
    part(search, Structure, [_|_]),
    findall(P, called(Clauses, P), PIs0),
    sort(PIs0, PIs),
    member(PI, PIs), PI = _/Arity, Arity > 0,
    \+ of_prolog(PI), \+ outputs(PI), \+ defined(Clauses, PI).

% ---- what searches ---------------------------------------------------------

%   search(+Program, +Uses, -PIs): PIs have a use of the step, or are recursive together with one that has
%   it or calls it.

search(Program, Uses, PIs) :-
    findall(PI,
            ( member(use(_, _, _, _, Clause), Uses), clause_pi(Clause, P),
              ( PI = P ; together(Program, P, PI) ; recursion_around(Program, P, PI) ) ),
            PIs0),
    sort(PIs0, PIs).

recursion_around(Program, P, PI) :-
    Program = program(Clauses, _, _),
    \+ recursive(Program, P),
    clause_of(Clauses, Caller, Clause), called([Clause], P),
    together(Program, Caller, PI).

%   drives(+Program, +Search, +PI) is semidet: PI calls one of Search, itself or through others.

drives(Program, Search, PI) :- member(P, Search), reaches(Program, PI, P), !.

% ---- the move --------------------------------------------------------------

%   cost(+Clause, +Step, +Is, +Js, -Cost): argument Cost of the step is added up.

cost(Clause, Step, Is, Js, Cost) :-
    arg(Cost, Step, C), \+ memberchk(Cost, Is), \+ memberchk(Cost, Js), var(C),
    asks(Clause, _ is E), inside(C, E), !.
cost(_, _, _, _, none).

%   move_goals(+Program, +Search, +Clause, +Step, +States, -Goals): the step, and the goals beside it
%   that are conditions on the states alone.

move_goals(Program, Search, clause(_, Body, Places, _), Step, States, Goals) :-
    once(conjuncts_with(Body, Places, Step, Conjuncts)),
    include(of_move(Program, Search, Step, States), Conjuncts, Goals).

of_move(_, _, Step, _, _-Goal) :- Goal == Step, !.
of_move(Program, Search, Step, States, _-Goal) :-
    callable(Goal), \+ connective(Goal),
    term_variables(Goal, Vs), Vs \== [],
    all_inside(Vs, States-Step),
    \+ ( inner_goal(Goal, Inner), pi(Inner, PI), no_condition(Program, Search, PI) ).

connective((_ -> _)).
connective((_ ; _)).
connective(_ is _).

%   no_condition(+Program, +Search, +PI) is semidet: PI searches, prints, handles lists, or has facts that
%   are added, such as those of the states that were met.

no_condition(program(Clauses, _, _), Search, PI) :-
    (   memberchk(PI, Search) ; outputs(PI) ; no_test(PI)
    ;   member(Clause, Clauses), changes(Clause, adds, PI, _)
    ), !.

% ---- values ----------------------------------------------------------------

%   values(+Program, +Uses, +Search, -P) is semidet: P, one of Search, compares what states are worth.

values(_, Uses, _, P) :- member(use(_, _, _, denies, Clause), Uses), !, clause_pi(Clause, P).
values(Program, _, Search, P) :-
    Program = program(Clauses, _, _),
    member(P, Search),
    clause_of(Clauses, P, Clause), Clause = clause(Head, _, _, _),
    asks(Clause, Call, _, Around), pi(Call, PI), together(Program, P, PI),
    term_variables(Call, Vs),
    member(V, Vs), \+ inside(V, Head),
    (   asks(Clause, Goal), Goal \== Call, weighs(Program, P, Clause, Call, V, Goal)
    ;   collects(Around, Collected, Template), inside(V, Template),
        asks(Clause, Other, _, Around2), member(A, Around2), A == Collected,
        arg(_, Other, X), inside(X, Call)
    ),
    \+ ( asks(Clause, Counted is _), V == Counted ), !.

%   weighs(+Program, +P, +Clause, +Call, +V, +Goal) is semidet: Goal compares V, which the recursive Call
%   in Clause gives, or negates it, or has it together with what another such call gives.

weighs(_, _, _, _, V, Goal) :-
    Goal =.. [Name, A, B], memberchk(Name, [<, >, =<, >=, @<, @>]),
    inside(V, A-B), !.
weighs(_, _, _, _, V, _ is E) :-
    sub_term(Part, E), compound(Part),
    ( Part = -(X) ; Part = max(X, Y) ; Part = min(X, Y) ), ( X == V ; Y == V ), !.
weighs(Program, P, Clause, Call, V, Goal) :-
    pi(Goal, PI), own(PI), \+ together(Program, P, PI),
    inside(V, Goal),
    asks(Clause, Call2), Call2 \== Call, pi(Call2, PI2), together(Program, P, PI2),
    term_variables(Call2, Ws), member(W, Ws), W \== V, \+ inside(W, Call), inside(W, Goal), !.

% ---- the answer ------------------------------------------------------------

%   way(+Search, +Uses, -Way): a search that passes on a list of states from step to step answers with
%   that list, whose first state is the last.

way(Search, Uses, Way) :-
    (   member(Use, Uses), Use = use(_, _, _, goes, Clause),
        use_states(Use, _, T),
        asks(Clause, Call), pi(Call, PI), memberchk(PI, Search),
        list_from(Call, T, _)
    ->  Clause = clause(Head, _, _, _),
        (   member(Use2, Uses), Use2 = use(_, _, _, goes, Clause),
            use_states(Use2, S, _),
            list_from(Head, S, Answer), \+ inside(Answer, Call)
        ->  Way = forward
        ;   Way = reversed
        )
    ;   memberchk(use(_, _, _, collects, _), Uses) -> Way = reversed
    ;   Way = forward
    ).

%   list_from(+Term, +State, -List) is nondet: List in Term begins with something that has State.

list_from(Term, State, List) :-
    sub_term(List, Term), nonvar(List), List = [X|_], all_inside(State, X).
