:- encoding(utf8).
:- module(outcome_goals,
          [ with_outcome_goals/2        % +Rules0, -Rules
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, memberchk/2]).
:- use_module(logic(reader/prolog_reader), [read_rules/3]).

/** <module> Goals of a game that says only who wins, or who loses

A file may define wins(R), loses(R) or both, and no goal(R, V).  Its goals are then 1 for the role
that wins and for those that do not lose, -1 for the role that loses and for those that do not win,
and 0 where nobody wins or loses.  They are rules like others, which have the place of the first
clause of wins or loses.  Where two roles win, each has two goal values, which is a fault.

If a file has rules of its own for goal, wins and loses are relations like others.
*/

%!  with_outcome_goals(+Rules0, -Rules) is det.
%
%   Rules are those of a game, Rules0, and the rules of goal/2 if Rules0 has none but says who wins or
%   who loses.  They also state that the goals of two players add up to 0.

with_outcome_goals(Rules0, Rules) :-
    \+ defined(Rules0, goal(_, _)),
    \+ memberchk(unreadable(goal), Rules0),
    findall(Text, ( member(Name, [wins, loses]), head(Name, Head), defined(Rules0, Head),
                    goals_of(Name, Text) ), Texts),
    Texts = [_|_], !,
    member(rule(Head1, _, source(Place, _, _)), Rules0),
    ( Head1 = wins(_) ; Head1 = loses(_) ), !,
    undecided(Rules0, Undecided),
    ( defined(Rules0, constant_sum(_)) -> Sum = "" ; Sum = "constant_sum(0). " ),
    atomic_list_concat([Sum, Undecided|Texts], Text0),
    player(Rules0, Player),
    split_string(Text0, "@", "", Pieces),
    atomic_list_concat(Pieces, Player, Text1),
    atom_string(Text1, Text),
    read_rules(Text, New0, []),
    maplist(at_place(Place), New0, New),
    append(Rules0, New, Rules).
with_outcome_goals(Rules, Rules).

defined(Rules, Head) :- member(rule(Head, _, _), Rules), !.

head(wins, wins(_)).
head(loses, loses(_)).

%   goals_of(+Name, -Text): the rules for who wins, and for who loses.  In them @ stands for the
%   condition that the role R is a player.

goals_of(wins, "goal(R, 1) :- @, wins(R). goal(R, -1) :- @, role(Q), R \\== Q, wins(Q). ").
goals_of(loses, "goal(R, -1) :- @, loses(R). goal(R, 1) :- @, role(Q), R \\== Q, loses(Q). ").

%   undecided(+Rules, -Text): the rule for a state in which nobody wins or loses.

undecided(Rules, Text) :-
    findall(Literal, ( member(Name-Literal, [wins-", \\+ (role(Q), wins(Q))",
                                             loses-", \\+ (role(Q), loses(Q))"]),
                       head(Name, Head), defined(Rules, Head) ), Literals),
    atomic_list_concat(["goal(R, 0) :- @"|Literals], Text0),
    atomic_list_concat([Text0, ". "], Text).

%   player(+Rules, -Text): the condition that R is a player.  Chance has no goals.

player(Rules, Text) :-
    (   defined(Rules, role(random)) -> Text = "role(R), R \\== random" ; Text = "role(R)" ).

%   at_place(+Place, +Term0, -Term): all places of a rule that was read are Place.

at_place(Place, From-To, Place) :- integer(From), integer(To), !.
at_place(Place, Term0, Term) :-
    (   compound(Term0)
    ->  compound_name_arguments(Term0, Name, As0),
        maplist(at_place(Place), As0, As),
        compound_name_arguments(Term, Name, As)
    ;   Term = Term0
    ).
