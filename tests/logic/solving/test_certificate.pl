:- module(test_certificate, []).
:- use_module(library(plunit)).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(lists), [member/2, nth1/3]).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(solving/certificate)).
:- use_module(logic(solving/certificate_form)).
:- use_module(logic(solving/rules_hash)).
:- use_module(logic(solving/solution_table)).
:- use_module(logic(support/json_text)).

rules("role(a). role(b). init(n(0)). parameter(last, 1). parameter(name, \"A\\\"b\").
       legal(a, go). next(n(1)). terminal :- true(n(1)).
       goal(a, 1) :- true(n(1)). goal(a, -1) :- true(n(0)).
       goal(b, 1) :- true(n(0)). goal(b, -1) :- true(n(1)).").

game(Game) :- rules(Text), load_game(prolog, Text, [], best, Game, _).

head(Role, _{ version: 2, game: "g", parameters: _{last: "1", name: "\"A\\\"b\""}, rules: "0",
              role: Role, position: ["n(0)"], solved: "strong", values: _{a: 0, b: 0},
              distance: null, cycle: null, states: 1, nodes: 1, seconds: 0.5, method: "m",
              tier: "clauses", draw: 0, finite: false, longest: null, lead: 0 }).

:- begin_tests(certificate_form).

test(a_head) :- head("a", Head), must_be_head(Head).
test(a_text) :-
    line_object("{\"role\": \"a\"}", Object),
    Object.role == "a".
test(no_json, throws(error(certificate_form("expected JSON, found {"), _))) :-
    line_object("{", _).
test(wrong, all(Text == [ "expected a JSON object, found []",
                          "version: expected 2, found 3",
                          "position: 1: expected a text, found 7",
                          "cycle: 1: 2: expected a text, found null",
                          "solved: expected one of weak, strong, found \"ultra-weak\"",
                          "parameters: last: expected a text, found {\"x\": [1, 2]}",
                          "values: expected that for 'c', found none",
                          "expected a value with a distance to the end, found value 0 and distance null"
                        ])) :-
    head("a", Head),
    member(Wrong, [ [], Head.put(version, 3), Head.put(position, [7]),
                    Head.put(cycle, [["a", null]]), Head.put(solved, "ultra-weak"),
                    Head.put(parameters, _{last: _{x: [1, 2]}}), Head.put(role, "c"),
                    Head.put(draw, null) ]),
    catch(( must_be_head(Wrong), Text = "" ), error(certificate_form(Text), _), true).
test(equilibrium, Text == "expected the solution of an open game, found an equilibrium of one \c
with hidden information, which `pygame-search verify` checks") :-
    head("a", Head),
    catch(must_be_head(Head.put(_{version: 3, solved: "equilibrium"})),
          error(certificate_form(Text), _), true).
test(long, Length == 60) :-
    head("a", Head),
    length(Zeros, 40), maplist(=(0), Zeros),
    catch(must_be_head(Head.put(role, Zeros)), error(certificate_form(Text), _), true),
    string_concat("role: expected a text, found ", Found, Text),
    string_length(Found, Length).

%   Play without end has no last ply; a weak plan may have its length.

test(drawn, all(V-D == [0-null, 1-5])) :-
    head("a", Head),
    member(V-D, [0-null, 1-5, 0-5, 1-null, null-null]),
    catch(must_be_outcome(V, D, null, Head), error(certificate_form(_), _), fail).
test(drawn_plan) :-
    head("a", Head),
    must_be_outcome(0, 5, null, Head.put(solved, "weak")).
test(without_a_value) :-
    head("a", Head),
    must_be_outcome(null, null, null, Head.put(draw, null)).

:- end_tests(certificate_form).

:- begin_tests(certificate).

test(json, Text == "[\"a\\\"\\\\\\n\\u0001\u00E9\", -1, null, {\"k\": []}]") :-
    json_text(["a\"\\\n\u0001\u00E9", -1, null, _{k: []}], Text).
test(parameters, Pairs == [["last", "1"], ["name", "\"A\\\"b\""]]) :-
    game(Game),
    parameters(Game, Pairs).

%   Of two strategies without a value, what one keeps for sure and what the other does leave room
%   for neither; one alone claims nothing.

test(parts, all(Bounds == [ [[-1, 1], [-1, -1]], [[-1, -1], [-1, 1]], [none, [-1, 1]] ])) :-
    game(Game),
    member(Bounds, [ [[-1, 1], [-1, 1]], [[-1, 1]], [[-1, 1], [-1, -1]], [[-1, -1], [-1, 1]],
                     [none, [-1, 1]] ]),
    open_certificate(Game, Certificate),
    forall(nth1(I, Bounds, Parted), part(Game, Certificate, I, Parted)),
    parts_fault(Certificate, parts_unclear),
    close_certificate(Certificate).

part(Game, Certificate, I, Parted) :-
    nth1(I, [a, b], Role),
    atom_string(Role, Name),
    head(Name, Head),
    new_book(Game, about(Role, false, none), Book),
    ( Parted = [Below, AtLeast] -> no_value(Book, Below-0, AtLeast-0) ; true ),
    assertz(Certificate:part(I, Head.put(values, _{a: null, b: null}), Book)).

:- end_tests(certificate).
