:- encoding(utf8).
:- module(grading_requests,
          [ grading_request/3           % +Operation, +In, -Reply
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(checker/rule_files), [clauses_of_play/3]).
:- use_module(logic(game/interning)).
:- use_module(logic(questions/ask), [atom_holds/3]).
:- use_module(logic(questions/explanation), [rule_conclusion/5]).
:- use_module(logic(questions/states), [state_of/3]).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/common)).
:- use_module(logic(requests/user_text)).

/** <module> Requests about two rule files that should define the same game

They return what each rule of one file concludes, and put the other into the same positions.
*/

%!  grading_request(+Operation, +In, -Reply) is semidet.
%
%   Fails if there is no such operation.

grading_request(clauses_of_play, In, _{clauses: Clauses}) :-
    clauses_of_play(In.syntax, In.text, Found),
    findall([From, To, Pairs],
            ( member((From-To)-Places, Found), findall([A, B], member(A-B, Places), Pairs) ),
            Clauses).

%   The conclusions of the clauses about steps, each [State, Move, ...] in numbers.  Without
%   moves they are about the state itself, even at the end of the game.  A conclusion has the
%   place where its clause begins, the name of its relation, and the texts of the arguments.

grading_request(conclusions, In, _{conclusions: Lists}) :-
    in_game(In, Game),
    findall(Rows, ( member(Step, In.steps), conclusions(Game, Step, Rows) ), Lists).

%   What each role perceives in steps, each [State, Move, ...] in numbers, as lists of texts.

grading_request(perceived, In, _{perceived: Lists}) :-
    in_game(In, Game),
    findall(Seen, ( member(Step, In.steps), perceived(Game, Step, Seen) ), Lists).

%   The conclusions of the clauses about the initial state, as those about steps.

grading_request(initial_conclusions, In, _{conclusions: Rows}) :-
    in_game(In, Game),
    Game:initial(State),
    rows(Game, State, none, [init(_)], Rows).

%   The given relations, each Name/Arity as text, that the rules define.

grading_request(defined, In, _{defined: Defined}) :-
    in_game(In, Game),
    findall(Text,
            ( member(Text, In.relations), relation_named(Text, PI), Game:defined(PI) ),
            Defined).

%   The instances of given relations that hold in states: for each state a list of lists, each
%   with the name of a relation and the texts of its arguments.

grading_request(said, In, _{said: Lists}) :-
    in_game(In, Game),
    findall(PI, ( member(Text, In.relations), relation_named(Text, PI) ), PIs),
    findall(Rows, ( member(Number, In.states), said(Game, Number, PIs, Rows) ), Lists).

%   The states with the given lists of fluents, each a text; null for a list that is no state.

grading_request(states_with, In, _{states: Numbers}) :-
    in_game(In, Game),
    findall(Number, ( member(Text, In.facts), state_with(Game, Text, Number) ), Numbers).

%   The fluents after the given steps, each the number of a state and the texts of the moves;
%   null if there is no such step.

grading_request(effects, In, _{effects: Lists}) :-
    in_game(In, Game),
    findall(Texts, ( member([Number, Moves], In.steps), effects(Game, Number, Moves, Texts) ),
            Lists).

relation_named(Text, Name/Arity) :-
    split_string(Text, "/", "", [Name0, Arity0]),
    atom_string(Name, Name0),
    number_string(Arity, Arity0).

said(Game, Number, PIs, Rows) :-
    numbered_state(Game, Number, State),
    findall([Name|Texts],
            ( member(Name/Arity, PIs), Game:defined(Name/Arity),
              functor(Atom, Name, Arity),
              atom_holds(Game, State, Atom),
              Atom =.. [_|Arguments],
              maplist(argument_text(Game, Name), Arguments, Texts) ),
            Rows0),
    sort(Rows0, Rows).

conclusions(Game, [Number|Moves], Rows) :-
    numbered_state(Game, Number, State),
    (   Moves == []
    ->  rows(Game, State, none, [terminal, legal(_, _), goal(_, _), draw(_, _, _)], Rows)
    ;   maplist(numbered_move(Game), Moves, Ms),
        Joint =.. [d|Ms],
        rows(Game, State, Joint, [terminal, legal(_, _), draw(_, _, _), next(_)], Rows)
    ).

perceived(Game, [Number|Numbers], Seen) :-
    numbered_state(Game, Number, State),
    maplist(numbered_move(Game), Numbers, Moves),
    Joint =.. [d|Moves],
    findall(Texts,
            ( Game:role(Role),
              findall(Percept, rule_conclusion(Game, State, Joint, sees(Role, Percept), _), Percepts0),
              sort(Percepts0, Percepts),
              maplist(term_text(Game), Percepts, Texts) ),
            Seen).

rows(Game, State, Joint, Atoms, Rows) :-
    findall([From, Name|Texts],
            ( member(Atom, Atoms),
              rule_conclusion(Game, State, Joint, Atom, From-_),
              Atom =.. [Name|Arguments],
              maplist(argument_text(Game, Name), Arguments, Texts) ),
            Rows).

argument_text(_, Name, Argument, Text) :-
    memberchk(Name, [draw, draw_column, draw_row]), !,
    plain_text(Argument, Text).
argument_text(Game, _, Argument, Text) :- term_text(Game, Argument, Text).

state_with(Game, Text, Number) :-
    (   catch(( read_in(Game, Text, Facts), state_of(Game, Facts, State) ), error(_, _), fail)
    ->  state_number(Game, State, Number)
    ;   Number = null
    ).

effects(Game, Number, MoveTexts, Texts) :-
    (   catch(step(Game, Number, MoveTexts, State), error(_, _), fail)
    ->  Game:facts(State, Facts),
        maplist(term_text(Game), Facts, Texts)
    ;   Texts = null
    ).

step(Game, Number, Texts, State1) :-
    numbered_state(Game, Number, State),
    maplist(read_in(Game), Texts, Moves),
    Joint =.. [d|Moves],
    Game:successor(State, Joint, State1).
