:- encoding(utf8).
:- module(test_cuts, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [append/3, member/2]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(requests/search)).
:- use_module(logic(requests/state)).
:- use_module(logic(search/cuts)).

/*  Max chooses l or m, min answers a or b:

        l: 3 12     m: 2, the rest is cut off                                              */

events([ ["enter", 0, [], 0], ["raise", -9, 9],
         ["enter", 1, ["l", "noop"], 1],
         ["enter", 2, ["noop", "a"], 2], ["leave", 3], ["raise", -9, 3],
         ["enter", 2, ["noop", "b"], 3], ["leave", 12],
         ["leave", 3], ["raise", 3, 9],
         ["enter", 1, ["m", "noop"], 4],
         ["enter", 2, ["noop", "a"], 5], ["leave", 2],
         ["cutoff", 3, 2, [["noop", "b"]]], ["leave", 2],
         ["leave", 3] ]).

game(Game, Number) :-
    load_game(prolog,
              "role(max). role(min). init(at(top)). branch(l). branch(m).
               legal(max, B) :- true(at(top)), branch(B).
               legal(min, a) :- true(at(B)), branch(B).
               legal(min, b) :- true(at(B)), branch(B).
               next(at(B)) :- does(max, B), true(at(top)).
               next(at(end)) :- does(min, _), true(at(B)), branch(B).
               terminal :- true(at(end)). goal(max, 3) :- terminal. goal(min, 0) :- terminal.
               notation(max, M, M) :- true(at(top)), branch(M).
               notation(min, M, [B, M]) :- true(at(B)), legal(min, M).",
              [], best, Game, []),
    state_request(initial, _{game: Game}, _{state: Number}).

%   words(+Most, -Text, -Left): the cut is sent back with strings in place of atoms, as Python
%   does.

words(Most, Text, Left) :-
    game(Game, Number),
    events(Events),
    search_request(cuts, _{game: Game, role: "max", scouts: false, events: Events},
                   _{cuts: [Cut0]}),
    Cut = Cut0.put(_{by: "others", role: "max", root: Number,
                     alpha_set: Cut0.alpha_set.put(kind, "move")}),
    search_request(cut_words, _{game: Game, most: Most, cut: Cut},
                   _{text: Text, left: Left}).

:- begin_tests(cuts).

test(who_set_the_bounds,
     Cuts == [cut(1, 14, [["m", "noop"]], others, 3, 2,
                  setter(move, [], ["l", "noop"], 3),
                  setter(move, [["m", "noop"]], ["noop", "a"], 2),
                  [["noop", "b"]])]) :-
    events(Events),
    cuts(1, false, Events, Cuts).
test(each_search_of_several_is_read_anew, Numbers == [1-15, 1-32]) :-
    events(Events),
    append([["deepen", 1]|Events], [["deepen", 2]|Events], Twice),
    cuts(1, false, Twice, Cuts),
    findall(Number-Step, member(cut(Number, Step, _, _, _, _, _, _, _), Cuts), Numbers).
test(a_bound_that_nothing_set, error(no_bound(7))) :-
    events(Events0),
    append(Before, [["cutoff", 3, Beta, Rest]|After], Events0),
    append(Before, [["cutoff", 7, Beta, Rest]|After], Events),
    cuts(1, false, Events, _).
test(a_cut_before_any_move, error(no_cut)) :-
    cuts(1, false, [["enter", 0, [], 0], ["cutoff", 1, 0, [["l", "noop"]]]], _).
test(the_sentence_has_moves_in_the_notation_of_the_position,
     Text == "After m, min already has the reply ma, worth at most 2 to max. But max has 3 for \c
              sure by l in place of m, so what is left (1 move: mb) cannot matter.") :-
    words(1_000_000, Text, Left),
    Left < 1_000_000.
test(where_notations_take_too_much_moves_are_terms,
     Text-Left == "After m, min already has the reply a, worth at most 2 to max. But max has \c
                   3 for sure by l in place of m, so what is left (1 move: b) cannot \c
                   matter."-0) :-
    words(1, Text, Left).

:- end_tests(cuts).
