:- encoding(utf8).
:- module(state_space,
          [ book_space/1,               % +Game
            start_node/2,               % +Game, -Node
            start_nodes/2,              % +Game, -Nodes
            neighbour/5,                % +Game, +Node, -Move, -Neighbour, -Cost
            is_goal/2,                  % +Game, +Node
            is_goal/3,                  % +Game, +Node, +Least
            estimate/3                  % +Game, +Node, -Estimate
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(library(solution_sequences), [distinct/2, limit/2]).
:- use_module(logic(compiler/compile_lists)).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(support/resource_limits), [within_state/1]).

/** <module> State spaces

The interface of path_search.pl to a file.  A file in the form of the book defines
start/1, is_goal/1, arc/2, arc/3 or neighbours/2, and optionally h/2; its nodes are terms,
and the step to a neighbour is named Node-Neighbour.  A game of one role is a state space,
too: its nodes are the states, its steps are the moves, each of cost 1, its goals are the
terminal states with the highest goal value, and h/1 is the heuristic.
*/

%!  book_space(+Game) is semidet.

book_space(Game) :- Game:kind(space).

%!  start_node(+Game, -Node) is det.
%   @error not_a_space(Roles) for a game of more than one role
%   @error no_start, or start_twice(Node, Other): start/1 has no answer, or two

start_node(Game, Node) :-
    (   book_space(Game)
    ->  start_nodes(Game, Nodes),
        (   Nodes = [Node0] -> Node = Node0
        ;   Nodes = [First, Second] -> throw(error(start_twice(First, Second), _))
        ;   throw(error(no_start, _))
        )
    ;   one_role(Game, _),
        Game:initial(Node)
    ).

%!  start_nodes(+Game, -Nodes) is det.
%
%   Nodes are the first two different answers of start/1 in a state space, or as many as it has.

start_nodes(Game, Nodes) :-
    findall(Node, limit(2, distinct(Node, ( Game:defined(start/1), ask(Game, start(Node)) ))), Nodes).

one_role(Game, Role) :-
    (   Game:role_index(Role0, 1), \+ Game:role_index(_, 2) -> Role = Role0
    ;   findall(R, Game:role(R), Rs), throw(error(not_a_space(Rs), _))
    ).

%!  neighbour(+Game, +Node, -Move, -Neighbour, -Cost) is nondet.
%   @error negative_cost(Node, Neighbour, Cost) if the cost is no whole number of 0 or more
%   @error wrong_neighbours(Node, Neighbours) if neighbours/2 gives no list

neighbour(Game, Node, Move, Next, Cost) :-
    (   book_space(Game)
    ->  Move = Node-Next,
        book_neighbour(Game, Node, Next, Cost)
    ;   one_role(Game, Role),
        \+ Game:terminal(Node),
        role_moves(Game, Node, Role, Moves),
        member(Move, Moves),
        Game:successor(Node, d(Move), Next),
        Cost = 1
    ).

book_neighbour(Game, Node, Next, Cost) :-
    Game:defined(arc/3),
    ask(Game, arc(Node, Next, Cost)),
    (   integer(Cost), Cost >= 0 -> true
    ;   throw(error(negative_cost(Node, Next, Cost), _))
    ).
book_neighbour(Game, Node, Next, 1) :-
    Game:defined(arc/2),
    ask(Game, arc(Node, Next)).
book_neighbour(Game, Node, Next, 1) :-
    Game:defined(neighbours/2),
    ask(Game, neighbours(Node, Nexts)),
    ( is_list(Nexts) -> true ; throw(error(wrong_neighbours(Node, Nexts), _)) ),
    member(Next, Nexts).

%!  is_goal(+Game, +Node) is semidet.
%!  is_goal(+Game, +Node, +Least) is semidet.
%
%   In a game a goal is a terminal state of at least the value Least; if that is `best`, of
%   the highest value that the rules name, or of one above 0 if they name none.

is_goal(Game, Node) :- is_goal(Game, Node, best).

is_goal(Game, Node, Least) :-
    (   book_space(Game)
    ->  Game:defined(is_goal/1), ask(Game, is_goal(Node)), !
    ;   Game:terminal(Node),
        one_role(Game, Role),
        role_value(Game, Node, Role, Value),
        (   integer(Least) -> Value >= Least
        ;   Game:goal_range(Role, range(_, High)) -> Value >= High
        ;   Value > 0
        )
    ).

%!  estimate(+Game, +Node, -Estimate) is det.
%   @error no_estimate if the file defines no h, and no_estimate(Node) if it has none of Node
%   @error wrong_estimate(Node, Estimate) if h gives no whole number

estimate(Game, Node, Estimate) :-
    (   book_space(Game) -> book_estimate(Game, Node, Estimate)
    ;   within_state(Game:estimate(Node, E)) -> Estimate = E
    ;   throw(error(no_estimate, _))
    ).

book_estimate(Game, Node, Estimate) :-
    ( Game:defined(h/2) -> true ; throw(error(no_estimate, _)) ),
    ( within_state(ask(Game, h(Node, E))) -> true ; throw(error(no_estimate(Node), _)) ),
    ( integer(E) -> Estimate = E ; throw(error(wrong_estimate(Node, E), _)) ).

ask(Game, Atom) :-
    state_goal(Game, Atom, [], none, Goal),
    Game:Goal.
