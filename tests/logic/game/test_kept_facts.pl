:- encoding(utf8).
:- module(test_kept_facts, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(game/kept_facts)).

%   N fluents that are kept; the last one gets a new value, too.

game(N, Text) :-
    findall(Line,
            ( between(1, N, I),
              format(string(Line), "init(f_~d(a, 0)). next(f_~d(K, X)) :- true(f_~d(K, X)). ", [I, I, I]) ),
            Lines),
    format(string(Fault), "next(f_~d(K, 1)) :- true(f_~d(K, 0)). ", [N, N]),
    atomic_list_concat(["role(r). legal(r, go). terminal :- true(f_1(a, 1)). goal(r, 0). ",
                        Fault|Lines], Text).

found(N, Game, Key-Values) :-
    game(N, Text),
    load_game(prolog, Text, [], lists, Game, _),
    Game:initial(State),
    replaced_and_kept(Game, State, kept(Key, Old, New, _, _)),
    Values = [Old, New].

:- begin_tests(kept_facts).

test(found, [forall(member(N, [2, 12])), true(Found == Key-[0, 1])]) :-
    once(found(N, Game, Found)),
    format(atom(Name), "f_~d", [N]),
    Key =.. [Name, a],
    unload_game(Game).

%   `check` allows a million inferences for it: see state.pl.

test(many_fluents, true(Inferences < 500_000)) :-
    game(600, Text),
    load_game(prolog, Text, [], lists, Game, _),
    Game:initial(State),
    statistics(inferences, Before),
    once(replaced_and_kept(Game, State, _)),
    statistics(inferences, After),
    Inferences is After - Before,
    unload_game(Game).

%   The values of the start are those of the game, not of a game that was loaded before.

test(two_games, true([Key1, Key2] == [f_2(a), f_3(a)])) :-
    once(found(2, Game1, Key1-_)),
    once(found(3, Game2, Key2-_)),
    unload_game(Game1),
    unload_game(Game2).

:- end_tests(kept_facts).
