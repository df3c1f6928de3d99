:- encoding(utf8).
:- module(static_checks,
          [ check_rules/3,              % +Kind, +Rules, -Faults
            local_faults/3,             % +Syntax, +Rules, -Faults
            forbidden/1                 % +PredicateIndicator
          ]).
:- use_module(library(apply), [exclude/3, maplist/2]).
:- use_module(library(assoc), [assoc_to_keys/2, get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(logic(checker/argument_values), [equated_sum/4]).
:- use_module(logic(checker/safety)).
:- use_module(logic(language/aggregates), [aggregate_word/2]).
:- use_module(logic(language/after), [after_fault/2]).
:- use_module(logic(language/decimals)).
:- use_module(logic(language/dependency)).
:- use_module(logic(language/descent)).
:- use_module(logic(language/history), [asks_history/1]).
:- use_module(logic(language/literals), [denial/2, inner_literal/3, spoilt/1, sum/1]).
:- use_module(logic(language/safe_order), [input_relations/2]).
:- use_module(logic(language/spelling)).
:- use_module(logic(language/vocabulary)).
:- use_module(logic(reader/prolog_reader), [named_term/3]).

/** <module> Static faults of a rule file

A list of rules (prolog_reader.pl) is sound if every relation that it uses is defined,
every variable is bound by a positive literal, negation and counting are stratified, and
recursion is bounded, so that each question has one finite answer.  Each kind of fault is
a clause of fault/2; all faults of a file are found in one run.

The conditions are those of the Game Description Language (Love et al. 2008, section 5),
extended to arithmetic and counting.

The clauses share a context(Rules, Edges, Components, Defined, Inputs, Names).  Edges and
Components are those of dependency.pl, Defined maps each relation with a rule to the place
of its first head, and Inputs are the input relations.  Names is names(Kind, Hidden, Suspects):
what the file is, the names of the clauses that could not be read, or `all`, and the relations that have
rules but are never used.
*/

most_faults(500).

%!  check_rules(+Kind, +Rules, -Faults) is det.
%
%   Kind is the name of a kind (kinds.pl).  Faults has a fault(Severity, Code, Place, Arguments) for each fault of Rules, in the
%   order of the text.

check_rules(Kind, Rules, Faults) :-
    edges(Rules, Edges),
    components(Edges, Components),
    heads(Rules, Defined),
    hidden(Rules, Hidden),
    suspects(Edges, Defined, Suspects),
    input_relations(Rules, Inputs),
    Context = context(Rules, Edges, Components, Defined, Inputs, names(Kind, Hidden, Suspects)),
    findall(Fault, fault(Context, Fault), Faults0),
    sort(Faults0, Faults1),
    sort(3, @=<, Faults1, Faults2),
    unbound_places(Faults2, Unbound),
    exclude(singleton_at(Unbound), Faults2, Faults3),
    first_faults(Faults3, Faults).

%!  local_faults(+Syntax, +Rules, -Faults) is det.
%
%   Faults are those that only the Game Description Language does not allow: variables that only a
%   caller binds, or that occur only inside a negation, and recursion that ends only because its
%   callers give an argument.  If the name of a variable in a negation begins with `_`, Prolog and pyggp
%   have a meaning for it, so it is a fault in KIF and HRF alone.  The search ends at the number of
%   faults that are reported.

local_faults(Syntax, Rules, Faults) :-
    most_faults(Most),
    More is Most + 1,
    input_relations(Rules, Inputs),
    findall(Fault,
            limit(More, ( local_fault(Syntax, Rules, Inputs, Fault)
                        ; given_recursion(Rules, Inputs, Fault) )),
            Faults0),
    sort(Faults0, Faults1),
    first_faults(Faults1, Faults).

local_fault(Syntax, Rules, Inputs, fault(error, unbound, Place, [Name, Why])) :-
    member(Rule, Rules),
    Rule = rule(_, _, source(_, _, Variables)),
    (   local_variable(Rule, V, LiteralPlace), Why = negation
    ;   given_variable(Rule, Inputs, V, LiteralPlace), Why = none
    ),
    variable_place(Variables, V, LiteralPlace, Name, Place),
    \+ ( Why == negation, \+ memberchk(Syntax, [kif, hrf]), sub_atom(Name, 0, 1, _, '_') ).

%   given_recursion(+Rules, +Inputs, -Fault) is nondet: recursion of a helper that needs arguments
%   builds terms for ever without them.

given_recursion(Rules, Inputs, fault(error, unbounded_recursion, Place, [PI])) :-
    findall(Helper, ( member(Helper-_, Inputs), \+ relation_mark(Helper, input(_)) ), Helpers),
    Helpers = [_|_],
    edges(Rules, Edges),
    components(Edges, Components),
    recursive_rules(context(Rules, Edges, Components, none, [], none), K, Recursive),
    \+ keeps_restriction(Recursive, [], Components, K),
    member(Rule, Recursive),
    Rule = rule(Head, _, source(_, Place, _)),
    functor(Head, N, A), PI = N/A,
    memberchk(PI, Helpers),
    unbounded(Rule, [], in_component(Components, K)).

%   given_variable(+Rule, +Inputs, -Variable, -Place) is nondet: only a caller binds it.

given_variable(Rule, Inputs, Variable, Place) :-
    Rule = rule(Head, _, _),
    functor(Head, N, A),
    memberchk(N/A-_, Inputs), \+ relation_mark(N/A, input(_)),
    unbound(Rule, [], Unbound),
    member(unbound(Variable, Place, _), Unbound).

heads(Rules, Defined) :-
    findall(N/A-Place,
            ( member(rule(Head, _, source(_, Place, _)), Rules),
              functor(Head, N, A) ),
            Pairs0),
    sort(1, @<, Pairs0, Pairs),
    list_to_assoc(Pairs, Defined).

hidden(Rules, Hidden) :-
    findall(Name, member(unreadable(Name), Rules), Names),
    ( member(Name, Names), var(Name) -> Hidden = all ; Hidden = Names ).

%   Relations that no rule uses and that are not part of the language.

most_suspects(200).

suspects(Edges, Defined, Suspects) :-
    findall(PI-true, member(edge(_, PI, _, _), Edges), Asked0),
    sort(Asked0, Asked1),
    list_to_assoc(Asked1, Asked),
    assoc_to_keys(Defined, PIs),
    most_suspects(Most),
    findall(PI, limit(Most, suspect(PIs, Asked, PI)), Suspects).

suspect(PIs, Asked, PI) :-
    member(PI, PIs),
    \+ relation(PI, _, _),
    \+ get_assoc(PI, Asked, _).

%   asked_unread(+Context, +PI) is semidet: no rule asks the helper PI, but a clause that could not be
%   read may ask it, and bind its arguments.

asked_unread(context(_, _, _, _, _, names(_, Hidden, Suspects)), PI) :-
    Hidden \== [],
    memberchk(PI, Suspects).

may_be_hidden(context(_, _, _, _, _, names(_, Hidden, _)), Name) :-
    ( Hidden == all -> true ; memberchk(Name, Hidden) ).

%   An unbound variable is a more precise fault than one that occurs only once, and than the one
%   that may be meant in its place.

unbound_places(Faults, Places) :-
    findall(Place-true,
            ( member(fault(_, unbound, At, [_, Why]), Faults),
              ( Place = At ; Why = alone(_, Place) ) ),
            Pairs0),
    sort(Pairs0, Pairs),
    list_to_assoc(Pairs, Places).

singleton_at(Places, fault(_, singleton, Place, _)) :- get_assoc(Place, Places, _).

first_faults(Faults0, Faults) :-
    most_faults(Most),
    length(First, Most),
    (   append(First, [fault(_, _, Place, _)|_], Faults0)
    ->  append(First, [fault(error, too_many, Place, [Most])], Faults)
    ;   Faults = Faults0
    ).

% ---- variables -------------------------------------------------------------

fault(Context, fault(error, unbound, Place, [Name, Why])) :-
    Context = context(Rules, Edges, _, _, Inputs, _),
    member(Rule, Rules),
    Rule = rule(Head, Body, source(_, _, Variables)),
    Head \= '$head'(_),
    functor(Head, HeadName, Arity),
    \+ asked_unread(Context, HeadName/Arity),
    unbound(Rule, Inputs, Unbound),
    member(unbound(V, LiteralPlace, Why0), Unbound),
    variable_place(Variables, V, LiteralPlace, Name, Place),
    (   in_lower_case(Name, Body, Lower) -> Why = name(Lower)
    ;   lacks_named(Rule, V) -> Why = lacks
    ;   only_once(Variables, V, Other, Alone) -> Why = alone(Other, Alone)
    ;   inner_literal(Body, _, between(Low, High, X)), integer(X), ( V == Low ; V == High )
    ->  Why = between
    ;   Why0 == none, must_be_given(Body, LiteralPlace, V, Inputs, PI, I) -> Why = given(PI, I)
    ;   Why0 == fact, memberchk(edge(_, HeadName/Arity, _, _), Edges), \+ relation(HeadName/Arity, _, _)
    ->  Why = asked(HeadName/Arity)
    ;   compared(Body, V, Sum0) -> named_term(Sum0, Variables, Sum), Why = computed(Sum)
    ;   Why = Why0
    ).
fault(Context, fault(warning, singleton, Place, [Name|Apart])) :-
    Context = context(Rules, _, _, _, _, _),
    member(rule(_, Body, source(_, _, Variables)), Rules),
    member(variable(Name, V, [Place]), Variables),
    \+ sub_atom(Name, 0, _, _, '_'),
    \+ in_forbidden(Context, Body, Place),
    ( member(variable(Name, W, _), Variables), W \== V -> Apart = [apart] ; Apart = [] ).

fault(context(Rules, _, _, _, _, _), fault(error, equated_sum, Place, [Variable, Sum])) :-
    equated_sum(Rules, Place, Variable, Sum).

% ---- relations that are used but not defined --------------------------------

fault(Context, fault(error, Code, Place, [Name/Arity|Arguments])) :-
    Context = context(Rules, Edges, _, _, _, _),
    undefined(Context, Verdicts),
    member(edge(_, Name/Arity, _, Place0), Edges),
    get_assoc(Name/Arity, Verdicts, Code-Arguments0),
    (   Code == forbidden_builtin, members_written(Rules, Name/Arity, Place0, Members)
    ->  Arguments = [members(Members)]
    ;   Arguments = Arguments0
    ),
    name_place(Name/Arity, Place0, Place).
fault(Context, fault(error, Code, Place, [PI|Arguments])) :-
    Context = context(Rules, _, _, _, _, _),
    undefined(Context, Verdicts),
    reason_relation(Rules, PI, Place),
    get_assoc(PI, Verdicts, Code-Arguments).
fault(context(Rules, Edges, _, Defined, _, names(What, _, _)),
      fault(error, arity, Place, [Name/Arity, Expected])) :-
    (   member(rule(Head, _, source(_, Place, _)), Rules), functor(Head, Name, Arity),
        ( What == space -> Kinds = [space, literal] ; Kinds = [game, literal] )
    ;   member(edge(_, Name/Arity, _, Place), Edges),
        ( get_assoc(Name/Arity, Defined, _) -> Kinds = [] ; Kinds = [game, literal, builtin] )
    ;   reason_relation(Rules, Name/Arity, Place),
        \+ get_assoc(Name/Arity, Defined, _), Kinds = [game, literal, builtin]
    ),
    once(( relation(Name/Expected, Kind, _), memberchk(Kind, Kinds) )),
    \+ relation(Name/Arity, _, _).
fault(context(_, Edges, _, _, _, _), fault(error, head_only, Place, [next/1])) :-
    member(edge(_, next/1, _, Place0), Edges),
    name_place(next/1, Place0, Place).
fault(Context, fault(error, missing, 0-1, [PI])) :-
    missing(Context, PI),
    \+ misspelt(Context, PI, _, _).
fault(Context, fault(error, misspelt, Place, [PI, Meant])) :-
    missing(Context, Meant),
    misspelt(Context, Meant, PI, Place).
fault(Context, fault(warning, misspelt, Place, [PI, Meant])) :-
    optional(Context, Meant),
    misspelt(Context, Meant, PI, Place).
fault(context(_, _, _, Defined, _, names(_, _, Suspects)),
      fault(warning, misspelt, Place, [Name/Arity, Name/Expected])) :-
    member(Name/Arity, Suspects),
    once(( relation(Name/Expected, option, _), get_assoc(Name/Expected, Defined, _) )),
    get_assoc(Name/Arity, Defined, Place0),
    name_place(Name/Arity, Place0, Place).
fault(Context, fault(error, no_rules, 0-1, [])) :-
    Context = context(Rules, _, _, _, _, _),
    Rules == [].
fault(context(Rules, _, _, Defined, _, _), fault(warning, unused_reason, Place, Why)) :-
    unused_reason(Rules, Defined, Place, Why).
fault(Context, fault(warning, never_true, Place, [PI, Closest])) :-
    never_produced(Context, [init/1, next/1], true/1, PI, Place, Closest).
fault(Context, fault(warning, never_legal, Place, [PI, Closest])) :-
    never_produced(Context, [legal/2], does/2, PI, Place, Closest).

fault(context(Rules0, _, _, _, _, _), Fault) :-
    findall(Rule, ( member(Rule, Rules0), Rule = rule(_, _, _) ), Rules),
    after_fault(Rules, Fault).

% ---- dependencies ----------------------------------------------------------

fault(context(_, Edges, Components, _, _, _), fault(error, negative_cycle, Place, [Cycle])) :-
    most_cycles(Most),
    limit(Most, negative_inside(Edges, Components, Graph, Caller, Callee, Place)),
    cycle(Graph, Callee, Caller, Path),
    append(Path, [Callee], Cycle).
fault(Context, fault(error, unbounded_recursion, Place, [N/A|Given])) :-
    Context = context(_, _, Components, _, Inputs, _),
    recursive_rules(Context, K, Rules),
    \+ keeps_restriction(Rules, Inputs, Components, K),
    \+ counting(Rules, Inputs, in_component(Components, K)),
    \+ descends(Rules, Inputs, in_component(Components, K)),
    member(Rule, Rules),
    Rule = rule(Head, _, source(_, Place, _)),
    functor(Head, N, A),
    (   memberchk(N/A-_, Inputs) -> Given = [given]
    ;   unbounded(Rule, Inputs, in_component(Components, K)), Given = []
    ).
fault(context(_, Edges, _, _, _, names(Kind, _, _)),
      fault(error, depends, Place, [Head, Literal])) :-
    member(Literal, [true/1, does/2]),
    exclude(asks_next, Edges, Edges1),  % next/1 in a body is a fault of its own
    reaching(Edges1, [Literal], PIs0),
    pairs_true(PIs0, Reaching),
    member(edge(Head, Callee, _, Place), Edges1),
    get_assoc(Callee, Reaching, _),
    independent(Kind, Head, Literal).

% ---- histories --------------------------------------------------------------

fault(context(Rules, Edges, _, _, _, _), fault(error, after_goal, Place, [PI])) :-
    asks_history(Rules),
    reaching(Edges, [occurred/1, 'occurred after'/3], PIs),
    member(rule(_, Body, _), Rules),
    inner_literal(Body, _, after(_, _, Goal)),
    inner_literal(Goal, Place, call(Atom)),
    functor(Atom, N, A), PI = N/A,
    memberchk(PI, PIs).
fault(context(Rules, Edges, _, Defined, _, _), fault(error, no_position, Place, [Word])) :-
    asks_history(Rules),
    \+ get_assoc(position_part/1, Defined, _),
    member(edge(_, Word, _, Place0), Edges),
    memberchk(Word, [occurred/1, 'occurred after'/3]),
    \+ get_assoc(Word, Defined, _),
    name_place(Word, Place0, Place).
fault(context(Rules, Edges, _, Defined, _, _), fault(error, constant_position, Place, [])) :-
    asks_history(Rules),
    get_assoc(position_part/1, Defined, Place),
    reaching(Edges, [true/1], PIs),
    \+ memberchk(position_part/1, PIs).
fault(context(Rules, Edges, _, _, _, _), fault(error, after_cycle, Place, [])) :-
    asks_history(Rules),
    exclude(asks_next, Edges, Edges1),
    reaching(Edges1, ['occurred after'/3], PIs),
    memberchk(next/1, PIs),
    member(edge(next/1, Asked, _, Place), Edges1), memberchk(Asked, PIs), !.

fault(context(Rules, _, _, _, _, _), fault(Severity, Code, Place, Arguments)) :-
    member(rule(Head, Body, source(_, Place, Variables)), Rules),
    bad_head(Head, Body, Severity, Code, Arguments0),
    \+ spoilt(Arguments0),
    named_term(Arguments0, Variables, Arguments).
fault(context(Rules, _, _, _, _, _), fault(error, parameter_twice, Place, [Name])) :-
    findall(N-P, ( member(rule(parameter(N, _), _, source(_, P, _)), Rules), atom(N) ),
            Pairs0),
    sort(1, @=<, Pairs0, Pairs),
    append(_, [Name-_, Name-Place|_], Pairs).
fault(context(Rules, _, _, _, _, _),
      fault(error, parameter_type, Place, [Name, Value, position])) :-
    member(rule(position_parameter(Name), [], source(_, Place, _)), Rules),
    atom(Name),
    memberchk(rule(parameter(Name, Value), [], _), Rules),
    plain_value(Value),
    \+ ( is_list(Value), maplist(character, Value) ).
fault(context(Rules, _, _, _, _, _), fault(error, start_twice, Place, [])) :-
    findall(P, member(rule(start(_), [], source(P, _, _)), Rules), [_|Places]),
    member(Place, Places).
fault(context(Rules, _, _, _, _, _), fault(error, not_a_fluent, Place, [F])) :-
    asked(Rules, true/1, F, Place),
    integer(F).
fault(context(Rules, _, _, _, _, _), fault(warning, unevaluated, Place, [Named])) :-
    member(rule(Head, Body, source(_, HeadPlace, Variables)), Rules),
    (   Atom = Head, AtomPlace = HeadPlace
    ;   asked_in(Body, Atom, AtomPlace)
    ;   inner_literal(Body, AtomPlace, test(distinct(X, Y))), Atom = distinct(X, Y)
    ),
    compound(Atom),
    once(sum_inside(Atom, Sum)),
    (   term_variables(Sum, [V|_]) -> variable_place(Variables, V, AtomPlace, _, Place)
    ;   Place = AtomPlace
    ),
    named_term(Sum, Variables, Named).

%   must_be_given(+Body, +Place, +V, +Inputs, -PI, -I): V is in argument I of the literal at Place,
%   which must be given to the relation PI.

must_be_given(Body, Place, V, Inputs, N/A, I) :-
    inner_literal(Body, Place, call(Atom)),
    functor(Atom, N, A),
    memberchk(N/A-Places, Inputs),
    member(I, Places), arg(I, Atom, Argument),
    sub_term(Part, Argument), Part == V, !.

%   in_lower_case(+Name, +Body, -Lower): a literal has a name where the variable Name is missing.

in_lower_case(Name, Body, Lower) :-
    downcase_atom(Name, Lower), Lower \== Name,
    asked_in(Body, Atom, _),
    sub_term(Part, Atom), Part == Lower, !.

%   only_once(+Variables, +V, -Name, -Place): the one other variable that occurs only once in the
%   rule, at Place.

only_once(Variables, V, Name, Place) :-
    findall(N-P, ( member(variable(N, W, [P]), Variables), W \== V,
                   \+ sub_atom(N, 0, _, _, '_') ), [Name-Place]).

%   compared(+Body, +V, -Sum): V is compared with the value of Sum, which was probably meant to
%   compute it.

compared(Body, V, Sum) :-
    inner_literal(Body, _, Literal),
    (   Literal = test(A =:= B)
    ;   Literal = test(distinct(A, B))
    ;   Literal = not([_:test(distinct(A, B))])
    ),
    ( V == A, Sum = B ; V == B, Sum = A ),
    compound(Sum), Sum =.. [Operator, _, _],
    memberchk(Operator, [+, -, *, //, mod]), !.

asks_next(edge(_, next/1, _, _)).

most_cycles(30).

%   A negation of Callee by Caller, which are mutually recursive; Graph is the graph of the
%   mutually recursive relations.

negative_inside(Edges, Components, Graph, Caller, Callee, Place) :-
    findall(K, ( member(edge(A, B, negative, _), Edges), component_number(Components, A, K),
                 component_number(Components, B, K) ), Ks0),
    sort(Ks0, Ks),
    member(K, Ks),
    findall(edge(A, B, S, P),
            ( member(edge(A, B, S, P), Edges), component_number(Components, A, K),
              component_number(Components, B, K) ),
            Inner),
    graph(Inner, Graph),
    member(edge(Caller, Callee, negative, Place), Inner).

%   recursive_rules(+Context, -K, -Rules): the rules with a body of the mutually recursive
%   relations of component K.

recursive_rules(context(Rules, Edges, Components, _, _, _), K, KRules) :-
    recursive(Edges, PIs),
    findall(K0, ( member(PI, PIs), component_number(Components, PI, K0) ), Ks0),
    sort(Ks0, Ks),
    rules_by_component(Rules, Components, Ks, Groups),
    member(K-All, Groups),
    findall(Rule, ( member(Rule, All), Rule = rule(_, [_|_], _) ), KRules).

keeps_restriction(Rules, Inputs, Components, K) :-
    \+ ( member(rule(Head, _, _), Rules), functor(Head, N, A), memberchk(N/A-_, Inputs) ),
    \+ ( member(Rule, Rules),
         \+ restricted(Rule, Inputs, in_component(Components, K)) ).

in_component(Components, K, PI) :- component_number(Components, PI, K).

pairs_true(PIs, Assoc) :-
    findall(PI-true, member(PI, PIs), Pairs),
    list_to_assoc(Pairs, Assoc).

% ---- variables -------------------------------------------------------------

%   The place to report: the occurrence in the literal, or else the first one.
variable_place(Variables, V, From-To, Name, Place) :-
    member(variable(Name, W, Places), Variables), W == V, !,
    (   member(Place, Places), Place = F-T, F >= From, T =< To
    ->  true
    ;   Places = [Place|_]
    ).

%   in_forbidden(+Context, +Body, +Place): Place lies in the call of a predicate of Prolog, which
%   is a fault of its own.

in_forbidden(Context, Body, From-_) :-
    asked_in(Body, Atom, First-Last),
    From >= First, From < Last,
    functor(Atom, Name, Arity),
    is_undefined(Name/Arity, Context),
    forbidden(Name/Arity), !.

%   name_place(+Name/Arity, +AtomPlace, -Place): Place is that of the name in an atom, or of
%   the whole atom if the name is an infix operator.
name_place(Name/Arity, From-To, From-End) :-
    (   Arity =:= 2, current_op(_, _, system:Name)
    ->  End = To
    ;   format(atom(Quoted), '~q', [Name]),
        atom_length(Quoted, Length),
        End is min(To, From + Length)
    ).

%   members_written(+Rules, +PI, +Place, -Members) is semidet: Members are in the list that member/2 has
%   in the text at Place.

members_written(Rules, PI, Place, Members) :-
    memberchk(PI, [member/2, memberchk/2]),
    member(rule(_, Body, _), Rules),
    asked_in(Body, Atom, Place),
    functor(Atom, Name, Arity), PI == Name/Arity,
    arg(2, Atom, Members),
    is_list(Members), ground(Members), Members = [_|_], !.

% ---- relations that are used but not defined --------------------------------

%   undefined(+Context, -Verdicts): Verdicts maps each relation that is used but has no
%   rule to Code-Arguments.

most_suggestions(100).

%   With how many names undefined relations are compared in all.

most_comparisons(100_000).

undefined(Context, Verdicts) :-
    Context = context(Rules, Edges, _, Defined, _, _),
    findall(PI,
            ( ( member(edge(_, PI, _, _), Edges) ; reason_relation(Rules, PI, _) ),
              is_undefined(PI, Context) ),
            PIs0),
    sort(PIs0, PIs),
    assoc_to_keys(Defined, Known0),
    findall(PI, relation(PI, literal, _), Known1),
    findall(PI, relation(PI, builtin, _), Known2),
    append(Known1, Known2, Known3),
    append(Known0, Known3, Known),
    findall(N/A, ( produced(Rules, [init/1, next/1], F), callable(F), functor(F, N, A) ),
            Fluents),
    most_comparisons(Most),
    length(Known, Each),
    verdicts(PIs, Most-Each, Known-Fluents, Pairs),
    list_to_assoc(Pairs, Verdicts).

is_undefined(Name/Arity, Context) :-
    Context = context(_, _, _, Defined, _, _),
    \+ get_assoc(Name/Arity, Defined, _),
    \+ ( relation(Name/Arity, Kind, _), memberchk(Kind, [game, literal, option]) ),
    (   aggregate_word(Name/Arity, _) -> true       % without a goal
    ;   \+ ( relation(Name/_, Kind, _), memberchk(Kind, [game, literal, builtin]) )
    ),
    \+ may_be_hidden(Context, Name).

verdicts([], _, _, []).
verdicts([PI|PIs], Left-Each, Known, [PI-Verdict|Pairs]) :-
    Known = Relations-Fluents,
    (   memberchk(PI, Fluents)
    ->  Verdict = unknown_predicate-[fluent]
    ;   aggregate_word(PI, _)
    ->  Verdict = unknown_predicate-[goal]
    ;   other_arity(PI, Relations, Closest)
    ->  Verdict = unknown_predicate-[Closest]
    ;   PI = and/_
    ->  Verdict = unknown_predicate-[conjunction]
    ;   forbidden(PI)
    ->  Verdict = forbidden_builtin-[]
    ;   Left > 0, closest_relation(PI, Relations, Closest)
    ->  Verdict = unknown_predicate-[Closest]
    ;   Verdict = unknown_predicate-[none]
    ),
    Left1 is Left - Each,
    verdicts(PIs, Left1-Each, Known, Pairs).

other_arity(Name/_, Known, Name/Arity) :- memberchk(Name/Arity, Known).

%!  forbidden(+Name/Arity) is semidet.
%
%   It is a predicate of Prolog, which no rule file may call.

forbidden(Name/Arity) :-
    functor(Goal, Name, Arity),
    (   predicate_property(system:Goal, defined) -> true
    ;   '$autoload':library_index(Goal, _, _) -> true
    ).

%   missing(+Context, -PI): a relation that a rule file needs and does not define.

missing(Context, Name/Arity) :-
    Context = context(Rules, _, _, Defined, _, names(Kind, _, _)),
    Rules \== [],
    needed(Kind, Defined, Name/Arity),
    \+ get_assoc(Name/Arity, Defined, _),
    \+ may_be_hidden(Context, Name),
    \+ defined_name(Defined, Name).

needed(game, _, PI) :- relation_mark(PI, needed).
needed(space, _, start/1).
needed(space, _, is_goal/1).
needed(space, Defined, arc/2) :-
    \+ get_assoc(arc/3, Defined, _),
    \+ get_assoc(neighbours/2, Defined, _).

%   Another number of arguments is a separate fault.
defined_name(Defined, Name) :-
    once(( relation(Name/_, Kind, _), memberchk(Kind, [game, space]) )),
    assoc_to_keys(Defined, PIs),
    memberchk(Name/_, PIs).

optional(Context, Name/Arity) :-
    Context = context(_, _, _, Defined, _, _),
    relation(Name/Arity, Kind, _),
    memberchk(Kind, [game, option, space]),
    \+ get_assoc(Name/Arity, Defined, _),
    \+ missing(Context, Name/Arity).

%   misspelt(+Context, +Meant, -PI, -Place): PI has rules but is never used, and its name
%   is similar to that of Meant.

misspelt(context(_, _, _, Defined, _, names(_, _, Suspects)), Meant/Arity, Name/Arity1, Place) :-
    member(Name/Arity1, Suspects),
    (   Arity1 =:= Arity -> nearly(Meant, Name)
    ;   Name == Meant, relation(Meant/Arity, option, _)
    ),
    get_assoc(Name/Arity1, Defined, Place0),
    name_place(Name/Arity1, Place0, Place).

nearly(Meant, Name) :-
    atom_length(Meant, Length), Length > 2,
    ( Length < 7 -> Limit = 1 ; Limit = 2 ),
    atom_length(Name, NameLength), abs(NameLength - Length) =< Limit,
    distance(Meant, Name, Edits),
    Edits > 0, Edits =< Limit.

%   A fluent or a move that is used but defined by no head.

never_produced(Context, Producers, Literal, PI, Place, Closest) :-
    Context = context(Rules, _, _, _, _, _),
    \+ ( member(Producer/_, Producers), may_be_hidden(Context, Producer) ),
    \+ ( member(Producer, Producers), misspelt(Context, Producer, _, _) ),
    findall(N/A, ( produced(Rules, Producers, X), nonvar(X), functor(X, N, A) ), PIs0),
    sort(PIs0, PIs),
    \+ ( produced(Rules, Producers, X), var(X) ),
    findall(P, ( asked_kind(Rules, Literal, P, _), \+ memberchk(P, PIs) ), Missing0),
    sort(Missing0, Missing),
    most_suggestions(Most),
    limit(Most, ( member(PI, Missing), \+ implicit(Literal, PI) )),
    (   closest_relation(PI, PIs, Closest) -> true
    ;   Literal == true/1, Context = context(_, _, _, Defined, _, _), get_assoc(PI, Defined, _)
    ->  Closest = relation
    ;   Literal == does/2, PI = _/Arity, PIs = [Only/Arity] -> Closest = Only/Arity
    ;   Closest = none
    ),
    asked_kind(Rules, Literal, PI, Place).

implicit(does/2, noop/0).

asked_kind(Rules, Literal, Name/Arity, Place) :-
    asked(Rules, Literal, Asked, Place),
    callable(Asked),
    functor(Asked, Name, Arity).

produced(Rules, Producers, X) :-
    member(rule(Head, _, _), Rules),
    functor(Head, N, A),
    memberchk(N/A, Producers),
    arg(A, Head, X).

%   asked(+Rules, +Name/Arity, -Argument, -Place): the last argument of a literal.

asked(Rules, Name/Arity, Asked, Place) :-
    member(rule(_, Body, _), Rules),
    asked_in(Body, Atom, Place),
    functor(Atom, Name, Arity),
    arg(Arity, Atom, Asked).

asked(Rules, Literal, Asked, Place) :-
    reason_atom(Rules, Atom, Place),
    (   member(Atom, [true(Asked), next(Asked)]), Literal = true/1
    ;   ( Atom = does(_, Asked) ; Atom = legal(_, Asked) ), Literal = does/2
    ).

asked_in(Body, Atom, Place) :- inner_literal(Body, Place, call(Atom)).

% ---- reasons ---------------------------------------------------------------

%   reason_atom(+Rules, -Atom, -Place) is nondet: a rule of reason/2 is about Atom.

reason_atom(Rules, Atom, Place) :-
    member(rule(reason(Term, _), _, source(_, Place, _)), Rules),
    said_atom(Term, Atom).

said_atom(Term, Atom) :-
    nonvar(Term),
    ( denial(Term, Atom) -> true ; Atom = Term ),
    callable(Atom),
    \+ is_comparison(Atom).

is_comparison(Atom) :- functor(Atom, Name, 2), current_op(700, xfx, Name).

reason_relation(Rules, Name/Arity, Place) :-
    reason_atom(Rules, Atom, Place),
    functor(Atom, Name, Arity).

%   unused_reason(+Rules, +Defined, -Place, -Why) is nondet: Why is covered(Term) if a fact before
%   the reason says Term in words, and never(Atom) if no head gives it.

unused_reason(Rules, _, Place, [covered, Named]) :-
    append(Before, [rule(reason(Term, _), _, source(_, Place, _))|_], Rules),
    once(( member(rule(reason(General, _), [], source(_, _, Variables)), Before),
           nonvar(Term), nonvar(General), subsumes_term(General, Term) )),
    named_term(General, Variables, Named).
unused_reason(Rules, Defined, Place, [never, Named]) :-
    member(rule(reason(Term, _), _, source(_, Place, Variables)), Rules),
    said_atom(Term, Atom),
    functor(Atom, Name, Arity),
    (   get_assoc(Name/Arity, Defined, _)
    ->  \+ memberchk(Name/Arity, [legal/2, init/1, next/1]),
        \+ ( member(rule(Head, _, _), Rules), \+ Head \= Atom )
    ;   relation(Name/Arity, builtin, _)
    ),
    named_term(Atom, Variables, Named).

%   lacks_named(+Rule, +Variable) is semidet: only a text of the head has Variable, and the terms
%   that the head is given lack it.

lacks_named(rule(Head, _, _), V) :-
    functor(Head, Name, Arity),
    relation_mark(Name/Arity, display),
    relation_mark(Name/Arity, input(Given)),
    \+ ( arg(I, Head, Argument), I =< Given, sub_term(Part, Argument), Part == V ),
    arg(Arity, Head, Text), sub_term(Part, Text), Part == V, !.

% ---- allowed dependencies --------------------------------------------------

%   independent(+Kind, +PI, +Literal): PI must not depend on Literal in a file of Kind.

independent(Kind, PI, Literal) :-
    relation_layer(PI, Layer),
    (   Literal = true/1 -> Layer == static
    ;   memberchk(Layer, [static, state])
    ),
    ( relation(PI, space, _) -> Kind == space ; true ).

% ---- the arguments of the language's own relations -------------------------

bad_head(parameter(Name, _), _, error, parameter_name, [Name, parameter]) :- \+ atom(Name).
bad_head(parameter(Name, _), [_|_], error, header_rule, [parameter/2, Name]).
bad_head(parameter(Name, Value), [], error, parameter_type, [Name, Value]) :-
    atom(Name),
    \+ plain_value(Value).
bad_head(position_parameter(Name), _, error, parameter_name, [Name, position_parameter]) :-
    \+ atom(Name).
bad_head(position_parameter(Name), [_|_], error, header_rule, [position_parameter/1, Name]).
bad_head(weight(Name, Weight), _, error, weight_type, [Name, Weight]) :-
    nonvar(Weight), \+ integer(Weight), \+ decimal(Weight, _).
bad_head(weight(Name, Weight), _, error, weight_type, [Name, Weight, large]) :-
    integer(Weight), abs(Weight) >= 1 << 49.
bad_head(weight(Role, _, _), _, error, weight_type, [Role, role]) :-
    nonvar(Role), Role \== random.
bad_head(weight(_, _, Weight), _, error, weight_type, [Weight, chance]) :-
    nonvar(Weight), \+ ( integer(Weight), Weight >= 1, Weight < 1 << 31 ).
bad_head(expand(Plies), _, error, argument_type, [expand/1, Plies]) :-
    nonvar(Plies), \+ ( integer(Plies), Plies >= 0 ).
bad_head(advice(Rank, _, _), _, error, argument_type, [advice/3, Rank]) :-
    nonvar(Rank), \+ integer(Rank).
bad_head(reason(Term, _), _, error, argument_type, [reason/2, Term]) :-
    \+ said_atom(Term, _).
bad_head(Head, _, error, argument_type, [Name/1, Text]) :-
    ( Head = title(Text) ; Head = source(Text) ; Head = about(Text) ),
    functor(Head, Name, 1),
    \+ may_be_plain(Text).
bad_head(include(_), _, error, include, [here]).
bad_head(constant_sum(Sum), _, error, sum_type, [Sum]) :-
    nonvar(Sum), \+ integer(Sum).
bad_head(repetition(Worth), _, error, argument_type, [repetition/1, Worth]) :-
    nonvar(Worth), \+ integer(Worth), Worth \== draw.
bad_head(repetition(_, Worth), _, error, argument_type, [repetition/2, Worth]) :-
    nonvar(Worth), \+ integer(Worth).
bad_head(rows(Order), _, error, argument_type, [rows/1, Order]) :-
    atom(Order), \+ memberchk(Order, [from_below, from_above]).
bad_head(draw_colour(_, Colour), _, error, argument_type, [draw_colour/2, Colour]) :-
    nonvar(Colour), \+ colour(Colour).
bad_head(goal(Role, Value), _, error, goal_type, [Role, Value]) :-
    nonvar(Value), \+ integer(Value).
bad_head(Head, _, error, undrawn, [Column, Row]) :-
    drawn_square(Head, Column, Row),
    member(Number, [Column, Row]),
    nonvar(Number), \+ integer(Number), !.
bad_head(neighbours(_, Ns), _, error, neighbours_type, [Ns]) :-
    '$skip_list'(_, Ns, Tail), nonvar(Tail), Tail \== [].
bad_head(Head, _, error, not_a_fluent, [F]) :-
    ( Head = init(F) ; Head = next(F) ),
    nonvar(F), \+ callable(F).

%   drawn_square(+Head, -Column, -Row) is nondet.

drawn_square(draw(Column, Row, _), Column, Row).
drawn_square(draw_name(Column, Row, _), Column, Row).
drawn_square(draw_line(Column, Row, _, _), Column, Row).
drawn_square(draw_line(_, _, Column, Row), Column, Row).

plain_value(Value) :- atomic(Value), Value \== [].
plain_value(Values) :- is_list(Values), maplist(plain_value, Values).

%   may_be_plain(+Term) is semidet: some values of its variables make Term a plain value.

may_be_plain(Term) :-
    \+ \+ ( term_variables(Term, Variables), maplist(=([]), Variables), plain_value(Term) ).

character(C) :- atom(C), atom_length(C, 1).

%   A sum or product that contains a number was probably meant to be evaluated.  (A
%   difference may be a pair.)

sum_inside(Term, Sum) :-
    arg(_, Term, Argument),
    compound(Argument),
    (   sum(Argument), Sum = Argument
    ;   sum_inside(Argument, Sum)
    ).
