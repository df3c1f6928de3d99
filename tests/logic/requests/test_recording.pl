:- encoding(utf8).
:- module(test_recording, []).
:- use_module(library(plunit)).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, nth0/3]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(requests/recording)).
:- use_module(logic(requests/state)).

/*  Max chooses a or b, twice; the notation of a move depends on the state.                */

rules("role(max). init(at(0)). legal(max, a). legal(max, b).
       next(at(N)) :- true(at(M)), N is M + 1. terminal :- true(at(2)). goal(max, 1).
       notation(max, M, [N, M]) :- true(at(N)), legal(max, M).").

drawn(" draw(1, N, x) :- true(at(N)).").
wide(" draw(1, C, x) :- true(at(N)), C is N * 200.").
silent("").

game(Draws, Game, Number) :-
    rules(Rules),
    call(Draws, More),
    string_concat(Rules, More, Text),
    load_game(prolog, Text, [], best, Game, []),
    state_request(initial, _{game: Game}, _{state: Number}).

%   The events have numbers of their own: 7 is the root, 8 the state after one move.

events([ ["deepen", 1],
         ["enter", 0, [], 7], ["enter", 1, ["a"], 8], ["leaf", "limit", 0], ["leave", 0],
         ["leave", 0],
         ["deepen", 2],
         ["enter", 0, [], 7], ["enter", 1, ["b"], 8], ["enter", 2, ["a"], 9],
         ["leaf", "terminal", 0], ["leave", 0], ["leave", 0], ["leave", 0] ]).

recorded(Draws, Most, Reply) :-
    game(Draws, Game, Number),
    events(Events),
    recording_request(recording,
                      _{game: Game, root: Number, role: "max", events: Events, scouts: false,
                        unit: 1, numbered: false, most: Most},
                      Reply).

%   said(+Reply, +Event, -Said): an event with its name, moves and texts.

said(Reply, [Kind, Ply, Joint, State, Text], enter(Ply, Moves, State, Words)) :-
    nth0(Kind, Reply.kinds, "enter"), !,
    (   Joint == null -> Moves = null
    ;   nth0(Joint, Reply.joints, Numbers), maplist(in_table(Reply.moves), Numbers, Moves)
    ),
    ( Text == null -> Words = null ; nth0(Text, Reply.texts, Words) ).
said(Reply, [Kind|Parts], Said) :-
    nth0(Kind, Reply.kinds, Name),
    atom_string(Atom, Name),
    Said =.. [Atom|Parts].

in_table(Table, Number, Value) :- nth0(Number, Table, Value).

written(Reply, Texts) :-
    maplist(said(Reply), Reply.events, Said),
    findall(Text, ( member(enter(_, _, _, Text), Said), Text \== null ), Texts).

:- begin_tests(recording).

test(events_name_what_stands_in_tables,
     Said == [ deepen(1), enter(0, null, 0, null), enter(1, ["a"], 1, "0a"), leaf("limit", 0),
               leave(0), leave(0),
               deepen(2), enter(0, null, 0, null), enter(1, ["b"], 1, "0b"),
               enter(2, ["a"], 2, "1a"), leaf("terminal", 0), leave(0), leave(0), leave(0) ]) :-
    recorded(drawn, 1_000_000, Reply),
    maplist(said(Reply), Reply.events, Said).
test(a_move_is_written_in_the_state_where_it_is_made, Texts == ["0a", "0b", "1a"]) :-
    recorded(drawn, 1_000_000, Reply),
    written(Reply, Texts),
    Reply.left < 1_000_000.
test(beyond_the_limit_moves_are_terms_and_states_fluents, Texts-Left == ["a", "b", "a"]-0) :-
    recorded(drawn, 1, Reply),
    written(Reply, Texts),
    Left = Reply.left,
    \+ get_dict(boards, Reply, _),
    length(Reply.facts, 3).
test(each_square_stands_once,
     Squares-Boards == [[1, 0, "x"], [1, 1, "x"], [1, 2, "x"]]-[[0], [1], [2]]) :-
    recorded(drawn, 1_000_000, Reply),
    Squares = Reply.squares,
    Boards = Reply.boards.
test(what_is_too_wide_or_not_there_is_not_drawn, [forall(member(Draws, [wide, silent]))]) :-
    recorded(Draws, 1_000_000, Reply),
    \+ get_dict(boards, Reply, _),
    findall(Text,
            ( member(Facts, Reply.facts), member(Fact, Facts), nth0(Fact, Reply.texts, Text) ),
            Texts),
    Texts == ["at(0)", "at(1)", "at(2)"].
test(who_moves, Turns == [[0], [0], []]) :-
    recorded(drawn, 1_000_000, Reply),
    Turns = Reply.turns.
test(scores_in_units_become_values, Said == [leaf("limit", 2.5), leave(-3), leave([0.5])]) :-
    game(drawn, Game, Number),
    Win is (1 << 50) - 1,
    Events = [["enter", 0, [], Number], ["leaf", "limit", 5], ["leave", -6], ["leave", [1]],
              ["leave", Win]],
    recording_request(recording,
                      _{game: Game, root: Number, role: "max", events: Events, scouts: false,
                        unit: 2, numbered: true, most: 1_000_000},
                      Reply),
    maplist(said(Reply), Reply.events, [_|Said0]),
    once(append(Said, [leave(Win)], Said0)).
test(states_alone, Boards-Turns == [[0], [0]]-[[0], [0]]) :-
    game(drawn, Game, Number),
    recording_request(shown_states, _{game: Game, states: [Number, Number], most: 1_000_000},
                      Reply),
    Boards = Reply.boards,
    Turns = Reply.turns.

:- end_tests(recording).
