:- encoding(utf8).
:- module(search_requests,
          [ search_request/3            % +Operation, +In, -Reply
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2, reverse/2]).
:- use_module(logic(game/evaluation)).
:- use_module(logic(game/heuristics)).
:- use_module(logic(game/playouts)).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/common)).
:- use_module(logic(requests/cut_words)).
:- use_module(logic(requests/event_text)).
:- use_module(logic(requests/written_moves), [notes/2, unspent/2]).
:- use_module(logic(search/cuts)).
:- use_module(logic(search/event_words)).
:- use_module(logic(search/memory), [forget/0]).
:- use_module(logic(search/methods)).
:- use_module(logic(search/monte_carlo)).
:- use_module(logic(search/perft)).
:- use_module(logic(search/search_task)).
:- use_module(logic(search/trace)).

/** <module> Requests for searches, perft and playouts

A search returns the moves with their scores, and its events if they are requested.
*/

requests:effort(search, [ best, monte_carlo, perft, playouts, known_goals, feasible_moves,
                          goal_courses, event_words, cuts, cut_words ]).
requests:effort(work, [best, perft]).

%!  search_request(+Operation, +In, -Reply) is semidet.
%
%   Fails if there is no such operation.

search_request(best, In, Reply) :-
    in_state(In, Game, State),
    role_named(Game, In.role, Role),
    dict_pairs(In.options, _, Pairs),
    maplist(option_term, Pairs, Options0),
    findall(N-W, ( member([N0, W], In.weights), atom_string(N, N0) ), Weights),
    Options = [weights(Weights)|Options0],
    get_time(Started),
    Depths = depths([]),
    ( In.record == true -> Listener = record ; Listener = none ),
    search_task(Game, Role, Options, Listener, Task),
    call_cleanup(recording(searched(In.search,
                                    [progress(search_requests:report(Task, Started, Depths))|Options],
                                    Task, In.ties, State, Moves0, Found),
                           Recorded),
                 forget),
    counts(Task, counts(Nodes, Leaves, _, Cutoffs, Hits)),
    static(Moves0, Task, State, Static),
    Depths = depths(Rows0),
    reverse(Rows0, Rows),
    Found = found(Depth, Limited, Stopped),
    maplist(move_list(Game), Moves0, Moves),
    maplist(event_list(Game), Recorded, Events),
    Reply = _{moves: Moves, nodes: Nodes, leaves: Leaves, limited: Limited,
              cutoffs: Cutoffs, hits: Hits, depth: Depth, stopped: Stopped,
              events: Events, static: Static, depths: Rows}.

%   Events as Python has them: their moves are texts, and their scores are values.  The role of a
%   path search is empty.

search_request(event_words, In, _{texts: Texts}) :-
    in_game(In, Game),
    (   In.role == "" -> View = path
    ;   role_named(Game, In.role, Role), view(Game, Role, View)
    ),
    maplist(event_words(View), In.events, Texts).

%   Why branches were cut off, by the events of a search, and such a reason in a sentence.  The cut
%   also has the number of the state where the search began.  `most` is the inferences for notations
%   of moves, of which some are left; beyond that, moves are terms.

search_request(cuts, In, _{cuts: Dicts}) :-
    in_game(In, Game),
    role_named(Game, In.role, Role),
    Game:role_index(Role, Index),
    cuts(Index, In.scouts, In.events, Cuts),
    maplist(cut_dict(Game, Index), Cuts, Dicts).
search_request(cut_words, In, _{text: Text, left: Left}) :-
    in_game(In, Game),
    notes(In.most, Notes),
    cut_words(Game, Notes, In.cut, Text),
    unspent(Notes, Left).
search_request(perft, In, _{levels: Levels}) :-
    in_state(In, Game, State),
    perft(Game, State, In.depth, Levels0),
    findall([D, N, T], member(level(D, N, T), Levels0), Levels).
search_request(playouts, In, _{results: Results}) :-
    in_state(In, Game, State),
    ( In.patience == null -> Patience = inf ; Patience = In.patience ),
    playouts(Game, State, In.longest, Patience, In.seeds, Results0),
    findall(Result,
            ( member(Result0, Results0),
              ( Result0 = played(Plies, Values) -> Result = [Plies, Values] ; Result = null ) ),
            Results).
search_request(monte_carlo, In, _{arms: Arms, seed: Seed}) :-
    in_state(In, Game, State),
    role_named(Game, In.role, Role),
    monte_carlo(Game, State, Role, In.rounds, In.longest, In.seed, Seed, Arms0),
    findall([Texts, Ends],
            ( member(arm(Joint, Ends), Arms0), joint_texts(Game, Joint, Texts) ),
            Arms).

%   Prepare what a heuristic must know about a game before the first state is evaluated.

search_request(known_goals, In, _{known: Known}) :-
    in_game(In, Game),
    findall([Count, Value],
            ( Game:role(R), known_goals(Game, R, known(Value0, Sizes, _)),
              ( Value0 == none -> Value = null ; Value = Value0 ),
              length(Sizes, Count) ),
            Known).
search_request(feasible_moves, In, _{numbers: Numbers}) :-
    in_game(In, Game),
    findall(N, ( Game:role(R), feasible_moves(Game, R, N) ), Numbers).
search_request(goal_courses, In, _{courses: Courses}) :-
    in_game(In, Game),
    sample(Game, Plays),
    findall(_{games: Games, states: States, defined: Defined, always: Always, fall: Fall},
            ( Game:role(R),
              goal_course(Game, Plays, R, course(Games, States, Before, Fall0)),
              ( Before == undefined -> Defined = false ; Defined = true ),
              ( Before = always(Value) -> Always = Value ; Always = null ),
              fall_list(Game, Fall0, Fall) ),
            Courses).

%   static(+Moves, +Task, +State, -Static): at depth 0, where there are no moves, the score of
%   State itself; else `null`.

static(Moves, Task, State, Static) :-
    (   Moves == [], leaf_kind(Task, 0, State, State, limit)
    ->  kind_score(limit, Task, 0, State, Static)
    ;   Static = null
    ).

%   report(+Task, +Started, +Depths, +Depth, +Moves): keep a row of Depths, the last depth
%   first, and report it to Python.

report(Task, Started, Depths, Depth, Moves) :-
    (   Moves = [_|_]
    ->  Task = task(Game, _, Index, _, evaluation(Range, _, _, Unit), _, _, _),
        aggregate_all(max(S, J), member(move(J, S, exact, _), Moves), max(Score, Joint)),
        arg(Index, Joint, Move),
        term_text(Game, Move, Text),
        counts(Task, counts(Nodes, _, _, _, _)),
        get_time(Now),
        Seconds is Now - Started,
        arg(1, Depths, Rows),
        nb_setarg(1, Depths, [[Depth, Text, Score, Nodes, Seconds]|Rows]),
        said(Range, Unit, Depth, Text, Score, Nodes)
    ;   true
    ).

said(Range, Unit, Depth, Text, Score, Nodes) :-
    (   current_predicate(python:report/1)
    ->  score_value(Range, Score, Scaled, _),
        unscaled(Scaled, Unit, Value0),
        (   integer(Value0) -> Value = Value0
        ;   F is float(Value0), format(string(Value), '~6g', [F])
        ),
        format(string(Words), 'depth ~d: ~w is worth ~w; ~D nodes',
               [Depth, Text, Value, Nodes]),
        python:report(Words)
    ;   true
    ).

%   option_term(+Name-Value, -Option): strings become atoms.

option_term(Name-Value0, Option) :-
    ( string(Value0) -> atom_string(Value, Value0) ; Value = Value0 ),
    Option =.. [Name, Value].

move_list(Game, move(Joint, Score, Bound, Line), [Texts, Score, Bound, Lines]) :-
    joint_texts(Game, Joint, Texts),
    maplist(joint_texts(Game), Line, Lines).

fall_list(_, none, null) :- !.
fall_list(Game, fall(Joints, From, To), [Moves, From, To]) :-
    maplist(joint_texts(Game), Joints, Moves).
