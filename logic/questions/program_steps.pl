:- encoding(utf8).
:- module(program_steps,
          [ stepped_answers/6,          % +Question, +Game, +Program, +State, +Limit, +Choice
            steps_so_far/2,             % -Answers, -Dicts
            can_be_step/2               % +Program, ?Name/Arity
          ]).
:- use_module(library(apply), [maplist/3, maplist/4]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(solution_sequences), [distinct/2, limit/2]).
:- use_module(logic(compiler/body_interpreter)).
:- use_module(logic(game/state_space), [book_space/1]).
:- use_module(logic(programs/program), [defines/2, program_clause/4]).
:- use_module(logic(programs/program_goals), [allowed/1]).
:- use_module(logic(language/program_words)).
:- use_module(logic(programs/traced)).
:- use_module(logic(questions/ask)).
:- use_module(logic(questions/met_states)).
:- use_module(logic(questions/states)).
:- use_module(logic(reader/term_text), [with_fractions/2]).

/** <module> The steps by which a search program finds its answers

The steps of traced.pl are stored as dicts, so that they survive a limit or Ctrl-C.  Their
texts are short, whatever the size of the terms: a state of a game has a name (met_states.pl),
and a frontier, which is a list of paths, becomes a list of texts.
*/

:- thread_local step/1.                 % Dict
:- thread_local found/1.                % an answer
:- thread_local argument_names/2.       % Name/Arity, Names

%   Limits: calls of own predicates; their depth; members of a list that are shown, in a list of a
%   list, and paths of a frontier; levels of a term; characters of a text.

most_calls(1_000_000).
most_depth(100_000).
most_members(8).
most_inner(3).
most_paths(8).
most_levels(3).
most_characters(300).

%!  stepped_answers(+Question, +Game, +Program, +State, +Limit, +Choice) is det.
%
%   Find the first answers to Question (ask.pl), as answers/7 does, Limit at most, and keep them and
%   the steps.  Choice is choice(Only, Most): steps of the relations in the list Only, or of all if
%   it is empty, at most Most.
%
%   Throws: steps_over(Most, Depth), calls_over(Most), depth_over(Most, PI).

stepped_answers(question(Names, Body), Game, Program, State, Limit, Choice) :-
    retractall(step(_)),
    retractall(found(_)),
    retractall(argument_names(_, _)),
    findall(variable(Name, _, []), member(Name-_, Names), Variables),
    maplist(same_variable, Names, Variables),
    setup_call_cleanup(
        trie_new(States),
        forall(limit(Limit, distinct(Names,
                   holds(Body, stepped(trace(Game, Program, Choice, States, count(0, 0)),
                                       Variables, State)))),
               assertz(found(Names))),
        trie_destroy(States)).

%!  steps_so_far(-Answers, -Dicts) is det.
%
%   Answers and Dicts are those of the last run in this thread, even if it was interrupted.

steps_so_far(Answers, Dicts) :-
    findall(Answer, found(Answer), Answers),
    findall(Dict, step(Dict), Dicts).

%!  can_be_step(+Program, ?PI) is nondet.
%
%   A goal of PI can be a step of Program.

can_be_step(Program, Name/Arity) :-
    program_clause(Program, Head, _, _),
    functor(Head, Name, Arity).
can_be_step(_, PI) :- program_relation(PI, _).
can_be_step(_, Name/Arity) :-
    ( allowed(Goal) ; Goal = (\+ _) ; Goal = findall(_, _, _) ; Goal = forall(_, _) ),
    Goal \== true,
    functor(Goal, Name, Arity).

same_variable(_-V, variable(_, V, _)).

stepped(T, Variables, State, Atom) :-
    T = trace(Game, Program, _, _, _),
    functor(Atom, Name, Arity),
    (   defines(Program, Name/Arity)
    ->  traced(Program, by(states:state_atom_holds(Game, none)), Atom, tell(T))
    ;   unbound(Variables, Free),
        copy_term_nat(Atom-Free, Before),
        (   beside_holds(Program, Game, State, Atom)
        *-> tell(T, Name/Arity, 1, holds(Atom, Before, Free))
        ;   tell(T, Name/Arity, 1, fails(Before)), fail
        )
    ).

% ---- which steps are kept ---------------------------------------------------

%   tell(+Trace, +PI, +Depth, +Step)

tell(T, PI, Depth, Step) :-
    T = trace(_, _, choice(Only, _), _, Counts),
    ( Step = call(_) -> counted_call(Counts, PI, Depth) ; true ),
    note_in(Step, T),
    (   ( Only == [] ; memberchk(PI, Only) )
    ->  keep(T, Depth, Step)
    ;   true
    ).

counted_call(Counts, PI, Depth) :-
    most_depth(Deepest),
    ( Depth > Deepest -> throw(depth_over(Deepest, PI)) ; true ),
    count(1, Counts, Calls),
    most_calls(Most),
    ( Calls > Most -> throw(calls_over(Most)) ; true ).

count(I, Counts, N) :-
    arg(I, Counts, N0),
    N is N0 + 1,
    nb_setarg(I, Counts, N).

keep(T, Depth, Step) :-
    T = trace(_, _, choice(_, Most), _, Counts),
    arg(2, Counts, Kept),
    ( Kept >= Most -> throw(steps_over(Most, Depth)) ; true ),
    count(2, Counts, N),
    step_dict(Step, T, Dict),
    assertz(step(Dict.put(_{step: N, depth: Depth}))).

%   note_in(+Step, +Trace): a term is known to be a state from the relations that hold of it, and
%   from the question to the program.

note_in(holds(Goal, _, _), T) :- states_in(Goal, States), !, note_all(States, T).
note_in(call(Goal), T) :-
    functor(Goal, Name, Arity), program_question(_, Name/Arity), !,
    arg(1, Goal, State),
    note_all([State], T).
note_in(_, _).

note_all([], _).
note_all([State|States], T) :-
    T = trace(Game, _, _, Known, _),
    (   \+ ground(State) -> true
    ;   trie_lookup(Known, State, _) -> true
    ;   book_space(Game) -> trie_insert(Known, State, node)
    ;   is_list(State), met_as(Game, State, N) -> trie_insert(Known, State, N)
    ;   true
    ),
    note_all(States, T).

% ---- steps as dicts ----------------------------------------------------------

%   step_dict(+Step, +Trace, -Dict): `values` are those of the arguments of a call, of the variables
%   in the head of a clause, or of the variables that a goal has bound.

step_dict(call(Goal), T, Dict) :- port_dict(call, Goal, T, Dict).
step_dict(exit(Goal), T, Dict) :- port_dict(exit, Goal, T, Dict).
step_dict(redo(Goal), T, Dict) :- port_dict(redo, Goal, T, Dict).
step_dict(fail(Goal), T, Dict) :- port_dict(fail, Goal, T, Dict).
step_dict(clause(Goal, source(_, From-To, Variables)), T, Dict) :-
    call_values(Goal, T, Called),
    findall(Value,
            ( member(variable(Name, V, [Place|_]), Variables),
              Place = Begin-_, Begin < To,
              nonvar(V), \+ sub_atom(Name, 0, 1, _, '_'),
              value_dict(T, Name, V, Value), \+ memberchk(Value, Called) ),
            Values),
    functor(Goal, Name, _),
    Dict = _{port: clause, goal: Name, head: [From, To], values: Values}.
step_dict(holds(_, Before, Named), T, Dict) :-
    goal_text(Before, T, Text),
    findall(Value,
            ( member(variable(Name, V, _), Named), nonvar(V), \+ sub_atom(Name, 0, 1, _, '_'),
              value_dict(T, Name, V, Value) ),
            Values),
    Dict = _{port: holds, goal: Text, head: null, values: Values}.
step_dict(fails(Before), T, _{port: fails, goal: Text, head: null, values: []}) :-
    goal_text(Before, T, Text).
step_dict(raises(Before), T, _{port: error, goal: Text, head: null, values: []}) :-
    goal_text(Before, T, Text).

port_dict(Port, Goal, T, _{port: Port, goal: Name, head: null, values: Values}) :-
    functor(Goal, Name, _),
    call_values(Goal, T, Values).

call_values(Goal, T, Values) :-
    functor(Goal, Name, Arity),
    names_of(Name/Arity, T, Names),
    Goal =.. [_|Arguments],
    maplist(value_dict(T), Names, Arguments, Values).

%   names_of(+PI, +Trace, -Names): a name for each argument, that of a variable in the head of a
%   clause, or null.  The clause whose head has most such names comes first.

names_of(PI, _, Names) :- argument_names(PI, Names), !.
names_of(PI, trace(_, Program, _, _, _), Names) :-
    PI = Name/Arity,
    functor(Goal, Name, Arity),
    findall(Less-Row,
            ( program_clause(Program, Goal, _, source(_, _, Variables)),
              Goal =.. [_|Arguments],
              maplist(name_of(Variables), Arguments, Row),
              findall(N, ( member(N, Row), N \== null ), Named),
              sort(Named, Different), length(Different, Count),
              Less is -Count ),
            Rows0),
    keysort(Rows0, Rows),
    joined(Arity, Rows, Names),
    assertz(argument_names(PI, Names)).

name_of(Variables, Argument, Name) :-
    (   var(Argument), member(variable(Name0, V, _), Variables), V == Argument,
        \+ sub_atom(Name0, 0, 1, _, '_')
    ->  Name = Name0
    ;   Name = null
    ).

joined(Arity, Rows, Names) :-
    findall(Name,
            ( between(1, Arity, I),
              (   member(_-Row, Rows), nth(I, Row, Name0), Name0 \== null
              ->  Name = Name0
              ;   Name = null
              ) ),
            Names).

nth(I, Row, Name) :- Term =.. [row|Row], arg(I, Term, Name).

% ---- texts --------------------------------------------------------------------

%   value_dict(+Trace, +Name, +Value, -Dict): `text` is null if Value is a variable; `paths` are
%   the first of a frontier of `count` paths.

value_dict(T, Name, Value, _{name: Name, text: Text, paths: Paths, count: Count}) :-
    (   var(Value) -> Text = null, Paths = [], Count = 0
    ;   is_frontier(Value, T)
    ->  length(Value, Count),
        most_paths(Most),
        first(Most, Value, Shown),
        maplist(term_text(T, []), Shown, Paths),
        Text = null
    ;   term_text(T, [], Value, Text), Paths = [], Count = 0
    ).

%   is_frontier(+Value, +Trace): a list each member of which is a path, or has one as argument, as
%   in H-Path or F-path(C, Path).  A path is a list with a state; a faulty program may put other
%   terms into it, too.

is_frontier(Value, T) :-
    Value = [_|_],
    is_list(Value),
    \+ is_path(Value, T),
    \+ ( member(X, Value), \+ has_path(X, T) ).

has_path(X, T) :- is_path(X, T), !.
has_path(X, T) :- compound(X), X \= [_|_], arg(_, X, Y), has_path(Y, T), !.

is_path(Path, T) :-
    Path = [_|_],
    is_list(Path),
    member(State, Path),
    is_state(State, T, _), !.

is_state(State, trace(_, _, _, Known, _), N) :-
    ground(State),
    acyclic_term(State),
    trie_lookup(Known, State, N).

goal_text((\+ Goal)-Variables, T, Text) :- !,
    goal_text(Goal-Variables, T, Text0),
    string_concat("\\+ ", Text0, Text).
goal_text((...)-_, _, "(...)") :- !.
goal_text(Goal-Variables, T, Text) :-
    compound(Goal), Goal =.. [Compare, X, Y], current_op(700, xfx, Compare), !,
    term_text(T, Variables, X, Left),
    term_text(T, Variables, Y, Right),
    format(string(Text), '~s ~w ~s', [Left, Compare, Right]).
goal_text(Goal-Variables, T, Text) :- term_text(T, Variables, Goal, Text).

term_text(T, Variables, Term0, Text) :-
    (   acyclic_term(Term0) -> short(Term0, 0, T, Variables, Term) ; dots(Term) ),
    with_output_to(string(Text0),
        write_term(Term, [quoted(true), numbervars(true), spacing(next_argument)])),
    most_characters(Most),
    (   string_length(Text0, Length), Length > Most
    ->  sub_string(Text0, 0, Most, _, Start), string_concat(Start, "...", Text)
    ;   Text = Text0
    ).

%   short(+Term0, +Level, +Trace, +Variables, -Term): with the names of variables and states, and
%   dots for what is left out.

short(Term0, _, _, Variables, '$VAR'(Name)) :- var(Term0), !,
    (   member(variable(Name0, V, _), Variables), V == Term0, \+ sub_atom(Name0, 0, 1, _, '_')
    ->  Name = Name0
    ;   Name = '_'
    ).
short(Term0, _, _, _, Term) :- atomic(Term0), !, with_fractions(Term0, Term).
short(Term0, Level, T, Variables, Term) :-
    T = trace(Game, _, _, _, _),
    (   Term0 = [_|_]
    ->  (   is_state(Term0, T, N), N \== node
        ->  format(atom(Name), '_state~d_', [N]),
            atom_string(Name, Text),
            note_as(Game, N, Term0, Text),
            Term = '$VAR'(Name)
        ;   Level > 0, is_frontier(Term0, T)
        ->  dots(Dots), Term = [Dots]
        ;   most_members(Most0), most_inner(Inner),
            ( Level =:= 0 -> Most = Most0 ; Most = Inner ),
            short_list(Term0, Most, Level, T, Variables, Term)
        )
    ;   most_levels(Most), Level >= Most -> dots(Term)
    ;   Level1 is Level + 1,
        compound_name_arguments(Term0, Name, Arguments0),
        maplist(short_argument(Level1, T, Variables), Arguments0, Arguments),
        compound_name_arguments(Term, Name, Arguments)
    ).

short_argument(Level, T, Variables, Term0, Term) :- short(Term0, Level, T, Variables, Term).

short_list(Tail0, _, Level, T, Variables, Tail) :- var(Tail0), !,
    short(Tail0, Level, T, Variables, Tail).
short_list([_, _|_], 0, _, _, _, [Dots]) :- !, dots(Dots).
short_list([X0|Xs0], Most, Level, T, Variables, [X|Xs]) :- !,
    short(X0, Level, T, Variables, X),
    Most1 is max(0, Most - 1),
    short_list(Xs0, Most1, Level, T, Variables, Xs).
short_list(Tail0, _, Level, T, Variables, Tail) :- short(Tail0, Level, T, Variables, Tail).

dots(...).

first(Most, Xs, First) :-
    (   length(First, Most), append(First, _, Xs) -> true ; First = Xs ).
