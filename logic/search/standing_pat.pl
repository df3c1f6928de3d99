:- encoding(utf8).
:- module(standing_pat,
          [ by_noise/1,                 % +Game
            noisy_moves/4,              % +Game, +State, +Role, -Moves
            calm/2,                     % +Game, +State
            choices/4,                  % +Task, +Ply, +State, -Choices
            standing_pat/1,             % +Joint
            step/7                      % +Task, +State, +Joint, -Task1, -State1, ?Line1, -Line
          ]).
:- use_module(library(apply), [include/3, maplist/3]).
:- use_module(library(lists), [append/2, member/2]).
:- use_module(logic(game/evaluation), [choices/3]).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(game/turns)).
:- use_module(logic(support/resource_limits), [within_state/1]).

/** <module> Noisy moves, and standing pat

A rule file that defines noisy/2, and not expand/1, says which moves quiescence looks at beyond
the depth limit.  A joint move is noisy if the move of some role in it is.  A state there in which
none is noisy is *calm*: it is a leaf.  In any other, the search looks at the noisy joint moves
alone, and first at *standing pat*: the estimate of the state itself, as if its players made none
of these moves (Beal 1990).  If all joint moves are noisy, nobody can avoid them, and there is no
standing pat.

Standing pat is a joint move that changes nothing,

    stand(M1, ..., Mn)

where the move of a role is its only legal one, or the string `stand pat`, which is no term of a
rule file.  So it is a choice of its own for a role with several moves, and one more answer to the
only choice of another role.  A state beyond the limit that equals its parent is a leaf, so this
one is.  A line of moves ends before it.
*/

%!  by_noise(+Game) is semidet.
%
%   Quiescence goes by noisy/2.

by_noise(Game) :- Game:defined(noisy/2), \+ Game:defined(expand/1).

%!  noisy_moves(+Game, +State, +Role, -Moves) is det.
%
%   Moves are the legal moves of Role that are noisy.  A noisy move of chance makes all of its
%   moves noisy: what they lead to is a mean over all of them.

noisy_moves(Game, State, Role, Noisy) :-
    role_moves(Game, State, Role, Moves),
    include(noisy_move(Game, State, Role), Moves, Found),
    ( Role == random, Found \== [] -> Noisy = Moves ; Noisy = Found ).

noisy_move(Game, State, Role, Move) :- Game:noisy(State, Role, Move).

%!  calm(+Game, +State) is semidet.
%
%   No legal joint move is noisy in State.

calm(Game, State) :-
    \+ ( Game:role(Role),
         role_moves(Game, State, Role, Moves),
         member(Move, Moves),
         noisy_move(Game, State, Role, Move) ).

%!  choices(+Task, +Ply, +State, -Choices) is det.
%
%   Choices are those of choices/3 that the search looks at in State, Ply plies from the root, in
%   the same form: beyond the limit, by noisy/2, standing pat and the noisy joint moves.

choices(Task, Ply, State, Choices) :-
    arg(4, Task, Limit),
    (   Ply >= Limit, arg(1, Task, Game), by_noise(Game)
    ->  choices(Task, State, Choices0),
        within_state(noisy_choices(Choices0, Game, State, Choices))
    ;   choices(Task, State, Choices)
    ).

noisy_choices(Choices0, Game, State, Choices) :-
    findall(Moves, ( Game:role(Role), noisy_moves(Game, State, Role, Moves) ), Noisy),
    maplist(include(noisy_joint(Noisy)), Choices0, Choices1),
    (   Choices1 == Choices0
    ->  Choices = Choices0
    ;   stand(Game, State, Stand),
        (   Choices1 = [Choice]
        ->  Choices = [[Stand|Choice]]
        ;   include(\==([]), Choices1, Choices2),
            Choices = [[Stand]|Choices2]
        )
    ).

noisy_joint(Noisy, Joint) :-
    Joint =.. [_|Moves],
    noisy_among(Moves, Noisy), !.

noisy_among([Move|Moves], [Noisy|More]) :-
    ( memberchk(Move, Noisy) -> true ; noisy_among(Moves, More) ).

stand(Game, State, Stand) :-
    findall(Move,
            ( Game:role(Role), role_moves(Game, State, Role, Moves),
              ( Moves = [Only] -> Move = Only ; Move = "stand pat" ) ),
            Made),
    Stand =.. [stand|Made].

%!  standing_pat(+Joint) is semidet.

standing_pat(Joint) :- functor(Joint, stand, _).

%!  step(+Task, +State, +Joint, -Task1, -State1, ?Line1, -Line) is det.
%
%   State1 is the successor of State by Joint, which may be standing pat, and Task1 the task of what
%   is below: its limit is one ply further if State1 is within a turn, as a step counts only where
%   its turn ends.  Line begins with Joint and goes on with Line1; it ends before standing pat.

step(Task, State, Joint, Task1, State1, Line1, Line) :-
    (   functor(Joint, stand, _)
    ->  State1 = State, Line = [], Task1 = Task
    ;   Line = [Joint|Line1],
        arg(1, Task, Game),
        Game:successor(State, Joint, State1),
        ( mid_turn(Game, State1) -> one_further(Task, Task1) ; Task1 = Task )
    ).

one_further(task(Game, Role, Index, Limit0, Evaluation, Listener, Counts, Options),
            task(Game, Role, Index, Limit, Evaluation, Listener, Counts, Options)) :-
    Limit is Limit0 + 1.
