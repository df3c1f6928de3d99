:- encoding(utf8).
:- module(interning,
          [ state_number/3,             % +Game, +State, -Number
            numbered_state/3,           % +Game, +Number, -State
            move_number/3,              % +Game, +Move, -Number
            numbered_move/3             % +Game, +Number, -Move
          ]).

/** <module> Interning of states and moves

Python refers to a state by its number; equal states have equal numbers.  Numbers start
at 1, are given in the order of first use, and are kept as long as the game.

Terms are looked up by their hash; collisions are resolved by comparison.  A trie is as
fast but takes four times the memory: a node for each functor and argument.
*/

%!  state_number(+Game, +State, -Number) is det.

state_number(Game, State, Number) :-
    term_hash(State, Hash),
    (   Game:state_at(Hash, Known), Game:state_of(Known, State)
    ->  Number = Known,
        as_much_work
    ;   next_number(Game, state, Number),
        assertz(Game:state_of(Number, State)),
        assertz(Game:state_at(Hash, Number))
    ).

%!  numbered_state(+Game, +Number, -State) is det.
%   @error no_such_state(Number)

numbered_state(Game, Number, State) :-
    (   Game:state_of(Number, State0)
    ->  State = State0
    ;   throw(error(no_such_state(Number), _))
    ).

%!  move_number(+Game, +Move, -Number) is det.

move_number(Game, Move, Number) :-
    term_hash(Move, Hash),
    (   Game:move_at(Hash, Known), Game:move_of(Known, Move)
    ->  Number = Known,
        as_much_work
    ;   next_number(Game, move, Number),
        assertz(Game:move_of(Number, Move)),
        assertz(Game:move_at(Hash, Number))
    ).

%!  numbered_move(+Game, +Number, -Move) is semidet.

numbered_move(Game, Number, Move) :- Game:move_of(Number, Move), !.

%   as_much_work: take as many inferences as for a new number, so that the cost of a search does
%   not depend on the states visited before it.

as_much_work :- nothing, nothing, nothing, nothing, nothing, nothing.

nothing.

%   next_number(+Game, +Kind, -Number): a limit may interrupt this at any point.  The new last
%   number is added before the old one is removed, so no number is given twice; one may be skipped.

next_number(Game, Kind, Number) :-
    (   Game:last_number(Kind, Last)
    ->  Number is Last + 1,
        asserta(Game:last_number(Kind, Number)),
        retract(Game:last_number(Kind, Last))
    ;   Number = 1,
        asserta(Game:last_number(Kind, Number))
    ),
    !.
