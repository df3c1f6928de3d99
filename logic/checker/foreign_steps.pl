:- encoding(utf8).
:- module(foreign_steps,
          [ step_uses/4,                % +Program, -Step, -Uses, -Doubt
            use_states/3,               % +Use, -S, -T
            arguments_at/3,             % +Goal, +Is, -State
            alike/4                     % +Clauses, +PI, +Is, +Js
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [list_to_set/2, member/2, memberchk/2, same_length/2, sum_list/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(ordsets), [ord_memberchk/2]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module(logic(checker/clause_goals)).
:- use_module(logic(checker/prolog_words)).
:- use_module(logic(checker/term_parts)).

/** <module> Which relation of a search is the step

A recursive predicate may call several relations that have two arguments in common with it.  All are
collected as uses, and then evidence chooses one.  A *use* is use(Goal, Is, Js, How, Clause): Clause has
Goal, whose arguments Is are a state and whose arguments Js are the next one.  How is

    goes        the search goes on from the next state, and keeps a list of states or counts
    collects    the next states are collected in a list
    denies      the next state must not have what the state is to have, as in \+ win(T)
*/

%!  step_uses(+Program, -Step, -Uses, -Doubt) is semidet.
%
%   Step is step(PI, Is, Js), the step of Program's search, and Uses are its uses, at least one.  Doubt
%   is the number of another argument that may as well be the next state, or `none`.  Fails if there
%   is no search.

step_uses(Program, Step, Uses, Doubt) :-
    findall(Use, use(Program, Use), All),
    All \== [],
    best_step(Program, All, Step, Doubt),
    uses_of(Step, All, Uses).

uses_of(step(PI, Is, Js), All, Uses) :-
    findall(Use, ( member(Use, All), Use = use(Goal, Is, Js, _, _), pi(Goal, PI) ), Uses).

%!  use_states(+Use, -S, -T) is det.
%
%   Use leads from the state S to the state T.

use_states(use(Goal, Is, Js, _, _), S, T) :- arguments_at(Goal, Is, S), arguments_at(Goal, Js, T).

%!  arguments_at(+Goal, +Is, -State) is det.

arguments_at(Goal, Is, State) :- maplist(argument(Goal), Is, State).

argument(Goal, I, X) :- arg(I, Goal, X).

% ---- all uses --------------------------------------------------------------

%   use(+Program, -Use) is nondet.

use(Program, use(Goal, Is, Js, How, Clause)) :-
    Program = program(Clauses, _, _),
    clause_of(Clauses, P, Clause),
    asks(Clause, Goal, Place, Around),
    pi(Goal, PI), may_be_step(Program, P, PI),
    \+ negated(Around),
    used(Program, P, Clause, Goal, Place, Around, Is, Js, How).

%   may_be_step(+Program, +P, +PI) is semidet: PI, which P calls, can be the step.

may_be_step(Program, P, PI) :-
    PI = _/Arity, Arity >= 2, Arity =< 10,
    own(PI), \+ outputs(PI), \+ recursive(Program, PI), \+ reaches(Program, PI, P).

%   used(+Program, +P, +Clause, +Goal, +Place, +Around, -Is, -Js, -How) is nondet: Goal in Clause, one of
%   P, is the step.  What it leads to is collected, or a later call goes on with it.

used(Program, P, Clause, Goal, _, Around, Is, Js, collects) :-
    Clause = clause(Head, _, _, _),
    collects(Around, _, Template),
    leads(Goal, Head, Template, Is, Js),
    arguments_at(Goal, Js, T), term_variables(T, Vs),
    \+ ( member(V, Vs), inside(V, Head) ),
    in_recursion(Program, P).
used(Program, P, Clause, Goal, At-_, Around, Is, Js, How) :-
    recursive(Program, P),
    Clause = clause(Head, _, _, _),
    asks(Clause, Call, AtCall-_, AroundCall), AtCall > At,
    pi(Call, PI), together(Program, P, PI),
    leads(Goal, Head, Call, Is, Js),
    (   negated(AroundCall) -> How = denies
    ;   lost(Program, P, PI) -> How = denies
    ;   collects(Around, A, _), member(B, AroundCall), B == A -> How = collects
    ;   keeps(Clause, Goal, Call) -> How = goes
    ).

%   in_recursion(+Program, +P) is semidet: P is recursive, or a recursive predicate calls it.

in_recursion(Program, P) :- recursive(Program, P), !.
in_recursion(Program, P) :-
    Program = program(Clauses, _, _),
    clause_of(Clauses, R, Clause), called([Clause], P), recursive(Program, R), !.

%   lost(+Program, +P, +Q) is semidet: Q holds where P does not, as in lose(X) :- \+ win(X).

lost(program(Clauses, _, _), P, Q) :-
    P \== Q,
    clause_of(Clauses, Q, Clause),
    asks(Clause, Goal, _, Around), pi(Goal, P),
    ( negated(Around) ; memberchk(forall(_, _), Around) ), !.

%   keeps(+Clause, +Goal, +Call) is semidet: with Call the search of Clause keeps a list of what Goal has,
%   asks whether that was met, or counts.

keeps(clause(Head, _, _, _), Goal, Call) :-
    member(Term, [Head, Call]),
    sub_term(Cell, Term), nonvar(Cell), Cell = [X|_],
    share_variable(Goal, X), !.
keeps(Clause, Goal, _) :-
    denies_member(Clause, Test),
    share_variable(Goal, Test), !.
keeps(Clause, _, Call) :-
    Clause = clause(Head, _, _, _),
    asks(Clause, N is E), sub_term(M, E), var(M), inside(M, Head), inside(N, Call), !.

share_variable(Term1, Term2) :- term_variables(Term1, Vs), member(V, Vs), inside(V, Term2), !.

%   denies_member(+Clause, -Test) is nondet: Clause says that Test, as member(T, Seen), does not hold.

denies_member(Clause, Test) :-
    asks(Clause, Test, _, Around), negated(Around),
    pi(Test, Name/Arity), Arity >= 2, names_member(Name).

% ---- from the state to the next one ----------------------------------------

%   leads(+Goal, +Head, +On, -Is, -Js) is nondet: the arguments Is of Goal are a state that Head has, and
%   Js are one that On has instead.  Several arguments make a state if each has its place, in On as in
%   Head, or if they are half of what Goal has.

leads(Goal, Head, On, Is, Js) :-
    ( Element = Head ; element(Head, On, Element) ),
    findall(I-J, replaced(Goal, Element, On, I, J), Pairs0),
    sort(Pairs0, Pairs), Pairs = [_, _|_],
    pairs_keys_values(Pairs, Is, Js),
    sort(Is, Is), sort(Js, Once), same_length(Once, Js), !.
leads(Goal, Head, On, Is, Js) :-
    findall(I, ( arg(I, Goal, X), var(X), inside(X, Head) ), Is),
    findall(J, ( arg(J, Goal, Y), var(Y), inside(Y, On), \+ inside(Y, Head) ), Js),
    Is = [_, _|_], same_length(Is, Js),
    arguments_at(Goal, Is, S), stand_together(S, Head),
    arguments_at(Goal, Js, T), stand_together(T, On), !.
leads(Goal, Head, On, [I], [J]) :-
    arg(I, Goal, S), \+ ground(S), inside(S, Head),
    arg(J, Goal, T), J =\= I, \+ ground(T), inside(T, On), not_given(T, S, Head).

%   element(+Head, +On, -Element) is nondet: Element is Head, or a part of it, with the form of On.

element(Head, On, Element) :-
    compound(On), functor(On, Name, Arity),
    sub_term(Element, Head), compound(Element), functor(Element, Name, Arity).

%   replaced(+Goal, +Head, +On, -I, -J) is nondet: where Head has argument I of Goal, On has argument J.

replaced(Goal, Head, On, I, J) :-
    arg(I, Goal, S), var(S),
    path_to(Head, S, Path), part_at(On, Path, T), var(T),
    arg(J, Goal, Y), Y == T, not_given(T, S, Head).

%   stand_together(+State, +Term) is semidet: the parts of State are a list in Term, or all arguments.

stand_together(State, Term) :-
    sub_term(Part, Term), compound(Part), Part \== Term,
    ( Part == State ; Part =.. [_|Arguments], Arguments == State ), !.

%   not_given(+T, +S, +Head) is semidet: Head does not have T; or only in a list, which is an answer, while
%   S stands outside of lists.

not_given(T, _, Head) :- \+ inside(T, Head), !.
not_given(T, S, Head) :- \+ outside_lists(T, Head), outside_lists(S, Head).

outside_lists(Part, Term) :- Part == Term, !.
outside_lists(Part, Term) :-
    compound(Term), Term \= [_|_], arg(_, Term, A), outside_lists(Part, A), !.

% ---- the best evidence -----------------------------------------------------

%   best_step(+Program, +Uses, -Step, -Doubt): a relation that has clauses is preferred, then the strongest
%   evidence, then the number of uses.  Which argument is the next state, and which names the move, is
%   told by evidence, too.  Where it does not tell, the last is taken, and Doubt is the other.

best_step(Program, Uses, step(PI, Is, Js), Doubt) :-
    findall(step(P, As, Bs), ( member(use(Goal, As, Bs, _, _), Uses), pi(Goal, P) ), Steps0),
    list_to_set(Steps0, Steps),
    findall(Rank-Step, ( member(Step, Steps), rank(Program, Uses, Step, Rank) ), Ranked),
    keysort(Ranked, [Best-step(PI, Is, Js0)|_]),
    findall(J, ( Js0 = [_], member(R-step(P, As, [J]), Ranked), R-P-As == Best-PI-Is ), Ties0),
    sort(0, @>, Ties0, Ties),
    (   Ties = [Last, Doubt|_] -> Js = [Last]
    ;   Js = Js0, Doubt = none
    ).

%   rank(+Program, +Uses, +Step, -Rank): the best has the least.

rank(Program, All, Step, rank(Lacking, Against, Fewer)) :-
    Program = program(_, PIs, _), Step = step(PI, _, _),
    uses_of(Step, All, Uses),
    ( memberchk(PI, PIs) -> Lacking = 0 ; Lacking = 1 ),
    findall(Weight,
            ( weight(Evidence, Weight), once(( member(Use, Uses), evidence(Evidence, Program, Use) )) ),
            Weights),
    sum_list(Weights, For), Against is -For,
    length(Uses, Count), Fewer is -Count.

weight(place, 4).
weight(new, 2).
weight(alike, 1).

%   evidence(+Evidence, +Program, +Use) is semidet: what the search goes on with has the next state where
%   the state was (place); it is denied that the next state was met (new); in clauses of the step
%   both are terms of one form (alike).

evidence(place, Program, Use) :-
    Use = use(Goal, _, _, _, Clause), Clause = clause(Head, _, _, _),
    use_states(Use, S, T),
    goes_on(Program, Goal, Clause, On),
    element(Head, On, Element),
    paths_to(Element, S, Paths), parts_at(On, Paths, T0), T0 == T, !.
evidence(new, _, Use) :-
    Use = use(_, _, _, _, Clause),
    use_states(Use, _, T),
    denies_member(Clause, Test),
    arg(_, Test, X), all_inside(T, X), !.
evidence(alike, program(Clauses, _, _), use(Goal, Is, Js, _, _)) :-
    pi(Goal, PI),
    alike(Clauses, PI, Is, Js).

%   goes_on(+Program, +Step, +Clause, -On) is nondet: Clause goes on with On, what it collects from Step
%   or a call.

goes_on(_, Step, Clause, On) :-
    asks(Clause, Goal, _, Around), Goal == Step,
    collects(Around, _, On).
goes_on(Program, _, Clause, On) :-
    clause_pi(Clause, P),
    asks(Clause, On), pi(On, PI), together(Program, P, PI).

%!  alike(+Clauses, +PI, +Is, +Js) is semidet.
%
%   Each of the arguments Is of PI has terms of a form that the argument of Js at its place has, too.

alike(Clauses, PI, Is, Js) :- maplist(same_form(Clauses, PI), Is, Js).

same_form(Clauses, PI, I, J) :-
    findall(Form, form(Clauses, PI, I, 3, Form), Forms0),
    sort(Forms0, Forms),
    form(Clauses, PI, J, 3, Form), ord_memberchk(Form, Forms), !.

%   form(+Clauses, +PI, +I, +Depth, -Form) is nondet: Form is that of an argument of PI, in its clauses
%   or in those that they call, down to Depth: a name, Name/Arity or `number`.

form(Clauses, PI, I, Depth, Form) :-
    clause_of(Clauses, PI, Clause), Clause = clause(Head, _, _, _),
    arg(I, Head, X),
    (   number(X) -> Form = number
    ;   compound(X) -> functor(X, F, A), Form = F/A
    ;   atom(X) -> Form = X
    ;   Depth > 0,
        asks(Clause, Goal),
        (   Goal = (Y is _), Y == X -> Form = number
        ;   pi(Goal, Other), own(Other), Other \== PI,
            arg(K, Goal, Y), Y == X,
            Less is Depth - 1,
            form(Clauses, Other, K, Less, Form)
        )
    ).
