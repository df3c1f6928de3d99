:- encoding(utf8).
:- module(dependency,
          [ edges/2,                    % +Rules, -Edges
            components/2,               % +Edges, -Components
            component_number/3,         % +Components, +PI, -Number
            rules_by_component/4,       % +Rules, +Components, +Numbers, -Groups
            reaching/3,                 % +Edges, +Targets, -PIs
            serving/3,                  % +Edges, +Callers, -PIs
            recursive/2,                % +Edges, -PIs
            graph/2,                    % +Edges, -Graph
            cycle/4                     % +Graph, +From, +To, -PIs
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(assoc),
              [assoc_to_list/2, empty_assoc/1, get_assoc/3, list_to_assoc/2, put_assoc/4]).
:- use_module(library(lists), [append/3, member/2, reverse/2]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_keys/2]).
:- use_module(logic(language/history), [history_edges/3]).

/** <module> The dependency graph of the relations

The graph has an `edge(Caller, Callee, Sign, Place)` for each literal of each rule, with
Caller and Callee as Name/Arity.  Sign is `negative` under a negation or a count, because
both need the complete extension of the callee first, and `positive` elsewhere.

A relation may seem to depend on itself although no chain of rules leads back to it:

    goal(R, 0) :- role(R), \+ goal(R, 100).
    goal(R, 100) :- wins(R).

or, of two roles,

    goal(white, V) :- count(S, held(white, S), V).
    goal(black, V) :- goal(white, W), V is 100 - W.

If the rules of mutually dependent relations can be ordered so that each uses only the
results of earlier ones, there is no recursion, and the Sign of the edges among them is
`settled`.

All operations take about as long as sorting the edges.
*/

%!  edges(+Rules, -Edges) is det.

edges(Rules, Edges) :-
    findall(edge(Caller, Callee, Sign, Place),
            ( member(rule(Head, Body, _), Rules),
              functor(Head, N, A), Caller = N/A,
              body_call(Body, positive, Sign, Place, Atom),
              functor(Atom, CN, CA), Callee = CN/CA ),
            Edges0),
    settle(Rules, Edges0, Edges1),
    history_edges(Rules, Edges1, Edges).

body_call(Body, Sign0, Sign, Place, Atom) :-
    member(P:L, Body),
    literal_call(L, P, Sign0, Sign, Place, Atom).

literal_call(call(Atom), Place, Sign, Sign, Place, Atom).
literal_call(not(Body), _, _, Sign, Place, Atom) :-
    body_call(Body, negative, Sign, Place, Atom).
literal_call(aggregate(_, _, Body, _), _, _, Sign, Place, Atom) :-
    body_call(Body, negative, Sign, Place, Atom).
literal_call(after(_, _, Body), _, _, settled, Place, Atom) :-   % in another state (after.pl)
    body_call(Body, settled, _, Place, Atom).
literal_call(or(Bodies), _, Sign0, Sign, Place, Atom) :-
    member(Body, Bodies),
    body_call(Body, Sign0, Sign, Place, Atom).

% ---- rule by rule ----------------------------------------------------------

%   The largest number of rules that are compared with each other.
most_rules(300).

settle(Rules, Edges0, Edges) :-
    components(Edges0, Components),
    findall(K, ( member(edge(Caller, Callee, _, _), Edges0),
                 inner(Components, Caller, Callee, K) ), Ks0),
    sort(Ks0, Ks),
    rules_by_component(Rules, Components, Ks, Groups),
    findall(K-settled,
            ( member(K-KRules, Groups), no_cycle_of_rules(K, Components, KRules) ),
            Pairs),
    (   Pairs == []
    ->  Edges = Edges0
    ;   list_to_assoc(Pairs, Settled),
        maplist(settle_edge(Components, Settled), Edges0, Edges)
    ).

inner(Components, Caller, Callee, K) :-
    component_number(Components, Caller, K),
    component_number(Components, Callee, K).

settle_edge(Components, Settled, edge(Caller, Callee, Sign0, Place),
            edge(Caller, Callee, Sign, Place)) :-
    (   inner(Components, Caller, Callee, K), get_assoc(K, Settled, _)
    ->  Sign = settled
    ;   Sign = Sign0
    ).

%!  rules_by_component(+Rules, +Components, +Ks, -Groups) is det.
%
%   Groups is a list of K-Rules for each component of the ordered set Ks that has rules.

rules_by_component(Rules, Components, Ks, Groups) :-
    findall(K-true, member(K, Ks), Wanted0),
    list_to_assoc(Wanted0, Wanted),
    findall(K-Rule,
            ( member(Rule, Rules), Rule = rule(Head, _, _),
              functor(Head, N, A), component_number(Components, N/A, K),
              get_assoc(K, Wanted, _) ),
            Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups).

no_cycle_of_rules(K, Components, Rules) :-
    findall(Head-Atoms,
            ( member(rule(Head, Body, _), Rules),
              findall(Head-Atom,
                      ( body_call(Body, positive, _, _, Atom),
                        functor(Atom, CN, CA),
                        component_number(Components, CN/CA, K) ),
                      Pairs0),
              same_head(Pairs0, Head, Atoms) ),
            Pairs),
    length(Pairs, Count),
    most_rules(Most), Count =< Most,
    numbered(Pairs, 1, Numbered),
    findall(I-J,
            ( member(rule(I, _, Atoms), Numbered), member(Atom, Atoms),
              member(rule(J, Head, _), Numbered),
              copy_term(Atom, Copy), \+ Copy \= Head ),
            Arcs),
    findall(edge(I, J, positive, none), member(I-J, Arcs), Edges),
    components(Edges, RuleComponents),
    \+ ( member(I-J, Arcs), inner(RuleComponents, I, J, _) ).

same_head([], _, []).
same_head([H-A|Pairs], Head, [A|As]) :- H = Head, same_head(Pairs, Head, As).

numbered([], _, []).
numbered([Head-Atoms|Pairs], I, [rule(I, Head, Atoms)|Rules]) :-
    I1 is I + 1,
    numbered(Pairs, I1, Rules).

% ---- components ------------------------------------------------------------

%!  components(+Edges, -Components) is det.
%
%   Components maps each relation to the number of its strongly connected component
%   (Tarjan 1972).

components(Edges, Components) :-
    graph(Edges, Graph),
    assoc_to_list(Graph, Pairs),
    pairs_keys(Pairs, PIs),
    empty_assoc(Empty),
    foldl(visit(Graph), PIs, tarjan(0, [], Empty, Empty), tarjan(_, _, _, Components)).

%!  graph(+Edges, -Graph) is det.
%
%   Graph maps each relation to the set of relations that its rules call, plus `none`.

graph(Edges, Graph) :-
    findall(Caller-Callee, member(edge(Caller, Callee, _, _), Edges), Arcs0),
    findall(Callee-none, member(edge(_, Callee, _, _), Edges), Leaves),
    append(Arcs0, Leaves, Arcs1),
    sort(Arcs1, Arcs),
    group_pairs_by_key(Arcs, Groups),
    list_to_assoc(Groups, Graph).

%   tarjan(Next, Stack, Low, Done): the next index, the relations on the stack, the index
%   of each visited relation, and the component of each finished relation.

visit(Graph, PI, T0, T) :-
    T0 = tarjan(_, _, Indexes, _),
    (   get_assoc(PI, Indexes, _) -> T = T0
    ;   connect(Graph, PI, T0, T, _)
    ).

connect(Graph, PI, tarjan(I, Stack, Indexes0, Done0), T, Low) :-
    I1 is I + 1,
    put_assoc(PI, Indexes0, I, Indexes),
    get_assoc(PI, Graph, Callees),
    connect_all(Callees, Graph, tarjan(I1, [PI|Stack], Indexes, Done0), T1, I, Low),
    (   Low =:= I
    ->  T1 = tarjan(I2, Stack1, Indexes2, Done1),
        finish(Stack1, PI, I, Done1, Stack2, Done),
        T = tarjan(I2, Stack2, Indexes2, Done)
    ;   T = T1
    ).

connect_all([], _, T, T, Low, Low).
connect_all([none|PIs], Graph, T0, T, Low0, Low) :- !,
    connect_all(PIs, Graph, T0, T, Low0, Low).
connect_all([PI|PIs], Graph, T0, T, Low0, Low) :-
    T0 = tarjan(_, _, Indexes, Done),
    (   get_assoc(PI, Done, _) -> T1 = T0, Low1 = Low0
    ;   get_assoc(PI, Indexes, I) -> T1 = T0, Low1 is min(Low0, I)
    ;   connect(Graph, PI, T0, T1, Low2), Low1 is min(Low0, Low2)
    ),
    connect_all(PIs, Graph, T1, T, Low1, Low).

finish([PI|Stack0], Root, K, Done0, Stack, Done) :-
    put_assoc(PI, Done0, K, Done1),
    (   PI == Root -> Stack = Stack0, Done = Done1
    ;   finish(Stack0, Root, K, Done1, Stack, Done)
    ).

%!  component_number(+Components, +PI, -Number) is semidet.

component_number(Components, PI, K) :- get_assoc(PI, Components, K).

%!  recursive(+Edges, -PIs) is det.
%
%   PIs are the relations that depend on themselves.

recursive(Edges, PIs) :-
    components(Edges, Components),
    findall(K, ( member(edge(Caller, Callee, Sign, _), Edges), Sign \== settled,
                 inner(Components, Caller, Callee, K) ), Ks0),
    sort(Ks0, Ks),
    findall(K-true, member(K, Ks), Pairs),
    list_to_assoc(Pairs, Recursive),
    assoc_to_list(Components, All),
    findall(PI, ( member(PI-K, All), get_assoc(K, Recursive, _) ), PIs).

% ---- reachability ----------------------------------------------------------

%!  reaching(+Edges, +Targets, -PIs) is det.
%
%   PIs are the Targets and all relations that depend on one of them.

reaching(Edges, Targets, PIs) :-
    findall(edge(Callee, Caller, positive, none), member(edge(Caller, Callee, _, _), Edges),
            Reversed),
    serving(Reversed, Targets, PIs).

%!  serving(+Edges, +Callers, -PIs) is det.
%
%   PIs are the Callers and all relations that they depend on.

serving(Edges, Callers, PIs) :-
    graph(Edges, Callees),
    empty_assoc(Empty),
    foldl(reach(Callees), Callers, Empty, Reached),
    assoc_to_list(Reached, Pairs),
    pairs_keys(Pairs, PIs).

reach(_, none, Reached, Reached) :- !.
reach(Callers, PI, Reached0, Reached) :-
    (   get_assoc(PI, Reached0, _) -> Reached = Reached0
    ;   put_assoc(PI, Reached0, true, Reached1),
        (   get_assoc(PI, Callers, Next)
        ->  foldl(reach(Callers), Next, Reached1, Reached)
        ;   Reached = Reached1
        )
    ).

%!  cycle(+Graph, +From, +To, -PIs) is semidet.
%
%   PIs is a shortest path of relations from From to To.

cycle(Graph, From, To, PIs) :-
    empty_assoc(Empty),
    put_assoc(From, Empty, true, Seen),
    level([[From]], Seen, Graph, To, Reversed),
    reverse(Reversed, PIs).

%   level(+Paths, +Seen, +Graph, +To, -Path): breadth first.

level(Paths, _, _, To, [To|Path]) :-
    memberchk([To|Path], Paths), !.
level(Paths, Seen0, Graph, To, Found) :-
    Paths = [_|_],
    further(Paths, Graph, Seen0, Seen, New),
    level(New, Seen, Graph, To, Found).

further([], _, Seen, Seen, []).
further([[PI|Path]|Paths], Graph, Seen0, Seen, New) :-
    ( get_assoc(PI, Graph, Callees) -> true ; Callees = [] ),
    unseen(Callees, [PI|Path], Seen0, Seen1, New, New1),
    further(Paths, Graph, Seen1, Seen, New1).

unseen([], _, Seen, Seen, New, New).
unseen([C|Cs], Path, Seen0, Seen, New0, New) :-
    (   ( C == none ; get_assoc(C, Seen0, _) )
    ->  Seen1 = Seen0, New0 = New1
    ;   put_assoc(C, Seen0, true, Seen1), New0 = [[C|Path]|New1]
    ),
    unseen(Cs, Path, Seen1, Seen, New1, New).
