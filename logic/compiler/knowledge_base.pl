:- encoding(utf8).
:- module(knowledge_base,
          [ load_game/6,                % +Syntax, +Text, +Parameters, +Form, -Game, -Faults
            load_rules/5,               % +Syntax, +Text, +Parameters, -Game, -Faults
            load_rules/8,               % +As, +Syntax, +Text, +Parameters, +Percepts, -Kind, -Game, -Faults
            game_with_rules/3,          % +Game0, +Rules, -Game
            compile_game/2,             % +Game, +Form
            relation_line/3,            % +Game, +Name/Arity, -Line
            unload_game/1               % +Game
          ]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(lists), [append/3, max_list/2, member/2, min_list/2, nth1/3]).
:- use_module(library(solution_sequences), [distinct/2, limit/2]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_values/2]).
:- use_module(logic(checker/kinds), [kind_name/2]).
:- use_module(logic(checker/rule_files)).
:- use_module(logic(checker/term_growth)).
:- use_module(logic(compiler/compile_lists)).
:- use_module(logic(compiler/compile_slots)).
:- use_module(logic(compiler/functional_fluents)).
:- use_module(logic(compiler/least_model), [forget_answers/0]).
:- use_module(logic(compiler/parameter_folding)).
:- use_module(logic(compiler/relaxation)).
:- use_module(logic(compiler/termination)).
:- use_module(logic(language/after), [after_expanded/2, copy_relation/1]).
:- use_module(logic(language/dependency)).
:- use_module(logic(language/history)).
:- use_module(logic(language/percepts), [perceived_rules/2]).
:- use_module(logic(language/safe_order)).
:- use_module(logic(language/semantics)).
:- use_module(logic(language/whole_numbers), [kinds_checked/3]).
:- use_module(logic(reader/prolog_reader), [read_ground_term/2]).
:- use_module(logic(reader/term_text), [text_value/2]).
:- use_module(logic(support/own_modules)).

/** <module> Load the text of a rule file as a game

A game has its own module, which holds the rules, the facts derived from them, and the
interface of compile_lists.pl.
*/

%!  load_game(+Syntax, +Text, +Parameters, +Form, -Game, -Faults) is det.
%
%   Call load_rules/5 and then, if no fault is an error, compile_game/2.

load_game(Syntax, Text, Parameters, Form, Game, Faults) :-
    load_rules(Syntax, Text, Parameters, Game, Faults),
    ( Game == none -> true ; compile_game(Game, Form) ).

%!  load_rules(+Syntax, +Text, +Given, -Game, -Faults) is det.
%!  load_rules(+As, +Syntax, +Text, +Given, +Percepts, -Kind, -Game, -Faults) is det.
%
%   Syntax is `prolog`, `cilog` or `kif`.  Game is a new module that holds the rules of
%   Text and the relations that do not depend on the state, or `none` if a fault is an
%   error or the Kind of the file (kinds.pl) has no states.  Given is a list of Name=Value for
%   parameters, or Name=written(Value) with the text of a value.  If Percepts is `true`, states also
%   hold what the roles perceive (percepts.pl).
%
%   @error no_parameter(Name, Names), parameter_value(Name, Value, Expected),
%   no_beginning(Parameters, Why)

load_rules(Syntax, Text, Given, Game, Faults) :-
    load_rules(none, Syntax, Text, Given, false, _, Game, Faults).

load_rules(As, Syntax, Text, Given, Percepts, Kind, Game, Faults) :-
    checked_rules(As, Syntax, Text, Kind, Rules0, Faults),
    kind_name(Kind, Name),
    (   ( member(fault(error, _, _, _), Faults) ; \+ memberchk(Name, [game, space]) )
    ->  Game = none
    ;   given_values(Given, Rules0, Parameters),
        overridden(Parameters, Rules0, Rules),
        own_module('game ', Game),
        define(Game, [kind(Name)]),
        after_expanded(Rules, Expanded),
        ( Percepts == true -> perceived_rules(Expanded, Plain) ; Plain = Expanded ),
        unless_error(Game, ( build(Game, Syntax, Text, Plain), must_begin(Game, Parameters) )),
        add_facts(Game, default_text/1, Parameter, default_text(Rules0, Rules, Parameter))
    ).

%!  game_with_rules(+Game0, +Rules, -Game) is det.
%
%   Game is a new module as that of Game0, with Rules, whose literals have no places.

game_with_rules(Game0, Rules, Game) :-
    maplist(with_places, Rules, Placed),
    Game0:kind(Name), Game0:syntax(Syntax), Game0:text(Text),
    own_module('game ', Game),
    define(Game, [kind(Name)]),
    unless_error(Game, build(Game, Syntax, Text, Placed)).

with_places(rule(Head, Body0, Source), rule(Head, Body, Source)) :-
    placed_body(Body0, Body).

placed_body(Body0, Body) :- maplist(placed, Body0, Body).

placed(not(Body0), (0-0):not(Body)) :- !, placed_body(Body0, Body).
placed(or(Bodies0), (0-0):or(Bodies)) :- !, maplist(placed_body, Bodies0, Bodies).
placed(aggregate(How, T, Body0, N), (0-0):aggregate(How, T, Body, N)) :- !, placed_body(Body0, Body).
placed(L, (0-0):L).

%!  compile_game(+Game, +Form) is det.
%
%   Compile Game, so that it can be played.  Form is `meaning` (semantics.pl), `lists`,
%   `slots`, or `best`: slots if possible, otherwise lists.  An exception unloads the game,
%   because a half compiled game is of no use.

compile_game(Game, Form) :- unless_error(Game, compile_form(Form, Game)).

:- meta_predicate unless_error(+, 0).

unless_error(Game, Goal) :-
    catch(once(Goal), Error, ( unload_game(Game), throw(Error) )).

% ---- parameters ------------------------------------------------------------

%   default_text(+Rules0, +Rules, -Name) is nondet: the parameter Name has its default, a text.

default_text(Rules0, Rules, Name) :-
    member(rule(parameter(Name, Value), [], _), Rules0),
    text_value(Value, _),
    memberchk(rule(parameter(Name, Value), [], _), Rules).

%   given_values(+Given, +Rules, -Parameters): the text of a value is read.  Where the default
%   is a text, it need not be in double quotes.

given_values([], _, []).
given_values([Name=Given|Rest], Rules, [Name=Value|Parameters]) :-
    (   Given = written(Text)
    ->  (   memberchk(rule(parameter(Name, Default), [], _), Rules), text_value(Default, _),
            \+ ( string_code(1, Text, C), memberchk(C, `"[`) )
        ->  string_chars(Text, Value)
        ;   read_ground_term(Text, Value)
        )
    ;   Value = Given
    ),
    given_values(Rest, Rules, Parameters).

overridden([], Rules, Rules).
overridden([Name=Value|Parameters], Rules0, Rules) :-
    (   append(Before, [rule(parameter(Name, Default), [], Source)|After], Rules0)
    ->  must_fit(Name, Default, Value),
        append(Before, [rule(parameter(Name, Value), [], Source)|After], Rules1),
        overridden(Parameters, Rules1, Rules)
    ;   findall(N, member(rule(parameter(N, _), [], _), Rules0), Names),
        throw(error(no_parameter(Name, Names), _))
    ).

%   must_fit(+Name, +Default, +Value): Value has the type of Default.  Only the rules can
%   decide which numbers make sense.

must_fit(Name, Default, Value) :-
    kind(Default, Kind),
    (   fits_kind(Kind, Value)
    ->  true
    ;   kind_words(Kind, Expected),
        throw(error(parameter_value(Name, Value, Expected), _))
    ).

kind(V, whole) :- integer(V), !.
kind([], list(any)) :- !.
kind(Vs, list(Kind)) :- is_list(Vs), !,
    maplist(kind, Vs, Kinds0),
    sort(Kinds0, Kinds),
    ( Kinds = [Kind] -> true ; Kind = any ).
kind(_, name).

kind_words(whole, 'a whole number').
kind_words(name, 'a name').
kind_words(any, 'a number, name or list').
kind_words(list(Kind), Words) :-
    kind_words(Kind, Each),
    atom_concat('a list, each member ', Each, Words).

fits_kind(whole, V) :- integer(V).
fits_kind(name, V) :- atomic(V), V \== [].
fits_kind(any, V) :- ( atomic(V) -> true ; fits_kind(list(any), V) ).
fits_kind(list(Kind), Vs) :- is_list(Vs), maplist(fits_kind(Kind), Vs).

%   must_begin(+Game, +Parameters): the game can begin with Parameters.  If the check takes
%   too long or meets an error, the game is accepted, and the fault shows when it is played.
%   Limits and interrupts do not count as errors.

most_inferences(2_000_000).

must_begin(Game, Parameters) :-
    most_inferences(Most),
    (   Parameters \== [],
        catch(call_with_inference_limit(no_beginning(Game, Why), Most, Result),
              error(_, _), fail),
        Result \== inference_limit_exceeded
    ->  throw(error(no_beginning(Parameters, Why), _))
    ;   true
    ).

no_beginning(Game, start) :-
    Game:kind(space), !,
    \+ provable(Game, start(_), [], none).
no_beginning(Game, role) :- \+ Game:role(_), !.
no_beginning(Game, Why) :-
    initial_state(Game, State),
    (   Game:defined(no_position/1), provable(Game, no_position(Words), State, none)
    ->  Why = no_position(Words)
    ;   State == [], Game:defined(init/1) -> Why = fluent
    ;   \+ terminal_state(Game, State),
        \+ legal_move(Game, State, _, _),
        Why = move
    ).

% ---- the module of a game --------------------------------------------------

build(Game, Syntax, Text, Rules0) :-
    remembered_rules(Rules0, Rules),
    edges(Rules, Edges),
    add_facts(Game, defined/1, PI,
              (   member(rule(H, _, _), Rules), functor(H, N, A), PI = N/A
              ;   Rules \== Rules0, PI = 'occurred after'/3
              )),
    reaching(Edges, [true/1], StateUsers),
    add_facts(Game, needs_state/1, PI1, ( member(PI1, StateUsers), PI1 \== true/1 )),
    reaching(Edges, [does/2], StepUsers),
    add_facts(Game, needs_step/1, PI2, ( member(PI2, StepUsers), PI2 \== does/2 )),
    recursive(Edges, Recursive),
    add_facts(Game, recursive/1, PI3, member(PI3, Recursive)),
    components(Edges, Components),
    findall(K-PI6, ( member(PI6, Recursive), component_number(Components, PI6, K) ),
            Numbered0),
    keysort(Numbered0, Numbered),
    group_pairs_by_key(Numbered, Groups),
    callees_first(Groups, Edges, Ordered0),
    findall(component(PI7, Id),
            ( nth1(Id, Ordered0, PIs7), member(PI7, PIs7) ),
            ComponentFacts),
    define_all(Game, component/2, ComponentFacts),
    serving(Edges, [next/1, legal/2], Serving),
    add_facts(Game, serves_step/1, PI4, member(PI4, Serving)),
    input_relations(Rules, Inputs),
    findall(input(PI10, Places), member(PI10-Places, Inputs), InputFacts),
    define_all(Game, input/2, InputFacts),
    rules_in_order(Rules, Inputs, InOrder),
    maplist(with_kinds, InOrder, Ordered),
    findall(written(H10, B10, S10), member(rule(H10, B10, S10), Ordered), Written),
    define_all(Game, written/3, Written),
    reaching(Edges, [parameter/2], OfParameters),
    folded_rules(Ordered, OfParameters, Folded),
    findall(rule(H11, B11), member(rule(H11, B11, _), Folded), Plain),
    define_all(Game, rule/2, Plain),
    define_all(Game, rule/3, Folded),
    define(Game, [text(Text)]),
    guarded_rules(Folded, Guarded, Lines),
    set_lines(Lines, Text),
    ( Lines == [] -> define(Game, [(guarded(H, B) :- rule(H, B))]) ; define(Game, Guarded) ),
    convention(Syntax, Rules, Convention),
    ( Convention == gdl -> Noop = (implicit_noop :- fail) ; Noop = implicit_noop ),
    define(Game, [Noop, syntax(Syntax), convention(Convention)]),
    compile_static(Game),
    findall(PI8, ( member(PIs8, Ordered0), \+ descending(Game, PIs8), member(PI8, PIs8),
                   \+ copy_relation(PI8) ),
            ByFixpoint),
    add_facts(Game, by_fixpoint/1, PI9, member(PI9, ByFixpoint)),
    roles(Game),
    goal_ranges(Game),
    (   member(PI5, Recursive), memberchk(PI5, Serving)
    ->  define(Game, [unordered])
    ;   define(Game, [(unordered :- fail)])
    ),
    define_states(Game).

with_kinds(rule(Head, Body0, Source), rule(Head, Body, Source)) :-
    kinds_checked(Head, Body0, Body).

%   Sets of mutually dependent relations, each after the sets that it depends on; those
%   depend on fewer relations.

callees_first(Groups, Edges, Ordered) :-
    findall(Size-PIs,
            ( member(_-PIs, Groups), serving(Edges, PIs, Below), length(Below, Size) ),
            Pairs0),
    keysort(Pairs0, Pairs),
    pairs_values(Pairs, Ordered).

:- meta_predicate add_facts(+, +, ?, 0).

add_facts(Game, Name/1, X, Goal) :-
    findall(X, Goal, Xs0),
    sort(Xs0, Xs),
    findall(Fact, ( member(Y, Xs), Fact =.. [Name, Y] ), Facts),
    define_all(Game, Name/1, Facts).

define_all(Game, Name/Arity, []) :- !,
    functor(Head, Name, Arity),
    define(Game, [(Head :- fail)]).
define_all(Game, _, Facts) :- define(Game, Facts).

roles(Game) :-
    (   Game:defined(role/1)
    ->  state_goal(Game, role(R), _, _, Goal),
        most_roles(Most),
        More is Most + 1,
        findall(R, limit(More, distinct(R, Game:Goal)), Rs),
        ( length(Rs, More) -> throw_too_many_roles(Game, Most) ; true )
    ;   Rs = []
    ),
    findall(role(R), member(R, Rs), Facts),
    define_all(Game, role/1, Facts),
    findall(role_index(R, I), nth1(I, Rs, R), Indexes),
    define_all(Game, role_index/2, Indexes).

most_roles(100).

throw_too_many_roles(Game, Most) :-
    ( relation_line(Game, role/1, Line) -> true ; Line = 1 ),
    throw(error(too_many_roles(Most, Line), _)).

%   The lowest and the highest goal value of each role, as far as they are known without a
%   state.  A value is known if a rule names it, or if literals of the rule that do not
%   depend on the state compute it.

goal_ranges(Game) :-
    findall(goal_range(R, range(Low, High)),
            ( Game:role(R), goal_values(Game, R, Vs),
              min_list(Vs, Low), max_list(Vs, High) ),
            Ranges),
    define_all(Game, goal_range/2, Ranges),
    findall(outcomes(R, N),
            ( Game:role(R), goal_values(Game, R, Vs), length(Vs, N) ),
            Outcomes),
    define_all(Game, outcomes/2, Outcomes),
    findall(goal_worths(R, Vs), ( Game:role(R), goal_values(Game, R, Vs) ), Worths),
    define_all(Game, goal_worths/2, Worths).

goal_values(Game, Role, Values) :-
    findall(V, ( Game:written(goal(Role, V), Body, _), possible_value(Body, Game, V) ), Vs0),
    sort(Vs0, Values),
    Values = [_|_],
    forall(member(V, Values), integer(V)).

possible_value(_, _, V) :- integer(V), !.
possible_value(Body, Game, V) :-
    member(call(Atom), Body),
    term_variables(Atom, Vs),
    member(W, Vs), W == V,
    functor(Atom, N, A),
    Game:defined(N/A),
    \+ Game:needs_state(N/A),
    \+ Game:input(N/A, _), !,
    state_goal(Game, Atom, _, _, Goal),
    Game:Goal.
possible_value(_, _, unknown).

%   The tables of the numbered states and moves (interning.pl), and of the goal states
%   that heuristics.pl and kept_facts.pl find.

define_states(Game) :-
    dynamic([Game:state_of/2, Game:state_at/2, Game:move_of/2, Game:move_at/2,
             Game:last_number/2, Game:most/2, Game:constant_sum/1, Game:known_goals/2,
             Game:feasible_moves/2, Game:known_starts/1, Game:cards_up/0]).

compile_form(meaning, Game) :- compile_meaning(Game), define(Game, [form(meaning)]).
compile_form(lists, Game) :- compile_lists(Game), define(Game, [form(lists)]).
compile_form(slots, Game) :-
    (   slots_form(Game) -> define(Game, [form(slots)])
    ;   why_no_slots(Game, Why), throw(error(no_slots(Why), _))
    ).
compile_form(best, Game) :-
    (   slots_form(Game) -> define(Game, [form(slots)])
    ;   compile_form(lists, Game)
    ).

why_no_slots(Game, history) :- keeps_history(Game), !.
why_no_slots(Game, space) :- \+ Game:defined(next/1), !.
why_no_slots(Game, recursion(PI)) :- Game:by_fixpoint(PI), Game:needs_state(PI), !.
why_no_slots(Game, recursion(PI)) :- Game:by_fixpoint(PI), Game:needs_step(PI), !.
why_no_slots(_, fluents).

slots_form(Game) :-
    Game:defined(next/1),
    \+ keeps_history(Game),
    initial_facts(Game, Initial),
    functional_fluents(Game, Initial, Functional),
    catch(possible_instances(Game, Functional, Fluents, _), error(huge_term(_, _), _), fail),
    compile_slots(Game, Initial, Fluents, Functional).

%!  relation_line(+Game, +Name/Arity, -Line) is semidet.
%
%   Line is the line in which the first rule of a relation begins, counted from 1.

relation_line(Game, Name/Arity, Line) :-
    functor(Head, Name, Arity),
    Game:written(Head, _, Source), !,
    Game:text(Text),
    source_line(Source, Text, Line).

%!  unload_game(+Game) is det.
%
%   Free the memory of Game.

unload_game(Game) :-
    abolish_all_tables,
    drop_module(Game),
    forget_answers.
