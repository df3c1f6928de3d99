:- encoding(utf8).
:- module(resolution,
          [ proofs/4,                   % +Base, +Options, +Goals, -Result
            stands_at/4,                % +Base, +Steps, +Goals0, -Goals
            proof_node/5,               % +Base, +Log, +Path, +Goals, -Node
            why_frame/6,                % +Base, +Logs, +Index, +Goals, -Frame, -Opens
            whynot_goal/3               % +Base, +Goals, -What
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(dif), [dif/2]).
:- use_module(library(lists), [append/3, last/2, member/2, nth1/3, reverse/2]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(logic(language/aggregates), [aggregated/3]).
:- use_module(logic(checker/messages), [error_text/2]).
:- use_module(logic(compiler/body_interpreter)).
:- use_module(logic(dialogue/clause_base)).
:- use_module(logic(dialogue/game_relations), [game_answer/4, in_kif/4, inside_state/4]).

/** <module> Prove goals from a clause base

Goals are goals(Names, Body, Left): a body of clause_base.pl, the names of its variables,
and the depth that a proof may have.  A body is proved top down, with its literals from left
to right and the clauses in the order of their addition.  Each clause adds one to the depth.
At the bound a goal fails; the search remembers this, because such a goal may be true.

The only built-in predicates are those of built_in/2 and, over a game, those of
game_relations.pl.

A proof is stored as its log: a list with one entry for each literal, in the order of the
proof.  The entry of a call is the number of its clause, or the negative number of the
user's reply; of a disjunction, the number of the alternative; of a literal that computes a
number, that number; of a relation that the game answers, given(Nth) with the number of the
answer; else 0; and `decreed` if the user said that the goal should succeed.
The log of an unfinished search shows where it stands.  The proof tree is rebuilt from its
log, without a search.

A search that has to ask the user ends, and is repeated with the user's reply.  It takes the
same course each time, so nothing needs to be kept.
*/

%   Larger proofs are not shown.
most_entries(300_000).

%   The number of steps to search for answers beyond the requested one.
patience(20_000).

%   The limit of the stacks, in bytes.  A larger stack cannot be interrupted for some tenths
%   of a second while it grows.
most_stack(256_000_000).

%   The limit of digits that the dialogue reports; bounded_arithmetic.pl counts bits.
most_digits(3000).

%   The answers of the current search.
:- thread_local found/1.

%!  proofs(+Base, +Options, +Goals, -Result) is det.
%
%   Options is options(Skip, Want, Decisions, Debug): the number of answers to skip, the
%   number of answers to find beyond the next one if that is quick, the user's decisions so
%   far in order (`fail`, `succeed`, `proceed`), and whether to ask the user at the depth
%   bound.
%
%   Result is result(Answers, End, Steps).  Answers are answer(Texts, Constraints, Log,
%   Values), Values as from shown_values/2; Log is `none` for a proof that is too large.  End is `more` if there may be more answers;
%   `natural` if there are none; `depth` if the bound was reached; floundered(Text) if a
%   negation had an unbound variable; or event(Kind, Logs) if the user has to be asked, where
%   Kind is `depth`, builtin(Words) for an error, or ask(Atom).

proofs(Base, Options, Goals, Result) :-
    current_prolog_flag(stack_limit, Limit),
    most_stack(Most),
    Less is min(Limit, Most),
    setup_call_cleanup(
        set_prolog_flag(stack_limit, Less),
        proofs_(Base, Options, Goals, Result),
        set_prolog_flag(stack_limit, Limit)).

proofs_(Base, options(Skip, Want, Decisions, Debug), Goals, result(Answers, End, Steps)) :-
    retractall(found(_)),
    Goals = goals(Names, _, _),
    State = state(0, inf, natural, Decisions, Debug, 0),
    Context = context(State, Base, [], Names),
    catch(search(Goals, Context, Skip, Want, End0), search_end(End0), true),
    findall(Answer, retract(found(Answer)), Answers),
    ( Answers == [] -> End = End0 ; End0 = event(_, _) -> End = more ; End = End0 ),
    arg(1, State, Steps).

search(goals(Names, Body, Left), Context, Skip, Want, End) :-
    Context = context(State, _, _, _),
    (   solve(Body, Left, Context, [], Log),
        arg(6, State, K0), K is K0 + 1, nb_setarg(6, State, K),
        K > Skip,
        keep_answer(Names, Body, Log),
        (   K - Skip > Want
        ->  true
        ;   (   arg(2, State, inf)
            ->  arg(1, State, Steps), patience(Patience), Limit is Steps + Patience,
                nb_setarg(2, State, Limit)
            ;   true
            ),
            fail
        )
    ->  End = more
    ;   arg(3, State, End)
    ).

keep_answer(Names, Body, Log0) :-
    copy_term(Names-Body, Names1-Body1, Constraints0),
    plain_body(Body1, Plain),
    maplist(shown(Names1), Plain, Texts),
    constraints(Constraints0, Names1, Constraints),
    length(Log0, Length),
    most_entries(Most),
    ( Length > Most -> Log = none ; reverse(Log0, Log) ),
    shown_values(Names1, Values),
    assertz(found(answer(Texts, Constraints, Log, Values))).

constraints([], _, []).
constraints([C|Cs], Names, Texts) :-
    (   differing(C, X, Y)
    ->  shown(Names, test(distinct(X, Y)), Text), Texts = [Text|Texts1]
    ;   Texts = Texts1
    ),
    constraints(Cs, Names, Texts1).

%   In what order SWI-Prolog gives the pairs of terms that may differ depends on its version;
%   here the variable that was copied first comes first.

differing(_:Goal, X, Y) :- !, differing(Goal, X, Y).
differing(dif(X0, Y0), X, Y) :-
    (   compound(X0), compound(Y0)
    ->  X0 =.. [F|Xs0], Y0 =.. [F|Ys0],
        pairs_keys_values(Pairs0, Xs0, Ys0),
        msort(Pairs0, Pairs),
        pairs_keys_values(Pairs, Xs, Ys),
        X =.. [F|Xs], Y =.. [F|Ys]
    ;   X = X0, Y = Y0
    ).

% ---- proving ---------------------------------------------------------------

%   solve(+Body, +Left, +Context, +Log0, -Log) is nondet.
%
%   Context is context(State, Base, Outer, Names).  State is state(Steps, StepLimit,
%   Status, Decisions, Debug, Answers); its changes survive backtracking.  Status is `natural`
%   while all goals that failed are false.  Outer are the logs of the enclosing proofs, for
%   example of a negation; logs grow at the front.

solve([], _, _, Log, Log).
solve([L|Ls], Left, Context, Log0, Log) :- solve(Ls, L, Left, Context, Log0, Log).

solve([], L, Left, Context, Log0, Log) :- proved(L, Left, Context, Log0, Log).
solve([M|Ms], L, Left, Context, Log0, Log) :-
    proved(L, Left, Context, Log0, Log1),
    solve(Ms, M, Left, Context, Log1, Log).

proved(call(Fact), Left, Context, Log0, Log) :- !,
    step(Context),
    (   arg(2, Context, Base), \+ \+ askable(Base, _),
        fact_atom(Fact, Atom),
        \+ \+ askable(Base, Atom)
    ->  asked_or_proved(Atom, Fact, Left, Context, Log0, Log)
    ;   by_clause(Fact, Left, Context, Log0, Log)
    ).
proved(not(Variables, Body), Left, Context, Log0, [0|Log0]) :- !,
    step(Context),
    (   ground(Variables)
    ->  apart(Context, Log0, Inner, Status),
        (   solve(Body, Left, Inner, [], _)
        ->  settled(Context, Status), fail
        ;   settled_if_natural(Context, Status)
        )
    ;   floundered(Context, not(Variables, Body))
    ).
proved(aggregate(How, Variables, T, Body, N0), Left, Context, Log0, [N|Log0]) :- !,
    step(Context),
    ( ground(Variables) -> true ; floundered(Context, aggregate(How, Variables, T, Body, N0)) ),
    apart(Context, Log0, Inner, Status),
    findall(T, solve(Body, Left, Inner, [], _), Ts),
    settled_if_natural(Context, Status),
    sort(Ts, Set),
    aggregated(How, Set, N),
    N0 = N.
proved(or(Bodies), Left, Context, Log0, Log) :- !,
    step(Context),
    nth1(I, Bodies, Body),
    solve(Body, Left, Context, [I|Log0], Log).
proved(L, _, Context, Log0, [Entry|Log0]) :-
    step(Context),
    computed_by(L, Entry0),
    (   Entry0 = bad(Words)
    ->  event(builtin(Words), Context, Log0, Entry)
    ;   Entry = Entry0
    ).

by_clause(Fact, Left, Context, Log0, Log) :-
    arg(2, Context, Base),
    (   Left > 0, from_game(Base, Fact)
    ->  by_game(Fact, Base, Context, Log0, Log)
    ;   Left > 0
    ->  Less is Left - 1,
        resolved(Base, Fact, Number, Same, Body),
        all_same(Same),
        solve(Body, Less, Context, [Number|Log0], Log)
    ;   arg(1, Context, State),
        (   arg(5, State, true)
        ->  event(depth, Context, Log0, Entry),
            Log = [Entry|Log0]
        ;   unknown(State, depth), fail
        )
    ).

by_game(Fact, Base, Context, Log0, [Entry|Log0]) :-
    fact_atom(Fact, Atom),
    catch(game_answer(Base, Atom, Nth, Answer), error(Formal, _), bad_call(Formal, Bad)),
    (   nonvar(Bad)
    ->  Bad = bad(Words), event(builtin(Words), Context, Log0, Entry)
    ;   unify_with_occurs_check(Atom, Answer), Entry = given(Nth)
    ).

%   step(+Context): count a step; end the search at the limit.

step(Context) :-
    arg(1, Context, State),
    arg(1, State, Steps0),
    Steps is Steps0 + 1,
    nb_setarg(1, State, Steps),
    arg(2, State, Limit),
    ( Limit \== inf, Steps > Limit -> throw(search_end(more)) ; true ).

%   apart(+Context, +Log, -Inner, -Status): begin an inner proof; Status is that of the
%   enclosing one.  settled/2 ends it and restores Status; settled_if_natural/2 fails if a
%   goal failed that may be true.

apart(context(State, Base, Outer, Names), Log, Inner, Status) :-
    arg(3, State, Status),
    nb_setarg(3, State, natural),
    Inner = context(State, Base, [Log|Outer], Names).

settled(context(State, _, _, _), Status) :- nb_setarg(3, State, Status).

settled_if_natural(context(State, _, _, _), Status) :-
    arg(3, State, natural),
    nb_setarg(3, State, Status).

unknown(State, Why) :- ( arg(3, State, natural) -> nb_setarg(3, State, Why) ; true ).

%   floundered(+Context, +Literal) fails: a negation with an unbound variable is not decided.

floundered(context(State, _, _, Names), Literal) :-
    plain_literal(Literal, Plain),
    shown(Names, Plain, Text),
    unknown(State, floundered(Text)),
    fail.

% ---- the user's replies ----------------------------------------------------

%   asked_or_proved(+Atom, +Fact, ...): the user is asked about an askable atom.  The replies
%   yes and no decide it; after `unknown`, it is proved by clauses.

asked_or_proved(Atom, Fact, Left, Context, Log0, Log) :-
    Context = context(_, Base, _, _),
    (   ground(Atom)
    ->  (   answered(Base, Number, Atom, Reply)
        ->  (   Reply == unknown -> by_clause(Fact, Left, Context, Log0, Log)
            ;   Reply == yes, Entry is -Number, Log = [Entry|Log0]
            )
        ;   to_be_asked(Atom, Context, Log0)
        )
    ;   askable(Base, Atom), ground(Atom),
        (   answered(Base, Number, Atom, Reply)
        ->  Reply == yes, Entry is -Number, Log = [Entry|Log0]
        ;   to_be_asked(Atom, Context, Log0)
        )
    ;   (   askable(Base, Atom), \+ ground(Atom)
        ->  floundered(Context, call(Fact))
        ;   fail
        )
    ;   by_clause(Fact, Left, Context, Log0, Log)
    ).

to_be_asked(Atom, Context, Log) :-
    shown([], call(Atom), Text),
    event(ask(Text), Context, Log, _).

%   event(+Kind, +Context, +Log, -Entry): apply the user's next decision, or end the search
%   to ask for one.

event(Kind, context(State, _, Outer, _), Log, Entry) :-
    arg(4, State, Decisions),
    (   Kind \= ask(_), Decisions = [Decision|Left]
    ->  nb_setarg(4, State, Left),
        decided(Decision, Kind, State, Entry)
    ;   reverse([Log|Outer], Logs0),
        maplist(reverse, Logs0, Logs),
        throw(search_end(event(Kind, Logs)))
    ).

decided(succeed, _, _, decreed).
decided(fail, Kind, State, _) :- ( Kind == depth -> unknown(State, depth) ; true ), fail.
decided(proceed, _, State, _) :-
    nb_setarg(5, State, false),
    unknown(State, depth),
    fail.

% ---- built-in predicates ---------------------------------------------------

%   computed_by(+Literal, -Entry) is nondet: Entry is bad(Words) if Literal has no value.

computed_by(Literal, Entry) :-
    catch(built_in(Literal, Entry), error(Formal, _), bad_number(Formal, Entry)).

built_in(differ(X, Y), Entry) :- !, dif(X, Y), Entry = 0.
built_in(same(X, Y), Entry) :- !, unify_with_occurs_check(X, Y), Entry = 0.
built_in(number(X), Entry) :- !, test_holds(whole(X)), Entry = 0.
built_in(Literal, Entry) :-
    holds([Literal], no_atom),
    ( number_of(Literal, X) -> Entry = X ; Entry = 0 ).

number_of(tested(_, Literal), X) :- number_of(Literal, X).
number_of(is(X, _), X).
number_of(between(_, _, X), X).

%   A literal that computes calls no atom.

no_atom(_) :- fail.

bad_number(Formal, Bad) :-
    (   Formal == instantiation_error -> bad_call(no_value, Bad)
    ;   Formal = huge_number(_, _)
    ->  most_digits(Digits),
        bad_call(too_many_digits(Digits), Bad)
    ;   bad_call(Formal, Bad)
    ).

%   A missing goal sum is found by Python, which asks again.

bad_call(Formal, bad(Words)) :-
    (   memberchk(Formal, [resource_error(_), goal_sum_unknown]) -> throw(error(Formal, _))
    ;   error_text(error(Formal, _), Words)
    ).

% ---- proofs from their logs ------------------------------------------------

%   trees(+Body, +Log0, -Log, +Base, -Trees): the proof of each literal, which also binds its
%   variables.  A tree is node(Literal, How, Trees); How is by(Number), answered, game, decreed,
%   negation, builtin or alternative; `open` where the search stands, and `waiting` after
%   that.

trees([], Log, Log, _, []).
trees([L|Ls], Log0, Log, Base, [T|Ts]) :-
    tree(Log0, L, Log1, Base, T),
    trees(Ls, Log1, Log, Base, Ts).

tree([], L, over, _, node(L, open, [])).
tree(over, L, over, _, node(L, waiting, [])).
tree([Entry|Log0], L, Log, Base, node(L, How, Trees)) :-
    entered(L, Entry, Base, How, Body),
    trees(Body, Log0, Log, Base, Trees).

entered(call(Fact), given(Nth), Base, game, []) :- !,
    fact_atom(Fact, Atom),
    once(game_answer(Base, Atom, Nth, Answer)),
    unify_with_occurs_check(Atom, Answer).
entered(_, Entry, _, decreed, []) :- \+ integer(Entry), !.
entered(call(Fact), Number, Base, How, Body) :- !,
    (   Number > 0
    ->  How = by(Number),
        once(resolved(Base, Fact, Number, Same, Body)),
        all_same(Same)
    ;   How = answered, Body = [],
        fact_atom(Fact, Atom),
        Reply is -Number,
        once(answered(Base, Reply, Atom, yes))
    ).
entered(not(_, _), _, _, negation, []) :- !.
entered(or(Bodies), I, _, alternative, Body) :- !, nth1(I, Bodies, Body).
entered(aggregate(_, _, _, _, N), N, _, builtin, []) :- !.
entered(L, Entry, _, builtin, []) :- computed(L, Entry).

computed(differ(X, Y), _) :- !, dif(X, Y).
computed(same(X, Y), _) :- !, unify_with_occurs_check(X, Y).
computed(L, V) :- number_of(L, V), !.
computed(_, _).

%   node_at(+Path, +Trees, -Nodes, +Left0, -Left): Nodes has the tree at Path, or all Trees
%   if Path is empty.

node_at([], Trees, Trees, Left, Left).
node_at([I|Path], Trees, Nodes, Left0, Left) :-
    nth1(I, Trees, Tree),
    (   Path == []
    ->  Nodes = [Tree], Left = Left0
    ;   Tree = node(_, How, Trees1),
        ( How = by(_) -> Left1 is Left0 - 1 ; Left1 = Left0 ),
        node_at(Path, Trees1, Nodes, Left1, Left)
    ).

%!  proof_node(+Base, +Log, +Path, +Goals, -Node) is det.
%
%   Node is node(Path1, Text, How, Source, Children) for the node at Path in the proof of
%   Goals with Log.  Path has the number of a child for each level.  The empty path is the
%   whole conjunction, or its literal if there is only one.  Children are child(Text, How).
%   For an answer of the game, How is game(Inside), where Inside is `none` or
%   inside(Where, Text), as in inside_state/4.

proof_node(Base, Log, Path0, goals(Names, Body, Left), Node) :-
    trees(Body, Log, _, Base, Trees),
    ( Path0 == [], Body = [_] -> Path = [1] ; Path = Path0 ),
    node_at(Path, Trees, Nodes, Left, _),
    (   Path == []
    ->  Text = "yes", How = conjunction, Source = none, Names2 = Names, Children = Trees
    ;   Nodes = [node(L, How0, Children)],
        append(Above, [_], Path),
        node_at(Above, Trees, Parents, Left, _),
        ( Above == [] -> Names1 = Names ; used_clause(Parents, Base, Names, Names1, _) ),
        used_clause(Nodes, Base, Names1, Names2, Source),
        plain_literal(L, Plain),
        (   How0 = by(_) -> ( Children == [] -> How = fact ; How = rule )
        ;   How0 == game -> Plain = call(Atom), How = game(Inside),
            shown_inside(Base, [], Atom, Inside)
        ;   How = How0
        ),
        shown(Names2, Plain, Text)
    ),
    maplist(shown_child(Names2), Children, Shown),
    Node = node(Path, Text, How, Source, Shown).

shown_inside(Base, Names, Atom, Inside) :-
    (   inside_state(Base, Atom, Where, Literals)
    ->  (   Where == search, in_kif(Base, Names, Atom, Text) -> true
        ;   findall(Shown, ( member(L, Literals), shown(Names, call(L), Shown) ), Texts),
            atomic_list_concat(Texts, ' & ', Joined), atom_string(Joined, Text)
        ),
        Inside = inside(Where, Text)
    ;   Inside = none
    ).

%   used_clause(+Nodes, +Base, +Names0, -Names, -Source): Names are Names0 and the names in
%   the clause that proved the only node.

used_clause([node(L, by(Number), Trees)], Base, Names0, Names, Source) :- !,
    plain_literal(L, call(Atom)),
    maplist(tree_literal, Trees, Body),
    instance(Base, Number, Atom, clause(Body, ClauseNames, Source)),
    append(Names0, ClauseNames, Names).
used_clause(_, _, Names, Names, none).

tree_literal(node(L, _, _), Plain) :- plain_literal(L, Plain).

shown_child(Names, node(L, How0, _), child(Text, How)) :-
    plain_literal(L, Plain),
    shown(Names, Plain, Text),
    ( How0 = by(_) -> How = by ; How = How0 ).

%!  stands_at(+Base, +Steps, +Goals0, -Goals) is det.
%
%   Goals is the place that Steps lead to from Goals0:
%
%       proof(Log, Path)    to the literal in a proof, as for proof_node/5
%       inside              into a negation
%       rule(Number)        to the body of a clause for the first literal
%       alternative(I)      to an alternative of the first literal, a disjunction
%       first               to the first literal alone
%       proved(Log)         after the first literal, proved with Log

stands_at(_, [], Goals, Goals).
stands_at(Base, [Step|Steps], Goals0, Goals) :-
    stood(Step, Base, Goals0, Goals1),
    stands_at(Base, Steps, Goals1, Goals).

stood(proof(Log, Path0), Base, goals(Names, Body, Left0), goals(Names, [L], Left)) :- !,
    trees(Body, Log, _, Base, Trees),
    ( Path0 == [] -> Path = [1] ; Path = Path0 ),
    node_at(Path, Trees, [node(L, _, _)], Left0, Left).
stood(inside, _, goals(Names, [not(_, Body)|_], Left), goals(Names, Body, Left)) :- !.
stood(rule(Number), Base, goals(Names0, [call(Fact)|_], Left0),
      goals(Names, Body, Left)) :- !,
    once(resolved(Base, Fact, Number, Same, Body)),
    all_same(Same),
    fact_atom(Fact, Atom),
    plain_body(Body, Plain),
    instance(Base, Number, Atom, clause(Plain, ClauseNames, _)),
    append(Names0, ClauseNames, Names),
    Left is Left0 - 1.
stood(alternative(I), _, goals(Names, [or(Bodies)|_], Left), goals(Names, Body, Left)) :- !,
    nth1(I, Bodies, Body).
stood(first, _, goals(Names, [L|_], Left), goals(Names, [L], Left)) :- !.
stood(proved(Log), Base, goals(Names, [L|Ls], Left), goals(Names, Ls, Left)) :-
    trees([L], Log, _, Base, _).

% ---- why -------------------------------------------------------------------

%!  why_frame(+Base, +Logs, +Index, +Goals, -Frame, -Opens) is det.
%
%   Show where a search stands.  Logs are those of the proof of Goals and of the proofs inside
%   it, the innermost last.  Frame is frame(Goal, Head, Source, Children, Current, Level,
%   Path) for the Index-th rule above the current goal, or `none` above the query.  Goal is
%   child number Current, and Path leads to it in the proof at Level.  Opens are the paths to
%   the current goals of the proofs.

why_frame(Base, Logs, Index, Goals, Frame, Opens) :-
    levels(Logs, Base, Goals, yes, 0, Frames0, [], Opens),
    reverse(Frames0, Frames),
    (   nth1(Index, Frames, Raised) -> raised_frame(Raised, Base, Frame) ; Frame = none ).

levels([], _, _, _, _, Frames, Frames, []).
levels([Log|Logs], Base, goals(Names, Body, Left), Root, Level, Frames0, Frames,
       [Path|Opens]) :-
    trees(Body, Log, _, Base, Trees),
    raised(Trees, Root, Names, Level, [], Path, Frames0, Frames1, Open),
    (   Logs = [_|_], Open = node(L, _, _), inner(L, Inner)
    ->  Level1 is Level + 1,
        levels(Logs, Base, goals(Names, Inner, Left), Open, Level1, Frames1, Frames, Opens)
    ;   Frames1 = Frames, Opens = []
    ).

inner(not(_, Body), Body).
inner(aggregate(_, _, _, Body, _), Body).

%   raised(+Trees, +Parent, +Names, +Level, +Above, -Path, ?Frames, ?Tail, -Open): Frames are
%   those from Parent, a node or the root, down to the open goal.

raised(Trees, Parent, Names, Level, Above, Path, [Frame|Frames0], Frames, Open) :-
    nth1(I, Trees, Tree),
    Tree = node(_, How1, Trees1),
    leads_on(How1, Trees1), !,
    append(Above, [I], Here),
    Frame = raised(Names, Parent, Trees, I, Level, Here),
    (   How1 == open
    ->  Path = Here, Open = Tree, Frames0 = Frames
    ;   raised(Trees1, Tree, Names, Level, Here, Path, Frames0, Frames, Open)
    ).

leads_on(open, _) :- !.
leads_on(_, Trees) :- last(Trees, node(_, How, Below)), unfinished(How, Below).

unfinished(open, _) :- !.
unfinished(waiting, _) :- !.
unfinished(_, Trees) :- Trees = [_|_], last(Trees, node(_, How, Below)), unfinished(How, Below).

raised_frame(raised(Names0, Parent, Trees, Current, Level, Path), Base,
             frame(Goal, Head, Source, Children, Current, Level, Path)) :-
    (   Parent = node(L, _, _)
    ->  used_clause([Parent], Base, Names0, Names, Source),
        plain_literal(L, Plain),
        shown(Names, Plain, Head)
    ;   Head = "yes", Names = Names0, Source = none
    ),
    maplist(shown_child(Names), Trees, Children),
    nth1(Current, Children, child(Goal, _)).

% ---- why not ---------------------------------------------------------------

%!  whynot_goal(+Base, +Goals, -What) is det.
%
%   What describes the first of Goals: whynot(Text, Rest, Ground, Kind).  Rest is `true` if
%   there are more goals, Ground if this one has no variables.  Kind is
%
%       call(Facts, Rules)  the facts it unifies with, and rules number(N, Text, Source)
%       game(Facts, Inside) what the game answers, of a search only the first answer; Inside
%                           as in proof_node/5
%       missing(Closest)    its relation has no clauses
%       depth               the bound is reached
%       answered(Reply)     the user's reply
%       negation, floundered, count
%       choice(Texts)       the alternatives
%       builtin(Outcome)    succeeds, fails, undecided or the words of its error
%       nothing             there is no goal

whynot_goal(_, goals(_, [], _), whynot("", false, true, nothing)) :- !.
whynot_goal(Base, goals(Names, [L|Ls], Left), whynot(Text, Rest, Ground, Kind)) :-
    plain_literal(L, Plain),
    shown(Names, Plain, Text),
    ( Ls == [] -> Rest = false ; Rest = true ),
    ( ground(Plain) -> Ground = true ; Ground = false ),
    once(whynot_kind(L, Base, Names, Left, Kind)).

whynot_kind(call(Fact), Base, _, _, answered(Reply)) :-
    fact_atom(Fact, Atom),
    ground(Atom),
    answered(Base, _, Atom, Reply),
    Reply \== unknown.
whynot_kind(call(Fact), Base, _, _, missing(Closest)) :-
    fact_atom(Fact, Atom),
    functor(Atom, Name, Arity),
    functor(General, Name, Arity),
    \+ supported(Base, General),
    ( closest_known(Base, Name/Arity, Closest) -> true ; Closest = none ).
whynot_kind(call(_), _, _, 0, depth).
whynot_kind(call(Fact), Base, Names, _, Kind) :-
    from_game(Base, Fact),
    fact_atom(Fact, Atom),
    catch(( shown_inside(Base, Names, Atom, Inside),
            ( Inside = inside(search, _) -> Most = 1 ; Most = infinite ),
            findall(Text,
                    limit(Most, ( game_answer(Base, Atom, _, Answer),
                                  shown(Names, call(Answer), Text) )),
                    Facts),
            Kind = game(Facts, Inside) ),
          error(Formal, _),
          ( bad_call(Formal, bad(Words)), Kind = builtin(words(Words)) )).
whynot_kind(call(Fact), Base, Names, _, call(Facts, Rules)) :-
    fact_atom(Fact, Atom),
    findall(number(Number, Text, Source, Body),
            ( resolved(Base, Fact, Number, Same, Inner),
              all_same(Same),
              plain_body(Inner, Body),
              instance(Base, Number, Atom, clause(Body, ClauseNames, Source)),
              append(Names, ClauseNames, Names1),
              shown_rule(Names1, Atom, Body, Text) ),
            Found),
    findall(Text, member(number(_, Text, _, []), Found), Facts),
    findall(number(Number, Text, Source),
            ( member(number(Number, Text, Source, Body), Found), Body \== [] ),
            Rules).
whynot_kind(not(Variables, _), _, _, _, Kind) :-
    ( ground(Variables) -> Kind = negation ; Kind = floundered ).
whynot_kind(or(Bodies), _, Names, _, choice(Texts)) :-
    findall(Text,
            ( member(Body, Bodies),
              plain_body(Body, Plain),
              maplist(shown(Names), Plain, Words),
              atomic_list_concat(Words, ' & ', Text) ),
            Texts).
whynot_kind(aggregate(How, Variables, _, _, _), _, _, _, Kind) :-
    ( \+ ground(Variables) -> Kind = floundered
    ; How == count -> Kind = count
    ; Kind = builtin(fails)
    ).
whynot_kind(differ(X, Y), _, _, _, builtin(Outcome)) :-
    (   X == Y -> Outcome = fails
    ;   X \= Y -> Outcome = succeeds
    ;   Outcome = undecided
    ).
whynot_kind(L, _, _, _, builtin(Outcome)) :-
    (   computed_by(L, Entry)
    ->  ( Entry = bad(Words) -> Outcome = words(Words) ; Outcome = succeeds )
    ;   Outcome = fails
    ).
