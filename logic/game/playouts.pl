:- encoding(utf8).
:- module(playouts,
          [ playout/7,                  % +Game, +State, +Limit, +Seed0, -Seed, -Joints, -End
            playouts/6,                 % +Game, +State, +Longest, +Seconds, +Seeds,
                                        %  -Results
            must_have_ended/3           % +Game, +End, +Longest
          ]).
:- use_module(library(lists), [nth0/3, sum_list/2]).
:- use_module(logic(game/chance_weights)).
:- use_module(logic(game/joint_moves)).

/** <module> Playouts: games played at random

A playout is a function of its seed.  The random numbers come from a linear congruential
generator modulo 2^48, that of Java and of drand48 (Knuth, The Art of Computer
Programming, 3.3.4); its upper bits are used.
*/

%!  playout(+Game, +State, +Limit, +Seed0, -Seed, -Joints, -End) is det.
%
%   End is the last state of a game from State in which each role moves at random, or the
%   state after Limit plies; Joints are the joint moves.  Chance draws by weight, where the
%   rules weigh its moves.
%   @error no_moves(Role, Position) if a role has no move before that

playout(Game, State, Limit, Seed0, Seed, Joints, End) :-
    (   ( Limit =:= 0 ; Game:terminal(State) )
    ->  Joints = [], End = State, Seed = Seed0
    ;   findall(R, Game:role(R), Rs),
        random_moves(Rs, Game, State, Seed0, Seed1, Ms),
        Joint =.. [d|Ms],
        Joints = [Joint|Joints1],
        Game:successor(State, Joint, State1),
        Limit1 is Limit - 1,
        playout(Game, State1, Limit1, Seed1, Seed, Joints1, End)
    ).

random_moves([], _, _, Seed, Seed, []).
random_moves([R|Rs], Game, State, Seed0, Seed, [M|Ms]) :-
    role_moves(Game, State, R, Moves),
    (   Moves == [] -> no_moves(Game, State, R)
    ;   Moves = [M] -> Seed1 = Seed0
    ;   R == random, chance_weights(Game, State, Moves, [W|Ws])
    ->  sum_list([W|Ws], N),
        after_seed(Seed0, Seed1),
        I is (Seed1 * N) >> 48,
        weighted_member(I, [W|Ws], Moves, M)
    ;   length(Moves, N),
        random_below(N, I, Seed0, Seed1),
        nth0(I, Moves, M)
    ),
    random_moves(Rs, Game, State, Seed1, Seed, Ms).

random_below(N, I, Seed0, Seed) :-
    after_seed(Seed0, Seed),
    I is ((Seed >> 17) * N) >> 31.

after_seed(Seed0, Seed) :- Seed is (Seed0 * 25214903917 + 11) /\ 0xFFFFFFFFFFFF.

%!  playouts(+Game, +State, +Longest, +Seconds, +Seeds, -Results) is det.
%
%   Results has a `played(Plies, Values)` for the playout of each of Seeds.  The values are
%   in the order of the roles; the value of `random`, which has no goal, is null.  A
%   playout that does not end within Longest plies or Seconds (which may be `inf`) is
%   `given_up`.

playouts(_, _, _, _, [], []).
playouts(Game, State, Longest, Seconds, [Seed|Seeds], [Result|Results]) :-
    get_time(Now),
    ( Seconds == inf -> Deadline = inf ; Deadline is Now + Seconds ),
    (   end_in_time(Game, State, Longest, Deadline, Seed, 0, Plies, End)
    ->  findall(V, ( Game:role(R), end_value(Game, End, R, V) ), Values),
        Result = played(Plies, Values)
    ;   Result = given_up
    ),
    playouts(Game, State, Longest, Seconds, Seeds, Results).

%   end_in_time(+Game, +State, +Longest, +Deadline, +Seed, +Plies0, -Plies, -End) is semidet:
%   the clock is checked every few plies.

end_in_time(Game, State, Longest, Deadline, Seed0, Plies0, Plies, End) :-
    some_plies(Some),
    Most is min(Some, Longest - Plies0),
    playout(Game, State, Most, Seed0, Seed, Joints, End1),
    length(Joints, More),
    Plies1 is Plies0 + More,
    (   Game:terminal(End1)
    ->  Plies = Plies1, End = End1
    ;   Plies1 < Longest,
        get_time(Now),
        Now < Deadline,
        end_in_time(Game, End1, Longest, Deadline, Seed, Plies1, Plies, End)
    ).

some_plies(100).

end_value(Game, State, random, Value) :- !,      % which may have no goal
    findall(V, Game:goal(State, random, V), Vs0),
    sort(Vs0, Vs),
    ( Vs = [Value] -> true ; Value = null ).
end_value(Game, State, Role, Value) :- role_value(Game, State, Role, Value).

%!  must_have_ended(+Game, +End, +Longest) is det.
%
%   Check that End, the last state of a playout of at most Longest plies, is terminal.
%   @error no_end(Longest) if it is not

must_have_ended(Game, End, Longest) :-
    ( Game:terminal(End) -> true ; throw(error(no_end(Longest), _)) ).
