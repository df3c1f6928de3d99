:- encoding(utf8).
:- module(explanation,
          [ explained/7,                % +Question, +Game, +Program, +State, +Joint, +Nth, -Tree
            refuting_texts/5,           % +Question, +Game, +State, +Joint, -Texts
            rule_conclusion/5           % +Game, +State, +Joint, ?Atom, -Place
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(library(lists), [append/2, append/3, member/2]).
:- use_module(library(solution_sequences), [distinct/2, limit/2, offset/2]).
:- use_module(logic(compiler/body_interpreter)).
:- use_module(logic(compiler/compile_lists), [state_goal/5]).
:- use_module(logic(compiler/state_after), [state_after/5]).
:- use_module(logic(game/state_space), [book_space/1]).
:- use_module(logic(language/aggregates), [aggregated/3]).
:- use_module(logic(language/after), [after_literal/3]).
:- use_module(logic(language/history), [asked_fact/2, keeps_history/1]).
:- use_module(logic(language/literals), [inner_atom/2]).
:- use_module(logic(language/whole_numbers),
              [kind_goal/2, with_tests_inside/2, without_kind_tests/2]).
:- use_module(logic(programs/program), [defines/2, program_clause/4, solves/3]).
:- use_module(logic(programs/program_goals), [allowed/1, body_literals/2]).
:- use_module(logic(questions/ask)).
:- use_module(logic(questions/counter_example)).
:- use_module(logic(questions/literal_words)).
:- use_module(logic(questions/met_states), [note_states/2]).
:- use_module(logic(questions/states), [said_of/5, state_relation/1]).
:- use_module(logic(reader/term_text)).
:- use_module(logic(reader/writer)).

/** <module> Explain why an atom holds in a position, or why it does not

These are CILOG's questions how and whynot, about a position of a game.  A proof is a tree
over the clauses of the rule file.  For an atom that does not hold, the tree has the first
goal that failed in each clause for it.  A tree is

    node(Holds, Goal, Place, Reason, Children, More)

Holds is `true` or `false`, Goal a text in the syntax of the rule file, Place the
`From-To` of the clause or `none`, and Reason a sentence, which may be empty.  Children are
the premises of a proof, the clauses that were tried, or what a negation denies.  More is a
list of

    kind(Kind)              what the goal is, see kind/2
    words(Words)            what is so of the goal, in the words of the rule file
    notated(Text)           the goal with its move as people write it
    failed(Node)            the first goal of the clause that failed
    held([Goal, ...])       the goals before it, with the values of the first try
    bindings([Name-Text])   the values of the variables of the clause in that try
    also([Node, ...])       other instances of the goal that were tried and failed, those
                            that a clause could give, each with its bindings
    others([Goal, ...])     the other instances, some of them
    tries(N)                how many instances there are in all
    near([Goal, ...])       the most similar facts that hold

The knowledge base decides what holds; trees are built only for explanations.
*/

%   Limits of a tree: nodes, levels (readers of JSON have a limit), nodes before only the first
%   instance that failed is explained, clauses that failed below each other, instances of a
%   template, instances that failed, similar atoms.

most_nodes(5000).
most_nodes_besides(600).
most_levels(150).
deepest_failure(6).
most_instances(30).
most_tries(1000).
most_near(3).

%!  explained(+Question, +Game, +Program, +State, +Joint, +Nth, -Tree) is det.
%
%   Tree is a proof of answer Nth to Question (ask.pl), counted from 1, or explains why there
%   is no answer.  Joint is a joint move or `none`.  With a joint move, relations of the step
%   can be asked, and legal/2 is defined by its rules alone.
%
%   @error no_answer_number(Nth) if there are fewer answers

explained(question(Names, Body0), Game, Program, State, Joint, Nth, Tree) :-
    with_tests_inside(Body0, Body),
    ( memberchk(State, [none, withheld]) -> Facts = [] ; Game:facts(State, Facts) ),
    empty_assoc(Known),
    (   Joint \== none -> Mode = rule
    ;   Program == none -> Mode = question
    ;   Mode = beside(Program)
    ),
    At = at(Mode, Game, State, Joint, Facts, memo(0, Known, 0)),
    maplist(source_variable, Names, Vs),
    Before is Nth - 1,
    (   offset(Before, distinct(Names, holds(Body, true_at(At))))
    ->  proofs(Body, Vs, At, Nodes), Holds = true
    ;   Nth > 1, holds(Body, true_at(At)) -> throw(error(no_answer_number(Nth), _))
    ;   refutation(Body, Vs, At, 0, Nodes, More), Holds = false
    ),
    (   Body = [_], Nodes = [Tree], var(More) -> true
    ;   Body = [_], More == [] -> Nodes = [Tree]
    ;   ( var(More) -> More = [] ; true ),
        text(At, Body, Vs, Goal),
        Tree = node(Holds, Goal, none, "", Nodes, More)
    ).

source_variable(Name-V, variable(Name, V, [])).

% ---- what holds ------------------------------------------------------------

%   true_at(+At, ?Atom) is nondet.  In a question, legal/2 gives the moves of the players; in
%   a rule, it is defined by its rules alone.

true_at(at(question, Game, State, _, _, _), Atom) :- !,
    atom_holds(Game, State, Atom).
true_at(at(beside(Program), Game, State, _, _, _), Atom) :- !,
    beside_holds(Program, Game, State, Atom).
true_at(at(program(Program), Game, _, _, _, _), Atom) :- !,
    solves(Program, by(states:state_atom_holds(Game, none)), Atom).
true_at(At, Atom) :- At = at(rule, _, _, _, _, _), rule_atom(Atom, At).

rule_atom(true(F), at(_, _, _, _, Facts, _)) :- !, asked_fact(F, Facts).
rule_atom(does(R, M), at(_, Game, _, Joint, _, _)) :- !,
    Joint \== none,
    Game:role_index(R, I), arg(I, Joint, M).
rule_atom(next(F), at(_, Game, State, Joint, _, _)) :- !,
    Joint \== none,
    Game:successor(State, Joint, State1),
    Game:facts(State1, Facts),
    asked_fact(F, Facts).
rule_atom(Atom, at(_, Game, State, Joint, _, _)) :-
    functor(Atom, Name, Arity),
    Game:defined(Name/Arity),
    \+ ( Joint == none, Game:needs_step(Name/Arity) ),
    state_goal(Game, Atom, State, Joint, Goal),
    call(Game:Goal).

in_rule(at(_, Game, State, Joint, Facts, Memo), at(rule, Game, State, Joint, Facts, Memo)).

%   about_state(+Atom, +At, -Inside, -Literal) is semidet: Atom means that Literal holds in
%   another state, that of Inside.  The nodes of the tree are counted together.

about_state(Atom, at(Mode, Game, State, _, _, Memo), Inside, Literal) :-
    Mode \== rule,
    said_of(Game, State, Atom, Inner, Literal),
    Game:facts(Inner, Facts),
    empty_assoc(Known),
    arg(1, Memo, Nodes), arg(3, Memo, Levels),
    Inside = at(question, Game, Inner, none, Facts, memo(Nodes, Known, Levels)).

%   after_at(+Role, +Move, +At, -Inside) is semidet: Inside is about the state that comes if Role does
%   Move.

after_at(Role, Move, at(Mode, Game, State, _, _, Memo), Inside) :-
    state_after(Game, State, Role, Move, Inner),
    Game:facts(Inner, Facts),
    empty_assoc(Known),
    arg(1, Memo, Nodes), arg(3, Memo, Levels),
    Inside = at(Mode, Game, Inner, none, Facts, memo(Nodes, Known, Levels)).

% ---- proofs ----------------------------------------------------------------

%   proofs(+Body, +Variables, +At, -Nodes): Body is instantiated so that it holds.

proofs([], _, _, []).
proofs([L|Ls], Vs, At, [Node|Nodes]) :-
    proof(L, Vs, At, Node),
    proofs(Ls, Vs, At, Nodes).

proof(L, Vs, At, node(true, Goal, Place, Reason, Children, [kind(Kind)|Words])) :-
    kind(L, At, Kind),
    text(At, [L], Vs, Goal),
    in_words(L, At, true, Goal, Words),
    (   too_large(At)
    ->  Place = none, Children = [],
        Reason = "holds; the tree is too large to show more: ask how of this goal"
    ;   below(At, 1),
        rests(L, Vs, At, Place, Reason, Children),
        below(At, -1)
    ).

kind(call(Atom), At, Kind) :- !,
    functor(Atom, Name, Arity),
    (   At = at(program(_), _, _, _, _, _), memberchk(Atom, [findall(_, _, _), once(_)])
    ->  Kind = choice
    ;   At = at(program(_), _, _, _, _, _), \+ own_clauses(Atom, At, _), allowed(Atom)
    ->  Kind = test
    ;   Atom = true(_) -> Kind = fluent
    ;   Atom = does(_, _) -> Kind = move
    ;   asked_relation(Name/Arity) -> Kind = search
    ;   Kind = atom
    ).
kind(L, _, Kind) :- kind(L, Kind).

kind(not(_), negation).
kind(tested(_, L), Kind) :- kind(L, Kind).
kind(or(_), choice).
kind(either(_, _), choice).
kind(aggregate(How, _, _, _), Kind) :- ( How == count -> Kind = count ; Kind = aggregate ).
kind(after(_, _, _), atom).
kind(test(_), test).
kind(is(_, _), test).
kind(between(_, _, _), test).

%   too_large(+At) is semidet: count a node; the tree is at its limit.

too_large(at(_, _, _, _, _, Memo)) :-
    arg(1, Memo, N0), N is N0 + 1,
    nb_setarg(1, Memo, N),
    ( most_nodes(Most), N > Most ; most_levels(Levels), arg(3, Memo, Levels) ), !.

%   below(+At, +Levels): go down by this number of levels.

below(at(_, _, _, _, _, Memo), Levels) :-
    arg(3, Memo, Level0), Level is Level0 + Levels,
    setarg(3, Memo, Level).

rests(call(Atom), _, At, Place, Reason, Children) :-
    rests_on_program(Atom, At, Place, Reason, Children), !.
rests(call(true(_)), _, _, none, "holds in the position", []) :- !.
rests(call(does(_, _)), _, _, none, "is done in this step", []) :- !.
rests(call(Copy), Vs, At, Place, Reason, Children) :-
    after_literal(call(Copy), state, After), !,
    rests(After, Vs, At, Place, Reason, Children).
rests(after(R, M, Body), Vs, At, none, "in the state that comes", Children) :- !,
    after_at(R, M, At, Inside),
    once(holds(Body, true_at(Inside))),
    proofs(Body, Vs, Inside, Children).
rests(call(Atom), _, At, none, Reason, []) :-
    counted_position(Atom, At, N), !,
    occurrences_words(Atom, N, Reason).
rests(call(Atom), _, At, Place, Reason, Children) :-
    in_rule(At, Inside),
    used_clause(Atom, Inside, Place, Body, Vs), !,
    Reason = "",
    proofs(Body, Vs, Inside, Children).
rests(call(legal(R, _)), _, At, none, Reason, [Node]) :-
    At = at(_, Game, _, _, _, _), Game:role(R), !,
    term_text(Game, R, Role),
    format(string(Reason), '~s has no legal move, and the game is not over', [Role]),
    in_rule(At, Inside),
    failure(call(legal(R, M)), [variable('M', M, [])], Inside, 0, Node).
rests(call(Atom), _, At, none, "in that state", [Node]) :-
    about_state(Atom, At, Inside, Literal),
    once(true_at(Inside, Literal)), !,
    proof(call(Literal), [], Inside, Node).
rests(call(Atom), _, At, none, Reason, []) :-
    At = at(_, Game, _, _, _, _),
    functor(Atom, Name, Arity),
    (   Game:defined(Name/Arity) -> Reason = "holds"
    ;   state_relation(Name/Arity) -> Reason = "holds"
    ;   knowledge(Atom, At, true, Reason) -> true
    ;   Reason = "was found by a search"
    ).
rests(not([test(distinct(_, _))]), _, _, none, "", []) :- !.
rests(not(Body), Vs, At, none, "has no proof", Children) :-
    refutation(Body, Vs, At, 0, Nodes, More),
    (   More == [] -> Children = Nodes
    ;   text(At, Body, Vs, Goal),
        Children = [node(false, Goal, none, "", Nodes, More)]
    ).
rests(or(Bodies), Vs, At, none, "", Children) :-
    member(Body, Bodies),
    holds(Body, true_at(At)), !,
    proofs(Body, Vs, At, Children).
rests(either(_, Body), Vs, At, none, "", Children) :-
    proofs(Body, Vs, At, Children).
rests(aggregate(How, T, Body, N), Vs, At, none, Reason, Children) :-
    How \== count, !,
    instances(T, Body, Vs, At, Children),
    aggregate_all(count, distinct(T, holds(Body, true_at(At))), Count),
    value_words(How, Count, N, Reason).
rests(aggregate(count, T, Body, N), Vs, At, none, Reason, Children) :-
    instances(T, Body, Vs, At, Children),
    length(Children, Shown),
    (   Shown < N -> format(string(Reason), '~d instances, ~d of them here', [N, Shown])
    ;   instances_words(N, Reason)
    ).
rests(tested(_, L), Vs, At, Place, Reason, Children) :- rests(L, Vs, At, Place, Reason, Children).
rests(test(_), _, _, none, "", []).
rests(is(_, _), _, _, none, "", []).
rests(between(_, _, _), _, _, none, "", []).

%   counted_position(+Atom, +At, -N) is semidet: Atom asks how often a position occurs, which is N times.

counted_position(Atom, At, N) :-
    ( Atom = occurred(_), Asked = occurred(N) ; Atom = 'occurred after'(R, M, _), Asked = 'occurred after'(R, M, N) ),
    At = at(_, Game, _, _, _, _),
    keeps_history(Game),
    in_rule(At, Inside),
    once(true_at(Inside, Asked)), !.

occurrences_words(Atom, N, Words) :-
    ( N =:= 1 -> Times = "1 time" ; format(string(Times), '~d times', [N]) ),
    (   Atom = occurred(_) -> format(string(Words), 'the position has occurred ~s', [Times])
    ;   format(string(Words), 'after it the position will have occurred ~s', [Times])
    ).

instances_words(N, Words) :-
    ( N =:= 0 -> Words = "no instances"
    ; N =:= 1 -> Words = "1 instance"
    ; format(string(Words), '~d instances', [N])
    ).

%   value_words(+How, +Count, +Value, -Words): Value is the aggregate How of Count instances.

value_words(sum, Count, Value, Words) :-
    instances_words(Count, Instances),
    ( Count =:= 1 -> Add = adds ; Add = add ),
    format(string(Words), '~s ~w up to ~w', [Instances, Add, Value]).
value_words(max, _, Value, Words) :- format(string(Words), 'the largest value is ~w', [Value]).
value_words(min, _, Value, Words) :- format(string(Words), 'the smallest value is ~w', [Value]).
value_words(list, Count, _, Words) :-
    instances_words(Count, Instances),
    format(string(Words), '~s, in order', [Instances]).

%   instances(+Template, +Body, +Variables, +At, -Nodes): proofs of the first instances.

instances(T, Body, Vs, At, Nodes) :-
    most_instances(Most),
    findall(Proofs,
            limit(Most, ( distinct(T, holds(Body, true_at(At))), proofs(Body, Vs, At, Proofs) )),
            Instances),
    maplist(instance, Instances, Nodes).

instance([Node], Node) :- !.
instance(Nodes, node(true, Goal, none, "an instance", Nodes, [])) :-
    findall(G, member(node(_, G, _, _, _, _), Nodes), Gs),
    atomic_list_concat(Gs, ', ', Goal0),
    atom_string(Goal0, Goal).

%   used_clause(+Atom, +At, -Place, -Body, -Variables) is semidet: the first clause that
%   proves Atom; for a recursive relation, one whose proof does not need Atom again.

used_clause(Atom, At, Place, Body, Vs) :-
    At = at(_, Game, _, _, _, _),
    functor(Atom, Name, Arity),
    (   Game:component(Name/Arity, Id)
    ->  founded(Atom, Id, At, used(Place, Body, Vs))
    ;   game_clause(Game, Atom, Body, source(Place, _, Vs)),
        holds(Body, true_at(At))
    ), !.

%!  rule_conclusion(+Game, +State, +Joint, ?Atom, -Place) is nondet.
%
%   The clause at Place concludes Atom in State or, if Joint is not `none`, in the step from
%   State by Joint.

rule_conclusion(Game, State, Joint, Atom, Place) :-
    Game:facts(State, Facts),
    game_clause(Game, Atom, Body, source(Place, _, _)),
    holds(Body, true_at(at(rule, Game, State, Joint, Facts, none))).

%   game_clause(+Game, ?Atom, -Body, -Source) is nondet.

game_clause(Game, Atom, Body, Source) :-
    Game:written(Atom, Body0, Source),
    acyclic_term(Atom),
    with_tests_inside(Body0, Body).

% ---- search programs ---------------------------------------------------------

%   own_clauses(+Atom, +At, -Inside) is semidet: a search program beside the game defines the
%   relation of Atom; the bodies of its clauses are asked at Inside.

own_clauses(Atom, at(Mode, Game, State, Joint, Facts, Memo),
            at(program(Program), Game, State, Joint, Facts, Memo)) :-
    ( Mode = beside(Program) ; Mode = program(Program) ), !,
    functor(Atom, Name, Arity),
    defines(Program, Name/Arity).

%   rests_on_program(+Atom, +At, -Place, -Reason, -Children) is semidet.

rests_on_program(Atom, At, beside(Place), "", Children) :-
    own_clauses(Atom, At, Inside), !,
    arg(1, Inside, program(Program)),
    findall(Body-Source-Atom, program_clause(Program, Atom, Body, Source), Clauses),
    proving(Clauses, Atom, Inside, Literals, source(_, Place, Vs)),
    proofs(Literals, Vs, Inside, Children).
rests_on_program(findall(T, G, _), At, none, Reason, Children) :- !,
    arg(1, At, program(_)),
    body_literals(G, Body),
    instances(T, Body, [], At, Children),
    aggregate_all(count, holds(Body, true_at(At)), N),
    instances_words(N, Reason).
rests_on_program(once(G), At, none, "", Children) :- !,
    arg(1, At, program(_)),
    body_literals(G, Body),
    once(holds(Body, true_at(At))),
    proofs(Body, [], At, Children).
rests_on_program(Atom, At, none, "", []) :-
    arg(1, At, Mode),
    ( Mode = program(_) ; Mode = beside(_), \+ asked_atom(Atom, At) ), !,
    allowed(Atom).

asked_atom(Atom, at(_, Game, _, _, _, _)) :-
    functor(Atom, Name, Arity),
    can_be_asked(Game, Name/Arity).

%   proving(+Clauses, +Atom, +At, -Literals, -Source) is semidet: Literals and Source are those
%   of the first clause that proves Atom.  A clause whose goals before a cut hold is the last.

proving([Body-Source0-Head|Clauses], Atom, At, Literals, Source) :-
    (   Head = Atom, cut_after(Body, Before),
        once(holds(Before, true_at(At)))
    ->  Source = Source0, body_literals(Body, Literals), holds(Literals, true_at(At))
    ;   Head = Atom, body_literals(Body, Literals0), \+ cut_after(Body, _),
        holds(Literals0, true_at(At))
    ->  Literals = Literals0, Source = Source0
    ;   proving(Clauses, Atom, At, Literals, Source)
    ).

%   cut_after(+Body, -Before) is semidet: Before are the literals before the last cut.

cut_after(Body, Before) :-
    goals(Body, Goals, []),
    append(Goals0, [Cut|After], Goals), Cut == (!),
    \+ ( member(Later, After), Later == (!) ), !,
    literals_of(Goals0, Before).

goals(Goal, [Goal|Gs], Gs) :- var(Goal), !.
goals((A, B), Gs0, Gs) :- !, goals(A, Gs0, Gs1), goals(B, Gs1, Gs).
goals(Goal, [Goal|Gs], Gs).

literals_of(Goals, Literals) :-
    maplist(body_literals, Goals, Lists),
    append(Lists, Literals).

%   program_fails(+Atom, +Variables, +At, +Depth, -Reason, -Children, -More) is semidet.

program_fails(Atom, _, At, Depth, Reason, Children, []) :-
    own_clauses(Atom, At, Inside), !,
    arg(1, Inside, program(Program)),
    findall(Body-Source-Atom, program_clause(Program, Atom, Body, Source), Clauses),
    deepest_failure(Deepest),
    (   Clauses == [] -> Reason = "no clause has such a head", Children = []
    ;   Depth >= Deepest -> Reason = "no clause gives it: ask whynot of this goal", Children = []
    ;   Depth1 is Depth + 1,
        findall(node(Holds, Goal, beside(Place), Text, Nodes, More),
                ( member(Body-Source-Head, Clauses),
                  body_literals(Body, Literals),
                  clause_failure(Literals, Source, Head, Inside, Depth1,
                                 node(Holds, Goal, Place, Text, Nodes, More)) ),
                Children),
        ( Children == [] -> Reason = "an earlier clause was chosen by a cut" ; Reason = "" )
    ).
program_fails(findall(T, G, _), _, At, _, Reason, Children, []) :- !,
    arg(1, At, program(_)),
    body_literals(G, Body),
    findall(T, holds(Body, true_at(At)), Ts),
    At = at(_, Game, _, _, _, _),
    ( ground(Ts) -> shown_text(Game, Ts, Text) ; Text = "another list" ),
    format(string(Reason), 'the list is ~s', [Text]),
    instances(T, Body, [], At, Children).
program_fails(once(G), Vs, At, Depth, "", Nodes, More) :- !,
    arg(1, At, program(_)),
    body_literals(G, Body),
    refutation(Body, Vs, At, Depth, Nodes, More).
program_fails(Atom, _, At, _, Reason, [], []) :-
    arg(1, At, Mode),
    ( Mode = program(_) ; Mode = beside(_), \+ asked_atom(Atom, At) ), !,
    allowed(Atom),
    (   Atom = (X is E) -> V is E, format(string(Reason), 'it is ~w, not ~w', [V, X])
    ;   Reason = "does not hold"
    ).

% ---- proofs of recursive relations -----------------------------------------

%   The Memo of At maps atoms to the clauses that prove them, as used(Place, Body,
%   Variables).  The recursive premises of such a clause were added before it.

%   founded(+Atom, +Component, +At, -Used) is semidet.  Most proofs are quickly found top
%   down, where no atom may occur below itself.  Otherwise the least fixpoint finds all
%   proofs, round by round.

most_steps(3000).

founded(Atom, Id, At, Used) :-
    At = at(_, _, _, _, _, Memo),
    arg(2, Memo, Known0),
    (   get_assoc(Atom, Known0, Used0) -> Used = Used0
    ;   catch(top_down(Atom, [], Id, At, steps(0), Known0, Known), too_many_steps,
              bottom_up(Id, At, Known0, Known)),
        get_assoc(Atom, Known, Used),
        nb_setarg(2, Memo, Known)
    ).

top_down(Atom, Above, Id, At, Steps, Known0, Known) :-
    (   get_assoc(Atom, Known0, _) -> Known = Known0
    ;   count_step(Steps),
        \+ memberchk(Atom, Above),
        At = at(_, Game, _, _, _, _),
        game_clause(Game, Atom, Body0, source(Place, _, Vs)),
        chosen(Body0, Body),
        holds(Body, true_at(At)),
        findall(A, own_atom(Body, Id, Game, A), Atoms),
        all_top_down(Atoms, [Atom|Above], Id, At, Steps, Known0, Known1), !,
        put_assoc(Atom, Known1, used(Place, Body, Vs), Known)
    ).

all_top_down([], _, _, _, _, Known, Known).
all_top_down([Atom|Atoms], Above, Id, At, Steps, Known0, Known) :-
    top_down(Atom, Above, Id, At, Steps, Known0, Known1),
    all_top_down(Atoms, Above, Id, At, Steps, Known1, Known).

count_step(Steps) :-
    arg(1, Steps, N0), N is N0 + 1,
    nb_setarg(1, Steps, N),
    ( most_steps(Most), N > Most -> throw(too_many_steps) ; true ).

%   chosen(+Body0, -Body) is nondet: choose an alternative of each disjunction.

chosen([], []).
chosen([L0|Ls0], [L|Ls]) :-
    (   L0 = or(Bodies) -> member(Body, Bodies), chosen(Body, Chosen), L = either(Bodies, Chosen)
    ;   L = L0
    ),
    chosen(Ls0, Ls).

own_atom(Body, Id, Game, Atom) :-
    member(L, Body),
    (   L = call(Atom), functor(Atom, Name, Arity), Game:component(Name/Arity, Id)
    ;   L = either(_, Chosen), own_atom(Chosen, Id, Game, Atom)
    ).

%   bottom_up(+Component, +At, +Known0, -Known): Known has a clause for each atom of Component
%   that holds.  The premises of a round come from earlier rounds.

bottom_up(Id, At, Known0, Known) :-
    At = at(_, Game, _, _, _, _),
    findall(Atom,
            ( Game:component(N/A, Id), functor(Atom, N, A), rule_atom(Atom, At),
              \+ get_assoc(Atom, Known0, _) ),
            Atoms0),
    sort(Atoms0, Atoms),
    rounds(Atoms, Id, At, Known0, Known).

rounds(Atoms, Id, At, Known0, Known) :-
    next_round(Atoms, Id, At, Known0, Known0, Known1, Others),
    (   Others == Atoms -> Known = Known0
    ;   rounds(Others, Id, At, Known1, Known)
    ).

next_round([], _, _, _, Known, Known, []).
next_round([Atom|Atoms], Id, At, Before, Known0, Known, Others) :-
    (   At = at(_, Game, _, _, _, _),
        game_clause(Game, Atom, Body0, source(Place, _, Vs)),
        chosen(Body0, Body),
        holds(Body, true_before(Id, At, Before))
    ->  put_assoc(Atom, Known0, used(Place, Body, Vs), Known1),
        Others = Others1
    ;   Known1 = Known0, Others = [Atom|Others1]
    ),
    next_round(Atoms, Id, At, Before, Known1, Known, Others1).

true_before(Id, At, Known, Atom) :-
    At = at(_, Game, _, _, _, _),
    rule_atom(Atom, At),
    functor(Atom, Name, Arity),
    ( Game:component(Name/Arity, Id) -> get_assoc(Atom, Known, _) ; true ).

% ---- refutations -----------------------------------------------------------

%   refutation(+Body, +Variables, +At, +Depth, -Nodes, -More): why Body does not hold.  For
%   one literal, Nodes has its tree, and More is empty; for several, Nodes is empty, and More
%   describes the first that failed.

refutation([L], Vs, At, Depth, [Node], []) :- !, failure(L, Vs, At, Depth, Node).
refutation(Body, Vs, At, Depth, [], More) :- first_failure(Body, Vs, At, Depth, More).

%   first_failure(+Body, +Variables, +At, +Depth, -More)

first_failure(Body, Vs, At, Depth,
              [failed(Node), held(Held), bindings(Bs), also(Also), others(Others), tries(N)]) :-
    longest_start(Body, true_at(At), Before, [L|_]),
    most_tries(Most),
    findall(Before-L-Vs,
            limit(Most, distinct(L, holds(Before, true_at(At)))),
            Tries0),
    length(Tries0, N),
    nearest_first(Tries0, At, [Before1-L1-Vs1|Tries]),
    failure(L1, Vs1, At, Depth, Node),
    findall(Text, ( member(B, Before1), text(At, [B], Vs1, Text) ), Held),
    bound_names(Vs1, At, Bs),
    besides(Tries, At, Depth, Also, Others0),
    most_instances(Shown),
    findall(Text, limit(Shown, member(Text, Others0)), Others).

bound_names(Vs, at(_, Game, _, _, _, _), Bs) :-
    findall(Name-Text,
            ( member(variable(Name, V, _), Vs), ground(V), \+ sub_atom(Name, 0, 1, _, '_'),
              shown_text(Game, V, Text) ),
            Bs).

%   besides(+Tries, +At, +Depth, -Also, -Others): of the tries besides the first, Also are the
%   nodes of those that a clause with a body could give, and Others the texts of the rest.

besides([], _, _, [], []).
besides([_-L-Vs|Tries], At, Depth, Also, Others) :-
    (   given_by_rule(L, At), room_besides(At)
    ->  failure(L, Vs, At, Depth, node(Holds, Goal, Place, Reason, Children, More)),
        bound_names(Vs, At, Bs),
        Also = [node(Holds, Goal, Place, Reason, Children, [bindings(Bs)|More])|Also1],
        Others = Others1
    ;   text(At, [L], Vs, Text), Also = Also1, Others = [Text|Others1]
    ),
    besides(Tries, At, Depth, Also1, Others1).

given_by_rule(not(_), _).
given_by_rule(call(Atom), At) :- own_clauses(Atom, At, _), !.
given_by_rule(call(Atom), at(_, Game, _, _, _, _)) :- once(Game:written(Atom, [_|_], _)).

room_besides(at(_, _, _, _, _, Memo)) :-
    arg(1, Memo, N),
    most_nodes_besides(Most),
    N < Most.

%   nearest_first(+Tries0, +At, -Tries): failed counts are sorted, the highest first.

nearest_first(Tries0, At, Tries) :-
    (   Tries0 = [_-aggregate(count, _, _, _)-_, _|_]
    ->  findall(Rank-Try,
                ( member(Try, Tries0), Try = _-aggregate(count, T, Body, _)-_,
                  aggregate_all(count, distinct(T, holds(Body, true_at(At))), N),
                  Rank is -N ),
                Pairs0),
        keysort(Pairs0, Pairs),
        findall(Try, member(_-Try, Pairs), Tries)
    ;   Tries = Tries0
    ).

failure(L, Vs, At, Depth, node(false, Goal, none, Reason, Children, [kind(Kind)|More])) :-
    text(At, [L], Vs, Goal),
    kind(L, At, Kind),
    in_words(L, At, false, Goal, Words),
    append(Words, More0, More),
    (   too_large(At)
    ->  Children = [], More0 = [],
        Reason = "does not hold; the tree is too large to show more: ask whynot of this goal"
    ;   below(At, 1),
        fails(L, Vs, At, Depth, Reason, Children, More0),
        below(At, -1)
    ).

fails(call(Copy), Vs, At, Depth, Reason, Children, More) :-
    after_literal(call(Copy), state, After), After = after(R, M, _), ground(R-M), !,
    fails(After, Vs, At, Depth, Reason, Children, More).
fails(after(R, M, Body), Vs, At, Depth, Reason, Children, More) :- !,
    (   after_at(R, M, At, Inside)
    ->  Reason = "not in the state that comes",
        refutation(Body, Vs, Inside, Depth, Children, More)
    ;   At = at(_, Game, _, _, _, _),
        term_text(Game, R, Role),
        format(string(Reason), '~s is not a role', [Role]),
        Children = [], More = []
    ).
fails(call(Atom), Vs, At, Depth, Reason, Children, More) :-
    program_fails(Atom, Vs, At, Depth, Reason, Children, More), !.
fails(call(Atom), _, at(_, Game, _, _, _, _), _, Reason, [], []) :-
    book_space(Game),
    functor(Atom, Name, Arity),
    \+ Game:defined(Name/Arity),
    space_has(Name/Arity, Reason), !.
fails(call(_ = _), _, _, _, "they are different", [], []) :- !.
fails(call(Atom), _, At, _, Reason, [], []) :-
    counted_position(Atom, At, N), !,
    occurrences_words(Atom, N, Reason).
fails(call(true(F)), Vs, At, _, "does not hold in the position", [], [near(Near)]) :- !,
    At = at(_, _, _, _, Facts, _),
    like(F, Facts, Like0),
    findall(call(true(X)), member(X, Like0), Like),
    texts(Like, Vs, At, Near).
fails(call(does(R, _)), Vs, At, _, Reason, [], [near(Near)]) :- !,
    At = at(_, Game, _, Joint, _, _),
    (   Joint == none -> Reason = "no move is made in this question", Near = []
    ;   Reason = "is not done in this step",
        findall(call(does(R, M)), ( Game:role_index(R, I), arg(I, Joint, M) ), Done),
        texts(Done, Vs, At, Near)
    ).
fails(call(legal(R, _)), _, At, _, Reason, Children, []) :-
    At = at(Mode, Game, State, _, _, _), Mode \== rule, State \== none,
    nobody_moves(R, Game, State, At, Reason, Children), !.
fails(call(Atom), _, At, Depth, "not in that state", [Node], []) :-
    about_state(Atom, At, Inside, Literal),
    \+ true_at(Inside, Literal), !,
    failure(call(Literal), [], Inside, Depth, Node).
fails(call(Atom), _, At, Depth, Reason, Children, More) :- !,
    in_rule(At, Inside),
    not_given(Atom, Inside, Depth, Reason, Children, More).
fails(not([test(distinct(_, _))]), _, _, _, "they are different", [], []) :- !.
fails(not(Body), Vs, At, _, "can be proved", Nodes, []) :- !,
    ( holds(Body, true_at(At)) -> proofs(Body, Vs, At, Nodes) ; Nodes = [] ).
fails(or(Bodies), Vs, At, Depth, "none of the alternatives holds", Children, []) :- !,
    findall(Node,
            ( member(Body, Bodies), refutation(Body, Vs, At, Depth, Nodes, More),
              (   Nodes = [Node] -> true
              ;   text(At, Body, Vs, Goal),
                  Node = node(false, Goal, none, "", [], More)
              ) ),
            Children).
fails(aggregate(How, T, Body, N), Vs, At, _, Reason, Children, []) :-
    How \== count, !,
    findall(T, holds(Body, true_at(At)), Ts0),
    sort(Ts0, Ts), length(Ts, Count),
    instances(T, Body, Vs, At, Children),
    (   \+ aggregated(How, Ts, _) -> Reason = "there is no number for which it holds"
    ;   How == list -> Reason = "the list is another one"
    ;   aggregated(How, Ts, Value),
        value_words(How, Count, Value, Words),
        ( integer(N) -> format(string(Reason), '~s, not ~d', [Words, N]) ; Reason = Words )
    ).
fails(aggregate(count, T, Body, N), Vs, At, _, Reason, Children, []) :- !,
    findall(T, holds(Body, true_at(At)), Ts0),
    sort(Ts0, Ts), length(Ts, Found),
    instances(T, Body, Vs, At, Children),
    instances_words(Found, Words),
    ( integer(N) -> format(string(Reason), 'has ~s, not ~d', [Words, N])
    ; format(string(Reason), 'has ~s', [Words])
    ).
fails(tested(Tests, L), Vs, At, Depth, Reason, Children, More) :- !,
    (   member(Test, Tests), kind_goal(Test, Goal), \+ call(Goal)
    ->  Children = [], More = [],
        wrong_kind(Test, At, Reason)
    ;   fails(L, Vs, At, Depth, Reason, Children, More)
    ).
fails(is(X, E), _, _, _, Reason, [], []) :- !,
    V is E,
    format(string(Reason), 'it is ~w, not ~w', [V, X]).
fails(between(L, H, X), _, _, _, Reason, [], []) :- !,
    ( var(X) -> format(string(Reason), 'there is no number from ~w to ~w', [L, H])
    ; format(string(Reason), '~w is not from ~w to ~w', [X, L, H])
    ).
fails(test(distinct(_, _)), _, _, _, "they are the same", [], []) :- !.
fails(test(dif(_, _)), _, _, _, "they are the same", [], []) :- !.
fails(test(_ \== _), _, _, _, "they are the same", [], []) :- !.
fails(test(Test), _, _, _, Reason, [], []) :-
    Test =.. [_, X, Y],
    A is X, B is Y,
    (   A == X, B == Y -> Reason = "this is not so"
    ;   format(string(Reason), 'the values are ~w and ~w', [A, B])
    ).

%   space_has(?Name/Arity, -Reason): what a state space has in place of this relation of games.

space_has(role/1, "a state space has no roles").
space_has(init/1, "a state space has no positions: start(Node) gives where it begins").
space_has(true/1, "a state space has nodes, not positions in which facts hold").
space_has(legal/2, "a state space has arcs, not legal moves").
space_has(does/2, "a state space has arcs, not moves").
space_has(next/1, "a state space has arcs, not moves").
space_has(terminal/0, "a state space has no end of play: is_goal(Node) gives its goals").
space_has(goal/2, "a state space has no goal values: is_goal(Node) gives its goals").

%   wrong_kind(+Test, +At, -Reason): Test, of whole_numbers.pl, does not hold.

wrong_kind(nonzero(_), _, "it divides by 0") :- !.
wrong_kind(Test, At, Reason) :-
    arg(1, Test, X),
    At = at(_, Game, _, _, _, _),
    shown_text(Game, X, Text),
    format(string(Reason), '~s is not a whole number', [Text]).

%   nobody_moves(+Role, +Game, +State, +At, -Reason, -Children) is semidet.

nobody_moves(R, Game, _, _, Reason, []) :-
    \+ ( Game:role(Role), Role = R ), !,
    term_text(Game, R, Text),
    findall(T, ( Game:role(Role), term_text(Game, Role, T) ), Ts),
    atomic_list_concat(Ts, ', ', Roles),
    format(string(Reason), '~s is not a role; the roles are ~w', [Text, Roles]).
nobody_moves(_, Game, State, At, "the game is over, and nobody can move", [Node]) :-
    Game:terminal(State),
    in_rule(At, Inside),
    proof(call(terminal), [], Inside, Node).

%   knowledge(+Atom, +At, +Holds, -Reason) is semidet: Reason says in how many states that a role thinks possible
%   the goal of Atom holds.

knowledge(Atom, at(Mode, Game, State, _, _, _), Holds, Reason) :-
    memberchk(Mode, [question, rule]),
    known_words(Game, State, Atom, Holds, Reason).

%   not_given(+Atom, +At, +Depth, -Reason, -Children, -More): why no clause proves Atom.  The
%   most similar atoms are named only for facts: those near a rule say little.

not_given(Atom, At, Depth, Reason, Children, More) :-
    At = at(_, Game, _, Joint, _, _),
    functor(Atom, Name, Arity),
    More = [near(Near)],
    findall(Body-Source-Atom, game_clause(Game, Atom, Body, Source), Clauses),
    (   \+ Game:defined(Name/Arity)
    ->  (   asked_relation(Name/Arity)
        ->  ( state_relation(Name/Arity) -> Reason = "does not hold"
            ; knowledge(Atom, At, false, Reason) -> true
            ; Reason = "a search found nothing" )
        ;   format(string(Reason), 'no clause defines ~w/~w', [Name, Arity])
        ),
        Children = [], Near = []
    ;   Joint == none, Game:needs_step(Name/Arity)
    ->  Reason = "it depends on the moves of a step, and none is made here",
        Children = [], Near = []
    ;   Clauses == []
    ->  aggregate_all(count, other_head(Game, Name/Arity, _), Count),
        ( Count =:= 1 -> Words = "the one clause has another head"
        ; format(string(Words), 'none of ~d clauses has such a head', [Count])
        ),
        Reason = Words, Children = [],
        functor(Fact, Name, Arity),
        findall(Fact, Game:written(Fact, [], _), Heads),
        like(Atom, Heads, Like0),
        findall(call(H), member(H, Like0), Like),
        texts(Like, [], At, Near)
    ;   deepest_failure(Deepest), Depth >= Deepest
    ->  Reason = "no clause gives it: ask whynot of this goal",
        Children = [], Near = []
    ;   Reason = "",
        Depth1 is Depth + 1,
        findall(Child,
                ( member(Body-Source-Head, Clauses),
                  clause_failure(Body, Source, Head, At, Depth1, Child) ),
                Children),
        Near = []
    ).

other_head(Game, Name/Arity, Head) :-
    functor(Head, Name, Arity),
    Game:written(Head, _, _).

clause_failure(Body, source(Place, _, Vs), Head, At, Depth,
               node(false, Goal, Place, "", [], More)) :-
    text(At, [call(Head)], Vs, Goal),
    first_failure(Body, Vs, At, Depth, More).

%   like(+Term, +Terms, -Like): the few of Terms that have the most arguments in common with
%   Term, and at least one.

like(Term, Terms, Like) :-
    findall(Difference-X,
            ( member(X, Terms), alike(Term, X, Same), Same > 0, Difference is -Same ),
            Pairs0),
    sort(Pairs0, Pairs1),
    keysort(Pairs1, Pairs),
    most_near(Most),
    findall(X, limit(Most, member(_-X, Pairs)), Like).

%   alike(+X, +Y, -Same) is semidet: Same counts the equal arguments of two terms with the
%   same functor.

alike(X, Y, Same) :-
    nonvar(X), nonvar(Y),
    functor(X, Name, Arity), functor(Y, Name, Arity),
    aggregate_all(count, ( arg(I, X, A), arg(I, Y, B), nonvar(A), A == B ), Count),
    aggregate_all(sum(S), ( arg(I, X, A), arg(I, Y, B), compound(A), A \== B, alike(A, B, S) ),
                  Inner),
    Same is 2 * Count + Inner.

% ---- texts -----------------------------------------------------------------

%!  refuting_texts(+Question, +Game, +State, +Joint, -Texts) is semidet.
%
%   Texts say the facts of the position that refute a question without an answer, each as the
%   part of a sentence (counter_example.pl).  Fails for a question about a search, if the facts are
%   not found within limits, or if they are too many to see at once.

most_refuting(8).

refuting_texts(question(_, Body0), Game, State, Joint, Texts) :-
    with_tests_inside(Body0, Body),
    \+ ( inner_atom(Body, Atom), \+ is_fact(Atom), functor(Atom, Name, Arity),
         \+ Game:defined(Name/Arity) ),
    ( State == none -> Facts = [] ; Game:facts(State, Facts) ),
    empty_assoc(Known),
    At = at(rule, Game, State, Joint, Facts, memo(0, Known, 0)),
    (   Joint == none, State \== none, member(call(legal(_, _)), Body), Game:terminal(State)
    ->  refuting_facts([not([call(terminal)])], Game, true_at(At), Refuting)
    ;   refuting_facts(Body, Game, true_at(At), Refuting)
    ),
    most_refuting(Most),
    length(Refuting, Number), Number =< Most,
    maplist(refuting_text(At), Refuting, Texts).

is_fact(true(_)).
is_fact(does(_, _)).

refuting_text(At, fact(Holds, L), Text) :-
    At = at(_, Game, State, _, _, _),
    (   literal_words(Game, State, L, Holds, Text) -> true
    ;   text(At, [L], [], Goal),
        ( Holds == true -> Verb = holds ; Verb = 'does not hold' ),
        format(string(Text), '~w ~w', [Goal, Verb])
    ).
refuting_text(At, only(L), Text) :-
    text(At, [L], [], Goal),
    format(string(Text), '~w holds only as here', [Goal]).

%   in_words(+Literal, +At, +Holds, +Goal, -More): the words and the notation of Literal.  A
%   search program has no words for its own relations.

in_words(L, At, Holds, Goal, More) :-
    At = at(Mode, Game, State, _, _, _),
    (   memberchk(Mode, [rule, question]) -> true
    ;   L = call(Atom), \+ own_clauses(Atom, At, _)
    ),
    findall(Entry,
            (   literal_words(Game, State, L, Holds, Words), Entry = words(Words)
            ;   notated_at(L, At, Goal, Text), Entry = notated(Text)
            ),
            More), !.
in_words(_, _, _, _, []).

notated_at(L, At, Goal, Text) :-
    (   L = call(Atom), about_state(Atom, At, at(_, Game, State, _, _, _), Literal)
    ->  notated_literal(Game, State, call(Literal), Goal, Text)
    ;   At = at(_, Game, State, _, _, _),
        notated_literal(Game, State, L, Goal, Text)
    ).

text(at(_, Game, _, _, _, _), Body0, Vs, Text) :-
    Game:syntax(Syntax),
    note_states(Game, Body0),
    maplist(plain, Body0, Body1),
    with_fractions(Body1, Body),
    body_text(Syntax, Body, Vs, Text).

%   shown_text(+Game, +Term, -Text): Term, which is ground, as people read it.

shown_text(Game, Term0, Text) :-
    note_states(Game, Term0),
    with_fractions(Term0, Term),
    term_text(Game, Term, Text).

plain(L0, L) :-
    ( L0 = either(Bodies, _) -> L1 = or(Bodies) ; L1 = L0 ),
    without_kind_tests([L1], [L]).

texts([], _, _, []).
texts([L|Ls], Vs, At, [Text|Texts]) :- text(At, [L], Vs, Text), texts(Ls, Vs, At, Texts).
