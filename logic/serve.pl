:- module(serve,
          [ request/3,                  % +Operation, +Text, -Reply
            expand/3,                   % +Game, +Number, -Text
            look/3,                     % +Game, +Number, -Text
            features/4,                 % +Game, +Number, +Heuristics, -Text
            interrupt/1,                % +Thread
            idle/0
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(http/json), [atom_json_dict/3, json_write_dict/3]).
:- use_module(library(lists), [append/3, member/2, nth0/3, nth1/3]).
:- use_module(library(ordsets), [list_to_ord_set/2, ord_memberchk/2]).
:- use_module(library(time), [call_with_time_limit/2]).
:- use_module(ask).
:- use_module(asp, [decoded_terms/4, term_ranks/2]).
:- use_module(books).
:- use_module(compile, [initial_facts/2]).
:- use_module(dialogue).
:- use_module(evaluation).
:- use_module(explanation).
:- use_module(gdl, [gdl_rules/3]).
:- use_module(grounding).
:- use_module(heuristics).
:- use_module(kif).
:- use_module(knowledge_base).
:- use_module(memory, [forget/0]).
:- use_module(messages).
:- use_module(methods).
:- use_module(monte_carlo).
:- use_module(moves).
:- use_module(numbers).
:- use_module(path_search).
:- use_module(perft).
:- use_module(playouts).
:- use_module(portions).
:- use_module(proof_number).
:- use_module(requests).
:- use_module(retrograde).
:- use_module(rule_files).
:- use_module(rulebook).
:- use_module(search_task).
:- use_module(space).
:- use_module(tabled).
:- use_module(texts).
:- use_module(trace).
:- use_module(trusted).
:- use_module(verify).
:- use_module(writer).

/** <module> The door to Python

The only module that knows of another language.  A request has the name of an
operation and a JSON object; the reply is a JSON object, with the key `error` when
there is no answer.  Text from a user stays text until rulebook.pl has read it; no
text is ever a query.

Three predicates for the hot path, one crossing each, have replies in plain text:
expand/3, look/3 and features/4.
*/

:- set_prolog_flag(autoload, explicit).
:- set_prolog_flag(stack_limit, 4_000_000_000).
:- discontiguous operation/3.

%!  request(+Operation, +Text, -Reply) is det.
%
%   Text and Reply are strings that hold JSON.  Each object may have limits:
%   `seconds` and `inferences`.

request(Operation, Text, Reply) :-
    catch(answer(Operation, Text, Dict), Error, refusal(Error, Dict)),
    with_output_to(string(Reply), json_write_dict(current_output, Dict, [width(0)])).

answer(Operation, Text, Reply) :-
    atom_json_dict(Text, In, []),
    (   get_dict(seconds, In, Seconds)
    ->  call_with_time_limit(Seconds, limited(In, Operation, Reply))
    ;   limited(In, Operation, Reply)
    ).

limited(In, Operation, Reply) :-
    (   get_dict(inferences, In, Most)
    ->  call_with_inference_limit(done(Operation, In, Reply), Most, Result),
        (   Result == inference_limit_exceeded
        ->  throw(error(limit(inferences, Most), _))
        ;   true
        )
    ;   done(Operation, In, Reply)
    ).

done(Operation, In, Reply) :-
    (   operation(Operation, In, Reply0)
    ->  Reply = Reply0
    ;   throw(error(no_answer(Operation), _))
    ).

refusal(time_limit_exceeded, _{error: _{kind: limit, message: "the time is over"}}) :- !.
refusal(error(limit(_, Most), _), _{error: _{kind: limit, message: Message}}) :- !,
    format(string(Message), 'the limit of ~D inferences is reached', [Most]).
refusal(error(resource_error(What), _), _{error: _{kind: limit, message: Message}}) :- !,
    format(string(Message), 'out of memory (~w)', [What]).
refusal(interrupt, _{error: _{kind: interrupt, message: "interrupted"}}) :- !.
refusal(Error, _{error: _{kind: Kind, message: Message}}) :-
    ( Error = error(Formal, _), callable(Formal) -> functor(Formal, Kind, _) ; Kind = internal ),
    error_text(Error, Message).

%!  interrupt(+Thread) is det.
%
%   Make what Thread is running end with the exception `interrupt`.

interrupt(Thread) :- thread_signal(Thread, throw(interrupt)).

%!  idle is det.
%
%   Take in the signals that came too late for what they were meant for: there may be
%   several.

idle :- catch(forall(between(1, 10, _), true), interrupt, idle).

% ---- games -----------------------------------------------------------------

operation(read_call, In, _{name: Name, parameters: Parameters}) :-
    read_ground_term(In.text, Term),
    (   callable(Term) -> Term =.. [Name0|Arguments]
    ;   throw(error(parameters(Term), _))
    ),
    atom_string(Name0, Name),
    maplist(parameter_text(Term), Arguments, Pairs),
    (   append(_, [N-_|Rest], Pairs), memberchk(N-_, Rest)
    ->  throw(error(twice(N), _))
    ;   true
    ),
    dict_pairs(Parameters, _, Pairs).
operation(load, In, Reply) :-
    maplist(given_parameter, In.parameters, Parameters),
    atom_string(Syntax, In.syntax),
    load_rules(Syntax, In.text, Parameters, Game, Faults),
    maplist(fault_dict(Syntax), Faults, FaultDicts),
    (   Game == none
    ->  Reply = _{game: null, faults: FaultDicts}
    ;   described(Game, Description),
        Reply = Description.put(_{game: Game, faults: FaultDicts})
    ).
operation(compile, In, _{form: Compiled}) :-
    in_game(In, Game),
    atom_string(Form, In.form),
    compile_game(Game, Form),
    ( Form == best -> ready_to_search(Game) ; true ),
    Game:form(Compiled).
operation(ask, In, Reply) :-
    in_position(In, Game, State),
    (   trusting(In, Game, State, Question) -> Paths = [], Dicts = []
    ;   asked(Game, In.text, Question, Faults, Start),
        question_faults(Game, Faults, Start, Dicts),
        ( Question == none -> Paths = [] ; path_names(Question, Paths) )
    ),
    (   Question == none
    ->  Reply = _{faults: Dicts, answers: [], more: false, paths: [], inferences: 0}
    ;   ( In.patience == null -> Patience = none ; Patience = In.patience ),
        Portion = portion(question(Game, In.state, In.text), In.skip, In.limit, Patience),
        statistics(inferences, Before),
        (   Question = trusted(_, _) -> trusted_answers(Question, Portion, Found, More)
        ;   answers(Question, Game, State, Portion, Found, More)
        ),
        statistics(inferences, After),
        Inferences is After - Before,
        maplist(answer_texts(Game), Found, Answers),
        Reply = _{faults: [], answers: Answers, more: More, paths: Paths,
                  inferences: Inferences}
    ).
operation(ask_found, In, _{answers: Answers}) :-
    in_game(In, Game),
    found_so_far(question(Game, In.state, In.text), In.skip, Found),
    maplist(answer_texts(Game), Found, Answers).
operation(relations, In, _{relations: Pairs}) :-
    in_game(In, Game),
    findall([Name, Arity], ( can_be_asked(Game, Name0/Arity), atom_string(Name0, Name) ), Pairs0),
    sort(Pairs0, Pairs).
operation(clauses, In, _{places: Places, faults: Dicts}) :-
    atom_string(Syntax, In.syntax),
    clause_places(Syntax, In.text, Places0, Faults),
    findall([From, To], member(From-To, Places0), Places),
    maplist(fault_dict(Syntax), Faults, Dicts).
operation(variants, In, _{places: Places}) :-
    atom_string(Syntax, In.syntax),
    clause_variants(Syntax, In.text, In.clause, Places0),
    findall([From, To], member(From-To, Places0), Places).
operation(explain, In, Reply) :-
    in_position(In, Game, State),
    (   In.step == null -> Joint = none
    ;   read_in(Game, In.step, Move),
        ( understood(Game, State, Move, Joint) -> true
        ; throw(error(not_legal(In.step), _)) )
    ),
    asked(Game, In.text, Question, Faults, Start),
    (   Question == none
    ->  question_faults(Game, Faults, Start, Dicts),
        Reply = _{faults: Dicts}
    ;   explained(Question, Game, State, Joint, In.answer, Tree),
        tree_dict(Tree, Dict),
        Reply = _{faults: [], tree: Dict}
    ).
operation(check, In, _{faults: FaultDicts}) :-
    atom_string(Syntax, In.syntax),
    examined_rules(Syntax, In.text, Faults),
    maplist(fault_dict(Syntax), Faults, FaultDicts).
operation(convert, In, _{text: Text, faults: FaultDicts}) :-
    atom_string(From, In.syntax),
    atom_string(To, In.to),
    converted(From, To, In.text, Text, Faults),
    maplist(fault_dict(From), Faults, FaultDicts).
operation(gdl, In, _{text: Text, scale: Pairs}) :-
    in_game(In, Game),
    gdl_rules(Game, Rules, Scale),
    rules_text(kif, Rules, Text),
    findall([V, Scaled], member(V-Scaled, Scale), Pairs).
operation(unload, In, _{}) :-
    atom_string(Game, In.game),
    unload_game(Game).
operation(rivals, In, _{constant_sum: Answer}) :-
    in_game(In, Game),
    (   Game:role(R), rival(Game, R, _) -> Answer = true ; Answer = false ).

in_position(In, Game, State) :-
    ( In.state == null -> in_game(In, Game), State = none ; in_state(In, Game, State) ).

%   trusting(+In, +Game, +State, -Question) is semidet: In asks a goal to be called, which
%   is none that a rule could hold.

trusting(In, Game, State, Question) :-
    get_dict(trusted, In, true),
    catch(( asked(Game, In.text, Asked, _, _), Asked == none ), error(_, _), true),
    catch(trusted_question(Game, State, In.text, Question), error(syntax_error(_), _), fail).

question_faults(Game, Faults, Start, Dicts) :-
    Game:syntax(Syntax),
    findall(Dict,
            ( member(fault(Severity, Code, From0-To0, As), Faults),
              From is max(0, From0 - Start), To is max(From + 1, To0 - Start),
              fault_dict(Syntax, fault(Severity, Code, From-To, As), Dict) ),
            Dicts).

answer_texts(Game, Answer, Pairs) :-
    findall([Name, Text],
            ( member(Name0-Value, Answer), atom_string(Name0, Name),
              answer_text(Game, Value, Text) ),
            Pairs).

%   Only a goal that was called has variables in its answers.

answer_text(Game, Value, Text) :- ground(Value), acyclic_term(Value), !,
    term_text(Game, Value, Text).
answer_text(_, Value, Text) :- nonvar(Value), acyclic_term(Value),
    copy_term(Value, Copy, _),
    numbervars(Copy, 0, _),
    with_output_to(string(Text),
        write_term(Copy, [quoted(true), numbervars(true), spacing(next_argument)])).

tree_dict(node(Holds, Goal, Place, Reason, Children, More), Dict) :-
    ( Place = From-To -> Range = [From, To] ; Range = null ),
    maplist(tree_dict, Children, Dicts),
    findall(Key-Value, ( member(M, More), more_entry(M, Key, Value) ), Pairs),
    dict_pairs(Dict, _, [holds-Holds, goal-Goal, place-Range, reason-Reason, children-Dicts
                         |Pairs]).

more_entry(failed(Node), failed, Dict) :- tree_dict(Node, Dict).
more_entry(held(Goals), held, Goals).
more_entry(bindings(Pairs), bindings, Lists) :-
    findall([Name, Text], member(Name-Text, Pairs), Lists).
more_entry(others(Goals), others, Goals).
more_entry(near(Goals), near, Goals).

parameter_text(_, Name=Value, Name-Text) :- atom(Name), !, prolog_text(Value, Text).
parameter_text(Term, _, _) :- throw(error(parameters(Term), _)).

given_parameter([Name0, Text], Name=Value) :-
    atom_string(Name, Name0),
    read_ground_term(Text, Value).

described(Game, _{roles: Roles, title: Title, source: Source, about: About,
                  parameters: Parameters, space: Space, estimate: Estimate,
                  convention: Convention,
                  weights: Weights, ranges: Ranges, outcomes: Outcomes,
                  worths: Worths}) :-
    findall(T, ( Game:role(R), term_text(Game, R, T) ), Roles),
    first_text(Game:title(T1), T1, Title),
    first_text(Game:source(T2), T2, Source),
    first_text(Game:about(T3), T3, About),
    Game:convention(Convention),
    findall([N, V],
            ( Game:rule(parameter(N0, V0), []),
              term_text(Game, N0, N), term_text(Game, V0, V) ),
            Parameters),
    ( book_space(Game) -> Space = book ; length(Roles, 1) -> Space = game ; Space = none ),
    (   ( Game:defined(h/1) ; Game:defined(h/2) ) -> Estimate = true ; Estimate = false ),
    findall([N, W], ( Game:weight(N1, W), term_text(Game, N1, N) ), Weights),
    findall([Low, High],
            ( Game:role(R), ( Game:goal_range(R, range(Low, High)) -> true
                            ; Low = 0, High = 0 ) ),
            Ranges),
    findall(N, ( Game:role(R), ( Game:goal_range(R, _) -> Game:outcomes(R, N) ; N = 0 ) ),
            Outcomes),
    findall(Vs, ( Game:role(R), ( Game:goal_worths(R, Vs0) -> Vs = Vs0 ; Vs = [] ) ),
            Worths).

:- meta_predicate first_text(0, ?, -).

first_text(Goal, X, Text) :- ( call(Goal) -> plain_text(X, Text) ; Text = null ).

% ---- states ----------------------------------------------------------------

operation(initial, In, _{state: Number}) :-
    in_game(In, Game),
    Game:initial(State),
    state_number(Game, State, Number).
operation(from_facts, In, _{state: Number}) :-
    in_game(In, Game),
    read_in(Game, In.text, Term),
    catch(state_of(Game, Term, State), error(Formal, _), told_in(Game, In.text, Formal)),
    state_number(Game, State, Number).
operation(facts, In, _{facts: Texts}) :-
    in_state(In, Game, State),
    Game:facts(State, Facts),
    maplist(term_text(Game), Facts, Texts).
operation(facts_of, In, _{facts: Lists}) :-
    in_game(In, Game),
    findall(Texts,
            ( member(Number, In.states), numbered_state(Game, Number, State),
              Game:facts(State, Facts), maplist(term_text(Game), Facts, Texts) ),
            Lists).
operation(position, In, _{board: Cells, legal: Legal, terminal: Terminal, goals: Goals,
                          facts: Texts}) :-
    in_state(In, Game, State),
    Game:facts(State, Facts),
    maplist(term_text(Game), Facts, Texts),
    findall([C, R, T], ( Game:draw(State, C, R, T0), plain_text(T0, T) ), Cells),
    (   Game:terminal(State)
    ->  Terminal = true,
        findall([], Game:role(_), Legal)
    ;   Terminal = false,
        findall(Ms, ( Game:role(R1), role_move_texts(Game, State, R1, Ms) ), Legal)
    ),
    findall(V, ( Game:role(R2), only_goal(Game, State, R2, V) ), Goals).
operation(status, In, _{terminal: Terminal, goals: Goals, moves: Counts}) :-
    in_state(In, Game, State),
    (   Game:terminal(State)
    ->  Terminal = true,
        findall(V, ( Game:role(R), only_goal(Game, State, R, V) ), Goals),
        Counts = []
    ;   Terminal = false, Goals = [],
        findall(N, ( Game:role(R), role_moves(Game, State, R, Ms), length(Ms, N) ), Counts)
    ).
operation(goal_values, In, _{values: Values}) :-
    in_state(In, Game, State),
    findall(Texts, ( Game:role(R), all_goals(Game, State, R, Texts) ), Values).
operation(play, In, Reply) :-
    in_state(In, Game, State),
    read_in(Game, In.text, Move0),
    (   Game:terminal(State)
    ->  Reply = _{illegal: "the game is over", legal: []}
    ;   understood(Game, State, Move0, Joint)
    ->  Game:successor(State, Joint, State1),
        state_number(Game, State1, Number),
        joint_texts(Game, Joint, Texts),
        Reply = _{state: Number, joint: Texts}
    ;   must_be_kif(Game, In.text),
        findall(Ms, ( Game:role(R), role_move_texts(Game, State, R, Ms) ), Legal),
        Reply = _{illegal: "not legal here", legal: Legal}
    ).
operation(advice, In, _{moves: Texts}) :-
    in_state(In, Game, State),
    role_named(Game, In.role, Role),
    role_moves(Game, State, Role, Legal),
    findall(Rank, ( Game:advice(State, Rank, Role, M), memberchk(M, Legal) ), Ranks0),
    (   sort(Ranks0, [Best|_])
    ->  findall(M, ( member(M, Legal), Game:advice(State, Best, Role, M) ), Moves0),
        list_to_distinct(Moves0, Moves)
    ;   Moves = []
    ),
    maplist(term_text(Game), Moves, Texts).
operation(advice_ranks, In, _{ranks: Ranks}) :-
    in_state(In, Game, State),
    findall([I, Number, Rank],
            ( Game:role_index(Role, J),
              Game:advice(State, Rank, Role, Move),
              move_number(Game, Move, Number),
              I is J - 1 ),
            Ranks).
operation(quiet, In, _{quiet: Quiet}) :-
    in_state(In, Game, State),
    (   \+ Game:defined(quiet/0) -> Quiet = null
    ;   Game:quiet(State) -> Quiet = true
    ;   Quiet = false
    ).
operation(notation, In, _{text: Text}) :-
    in_game(In, Game),
    read_in(Game, In.text, Move),
    notation_text(Game, Move, Text).

list_to_distinct(Ms0, Ms) :-
    findall(M, ( nth1(I, Ms0, M), \+ ( nth1(J, Ms0, M1), J < I, M1 == M ) ), Ms).

%   In KIF a list, of moves or of fluents, is written [a (b c)].

read_in(Game, Text, Term) :-
    term_syntax(Game, Syntax),
    catch(read_value(Syntax, Text, Term), error(Formal, Context),
          ( must_be_in_syntax(Game, Text), throw(error(Formal, Context)) )).

term_syntax(Game, Syntax) :- ( Game:syntax(kif) -> Syntax = kif ; Syntax = prolog ).

read_value(kif, Text, Term) :- read_kif_value(Text, Term).
read_value(prolog, Text, Term) :- read_ground_term(Text, Term).

%   must_be_in_syntax(+Game, +Text): what cannot be read may be in the other syntax.

must_be_in_syntax(Game, Text) :-
    term_syntax(Game, Syntax),
    (   in_other_syntax(Syntax, Text, Term)
    ->  value_text(Game, Term, Right),
        throw(error(other_syntax(Syntax, Right, Text), _))
    ;   true
    ).

%   must_be_kif(+Game, +Text): in KIF [a(b), c] can be read, too, as [a (b) c].

must_be_kif(Game, Text) :-
    ( Game:syntax(kif) -> must_be_in_syntax(Game, Text) ; true ).

in_other_syntax(Syntax, Text, Term) :-
    opening(Text, Name),
    ( Syntax == kif -> Name = name, Other = prolog ; Name = none, Other = kif ),
    catch(read_value(Other, Text, Term), error(_, _), fail).

%   opening(+Text, -Name) is semidet: Name is `name` where each parenthesis of Text is
%   behind a name, as in Prolog, and `none` where no one is, as in KIF.

opening(Text, Name) :-
    string_codes(Text, Codes),
    findall(N, ( append(_, [B, 0'(|_], [0'\s|Codes]), behind(B, N) ), Names),
    sort(Names, [Name]).

behind(Code, Name) :-
    ( ( code_type(Code, csym) ; Code =:= 0'\' ) -> Name = name ; Name = none ).

value_text(Game, Term, Text) :-
    (   is_list(Term)
    ->  maplist(term_text(Game), Term, Texts),
        atomic_list_concat(Texts, ', ', Inner),
        format(string(Text), '[~w]', [Inner])
    ;   term_text(Game, Term, Text)
    ).

state_of(Game, Term, State) :-
    ( is_list(Term) -> true ; throw(error(not_a_state(Term), _)) ),
    maplist(must_be_fluent, Term),
    sort(Term, Facts),
    Game:from_facts(Facts, State).

%   told_in(+Game, +Text, +Formal): the error about Text, with its term in the syntax
%   of the rule file.

told_in(Game, Text, Formal) :-
    must_be_kif(Game, Text),
    (   Game:syntax(kif), in_kif(Formal, Told)
    ->  throw(error(Told, _))
    ;   throw(error(Formal, _))
    ).

in_kif(not_possible(Term), not_possible_text(Text)) :- kif_text(Term, Text).
in_kif(not_a_state(Term), not_a_state_text(Text)) :-
    ( is_list(Term) -> Text = Term ; kif_text(Term, Text) ).

must_be_fluent(F) :- ( callable(F) -> true ; throw(error(not_a_state(F), _)) ).

all_goals(Game, State, Role, Texts) :-
    findall(V, Game:goal(State, Role, V), Vs0),
    sort(Vs0, Vs),
    maplist(term_text(Game), Vs, Texts).

%   The one goal value that is defined, or null; two are none.

only_goal(Game, State, Role, Value) :-
    findall(V, Game:goal(State, Role, V), Vs0),
    sort(Vs0, Vs),
    ( Vs = [V], integer(V) -> Value = V ; Value = null ).

role_move_texts(Game, State, Role, Texts) :-
    role_moves(Game, State, Role, Moves),
    maplist(term_text(Game), Moves, Texts).

%   understood(+Game, +State, +Move, -Joint) is semidet: a joint move is a list of
%   moves in the order of the roles; a single move stands for the joint move in which
%   one role makes it and the others, who have no choice, make theirs.

understood(Game, State, Moves, Joint) :-
    is_list(Moves), !,
    findall(R, Game:role(R), Rs),
    length(Rs, N), length(Moves, N),
    forall(nth1(I, Rs, R),
           ( role_moves(Game, State, R, Legal), nth1(I, Moves, M), memberchk(M, Legal) )),
    Joint =.. [d|Moves].
understood(Game, State, Move0, Joint) :-
    joint_moves(Game, State, Joints),
    (   by_choice(Game, State, Joints, Move0, Joint) -> true
    ;   atomic(Move0),
        member(Joint, Joints),
        arg(_, Joint, M), M \== noop,
        notation_text(Game, M, Text),
        Text \== null,
        atom_string(Move0, Text),
        by_choice(Game, State, Joints, M, Joint)
    ).

by_choice(_, _, Joints, Move, Joint) :-
    findall(J, ( member(J, Joints), arg(I, J, M), M == Move, \+ waits(Joints, I, M) ), Js0),
    sort(Js0, [Joint]).

%   waits(+Joints, +I, +Move): role I has no choice but noop, and others have one.

waits(Joints, I, noop) :-
    Joints = [_, _|_],
    \+ ( member(Joint, Joints), arg(I, Joint, M), M \== noop ).

notation_text(Game, Move, Text) :-
    (   Game:notation(Move, T) -> plain_text(T, Text) ; Text = null ).

% ---- solutions -------------------------------------------------------------

operation(book_open, In, _{book: Book}) :-
    in_game(In, Game),
    role_named(Game, In.role, Role),
    findall(outcome(N, V, D, Move),
            ( nth1(N, In.outcomes, [V0, D0, M0]),
              or_none(V0, V), or_none(D0, D),
              ( M0 == null -> Move = '$none' ; read_in(Game, M0, Move) ) ),
            Outcomes),
    or_none(In.draw, Draw),
    or_none(In.sum, Sum),
    new_book(Game, about(Role, In.strong, Draw, Sum, Outcomes), Book),
    forall(nth0(I, In.fluents, Text),
           ( read_in(Game, Text, F), assertz(Book:fluent(I, F)) )).
operation(book_add, In, Reply) :-
    in_book(In, Game, Book),
    (   nth0(I, In.states, [N|Is]),
        book_fault(Game, Book, Is, N, Kind)
    ->  Reply = _{fault: _{index: I, kind: Kind}}
    ;   Reply = _{fault: null}
    ).
operation(book_check, In, Reply) :-
    in_book(In, Game, Book),
    (   nth0(I, In.states, [_|Is]),
        book_state(Game, Book, Is, State),
        fault(Book, State, Fault)
    ->  fault_pairs(Game, Fault, Pairs),
        dict_pairs(Dict, _, [index-I|Pairs]),
        Reply = _{fault: Dict}
    ;   Reply = _{fault: null}
    ).
operation(book_rest, In, _{state: Texts, parted: Parted}) :-
    in_book(In, Game, Book),
    ( parted(Book, Below, AtLeast) -> Parted = [Below, AtLeast] ; Parted = null ),
    book_state(Game, Book, In.root, Root),
    (   not_reached(Book, Root, State)
    ->  Game:facts(State, Facts), maplist(term_text(Game), Facts, Texts)
    ;   Texts = null
    ).
operation(book_close, In, _{}) :-
    atom_string(Book, In.book),
    drop_book(Book).

in_book(In, Game, Book) :-
    in_game(In, Game),
    atom_string(Book, In.book).

or_none(X0, X) :- ( X0 == null -> X = none ; X = X0 ).

book_state(Game, Book, Is, State) :-
    findall(F, ( member(I, Is), Book:fluent(I, F) ), Fs0),
    sort(Fs0, Fs),
    Game:from_facts(Fs, State).

%   book_fault(+Game, +Book, +Fluents, +Outcome, -Kind) is semidet: nothing is added.

book_fault(Game, Book, Is, N, Kind) :-
    catch(book_state(Game, Book, Is, State), error(_, _), true),
    (   var(State) -> Kind = impossible
    ;   \+ add_entry(Book, State, N), Kind = twice
    ).

fault_pairs(_, expected(V, D), [kind-expected, value-Value, distance-Distance]) :- !,
    ( V == none -> Value = null ; Value = V ),
    ( D == none -> Distance = null ; Distance = D ).
fault_pairs(Game, missing(Joint), [kind-missing, joint-Texts]) :- !,
    joint_texts(Game, Joint, Texts).
fault_pairs(_, sum(Goals), [kind-sum, goals-Goals]) :- !.
fault_pairs(_, Kind, [kind-Kind]).

% ---- the hot path ----------------------------------------------------------

%!  expand(+Game, +Number, -Text) is det.
%
%   Text tells all about a state in one crossing.  `t|V1 V2` for a terminal one, with
%   the goal values of the roles, `-` where none is defined; or
%
%       n|M1 M2 M3|M4|S1 S2 S3
%
%   the numbers of the moves of each role, and those of the successors, for all
%   joint moves, the last role's move changing fastest.

expand(Game, Number, Text) :-
    bounded(expansion(Game, Number, Text0), Text0, Text).

:- meta_predicate bounded(0, ?, -).

%   What cannot be answered is told as `e|Reply`, the reply of request/3.

bounded(Goal, Text0, Text) :-
    catch(call_with_inference_limit(Goal, 200_000_000, Result), Error, true),
    (   nonvar(Error) -> refused(Error, Text)
    ;   Result == inference_limit_exceeded
    ->  refused(error(limit(inferences, 200_000_000), _), Text)
    ;   Text = Text0
    ).

refused(Error, Text) :-
    refusal(Error, Dict),
    with_output_to(string(Reply), json_write_dict(current_output, Dict, [width(0)])),
    string_concat("e|", Reply, Text).

%!  look(+Game, +Number, -Text) is det.
%
%   As expand/3, but without moves and successors: `n` for a state that is not terminal.

look(Game, Number, Text) :-
    bounded(seen(Game, Number, Text0), Text0, Text).

seen(Game, Number, Text) :-
    numbered_state(Game, Number, State),
    ( Game:terminal(State) -> terminal_text(Game, State, Text) ; Text = "n" ).

terminal_text(Game, State, Text) :-
    findall(V,
            ( Game:role(R), only_goal(Game, State, R, V0),
              ( V0 == null -> V = (-) ; V = V0 ) ),
            Vs),
    atomic_list_concat(Vs, ' ', Values),
    string_concat("t|", Values, Text).

expansion(Game, Number, Text) :-
    numbered_state(Game, Number, State),
    (   Game:terminal(State)
    ->  terminal_text(Game, State, Text)
    ;   findall(Ms, ( Game:role(R), role_moves(Game, State, R, Ms) ), Mss),
        joints(Mss, Joints),
        maplist(successor_number(Game, State), Joints, Ss),
        atomic_list_concat(Ss, ' ', Successors),
        maplist(moves_text(Game), Mss, Parts0),
        append(Parts0, [Successors], Parts),
        separated(Parts, Separated),
        atomics_to_string([n, '|'|Separated], Text)
    ).

joints([As], Joints) :- !, maplist(single, As, Joints).
joints([As, Bs], Joints) :- !,
    findall(d(A, B), ( member(A, As), member(B, Bs) ), Joints).
joints(Mss, Joints) :-
    findall(J, ( maplist(member_of, Mss, Ms), J =.. [d|Ms] ), Joints).

single(A, d(A)).

member_of(Ms, M) :- member(M, Ms).

successor_number(Game, State, Joint, Number) :-
    Game:successor(State, Joint, State1),
    state_number(Game, State1, Number).

moves_text(Game, Moves, Text) :-
    maplist(move_number(Game), Moves, Numbers),
    atomic_list_concat(Numbers, ' ', Text).

separated([P], [P]) :- !.
separated([P|Ps], [P, '|'|Ss]) :- separated(Ps, Ss).

%!  features(+Game, +Number, +Heuristics, -Text) is det.
%
%   Text has, for each role in order, `name=count` for each feature that has an
%   instance, separated by tabs; the roles are separated by `|`.  Heuristics, a string,
%   names those of heuristics.pl, separated by blanks, whose values are wanted beside.

features(Game, Number, Heuristics, Text) :-
    bounded(feature_values(Game, Number, Heuristics, Text0), Text0, Text).

feature_values(Game, Number, Heuristics, Text) :-
    numbered_state(Game, Number, State),
    atomic_list_concat(Words, ' ', Heuristics),
    findall(Name, ( member(Name, Words), heuristic(Name) ), Names),
    findall(Part, ( Game:role(R), role_features(Game, State, R, Names, Part) ), Parts),
    separated(Parts, Separated),
    atomics_to_string(Separated, Text).

role_features(Game, State, Role, Names, Text) :-
    findall(Pair,
            ( feature_value(Game, State, Role, Names, Name, Value),
              format(string(Pair), '~w=~d', [Name, Value]) ),
            Pairs),
    atomic_list_concat(Pairs, '\t', Text).

%   A heuristic comes after a feature of the same name.

feature_value(Game, State, Role, _, Name, Count) :-
    feature_count(Game, State, Role, Name, Count).
feature_value(Game, State, Role, Names, Name, Value) :-
    member(Name, Names),
    heuristic_value(Name, Game, State, Role, Value).

operation(move_texts, In, _{texts: Texts}) :-
    in_game(In, Game),
    findall(T, ( member(N, In.numbers), numbered_move(Game, N, M), term_text(Game, M, T) ), Texts).

% ---- search ----------------------------------------------------------------

operation(best, In, Reply) :-
    in_state(In, Game, State),
    role_named(Game, In.role, Role),
    dict_pairs(In.options, _, Pairs),
    maplist(option_term, Pairs, Options0),
    findall(N-W, ( member([N0, W], In.weights), atom_string(N, N0) ), Weights),
    Options = [weights(Weights)|Options0],
    ( In.record == true -> Listener = record ; Listener = none ),
    search_task(Game, Role, Options, Listener, Task),
    atom_string(Method, In.method),
    atom_string(Ties, In.ties),
    call_cleanup(recording(searched(Method, [progress(serve:report(Task))|Options], Task,
                                    Ties, State, Moves0, Found),
                           Recorded),
                 forget),
    counts(Task, counts(Nodes, Leaves, _, Cutoffs, Hits)),
    Found = found(Depth, Limited, Stopped),
    maplist(move_list(Game), Moves0, Moves),
    maplist(event_list(Game), Recorded, Events),
    Reply = _{moves: Moves, nodes: Nodes, leaves: Leaves, limited: Limited,
              cutoffs: Cutoffs, hits: Hits, depth: Depth, stopped: Stopped,
              events: Events}.

%   ready_to_search(+Game): what an estimate needs to know of Game takes a sample of games,
%   which is no affair of the clock of a search.

ready_to_search(Game) :-
    (   Game:weight(_, _), player(Game, Role), rival(Game, Role, _) -> true ; true ).

%   report(+Task, +Depth, +Moves): Python may tell of what each depth has found.

report(Task, Depth, Moves) :-
    (   current_predicate(python:report/1),
        Moves = [_|_]
    ->  Task = task(Game, _, Index, _, evaluation(Range, _, _), _, _, _),
        aggregate_all(max(S, J), member(move(J, S, exact, _), Moves), max(Score, Joint)),
        arg(Index, Joint, Move),
        term_text(Game, Move, Text),
        score_value(Range, Score, Value0, _),
        ( float(Value0) -> format(string(Value), '~6g', [Value0]) ; Value = Value0 ),
        counts(Task, counts(Nodes, _, _, _, _)),
        format(string(Words), 'depth ~d: ~w is worth ~w; ~D nodes',
               [Depth, Text, Value, Nodes]),
        python:report(Words)
    ;   true
    ).

%   option_term(+Name-Value, -Option): words are atoms in Prolog.

option_term(Name-Value0, Option) :-
    ( string(Value0) -> atom_string(Value, Value0) ; Value = Value0 ),
    Option =.. [Name, Value].

move_list(Game, move(Joint, Score, Bound, Line), [Texts, Score, Bound, Lines]) :-
    joint_texts(Game, Joint, Texts),
    maplist(joint_texts(Game), Line, Lines).

joint_texts(Game, Joint, Texts) :-
    Joint =.. [_|Ms],
    maplist(term_text(Game), Ms, Texts).

event_list(Game, enter(Ply, Joint, State), [enter, Ply, Texts, Number]) :- !,
    ( Joint == none -> Texts = [] ; joint_texts(Game, Joint, Texts) ),
    state_number(Game, State, Number).
event_list(Game, cutoff(Alpha, Beta, Rest), [cutoff, Alpha, Beta, Skipped]) :- !,
    flattened(Rest, Joints),
    maplist(joint_texts(Game), Joints, Skipped).
event_list(_, Event, List) :- Event =.. List.

flattened([], []).
flattened([X|Xs], Joints) :-
    (   is_list(X) -> append(X, Joints1, Joints) ; Joints = [X|Joints1] ),
    flattened(Xs, Joints1).

% ---- solving ---------------------------------------------------------------

operation(prove, In, _{result: Result, joint: Texts, repeated: Repeated, nodes: Nodes,
                       leaves: Leaves, events: Events}) :-
    in_state(In, Game, State),
    role_named(Game, In.role, Role),
    ( In.record == true -> Listener = record ; Listener = none ),
    search_task(Game, Role, [estimate(zero)], Listener, Task),
    get_time(Now),
    ( In.time == null -> Deadline = inf ; Deadline is Now + In.time ),
    atom_string(Endless, In.endless),
    Question = question(In.threshold, Endless, In.most, Deadline),
    recording(proof_number(Task, Question, State, answer(Result, Joint, Repeated)),
              Recorded),
    ( Joint == none -> Texts = null ; joint_texts(Game, Joint, Texts) ),
    counts(Task, counts(Nodes, Leaves, _, _, _)),
    maplist(event_list(Game), Recorded, Events).
operation(retrograde, In, _{marks: Text, nodes: Nodes}) :-
    solving(In, State, Task),
    maplist(atom_string, Questions, In.questions),
    retrograde(Task, Questions, State, Marks),
    counts(Task, counts(Nodes, _, _, _, _)),
    lines(Marks, Text).
operation(tabled, In, _{worths: Text}) :-
    solving(In, _, Task),
    tabled(Task, In.states, Worths),
    lines(Worths, Text).

solving(In, State, Task) :-
    in_state(In, Game, State),
    role_named(Game, In.role, Role),
    search_task(Game, Role, [estimate(zero)], none, Task).

%   lines(+Terms, -Text): each as its numbers, with `-` for none, and a line each.

lines(Terms, Text) :-
    maplist(line, Terms, Lines),
    atomic_list_concat(Lines, '\n', Text).

line(Term, Line) :-
    phrase(numbers_of(Term), Numbers),
    atomic_list_concat(Numbers, ' ', Line).

numbers_of(none) --> !, [-, -].
numbers_of([]) --> !, [].
numbers_of([Term|Terms]) --> !, numbers_of(Term), numbers_of(Terms).
numbers_of(A-B) --> !, numbers_of(A), numbers_of(B).
numbers_of(Number) --> [Number].

%   What a heuristic has to know of a game, before the first state is asked about.

operation(known_goals, In, _{known: Known}) :-
    in_game(In, Game),
    findall([Count, Value],
            ( Game:role(R), known_goals(Game, R, known(Value0, Sizes, _)),
              ( Value0 == none -> Value = null ; Value = Value0 ),
              length(Sizes, Count) ),
            Known).
operation(goal_courses, In, _{courses: Courses}) :-
    in_game(In, Game),
    sample(Game, Plays),
    findall(_{games: Games, states: States, defined: Defined, always: Always, fall: Fall},
            ( Game:role(R),
              goal_course(Game, Plays, R, course(Games, States, Before, Fall0)),
              ( Before == undefined -> Defined = false ; Defined = true ),
              ( Before = always(Value) -> Always = Value ; Always = null ),
              fall_list(Game, Fall0, Fall) ),
            Courses).

fall_list(_, none, null) :- !.
fall_list(Game, fall(Joints, From, To), [Moves, From, To]) :-
    maplist(joint_texts(Game), Joints, Moves).

operation(perft, In, _{levels: Levels}) :-
    in_state(In, Game, State),
    perft(Game, State, In.depth, Levels0),
    findall([D, N, T], member(level(D, N, T), Levels0), Levels).
operation(monte_carlo, In, _{arms: Arms, seed: Seed}) :-
    in_state(In, Game, State),
    role_named(Game, In.role, Role),
    monte_carlo(Game, State, Role, In.rounds, In.longest, In.seed, Seed, Arms0),
    findall([Texts, Ends],
            ( member(arm(Joint, Ends), Arms0), joint_texts(Game, Joint, Texts) ),
            Arms).
operation(playouts, In, _{results: Results}) :-
    in_state(In, Game, State),
    playouts(Game, State, In.longest, In.seeds, Results0),
    findall(Result,
            ( member(Result0, Results0),
              ( Result0 = played(Plies, Values) -> Result = [Plies, Values] ; Result = null ) ),
            Results).

% ---- the ground program ----------------------------------------------------

operation(ground_program, In, _{texts: Texts, names: Names, widest: Widest,
                                compound_arithmetic: Odd}) :-
    in_game(In, Game),
    ground_program(Game, program(Texts, Names0, Widest0, Odd)),
    findall([Name, Relation, Places],
            ( member(name(Name, PI, Sources), Names0),
              format(string(Relation), '~w', [PI]),
              findall(From, member(source(From-_, _, _), Sources), Places) ),
            Names),
    findall(From, member(source(From-_, _, _), Widest0), Widest).
%   One text of all terms, a line each, is read and written much sooner than a list.

operation(ground_terms, In, _{texts: Text, ranks: Ranks, initial: Initial, noop: Noop}) :-
    in_game(In, Game),
    decoded_terms(Game, In.text, Terms, Noop),
    maplist(term_text(Game), Terms, Texts),
    atomic_list_concat(Texts, '\n', Text),
    term_ranks(Terms, Ranks0),
    atomic_list_concat(Ranks0, ' ', Ranks),
    initial_facts(Game, Facts),
    list_to_ord_set(Facts, Set),
    findall(I, ( nth0(I, Terms, T), ord_memberchk(T, Set) ), Is),
    atomic_list_concat(Is, ' ', Initial).

% ---- path search -----------------------------------------------------------

:- dynamic suspended/5.                 % Handle, Game, Problem, Frontier, Counts

operation(path_start, In, _{handle: Handle}) :-
    in_game(In, Game),
    (   get_dict(state, In, Number), Number \== null, \+ book_space(Game)
    ->  numbered_state(Game, Number, Start)
    ;   start_node(Game, Start)
    ),
    atom_string(Method, In.method),
    atom_string(Prune, In.prune),
    ( Prune == default -> Options = [] ; Options = [prune(Prune)] ),
    ( In.limit == "inf" -> Limit = inf ; Limit = In.limit ),
    path_problem(Game, Start, [method(Method), limit(Limit)|Options], Problem),
    first_frontier(Problem, Start, Frontier),
    flag(path_searches, Handle, Handle + 1),
    assertz(suspended(Handle, Game, Problem, Frontier, count(0, 0))).
operation(path_next, In, Reply) :-
    Handle = In.handle,
    suspended(Handle, Game, Problem, Frontier0, Counts0),
    search(Problem, Frontier0, Result, Frontier, Counts0, Counts),
    retractall(suspended(Handle, _, _, _, _)),
    assertz(suspended(Handle, Game, Problem, Frontier, Counts)),
    Counts = count(Expanded, Most),
    path_reply(Result, Game, Reply0),
    left_over(Problem, Result, Frontier, Waiting, Reached0),
    ( Reached0 == none -> Reached = null ; Reached = Reached0 ),
    Reply = Reply0.put(_{expanded: Expanded, frontier_max: Most, waiting: Waiting,
                         reached: Reached}).
operation(path_close, In, _{}) :-
    retractall(suspended(In.handle, _, _, _, _)).
operation(is_goal, In, _{goal: Goal}) :-
    in_game(In, Game),
    node(Game, In.node, Node),
    ( is_goal(Game, Node) -> Goal = true ; Goal = false ).
operation(neighbours, In, _{neighbours: Found, estimate: Estimate}) :-
    in_game(In, Game),
    node(Game, In.node, Node),
    findall([Move, Next, Cost],
            ( neighbour(Game, Node, Move0, Next0, Cost),
              term_text(Game, Move0, Move), node_reference(Game, Next0, Next) ),
            Found),
    (   In.estimate == true -> estimate(Game, Node, Estimate) ; Estimate = null ).
operation(start_node, In, _{node: Reference}) :-
    in_game(In, Game),
    start_node(Game, Node),
    node_reference(Game, Node, Reference).

path_reply(none, _, _{result: none}).
path_reply(limit, _, _{result: limit}).
path_reply(found(Path), Game, _{result: found, cost: Cost, nodes: Texts, moves: Moves,
                                states: References}) :-
    Path = path(_, Cost, _, _),
    path_steps(Path, Nodes, Moves0),
    maplist(node_text(Game), Nodes, Texts),
    maplist(node_reference(Game), Nodes, References),
    maplist(term_text(Game), Moves0, Moves).

node_text(Game, Node, Text) :-
    (   book_space(Game) -> term_text(Game, Node, Text)
    ;   Game:facts(Node, Facts), facts_text(Game, Facts, Text)
    ).

%   A node is known to Python by the number of its state, or of its term.

node_reference(Game, Node, Number) :- state_number(Game, Node, Number).

node(Game, Number, Node) :- numbered_state(Game, Number, Node).

operation(node_text, In, _{text: Text}) :-
    in_game(In, Game),
    node(Game, In.node, Node),
    node_text(Game, Node, Text).

% ---- clause bases ----------------------------------------------------------

operation(Name, In, Reply) :- dialogue(Name, In, Reply).
