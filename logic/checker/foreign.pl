:- encoding(utf8).
:- module(foreign,
          [ structure/2,                % +Clauses, -Structure
            alike/4,                    % +Clauses, +PI, +Is, +Js
            part/3,                     % ?Name, +Structure, ?Part
            main/2,                     % +Search, -PI
            printers/2,                 % +Clauses, -PIs
            called/2,                   % +Clauses, -PI
            called_at/3,                % +Clauses, ?PI, -Place
            called_goal/2,              % +Clause, -Goal
            called_goal_at/3,           % +Clause, -Goal, -Place
            asked_outside/3             % +Clauses, +Structure, -PI
          ]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, nth1/3, same_length/2, subtract/3,
                               sum_list/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(ordsets), [ord_memberchk/2]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module(library(ugraphs), [reachable/3, transitive_closure/2, vertices_edges_to_ugraph/3]).
:- use_module(logic(language/literals), [arguments/2, place/2, stripped/2]).

/** <module> The structure of a program that was written for Prolog itself

A search is found by its form, whatever its relations are called: a recursive predicate gets a
state, calls a relation that gives another state, the *step*, and goes on from there.

    path(S, Seen, P) :- move(S, T), safe(T), \+ member(T, Seen), path(T, [T|Seen], P).

It keeps a list of states or moves, counts the depth, or collects all next states (findall),
else it may be any recursion.  It compares values if it solves a game.  The goal is what ends the
recursion, the start is what other predicates, directives and questions begin it with.  Clauses are
as prolog_reader.pl reads them, and nothing of them is run.

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
%       values(PI)              a predicate that compares the values of states
%       start(End), goal(End)   relation(PI), term(State, Clause), or `none`
%       way(Way)                `reversed` if the search answers with a path from its end, else
%                               `forward`
%       fluents(PIs)            only if the position is in facts that change (changing_facts.pl)
%       prints(PIs)             predicates that print, and do not search
%       drivers(PIs)            predicates that call the search
%
%   Fails if there is no search.

structure(Clauses, Structure) :-
    Known = known(_, PIs, _),
    known(Clauses, Known),
    findall(Q-found(Is, Js, Sign, P, S, T, G, Clause),
            candidate(Known, Q, Is, Js, Sign, P, S, T, G, Clause), Found0),
    Found0 \== [],
    best_step(Found0, Known, Q, Is, Js, Doubt),
    findall(F, ( member(Q-F, Found0), F = found(Is, Js, _, _, _, _, _, _) ), Found),
    Found = [found(_, _, _, _, S, T, Goal, Clause)|_],
    findall(P, ( member(found(_, _, _, P0, _, _, _, _), Found), searching(Known, P0, P) ), Ps0),
    sort(Ps0, Search),
    cost(Clause, Goal, Is, Js, Cost),
    move_goals(Known, Search, Clause, Goal, S, T, Goals),
    ( values(Known, Found, Search, Value) -> true ; Value = none ),
    goal_end(Known, Search, Found, GoalEnd),
    start_end(Known, Search, Found, GoalEnd, StartEnd),
    way(Search, Found, Way),
    findall(P, ( member(P, PIs), \+ memberchk(P, Search), prints(Known, P) ), Prints0),
    findall(P, ( member(P, PIs), \+ memberchk(P, Search), drives(Known, Search, P) ), Drivers),
    subtract(Prints0, Drivers, Prints),
    Structure = [ search(Search), step(step(Q, Is, Js, Cost)), move(move(S, T, Goals, Clause)),
                  values(Value), start(StartEnd), goal(GoalEnd), way(Way),
                  prints(Prints), drivers(Drivers)|Doubts ],
    ( Doubt == none -> Doubts = [] ; arg(Doubt, Goal, Other), Doubts = [doubt(Other)] ).

%   known(+Clauses, -Known): Known has Clauses, what they define, and what that calls at last.

known(Clauses, known(Clauses, PIs, Closure)) :-
    findall(A-B, ( member(C, Clauses), head(C, A), goal(C, G, _, _), pi(G, B) ), Edges),
    findall(PI, ( member(C, Clauses), head(C, PI) ), PIs0),
    sort(PIs0, PIs),
    vertices_edges_to_ugraph(PIs, Edges, Graph),
    transitive_closure(Graph, Closure).

%!  printers(+Clauses, -PIs) is det.
%
%   PIs print.

printers(Clauses, Printers) :-
    known(Clauses, Known), Known = known(_, PIs, _),
    findall(PI, ( member(PI, PIs), prints(Known, PI) ), Printers).

%!  part(?Name, +Structure, ?Part) is semidet.

part(Name, Structure, Part) :-
    Term =.. [Name, Part0],
    memberchk(Term, Structure),
    Part = Part0.

%!  main(+Search, -PI) is det.
%
%   PI, one of Search, is named as what searches.

main(Search, Main) :- ( member(Main, Search), Main = _/A, A > 0 -> true ; Search = [Main|_] ).

%!  called(+Clauses, -PI) is nondet.
%
%   PI is called in Clauses, perhaps several times.

called(Clauses, PI) :- called_at(Clauses, PI, _).

%!  called_at(+Clauses, ?PI, -Place) is nondet.

called_at(Clauses, PI, Place) :-
    member(Clause, Clauses), goal(Clause, Goal, Place, _), pi(Goal, PI).

%!  called_goal(+Clause, -Goal) is nondet.

called_goal(Clause, Goal) :- goal(Clause, Goal, _, _).

%!  called_goal_at(+Clause, -Goal, -Place) is nondet.

called_goal_at(Clause, Goal, Place) :- goal(Clause, Goal, Place, _).

%!  asked_outside(+Clauses, +Structure, -PI) is nondet.
%
%   PI has arguments and no clauses, is no predicate of Prolog, and is asked in Clauses.

asked_outside(Clauses, Structure, PI) :-
    part(search, Structure, [_|_]),
    findall(P, called(Clauses, P), PIs0),
    sort(PIs0, PIs),
    member(PI, PIs), PI = _/Arity, Arity > 0,
    \+ of_prolog(PI), \+ outputs(PI),
    \+ ( member(C, Clauses), head(C, PI) ).

% ---- clauses and goals -----------------------------------------------------

head(clause(Head, _, _, _), PI) :- callable(Head), pi(Head, PI).

pi(Goal, Name/Arity) :- functor(Goal, Name, Arity).

%   goal(+Clause, -Goal, -Place, -Around) is nondet: Goal is called.  Around are the control goals
%   around it, the innermost first.

goal(clause(_, Body, Places, _), Goal, Place, Around) :- goal_in(Body, Places, [], Goal, Place, Around).

goal_in(Body, _, _, _, _, _) :- \+ callable(Body), !, fail.
goal_in(Body, Places0, Around0, Goal, Place, Around) :-
    stripped(Places0, Places),
    (   inner(Body, Is)
    ->  arguments(Places, Ps),
        member(I, Is), arg(I, Body, Part0), nth1(I, Ps, P0),
        without_carets(Part0, P0, Part, P),
        ( connects(Body) -> Around1 = Around0 ; Around1 = [Body|Around0] ),
        goal_in(Part, P, Around1, Goal, Place, Around)
    ;   Goal = Body, Around = Around0, place(Places, Place)
    ).

connects((_, _)).
connects((_ ; _)).
connects((_ -> _)).

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
    stripped(P0, P1),
    arguments(P1, [_, P2]),
    without_carets(Goal0, P2, Goal, P).
without_carets(Goal, P, Goal, P).

collects(Goal, Template, List) :-
    member(Goal, [findall(Template, _, List), findall(Template, _, List, _),
                  bagof(Template, _, List), setof(Template, _, List)]).

negates(\+ _).
negates(not(_)).
negates(tnot(_)).

%   conjunct(+Body, +Places, -Goal, -Place) is nondet: Body holds only if Goal does.

conjunct(Body, _, _, _) :- var(Body), !, fail.
conjunct(Body, Places0, Goal, Place) :-
    stripped(Places0, Places),
    (   Body = (A, B)
    ->  arguments(Places, [PA, PB]),
        ( conjunct(A, PA, Goal, Place) ; conjunct(B, PB, Goal, Place) )
    ;   Goal = Body, place(Places, Place)
    ).

recursive(known(_, _, Closure), PI) :- memberchk(PI-Reached, Closure), memberchk(PI, Reached).

together(Known, P, Q) :- P = Q, recursive(Known, P).
together(known(_, _, Closure), P, Q) :-
    P \== Q,
    memberchk(P-FromP, Closure), memberchk(Q, FromP),
    memberchk(Q-FromQ, Closure), memberchk(P, FromQ).

reaches(known(_, _, Closure), P, Q) :- memberchk(P-Reached, Closure), memberchk(Q, Reached).

%   A relation of the file's own that has the name of a predicate of Prolog is like that.

own(PI) :- \+ of_prolog(PI), \+ utility(PI).

of_prolog(Name/Arity) :-
    functor(Goal, Name, Arity),
    (   predicate_property(system:Goal, defined) -> true
    ;   '$autoload':library_index(Goal, Library, _), memberchk(Library, [lists, apply, aggregate])
    ).

utility(_/0).
utility(Name/_) :-
    memberchk(Name, [ conc, concat, concatenate, append, del, remove, insert, member, notmember,
                      not_member, nonmember, reverse, rev, length, last, show, print_list ]).

outputs(Name/Arity) :-
    memberchk(Name/Arity, [ write/1, print/1, writeln/1, nl/0, format/1, format/2, format/3,
                            tab/1, put_char/1, writeq/1, write_canonical/1, portray_clause/1,
                            write/2, nl/1, print_message/2, write_term/2 ]).

prints(Known, PI) :-
    Known = known(Clauses, _, _),
    member(C, Clauses), head(C, P), ( P = PI ; reaches(Known, PI, P) ),
    goal(C, G, _, _), pi(G, Q), outputs(Q), !.

drives(known(Clauses, _, Closure), Search, PI) :-
    ( member(S, Search), memberchk(PI-Reached, Closure), memberchk(S, Reached)
    ; member(C, Clauses), head(C, PI), goal(C, G, _, _), pi(G, Q), memberchk(Q, Search) ), !.

%   inside(+Sub, +Term): Sub is Term or a part of it.

inside(Sub, Term) :- sub_term(S, Term), S == Sub, !.

state_like(Term) :- var(Term), !.
state_like(Term) :- compound(Term), \+ ground(Term).

% ---- the step --------------------------------------------------------------

%   candidate(+Known, -Q, -Is, -Js, -Sign, -P, -S, -T, -Goal, -Clause) is nondet: Clause is one of P,
%   and its Goal of Q may be the step from S to T.  Sign is `goes`, `collects` or `denies`.

candidate(Known, Q, Is, Js, Sign, P, S, T, G, Clause) :-
    Known = known(Clauses, _, _),
    member(Clause, Clauses), Clause = clause(Head, _, _, _),
    head(Clause, P),
    goal(Clause, G, At-_, Around),
    pi(G, Q), Q = _/Arity, Arity >= 2, Arity =< 10,
    own(Q), \+ recursive(Known, Q), \+ outputs(Q), \+ reaches(Known, Q, P),
    \+ ( member(A, Around), negates(A) ),
    (   member(A, Around), collects(A, Template, _),
        leads(G, Head, Template, Is, Js, S, T),
        \+ ( member(X, T), term_variables(X, TVs), member(V, TVs), inside(V, Head) ),
        collected(Known, P),
        Sign = collects
    ;   recursive(Known, P),
        goal(Clause, R, AtR-_, AroundR), pi(R, PR), together(Known, P, PR),
        AtR > At,
        leads(G, Head, R, Is, Js, S, T),
        (   member(A, AroundR), negates(A) -> Sign = denies
        ;   lost(Known, P, PR) -> Sign = denies
        ;   member(A, Around), collects(A, _, _), member(B, AroundR), B == A -> Sign = collects
        ;   keeps(Clause, Head, G, R) -> Sign = goes
        )
    ).

%   lost(+Known, +P, +Q): Q holds where P does not, as in lose(X) :- \+ win(X).

lost(Known, P, Q) :-
    P \== Q,
    Known = known(Clauses, _, _),
    member(Clause, Clauses), head(Clause, Q),
    goal(Clause, G, _, Around), pi(G, P),
    member(A, Around), ( negates(A) ; A = forall(_, _) ), !.

%   leads(+Goal, +Head, +On, -Is, -Js, -S, -T) is nondet: the arguments Is of Goal are a state that
%   Head has, and Js are one that On has instead.  Several arguments make a state if each has its
%   place, in On as in Head, or if they are half of what Goal has.

leads(G, Head, On, Is, Js, S, T) :-
    ( Element = Head ; element(Head, On, Element) ),
    findall(I-J, replaced(G, Element, On, I, J), Pairs0),
    sort(Pairs0, Pairs), Pairs = [_, _|_],
    pairs_keys_values(Pairs, Is, Js),
    sort(Is, Is), sort(Js, Once), same_length(Once, Js), !,
    state(G, Is, S), state(G, Js, T).
leads(G, Head, On, Is, Js, S, T) :-
    findall(I, ( arg(I, G, X), var(X), inside(X, Head) ), Is),
    findall(J, ( arg(J, G, Y), var(Y), inside(Y, On), \+ inside(Y, Head) ), Js),
    Is = [_, _|_], same_length(Is, Js),
    state(G, Is, S), state(G, Js, T),
    together_in(Head, S), together_in(On, T), !.
leads(G, Head, On, [I], [J], [S], [T]) :-
    arg(I, G, S), state_like(S), inside(S, Head),
    arg(J, G, T), J =\= I, state_like(T), inside(T, On), not_given(T, S, Head).

replaced(G, Head, On, I, J) :-
    arg(I, G, S), var(S),
    path_to(Head, S, Path), at(Path, On, T), var(T),
    arg(J, G, Y), Y == T, not_given(T, S, Head).

state(Goal, Is, State) :- maplist(argument(Goal), Is, State).

argument(Goal, I, X) :- arg(I, Goal, X).

together_in(Term, State) :-
    sub_term(Part, Term), compound(Part), Part \== Term,
    ( Part = State0 ; Part =.. [_|State0] ), State0 == State, !.

%   not_given(+T, +S, +Head): Head does not have T, except in a list, an answer, where S stands
%   outside of lists.

not_given(T, _, Head) :- \+ inside(T, Head), !.
not_given(T, S, Head) :-
    \+ outside_lists(T, Head), outside_lists(S, Head).

outside_lists(Sub, Term) :- Sub == Term, !.
outside_lists(Sub, Term) :-
    compound(Term), Term \= [_|_], arg(_, Term, A), outside_lists(Sub, A), !.

%   collected(+Known, +P): P, which collects states, belongs to a recursion.

collected(Known, P) :- recursive(Known, P), !.
collected(Known, P) :-
    Known = known(Clauses, _, _),
    member(C, Clauses), head(C, R), recursive(Known, R),
    goal(C, G, _, _), pi(G, P), !.

%   keeps(+Clause, +Head, +Goal, +Recursive): the recursion keeps a list of what Goal has, or counts.

keeps(_, Head, G, R) :-
    term_variables(G, Vs),
    member(Term, [Head, R]),
    sub_term(Cell, Term), nonvar(Cell), Cell = [X|_],
    term_variables(X, Xs), member(V, Xs), member(W, Vs), V == W, !.
keeps(Clause, _, G, _) :-
    goal(Clause, M, _, Around), member(A, Around), negates(A),
    pi(M, Name/Arity), Arity >= 2, met(Name),
    term_variables(G, Vs), term_variables(M, Ms), member(V, Vs), member(W, Ms), V == W, !.
keeps(Clause, Head, _, R) :-
    goal(Clause, N is E, _, _), sub_term(M, E), var(M), inside(M, Head), inside(N, R), !.

%   met(?Name): what is so called says that a state is among others.

met(Name) :- memberchk(Name, [member, memberchk, visited, seen, elem, in]).

%   The step is the relation that is called so most often; one with clauses before others.  Which of its
%   arguments is the next state, and which names the move, is told by evidence: by the strongest, if
%   there are several.  Where it does not tell, the last argument is the next state, and Doubt is the
%   number of another that may be; otherwise `none`.

best_step(Found, Known, Q, Is, Js, Doubt) :-
    Known = known(_, PIs, _),
    findall(k(Own, Against, Count)-s(Q, Is, Js),
            ( member(Q-found(Is, Js, _, _, _, _, _, _), Found),
              findall(F, ( member(Q-F, Found), F = found(Is, Js, _, _, _, _, _, _) ), Fs),
              length(Fs, N), Count is -N,
              findall(Weight,
                      ( weight(Evidence, Weight),
                        once(( member(F, Fs), evidence(Evidence, Known, Q, F) )) ),
                      Weights),
              sum_list(Weights, For), Against is -For,
              ( memberchk(Q, PIs) -> Own = 0 ; Own = 1 ) ),
            Keyed),
    keysort(Keyed, [Key-s(Q, Is, Js0)|_]),
    findall(J, ( Js0 = [_], member(K-s(Q0, Is0, [J]), Keyed), K-Q0-Is0 == Key-Q-Is ), Ties0),
    sort(0, @>=, Ties0, Ties),
    (   Ties = [Last, Doubt|_] -> Js = [Last]
    ;   Js = Js0, Doubt = none
    ).

weight(place, 4).
weight(new, 2).
weight(alike, 1).

%   evidence(+Evidence, +Known, +Q, +Found) is semidet: what the search goes on with has the next state
%   where the state was (place); it is denied that the next state was met (new); in clauses of Q both
%   are terms of one form (alike).

evidence(place, Known, _, found(_, _, _, P, S, T, G, Clause)) :-
    Clause = clause(Head, _, _, _),
    goes_on(Known, P, G, Clause, On),
    element(Head, On, Element),
    paths_to(Element, S, Paths), stands_at(Paths, On, T0), T0 == T, !.
evidence(new, _, _, found(_, _, _, _, _, T, _, Clause)) :-
    goal(Clause, M, _, Around), member(A, Around), negates(A),
    pi(M, Name/Arity), Arity >= 2, met(Name),
    arg(_, M, X), has_state(X, T), !.
evidence(alike, known(Clauses, _, _), PI, found(Is, Js, _, _, _, _, _, _)) :-
    alike(Clauses, PI, Is, Js).

%!  alike(+Clauses, +PI, +Is, +Js) is semidet.
%
%   Each of the arguments Is of PI has terms of a form that the argument of Js at its place has, too.

alike(Clauses, PI, Is, Js) :-
    maplist(same_form(Clauses, PI), Is, Js).

same_form(Clauses, PI, I, J) :-
    findall(Form, form(Clauses, PI, I, 3, Form), Forms0),
    sort(Forms0, Forms),
    form(Clauses, PI, J, 3, Form), ord_memberchk(Form, Forms), !.

%   form(+Clauses, +PI, +I, +Depth, -Form) is nondet: Form is that of an argument of PI, in its clauses
%   or in those that they call, down to Depth: a name, Name/Arity or `number`.

form(Clauses, Name/Arity, I, Depth, Form) :-
    member(Clause, Clauses), Clause = clause(Head, _, _, _),
    callable(Head), functor(Head, Name, Arity),
    arg(I, Head, X),
    (   number(X) -> Form = number
    ;   compound(X) -> functor(X, F, A), Form = F/A
    ;   atom(X) -> Form = X
    ;   Depth > 0,
        goal(Clause, G, _, _),
        (   G = (Y is _), Y == X -> Form = number
        ;   pi(G, PI), own(PI), PI \== Name/Arity,
            arg(K, G, Y), Y == X,
            Less is Depth - 1,
            form(Clauses, PI, K, Less, Form)
        )
    ).

%   goes_on(+Known, +P, +Step, +Clause, -On) is nondet: Clause, one of P, goes on with On.

goes_on(_, _, Step, Clause, On) :-
    goal(Clause, G, _, Around), G == Step,
    member(A, Around), collects(A, On, _).
goes_on(Known, P, _, Clause, On) :-
    goal(Clause, On, _, _), pi(On, PI), together(Known, P, PI).

%   element(+Head, +On, -Element) is nondet: Element is Head, or a part of it, with the form of On.

element(Head, On, Element) :-
    compound(On), functor(On, Name, Arity),
    sub_term(Element, Head), compound(Element), functor(Element, Name, Arity).

searching(_, P, P).
searching(Known, P0, P) :- Known = known(_, PIs, _), member(P, PIs), together(Known, P0, P).
searching(Known, P0, P) :-
    Known = known(Clauses, _, _),
    \+ recursive(Known, P0),
    member(C, Clauses), head(C, P1), recursive(Known, P1),
    goal(C, G, _, _), pi(G, P0),
    ( P = P1 ; Known = known(_, PIs, _), member(P, PIs), together(Known, P1, P) ).

%   cost(+Clause, +Goal, +Is, +Js, -Cost): another argument of the step is added up.

cost(Clause, Goal, Is, Js, Cost) :-
    arg(Cost, Goal, C), \+ memberchk(Cost, Is), \+ memberchk(Cost, Js), var(C),
    goal(Clause, _ is E, _, _), inside(C, E), !.
cost(_, _, _, _, none).

%   move_goals(+Known, +Search, +Clause, +Step, +S, +T, -Goals): the step, and the goals of Clause that
%   are about its states alone.

move_goals(Known, Search, Clause, Step, S, T, Goals) :-
    Clause = clause(_, Body, Places, _),
    once(conjunction(Body, Places, Step, Around, AroundPlaces)),
    term_variables(Step, Vs),
    findall(Place-Same-G,
            ( conjunct(Around, AroundPlaces, G, Place),
              ( G == Step -> Same = step ; Same = test, tests(Known, Search, G, S, T, Vs) ) ),
            Goals0),
    findall(Place-G, member(Place-_-G, Goals0), Goals1),
    same_terms(Goals1, Around, AroundPlaces, Goals).

%   findall/3 copies terms; the goals of the clause itself are found again by their places.

same_terms([], _, _, []).
same_terms([Place-_|Ps], Body, Places, [Place-G|Gs]) :-
    once(( conjunct(Body, Places, G, Place0), Place0 == Place )),
    same_terms(Ps, Body, Places, Gs).

%   conjunction(+Body, +Places, +Step, -Around, -AroundPlaces): the conjunction that has Step.

conjunction(Body, Places, Step, Around, AroundPlaces) :-
    (   conjunct(Body, Places, G, _), G == Step
    ->  Around = Body, AroundPlaces = Places
    ;   nonvar(Body),
        stripped(Places, Bare),
        inner(Body, Is),
        arguments(Bare, Ps),
        member(I, Is), arg(I, Body, Part0), nth1(I, Ps, P0),
        without_carets(Part0, P0, Part, P),
        conjunction(Part, P, Step, Around, AroundPlaces)
    ).

tests(Known, Search, G, S, T, Vs) :-
    callable(G),
    \+ connective(G),
    term_variables(G, Gs), Gs \== [],
    term_variables(S-T-Vs, All),
    \+ ( member(V, Gs), \+ ( member(W, All), W == V ) ),
    \+ ( goal_in(G, G, Part), pi(Part, PI),
         ( memberchk(PI, Search) ; outputs(PI) ; listing(Known, PI) ; memberchk(PI, [!/0])
         ; asserted(Known, PI) ) ).

%   asserted(+Known, +PI): facts of PI are asserted, such as those of the states that were met.

asserted(known(Clauses, _, _), Name/Arity) :-
    member(Clause, Clauses), called_goal(Clause, Goal),
    functor(Goal, Way, 1), memberchk(Way, [assert, asserta, assertz]),
    arg(1, Goal, Fact), callable(Fact), functor(Fact, Name, Arity), !.

connective((_ -> _)).
connective((_ ; _)).
connective(_ is _).

goal_in(G, _, Part) :- inner_goal(G, Part).

inner_goal(G, Part) :-
    callable(G),
    (   inner(G, Is) -> member(I, Is), arg(I, G, P), inner_goal(P, Part)
    ;   Part = G
    ).

listing(_, PI) :- \+ arithmetic(PI), ( utility(PI), PI \= _/0 ; of_prolog(PI), \+ compares(PI) ), !.

arithmetic(Name/2) :- memberchk(Name, [<, >, =<, >=, =:=, =\=, is]).
compares(Name/2) :- memberchk(Name, [=, \=, ==, \==, dif, @<, @>]).

% ---- values ----------------------------------------------------------------

%   values(+Known, +Found, +Search, -P): P, one of Search, compares what states are worth.

values(_, Found, _, P) :- member(found(_, _, denies, P, _, _, _, _), Found), !.
values(Known, _, Search, P) :-
    Known = known(Clauses, _, _),
    member(P, Search),
    member(Clause, Clauses), head(Clause, P), Clause = clause(Head, _, _, _),
    goal(Clause, R, _, Around), pi(R, PR), together(Known, P, PR),
    term_variables(R, Rs),
    member(V, Rs), \+ inside(V, Head),
    (   goal(Clause, C, _, _), C \== R, weighs(Clause, Known, P, R, V, C)
    ;   member(A, Around), collects(A, Template, _), inside(V, Template),
        goal(Clause, G, _, Around2), member(A2, Around2), A2 == A,
        arg(_, G, X), inside(X, R)
    ),
    \+ ( goal(Clause, D is _, _, _), V == D ), !.

weighs(_, _, _, _, V, C) :-
    callable(C), C =.. [Name, A, B], memberchk(Name, [<, >, =<, >=, @<, @>]),
    ( inside(V, A) ; inside(V, B) ), !.
weighs(_, _, _, _, V, _ is E) :-
    sub_term(Part, E), compound(Part),
    ( Part = -(X) ; Part = max(X, Y) ; Part = min(X, Y) ), ( X == V ; Y == V ), !.
weighs(Clause, Known, P, R, V, C) :-
    callable(C), pi(C, PI), own(PI), \+ together(Known, P, PI),
    inside(V, C),
    goal(Clause, R2, _, _), R2 \== R, pi(R2, PR2), together(Known, P, PR2),
    term_variables(R2, Vs2), member(W, Vs2), W \== V, \+ inside(W, R), inside(W, C), !.

% ---- the ends --------------------------------------------------------------

%   path_to(+Term, +Part, -Path) is nondet: arguments lead from Term to Part.

path_to(Term, Part, []) :- Term == Part.
path_to(Term, Part, [I|Path]) :- compound(Term), arg(I, Term, A), path_to(A, Part, Path).

at([], Term, Term).
at([I|Path], Term, Part) :- compound(Term), arg(I, Term, A), at(Path, A, Part).

%   paths_to(+Term, +State, -Paths) is nondet: Paths lead from Term to the parts of State.

paths_to(Term, State, Paths) :- maplist(path_to(Term), State, Paths).

%   stands_at(+Paths, +Term, -State): Term has State there.

stands_at(Paths, Term, State) :- maplist(part_at(Term), Paths, State).

part_at(Term, Path, Part) :- at(Path, Term, Part).

%   of_state(+Goal, +Count, -State): Goal asks something of a state alone, which has Count parts.

of_state(Goal, Count, State) :-
    pi(Goal, PI), PI = _/Count, own(PI), \+ outputs(PI),
    Goal =.. [_|State].

parts(Found, Count) :- memberchk(found(_, _, _, _, S, _, _, _), Found), length(S, Count).

%   ends(+Known, +Search, -Clause): a clause of a recursive predicate that does not go on.

ends(Known, Search, Clause) :-
    Known = known(Clauses, _, _),
    member(P, Search), recursive(Known, P),
    member(Clause, Clauses), head(Clause, P),
    \+ ( goal(Clause, G, _, _), pi(G, PI), memberchk(PI, Search) ).

%   The relation that ends the recursion; else the state that does.

goal_end(Known, Search, Found, relation(PI)) :-
    parts(Found, Count),
    findall(PI-Sort,
            ( ( ends(Known, Search, Clause), Sort = end
              ; Known = known(Clauses, _, _), member(P, Search), member(Clause, Clauses),
                head(Clause, P), Sort = inner ),
              Clause = clause(Head, _, _, _),
              goal(Clause, G, _, Around), \+ ( member(A, Around), negates(A) ),
              of_state(G, Count, State), pi(G, PI), \+ memberchk(PI, Search),
              \+ part_of_move(Found, PI),
              \+ ( member(X, State), \+ ( state_like(X), inside(X, Head) ) ) ),
            Found1),
    ( memberchk(PI-end, Found1) -> true ; member(PI-inner, Found1) ), !.
goal_end(Known, Search, Found, End) :-
    state_place(Known, Search, Found, P, Paths),
    ends(Known, Search, Clause), head(Clause, P),
    Clause = clause(End0, _, _, _),
    stands_at(Paths, End0, State),
    (   goal_state(State, Clause, End) -> true
    ;   State = [X], var(X), Paths = [Path],
        ( Y = X ; stepped(Found, Clause, X, Y) ),
        path_to(End0, Y, Other), Other \== Path, Other = [_],
        begun(Known, Search, P, [Other], 3, End)
    ), !.
goal_end(_, _, _, none).

%   stepped(+Found, +Clause, +X, -Y) is nondet: Clause steps from X to Y, the last step.

stepped(Found, Clause, X, Y) :-
    memberchk(found([I], [J], _, _, _, _, Step0, _), Found), pi(Step0, PI),
    goal(Clause, Step, _, _), pi(Step, PI),
    arg(I, Step, X0), X0 == X, arg(J, Step, Y).

%   goal_state(+State, +Clause, -End): Clause ends the search at State.

goal_state(State0, Clause, term(State, Clause)) :-
    Clause = clause(_, Body, Places, _),
    maplist(valued(Body, Places), State0, State),
    member(X, State), nonvar(X), !.

%   valued(+Body, +Places, +X0, -X): Body says that X0 is X; otherwise X is X0.

valued(Body, Places, X0, X) :-
    (   var(X0), conjunct(Body, Places, G, _), nonvar(G), ( G = (A = B) ; G = (A == B) ),
        ( A == X0, X1 = B ; B == X0, X1 = A ), ground(X1)
    ->  X = X1
    ;   X = X0
    ).

part_of_move(Found, PI) :-
    member(found(_, _, _, _, S, T, G, Clause), Found),
    goal(Clause, Test, _, _), pi(Test, PI),
    Test =.. [_|State],
    ( State == T ; State \== S, State = [X|_], inside(X, G) ), !.

%   begun(+Known, +Search, +P, +Paths, +Depth, -End): calls of P from elsewhere have End at Paths.

begun(Known, Search, P, Paths, Depth, End) :-
    Depth > 0,
    caller(Known, Search, Caller, Clause),
    Clause = clause(Head, Body, Places, _),
    goal(Clause, G, _, _), pi(G, P),
    stands_at(Paths, G, State0),
    maplist(valued(Body, Places), State0, State),
    (   ground(State) -> End = term(State, Clause)
    ;   by_facts(Known, Clause, State, Ground) -> End = term(Ground, Clause)
    ;   goal(Clause, Fact, _, _), Fact \== G,
        length(State, Count), of_state(Fact, Count, Asked), Asked == State
    ->  pi(Fact, PI), End = relation(PI)
    ;   paths_to(Head, State, Paths1),
        Less is Depth - 1,
        begun(Known, [Caller|Search], Caller, Paths1, Less, End)
    ).

%   by_facts(+Known, +Clause, +State0, -State) is semidet: a part of State0 is a term whose variables
%   Clause gets from relations with a single fact.

by_facts(Known, Clause, State0, State) :-
    member(Part, State0), compound(Part), !,
    Clause = clause(_, Body, _, _),
    copy_term(State0-Body, State-Copy),
    bound_by_facts(Copy, Known),
    ground(State).

%   bound_by_facts(+Body, +Known): the goals of Body with a single fact have it.

bound_by_facts(Body, _) :- var(Body), !.
bound_by_facts((A, B), Known) :- !, bound_by_facts(A, Known), bound_by_facts(B, Known).
bound_by_facts(Goal, known(Clauses, _, _)) :-
    findall(Head-Body,
            ( callable(Goal), functor(Goal, Name, Arity), functor(Head, Name, Arity),
              member(clause(Head, Body, _, _), Clauses) ),
            Of),
    ( Of = [Fact-true], ground(Fact), Goal = Fact -> true ; true ).

%   caller(+Known, +Search, -PI, -Clause) is nondet: Clause is one of PI, which does not search; or a
%   directive or a question of the file.

caller(known(Clauses, _, _), Search, PI, Clause) :-
    member(Clause, Clauses), head(Clause, PI), \+ memberchk(PI, Search).
caller(known(Clauses, _, _), _, (:-)/1, clause((:-), Body, Places, Source)) :-
    member(ordered(_, Body, Places, Source), Clauses).

start_end(Known, Search, Found, Goal, End) :-
    state_place(Known, Search, Found, P, Paths),
    begun(Known, Search, P, Paths, 3, End),
    End \== Goal, !.
start_end(Known, _, Found, Goal, relation(PI)) :-
    parts(Found, Count),
    Known = known(Clauses, PIs, _),
    member(PI, PIs), PI = Name/Count, Goal \== relation(PI),
    member(Word, [start, init, begin]), sub_atom(Name, _, _, _, Word),
    \+ ( member(clause(Head, Body, _, _), Clauses), callable(Head), pi(Head, PI), Body \== true ), !.
start_end(_, _, _, _, none).

%   state_place(+Known, +Search, +Found, -P, -Paths) is nondet: the state stands at Paths in heads of P.

state_place(_, _, Found, P, Paths) :-
    member(found(_, _, Sign, P, S, _, _, clause(Head, _, _, _)), Found),
    Sign \== collects,
    paths_to(Head, S, Paths).
state_place(Known, Search, Found, P, Paths) :-
    member(found(_, _, collects, E, S, _, _, clause(Head, _, _, _)), Found),
    Known = known(Clauses, _, _),
    (   recursive(Known, E), P = E, paths_to(Head, S, Paths)
    ;   length(S, Count),
        ends(Known, Search, Clause), head(Clause, P), Clause = clause(End, _, _, _),
        goal(Clause, G, _, _), of_state(G, Count, State),
        paths_to(End, State, Paths)
    ;   member(Clause, Clauses),          % what E gets is a part of the head of its caller
        head(Clause, P), memberchk(P, Search), P \== E,
        Clause = clause(Head1, _, _, _),
        goal(Clause, G, _, _), pi(G, E),
        maplist(path_through(Head, G, Head1), S, Paths)
    ).

%   path_through(+Inner, +Call, +Outer, +Part, -Path) is nondet: Part of Inner is what Call gets from
%   Path of Outer.

path_through(Inner, Call, Outer, Part, Path) :-
    path_to(Inner, Part, [I|Rest]), arg(I, Call, X),
    path_to(Outer, X, Path0), append(Path0, Rest, Path).

%   way(+Search, +Found, -Way): a search that passes on a list of states from step to step answers with
%   that list, whose first state is the last.

way(Search, Found, Way) :-
    (   member(found(_, _, goes, _, _, T, _, Clause), Found),
        goal(Clause, R, _, _), pi(R, PI), memberchk(PI, Search),
        sub_term(Cell, R), nonvar(Cell), Cell = [X|_], has_state(X, T)
    ->  Clause = clause(Head, _, _, _),
        (   member(found(_, _, goes, _, S, _, _, Clause), Found),
            sub_term(Answer, Head), nonvar(Answer), Answer = [Y|_], has_state(Y, S),
            \+ inside(Answer, R)
        ->  Way = forward
        ;   Way = reversed
        )
    ;   memberchk(found(_, _, collects, _, _, _, _, _), Found) -> Way = reversed
    ;   Way = forward
    ).

has_state(Term, State) :- \+ ( member(X, State), \+ inside(X, Term) ).
