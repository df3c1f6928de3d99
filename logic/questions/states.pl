:- encoding(utf8).
:- module(states,
          [ state_relation/1,           % ?Name/Arity
            state_atom_holds/3,         % +Game, +State, ?Atom
            states_in/2,                % +Atom, -States
            said_of/5,                  % +Game, +State, +Atom, -Inner, -Literal
            state_of/3                  % +Game, +Facts, -State
          ]).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(game/state_space), [book_space/1, start_node/2]).
:- use_module(logic(language/program_words), [program_relation/2]).
:- use_module(logic(programs/relations), [asked/2]).
:- use_module(logic(questions/met_states)).

/** <module> Questions about all states of a game

The relations of search programs (relations.pl) can be asked, too.  In a question a state is
the list of its fluents, as in [control(white), cell(1, 1, white)]; in a file in the form of
the book it is the node.
*/

%!  state_relation(?Name/Arity) is nondet.

state_relation(position/1).
state_relation(PI) :- program_relation(PI, _), \+ memberchk(PI, [role/1, range/3]).

%!  state_atom_holds(+Game, +State, ?Atom) is nondet.
%
%   position(S): S is State, the one that the question is about, or the start of a file in the
%   form of the book.
%
%   @error instantiation_error if Atom names no state

state_atom_holds(Game, State, position(S)) :- !,
    (   State \== none -> shown(Game, S, State), met(Game, position(State))
    ;   book_space(Game), start_node(Game, S)
    ).
state_atom_holds(Game, _, Atom) :-
    Atom =.. [Name|Arguments],
    place_of_state(Name/Arguments, Others),
    within(Arguments, Others, Game, Inner, Shown),
    Goal =.. [Name|Inner],
    asked(Game, Goal),
    met(Game, Goal),
    all_shown(Shown, Game).

%!  states_in(+Atom, -States) is semidet.
%
%   Atom is a relation over states, and States are its states.

states_in(Atom, States) :-
    functor(Atom, Name, Arity),
    state_relation(Name/Arity),
    place_of_state(Name/Arity, Indices),
    findall(State, ( member(I, Indices), arg(I, Atom, State) ), States).

%   place_of_state(+Name/Arguments, -Indices): where Name has states.

place_of_state(Name/_, []) :- memberchk(Name, [role, range, view]), !.
place_of_state(believed/_, [2]) :- !.
place_of_state(Name/_, [1, 3]) :- memberchk(Name, [successor, cost]), !.
place_of_state(_, [1]).

%   within(+Arguments, +Indices, +Game, -Inner, -Shown): Inner has states for the lists of
%   fluents at Indices.  Shown has List-State for each; the unbound lists are bound later.

within(Arguments, Indices, Game, Inner, Shown) :- within(Arguments, 1, Indices, Game, Inner, Shown).

within([], _, _, _, [], []).
within([A|As], I, Indices, Game, [B|Bs], Shown) :-
    (   memberchk(I, Indices), \+ book_space(Game)
    ->  ( var(A) -> true ; state_of(Game, A, B) ),
        Shown = [A-B|Shown1]
    ;   B = A, Shown = Shown1
    ),
    J is I + 1,
    within(As, J, Indices, Game, Bs, Shown1).

all_shown([], _).
all_shown([A-B|Pairs], Game) :-
    ( var(A) -> shown(Game, A, B) ; true ),
    all_shown(Pairs, Game).

shown(Game, Facts, State) :-
    ( book_space(Game) -> Facts = State ; Game:facts(State, Facts) ).

%!  said_of(+Game, +State, +Atom, -Inner, -Literal) is semidet.
%
%   Atom means that Literal holds in the state Inner.  State is that of the question.

said_of(Game, _, Atom, Inner, Literal) :-
    \+ book_space(Game),
    literal_of(Atom, Facts, Literal),
    nonvar(Facts),
    state_of(Game, Facts, Inner).

literal_of(terminal(S), S, terminal).
literal_of(goal(S, R, V), S, goal(R, V)).
literal_of(legal(S, R, M), S, legal(R, M)).
literal_of(to_move(S, R), S, legal(R, _)).
literal_of(successor(S, M, _), S, legal(_, M)).
literal_of(quiet(S), S, quiet).

%!  state_of(+Game, +Facts, -State) is det.
%
%   State is the state in which the fluents Facts hold.
%
%   @error not_a_state(Term) if Facts is not a list of fluents

state_of(Game, Term, State) :-
    ( is_list(Term) -> true ; throw(error(not_a_state(Term), _)) ),
    maplist(must_be_fluent, Term),
    sort(Term, Facts),
    Game:from_facts(Facts, State).

must_be_fluent(F) :- ( callable(F) -> true ; throw(error(not_a_state(F), _)) ).
