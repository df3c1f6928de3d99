:- module(possible,
          [ possible_instances/4        % +Game, +Functional, -Fluents, -Moves
          ]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(compile).
:- use_module(fixpoint).

/** <module> Which fluents may ever hold, which moves may ever be legal

The relaxed game: a fluent that held once holds for ever, each move once legal may
be made at any time, and what must not be the case is left out.  Its least model,
fixpoint.pl, holds all fluents and moves of the game itself and a few more.

Relations that are the same in all states are asked as they are.  A number that
only counting could tell is unknown; a test of it is left out, and when a fluent
or a move would be made of it, they cannot be listed.
*/

%!  possible_instances(+Game, +Functional, -Fluents, -Moves) is semidet.
%
%   Functional are the fluents known to be functional (functional.pl).  Fluents is the ordered set of the fluents that may hold, Moves that of all
%   Role-Move.  Fails when they cannot be listed within the bounds.

possible_instances(Game, Functional, Fluents, Moves) :-
    findall(PI, relaxed_relation(Game, PI), PIs0),
    sort(PIs0, PIs),
    findall(Rule, relaxed_rule(Game, Functional, PIs, Rule), Rules),
    triggers(Rules, derived, answers(Game), Seeds, Triggers),
    forall(( member(N/A, [holds/1, legal/2|PIs]), clause_name(N/A, Name) ),
           dynamic([model:Name/A, model:N/A])),
    catch(call_with_inference_limit(
              least_model(Seeds, Triggers, Facts), 6_000_000, Result),
          unlisted, fail),
    Result \== inference_limit_exceeded,
    findall(F, member(holds(F), Facts), Fs),
    findall(R-M, member('legal/2'(R, M), Facts), Ms),
    ground(Fs-Ms),
    sort(Fs, Fluents),
    sort(Ms, Moves).

%   Goals of the game itself are module-qualified, what is derived here is not.

derived(Goal) :- Goal \= _:_.

relaxed_rule(Game, Functional, PIs, Head-Goals) :-
    member(PI, PIs),
    relaxed_clause(Game, Functional, PI, Head, Goals).
relaxed_rule(Game, _, _, holds(F)-[Game:Goal]) :-
    Game:defined(init/1),
    state_goal(Game, init(F), [], none, Goal).
relaxed_rule(Game, _, _, 'legal/2'(R, noop)-[Game:role(R)]) :-
    Game:implicit_noop.
relaxed_rule(Game, _, PIs, Head-[Game:Goal]) :-      % the same in all states
    member(Atom, [legal(_, _), next(_)]),
    functor(Atom, N, A),
    Game:defined(N/A),
    \+ memberchk(N/A, PIs),
    plain(Atom, Head),
    state_goal(Game, Atom, _, _, Goal).
relaxed_rule(Game, _, _, holds(F)-['next/1'(F)]) :-
    Game:defined(next/1).

relaxed_relation(Game, PI) :-
    Game:defined(PI),
    (   Game:needs_state(PI) ; Game:needs_step(PI) ),
    serves_step(Game, PI).

%   Only what next and legal may ask for.
serves_step(Game, PI) :- Game:serves_step(PI), !.

relaxed_clause(Game, Functional, Name/Arity, Relaxed, Goals) :-
    functor(Head, Name, Arity),
    Game:rule(Head, Literals0),
    alternative(Literals0, Literals1),
    (   Name/Arity == next/1
    ->  with_reasons(Literals1, Game, Literals2),
        alternative(Literals2, Literals3),
        same_values(Literals3, Functional, [], Literals)
    ;   Literals = Literals1
    ),
    plain(Head, Relaxed),
    relaxed_body(Literals, Game, [], Goals).

%   with_reasons(+Literals0, +Game, -Literals) is nondet: a move that is made is legal,
%   so what makes it legal holds too, by one of the rules.

with_reasons([], _, []).
with_reasons([call(does(R, M))|Ls0], Game, [call(does(R, M))|Ls]) :-
    findall(x, Game:rule(legal(R, M), _), Rules),
    length(Rules, Count), Count < 20, !,
    (   Game:rule(legal(R, M), Body),
        append(Body, Ls1, Ls)
    ;   Game:implicit_noop, M = noop, Ls = Ls1
    ),
    with_reasons(Ls0, Game, Ls1).
with_reasons([L|Ls0], Game, [L|Ls]) :-
    with_reasons(Ls0, Game, Ls).

%   same_values(+Literals0, +Functional, +Met, -Literals) is semidet: fluents of one key
%   have one value.

same_values([], _, _, []).
same_values([call(true(F))|Ls0], Functional, Met, [call(true(F))|Ls]) :-
    nonvar(F),
    functor(F, N, A),
    memberchk(N/A, Functional), !,
    F =.. [_|As],
    append(Key, [V], As),
    forall_same(Met, N-Key, V),
    same_values(Ls0, Functional, [met(N-Key, V)|Met], Ls).
same_values([L|Ls0], Functional, Met, [L|Ls]) :-
    same_values(Ls0, Functional, Met, Ls).

forall_same([], _, _).
forall_same([met(Key, W)|Met], Key1, V) :-
    ( Key == Key1 -> V = W ; true ),
    forall_same(Met, Key1, V).

plain(Atom, Goal) :-
    Atom =.. [Name|Arguments],
    length(Arguments, Arity),
    clause_name(Name/Arity, Mangled),
    Goal =.. [Mangled|Arguments].

%   relaxed_body(+Literals, +Game, +Unknown, -Goals): Unknown are the variables
%   whose value cannot be known.

relaxed_body([], _, _, []).
relaxed_body([L|Ls], Game, Unknown, Goals) :-
    relaxed_literal(L, Game, Unknown, Unknown1, Goals, Goals1),
    relaxed_body(Ls, Game, Unknown1, Goals1).

relaxed_literal(call(true(F)), _, U, U, [holds(F)|Gs], Gs) :- !.
relaxed_literal(call(does(R, M)), _, U, U, ['legal/2'(R, M)|Gs], Gs) :- !.
relaxed_literal(call(Atom), Game, U, U, [Goal|Gs], Gs) :- !,
    functor(Atom, Name, Arity),
    (   \+ Game:defined(Name/Arity)
    ->  Goal = possible:fail
    ;   ( Game:needs_state(Name/Arity) ; Game:needs_step(Name/Arity) )
    ->  plain(Atom, Goal)
    ;   state_goal(Game, Atom, _, _, G), Goal = Game:G
    ).
relaxed_literal(not(Body), Game, U, U, Gs0, Gs) :- !,
    (   same_in_all_states(Body, Game)
    ->  relaxed_body(Body, Game, [], Goals),
        conjunction(Goals, Goal),
        Gs0 = [possible:(\+ Goal)|Gs]
    ;   Gs0 = Gs
    ).
relaxed_literal(or(Bodies), Game, U, U, [possible:Goal|Gs], Gs) :- !,  % inside not, count
    relaxed_alternatives(Bodies, Game, U, Alternatives),
    disjunction(Alternatives, Goal).
relaxed_literal(count(T, Body, N), Game, U0, U, Gs0, Gs) :- !,
    (   same_in_all_states(Body, Game)
    ->  relaxed_body(Body, Game, [], Goals),
        conjunction(Goals, Goal),
        Gs0 = [possible:( findall(T, Goal, Ts), sort(Ts, Set), length(Set, N) )|Gs],
        U = U0
    ;   Gs0 = Gs, U = [N|U0]
    ).
relaxed_literal(test(Comparison), _, U, U, Gs0, Gs) :- !,
    (   shares(Comparison, U)
    ->  Gs0 = Gs
    ;   comparison_goal(Comparison, Goal), Gs0 = [possible:Goal|Gs]
    ).
relaxed_literal(is(X, E), _, U0, U, Gs0, Gs) :- !,
    (   shares(E, U0)
    ->  Gs0 = Gs, U = [X|U0]
    ;   Gs0 = [possible:(X is E)|Gs], U = U0
    ).
relaxed_literal(between(L, H, X), _, U0, U, Gs0, Gs) :-
    (   shares(L-H, U0)
    ->  Gs0 = Gs, U = [X|U0]
    ;   Gs0 = [possible:between(L, H, X)|Gs], U = U0
    ).

relaxed_alternatives([], _, _, []).
relaxed_alternatives([B|Bs], Game, U, [Goal|Goals]) :-
    relaxed_body(B, Game, U, Gs),
    conjunction(Gs, Goal),
    relaxed_alternatives(Bs, Game, U, Goals).

shares(Term, Unknown) :-
    term_variables(Term, Vs),
    member(V, Vs), member(W, Unknown), V == W, !.

same_in_all_states(Body, Game) :-
    \+ ( inner_atom(Body, Atom),
         functor(Atom, N, A),
         ( memberchk(N/A, [true/1, does/2]) ; Game:needs_state(N/A) ; Game:needs_step(N/A) )
       ).

inner_atom(Body, Atom) :-
    member(L, Body),
    (   L = call(Atom)
    ;   ( L = not(B) ; L = count(_, B, _) ; L = or(Bs), member(B, Bs) ),
        inner_atom(B, Atom)
    ).
