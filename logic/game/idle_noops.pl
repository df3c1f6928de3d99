:- encoding(utf8).
:- module(idle_noops,
          [ idle_match/3                % +Game, +State, -Match
          ]).
:- use_module(library(lists), [member/2, subtract/3]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(game/step_rules)).
:- use_module(logic(language/literals), [inner_atom/2]).

/** <module> Rules that mistake the noop of an idle role for a move

In our own files a role without a legal move does `noop`, although no rule says so. So

    next(control(Q)) :- does(P, _), opponent(P, Q).

applies to that role too.  To see whether this matters, the next state of a joint move is
computed twice: by the rules, and with that noop hidden from literals in which the move is
a variable.
*/

most_joints(6).

%!  idle_match(+Game, +State, -Match) is det.
%
%   Match is match(Rule, Fluent, Role) if Fluent holds after a step from State only because
%   a rule mistakes the noop of Role, which has no legal move, for a move; Rule is the
%   place of that rule.  Match is `none` if no noop matters in State, and `never` if no rule
%   of Game can mistake one for a move.

idle_match(Game, State, Match) :-
    (   \+ may_match(Game) -> Match = never
    ;   idle_roles(Game, State, Roles), Roles = [_|_],
        most_joints(Most),
        Game:facts(State, Facts),
        joint_moves(Game, State, Joints),
        limit(Most, member(Joint, Joints)),
        member(Role, Roles),
        only_by(Role, step(Game, Facts, Joint), Fluent, Rule)
    ->  Match = match(Rule, Fluent, Role)
    ;   Match = none
    ).

may_match(Game) :-
    Game:implicit_noop,
    Game:rule(_, Body),
    inner_atom(Body, does(_, Move)),
    var(Move), !.

%   The roles without a legal move in a state in which another role has one.

idle_roles(Game, State, Idle) :-
    findall(R, Game:role(R), Roles),
    findall(R, ( member(R, Roles), \+ Game:legal(State, R, _) ), Idle),
    \+ subtract(Roles, Idle, []).

only_by(Role, Step, Fluent, Rule) :-
    findall(F, given(Step, [Role], F, _), Without0),
    sort(Without0, Without),
    given(Step, [], Fluent, Rule),
    \+ memberchk(Fluent, Without), !.
