:- encoding(utf8).
:- module(after,
          [ after_expanded/2,           % +Rules0, -Rules
            after_fault/2,              % +Rules, -Fault
            with_role/3,                % +Head, +Body0, -Body
            copy_relation/1,            % +Name/Arity
            shown_relation/2,           % +Name/Arity, -Text
            after_literal/3             % +Literal, -Kind, -Shown
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(lists), [append/3, member/2, nth1/3, reverse/2]).
:- use_module(library(ordsets), [ord_memberchk/2, ord_subset/2]).
:- use_module(logic(language/dependency)).
:- use_module(logic(language/literals), [inner_literal/3]).
:- use_module(logic(language/safe_order)).
:- use_module(logic(language/vocabulary), [argument_sort/3]).

/** <module> What holds after a move

The literal after(R, M, Goal) holds if Goal holds in the state that comes when the role R does M
now and every other role does `noop`.  It becomes plain rules before anything else happens to the
rules of a game, so that every tier has the same meaning of it:

    legal(P, M) :- possible(P, M), \+ after(P, M, in_check(P)).
    in_check(P) :- true(king(P, X)), attacked(P, X).

is

    legal(P, M) :- possible(P, M), \+ 'in_check after'(P, M, P).
    'in_check after'(R, M, P) :- 'true after'(R, M, king(P, X)), 'attacked after'(R, M, P, X).
    'true after'(R, M, F)         for each rule of next(F), with 'does after'(R, M, R1, M1) in
                                  place of does(R1, M1), and so in the relations that it asks
    'does after'(R, M, R, M) :- 'asked after'(R, M).
    'does after'(R, M, R1, noop) :- 'asked after'(R, M), role(R1), distinct(R1, R).
    'asked after'(P, M) :- possible(P, M).

The last one has the literals that bind R and M where after/3 stands.  It stands in front of each
copy that no other literal restricts (the magic sets of demand.pl), so a copy has finitely many
answers: those for the moves that somebody asks about.

The names of these relations begin with `$`, as no name in a text does, and with the number of
the relation that asks, so that the moves of one relation may depend on another relation that asks.
A Kind is `state` for a relation in the state after the move, `step` for one that asks for the moves
of the step to it.
*/

%!  with_role(+Head, +Body0, -Body) is det.
%
%   after(M, Goal) is about the role of Head: the role of after('$role', M, Goal) becomes the first
%   argument of Head that is a role.  It stays where Head has none.

with_role(Head, Body0, Body) :-
    (   callable(Head), functor(Head, N, A),
        once(( argument_sort(N/A, I, role), arg(I, Head, Role) ))
    ->  of_role(Role, Body0, Body)
    ;   Body = Body0
    ).

of_role(Role, Body0, Body) :- maplist(literal_of_role(Role), Body0, Body).

literal_of_role(Role, Place:L0, Place:L) :-
    (   L0 = after(R0, M, Body0)
    ->  ( R0 == '$role' -> R = Role ; R = R0 ),
        of_role(Role, Body0, Body), L = after(R, M, Body)
    ;   L0 = call('occurred after'(R0, M, N))
    ->  ( R0 == '$role' -> R = Role ; R = R0 ), L = call('occurred after'(R, M, N))
    ;   L0 = not(Body0) -> of_role(Role, Body0, Body), L = not(Body)
    ;   L0 = aggregate(How, T, Body0, N)
    ->  of_role(Role, Body0, Body), L = aggregate(How, T, Body, N)
    ;   L0 = or(Bodies0) -> maplist(of_role(Role), Bodies0, Bodies), L = or(Bodies)
    ;   L = L0
    ).

% ---- faults ----------------------------------------------------------------

%!  after_fault(+Rules, -Fault) is nondet.
%
%   Fault is one of a literal after(R, M, Goal) in Rules, which have their places:
%
%     - after_role: after(M, Goal) in a rule whose head has no role
%     - after_chain: Goal asks, or the rules of next that lead to it ask, a relation that asks after/3
%       again
%     - after_moves: Goal asks for the moves of a step
%     - after_unbound: the rule does not bind R and M, whoever asks it
%     - after_circle: what binds R and M depends on the relation that asks

after_fault(Rules, fault(error, after_role, Place, [N/A])) :-
    member(rule(Head, Body, _), Rules),
    inner_literal(Body, Place, L),
    ( L = after(R, _, _) ; L = call('occurred after'(R, _, _)) ),
    R == '$role',
    functor(Head, N, A).
after_fault(Rules, fault(error, Code, Place, Arguments)) :-
    askers(Rules, Askers), Askers \== [],
    edges(Rules, Edges0),
    Edges = [edge(true/1, next/1, positive, none)|Edges0],
    graph(Edges, Graph),
    reaching(Edges0, [does/2], Movers),
    input_relations(Rules, Inputs),
    member(Rule, Rules), Rule = rule(_, Body, _),
    inner_literal(Body, Place0, after(R, M, Goal)), R \== '$role',
    (   goal_fault(Goal, Graph, Movers, Askers, Code, Place, Arguments)
    ;   binding_fault(Rule, Inputs, after(R, M, Goal), Edges0, Code, Arguments), Place = Place0
    ).

goal_fault(Goal, Graph, Movers, Askers, Code, Place, Arguments) :-
    inner_literal(Goal, Place, L),
    (   L = after(_, _, _)
    ->  Code = after_chain, Arguments = [[]]
    ;   L = call(Atom), functor(Atom, N, A),
        (   memberchk(N/A, Movers)
        ->  Code = after_moves, Arguments = [N/A]
        ;   member(Asker, Askers), cycle(Graph, N/A, Asker, Path)
        ->  Code = after_chain, Arguments = [Path]
        )
    ).

binding_fault(Rule, Inputs, After, Edges, Code, Arguments) :-
    After = after(R, M, _),
    Rule = rule(Head, _, _),
    once(asking(Rule, Inputs, After, Before)),
    bound_by(Before, [], Bound),
    (   given_variables(Head, Inputs, Given), term_variable_set(R-M, Vs),
        member(V, Vs), ord_memberchk(V, Given), \+ ord_memberchk(V, Bound)
    ->  Code = after_unbound, functor(Head, N, A), Arguments = [N/A]
    ;   functor(Head, N, A),
        findall(PI, ( inner_literal(Before, _, call(Atom)), functor(Atom, CN, CA), PI = CN/CA ), PIs),
        serving(Edges, PIs, Below), memberchk(N/A, Below)
    ->  Code = after_circle, Arguments = [N/A]
    ).

askers(Rules, PIs) :-
    findall(N/A,
            ( member(rule(Head, Body, _), Rules),
              \+ \+ inner_literal(Body, _, after(_, _, _)),
              functor(Head, N, A) ),
            PIs0),
    sort(PIs0, PIs).

%   asking(+Rule, +Inputs, ?After, -Before) is nondet: Before are the positive literals of Rule, with their
%   places, that stand in front of the literal After or beside it, and so may bind its role and move.
%   For a relation that is asked with the legal moves of a role, such as noisy/2, legal/2 is one of them.

asking(rule(Head, Body, _), Inputs, After, Before) :-
    ( of_legal_move(Head, Legal) -> Before0 = [0-0:call(Legal)] ; Before0 = [] ),
    asking(Body, Inputs, Before0, After, Before).

of_legal_move(noisy(R, M), legal(R, M)).

asking(Body, Inputs, Before0, After, Before) :-
    append(Earlier, [_:L|Later], Body),
    (   L = after(_, _, _)
    ->  L = After, append(Earlier, Later, Beside), binders(Beside, Before1),
        append(Before0, Before1, Before2), needed(Before2, Inputs, After, Before)
    ;   ( L = not(Inner) ; L = aggregate(_, _, Inner, _) ; L = or(Bodies), member(Inner, Bodies) ),
        append(Earlier, Later, Beside), binders(Beside, Before1),
        append(Before0, Before1, Before2),
        asking(Inner, Inputs, Before2, After, Before)
    ).

binders([], []).
binders([Place:L|Ls], Binders) :-
    (   binder(L) -> Binders = [Place:L|Binders1] ; Binders = Binders1 ),
    binders(Ls, Binders1).

binder(call(_)).
binder(is(_, _)).
binder(between(_, _, _)).
binder(test(_)).
binder(or(Bodies)) :- \+ ( member(Body, Bodies), member(_:L, Body), \+ binder(L) ).

%   needed(+Literals, +Inputs, +After, -Needed): the shortest start of Literals that binds the role and the move
%   of After, with the tests of what it binds, or else all that can be asked.

needed(Literals, Inputs, after(R, M, _), Needed) :-
    term_variable_set(R-M, Vs),
    (   append(Start, _, Literals),
        ordered_body(Inputs, Start, Vs, [], Ordered, _),
        bound_by(Ordered, [], Bound), ord_subset(Vs, Bound)
    ->  Needed = Ordered
    ;   ordered_body(Inputs, Literals, Vs, [], Needed, _)
    ).

% ---- plain rules -----------------------------------------------------------

%!  after_expanded(+Rules0, -Rules) is det.
%
%   Rules are Rules0, which have no faults, with plain literals in place of after(R, M, Goal), and with the
%   relations of the head of this file.

after_expanded(Rules0, Rules) :-
    askers(Rules0, Askers),
    (   Askers == []
    ->  Rules = Rules0
    ;   edges(Rules0, Edges),
        reaching([edge(next/1, true/1, positive, none)|Edges], [true/1], States),
        reaching(Edges, [does/2], Steps),
        input_relations(Rules0, Inputs),
        Context = context(Rules0, States, Steps, Inputs),
        expanded(Rules0, Askers, Context, Plain, [], Asked0, []),
        sort(Asked0, Asked),
        copies(Asked, [], Context, Copies),
        findall(Rule, asked_rule(Rules0, Inputs, Askers, Rule), AskedRules0),
        without_variants(AskedRules0, AskedRules),
        append(AskedRules, Copies, More),
        append(Plain, More, Rules)
    ).

expanded([], _, _, Rules, Rules, Asked, Asked).
expanded([rule(Head, Body0, Source)|Rules0], Askers, Context,
         [rule(Head, Body, Source)|Rules1], Rules, Asked0, Asked) :-
    (   functor(Head, N, A), nth1(K, Askers, N/A)
    ->  Context = context(_, _, _, Inputs),
        ordered_rule(Head, Body0, Inputs, Body1, []),
        plain_body(Body1, K, Context, Body, Asked0, Asked1)
    ;   Body = Body0, Asked0 = Asked1
    ),
    expanded(Rules0, Askers, Context, Rules1, Rules, Asked1, Asked).

%   plain_body(+Body0, +K, +Context, -Body, ?Asked, ?Tail): Asked are the copies that Body asks, as
%   copy(K, Kind, Name/Arity).

plain_body(Body0, K, Context, Body, Asked0, Asked) :-
    foldl(plain_literal(K, Context), Body0, []-Asked0, Reversed-Asked),
    reverse(Reversed, Body).

plain_literal(K, Context, Place:L, Body0-Asked0, Body-Asked) :-
    (   L = after(R, M, Goal)
    ->  copied_body(Goal, at(K, state, R, M), Context, Copied, Asked0, Asked),
        reverse(Copied, Reversed), append(Reversed, Body0, Body)
    ;   L = not(Inner0)
    ->  plain_body(Inner0, K, Context, Inner, Asked0, Asked), Body = [Place:not(Inner)|Body0]
    ;   L = aggregate(How, T, Inner0, N)
    ->  plain_body(Inner0, K, Context, Inner, Asked0, Asked),
        Body = [Place:aggregate(How, T, Inner, N)|Body0]
    ;   L = or(Bodies0)
    ->  foldl(plain_alternative(K, Context), Bodies0, []-Asked0, Bodies1-Asked),
        reverse(Bodies1, Bodies), Body = [Place:or(Bodies)|Body0]
    ;   Body = [Place:L|Body0], Asked0 = Asked
    ).

plain_alternative(K, Context, Inner0, Bodies-Asked0, [Inner|Bodies]-Asked) :-
    plain_body(Inner0, K, Context, Inner, Asked0, Asked).

%   copied_body(+Body0, +At, +Context, -Body, ?Asked, ?Tail): Body is Body0 in the state after the move of
%   At, which is at(K, Kind, Role, Move), or in the step to it.

copied_body([], _, _, [], Asked, Asked).
copied_body([Place:L0|Ls0], At, Context, [Place:L|Ls], Asked0, Asked) :-
    copied_literal(L0, At, Context, L, Asked0, Asked1),
    copied_body(Ls0, At, Context, Ls, Asked1, Asked).

copied_literal(call(Atom0), At, Context, call(Atom), Asked0, Asked) :- !,
    copied_atom(Atom0, At, Context, Atom, Asked0, Asked).
copied_literal(not(Body0), At, Context, not(Body), Asked0, Asked) :- !,
    copied_body(Body0, At, Context, Body, Asked0, Asked).
copied_literal(aggregate(How, T, Body0, N), At, Context, aggregate(How, T, Body, N), Asked0,
               Asked) :- !,
    copied_body(Body0, At, Context, Body, Asked0, Asked).
copied_literal(or(Bodies0), At, Context, or(Bodies), Asked0, Asked) :- !,
    copied_bodies(Bodies0, At, Context, Bodies, Asked0, Asked).
copied_literal(L, _, _, L, Asked, Asked).

copied_bodies([], _, _, [], Asked, Asked).
copied_bodies([B0|Bs0], At, Context, [B|Bs], Asked0, Asked) :-
    copied_body(B0, At, Context, B, Asked0, Asked1),
    copied_bodies(Bs0, At, Context, Bs, Asked1, Asked).

copied_atom(Atom0, at(K, Kind, R, M), Context, Atom, Asked0, Asked) :-
    functor(Atom0, N, A),
    (   changing(Kind, Context, N/A)
    ->  copy_atom(K, Kind, R, M, Atom0, Atom),
        Asked0 = [copy(K, Kind, N/A)|Asked]
    ;   Atom = Atom0, Asked0 = Asked
    ).

changing(state, context(_, States, _, _), PI) :- memberchk(PI, States).
changing(step, context(_, _, Steps, _), PI) :- memberchk(PI, Steps).

%   copy_atom(+K, +Kind, ?Role, ?Move, ?Atom, ?Copy)

copy_atom(K, Kind, R, M, Atom, Copy) :-
    Atom =.. [Name|As],
    copy_name(K, Kind, Name, CopyName),
    Copy =.. [CopyName, R, M|As].

copy_name(K, state, Name, Copy) :- atomic_list_concat(['$after ', K, ' ', Name], Copy).
copy_name(K, step, Name, Copy) :- atomic_list_concat(['$with ', K, ' ', Name], Copy).

asked_atom(K, R, M, Atom) :- atomic_list_concat(['$asked ', K], Name), Atom =.. [Name, R, M].

%   copies(+Agenda, +Done, +Context, -Rules): the rules of the copies of Agenda, and of those that they ask.

copies([], _, _, []).
copies([Copy|Agenda], Done, Context, Rules) :-
    (   memberchk(Copy, Done)
    ->  copies(Agenda, Done, Context, Rules)
    ;   findall(Rule-Asked, copy_rule(Copy, Context, Rule, Asked), Pairs),
        findall(Rule, member(Rule-_, Pairs), Rules0),
        findall(Other, ( member(_-Asked, Pairs), member(Other, Asked) ), Others0),
        sort(Others0, Others),
        append(Others, Agenda, Agenda1),
        append(Rules0, Rules1, Rules),
        copies(Agenda1, [Copy|Done], Context, Rules1)
    ).

copy_rule(copy(K, step, does/2), _, rule(Head, Body, source(0-0, 0-0, [])), []) :- !,
    asked_atom(K, R, M, Asked),
    (   copy_atom(K, step, R, M, does(R, M), Head), Body = [0-0:call(Asked)]
    ;   copy_atom(K, step, R, M, does(R1, noop), Head),
        Body = [0-0:call(Asked), 0-0:call(role(R1)), 0-0:test(distinct(R1, R))]
    ).
copy_rule(copy(K, Kind, PI), Context, rule(Head, Body, Source), Asked) :-
    Context = context(Rules, _, _, _),
    (   Kind == state, PI == true/1
    ->  member(rule(next(F), Body0, Source0), Rules), Head0 = true(F), Inner = step
    ;   PI = N/A, functor(Head0, N, A),
        member(rule(Head0, Body0, Source0), Rules), Inner = Kind
    ),
    Source0 = source(Place, HeadPlace, Variables),
    Source = source(Place, HeadPlace, [variable(RName, R, []), variable(MName, M, [])|Variables]),
    new_names(Variables, RName, MName),
    copy_atom(K, Kind, R, M, Head0, Head),
    copied_body(Body0, at(K, Inner, R, M), Context, Body1, Asked, []),
    (   member(_:call(Atom), Body1), of_move(Atom, R, M)
    ->  Body = Body1
    ;   asked_atom(K, R, M, Guard),
        Place = From-_, To is From + 1,
        Body = [From-To:call(Guard)|Body1]
    ).

%   of_move(+Atom, +R, +M) is semidet: Atom is of a copy, and so has answers for moves that are asked about.

of_move(Atom, R, M) :-
    functor(Atom, Name, Arity), copy_relation(Name/Arity),
    arg(1, Atom, R1), R1 == R, arg(2, Atom, M1), M1 == M.

new_names(Variables, RName, MName) :- new_name('R', Variables, RName), new_name('M', Variables, MName).

new_name(Base, Variables, Name) :-
    (   \+ memberchk(variable(Base, _, _), Variables) -> Name = Base
    ;   between(1, inf, I), atom_concat(Base, I, Name),
        \+ memberchk(variable(Name, _, _), Variables)
    ), !.

%   asked_rule(+Rules, +Inputs, +Askers, -Rule) is nondet: somebody asks about a move.

asked_rule(Rules, Inputs, Askers, rule(Head, Before, Source)) :-
    nth1(K, Askers, N/A),
    functor(General, N, A),
    member(rule(General, Body, Source), Rules),
    asking(rule(General, Body, Source), Inputs, after(R, M, _), Before),
    asked_atom(K, R, M, Head).

without_variants([], []).
without_variants([Rule|Rules0], [Rule|Rules]) :-
    Rule = rule(Head, Body, _),
    findall(Other, ( member(Other, Rules0), Other = rule(H, B, _), \+ same_rule(Head-Body, H-B) ), Rest),
    without_variants(Rest, Rules).

same_rule(H1-B1, H2-B2) :- strip_places(B1, C1), strip_places(B2, C2), H1-C1 =@= H2-C2.

% ---- names for human readers -----------------------------------------------

%!  copy_relation(+Name/Arity) is semidet.
%
%   It is one of the relations of the head of this file.

copy_relation(Name/_) :- atom(Name), sub_atom(Name, 0, 1, _, '$'), Name \== '$'.

%!  shown_relation(+Name/Arity, -Text) is det.
%
%   Text names a relation for human readers: one in the state after a move is `after a move: in_check/1`.

shown_relation(Name/Arity, Text) :-
    (   copy_relation(Name/Arity), functor(Atom, Name, Arity),
        after_literal(call(Atom), Kind, Shown)
    ->  shown_copy(Kind, Shown, Text)
    ;   format(string(Text), '~w', [Name/Arity])
    ).

shown_copy(asked, _, "moves asked about/2").
shown_copy(state, after(_, _, [call(Atom)]), Text) :-
    functor(Atom, N, A), format(string(Text), 'after a move: ~w', [N/A]).
shown_copy(step, call(with(_, Atom)), Text) :-
    functor(Atom, N, A), format(string(Text), 'in the step of a move: ~w', [N/A]).

%!  after_literal(+Literal, -Kind, -Shown) is semidet.
%
%   Literal is call(Copy) of a relation of the head of this file.  Shown is after(R, M, [call(Atom)]) for
%   one in the state after the move, call(with(does(R, M), Atom)) for one in the step to it, and
%   call(asked(R, M)) for a move that is asked about.

after_literal(call(Copy), Kind, Shown) :-
    compound(Copy),
    compound_name_arguments(Copy, Name, [R, M|As]),
    copy_relation(Name/_),
    (   atom_concat('$asked ', _, Name) -> Kind = asked, Shown = call(asked(R, M))
    ;   atom_concat('$after ', Rest, Name) -> Kind = state, first_space(Rest, Own),
        Atom =.. [Own|As], Shown = after(R, M, [call(Atom)])
    ;   atom_concat('$with ', Rest, Name) -> Kind = step, first_space(Rest, Own),
        Atom =.. [Own|As], Shown = call(with(does(R, M), Atom))
    ).

first_space(Rest, Own) :-
    once(sub_atom(Rest, _, 1, After, ' ')),
    sub_atom(Rest, _, After, 0, Own).
