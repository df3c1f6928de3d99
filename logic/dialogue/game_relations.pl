:- encoding(utf8).
:- module(game_relations,
          [ game_relation/2,            % +Game, ?Name/Arity
            game_answer/4,              % +Base, +Atom, ?Nth, -Answer
            inside_state/4              % +Base, +Atom, -Number, -Literal
          ]).
:- use_module(library(solution_sequences), [call_nth/2]).
:- use_module(logic(game/interning), [state_number/3]).
:- use_module(logic(game/state_space), [book_space/1]).
:- use_module(logic(questions/states)).

/** <module> What a dialogue over a game can ask besides its clauses

The relations over states (states.pl) have no clauses in a base: the game answers them.  The
base of a game has the fact asks(Game, State), where State is the position or `none`.
*/

%!  game_relation(+Game, ?Name/Arity) is nondet.

game_relation(Game, PI) :- state_relation(PI), \+ Game:defined(PI).

%!  game_answer(+Base, +Atom, ?Nth, -Answer) is nondet.
%
%   Answer is the Nth instance of Atom that holds in the game of Base.

game_answer(Base, Atom, Nth, Answer) :-
    Base:asks(Game, State),
    copy_term_nat(Atom, Answer),
    call_nth(state_atom_holds(Game, State, Answer), Nth).

%!  inside_state(+Base, +Atom, -Number, -Literal) is semidet.
%
%   Atom says of a state what Literal says of a position; Number is that of the state.  In a
%   file in the form of the book, Atom says the same as Literal, and Number is `none`.

inside_state(Base, Atom0, Number, Literal) :-
    copy_term_nat(Atom0, Atom),
    Base:asks(Game, State),
    (   book_space(Game)
    ->  of_node(Atom, Literal), Number = none,
        functor(Literal, Name, Arity),
        Game:defined(Name/Arity)
    ;   said_of(Game, State, Atom, Inner, Literal),
        state_number(Game, Inner, Number)
    ), !.

of_node(initial(N), start(N)).
of_node(terminal(N), is_goal(N)).
of_node(goal(N), is_goal(N)).
of_node(successor(N, N-M, M), arc(N, M, _)).
of_node(successor(N, N-M, M), arc(N, M)).
of_node(successor(N, N-_, _), neighbours(N, _)).
of_node(cost(N, N-M, M, C), arc(N, M, C)).
