:- encoding(utf8).
:- module(tabled,
          [ tabled/3,                   % +Task, +Numbers, -Worths
            worth/4                     % +Game, +Role, +State, -Worth
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [max_member/2, member/2, min_member/2]).
:- use_module(logic(game/evaluation)).
:- use_module(logic(game/interning)).
:- use_module(logic(game/joint_moves)).

/** <module> Minimax by tabling

Prolog stores the answers of a tabled relation, so a state that is reached again by other
moves is not searched again.  So minimax without a depth limit solves every state that it
visits, in three lines and what they call.

All play must end, which retrograde.pl decides: a state below itself would wait for its own
answer.
*/

:- table worth/4.

%!  worth(+Game, +Role, +State, -Worth) is det.
%
%   Worth is Value-Time: the value that Role can force, and the plies to the end.  For the
%   lowest value Time is their number, because later is better; for others it is minus their
%   number.  So a better Worth is greater in the standard order of terms.

worth(Game, Role, State, Worth) :- ended(Game, Role, State, Worth), !.
worth(Game, Role, State, Worth) :-
    role_choices(Game, Role, State, Choices), maplist(worst(Game, Role, State), Choices, Worths),
    max_member(Best, Worths), a_ply_before(Game, Role, Best, Worth).

worst(Game, Role, State, Joints, Worst) :-
    maplist(answer(Game, Role, State), Joints, Worths), min_member(Worst, Worths).

answer(Game, Role, State, Joint, Worth) :-
    Game:successor(State, Joint, State1), worth(Game, Role, State1, Worth).

ended(Game, Role, State, Value-0) :-
    Game:terminal(State),
    role_value(Game, State, Role, Value).

role_choices(Game, Role, State, Choices) :-
    Game:role_index(Role, Index),
    choices(task(Game, Role, Index, none, none, none, none, none), State, Choices),
    must_have_moves(Game, State, Choices).

a_ply_before(Game, Role, Value-Time0, Value-Time) :-
    (   Game:goal_range(Role, range(Value, High)), High > Value
    ->  Time is Time0 + 1
    ;   Time is Time0 - 1
    ).

%!  tabled(+Task, +Numbers, -Worths) is det.
%
%   Worths has the worth of each state in Numbers (interning.pl).  Each is a call of its own,
%   so that tabling's data on the stacks are freed: with thousands of answers at once, the
%   garbage collector of SWI-Prolog 9.0.4 ended the process.

tabled(Task, Numbers, Worths) :-
    Task = task(Game, Role, _, _, _, _, _, _),
    call_cleanup(findall(Number-Worth,
                         ( member(Number, Numbers), numbered_worth(Game, Role, Number, Worth) ),
                         Worths),
                 abolish_module_tables(tabled)).

numbered_worth(Game, Role, Number, Worth) :-
    numbered_state(Game, Number, State),
    worth(Game, Role, State, Worth).
