:- encoding(utf8).
:- module(met_states,
          [ forget_states/0,
            met/2,                      % +Game, +Atom
            note_states/1,              % +Term
            note_states/2,              % +Game, +Term
            met_as/3,                   % +Game, +Facts, -Number
            note_as/4,                  % +Game, +Number, +Facts, +Text
            noted_text/1,               % -Text
            noted_states/2              % +Game, -Dicts
          ]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(logic(game/interning)).
:- use_module(logic(game/state_space), [book_space/1]).
:- use_module(logic(reader/term_text)).

/** <module> The states that a question meets, and those that its answers name

In a question a state is the list of its fluents, a text of hundreds of characters.  So that
an answer can be shown with short names, the states that a question meets are stored, each
with the move that first led to it, and the texts of those that occur in the output.  A list
of fluents is noted only if it is a state that was met.
*/

:- thread_local came/3.                 % Number, From, Move: From is 0 if no move led to it
:- thread_local noted/2.                % Number, Text
:- thread_local of/1.                   % Game

%   The most states that are stored; others are shown in full.
most_met(20_000).

%!  forget_states is det.

forget_states :- retractall(came(_, _, _)), retractall(noted(_, _)), retractall(of(_)).

%!  met(+Game, +Atom) is det.
%
%   Atom, a relation over states (relations.pl), holds: keep its states.

met(Game, Atom) :-
    (   book_space(Game) -> true
    ;   memberchk(Atom, [successor(S, M, S1), cost(S, M, S1, _)])
    ->  came_from(Game, S, 0, none, N),
        came_from(Game, S1, N, M, _)
    ;   memberchk(Atom, [role(_), range(_, _, _), view(_, _)]) -> true
    ;   Atom = believed(_, S, _) -> came_from(Game, S, 0, none, _)
    ;   arg(1, Atom, S), came_from(Game, S, 0, none, _)
    ).

came_from(Game, State, From, Move, N) :-
    (   known(Game, State, N) -> true
    ;   most_met(Most), predicate_property(came(_, _, _), number_of_clauses(Met)), Met >= Most
    ->  N = 0
    ;   state_number(Game, State, N),
        assertz(came(N, From, Move)),
        ( of(Game) -> true ; assertz(of(Game)) )
    ).

known(Game, State, N) :-
    term_hash(State, Hash),
    Game:state_at(Hash, N),
    Game:state_of(N, State),
    came(N, _, _), !.

%!  note_states(+Term) is det.
%!  note_states(+Game, +Term) is det.
%
%   Term is shown: note the states in it.  Game is by default the one whose states were met.

note_states(Term) :- ( of(Game) -> noted_in(Term, Game) ; true ).

note_states(Game, Term) :- ( came(_, _, _) -> noted_in(Term, Game) ; true ).

noted_in(Term, Game) :-
    (   \+ compound(Term) -> true
    ;   is_list(Term)
    ->  (   met_as(Game, Term, N) -> note(Game, N, Term)
        ;   forall(member(X, Term), noted_in(X, Game))
        )
    ;   forall(arg(_, Term, X), noted_in(X, Game))
    ).

%!  met_as(+Game, +Facts, -Number) is semidet.
%
%   Facts are those of the state Number, which has been met.

met_as(Game, Facts, N) :-
    ground(Facts),
    maplist(callable, Facts),
    catch(Game:from_facts(Facts, State), error(_, _), fail),
    known(Game, State, N).

%   Facts are written as in the rule file, and as CILOG's dialogue writes them.

note(Game, N, Facts) :-
    term_text(Game, Facts, Text),
    prolog_text(Facts, Other),
    forall(member(T, [Text, Other]), ( noted(N, T) -> true ; assertz(noted(N, T)) )).

%!  note_as(+Game, +Number, +Facts, +Text) is det.
%
%   The state Number is shown, as Text.

note_as(Game, N, Facts, Text) :-
    ( noted(N, Text) -> true ; note(Game, N, Facts), assertz(noted(N, Text)) ).

%!  noted_text(-Text) is nondet.
%
%   Text is that of a noted state.

noted_text(Text) :- noted(_, Text).

%!  noted_states(+Game, -Dicts) is det.
%
%   Dicts are the noted states, each with its texts, its number, and the `moves` that lead to
%   it `from` another noted state, which is null if there is none.

noted_states(Game, Dicts) :-
    findall(N, ( noted(N0, _), came(N0, N1, _), N1 > 0, origin(N1, [], N, _) ), Ns0),
    sort(Ns0, Ns),
    forall(( member(N, Ns), \+ noted(N, _) ),
           ( numbered_state(Game, N, State), Game:facts(State, Facts), note(Game, N, Facts) )),
    findall(N-Text, noted(N, Text), Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    maplist(noted_dict(Game), Groups, Dicts).

noted_dict(Game, N-Texts, _{number: N, texts: Texts, from: From, moves: Moves}) :-
    (   came(N, Before, Move), Before > 0
    ->  origin(Before, [Move], From, Made),
        maplist(term_text(Game), Made, Moves)
    ;   From = null, Moves = []
    ).

%   origin(+Number, +After, -From, -Moves): Moves, the last of which are After, lead from
%   From, the nearest that is noted or that no move led to.

origin(N, After, From, Moves) :-
    came(N, Before, Move),
    (   ( Before =:= 0 ; noted(N, _) ) -> From = N, Moves = After
    ;   origin(Before, [Move|After], From, Moves)
    ).
