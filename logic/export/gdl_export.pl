:- encoding(utf8).
:- module(gdl_export,
          [ gdl_rules/5,                % +Game, +Syntax, -Rules, -Scale, -Renamed
            asked_for/4                 % +Agenda, +Rules, +Known, -PIs
          ]).
:- use_module(library(apply), [exclude/3, foldl/4, foldl/5, maplist/2, maplist/3]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [append/2, append/3, last/2, list_to_set/2, max_list/2,
                               member/2, min_list/2, nth1/3, reverse/2, same_length/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_values/2]).
:- use_module(logic(compiler/compile_lists)).
:- use_module(logic(compiler/demand)).
:- use_module(logic(compiler/functional_fluents)).
:- use_module(logic(compiler/knowledge_base), [game_with_rules/3, unload_game/1]).
:- use_module(logic(compiler/relaxation)).
:- use_module(logic(export/counted), [counted_rules/2]).
:- use_module(logic(game/chance_weights), [weighs_chance/1]).
:- use_module(logic(language/bounded_arithmetic)).
:- use_module(logic(language/history), [keeps_history/1]).
:- use_module(logic(language/literals), [inner_atom/2]).
:- use_module(logic(language/vocabulary)).
:- use_module(logic(language/whole_numbers), [kind_test/1]).
:- use_module(logic(reader/gdl_words), [kif_word/3]).
:- use_module(logic(reader/sheet_writer), [bare/1]).

/** <module> Convert a game to pure GDL

Our rule files have arithmetic, counts, negated conjunctions, parameters, players without a
move and goals of any size; GDL has none of these.  Such a literal has finitely many
instances for the fluents that may hold (relaxation.pl), which are written as facts:

    M is N + 1              (value_1 ?m ?n), with a fact for each N that may occur
    \+ (p(X, Y), q(Y))      (not (some_1 ?x)), and a rule for some_1
    count(T, p(X, T), N)    (count_1 ?x 9 ?n): N of the 9 that may hold; they are counted
                            one by one
    sum, max, min           counts and negations (counted.pl)
    no legal move           (legal ?r noop), if no other move is legal
    goal(x, -1)             (goal x 0): the goals are scaled, so that they range from 0
                            to 100

Static relations are written as facts.  Relations that play does not need (draw, feature)
are left out.
*/

%   The limit of inferences for one relaxation, and of relaxations.
most_inferences(50_000_000).
most_looks(10).

%!  gdl_rules(+Game, +Syntax, -Rules, -Scale, -Renamed) is det.
%
%   Rules, as in prolog_reader.pl, are the rules of Game in GDL, with the same states, moves
%   and game tree.  Their names are those that all readers of Syntax know.  Scale has a pair
%   Value-Scaled for each goal value, in order; values that lie close together may become equal.
%   Renamed has a Name/Arity-New for each name that has another number of arguments, too.
%
%   @error no_gdl(What) if What cannot be listed, or the rules are not those of a game

gdl_rules(Game0, Syntax, Rules, Scale, Renamed) :-
    (   Game0:defined(next/1) -> true ; throw(error(no_gdl(space), _)) ),
    (   weighs_chance(Game0) -> throw(error(no_gdl(weights), _)) ; true ),
    ( keeps_history(Game0) -> throw(error(no_gdl(history), _)) ; true ),
    findall(rule(Head, Body, Source), Game0:rule(Head, Body, Source), Rules0),
    (   counted_rules(Rules0, Counted), Rules0 \=@= Counted
    ->  game_with_rules(Game0, Counted, Game),
        call_cleanup(plain_rules(Game, Syntax, Rules, Scale, Renamed), unload_game(Game))
    ;   plain_rules(Game0, Syntax, Rules, Scale, Renamed)
    ).

%   plain_rules(+Game, +Syntax, -Rules, -Scale, -Renamed): Game has no aggregates but counts and lists.

plain_rules(Game, Syntax, Rules, Scale, Renamed) :-
    findall(rule(Head, Body, []), Game:rule(Head, Body), GameRules),
    findall(PI, ( relation(PI, game, _), changing(PI) ), Changing),
    asked_for(Changing, GameRules, [], PIs),
    findall(rule(Head, Body, Names),
            ( Game:rule(Head, Body0, source(_, _, Names)), functor(Head, N, A), memberchk(N/A, PIs),
              changes(Game, N/A), alternative(Body0, Body) ),
            Rules0),
    names(Game, Taken),
    fresh(may, May, out([], [], [], Taken), Out0),
    foldl(rewritten(Game, May), Rules0, Out0, Out1),
    fresh(can, Can, Out1, Out2),
    fresh(worth, Worth, Out2, Out3),
    fresh(goal, Own, Out3, out(Reversed, Parts, More, _)),
    reverse(Reversed, Rules1),
    what_may_hold(Game, PIs, Parts, More, Facts),
    findall(Rule, ( member(Part, Parts), table(Part, Parts, Facts, Rule) ), Tables),
    interface(Game, May, Can, Facts, Interface),
    goal_scale(Game, Facts, Scale),
    scaled_goals(Scale, Worth, Own, Rules1, Rules2),
    findall(rule(Fact, [], []), ( member(V-S, Scale), Fact =.. [Worth, V, S] ), Worths),
    append([Interface, Rules2, Worths, Tables], Rules3),
    static_facts(Rules3, Game, Statics),
    append(Rules3, Statics, Rules4),
    without_empty(Rules4, Rules5),
    only_asked_for(Rules5, Rules6),
    plain_names(Syntax, Rules6, Rules7),
    one_arity(Rules7, Rules8, Renamed),
    maplist(finished, Rules8, Rules).

%!  asked_for(+Agenda, +Rules, +Known, -PIs) is det.
%
%   PIs are Known, the relations of Agenda, and those that they depend on by Rules.

asked_for([], _, PIs, PIs).
asked_for([PI|Agenda], Rules, Known, PIs) :-
    (   memberchk(PI, Known)
    ->  asked_for(Agenda, Rules, Known, PIs)
    ;   PI = Name/Arity, functor(Head, Name, Arity),
        findall(N/A, ( member(rule(Head, Body, _), Rules), inner_atom(Body, Atom),
                       functor(Atom, N, A) ), Asked),
        append(Asked, Agenda, Agenda1),
        asked_for(Agenda1, Rules, [PI|Known], PIs)
    ).

changes(Game, PI) :- ( Game:needs_state(PI) ; Game:needs_step(PI) ), !.
changes(_, PI) :- relation(PI, game, _), changing(PI), !.

changing(PI) :- relation_layer(PI, Layer), Layer \== static.

%   All names in use, in lower case: some other systems ignore case.

names(Game, Names) :-
    findall(Name, ( Game:rule(Head, Body), name_in(Head-Body, Name) ), Names0),
    lower_case(Names0, Names).

lower_case(Names0, Names) :- maplist(lower, Names0, Names1), sort(Names1, Names).

lower(Name, Lower) :- ( Name == [] -> Lower = [] ; downcase_atom(Name, Lower) ).

name_in(Term, Name) :-
    (   ( atom(Term) ; Term == [] ) -> Name = Term
    ;   compound(Term),
        (   compound_name_arity(Term, Name, _)
        ;   arg(_, Term, Argument), name_in(Argument, Name)
        )
    ).

% ---- rule by rule ----------------------------------------------------------

%   rewritten(+Game, +May, +Rule, +Out0, -Out): Out is out(Rules, Parts, More, Taken).  Rules
%   are the rules so far, the last one first; Parts are the tables that they use, as
%   Name-Kind; More are rules Head-Literals that define the contents of the tables; Taken are
%   the names in use.  A rule with a literal that never holds is left out.

rewritten(Game, May, rule(Head0, Body0, Names), Out0, Out) :-
    C = c(Game, May, Names),
    asked_body(Game, Head0, Body0, Body1),
    (   literals(Body1, [], Head0, C, Body, Out0, Out1)
    ->  named(Head0, C, Head),
        add_rule(rule(Head, Body, Names), Out1, Out)
    ;   Out = Out0
    ).

add_rule(Rule, out(Rules, Parts, More, Taken), out([Rule|Rules], Parts, More, Taken)).
add_part(Part, out(Rules, Parts, More, Taken), out(Rules, [Part|Parts], More, Taken)).
add_more(Rule0, out(Rules, Parts, More, Taken), out(Rules, Parts, [Rule|More], Taken)) :-
    copy_term(Rule0, Rule).

%   fresh(+Base, -Name, +Out0, -Out): Name is not in use.

fresh(Base, Name, out(Rules, Parts, More, Taken), out(Rules, Parts, More, [Name|Taken])) :-
    between(1, inf, I),
    atomic_list_concat([Base, '_', I], Name),
    \+ memberchk(Name, Taken), !.

%   literals(+Literals, +Before, +Around, +C, -Goals, +Out0, -Out) is semidet: Before are
%   the literals before these; Around is everything else that has their variables.

literals([], _, _, _, [], Out, Out).
literals([L|Ls], Before, Around, C, Goals, Out0, Out) :-
    literal(L, Before, Around-Before-Ls, C, Goals0, Out0, Out1),
    append(Goals0, Goals1, Goals),
    append(Before, [L], Before1),
    literals(Ls, Before1, Around, C, Goals1, Out1, Out).

literal(call(Atom), Before, _, c(Game, _, _), Goals, Out0, Out) :-
    asked_atom(Game, Atom, _), functor(Atom, Base, Arity),
    \+ changes(Game, Base/Arity), !,
    listed(call(Atom), Base, Before, Goals, Out0, Out).
literal(call(Atom0), _, _, C, [call(Atom)], Out, Out) :- !, named(Atom0, C, Atom).
literal(asked(Asked), _, _, _, [call(Atom)], Out0, Out) :- !,
    Asked =.. [AskedName|Given],
    part(asked(AskedName), asked, Name, Out0, Out),
    Atom =.. [Name|Given].
literal(test(Test), _, _, _, [], Out, Out) :- kind_test(Test), !.  % of the next table
literal(test(distinct(X, Y)), _, _, _, Goals, Out, Out) :- !,
    X \== Y,
    ( X \= Y -> Goals = [] ; Goals = [test(distinct(X, Y))] ).
literal(not(Body), Before, Around, C, Goals, Out0, Out) :- !,
    (   Body = [L], ( L = call(_) ; L = test(distinct(_, _)) ),
        common_variables(Body, Around, Vs), term_variables(Body, Ws), same_length(Vs, Ws)
    ->  (   literal(L, Before, Around, C, Inner, Out0, Out)
        ->  Inner = [L1], Goals = [not([L1])]
        ;   Goals = [], Out = Out0
        )
    ;   some(Body, none, Before, Around, C, some, Head, _, Out0, Out),
        Goals = [not([call(Head)])]
    ).
literal(aggregate(list, _, _, _), _, _, _, _, _, _) :- !,
    throw(error(no_gdl(list), _)).
literal(aggregate(count, T, Body, N), Before, Around, C, [call(Count)], Out0, Out) :- !,
    C = c(_, _, Names),
    some(Body, one(T), Before, Around-N, C, counted, Counted, Given, Out0, Out1),
    Given = call(GivenAtom), GivenAtom =.. [_|Vs],
    Counted =.. [CountedName|_],
    fresh(instance, Instance, Out1, Out2),
    fresh(holds, Holds, Out2, Out3),
    fresh(count, Name, Out3, Out4),
    part(before, Before1, Out4, Out5),
    part(plus, Plus, Out5, Out6),
    add_part(Instance-instances(CountedName, aggregate(count, T, Body, N), Last), Out6, Out7),
    append([Name|Vs], [Last, N], CountWords), Count =.. CountWords,
    count_rules(Name, Vs, Given, CountedName, Instance, Holds, Before1, Plus, Names, Rules),
    foldl(add_rule, Rules, Out7, Out).
literal(L, Before, _, _, Goals, Out0, Out) :-           % a test, is, between
    table_goal(L, Base, Goal),
    (   ground(Goal)
    ->  catch(Goal, error(_, _), fail),
        Goals = [], Out = Out0
    ;   listed(L, Base, Before, Goals, Out0, Out)
    ).

%   listed(+Literal, +Base, +Before, -Goals, +Out0, -Out): the instances of Literal that may
%   hold after the literals Before are a table.

listed(L, Base, Before, [call(Atom)], Out0, Out) :-
    term_variables(L, Vs),
    table_name(L, Base, Name, Out0, Out1),
    append(Before, [L], Rule),
    add_more(instance(Name, Vs)-Rule, Out1, Out),
    Atom =.. [Name|Vs].

table_goal(test(Comparison), Base, Comparison) :-
    functor(Comparison, Operator, _),
    memberchk(Operator-Base, [(<)-less, (>)-greater, (=<)-at_most, (>=)-at_least,
                              (=:=)-equal, (=\=)-unequal]).
table_goal(is(X, E), value, bounded_arithmetic:short_value(X, E)).
table_goal(between(L, H, X), between, between(L, H, X)).

%   Variants of a literal share a table.

table_name(L, Base, Name, Out0, Out) :-
    Out0 = out(_, Parts, _, _),
    (   member(Name-table(L1), Parts), L1 =@= L
    ->  Out = Out0
    ;   fresh(Base, Name, Out0, Out1),
        copy_term(L, L1),
        add_part(Name-table(L1), Out1, Out)
    ).

part(Kind, Name, Out0, Out) :- part(Kind, Kind, Name, Out0, Out).

part(Kind, Base, Name, Out0, Out) :-
    Out0 = out(_, Parts, _, _),
    (   memberchk(Name-Kind, Parts) -> Out = Out0
    ;   fresh(Base, Name, Out0, Out1), add_part(Name-Kind, Out1, Out)
    ).

%   some(+Body, +Template, +Before, +Around, +C, +Base, -Head, -Given, +Out0, -Out): add
%   rules for Head, which is true of the variables that Body shares with Around, and of T if
%   Template is one(T), for which Body holds.  Given has the values that these variables may
%   have.

some(Body, Template, Before, Around, C, Base, Head, Given, Out0, Out) :-
    ( Template = one(T) -> Ts = [T] ; Ts = [] ),
    common_variables(Ts-Body, Around, Vs),
    fresh(Base, Name, Out0, Out1),
    fresh(given, GivenName, Out1, Out2),
    add_part(GivenName-given, Out2, Out3),
    add_more(instance(GivenName, Vs)-Before, Out3, Out4),
    append(Vs, Ts, Arguments),
    Head =.. [Name|Arguments],
    GivenAtom =.. [GivenName|Vs],
    Given = call(GivenAtom),
    findall(s(Alternative, Head, Vs, Given, Before, Around, C),
            alternative(Body, Alternative),
            Alternatives),
    foldl(some_rule, Alternatives, Out4, Out5),
    foldl(some_more(Template, Name), Alternatives, Out5, Out).

some_rule(s(Body, Head, Vs, Given, Before, Around, C), Out0, Out) :-
    (   literals(Body, Before, Head-Around, C, Goals0, Out0, Out1)
    ->  (   findall(Atom, member(call(Atom), Goals0), Atoms), common_variables(Atoms, Vs, Ws),
            same_length(Vs, Ws)
        ->  Goals = Goals0
        ;   Goals = [Given|Goals0]
        ),
        C = c(_, _, Names),
        add_rule(rule(Head, Goals, Names), Out1, Out)
    ;   Out = Out0
    ).

some_more(none, _, _, Out, Out).
some_more(one(_), Name, s(Body, Head, _, _, Before, _, _), Out0, Out) :-
    Head =.. [_|Arguments],
    append(Before, Body, Rule),
    add_more(instance(Name, Arguments)-Rule, Out0, Out).

%   Rules for Name(Vs, I, N): N of the instances 1 to I hold.

count_rules(Name, Vs, Given, Counted, Instance, Holds, Before, Plus, Names0,
            [rule(None, [Given], Names), rule(Next, [Step, Recursive, One, Sum], Names),
             rule(Yes, [Which, call(CountedT)], Names),
             rule(No, [Given, Which, not([call(CountedT)])], Names)]) :-
    append(Names0, [variable('I', I, []), variable('J', J, []), variable('N', N, []),
                    variable('M', M, []), variable('Bit', B, []), variable('K', K, []),
                    variable('T', T, [])], Names),
    atom_with(Name, Vs, [0, 0], None),
    atom_with(Name, Vs, [I, N], Next),
    Step = call(StepAtom), StepAtom =.. [Before, J, I],
    atom_with(Name, Vs, [J, M], RecursiveAtom), Recursive = call(RecursiveAtom),
    atom_with(Holds, Vs, [I, B], OneAtom), One = call(OneAtom),
    Sum = call(SumAtom), SumAtom =.. [Plus, M, B, N],
    atom_with(Holds, Vs, [K, 1], Yes),
    atom_with(Holds, Vs, [K, 0], No),
    Which = call(WhichAtom), WhichAtom =.. [Instance, K, T],
    atom_with(Counted, Vs, [T], CountedT).

atom_with(Name, Vs, Ws, Atom) :- append(Vs, Ws, As), Atom =.. [Name|As].

%   named(+Atom0, +C, -Atom): a relation that GDL does not have becomes an ordinary one.  If
%   roles without a move do noop, the other legal moves are a relation of their own.

named(legal(R, M), c(Game, May, _), Atom) :- Game:implicit_noop, !, Atom =.. [May, R, M].
named(Atom0, _, Atom) :-
    functor(Atom0, Name, Arity),
    relation(Name/Arity, Kind, _), memberchk(Kind, [option, space]), !,
    Atom0 =.. [_|As],
    atom_concat('kif:', Name, Plain),
    Atom =.. [Plain|As].
named(Atom, _, Atom).

% ---- possible fluents and moves --------------------------------------------

%   what_may_hold(+Game, +PIs, +Parts, +More, -Facts): relax the rules until the bounds of
%   the counts are stable: higher counts may make more fluents possible, which in turn may be
%   counted.

what_may_hold(Game, PIs, Parts, More, Facts) :-
    initial_facts(Game, Initial),
    functional_fluents(Game, Initial, Functional),
    findall(Count-0, ( member(_-instances(_, Count, _), Parts) ), Most),
    most_looks(Looks),
    call_cleanup(
        look(Looks, Most, Game, Functional, PIs, Parts, More, Facts),
        retractall(Game:most(_, _))),
    maplist(number_instances(Facts), Parts).

number_instances(Facts, _-Kind) :-
    (   Kind = instances(Counted, _, Last)
    ->  instances(Counted, Facts, Instances), length(Instances, Last)
    ;   true
    ).

look(Looks, Most0, Game, Functional, PIs, Parts, More, Facts) :-
    retractall(Game:most(_, _)),
    forall(member(Count-M, Most0), assertz(Game:most(Count, M))),
    most_inferences(Inferences),
    (   relaxed_facts(Game, Functional, PIs, More, Inferences, Facts0)
    ->  true
    ;   throw(error(no_gdl(fluents), _))
    ),
    findall(Count-M, ( member(_-instances(Name, Count, _), Parts),
                       most_counted(Name, Facts0, M) ), Most),
    (   same_numbers(Most0, Most)
    ->  Facts = Facts0,
        (   member(Fact, Facts), ( Fact = holds(_) ; Fact = instance(_, _) ),
            \+ ground(Fact)
        ->  throw(error(no_gdl(values), _))
        ;   true
        )
    ;   Looks > 1
    ->  Looks1 is Looks - 1,
        look(Looks1, Most, Game, Functional, PIs, Parts, More, Facts)
    ;   throw(error(no_gdl(fluents), _))
    ).

same_numbers(Most0, Most) :-
    pairs_values(Most0, Ms), pairs_values(Most, Ms).

%   most_counted(+Name, +Facts, -Most): the greatest number of instances for one choice of
%   the variables around the count.

most_counted(Name, Facts, Most) :-
    findall(Vs-T, ( member(instance(Name, As), Facts), append(Vs, [T], As) ), Pairs0),
    sort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    findall(N, ( member(_-Ts, Groups), length(Ts, N) ), Ns),
    max_list([0|Ns], Most).

instances(Name, Facts, Instances) :-
    findall(T, ( member(instance(Name, As), Facts), last(As, T) ), Ts),
    sort(Ts, Instances).

%   table(+Part, +Parts, +Facts, -Rule) is nondet: Rule is a fact of a part.

table(Name-Kind, _, Facts, rule(Head, [], [])) :-
    ( Kind = table(_) ; Kind == given ),
    findall(Vs, member(instance(Name, Vs), Facts), Tuples0),
    sort(Tuples0, Tuples),
    member(Vs, Tuples),
    Head =.. [Name|Vs].
table(Name-instances(Counted, _, _), _, Facts, rule(Head, [], [])) :-
    instances(Counted, Facts, Instances),
    nth1(I, Instances, Instance),
    Head =.. [Name, I, Instance].
table(Name-asked(AskedName), _, Facts, rule(Head, [], [])) :-
    findall(Given, ( member(Fact, Facts), Fact =.. [AskedName|Given] ), Tuples0),
    sort(Tuples0, Tuples),
    member(Given, Tuples),
    Head =.. [Name|Given].
table(Name-before, Parts, _, rule(Head, [], [])) :-
    longest(Parts, Last),
    between(1, Last, I), J is I - 1,
    Head =.. [Name, J, I].
table(Name-plus, Parts, _, rule(Head, [], [])) :-
    longest(Parts, Last),
    between(0, Last, M), member(B, [0, 1]), N is M + B, N =< Last,
    Head =.. [Name, M, B, N].

longest(Parts, Longest) :-
    findall(Last, member(_-instances(_, _, Last), Parts), Lasts),
    max_list(Lasts, Longest).

% ---- the keywords of GDL ---------------------------------------------------

%   Rules for roles, fluents, moves and the initial state, and for noop.

interface(Game, May, Can, Facts, Rules) :-
    findall(rule(Head, [], []), interface_fact(Game, Facts, Head), Rules0),
    (   Game:implicit_noop
    ->  MayDo =.. [May, R, M], MayDoAny =.. [May, P, _],
        CanMove =.. [Can, Q], CanMoveP =.. [Can, P],
        append(Rules0,
               [ rule(legal(R, M), [call(MayDo)], []),
                 rule(legal(Q, noop), [call(role(Q)), not([call(CanMove)])], []),
                 rule(CanMoveP, [call(MayDoAny)], []) ],
               Rules)
    ;   Rules = Rules0
    ).

interface_fact(Game, _, role(R)) :- Game:role(R).
interface_fact(_, Facts, base(F)) :-
    findall(F0, member(holds(F0), Facts), Fs0), sort(Fs0, Fs), member(F, Fs).
interface_fact(_, Facts, input(R, M)) :-
    findall(R0-M0, member('legal/2'(R0, M0), Facts), Ms0), sort(Ms0, Ms), member(R-M, Ms).
interface_fact(Game, _, init(F)) :- initial_facts(Game, Fs), member(F, Fs).

goal_scale(Game, Facts, Scale) :-
    findall(V, goal_value(Game, Facts, V), Vs0),
    sort(Vs0, Vs),
    (   member(V, Vs), \+ integer(V) -> throw(error(no_gdl(values), _)) ; true ),
    (   Vs == [] -> Scale = []
    ;   min_list(Vs, Low), max_list(Vs, High),
        findall(V-Scaled, ( member(V, Vs), scaled(V, Low, High, Scaled) ), Scale)
    ).

goal_value(_, Facts, V) :- member('goal/2'(_, V), Facts).
goal_value(Game, _, V) :-
    Game:defined(goal/2), \+ Game:needs_state(goal/2),
    state_goal(Game, goal(_, V), _, _, Goal), Game:Goal.

scaled(V, Low, High, V) :- Low >= 0, High =< 100, !.
scaled(_, Low, Low, 50) :- !.
scaled(V, Low, High, Scaled) :-
    Scaled is round(100 * (V - Low) / (High - Low)).

%   static_facts(+Rules, +Game, -Statics): facts of the static relations that Rules use.

static_facts(Rules, Game, Statics) :-
    findall(Name/Arity,
            ( member(rule(_, Body, _), Rules), inner_atom(Body, Atom),
              functor(Atom, Name, Arity) ),
            PIs0),
    sort(PIs0, PIs),
    findall(rule(Head, [], []),
            ( member(Name/Arity, PIs),
              functor(Atom, Name, Arity),
              static_atom(Game, Name/Arity, Asked),
              findall(Asked, ( state_goal(Game, Asked, _, _, Goal), Game:Goal ), Found0),
              list_to_set(Found0, Found),
              member(Asked, Found),
              Asked =.. [_|As], Atom =.. [_|As], Head = Atom ),
            Statics).

static_atom(Game, Name/Arity, Atom) :-
    ( atom_concat('kif:', Own, Name), Game:defined(Own/Arity) -> true ; Own = Name ),
    Own/Arity \== role/1,
    Game:defined(Own/Arity),
    \+ Game:needs_state(Own/Arity), \+ Game:needs_step(Own/Arity),
    functor(Atom, Own, Arity).

%   without_empty(+Rules0, -Rules): repeatedly remove rules that depend on a relation without
%   rules.

without_empty(Rules0, Rules) :-
    findall(Name/Arity, ( member(rule(Head, _, _), Rules0), functor(Head, Name, Arity) ),
            PIs0),
    sort([true/1, does/2|PIs0], PIs),
    exclude(asks_for_nothing(PIs), Rules0, Rules1),
    (   same_length(Rules0, Rules1)
    ->  maplist(without_never(PIs), Rules1, Rules)
    ;   without_empty(Rules1, Rules)
    ).

asks_for_nothing(PIs, rule(_, Body, _)) :-
    member(call(Atom), Body),
    functor(Atom, N, A),
    \+ memberchk(N/A, PIs), !.

without_never(PIs, rule(Head, Body0, Names), rule(Head, Body, Names)) :-
    exclude(never(PIs), Body0, Body).

never(PIs, not([call(Atom)])) :- functor(Atom, N, A), \+ memberchk(N/A, PIs).

%   scaled_goals(+Scale, +Worth, +Own, +Rules0, -Rules): a rule that uses a goal value means
%   the value before scaling; if there is one, the relation Own has these values.

scaled_goals(Scale, Worth, Own, Rules0, Rules) :-
    (   member(V-S, Scale), V =\= S,
        member(rule(_, Body, _), Rules0), inner_atom(Body, goal(_, _))
    ->  Given =.. [Own, R, G], Scaled =.. [Worth, G, H],
        Names = [variable('R', R, []), variable('V', G, []), variable('W', H, [])],
        maplist(with_own_goal(Own), Rules0, Rules1),
        append(Rules1, [rule(goal(R, H), [call(Given), call(Scaled)], Names)], Rules)
    ;   maplist(with_scaled_goal(Scale, Worth), Rules0, Rules)
    ).

%   with_scaled_goal(+Scale, +Worth, +Rule0, -Rule): Worth(Value, Scaled) is used if the goal
%   value is a variable of the rule.

with_scaled_goal(Scale, Worth, rule(goal(R, V), Body0, Names), rule(goal(R, S), Body, Names)) :- !,
    (   integer(V)
    ->  ( memberchk(V-S, Scale) -> true ; S is max(0, min(100, V)) ),   % never given
        Body = Body0
    ;   Atom =.. [Worth, V, S], append(Body0, [call(Atom)], Body)
    ).
with_scaled_goal(_, _, Rule, Rule).

with_own_goal(Own, rule(Head0, Body0, Names), rule(Head, Body, Names)) :-
    own_goal(Own, call(Head0), call(Head)),
    maplist(own_goal(Own), Body0, Body).

own_goal(Own, call(goal(R, V)), call(Atom)) :- !, Atom =.. [Own, R, V].
own_goal(Own, not(Body0), not(Body)) :- !, maplist(own_goal(Own), Body0, Body).
own_goal(_, Literal, Literal).

%   only_asked_for(+Rules0, -Rules): leave out relations that play does not need.

only_asked_for(Rules0, Rules) :-
    findall(PI, relation(PI, game, _), Own),
    asked_for(Own, Rules0, [], PIs),
    findall(Rule,
            ( member(Rule, Rules0), Rule = rule(Head, _, _), functor(Head, N, A),
              memberchk(N/A, PIs) ),
            Rules).

%   plain_names(+Syntax, +Rules0, -Rules): names in KIF have no brackets or blanks, and those of
%   infix GDL and HRF are letters, digits and _, the first one in lower case.  Others are
%   renamed, and so are names that differ only in case.  A list becomes a term: (cons a (cons
%   b nil)).

plain_names(Syntax, Rules0, Rules) :-
    findall(Name, ( member(Rule, Rules0), term_of(Rule, Term), name_in(Term, Name) ), Names0),
    sort(Names0, Names),
    shared_in_lower_case(Names, Shared),
    exclude(plain_name(Syntax, Shared), Names, Odd),
    (   Odd == [] -> Rules = Rules0
    ;   lower_case(Names, Taken),
        foldl(plain_for, Odd, Pairs, out([], [], [], Taken), _),
        list_to_assoc(Pairs, Plain),
        maplist(renamed_rule(Plain), Rules0, Rules)
    ).

term_of(rule(Head, _, _), Head).
term_of(rule(_, Body, _), Term) :- inner_atom(Body, Term).
term_of(rule(_, Body, _), Term) :-
    ( Bare = Body ; member(not(Bare), Body) ),
    member(test(distinct(X, Y)), Bare),
    ( Term = X ; Term = Y ).

%   shared_in_lower_case(+Names, -Shared): lower-case forms of more than one of Names.

shared_in_lower_case(Names, Shared) :-
    maplist(lower, Names, Lower),
    msort(Lower, Sorted),
    findall(Name, append(_, [Name, Name|_], Sorted), Shared0),
    sort(Shared0, Shared).

plain_name(_, _, Name) :- atom(Name), atom_concat('kif:', _, Name), !.
plain_name(Syntax, Shared, Name) :-
    atom(Name), Name \== (=),
    downcase_atom(Name, Lower),
    ( Lower == Name -> true ; \+ memberchk(Lower, Shared) ),
    kif_word(functor, Name, Word),
    \+ atom_concat('pygame_search:', _, Word),
    ( Syntax == kif -> true ; atom_codes(Word, Codes), bare(Codes) ).

plain_for(Odd, Odd-Plain, Out0, Out) :-
    (   Odd == [] -> Base = nil
    ;   Odd == '[|]' -> Base = cons
    ;   Odd == (=) -> Base = equal
    ;   downcase_atom(Odd, Lower), atom_codes(Lower, Codes0),
        maplist(plain_code, Codes0, Codes), atom_codes(Base, [0'a|Codes])
    ),
    Out0 = out(_, _, _, Taken),
    (   memberchk(Base, Taken) -> fresh(Base, Plain, Out0, Out)
    ;   Plain = Base, Out = out([], [], [], [Base|Taken])
    ).

plain_code(C, D) :- ( code_type(C, alnum), C < 128 -> D = C ; D = 0'_ ).

renamed_rule(Plain, Rule0, Rule) :- each_atom(renamed(Plain), renamed(Plain), Rule0, Rule).

%   each_atom(:Atom_2, :Term_2, +Rule0, -Rule): Atom_2 makes the atoms of a rule, and Term_2 the
%   terms that a literal compares.

each_atom(Atom_2, Term_2, rule(Head0, Body0, Names), rule(Head, Body, Names)) :-
    call(Atom_2, Head0, Head),
    maplist(in_literal(Atom_2, Term_2), Body0, Body).

in_literal(Atom_2, _, call(Atom0), call(Atom)) :- call(Atom_2, Atom0, Atom).
in_literal(Atom_2, Term_2, not([L0]), not([L])) :- in_literal(Atom_2, Term_2, L0, L).
in_literal(_, Term_2, test(distinct(X0, Y0)), test(distinct(X, Y))) :-
    call(Term_2, X0, X), call(Term_2, Y0, Y).

renamed(Plain, Term0, Term) :-
    (   ( atom(Term0) ; Term0 == [] ) -> renamed_name(Plain, Term0, Term)
    ;   compound(Term0)
    ->  compound_name_arguments(Term0, Name0, As0),
        renamed_name(Plain, Name0, Name),
        maplist(renamed(Plain), As0, As),
        compound_name_arguments(Term, Name, As)
    ;   Term = Term0
    ).

renamed_name(Plain, Name0, Name) :- ( get_assoc(Name0, Plain, Name) -> true ; Name = Name0 ).

%   one_arity(+Rules0, -Rules, -Renamed): in GDL a name of a relation has one number of arguments,
%   and so has a name in terms.  Others get new names; a move keeps its name, if it can.

one_arity(Rules0, Rules, Renamed) :-
    findall(Use, ( member(Rule, Rules0), name_use(Rule, Use) ), Uses0),
    sort(Uses0, Uses),
    findall(use(Kind, Name, Arity), one_more(Uses, Kind, Name, Arity), Others0),
    sort(Others0, Others),
    (   Others == [] -> Rules = Rules0, Renamed = []
    ;   findall(Name, ( member(rule(Head, Body, _), Rules0), name_in(Head-Body, Name) ), Names),
        lower_case(Names, Taken),
        foldl(with_arity, Others, Pairs, out([], [], [], Taken), _),
        findall(Name/Arity-New, member(use(_, Name, Arity)-New, Pairs), Renamed),
        list_to_assoc(Pairs, New),
        maplist(each_atom(arity_atom(New), arity_term(New)), Rules0, Rules)
    ).

%   name_use(+Rule, -Use) is nondet: Use is use(Kind, Name, Rank, Arity); a move has the first rank.

name_use(Rule, use(relation, Name, 0, Arity)) :-
    Rule = rule(Head, _, _),
    ( Atom = Head ; Rule = rule(_, Body, _), inner_atom(Body, Atom) ),
    functor(Atom, Name, Arity), Arity > 0,
    \+ relation(Name/_, _, _).
name_use(rule(Head, _, _), use(term, Name, 0, Arity)) :-
    ( Head = legal(_, Move) ; Head = input(_, Move) ),
    compound(Move), functor(Move, Name, Arity).
name_use(Rule, use(term, Name, 1, Arity)) :-
    term_of(Rule, Term),
    compound(Term), arg(_, Term, Argument), sub_term(Part, Argument),
    compound(Part), compound_name_arity(Part, Name, Arity),
    sub_atom(Name, 0, 1, _, First), char_type(First, csym).

%   one_more(+Uses, -Kind, -Name, -Arity) is nondet: Uses are in order, and Arity is not that of the
%   first use of the name.

one_more(Uses, Kind, Name, Arity) :-
    findall((Kind-Name)-A, member(use(Kind, Name, _, A), Uses), Pairs),
    group_pairs_by_key(Pairs, Groups),
    member((Kind-Name)-[First|Others], Groups),
    member(Arity, Others),
    Arity =\= First.

with_arity(use(Kind, Name0, Arity), use(Kind, Name0, Arity)-New, Out0, Out) :-
    ( atom_concat('kif:', Name, Name0) -> true ; Name = Name0 ),
    atomic_list_concat([Name, '_', Arity], New0),
    Out0 = out(_, _, _, Taken),
    (   memberchk(New0, Taken) -> fresh(New0, New, Out0, Out)
    ;   New = New0, Out = out([], [], [], [New|Taken])
    ).

arity_atom(New, Atom0, Atom) :- with_new_name(relation, New, Atom0, Atom).

arity_term(New, Term0, Term) :- with_new_name(term, New, Term0, Term).

with_new_name(Kind, New, Term0, Term) :-
    (   compound(Term0)
    ->  compound_name_arguments(Term0, Name0, As0),
        length(As0, Arity),
        ( get_assoc(use(Kind, Name0, Arity), New, Name) -> true ; Name = Name0 ),
        maplist(arity_term(New), As0, As),
        compound_name_arguments(Term, Name, As)
    ;   Term = Term0
    ).

%   finished(+Rule0, -Rule): Rule has the form of prolog_reader.pl.

finished(rule(Head, Body0, Names), rule(Head, Body, source(0-0, 0-0, Names))) :-
    maplist(placed, Body0, Body).

placed(not(Body0), (0-0):not(Body)) :- !, maplist(placed, Body0, Body).
placed(L, (0-0):L).
