:- encoding(utf8).
:- module(belief_requests,
          [ belief_request/3,           % +Operation, +In, -Reply
            joint_read/3,               % +Game, +Texts, -Joint
            likelihood_text/2           % +P, -Text
          ]).
:- use_module(library(apply), [exclude/3, maplist/3]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [member/2, nth0/3]).
:- use_module(logic(game/belief)).
:- use_module(logic(game/interning)).
:- use_module(logic(language/percepts), [percept_fact/1, percepts_in/3]).
:- use_module(logic(reader/term_text)).
:- use_module(logic(requests/common)).
:- use_module(logic(requests/user_text)).

/** <module> Requests about what roles know

They are for games loaded with percepts.  A view is a list of steps, each a list of the own move, the
percepts and whether the game is over; a belief is a list of pairs, a state and its likelihood, the
text of a fraction.
*/

requests:effort(search, [view, belief, belief_after, belief_outcomes]).
requests:effort(work, [belief, belief_after, belief_outcomes]).

%!  belief_request(+Operation, +In, -Reply) is semidet.
%
%   Fails if there is no such operation.

belief_request(view, In, _{steps: Steps}) :-
    in_game(In, Game),
    role_named(Game, In.role, Role),
    maplist(joint_read(Game), In.line, Line),
    view_of(Game, Line, Role, View),
    maplist(step_list(Game), View, Steps).
belief_request(belief, In, _{belief: Belief}) :-
    in_game(In, Game),
    role_named(Game, In.role, Role),
    maplist(step_read(Game), In.steps, View),
    ( belief_of(Game, Role, View, Belief0) -> belief_list(Game, Belief0, Belief) ; Belief = [] ).
belief_request(belief_after, In, _{belief: Belief}) :-
    in_game(In, Game),
    role_named(Game, In.role, Role),
    step_read(Game, In.step, Step),
    belief_read(Game, In.belief, Belief0),
    ( updated_belief(Game, Role, Step, Belief0, Belief1) -> belief_list(Game, Belief1, Belief) ; Belief = [] ).
belief_request(belief_outcomes, In, _{outcomes: Outcomes}) :-
    in_game(In, Game),
    role_named(Game, In.role, Role),
    read_in(Game, In.move, Move),
    belief_read(Game, In.belief, Belief0),
    outcomes(Game, Role, Move, Belief0, Outcomes0),
    findall([Percepts, Over, Weight, Belief],
            ( member(outcome(Percepts0, Over, Weight0, Belief1), Outcomes0),
              maplist(term_text(Game), Percepts0, Percepts),
              likelihood_text(Weight0, Weight),
              belief_list(Game, Belief1, Belief) ),
            Outcomes).

%   What the roles have perceived in the steps to several states.  `kinds` has each list of what they
%   perceived once, and `places` where it is there, counted from 0, for each state.

belief_request(percepts, In, _{kinds: Kinds, places: Places}) :-
    in_game(In, Game),
    findall(Seen, ( member(Number, In.states), seen_by_roles(Game, Number, Seen) ), Seens),
    sort(Seens, Distinct),
    findall(Seen-Place, nth0(Place, Distinct, Seen), Pairs),
    list_to_assoc(Pairs, Known),
    findall(Place, ( member(Seen, Seens), get_assoc(Seen, Known, Place) ), Places),
    maplist(maplist(maplist(term_text(Game))), Distinct, Kinds).

%   Several states without the percepts of the steps to them.

belief_request(without_percepts, In, _{states: Numbers}) :-
    in_game(In, Game),
    findall(Number,
            ( member(Number0, In.states), numbered_state(Game, Number0, State0),
              Game:facts(State0, Facts0), exclude(percept_fact, Facts0, Facts),
              Game:from_facts(Facts, State), state_number(Game, State, Number) ),
            Numbers).

%!  joint_read(+Game, +Texts, -Joint) is det.
%
%   Joint is the joint move of Texts, a move of each role.

joint_read(Game, Texts, Joint) :-
    maplist(read_in(Game), Texts, Moves),
    Joint =.. [d|Moves].

seen_by_roles(Game, Number, Seen) :-
    numbered_state(Game, Number, State),
    Game:facts(State, Facts),
    findall(Percepts, ( Game:role(Role), percepts_in(Facts, Role, Percepts) ), Seen).

step_list(Game, step(Move, Percepts, Over), [Text, Texts, Over]) :-
    term_text(Game, Move, Text),
    maplist(term_text(Game), Percepts, Texts).

step_read(Game, [Text, Texts, Over], step(Move, Percepts, Over)) :-
    read_in(Game, Text, Move),
    maplist(read_in(Game), Texts, Percepts0),
    sort(Percepts0, Percepts).

belief_list(Game, Belief, Pairs) :-
    findall([Number, Text],
            ( member(State-P, Belief), state_number(Game, State, Number), likelihood_text(P, Text) ),
            Pairs).

belief_read(Game, Pairs, Belief) :-
    findall(State-P,
            ( member([Number, Text], Pairs), numbered_state(Game, Number, State), likelihood(Text, P) ),
            Belief).

%!  likelihood_text(+P, -Text) is det.
%
%   Text is the probability P, a whole number or N/D.

likelihood_text(P, Text) :-
    with_fractions(P, Written),
    format(string(Text), '~w', [Written]).

likelihood(Text, P) :-
    split_string(Text, "/", "", Parts),
    maplist(number_string, Numbers, Parts),
    ( Numbers = [N, D] -> P is N rdiv D ; Numbers = [P] ).
