:- encoding(utf8).
:- module(recording_requests,
          [ recording_request/3         % +Operation, +In, -Reply
          ]).
:- use_module(library(apply), [convlist/3, foldl/4, maplist/2, maplist/3, maplist/4]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).
:- use_module(library(lists),
              [ append/2, list_to_set/2, max_list/2, member/2, memberchk/2, min_list/2,
                nth0/3, nth1/3 ]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_values/2]).
:- use_module(logic(game/evaluation), [rival/3]).
:- use_module(logic(game/interning)).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(game/state_space)).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/common)).
:- use_module(logic(requests/cut_words)).
:- use_module(logic(requests/game), [described/2]).
:- use_module(logic(requests/path), [node_text/3]).
:- use_module(logic(requests/state), [drawing/4]).
:- use_module(logic(requests/written_moves)).
:- use_module(logic(search/cuts)).
:- use_module(logic(search/event_words)).
:- use_module(logic(support/numbering)).
:- use_module(logic(support/resource_limits), [within_state/1]).

/** <module> Requests for recorded searches, as a page shows them

The form is described in docs/page.md.  Each text, move, joint move, state and square stands once,
in a table; elsewhere it is a number (numbering.pl), which is a variable until all are known.
*/

requests:effort(search, [recording, shown_states]).

version(3).

%   A page shows the graph of a space of at most this many nodes.

most_graph(60).

%   A board that is wider or higher is not drawn.

most_lines(200).

%!  recording_request(+Operation, +In, -Reply) is semidet.
%
%   Fails if there is no such operation.

%   A search by its events, which began in the state `root`; its role is empty for a path search.
%   Scores are in `unit`s of a value.  If `numbered` is false, the states in the events have numbers
%   of their own.  `most` is the inferences for notations and boards, of which some are left: beyond
%   that, moves are terms, and states are fluents.

recording_request(recording, In0, Reply) :-
    maplist(in_values(In0.unit), In0.events, Events),
    In = In0.put(events, Events),
    in_game(In, Game),
    game_dict(Game, GameDict),      % first, because Python may have to say more
    notes(In.most, Notes),
    (   In.role == "" -> Role = null, View = path
    ;   role_named(Game, In.role, Name), view(Game, Name, View), Game:role_index(Name, Index),
        Role is Index - 1
    ),
    phrase(rows(In.events, open(depth, [], none, 0), Rows), Items),
    convlist(kind, Items, KindPairs), numbers(KindPairs, Kinds),
    convlist(joint, Items, JointPairs), numbers(JointPairs, Joints),
    convlist(state, Items, StatePairs), numbers(StatePairs, Own),
    ( In.numbered == true -> Numbers = Own ; replayed(Items, Notes, Game, In.root, Numbers) ),
    convlist(way, Items, Ways), way_texts(Ways, Notes, Game, Numbers, Joints, WayTexts),
    maplist(said(View), In.events, Said),
    why(In, Game, Notes, Why),
    shown(Game, Notes, Numbers, Shown, ShownTexts),
    graph(View, Game, Numbers, Graph),
    append([Said, WayTexts, ShownTexts], TextPairs), numbers(TextPairs, Texts),
    pairs_values(Said, SaidNumbers),
    maplist(moves, Joints, MovePairs0), append(MovePairs0, MovePairs), numbers(MovePairs, Moves),
    maplist(pairs_values, MovePairs0, JointMoves),
    unspent(Notes, Left),
    version(Version),
    Reply = Shown.put(Graph).put(_{version: Version, game: GameDict, role: Role, kinds: Kinds,
                                   events: Rows, said: SaidNumbers, why: Why, joints: JointMoves,
                                   moves: Moves, texts: Texts, left: Left}).

%   States by their numbers, as a recording has them.

recording_request(shown_states, In, Reply) :-
    in_game(In, Game),
    game_dict(Game, GameDict),
    notes(In.most, Notes),
    shown(Game, Notes, In.states, Shown, TextPairs),
    numbers(TextPairs, Texts),
    unspent(Notes, Left),
    Reply = Shown.put(_{game: GameDict, texts: Texts, left: Left}).

game_dict(Game, Dict) :-
    described(Game, D),
    maplist(decisive, D.outcomes, Decisive),
    ( chance(Game, Index) -> Chance is Index - 1 ; Chance = null ),
    ( player(Game, Role), rival(Game, Role, _) -> Rivals = true ; Rivals = false ),
    Dict = _{title: D.title, roles: D.roles, ranges: D.ranges, decisive: Decisive,
             chance: Chance, rivals: Rivals, space: D.space, symbols: D.symbols,
             chequered: D.chequered, hexagonal: D.hexagonal, square_names: D.square_names, colours: D.colours,
             lines: D.lines, column_labels: D.column_labels, row_labels: D.row_labels,
             rows_from_below: D.rows_from_below, numbered: D.numbered}.

decisive(Count, Sure) :- ( memberchk(Count, [2, 3]) -> Sure = true ; Sure = false ).

% ---- events ----------------------------------------------------------------

%   in_values(+Unit, +Event0, -Event): Event has values where Event0 has scores; that of a win or a
%   loss is unchanged.

in_values(1, Event, Event) :- !.
in_values(Unit, [Name|Parts0], [Name|Parts]) :-
    (   score_places(Name, Places)
    ->  findall(Part,
                ( nth1(I, Parts0, Part0),
                  ( memberchk(I, Places) -> in_value(Unit, Part0, Part) ; Part = Part0 ) ),
                Parts)
    ;   Parts = Parts0
    ).

score_places("leaf", [2]).
score_places("hit", [2]).
score_places("raise", [1, 2]).
score_places("cutoff", [1, 2]).
score_places("leave", [1]).
score_places("back", [2]).

in_value(Unit, Scores, Values) :- is_list(Scores), !, maplist(in_value(Unit), Scores, Values).
in_value(Unit, Score, Value) :-
    ( abs(Score) > 1 << 49 -> Value = Score ; Value is Score / Unit ).

%   rows(+Events, +Open, -Rows)//: Rows are the events with numbers.  The list is what they stand
%   for, in order:
%
%       kind(Name, Number)
%       joint(Texts, Number)
%       state(Own, Number, Above, Texts)    entered by a joint move from the state Above, or `none`
%       way(Above, Joint, Text)             the text of a joint move in the state Above
%
%   Open is open(Order, Path, Entered, Count).  Order is `depth` or `levels`.  Path has the open
%   nodes, the current one first; of a search level by level, that whose children are entered.
%   Entered has the nodes by the order in which they were entered; all are the numbers of states.

rows([], _, []) --> [].
rows([[Name|Parts]|Events], Open0, [[Kind|Row]|Rows]) -->
    [kind(Name, Kind)],
    { atom_string(Atom, Name) },
    row(Atom, Parts, Open0, Open, Row), !,
    rows(Events, Open, Rows).

row(enter, [Ply, Joint, Own], open(Order, Path0, Entered0, Count0), Open,
    [Ply, JointNumber, State, Text]) -->
    (   { Path0 = [Above|_] }
    ->  [state(Own, State, Above, Joint), way(Above, JointNumber, Text)],
        joint(Joint, JointNumber)
    ;   [state(Own, State, none, Joint)],
        { JointNumber = null, Text = null }
    ),
    { Count is Count0 + 1,
      put_node(Count0, Entered0, State, Entered),
      ( Order == depth -> Path = [State|Path0] ; Path = Path0 ),
      Open = open(Order, Path, Entered, Count) }.
row(cutoff, [Alpha, Beta, Rest], Open, Open, [Alpha, Beta, Skipped]) -->
    { Open = open(_, [Above|_], _, _) },
    skipped(Rest, Above, Skipped).
row(leave, Score, open(Order, [_|Path], Entered, Count), open(Order, Path, Entered, Count),
    Score) --> [].
row(expand, [Index], open(_, _, Entered, Count), open(levels, [State], Entered, Count),
    [Index]) -->
    { get_assoc(Index, Entered, State) }.
row(line, [Line], Open, Open, [Numbers]) --> joints(Line, Numbers).
row(Begins, Parts, _, open(depth, [], none, 0), Parts) -->
    { memberchk(Begins, [deepen, prove]) }.
row(_, Parts, Open, Open, Parts) --> [].

put_node(Count, Entered0, State, Entered) :-
    ( Entered0 == none -> empty_assoc(Entered1) ; Entered1 = Entered0 ),
    put_assoc(Count, Entered1, State, Entered).

skipped([], _, []) --> [].
skipped([Joint|Joints], Above, [[Number, Text]|Skipped]) -->
    joint(Joint, Number),
    [way(Above, Number, Text)],
    skipped(Joints, Above, Skipped).

joints([], []) --> [].
joints([Joint|Joints], [Number|Numbers]) --> joint(Joint, Number), joints(Joints, Numbers).

joint(Joint, Number) --> [joint(Joint, Number)].

kind(kind(Name, Number), Name-Number).
joint(joint(Joint, Number), Joint-Number).
state(state(Own, Number, _, _), Own-Number).
way(way(Above, Joint, Text), (Above-Joint)-Text).

moves(Joint, Pairs) :- maplist(move, Joint, Pairs).

move(Move, Move-_).

%   replayed(+Items, +Notes, +Game, +Root, -Numbers): the states in the order of their numbers.

replayed(Items, Notes, Game, Root, Numbers) :-
    empty_assoc(None),
    foldl(replayed_item(Notes, Game, Root), Items, found(0, None, []), found(_, _, Reversed)),
    foldl(front, Reversed, [], Numbers).

front(Number, Numbers, [Number|Numbers]).

replayed_item(Notes, Game, Root, Item, found(Count, Known0, Numbers), Found) :-
    (   Item = state(_, Count, Above, Joint)    % met for the first time
    ->  (   Above == none -> Number = Root
        ;   get_assoc(Above, Known0, From), next_number(Notes, Game, From, Joint, Number)
        ),
        put_assoc(Count, Known0, Number, Known),
        Count1 is Count + 1,
        Found = found(Count1, Known, [Number|Numbers])
    ;   Found = found(Count, Known0, Numbers)
    ).

%   way_texts(+Ways, +Notes, +Game, +Numbers, +Joints, -Pairs): Ways are the joint moves met, as
%   (State-Joint)-Text, and Pairs has their texts, each with its number.

way_texts(Ways, Notes, Game, Numbers, Joints, Pairs) :-
    keysort(Ways, Sorted),
    group_pairs_by_key(Sorted, Groups),
    maplist(by_state, Groups, ByState),
    group_pairs_by_key(ByState, States),
    compound_name_arguments(NumberTable, numbers, Numbers),
    compound_name_arguments(JointTable, joints, Joints),
    maplist(state_texts(Notes, Game, NumberTable, JointTable), States, Pairs0),
    append(Pairs0, Pairs).

by_state((State-Joint)-[Text|Texts], State-(Joint-Text)) :- maplist(=(Text), Texts).

state_texts(Notes, Game, Numbers, Joints, State-Pairs0, Pairs) :-
    nth(State, Numbers, Number),
    maplist(way_joint(Joints), Pairs0, Texts),
    written(Notes, Game, Number, Texts, Written),
    maplist(written_pair, Pairs0, Written, Pairs).

way_joint(Joints, Number-_, Joint) :- nth(Number, Joints, Joint).

written_pair(_-Number, Text, Text-Number).

nth(Number, Table, Value) :- Place is Number + 1, arg(Place, Table, Value).

said(View, Event, Words-_) :- event_words(View, Event, Words).

%   why(+In, +Game, +Notes, -Why): the reasons of cut-offs by the number of their step.

why(In, Game, Notes, Why) :-
    (   In.role \== "", member(["cutoff"|_], In.events)
    ->  role_named(Game, In.role, Role),
        Game:role_index(Role, Index),
        cuts(Index, In.scouts, In.events, Cuts),
        maplist(reason(In, Game, Index, Notes), Cuts, Pairs)
    ;   Pairs = []
    ),
    dict_pairs(Why, _, Pairs).

reason(In, Game, Index, Notes, Cut, Step-Words) :-
    cut_dict(Game, Index, Cut, Dict),
    atom_number(Step, Dict.step),
    cut_words(Game, Notes, Dict.put(_{role: In.role, root: In.root}), Words).

% ---- states ----------------------------------------------------------------

%   shown(+Game, +Notes, +Numbers, -Dict, -Pairs): what there is to see of states.  Pairs has the
%   texts of it, each with its number.

shown(Game, _, Numbers, _{names: Names}, Pairs) :-
    book_space(Game), !,
    maplist(named(Game), Numbers, Pairs),
    pairs_values(Pairs, Names).
shown(Game, Notes, Numbers, Dict, Pairs) :-
    maplist(numbered_state(Game), Numbers, States),
    maplist(turn(Game), States, Turns),
    (   maplist(drawn(Game, Notes), States, Drawn),
        append(Drawn, SquarePairs),
        numbers(SquarePairs, Squares),
        few_lines(Squares)
    ->  maplist(pairs_values, Drawn, Boards),
        Dict = _{turns: Turns, squares: Squares, boards: Boards},
        Pairs = []
    ;   maplist(facts(Game), States, Listed),
        maplist(pairs_values, Listed, Facts),
        append(Listed, Pairs),
        Dict = _{turns: Turns, facts: Facts}
    ).

named(Game, Number, Text-_) :-
    numbered_state(Game, Number, Node),
    node_text(Game, Node, Text).

turn(Game, State, Turn) :-
    within_state(movers(Game, State, Turn)).

movers(Game, State, Movers) :-
    (   Game:terminal(State) -> Movers = []
    ;   findall(Index,
                ( Game:role_index(Role, Place), Index is Place - 1,
                  \+ \+ ( Game:legal(State, Role, Move), Move \== noop ) ),
                Movers)
    ).

drawn(Game, Notes, State, Pairs) :-
    within_notes(Notes, drawing(Game, State, Cells, "")),
    Cells = [_|_],
    maplist(move, Cells, Pairs).

few_lines(Squares) :-
    most_lines(Most),
    forall(nth1(I, [c, r], _),
           ( findall(N, ( member(Square, Squares), nth1(I, Square, N) ), Ns),
             max_list(Ns, Max), min_list(Ns, Min), Max - Min < Most )).

facts(Game, State, Pairs) :-
    Game:facts(State, Facts),
    maplist(fact(Game), Facts, Pairs).

fact(Game, Fact, Text-_) :- term_text(Game, Fact, Text).

%   graph(+View, +Game, +Numbers, -Dict): of a path search that entered few states, the arcs
%   between them, also those that it did not follow, and the goals.

graph(View, Game, Numbers, Dict) :-
    most_graph(Most),
    length(Numbers, Count),
    (   View == path, Count =< Most
    ->  findall(Arc,
                ( nth0(I, Numbers, Number), arcs(Game, Numbers, I, Number, Arcs0),
                  member(Arc, Arcs0) ),
                Arcs1),
        list_to_set(Arcs1, Arcs),
        findall(I, ( nth0(I, Numbers, Number), goal(Game, Number) ), Goals),
        Dict = _{graph: _{states: Count, arcs: Arcs, goals: Goals}}
    ;   Dict = _{}
    ).

arcs(Game, Numbers, From, Number, Arcs) :-
    numbered_state(Game, Number, Node),
    within_state(findall([From, To, Cost],
                         ( neighbour(Game, Node, _, Next, Cost), state_number(Game, Next, After),
                           nth0(To, Numbers, After) ),
                         Arcs)).

goal(Game, Number) :-
    numbered_state(Game, Number, Node),
    within_state(is_goal(Game, Node)).
