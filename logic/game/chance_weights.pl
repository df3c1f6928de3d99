:- encoding(utf8).
:- module(chance_weights,
          [ weighs_chance/1,            % +Game
            chance_weights/4,           % +Game, +State, +Moves, -Weights
            weighted_member/4           % +I, +Weights, +Moves, -Move
          ]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(logic(game/joint_moves), [chance/2]).
:- use_module(logic(reader/term_text), [position_text/3, term_text/3]).

/** <module> The weights of the moves of chance

The moves of the role `random` are equally likely, unless the rules define weight/3: then a
move M with weight(random, M, W) is W times as likely as one of weight 1.  Weights are whole,
so that probabilities are exact in every tier.
*/

%!  weighs_chance(+Game) is semidet.
%
%   The rules of Game weigh the moves of the role `random`.

weighs_chance(Game) :- Game:defined(weight/3), chance(Game, _).

%!  chance_weights(+Game, +State, +Moves, -Weights) is det.
%
%   Weights are those of Moves, the legal moves of `random` in State, divided by their greatest
%   common divisor; [] if the rules do not weigh the moves, or there is only one.
%
%   @error chance_weight(Found, Move, Position) if a move has not exactly one weight, a whole
%   number from 1 to 2^31 - 1; Found are the texts of its weights

chance_weights(Game, State, Moves, Weights) :-
    (   Moves = [_, _|_], weighs_chance(Game)
    ->  maplist(move_weight(Game, State), Moves, Weights0),
        foldl(common_divisor, Weights0, 0, Divisor),
        maplist(divided(Divisor), Weights0, Weights)
    ;   Weights = []
    ).

common_divisor(N, D0, D) :- D is gcd(N, D0).

divided(D, N0, N) :- N is N0 // D.

move_weight(Game, State, Move, Weight) :-
    findall(W, Game:weight(State, random, Move, W), Ws0),
    sort(Ws0, Ws),
    (   Ws = [Weight0], is_weight(Weight0) -> Weight = Weight0
    ;   maplist(term_text(Game), Ws, Found),
        term_text(Game, Move, Text),
        Game:facts(State, Facts),
        position_text(Game, Facts, Position),
        throw(error(chance_weight(Found, Text, Position), _))
    ).

is_weight(Weight) :- integer(Weight), Weight >= 1, Weight < 1 << 31.

%!  weighted_member(+I, +Weights, +Moves, -Move) is semidet.
%
%   Move has the number I, from 0, where each move counts as often as its weight says.

weighted_member(I, [W|Ws], [M|Ms], Move) :-
    (   I < W -> Move = M
    ;   I1 is I - W,
        weighted_member(I1, Ws, Ms, Move)
    ).
