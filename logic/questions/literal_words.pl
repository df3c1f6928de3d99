:- encoding(utf8).
:- module(literal_words,
          [ literal_words/5,            % +Game, +State, +Literal, +Holds, -Words
            notated_literal/5           % +Game, +State, +Literal, +Text, -Notated
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(compiler/compile_lists), [state_goal/5]).
:- use_module(logic(game/notations)).
:- use_module(logic(language/literals), [denial/2]).
:- use_module(logic(reader/term_text)).

/** <module> A literal in the words of the rule file

reason(Atom, Text) says Atom in words, and reason(\+ Atom, Text) says that Atom does not hold.
A Text is a name or a list, as that of notation/2, and the first answer counts.  If only the atom
has words, its negation is derived from them.
*/

%!  literal_words(+Game, +State, +Literal, +Holds, -Words) is semidet.
%
%   Words say what is so in State, where Literal holds or does not, as Holds, `true` or `false`,
%   says.  State is `none` in a state space.  Fails if the rules have no words for it.

literal_words(Game, State, Literal, Holds, Words) :-
    Game:defined(reason/2),
    atom_said(Literal, Holds, Atom, Said),
    (   ground(Atom)
    ->  ground_words(Said, Game, State, Atom, Words)
    ;   Said == false, open_words(Game, State, Atom, Words)
    ).

%   atom_said(+Literal, +Holds, -Atom, -Said): Literal holds as Holds says if Atom does as Said
%   says.

atom_said(call(Atom), Holds, Atom, Holds).
atom_said(tested(_, Literal), Holds, Atom, Said) :- atom_said(Literal, Holds, Atom, Said).
atom_said(not([Literal]), Holds, Atom, Said) :-
    opposite(Holds, Other),
    atom_said(Literal, Other, Atom, Said).

opposite(true, false).
opposite(false, true).

ground_words(true, Game, State, Atom, Words) :-
    first_text(Game, State, Atom, Atom, Words).
ground_words(false, Game, State, Atom, Words) :-
    (   denial(Term, Atom), first_text(Game, State, Term, Atom, Words) -> true
    ;   first_text(Game, State, Atom, Atom, Text),
        string_concat("it is not so that ", Text, Words)
    ).

first_text(Game, State, Term, Atom, Words) :-
    state_goal(Game, reason(Term, T), State, none, Goal),
    call(Game:Goal), !,
    said_text(Game, State, Atom, T, Words).

%   open_words(+Game, +State, +Atom, -Words) is semidet: no instance of Atom holds.  Only a reason
%   that is a fact says the same of all instances.  Its variables name those of Atom.

open_words(Game, State, Atom, Words) :-
    (   fact_text(Game, Atom, T, Names) -> Negative = false
    ;   denial(Term, Atom), fact_text(Game, Term, T, Names) -> Negative = true
    ),
    said_text(Game, State, Atom, T, Text),
    opened(Names, Negative, Text, Words).

opened([], true, Text, Text).
opened([], false, Text, Words) :- string_concat("it is not so that ", Text, Words).
opened([Name|Names], Negative, Text, Words) :-
    atomic_list_concat([Name|Names], ', ', All),
    (   Negative == true -> format(string(Words), 'for each ~w, ~s', [All, Text])
    ;   format(string(Words), 'there is no ~w such that ~s', [All, Text])
    ).

%   fact_text(+Game, +Term, -Text, -Names) is semidet: the first fact reason(Term0, Text) of which
%   Term is an instance.  Names are those of the variables of Text, which become these names.

fact_text(Game, Term, T, Names) :-
    Game:rule(reason(Term0, T), [], source(_, _, Vs)),
    subsumes_term(Term0, Term), !,
    Term0 = Term,
    term_variables(T, Free),
    maplist(source_name(Vs), Free, Names),
    Free = Names.

source_name(Vs, V, Name) :- member(variable(Name, W, _), Vs), W == V, !.

%   said_text(+Game, +State, +Atom, +T, -Text): a move of Atom is written in its notation.

said_text(Game, State, Atom, T0, Text) :-
    (   role_move(Atom, _, Move), move_notation(Game, State, Atom, Notation)
    ->  with_notation(T0, Move, Notation, T)
    ;   T = T0
    ),
    line_text(T, Text).

with_notation(T, Move, Notation, Notation) :- T == Move, !.
with_notation(T0, Move, Notation, T) :- is_list(T0), !,
    maplist(with_notation_in(Move, Notation), T0, T).
with_notation(T, _, _, T).

with_notation_in(Move, Notation, T0, T) :- with_notation(T0, Move, Notation, T).

role_move(legal(R, M), R, M).
role_move(does(R, M), R, M).

move_notation(Game, State, Atom, Notation) :-
    role_move(Atom, Role, Move),
    State \== none,
    ground(Role-Move),
    Game:defined(notation/3),           % a notation for any position is for what is typed
    position_notations(Game, State, [Role-Move], [Notation]),
    Notation \== null.

%!  notated_literal(+Game, +State, +Literal, +Text, -Notated) is semidet.
%
%   Notated is Text, that of Literal, with its move in the notation of the rules.  Fails if that
%   changes nothing.

notated_literal(Game, State, call(Atom), Text, Notated) :-
    move_notation(Game, State, Atom, Notation),
    role_move(Atom, _, Move),
    term_text(Game, Move, MoveText),
    MoveText \== Notation,
    once(sub_string(Text, Before, _, After, MoveText)),
    sub_string(Text, 0, Before, _, Left),
    sub_string(Text, _, After, 0, Right),
    atomics_to_string([Left, Notation, Right], Notated).
