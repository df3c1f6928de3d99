:- encoding(utf8).
:- module(question_requests,
          [ question_request/3          % +Operation, +In, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(programs/chance), [seed_chance/1]).
:- use_module(logic(questions/answer_pages)).
:- use_module(logic(questions/ask)).
:- use_module(logic(questions/explanation)).
:- use_module(logic(questions/met_states)).
:- use_module(logic(questions/program_steps)).
:- use_module(logic(questions/prolog_goals)).
:- use_module(logic(questions/relation_words)).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/common)).
:- use_module(logic(requests/position)).
:- use_module(logic(requests/proof_words)).
:- use_module(logic(requests/user_text)).

/** <module> Requests for answers and explanations

Questions are answered in a state or without one, and their answers are explained.
*/

%!  question_request(+Operation, +In, -Reply) is semidet.
%
%   Fails if there is no such operation.

question_request(ask, In, Reply) :-
    forget_states,
    asked_about(In, Game, State, Program),
    (   trusting(In, Game, State, Question) -> Paths = [], Dicts = []
    ;   asked(Game, Program, In.text, Question, Faults, Start),
        question_faults(Game, Faults, Start, Dicts),
        ( Question == none -> Paths = [] ; path_names(Question, Paths) )
    ),
    (   Question == none
    ->  Reply = _{faults: Dicts, answers: [], more: false, paths: [], states: [],
                  inferences: 0}
    ;   ( In.patience == null -> Patience = none ; Patience = In.patience ),
        Portion = portion(question(Game, Program, In.state, In.text), In.skip, In.limit, Patience),
        statistics(inferences, Before),
        (   Question = trusted(_, _) -> trusted_answers(Question, Portion, Found, More)
        ;   answers(Question, Game, Program, State, Portion, Found, More)
        ),
        statistics(inferences, After),
        Inferences is After - Before,
        maplist(answer_texts(Game, Program), Found, Answers),
        noted_states(Game, States),
        Reply = _{faults: [], answers: Answers, more: More, paths: Paths, states: States,
                  inferences: Inferences}
    ).
question_request(ask_found, In, _{answers: Answers, states: States}) :-
    asked_about(In, Game, _, Program),
    found_so_far(question(Game, Program, In.state, In.text), In.skip, Found),
    maplist(answer_texts(Game, Program), Found, Answers),
    noted_states(Game, States).
question_request(steps, In, Reply) :-
    forget_states,
    asked_about(In, Game, State, Program),
    asked(Game, Program, In.text, Question, Faults, Start),
    question_faults(Game, Faults, Start, Dicts),
    (   Question == none -> Reply = _{faults: Dicts}
    ;   member(Unknown, In.only), \+ step_named(Program, Unknown, _)
    ->  findall(Known, ( can_be_step(Program, PI), format(string(Known), '~w', [PI]) ), All),
        Reply = _{faults: [], unknown: Unknown, known: All}
    ;   findall(PI, ( member(Text, In.only), step_named(Program, Text, PI) ), Only),
        catch(( stepped_answers(Question, Game, Program, State, In.limit, choice(Only, In.most)),
                Over = "" ),
              Ball,
              ( over_words(Ball, Over) -> true ; throw(Ball) )),
        Reply = _{faults: [], over: Over}
    ).
question_request(steps_found, In, _{answers: Answers, steps: Steps, states: States}) :-
    asked_about(In, Game, _, Program),
    steps_so_far(Found, Steps),
    maplist(answer_texts(Game, Program), Found, Answers),
    noted_states(Game, States).
question_request(relations, In, _{relations: Dicts}) :-
    setof(PI, can_be_asked(In.game, PI), PIs),
    findall(_{name: Text0, arity: Arity, kind: Kind, text: Text, about: About},
            ( member(Name/Arity, PIs), atom_string(Name, Text0),
              (   relation_words(In.game, Name/Arity, Kind, Text, About) -> true
              ;   Kind = step, Text = null, About = null    % nobody moves in a question
              ) ),
            Dicts).
question_request(explain, In, Reply) :-
    forget_states,
    asked_about(In, Game, State, Program),
    (   In.step == null -> Joint = none
    ;   State == withheld -> throw(error(position_withheld(does/2), _))
    ;   read_in(Game, In.step, Move),
        ( understood(Game, State, Move, Joint) -> true
        ; throw(error(not_legal(In.step), _)) )
    ),
    asked(Game, Program, In.text, Question, Faults, Start),
    (   Question == none
    ->  question_faults(Game, Faults, Start, Dicts),
        Reply = _{faults: Dicts}
    ;   explained(Question, Game, Program, State, Joint, In.answer, Tree),
        proof_dict(Tree, Dict),
        why_words(Dict, Sentence),
        noted_states(Game, States),
        (   Tree = node(false, _, _, _, _, _), Program == none,
            refuting_texts(Question, Game, State, Joint, Refuted)
        ->  true
        ;   Refuted = null
        ),
        refuting_words(Refuted, Counter),
        Reply = _{faults: [], tree: Dict, sentence: Sentence, refuted: Refuted,
                  counter_example: Counter, states: States}
    ).
question_request(why, In, _{sentence: Sentence}) :-
    why_words(In.tree, Sentence).

%   step_named(+Program, +Text, -PI) is nondet: Text is a name, as in `value` or `value/4`.

step_named(Program, Text, Name/Arity) :-
    can_be_step(Program, Name/Arity),
    ( atom_string(Name, Text) -> true ; format(string(Text), '~w/~d', [Name, Arity]) ).

%   over_words(+Ball, -Words) is semidet: a limit of program_steps.pl has ended the run.

over_words(steps_over(Most, Depth), Words) :-
    format(string(Words), 'these are the first ~D steps; the run goes on, ~D calls deep; --only NAME \
shows the steps of one relation', [Most, Depth]).
over_words(calls_over(Most), Words) :-
    format(string(Words), 'the run was stopped after ~D calls of the program', [Most]).
over_words(depth_over(Most, PI), Words) :-
    format(string(Words), 'the run was stopped where ~q was called ~D calls deep', [PI, Most]).

%   asked_about(+In, -Game, -State, -Program): the position of a question, and the search program beside the
%   game, or `none`.

asked_about(In, Game, State, Program) :-
    in_position(In, Game0, State0),
    (   Name = In.get(program), Name \== null
    ->  atom_string(Program, Name),
        seed_chance(1),                 % so each portion of the answers has the same draws
        seen_by_program(In, Game0, State0, Game, State)
    ;   Program = none, Game = Game0, State = State0
    ).

%   trusting(+In, +Game, +State, -Question) is semidet: In allows Prolog goals, and its text
%   cannot be the body of a rule.

trusting(In, Game, State, Question) :-
    get_dict(trusted, In, true),
    catch(( asked(Game, none, In.text, Asked, _, _), Asked == none ), error(_, _), true),
    catch(trusted_question(Game, State, In.text, Question), error(syntax_error(_), _), fail).

question_faults(Game, Faults, Start, Dicts) :-
    Game:syntax(Syntax),
    findall(Dict,
            ( member(fault(Severity, Code, From0-To0, As), Faults),
              From is max(0, From0 - Start), To is max(From + 1, To0 - Start),
              fault_dict(Syntax, fault(Severity, Code, From-To, As), Dict) ),
            Dicts).

%   answer_texts(+Game, +Program, +Answer, -Pairs).  A variable without a value is left out,
%   as in an answer of Prolog; with a search program beside the game, its value is `_`.

answer_texts(Game, Program, Answer0, Pairs) :-
    copy_term(Answer0, Answer, _),      % without constraints
    variable_names(Answer, Names),
    findall([Name, Text],
            ( member(Name0-Value, Answer), atom_string(Name0, Name),
              (   nonvar(Value) -> answer_text(Game, Names, Value, Text)
              ;   Program \== none, free_text(Name0, Names, Value, Text)
              ) ),
            Pairs).

%   Only answers with a program, and those of Prolog goals, have variables.

answer_text(Game, _, Value, Text) :- ground(Value), acyclic_term(Value), !,
    note_states(Game, Value),
    with_fractions(Value, Shown),
    term_text(Game, Shown, Text).
answer_text(_, Names, Value, Text) :- acyclic_term(Value),
    with_fractions(Value, Shown),
    with_output_to(string(Text),
        write_term(Shown, [quoted(true), variable_names(Names), spacing(next_argument)])).

free_text(Name, Names, Value, Text) :-
    member(Known=V, Names), V == Value, !,
    ( Known == Name -> Text = "_" ; atom_string(Known, Text) ).

%   variable_names(+Answer, -Names): as write_term/2 takes them.  A variable of the question
%   keeps its name.

variable_names(Answer, Names) :-
    (   acyclic_term(Answer)
    ->  term_variables(Answer, Vs),
        term_singletons(Answer, Once),
        named(Vs, Answer, Once, 1, Names)
    ;   Names = []
    ).

named([], _, _, _, []).
named([V|Vs], Answer, Once, N, [Name=V|Names]) :-
    (   member(Asked-Value, Answer), Value == V -> Name = Asked, N1 = N
    ;   member(Other, Once), Other == V -> Name = '_', N1 = N
    ;   atom_concat('_', N, Name), N1 is N + 1
    ),
    named(Vs, Answer, Once, N1, Names).
