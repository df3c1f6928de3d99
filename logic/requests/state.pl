:- encoding(utf8).
:- module(state_requests,
          [ state_request/3,            % +Operation, +In, -Reply
            drawing/4                   % +Game, +State, -Cells, -Undrawn
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [list_to_set/2, member/2, nth1/3]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(logic(compiler/compile_lists), [state_goal/5]).
:- use_module(logic(game/idle_noops)).
:- use_module(logic(game/interning)).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(game/kept_facts)).
:- use_module(logic(game/notations)).
:- use_module(logic(game/step_rules), [held_rule/5]).
:- use_module(logic(game/unfolding)).
:- use_module(logic(language/history), [met_position/3]).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/common)).
:- use_module(logic(requests/event_text)).
:- use_module(logic(requests/hot_path)).
:- use_module(logic(requests/user_text)).
:- use_module(logic(search/standing_pat), [noisy_moves/4]).

/** <module> Requests about states and moves

They return the fluents of a state, its legal moves, and its successors.
*/

requests:effort(state, [ initial, from_facts, facts, met, facts_of, position, goal_values, play, advice,
                         advice_ranks, noisy_moves, holds, notation, move_texts, read_move, drawing,
                         notations, moves_written, moves_begun, position_text, seen, follow, idle_match,
                         kept_value, lost_facts, short_lived_facts, held_rules ]).
requests:effort(work, [drawing, notation, notations, position_text]).

%!  state_request(+Operation, +In, -Reply) is semidet.
%
%   Fails if there is no such operation.

state_request(initial, In, _{state: Number}) :-
    in_game(In, Game),
    Game:initial(State),
    state_number(Game, State, Number).
state_request(from_facts, In, _{state: Number}) :-
    in_game(In, Game),
    read_state(Game, In.text, State),
    state_number(Game, State, Number).
state_request(facts, In, _{facts: Texts}) :-
    in_state(In, Game, State),
    Game:facts(State, Facts),
    maplist(term_text(Game), Facts, Texts).
state_request(met, In, _{positions: Positions}) :-
    in_state(In, Game, State),
    findall([Texts, N],
            ( Game:met(State, Met), member(Fact, Met), met_position(Fact, Terms, N),
              maplist(term_text(Game), Terms, Texts) ),
            Positions).
state_request(idle_match, In, Reply) :-
    in_state(In, Game, State),
    ( within_inferences(idle_match(Game, State, Match)) -> true ; Match = none ),
    (   Match = match(From, Fluent, Role)
    ->  term_text(Game, Fluent, Text), term_text(Game, Role, Name),
        Reply = _{match: [From, Text, Name], never: false}
    ;   ( Match == never -> Never = true ; Never = false ),
        Reply = _{match: null, never: Never}
    ).
state_request(kept_value, In, Reply) :-
    in_state(In, Game, State),
    (   within_inferences(replaced_and_kept(Game, State, kept(Key, Old, New, Index, Place)))
    ->  term_text(Game, Key, Text),
        maplist(term_text(Game), [Old, New], Values),
        Reply = _{kept: [Text, Values, Index, Place], moved: null}
    ;   within_inferences(moved_and_kept(Game, State, kept(Old, New, Move, Index, Place)))
    ->  functor(Move, Name, _),
        maplist(term_text(Game), [Old, New, Name], Texts),
        Reply = _{kept: null, moved: [Texts, Index, Place]}
    ;   Reply = _{kept: null, moved: null}
    ).
state_request(lost_facts, In, Reply) :-
    in_game(In, Game),
    (   within_inferences(lost_facts(Game, lost(Name/_, Count, Left, Place)))
    ->  term_text(Game, Name, Text),
        Reply = _{lost: [Text, Count, Left, Place]}
    ;   Reply = _{lost: null}
    ).
state_request(short_lived_facts, In, Reply) :-
    in_game(In, Game),
    findall(S-T, ( member([N, M], In.steps),
                   numbered_state(Game, N, S), numbered_state(Game, M, T) ),
            Steps),
    (   within_inferences(short_lived_facts(Game, Steps, lost(Name/_, Asked/_, Count, Place)))
    ->  maplist(term_text(Game), [Name, Asked], [Text, AskedText]),
        Reply = _{lost: [Text, AskedText, Count, Place]}
    ;   Reply = _{lost: null}
    ).
state_request(held_rules, In, _{rules: Rules}) :-
    in_state(In, Game, State),
    atom_string(Relation, In.relation),
    asked_head(Relation, In.arguments, Game, Head, Value),
    findall([Place, Text, Asks],
            ( within_inferences(held_rule(Game, State, Head, Body, Place)),
              term_text(Game, Value, Text),
              findall(Ask, ( member(call(Atom), Body), term_text(Game, Atom, Ask) ), Asks) ),
            Rules0),
    list_to_set(Rules0, Rules).
state_request(facts_of, In, _{facts: Lists}) :-
    in_game(In, Game),
    findall(Texts,
            ( member(Number, In.states), numbered_state(Game, Number, State),
              Game:facts(State, Facts), maplist(term_text(Game), Facts, Texts) ),
            Lists).
state_request(position, In, _{legal: Legal, terminal: Terminal, goals: Goals, facts: Texts}) :-
    in_state(In, Game, State),
    Game:facts(State, Facts),
    maplist(term_text(Game), Facts, Texts),
    (   Game:terminal(State)
    ->  Terminal = true,
        findall([], Game:role(_), Legal)
    ;   Terminal = false,
        findall(Ms, ( Game:role(R1), role_move_texts(Game, State, R1, Ms) ), Legal)
    ),
    findall(V, ( Game:role(R2), only_goal(Game, State, R2, V) ), Goals).
state_request(drawing, In, _{board: Cells, undrawn: Undrawn}) :-
    in_state(In, Game, State),
    most_inferences(Most0),
    Most is min(Most0, In.get(inferences, Most0)),
    drawing(Game, State, Most, Cells, Undrawn).

%   What a player sees of several states, each as three texts, because JSON of numbers and lists
%   takes longer than the rules.  The first is that of serve:legal/3.  The second has the
%   squares in order, each as `C R L Text`, with its column, its row and the length of its text,
%   so that no text can look like another square; or it has `!` and why they are not drawn.  The
%   last is that of serve:features/4, empty in a terminal state and if it is not requested.

state_request(seen, In, _{seen: Seen}) :-
    in_game(In, Game),
    findall(One, ( member(Number, In.states), seen(Game, Number, In.features, One) ), Seen).

%   Whether the game is over in each of several states, as the texts of serve:look/3.

state_request(looks, In, _{looks: Texts}) :-
    in_game(In, Game),
    findall(Text, ( member(Number, In.states), glance(Game, Number, Text) ), Texts).

%   The states after several joint moves.  A step is `S M1 M2`, the number of a state and those of
%   the moves; steps are separated by `|`.

state_request(follow, In, _{states: Text}) :-
    in_game(In, Game),
    split_string(In.steps, "|", "", Steps),
    findall(Number, ( member(Step, Steps), followed(Game, Step, Number) ), Numbers),
    atomic_list_concat(Numbers, ' ', Text).
state_request(goal_values, In, _{values: Values}) :-
    in_state(In, Game, State),
    findall(Texts, ( Game:role(R), all_goals(Game, State, R, Texts) ), Values).
state_request(play, In, Reply) :-
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

%   A move, or the moves of a joint one, as the rules write them.  The clauses need not be
%   compiled.  `refused` says that it is not legal.

state_request(read_move, In, _{moves: Texts, joint: Joint}) :-
    in_game(In, Game),
    read_in(Game, In.text, Move),
    ( In.refused == true -> must_be_kif(Game, In.text) ; true ),
    ( is_list(Move) -> Joint = true, Moves = Move ; Joint = false, Moves = [Move] ),
    maplist(term_text(Game), Moves, Texts).

%   The squares and their conditions, the order of the legal moves, and the notations of moves;
%   the clauses need not be compiled.  The first two are null if each state must be asked.

state_request(display, In, _{cells: Cells, legal: Legal, notations: Notations}) :-
    in_game(In, Game),
    read_in(Game, In.fluents, Fluents),
    (   \+ Game:defined(draw/3)
    ->  Cells = []
    ;   soon_unfolded(Game, Fluents, draw(_, _, _), Squares),
        \+ ( member(draw(C0, R0, _)-_, Squares), \+ ( integer(C0), integer(R0) ) )
    ->  findall([[C, R, T], If],
                ( member(draw(C, R, T0)-If, Squares), plain_text(T0, T) ), Cells)
    ;   Cells = null
    ),
    (   Game:defined(legal/2), \+ Game:unordered,
        soon_unfolded(Game, Fluents, legal(_, _), Moves)
    ->  findall([[R1, M], If1],
                ( member(legal(R0, M0)-If1, Moves),
                  term_text(Game, R0, R1), term_text(Game, M0, M) ),
                Legal)
    ;   Legal = null
    ),
    read_in(Game, In.moves, All),
    maplist(static_notation(Game), All, Notations).
state_request(advice, In, _{moves: Texts, rank: Rank, lower: Lower}) :-
    in_state(In, Game, State),
    role_named(Game, In.role, Role),
    role_moves(Game, State, Role, Legal),
    findall(K0, ( Game:advice(State, K0, Role, M0), memberchk(M0, Legal) ), Ranks0),
    (   sort(Ranks0, [Best|_])
    ->  findall(M, ( member(M, Legal), Game:advice(State, Best, Role, M) ), Moves0),
        list_to_set(Moves0, Moves),
        Rank = Best,
        findall(K, ( Game:written(advice(K, Role, _), _, _), integer(K), K < Best ), Lower0),
        sort(Lower0, Lower)
    ;   Moves = [], Rank = null, Lower = []
    ),
    maplist(term_text(Game), Moves, Texts).
state_request(advice_ranks, In, _{ranks: Ranks}) :-
    in_state(In, Game, State),
    findall([I, Number, Rank],
            ( Game:role_index(Role, J),
              Game:advice(State, Rank, Role, Move),
              move_number(Game, Move, Number),
              I is J - 1 ),
            Ranks).

%   The legal moves that are noisy, each with the index of its role.

state_request(noisy_moves, In, _{moves: Pairs}) :-
    in_state(In, Game, State),
    findall([I, Number],
            ( Game:role_index(Role, J),
              noisy_moves(Game, State, Role, Moves),
              member(Move, Moves),
              move_number(Game, Move, Number),
              I is J - 1 ),
            Pairs).

%   A relation of the vocabulary that games offer, with its further arguments, if it has any:
%   quiet, expand(2).

state_request(holds, In, _{holds: Holds}) :-
    in_state(In, Game, State),
    Name = In.relation,
    Arguments = In.get(arguments, []),
    Goal =.. [Name, State|Arguments],
    length(Arguments, Arity),
    (   \+ Game:defined(Name/Arity) -> Holds = null
    ;   Game:Goal -> Holds = true
    ;   Holds = false
    ).
state_request(position_text, In, _{text: Text}) :-
    in_state(In, Game, State),
    (   Game:defined(position_text/1), Game:position_text(State, T)
    ->  plain_text(T, Text)
    ;   Text = null
    ).
state_request(notation, In, _{text: Text}) :-
    in_game(In, Game),
    read_in(Game, In.text, Move),
    notation_text(Game, Move, Text).
state_request(notations, In, _{texts: Texts}) :-
    in_state(In, Game, State),
    findall(Role-Move,
            ( member([Name, Text], In.moves),
              role_named(Game, Name, Role), read_in(Game, Text, Move) ),
            RoleMoves),
    position_notations(Game, State, RoleMoves, Texts).

%   The moves whose notation in a state is a text, each with its role and its notation; of
%   one role, or of any if it is null.

state_request(moves_written, In, _{moves: Found}) :-
    in_state(In, Game, State),
    findall(Role, ( Game:role(Role), ( In.role == null -> true ; role_named(Game, In.role, Role) ) ), Roles),
    moves_written(Game, State, Roles, In.text, RoleMoves),
    position_notations(Game, State, RoleMoves, Notations),
    findall([Name, Text, Notation],
            ( nth1(I, RoleMoves, Role1-Move), nth1(I, Notations, Notation),
              term_text(Game, Role1, Name), term_text(Game, Move, Text) ),
            Found).

%   The moves with whose notation a text begins, each with the length of that.

state_request(moves_begun, In, _{moves: Found}) :-
    in_state(In, Game, State),
    moves_begun(Game, State, In.text, Begun),
    findall([Length, Text], ( member(Length-Move, Begun), term_text(Game, Move, Text) ), Found).
state_request(move_texts, In, _{texts: Texts}) :-
    in_game(In, Game),
    findall(T, ( member(N, In.numbers), numbered_move(Game, N, M), term_text(Game, M, T) ), Texts).

seen(Game, Number, Featured, [Text, Board, Features]) :-
    numbered_state(Game, Number, State),
    drawing(Game, State, Cells0, Undrawn),
    (   Undrawn == ""
    ->  sort(Cells0, Cells),
        findall(Part, cell_part(Cells, Part), Parts),
        atomic_list_concat(Parts, Board)
    ;   string_concat("!", Undrawn, Board)
    ),
    with_moves(Game, Number, Text),
    (   Featured == true, string_code(1, Text, 0'n)
    ->  feature_values(Game, Number, "", Features)
    ;   Features = ""
    ).

cell_part(Cells, Part) :-
    member([C, R, T], Cells),
    atom_length(T, Length),
    member(Part, [C, ' ', R, ' ', Length, ' ', T]).

followed(Game, Step, Number) :-
    split_string(Step, " ", "", Words),
    maplist(number_string, [From|Moves], Words),
    numbered_state(Game, From, State),
    maplist(numbered_move(Game), Moves, Ms),
    Joint =.. [d|Ms],
    Game:successor(State, Joint, State1),
    state_number(Game, State1, Number).

most_squares(10_000).
most_inferences(3_000_000).
most_instances(5_000).

%   asked_head(+Relation, +Arguments, +Game, -Head, -Value): Head is an atom of Relation; Arguments are
%   the index of a role, from 1, or the numbers of a square.

asked_head(terminal, [], _, terminal, terminal).
asked_head(goal, [Index], Game, goal(Role, Value), Value) :-
    findall(R, Game:role(R), Roles), nth1(Index, Roles, Role).
asked_head(legal, [Index], Game, legal(Role, Move), Move) :-
    findall(R, Game:role(R), Roles), nth1(Index, Roles, Role).
asked_head(draw, [Column, Row], _, draw(Column, Row, Value), Value).

%!  drawing(+Game, +State, -Cells, -Undrawn) is det.
%
%   Cells are the squares, each [Column, Row, Text].  If the rules give too many squares or a bad
%   column or row, or take too many inferences, Cells is empty and Undrawn says why; else Undrawn is
%   empty.

drawing(Game, State, Cells, Undrawn) :-
    most_inferences(Most),
    drawing(Game, State, Most, Cells, Undrawn).

drawing(Game, State, Inferences, Cells, Undrawn) :-
    most_squares(Most),
    More is Most + 1,
    call_with_inference_limit(
        findall([C, R, T], limit(More, ( Game:draw(State, C, R, T0), plain_text(T0, T) )),
                Cells0),
        Inferences, Result),
    (   Result == inference_limit_exceeded
    ->  Cells = [], format(string(Undrawn), "draw/3 takes more than ~D inferences", [Inferences])
    ;   length(Cells0, More)
    ->  Cells = [], format(string(Undrawn), "draw/3 gives more than ~D squares", [Most])
    ;   member([C, R, _], Cells0), \+ ( integer(C), integer(R) )
    ->  Cells = [],
        maplist(term_text(Game), [C, R], Texts),
        format(string(Undrawn), "draw/3 gives the column ~w and the row ~w: expected whole numbers",
               Texts)
    ;   Cells = Cells0, Undrawn = ""
    ).

soon_unfolded(Game, Fluents, Atom, Instances) :-
    most_inferences(Inferences),
    most_instances(Most),
    call_with_inference_limit(unfolded(Game, Fluents, Most, Atom, Instances), Inferences, Result),
    Result \== inference_limit_exceeded.

static_notation(Game, Move, Text) :-
    (   Game:defined(notation/2),
        state_goal(Game, notation(Move, T), [], none, Goal), Game:Goal
    ->  plain_text(T, Text)
    ;   Text = null
    ).

all_goals(Game, State, Role, Texts) :-
    findall(V, Game:goal(State, Role, V), Vs0),
    sort(Vs0, Vs),
    maplist(term_text(Game), Vs, Texts).

role_move_texts(Game, State, Role, Texts) :-
    role_moves(Game, State, Role, Moves),
    maplist(term_text(Game), Moves, Texts).

%   within_inferences(:Goal) is semidet: Goal holds, and this is found within the limit.

:- meta_predicate within_inferences(0).

within_inferences(Goal) :-
    call_with_inference_limit(Goal, 1_000_000, Result),
    Result \== inference_limit_exceeded.
