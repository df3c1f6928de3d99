:- encoding(utf8).
:- module(test_event_words, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(search/event_words)).

:- dynamic two:role/1, two:goal_range/2, two:outcomes/2.

%   The second role has a scale of values, so none is a win or a loss.

two:role(first).
two:role(second).
two:goal_range(first, range(-10, 10)).
two:goal_range(second, range(0, 100)).
two:outcomes(first, 3).
two:outcomes(second, 7).

said(Role, Event, Words) :- view(two, Role, View), event_words(View, Event, Words).

words(["enter", 0, [], 5], "enter the root").
words(["enter", 2, ["noop", "b"], 5], "enter b").
words(["enter", 2, ["a", "b"], 5], "enter [a, b]").
words(["leaf", "limit", 0.5], "the depth limit: worth 0.5").
words(["leaf", "terminal", 7], "the game is over: worth 7").
words(["deepen", 3], "search to depth 3").
words(["hit", "lower", -3], "found in the table: lower -3").
words(["raise", -2251799813685248, 7], "the window is now alpha -inf, beta 7").
words(["cutoff", 4, 3, [["a", "noop"], ["b", "noop"]]], "cutoff, alpha 4 >= beta 3: a, b").
words(["cutoff", 4, 3, [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]],
      "cutoff, alpha 4 >= beta 3: a, b, c, d and 2 more").
words(["leave", 1125899906842621], "back up the value 10 (win in 3)").
words(["leave", -1125899906842622], "back up the value -10 (loss in 2)").
words(["leave", 1125899906842620.5], "back up the value 10").
words(["leave", [1125899906842621, 40]], "back up the value (10, 40) (win in 3)").
words(["expand", 1], "expand node 1").
words(["back", 1, null], "back up the value  to node 1").
words(["prove", 50], "prove that it is worth 50 at least").
words(["select", 4], "select node 4, the most-proving one").
words(["proof", 4, 1, "inf"], "proof number 1, disproof number \u221E of node 4").
words(["repetition"], "repetition of a state above").
words(["visit", 4, 1, 0.333333333], "visit node 4: 1 game, mean 0.333333").
words(["visit", 4, 1200, 12345.678], "visit node 4: 1,200 games, mean 12345.678").
words(["proven", 4, 1234567.8912345], "node 4 is worth 1.23457e+06, proven").
words(["line", []], "the best line: none").
words(["line", [["a", "noop"], ["noop", "b"]]], "the best line: a; b").

path_words(["deepen", 3], "depth first within a bound of 3").
path_words(["enter", 0, [], 5], "add the start to the frontier").
path_words(["enter", 1, ["a"], 5], "add the path with a to the frontier").
path_words(["cost", 3, null], "its cost is 3").
path_words(["cost", 3, 4], "its cost is 3, the estimate of its end 4").
path_words(["prune", 2, "cycle"], "prune path 2: it visits its end twice").
path_words(["goal", 2], "path 2 ends in a goal").
path_words(["expand", 2], "expand path 2").

:- begin_tests(event_words).

test(an_event_of_each_kind, [forall(words(Event, Words)), Said == Words]) :-
    said(first, Event, Said).
test(an_event_of_a_path_search, [forall(path_words(Event, Words)), Said == Words]) :-
    event_words(path, Event, Said).
test(a_value_of_a_scale_is_no_win, Said == "back up the value 100") :-
    said(second, ["leave", 1125899906842621], Said).
test(what_is_no_event, [forall(member(Event, [["fly"], ["leave"], ["enter", 1]])), fail]) :-
    said(first, Event, _).

:- end_tests(event_words).
