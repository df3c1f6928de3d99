:- encoding(utf8).
:- module(requests,
          [ with_atoms/2,               % +In0, -In
            in_game/2,                  % +In, -Game
            in_state/3,                 % +In, -Game, -State
            role_named/3,               % +Game, +Text, -Role
            fault_dict/3,               % +Syntax, +Fault, -Dict
            effort/2                    % ?Effort, -Operations
          ]).
:- use_module(library(lists), [member/2]).
:- use_module(logic(checker/messages)).
:- use_module(logic(game/interning)).
:- use_module(logic(reader/term_text)).

/** <module> The common part of requests

In a request, a JSON object (serve.pl), a game is named by its module, a state by its number,
and a role by its text.
*/

:- multifile effort/2.

%!  effort(?Effort, -Operations) is nondet.
%
%   Operations are operations of this Effort. Each file of requests has a clause for its own:
%
%   - `state`: they are about one state or move, and have a few seconds.
%   - `search`: they have the limits that the request gives, and no others.
%   - `work`: what they take counts as work on a question; not what is prepared for a game
%     once.

%!  with_atoms(+In0, -In) is det.
%
%   In is the object In0 with atoms in place of the strings that name something in Prolog.

with_atoms(In0, In) :-
    findall(Key-Atom,
            ( named_by(Key), get_dict(Key, In0, Text), string(Text), atom_string(Atom, Text) ),
            Pairs),
    dict_pairs(Atoms, _, Pairs),
    In = In0.put(Atoms).

named_by(Key) :-
    member(Key, [ base, certificate, constant, endless, form, game, method, prune, relation,
                  reply, search, syntax, taken_as, ties, to ]).

%!  in_game(+In, -Game) is det.
%
%   Game is the module of the game of a request.

in_game(In, In.game).

%!  in_state(+In, -Game, -State) is det.

in_state(In, Game, State) :-
    in_game(In, Game),
    numbered_state(Game, In.state, State).

%!  role_named(+Game, +Text, -Role) is det.
%
%   Throws: no_role.

role_named(Game, Text, Role) :-
    (   Game:role(Role0), term_text(Game, Role0, Text) -> Role = Role0
    ;   findall(T, ( Game:role(R), term_text(Game, R, T) ), Texts),
        throw(error(no_role(Text, Texts), _))
    ).

%!  fault_dict(+Syntax, +Fault, -Dict) is det.
%
%   Dict is a fault for Python, with its message and fix in the syntax of the rules.

fault_dict(Syntax, fault(Severity, Code, From-To, Arguments),
           _{severity: Severity, code: Code, from: From, to: To,
             message: Message, mend: Fix}) :-
    fault_text(Syntax, Code, Arguments, Message, Fix).
