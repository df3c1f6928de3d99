:- encoding(utf8).
:- module(joint_moves,
          [ player/2,                   % +Game, ?Role
            chance/2,                   % +Game, -Index
            hidden_information/1,       % +Game
            closed/1,                   % +Game
            must_be_open/1,             % +Game
            role_moves/4,               % +Game, +State, +Role, -Moves
            joint_moves/3,              % +Game, +State, -Joints
            must_be_few/1,              % +Mss
            must_have_moves/3,          % +Game, +State, +Choices
            no_moves/3,                 % +Game, +State, +Role
            role_value/4                % +Game, +State, +Role, -Value
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [list_to_set/2, member/2]).
:- use_module(logic(reader/term_text), [position_text/3]).

/** <module> Joint moves

A step of a game is a joint move d(M1, ..., Mn), one move for each role.  A role without
a legal move in a nonterminal state does `noop`; in most board games all roles but one
do so in each step.
*/

%!  player(+Game, ?Role) is nondet.
%
%   Role is a player, not `random`, which stands for chance in GDL-II.

player(Game, Role) :- Game:role(Role), Role \== random.

%!  chance(+Game, -Index) is semidet.
%
%   Index is the index of the role `random`.

chance(Game, Index) :- Game:role_index(random, Index).

%!  hidden_information(+Game) is semidet.
%
%   Roles perceive only what sees/2 states, so they cannot distinguish all states.  A
%   single role without chance knows the state from its own moves.

hidden_information(Game) :-
    Game:defined(sees/2),
    Game:role(A), Game:role(B), A \== B, !.

%!  closed(+Game) is semidet.
%
%   Game has hidden information, and is not searched with all cards face up.

closed(Game) :- hidden_information(Game), \+ Game:cards_up.

%!  must_be_open(+Game) is det.
%
%   Check that a search, which sees the whole state, may be used on Game.
%
%   @error hidden_information if Game has hidden information and is not searched with
%   all cards face up

must_be_open(Game) :-
    ( closed(Game) -> throw(error(hidden_information, _)) ; true ).

%!  role_moves(+Game, +State, +Role, -Moves) is det.
%
%   Moves are the distinct legal moves of Role, in rule order.  If there is none, Moves is
%   [noop] in our own files; in files of General Game Playing it is [], a fault.  If
%   legal/2 depends on a recursive relation there is no rule order; the moves are then in
%   the standard order of terms.

role_moves(Game, State, Role, Moves) :-
    findall(M, Game:legal(State, Role, M), Ms),
    distinct_moves(Ms, Game, Moves).

distinct_moves([], Game, Moves) :-
    ( Game:implicit_noop -> Moves = [noop] ; Moves = [] ).
distinct_moves([M|Ms], Game, Moves) :-
    (   Ms == [] -> Moves = [M]
    ;   sort([M|Ms], Sorted),
        (   Game:unordered -> Moves = Sorted
        ;   same_length(Sorted, [M|Ms]) -> Moves = [M|Ms]
        ;   list_to_set([M|Ms], Moves)
        )
    ).

same_length([], []).
same_length([_|As], [_|Bs]) :- same_length(As, Bs).

%!  joint_moves(+Game, +State, -Joints) is det.
%
%   Joints are all joint moves; the move of the last role changes fastest.

joint_moves(Game, State, Joints) :-
    findall(R, Game:role(R), Rs),
    maplist(role_moves(Game, State), Rs, Mss),
    must_be_few(Mss),
    findall(Joint, ( choice(Mss, Ms), Joint =.. [d|Ms] ), Joints).

%!  must_be_few(+Mss) is det.
%
%   Check that the number of joint moves, one move from each of the lists Mss, is within
%   the limit.
%   @error too_many_joint_moves(Most)

must_be_few(Mss) :-
    most_joint_moves(Most),
    (   product_of_lengths(Mss, 1, Count), Count > Most
    ->  throw(error(too_many_joint_moves(Most), _))
    ;   true
    ).

most_joint_moves(1_000_000).

product_of_lengths([], N, N).
product_of_lengths([Ms|Mss], N0, N) :-
    length(Ms, Length),
    N1 is N0 * Length,
    product_of_lengths(Mss, N1, N).

choice([], []).
choice([Ms|Mss], [M|Choice]) :-
    member(M, Ms),
    choice(Mss, Choice).

%!  must_have_moves(+Game, +State, +Choices) is det.
%
%   Check that each role has a move in the nonterminal State: Choices have answers.
%   @error no_moves(Role, Position) if a role has none

must_have_moves(Game, State, Choices) :-
    (   Choices = [[_|_]|_] -> true
    ;   Game:role(Role), role_moves(Game, State, Role, []), !,
        no_moves(Game, State, Role)
    ).

%!  no_moves(+Game, +State, +Role) is erroneous.
%
%   @error no_moves(Role, Position) always

no_moves(Game, State, Role) :-
    Game:facts(State, Facts),
    position_text(Game, Facts, Text),
    throw(error(no_moves(Role, Text), _)).

%!  role_value(+Game, +State, +Role, -Value) is det.
%
%   Value is the goal value of State for Role.
%   @error no_goal(Role) when it has none there, or several

role_value(Game, State, Role, Value) :-
    findall(V, Game:goal(State, Role, V), Vs0),
    sort(Vs0, Vs),
    (   Vs = [One], integer(One) -> Value = One
    ;   throw(error(no_goal(Role), _))
    ).
