:- encoding(utf8).
:- module(path_requests,
          [ path_request/3,             % +Operation, +In, -Reply
            node_text/3                 % +Game, +Node, -Text
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(logic(game/interning)).
:- use_module(logic(game/state_space)).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/common)).
:- use_module(logic(requests/event_text)).
:- use_module(logic(requests/stored_paths)).
:- use_module(logic(search/path_search)).
:- use_module(logic(search/trace), [recording/2]).

/** <module> Requests for paths

A search that has found a path is suspended: its frontier is stored (stored_paths.pl) until Python
requests the next path.
*/

:- dynamic suspended/5.                 % Handle, Game, Problem, Frontier, Counts

requests:effort(state, [neighbours, start_node, start_texts, is_goal, estimate, node_text]).
requests:effort(search, [path_next]).
requests:effort(work, [path_next]).

%!  path_request(+Operation, +In, -Reply) is semidet.
%
%   Fails if there is no such operation.

path_request(path_start, In, _{handle: Handle}) :-
    in_game(In, Game),
    (   get_dict(state, In, Number), Number \== null, \+ book_space(Game)
    ->  numbered_state(Game, Number, Start)
    ;   start_node(Game, Start)
    ),
    ( In.prune == default -> Options = [] ; Options = [prune(In.prune)] ),
    ( In.limit == "inf" -> Limit = inf ; Limit = In.limit ),
    ( In.record == true -> Listener = record ; Listener = none ),
    least(In, Least),
    path_problem(Game, Start,
                 [method(In.method), limit(Limit), least(Least), listener(Listener)|Options],
                 Problem),
    flag(path_searches, Handle, Handle + 1),
    initial_counts(Counts),
    assertz(suspended(Handle, Game, Problem, start(Start), Counts)).
path_request(path_next, In, Reply) :-
    Handle = In.handle,
    suspended(Handle, Game, Problem, Stored, Counts0),
    fetched_frontier(Handle, Stored, Frontier0),
    recording(next_path(Problem, Frontier0, Result, Frontier, Counts0, Counts), Events0),
    maplist(event_list(Game), Events0, Events),
    closed(Handle),
    (   Result = found(_)
    ->  stored_frontier(Handle, Frontier, Next),
        assertz(suspended(Handle, Game, Problem, Next, Counts))
    ;   true
    ),
    Counts = count(Expanded, Most, _),
    path_reply(Result, Game, Reply0),
    left_over(Problem, Result, Frontier, Waiting, Reached0),
    ( Reached0 == none -> Reached = null ; Reached = Reached0 ),
    Reply = Reply0.put(_{expanded: Expanded, frontier_max: Most, waiting: Waiting,
                         reached: Reached, events: Events}).
path_request(path_close, In, _{}) :-
    closed(In.handle).
path_request(is_goal, In, _{goal: Goal}) :-
    in_game(In, Game),
    node(Game, In.node, Node),
    least(In, Least),
    ( is_goal(Game, Node, Least) -> Goal = true ; Goal = false ).
path_request(neighbours, In, _{neighbours: Found}) :-
    in_game(In, Game),
    node(Game, In.node, Node),
    findall([Move, Next, Cost],
            ( neighbour(Game, Node, Move0, Next0, Cost),
              term_text(Game, Move0, Move), node_reference(Game, Next0, Next) ),
            Found).
path_request(estimate, In, _{estimate: Estimate}) :-
    in_game(In, Game),
    node(Game, In.node, Node),
    estimate(Game, Node, Estimate).
path_request(start_node, In, _{node: Reference}) :-
    in_game(In, Game),
    start_node(Game, Node),
    node_reference(Game, Node, Reference).
path_request(start_texts, In, _{texts: Texts}) :-
    in_game(In, Game),
    start_nodes(Game, Nodes),
    maplist(node_text(Game), Nodes, Texts).
path_request(node_text, In, _{text: Text}) :-
    in_game(In, Game),
    node(Game, In.node, Node),
    node_text(Game, Node, Text).

%   closed(+Handle): remove all that is stored; a limit that is reached meanwhile waits.

closed(Handle) :-
    sig_atomic(( retractall(suspended(Handle, _, _, _, _)),
                 forget_frontier(Handle) )).

least(In, Least) :- ( In.least == null -> Least = best ; Least = In.least ).

next_path(Problem, start(Node), Result, F, Cs0, Cs) :- !,
    first_frontier(Problem, Node, F0),
    search(Problem, F0, Result, F, Cs0, Cs).
next_path(Problem, F0, Result, F, Cs0, Cs) :- search(Problem, F0, Result, F, Cs0, Cs).

path_reply(none, _, _{result: none}).
path_reply(limit, _, _{result: limit}).
path_reply(found(Path), Game, _{result: found, cost: Cost, nodes: Texts, moves: Moves,
                                states: References}) :-
    Path = path(_, _, Cost, _, _, _, _),
    path_steps(Path, Nodes, Moves0),
    maplist(node_text(Game), Nodes, Texts),
    maplist(node_reference(Game), Nodes, References),
    maplist(term_text(Game), Moves0, Moves).

%!  node_text(+Game, +Node, -Text) is det.

node_text(Game, Node, Text) :-
    (   book_space(Game) -> term_text(Game, Node, Text)
    ;   Game:facts(Node, Facts), facts_text(Game, Facts, Text)
    ).

%   Python refers to a node by the number of its state or term.

node_reference(Game, Node, Number) :- state_number(Game, Node, Number).

node(Game, Number, Node) :- numbered_state(Game, Number, Node).
