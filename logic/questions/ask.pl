:- encoding(utf8).
:- module(ask,
          [ asked/6,                    % +Game, +Program, +Text, -Question, -Faults, -Start
            answers/7,                  % +Question, +Game, +Program, +State, +Portion, -Answers, -More
            can_be_asked/2,             % +Game, ?PredicateIndicator
            asked_relation/1,           % ?Name/Arity
            search_relation/1,          % ?Name/Arity
            search_meaning/2,           % ?Name/Arity, ?Meaning
            found_by_search/3,          % ?Atom, +Game, +State
            atom_holds/3,               % +Game, +State, ?Atom
            beside_holds/4,             % +Program, +Game, +State, ?Atom
            known_words/5,              % +Game, +State, +Atom, +Holds, -Words
            path_names/2                % +Question, -Names
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [exclude/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(logic(checker/static_checks)).
:- use_module(logic(compiler/body_interpreter)).
:- use_module(logic(compiler/compile_lists), [state_goal/5]).
:- use_module(logic(compiler/state_after), [state_after/5]).
:- use_module(logic(game/evaluation)).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(game/state_space)).
:- use_module(logic(language/after), [copy_relation/1]).
:- use_module(logic(language/history), [asked_fact/2, keeps_history/1]).
:- use_module(logic(language/equations), [value_fact/1]).
:- use_module(logic(language/literals), [inner_literal/3]).
:- use_module(logic(language/safe_order)).
:- use_module(logic(language/spelling)).
:- use_module(logic(language/whole_numbers), [kinds_checked/3]).
:- use_module(logic(programs/program), [defines/2, program_clause/4, run/3, solves/3]).
:- use_module(logic(programs/program_goals), [allowed/1]).
:- use_module(logic(questions/answer_pages)).
:- use_module(logic(questions/knowledge)).
:- use_module(logic(questions/states)).
:- use_module(logic(reader/syntaxes), [as_rule/3, read_syntax/4]).
:- use_module(logic(search/memory), [forget/0]).
:- use_module(logic(search/methods)).
:- use_module(logic(search/path_search)).
:- use_module(logic(search/perft)).
:- use_module(logic(search/search_task)).

/** <module> Questions about a position

A question is the body of a rule, in the syntax of the game:

    legal(P, M), \+ terminal
    best_move(black, M, V)

It may use all relations of the game, true/1 for the fluents of the position, everything
that a rule body may contain, and these relations:

    best_move(R, M, V)      M is the best move of R, with value V, in a search that looks
                            further and further ahead until it has visited 10,000 states
    best_move(M)            M is the best move of the role to move
    minimax(N, M, V)        searched N plies deep, M has value V for the role to move
    perft(N, C)             there are C sequences of N plies
    path(Method, Path)      Path is the list of moves, or of nodes, to a goal
    path(Path)              the same, breadth first
    position(S)             S is the position, as the list of its fluents, or the start node
    knows(R, Goal)          R knows that Goal holds, and possible/2 and likelihood/3 (knowledge.pl)

and the relations of a search program over such states: initial(S), successor(S, M, S1) and
the others of relations.pl.

A search program may be loaded beside the game (program.pl).  Then its predicates take
precedence, and a question may call the list predicates and tests that programs may call.

A question is read and checked like a rule; it is interpreted, never called as Prolog.
*/

%!  asked_relation(?Name/Arity) is nondet.
%
%   The relations that a question can use besides those of the game.

asked_relation(PI) :- search_relation(PI).
asked_relation(PI) :- state_relation(PI).
asked_relation(PI) :- knowledge_meaning(PI, _).

%!  search_relation(?Name/Arity) is nondet.
%
%   Those of asked_relation/1 that a search answers.

search_relation(PI) :- search_meaning(PI, _).

%!  search_meaning(?Name/Arity, ?Meaning) is nondet.

search_meaning(best_move/3, "best_move(R, M, V): M is the best move of R, with value V").
search_meaning(best_move/1, "best_move(M): M is the best move of the role to move").
search_meaning(minimax/3, "minimax(N, M, V): N plies deep, the move M has value V for the role to move").
search_meaning(perft/2, "perft(N, C): there are C sequences of N plies").
search_meaning(path/2, "path(Method, Path): Path leads to a goal by a method, such as breadth").
search_meaning(path/1, "path(Path): Path leads to a goal, breadth first").

%!  can_be_asked(+Game, ?PredicateIndicator) is nondet.

can_be_asked(_, true/1).
can_be_asked(_, PI) :- asked_relation(PI).
can_be_asked(Game, PI) :- Game:defined(PI), \+ copy_relation(PI).

%!  asked(+Game, +Program, +Text, -Question, -Faults, -Start) is det.
%
%   Program is a search program beside the game, or `none`.
%   Question is question(Names, Body), Names a list of Name-Variable.  Faults are those of
%   Text, as in prolog_reader.pl, at places counted from Start.

asked(Game, Program, Text0, Question, Faults, Start) :-
    Game:syntax(Syntax),
    trimmed(Text0, Text),
    ( Text == "" -> throw(error(expected_one_question(Text), _)) ; true ),
    as_rule(Syntax, Before, After),
    string_length(Before, Start),
    atomic_list_concat([Before, Text, After], Whole0),
    atom_string(Whole0, Whole),
    with_own_words(Game, Syntax, Whole, Read),
    read_syntax(Syntax, Read, Rules0, ReadFaults),
    exclude(of_no_question, Rules0, Rules),
    (   member(fault(error, _, _, _), ReadFaults)
    ->  Faults = ReadFaults
    ;   Rules = [Rule] -> faults(Game, Program, Rule, Faults0), known_faults(Game, Program, Rule, Faults0, Faults)
    ;   throw(error(expected_one_question(Text), _))
    ),
    (   member(fault(error, _, _, _), Faults) -> Question = none
    ;   Rules = [rule(Head, Body0, source(_, _, Variables))],
        findall(PI-Places, Game:input(PI, Places), Inputs),
        member(Given, [Inputs, []]),    % where nothing binds a given argument, asking says so
        safe_body(Head, Body0, Given, Body), !,
        named(Variables, Names),
        Question = question(Names, Body)
    ).

safe_body(Head, Body0, Given, Body) :-
    ordered_rule(Head, Body0, Given, Body1, []),
    strip_places(Body1, Body2),
    kinds_checked(ask, Body2, Body).

%   A value that an alternative gives (equations.pl), or the fact of with_own_words/4.

of_no_question(rule(Fact, [], _)) :- value_fact(Fact).
of_no_question(rule(Fact, [], _)) :- own_word(_, Fact).

own_word(after/2, after(own, own)).
own_word(after/3, after(own, own, own)).
own_word(occurred/1, occurred(own)).

%   with_own_words(+Game, +Syntax, +Text0, -Text): a fact says that the game has a relation after/2,
%   after/3 or occurred/1 of its own, so that the question asks it (prolog_reader.pl).

with_own_words(Game, Syntax, Text0, Text) :-
    findall(Fact,
            ( memberchk(Syntax, [prolog, cilog]), own_word(PI, Term), Game:defined(PI),
              \+ ( PI == occurred/1, keeps_history(Game) ),
              format(string(Fact), '~n~w.', [Term]) ),
            Facts),
    atomic_list_concat([Text0|Facts], Text1),
    atom_string(Text1, Text).

%   of_histories(+Game, +Code): a fault of a question without the rules of Game, which has occurred/1.

of_histories(_, no_position).
of_histories(Game, after_goal) :- \+ keeps_history(Game).

%   A full stop after the question is accepted.

trimmed(Text0, Text) :-
    split_string(Text0, "", " \t\r\n", [Text1]),
    (   string_concat(Text2, ".", Text1) -> split_string(Text2, "", " \t\r\n", [Text])
    ;   Text = Text1
    ).

named([], []).
named([variable(Name, Variable, _)|Variables], Names) :-
    (   sub_atom(Name, 0, 1, _, '_') -> Names = Names1 ; Names = [Name-Variable|Names1] ),
    named(Variables, Names1).

%   faults(+Game, +Program, +Rule, -Faults): the faults that the checker finds in the single rule,
%   without those that only a whole file can have, and those of the game.

faults(Game, Program, Rule, Faults) :-
    ( book_space(Game) -> Kind = space ; Kind = game ),
    check_rules(Kind, [Rule], Faults0),
    findall(Fault,
            ( member(Fault0, Faults0),
              Fault0 = fault(error, Code, Place, Arguments0),
              \+ memberchk(Code, [missing, misspelt, head_only]),
              \+ ( Game:defined(occurred/1), of_histories(Game, Code) ),
              \+ ( undefined_by(Code), Arguments0 = [Asked|_], asked_beside(Program, Game, Asked) ),
              (   Code == unknown_predicate
              ->  Arguments0 = [PI|_],
                  Arguments = [PI, Meant],
                  relation_meant(Game, Program, PI, Meant)
              ;   Arguments = Arguments0
              ),
              Fault = fault(error, Code, Place, Arguments) ),
            Faults).

%   known_faults(+Game, +Program, +Rule, +Faults0, -Faults): with those of the goals that Rule asks whether
%   roles know them.

known_faults(Game, Program, rule(Head, Body, _), Faults0, Faults) :-
    findall(Fault,
            ( inner_literal(Body, Place, call(Atom)),
              \+ ( functor(Atom, Name, Arity), Game:defined(Name/Arity) ),
              known_goal(Atom, Goal),
              known_body(Goal, Place, Inner-ReadFaults),
              (   ReadFaults \== [] -> member(Fault, ReadFaults)
              ;   faults(Game, Program, rule(Head, Inner, source(Place, Place, [])), Found),
                  member(Fault, Found)
              ) ),
            Added),
    append(Faults0, Added, Faults).

relation_meant(Game, _, Name/Arity, fluent) :-
    functor(F, Name, Arity),
    ( Game:written(init(F), _, _) ; Game:written(next(F), _, _) ), !.
relation_meant(Game, Program, PI, Meant) :-
    findall(Other,
            ( Game:defined(Other) ; asked_relation(Other)
            ; Program \== none, program_clause(Program, Head, _, _), functor(Head, N, A),
              Other = N/A ),
            Others),
    ( closest_relation(PI, Others, Meant) -> true ; Meant = asked ).

asked_beside(_, _, Name/Arity) :- functor(Fact, Name, Arity), value_fact(Fact).
asked_beside(_, Game, PI) :- can_be_asked(Game, PI).
asked_beside(Program, _, Name/Arity) :-
    Program \== none,
    ( defines(Program, Name/Arity) ; functor(Goal, Name, Arity), allowed(Goal) ).

%   A game may define a relation that Prolog also has, such as succ/2.

undefined_by(unknown_predicate).
undefined_by(forbidden_builtin).
undefined_by(arity).

%!  answers(+Question, +Game, +Program, +State, +Portion, -Answers, -More) is det.
%
%   Answers is a portion of the answers (answer_pages.pl): distinct lists of Name-Value for
%   the variables of Question.  State is `none` for a state space of nodes and arcs.

answers(question(Names, Body), Game, Program, State, Portion, Answers, More) :-
    portion(Portion, Names, holds(Body, beside_holds(Program, Game, State)), Answers, More).

%!  beside_holds(+Program, +Game, +State, ?Atom) is nondet.
%
%   As atom_holds/3, with Program, a search program or `none`, beside the game.  If State is `withheld`,
%   the game has hidden information: then Atom asks the program, or is a relation over states.
%
%   @error position_withheld(PI) if Atom asks the position

beside_holds(Program, Game, withheld, Atom) :- !,
    functor(Atom, Name, Arity),
    (   defines(Program, Name/Arity) -> run(Program, by(states:state_atom_holds(Game, none)), Atom)
    ;   Atom = role(R) -> Game:role(R)
    ;   state_relation(Name/Arity), Name/Arity \== position/1 -> state_atom_holds(Game, none, Atom)
    ;   allowed(Atom), \+ can_be_asked(Game, Name/Arity) -> solves(Program, Game, Atom)
    ;   throw(error(position_withheld(Name/Arity), _))
    ).
beside_holds(Program, Game, State, after(R, M, Body)) :- !,
    ( State == none -> throw(error(no_step(after/3), _)) ; true ),
    state_after(Game, State, R, M, State1),
    holds(Body, beside_holds(Program, Game, State1)).
beside_holds(none, Game, State, Atom) :- !, atom_holds(Game, State, Atom).
beside_holds(Program, Game, State, Atom) :-
    functor(Atom, Name, Arity),
    (   defines(Program, Name/Arity) -> run(Program, by(states:state_atom_holds(Game, none)), Atom)
    ;   allowed(Atom), \+ can_be_asked(Game, Name/Arity) -> solves(Program, Game, Atom)
    ;   atom_holds(Game, State, Atom)
    ).

%!  atom_holds(+Game, +State, ?Atom) is nondet.
%
%   Atom holds in State as a question sees it: legal/2 gives the moves of the players,
%   including `noop`, and none at the end of the game.

atom_holds(_, _, A = B) :- !, A = B.
atom_holds(Game, State, after(R, M, Body)) :- !,
    beside_holds(none, Game, State, after(R, M, Body)).
atom_holds(Game, _, Atom) :- book_space(Game), of_a_position(Atom), !, fail.
atom_holds(Game, State, true(Fact)) :- !,
    Game:facts(State, Facts), asked_fact(Fact, Facts).
atom_holds(Game, State, legal(R, M)) :- State \== none, !,
    \+ Game:terminal(State),
    Game:role(R),
    role_moves(Game, State, R, Ms),
    member(M, Ms).
atom_holds(Game, State, Atom) :-
    functor(Atom, Name, Arity),
    (   ( Name/Arity == does/2 ; Game:needs_step(Name/Arity) )
    ->  throw(error(no_step(Name/Arity), _))
    ;   Game:defined(Name/Arity)
    ->  state_goal(Game, Atom, State, none, Goal), call(Game:Goal)
    ;   state_relation(Name/Arity) -> state_atom_holds(Game, State, Atom)
    ;   knowledge_meaning(Name/Arity, _) -> knowledge_holds(goal_holds, Game, State, Atom)
    ;   found_by_search(Atom, Game, State)
    ).

%!  known_words(+Game, +State, +Atom, +Holds, -Words) is semidet.
%
%   Words say of Atom, a relation of knowledge.pl, in how many states its goal holds.

known_words(Game, State, Atom, Holds, Words) :-
    knowledge_words(goal_holds, Game, State, Atom, Holds, Words).

%   goal_holds(+Game, +State, ?Goal) is nondet: a goal of knowledge.pl, checked already, holds in State.

goal_holds(Game, State, Goal) :-
    known_body(Goal, 0-0, Body0-_),
    findall(PI-Places, Game:input(PI, Places), Inputs),
    member(Given, [Inputs, []]),
    safe_body(ask, Body0, Given, Body), !,
    holds(Body, atom_holds(Game, State)).

%   of_a_position(+Atom): a state space has no positions and no moves.

of_a_position(true(_)).
of_a_position(does(_, _)).

%!  path_names(+Question, -Names) is det.
%
%   Names are the variables of Question that stand for whole paths.

path_names(question(Names, Body), Paths) :-
    findall(Name,
            ( member(Name-V, Names),
              member(call(Atom), Body), memberchk(Atom, [path(Path), path(_, Path)]),
              Path == V ),
            Paths).

% ---- searches --------------------------------------------------------------

%   The most states that best_move/3 may visit.
most_nodes(10_000).

%!  found_by_search(?Atom, +Game, +State) is nondet.

found_by_search(best_move(R, M, V), Game, State) :-
    player(Game, R),
    \+ Game:terminal(State),
    most_nodes(Most),
    ( chance(Game, _) -> Method = expectimax ; Method = alphabeta ),
    Options = [deepen(true), nodes(Most), table(true), order(history)],
    moves_found(Method, Game, R, Options, State, Found),
    aggregate_all(max(S), member(move(_, S, exact, _), Found), Best),
    once(member(move(M, Best, exact, V), Found)).
found_by_search(best_move(M), Game, State) :-
    \+ Game:terminal(State),
    mover(Game, State, R),
    found_by_search(best_move(R, M, _), Game, State).
found_by_search(minimax(N, M, V), Game, State) :-
    must_be_plies(N),
    \+ Game:terminal(State),
    mover(Game, State, R),
    ( chance(Game, _) -> Method = expectimax ; Method = minimax ),
    moves_found(Method, Game, R, [depth(N)], State, Found),
    member(move(M, _, _, V), Found).
found_by_search(perft(N, Count), Game, State) :-
    must_be_plies(N),
    remembered(perft(N), Levels, perft(Game, State, N, Levels)),
    ( memberchk(level(N, Nodes, _), Levels) -> Count = Nodes ; Count = 0 ).
found_by_search(path(Path), Game, State) :-
    found_by_search(path(breadth, Path), Game, State).
found_by_search(path(Method, Path), Game, State) :-
    ( var(Method) -> Method = breadth ; true ),
    findall(Known, path_method(Known), Methods),
    (   memberchk(Method, Methods) -> true
    ;   throw(error(no_method(Method, Methods), _))
    ),
    ( book_space(Game) -> start_node(Game, Start) ; Start = State ),
    path_problem(Game, Start, [method(Method)], Problem),
    first_frontier(Problem, Start, Frontier),
    initial_counts(Counts),
    found_path(Problem, Frontier, Counts, Found),
    path_steps(Found, Nodes, Moves),
    ( book_space(Game) -> Path = Nodes ; Path = Moves ).

%   found_path(+Problem, +Frontier, +Counts, -Path) is nondet: one path after another.

found_path(Problem, Frontier0, Counts0, Path) :-
    search(Problem, Frontier0, found(Path0), Frontier, Counts0, Counts),
    (   Path = Path0
    ;   found_path(Problem, Frontier, Counts, Path)
    ).

%   moves_found(+Method, +Game, +Role, +Options, +State, -Found): Found has, for each move
%   of Role, a move(Move, Score, Bound, Value).

moves_found(Method, Game, Role, Options, State, Found) :-
    remembered(moves(Method, Role, Options), Found,
               searched_moves(Method, Game, Role, Options, State, Found)).

searched_moves(Method, Game, Role, Options, State, Found) :-
    must_be_open(Game),
    search_task(Game, Role, Options, none, Task),
    call_cleanup(searched(Method, Options, Task, first, State, Moves, _), forget),
    Task = task(_, _, Index, _, evaluation(Range, _, _, Unit), _, _, _),
    findall(move(M, Score, Bound, Value),
            ( member(move(Joint, Score, Bound, _), Moves), arg(Index, Joint, M),
              score_value(Range, Score, Scaled, _), unscaled(Scaled, Unit, Value) ),
            Found).

%   mover(+Game, +State, -Role): the first player with more than a `noop`, or else the
%   first player.

mover(Game, State, Role) :-
    findall(R, player(Game, R), [First|Others]),
    (   member(R, [First|Others]), role_moves(Game, State, R, Ms), Ms \== [noop]
    ->  Role = R
    ;   Role = First
    ).

must_be_plies(N) :-
    ( integer(N), N > 0 -> true ; throw(error(expected_plies(N), _)) ).
