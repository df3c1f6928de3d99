:- encoding(utf8).
:- module(expansion,
          [ expansion/3,                % +Game, +Number, -Text
            glance/3,                   % +Game, +Number, -Text
            with_moves/3,               % +Game, +Number, -Text
            feature_values/4,           % +Game, +Number, +Heuristics, -Text
            only_goal/4                 % +Game, +State, +Role, -Value
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(logic(game/chance_weights)).
:- use_module(logic(game/evaluation)).
:- use_module(logic(game/heuristics)).
:- use_module(logic(game/interning)).
:- use_module(logic(game/joint_moves)).
:- use_module(logic(reader/term_text)).

/** <module> The replies of the hot path

The four texts are described in serve.pl.
*/

%!  expansion(+Game, +Number, -Text) is det.
%
%   Text is that of serve:expand/3.

expansion(Game, Number, Text) :-
    numbered_state(Game, Number, State),
    (   Game:terminal(State)
    ->  terminal_text(Game, State, Text)
    ;   all_moves(Game, State, Mss),
        must_be_few(Mss),
        joints(Mss, Joints),
        maplist(successor_number(Game, State), Joints, Ss),
        atomic_list_concat(Ss, ' ', Successors),
        maplist(moves_text(Game), Mss, Parts0),
        append(Parts0, [Successors], Parts),
        parts_text(Game, State, Parts, Text)
    ).

%   parts_text(+Game, +State, +Parts, -Text): before the parts stands `n`, and where chance
%   draws by weight, the number of its role and the weights of its moves.

parts_text(Game, State, Parts, Text) :-
    (   weighs_chance(Game), chance(Game, Index), role_moves(Game, State, random, Moves),
        chance_weights(Game, State, Moves, [W|Ws])
    ->  I is Index - 1,
        atomic_list_concat([n, I, W|Ws], ' ', Kind)
    ;   Kind = n
    ),
    separated([Kind|Parts], Separated),
    atomics_to_string(Separated, Text).

all_moves(Game, State, Mss) :-
    findall(Ms, ( Game:role(R), role_moves(Game, State, R, Ms) ), Mss).

joints([As], Joints) :- !, maplist(single, As, Joints).
joints([As, Bs], Joints) :- !,
    findall(d(A, B), ( member(A, As), member(B, Bs) ), Joints).
joints(Mss, Joints) :-
    findall(J, ( maplist(member_of, Mss, Ms), J =.. [d|Ms] ), Joints).

single(A, d(A)).

member_of(Ms, M) :- member(M, Ms).

successor_number(Game, State, Joint, Number) :-
    Game:successor(State, Joint, State1),
    state_number(Game, State1, Number).

%   The numbers of moves.

moves_text(Game, Moves, Text) :-
    maplist(move_number(Game), Moves, Numbers),
    atomic_list_concat(Numbers, ' ', Text).

%!  glance(+Game, +Number, -Text) is det.
%
%   Text is that of serve:look/3.

glance(Game, Number, Text) :-
    numbered_state(Game, Number, State),
    ( Game:terminal(State) -> terminal_text(Game, State, Text) ; Text = "n" ).

%!  with_moves(+Game, +Number, -Text) is det.
%
%   Text is that of serve:legal/3.

with_moves(Game, Number, Text) :-
    numbered_state(Game, Number, State),
    (   Game:terminal(State)
    ->  terminal_text(Game, State, Text)
    ;   all_moves(Game, State, Mss),
        maplist(moves_text(Game), Mss, Parts),
        parts_text(Game, State, Parts, Text)
    ).

terminal_text(Game, State, Text) :-
    findall(V,
            ( Game:role(R), only_goal(Game, State, R, V0),
              ( V0 == null -> V = (-) ; V = V0 ) ),
            Vs),
    atomic_list_concat(Vs, ' ', Values),
    string_concat("t|", Values, Text).

%!  only_goal(+Game, +State, +Role, -Value) is det.
%
%   Value is the goal value of Role, or null if it has none or several.

only_goal(Game, State, Role, Value) :-
    findall(V, Game:goal(State, Role, V), Vs0),
    sort(Vs0, Vs),
    ( Vs = [V], integer(V) -> Value = V ; Value = null ).

%!  feature_values(+Game, +Number, +Heuristics, -Text) is det.
%
%   Text is that of serve:features/4.

feature_values(Game, Number, Heuristics, Text) :-
    numbered_state(Game, Number, State),
    atomic_list_concat(Words, ' ', Heuristics),
    findall(Name, ( member(Name, Words), heuristic(Name) ), Names),
    findall(Part, ( Game:role(R), role_features(Game, State, R, Names, Part) ), Parts),
    separated(Parts, Separated),
    atomics_to_string(Separated, Text).

role_features(Game, State, Role, Names, Text) :-
    findall(Pair,
            ( feature_value(Game, State, Role, Names, Name, Value),
              format(string(Pair), '~w=~d', [Name, Value]) ),
            Pairs),
    atomic_list_concat(Pairs, '\t', Text).

%   A heuristic comes after a feature of the same name.

feature_value(Game, State, Role, _, Name, Count) :-
    feature_count(Game, State, Role, Name, Count).
feature_value(Game, State, Role, Names, Name, Value) :-
    member(Name, Names),
    heuristic_value(Name, Game, State, Role, Value).

separated([P], [P]) :- !.
separated([P|Ps], [P, '|'|Ss]) :- separated(Ps, Ss).
