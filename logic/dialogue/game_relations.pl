:- encoding(utf8).
:- module(game_relations,
          [ game_relation/2,            % +Game, ?Name/Arity
            game_answer/4,              % +Base, +Atom, ?Nth, -Answer
            inside_state/4,             % +Base, +Atom, -Where, -Literals
            in_kif/4                    % +Base, +Names, +Atom, -Text
          ]).
:- use_module(library(apply), [maplist/3, maplist/4]).
:- use_module(library(lists), [member/2]).
:- use_module(library(solution_sequences), [call_nth/2]).
:- use_module(logic(game/interning), [state_number/3]).
:- use_module(logic(game/state_space), [book_space/1]).
:- use_module(logic(programs/relations), [asked/2]).
:- use_module(logic(questions/ask), [found_by_search/3, search_relation/1]).
:- use_module(logic(questions/states)).
:- use_module(logic(reader/writer), [body_text/4]).

/** <module> The relations that a dialogue over a game can use besides its clauses

The relations over states (states.pl) and those that a search answers (ask.pl) have no clauses
in a base: the game answers them.  The base of a game has the fact asks(Game, State), where
State is the position or `none`, and searched(Atom, Answers) for what a search has answered.
*/

%!  game_relation(+Game, ?Name/Arity) is nondet.

game_relation(Game, PI) :-
    (   state_relation(PI)
    ;   search_relation(PI),
        \+ ( book_space(Game), PI \= path/_ )
    ),
    \+ Game:defined(PI).

%!  game_answer(+Base, +Atom, ?Nth, -Answer) is nondet.
%
%   Answer is the Nth instance of Atom that holds in the game of Base.

game_answer(Base, Atom, Nth, Answer) :-
    Base:asks(Game, State),
    copy_term_nat(Atom, Answer),
    call_nth(holds(Answer, Base, Game, State), Nth).

holds(Atom, Base, Game, State) :-
    functor(Atom, Name, Arity),
    (   state_relation(Name/Arity) -> state_atom_holds(Game, State, Atom)
    ;   Name == path -> found_by_search(Atom, Game, State)      % may have no last answer
    ;   searched(Base, Game, State, Atom, Answers), member(Atom, Answers)
    ).

searched(Base, _, _, Atom, Answers) :- Base:searched(Known, Answers), Known =@= Atom, !.
searched(Base, Game, State, Atom, Answers) :-
    findall(Atom, found_by_search(Atom, Game, State), Answers),
    assertz(Base:searched(Atom, Answers)).

%!  inside_state(+Base, +Atom, -Where, -Literals) is semidet.
%
%   Atom means that Literals hold in the state with the number Where.  In a file in the form of
%   the book, Atom means the same as one literal, and Where is `none`.  If a search answers Atom,
%   Where is `search`, and the literal is Atom itself.

inside_state(Base, Atom0, Where, Literals) :-
    copy_term_nat(Atom0, Atom),
    Base:asks(Game, State),
    functor(Atom, Relation, Columns),
    (   search_relation(Relation/Columns)
    ->  Literals = [Atom0], Where = search
    ;   book_space(Game)
    ->  of_node(Atom, Literal), Where = none, Literals = [Literal],
        functor(Literal, Name, Arity),
        Game:defined(Name/Arity)
    ;   said_of(Game, State, Atom, Inner, Literal),
        state_number(Game, Inner, Where),
        each_move(Literal, Game, Inner, Literals)
    ), !.

%   each_move(+Literal, +Game, +State, -Literals): if several roles move at once, Literals has
%   one for each of their moves.

each_move(Literal, Game, State, Literals) :-
    (   Literal = legal(R, Moves), var(R), is_list(Moves),
        findall(Role, asked(Game, to_move(State, Role)), Roles),
        Roles = [_, _|_]
    ->  maplist(legal_move, Roles, Moves, Literals)
    ;   Literals = [Literal]
    ).

legal_move(Role, Move, legal(Role, Move)).

of_node(position(N), start(N)).
of_node(initial(N), start(N)).
of_node(terminal(N), is_goal(N)).
of_node(goal(N), is_goal(N)).
of_node(successor(N, N-M, M), arc(N, M, _)).
of_node(successor(N, N-M, M), arc(N, M)).
of_node(successor(N, N-_, _), neighbours(N, _)).
of_node(cost(N, N-M, M, C), arc(N, M, C)).

%!  in_kif(+Base, +Names, +Atom, -Text) is semidet.
%
%   Text is Atom as a question in KIF, the syntax of the game of Base.

in_kif(Base, Names, Atom, Text) :-
    Base:asks(Game, _),
    Game:syntax(kif),
    maplist(source_variable, Names, Variables),
    body_text(kif, [call(Atom)], Variables, Text).

source_variable(Name-V, variable(Name, V, [])).
