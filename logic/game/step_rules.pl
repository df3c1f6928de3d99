:- encoding(utf8).
:- module(step_rules,
          [ given/4,                    % +Step, +Idle, ?Fluent, -Rule
            held_rule/5                 % +Game, +State, ?Head, -Body, -Place
          ]).
:- use_module(logic(compiler/body_interpreter)).
:- use_module(logic(language/semantics)).

/** <module> Which rules hold

In a step, rules of next; in a state, rules of any relation that asks nothing of the moves.
*/

%!  given(+Step, +Idle, ?Fluent, -Place) is nondet.
%
%   A rule of next/1 gives Fluent after Step, which is step(Game, Facts, Joint); its text begins at
%   Place.  The noop of the roles Idle is hidden from literals in which the move is a variable.

given(step(Game, Facts, Joint), Idle, Fluent, Place) :-
    Game:rule(next(Fluent), Body, source(Place-_, _, _)),
    holds(Body, atom_holds(with(Game, Facts, Joint, Idle))).

atom_holds(with(Game, _, Joint, Idle), does(Role, Move)) :- !,
    Game:role_index(Role, I),
    \+ ( var(Move), memberchk(Role, Idle) ),
    arg(I, Joint, Move).
atom_holds(With, Atom) :-
    With = with(Game, _, _, _),
    functor(Atom, N, A),
    Game:needs_step(N/A), \+ Game:recursive(N/A), !,
    Game:rule(Atom, Body),
    holds(Body, atom_holds(With)).
atom_holds(with(Game, Facts, Joint, _), Atom) :- provable(Game, Atom, Facts, Joint).

%!  held_rule(+Game, +State, ?Head, -Body, -Place) is nondet.
%
%   A rule with the Head holds in State; its text begins at Place.

held_rule(Game, State, Head, Body, Place) :-
    Game:facts(State, Facts),
    Game:rule(Head, Body, source(Place-_, _, _)),
    holds(Body, held_atom(Game, Facts)).

held_atom(Game, Facts, Atom) :- provable(Game, Atom, Facts, none).
