"""Search programs: read as data, checked, run within limits."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.programs.comparison import (
    ProgramComparison,
    compare_program,
    first_wrong,
    usual_search,
)
from pygame_search.programs.program import (
    QUESTIONS,
    SearchProgram,
    lecture,
    lectures,
    read_clauses,
    start,
)
from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.errors import InputError, LimitError, RulesError
from pygame_search.support.resources import logic_folder

#: Ann sees a coin that bob does not see.
HIDDEN = """
role(ann). role(bob).
init(coin(heads)).
legal(ann, show) :- true(coin(_)).
legal(bob, noop).
next(shown).
sees(ann, C) :- true(coin(C)).
terminal :- true(shown).
goal(ann, 1). goal(bob, 0).
"""


def program(text: str, syntax: str = "prolog") -> SearchProgram:
    return SearchProgram(Rulebook("own", "own.pl", text, syntax))


def value(text: str, game: str = "hexapawn", depth: int = 2) -> float | None:
    position = loaded(game).initial
    found = program(text).ask("value", position, role="white", depth=depth)
    return None if found is None else found.value


def test_the_first_answer_counts() -> None:
    assert value("value(_, _, D, V) :- member(V, [D, 7]).") == 2
    assert value("value(_, _, D, V) :- D > 5, V = 1.") is None


def test_what_a_program_may_use() -> None:
    text = """
value(S, R, D, V) :-
    findall(M, legal(S, R, M), Ms), length(Ms, N),
    append(Ms, [x], More), reverse(More, [x|_]), last(Ms, L), memberchk(L, Ms),
    sum_list([N, D], A), max_list([A, 1], B), min_list([B, 100], C),
    ( to_move(S, R) -> E = 1 ; E = 0 ),
    \\+ terminal(S), once(member(F, [5, 6])),
    forall(member(M, Ms), successor(S, M, _)),
    nth0(0, [10], G), nth1(1, [20], H), between(1, 3, I), I >= 2, !,
    V is A * 1000 + C + E + F + G + H + I.
"""
    assert value(text) == 5000 + 5 + 1 + 5 + 10 + 20 + 2


def test_own_clauses_come_before_those_of_prolog() -> None:
    text = "value(_, _, _, V) :- reverse([1, 2], [V|_]).\nreverse(L, L)."
    assert value(text) == 1


def test_cilog() -> None:
    text = "value(S, R, D, V) <- to_move(S, R) & ~ terminal(S) & V is D + 1."
    found = program(text, "cilog").ask(
        "value", loaded("hexapawn").initial, role="white", depth=2
    )
    assert found is not None
    assert found.value == 3


@pytest.mark.parametrize(
    "goal",
    [
        "shell('touch /tmp/x')", "halt", "assertz(x)", "retract(x)", "call(true)",
        "consult(user)", "open(f, read, _)", "format(\"x\")", "nb_setval(a, 1)",
        "lists:append(_, _, _)", "user:halt", "system:shell(ls)", "X", "(X, true)",
        "findall(Y, shell(ls), _)", "\\+ halt", "( true -> halt ; true )", "once(X)",
        "forall(true, halt)", "use_module(library(process))", "maplist(halt, [])",
        "catch(true, _, true)", "thread_create(true, _)", "term_to_atom(_, 'x')",
    ],
)  # fmt: skip
def test_what_a_program_may_not_use(goal: str) -> None:
    with pytest.raises(RulesError, match=r"own\.pl:1:\d+: error: "):
        program(f"value(S, R, D, V) :- {goal}.")


@pytest.mark.parametrize(
    "text",
    [":- halt.", "value(S, R, D, V) --> [].", "legal(S, R, M) :- fail.",
     "X is Y :- fail.", "findall(A, B, C) :- fail.", "X :- true.", "value(1, 2", "\0"],
)  # fmt: skip
def test_what_is_no_clause_of_a_program(text: str) -> None:
    with pytest.raises(RulesError):
        program(f"{text}\nvalue(_, _, _, 1).")


@pytest.mark.parametrize("text", ["?- halt.", ":- use_module(library(lists))."])
def test_what_has_no_effect_in_a_program(text: str) -> None:
    found = program(f"{text}\nvalue(_, _, _, 1).")
    assert [fault.code for fault in found.warnings] == ["no_effect"]


def test_a_slip_is_named_with_its_place() -> None:
    with pytest.raises(RulesError) as caught:
        program("value(S, R, _, V) :-\n    terminl(S), goal(S, R, V).")
    assert "own.pl:2:5: error: no rule defines terminl/1" in str(caught.value)
    assert "did you mean terminal/1?" in str(caught.value)
    with pytest.raises(RulesError, match=r"legal takes 3 arguments, not 2"):
        program("value(S, R, _, 1) :- legal(S, R).")


def test_a_file_without_a_question() -> None:
    with pytest.raises(InputError, match=r"expected clauses that define one of value"):
        program("worth(_, _, _, 1).")


def test_the_role_is_by_default_the_one_that_moves() -> None:
    position = loaded("hexapawn").initial.play("move(1, 1, 1, 2)")
    found = lecture("minimax")
    told = found.ask("best", position, depth=2)
    assert told == found.ask("best", position, role="black", depth=2)
    with pytest.raises(InputError, match="no role 'red'"):
        found.ask("best", position, role="red", depth=2)


@pytest.mark.parametrize(
    ("name", "question", "wanted"),
    [("minimax", "value", "a depth"), ("proof_number", "proved", "a goal value")],
)
def test_a_question_without_its_number(name: str, question: str, wanted: str) -> None:
    position = loaded("hexapawn").initial
    with pytest.raises(InputError, match=f"the question {question} needs {wanted}"):
        lecture(name).ask(question, position)


def test_print_shows_a_program() -> None:
    text = "% \x1b[31m\nvalue(_, _, D, D).\n"
    assert str(program(text)) == "% \\u001B[31m\nvalue(_, _, D, D)."


def test_an_endless_program_ends() -> None:
    position = loaded("hexapawn").initial
    found = program("value(S, R, D, V) :- value(S, R, D, V).")
    with pytest.raises(LimitError):
        found.ask("value", position, role="white", depth=1, seconds=0.2)
    assert value("value(_, _, D, D).") == 2  # the engine lives


def test_a_program_that_grows_ends() -> None:
    position = loaded("hexapawn").initial
    grows = program("value(S, R, D, V) :- value(S, [R|D], D, V), V > 1.")
    with pytest.raises(LimitError):
        grows.ask("value", position, role="white", depth=1, seconds=5.0)
    assert value("value(_, _, D, D).") == 2  # the engine lives


def test_a_value_of_very_many_digits() -> None:
    with pytest.raises(LimitError, match="more digits than Python reads"):
        value("value(_, _, _, V) :- V is 10 ** 4300.")


@pytest.mark.parametrize(
    ("question", "text", "words"),
    [
        ("value", "value(_, _, _, yes).", "a number"),
        ("value", "value(_, _, _, _).", "a number"),
        ("best", "best(_, _, _, _, 1).", "a move"),
        ("path", "path(_, none).", "a list of states"),
        ("path", "path(S, [S|_]).", "a list of states"),
    ],
)
def test_an_answer_that_is_none(question: str, text: str, words: str) -> None:
    game = loaded("water_jugs" if question == "path" else "hexapawn")
    role = None if question == "path" else "white"
    with pytest.raises(InputError, match=words):
        program(text).ask(question, start(game), role=role, depth=1)


def test_a_mistake_is_reported_with_its_line() -> None:
    lines = "value(S, R, D, V) :-\n    ( D > 0, terminal(S) -> V = 1\n    ; {} )."
    with pytest.raises(
        RulesError, match="line 3 of the search program: a variable has no value yet"
    ):
        value(lines.format("findall(X, X is D + Y, [V])"))
    with pytest.raises(
        RulesError,
        match="line 3 of the search program: expected a number in arithmetic",
    ):
        value(lines.format("V is foo + 1"))
    with pytest.raises(LimitError, match=r"out of memory|limit"):  # is no mistake
        value(lines.format("length(Xs, 99999999), sum_list(Xs, V)"))


def test_signs_of_a_mistake() -> None:
    found = program(
        "valu(S, R, 0, V) :- estimate(S, R, V).\n"
        "value(S, R, _, V) :- helper(S, R, V).\n"
        "helper(S, R, V) :- \\+ terminal(S), estimate(S, R, V), X = 1.\n"
        "loose(0). loose(N) :- loose(M), N is M + 1."
    )
    told = [(w.line, w.code, w.mend) for w in found.warnings]
    assert told == [
        (1, "never_used", "did you mean value/4?"),
        (3, "singleton", "if it is not a slip, write _X or _"),
        (4, "never_used", "use it, or remove its rules"),
    ]
    for name in lectures():
        assert not lecture(name).warnings, name


def test_a_call_of_prolog_is_refused_by_name() -> None:
    with pytest.raises(RulesError, match=r"cannot call write/1 of Prolog"):
        program("value(_, _, _, V) :- write(V).")


def test_an_endless_question_is_asked_once() -> None:
    text = "value(S, R, D, V) :- \\+ terminal(S), value(S, R, D, V).\n"
    endless = program(text + "best(S, R, _, M, 0) :- legal(S, R, M).")
    found = compare_program(endless, loaded("hexapawn"), positions=2, seconds=0.3)
    asked = found.by_question()
    assert len(asked["value for white"]) == 1
    assert "value for black" not in asked
    assert "`value` reached a limit, and was not asked again" in found.notes


def test_one_position_and_one_role(tmp_path: Path) -> None:
    file = tmp_path / "mine.pl"
    file.write_text("value(S, R, _, V) :- estimate(S, R, V).", encoding="utf-8")
    words = ["compare", str(file), "hexapawn", "--depth", "1", "--positions", "0"]
    words += ["--after", "move(1,1,1,2); move(2,3,1,2)", "--role", "black", "--json"]
    result = CliRunner().invoke(command, words)
    [item] = json.loads(result.stdout)["items"]
    assert item["question"] == "value for black"
    state = loaded("hexapawn").initial.play("move(1,1,1,2)").play("move(2,3,1,2)")
    told = state.best(role="black", depth=1, method="minimax(sooner=false)")
    assert item["engine"] == f"{told.value:g}"


def test_nothing_follows_the_end() -> None:
    text = "value(S, _, _, 1) :- terminal(S), successor(S, _, _)."
    over = loaded("nim(heaps=[1])").initial.play("take(1, 1)")
    assert program(text).ask("value", over, role="first", depth=1) is None


def test_best_for_a_role_that_does_not_move() -> None:
    found = compare_program(
        lecture("minimax"), loaded("hexapawn"), role="black", positions=3
    )
    assert found.same, found


@pytest.mark.parametrize(
    "goal", ["goal(X, R, V)", "terminal(_)", "successor(X, M, S1)", "legal(_, R, M)"]
)
def test_a_state_has_to_be_named(goal: str) -> None:
    with pytest.raises(
        RulesError, match="line 1 of the search program: a variable has no value yet"
    ):
        value(f"value(S, R, D, V) :- {goal}, V = 1.")


def test_a_length_below_0_is_reported() -> None:
    with pytest.raises(RulesError, match="expected a number of 0 or more, found -1"):
        value("value(_, _, _, 1) :- length(_, -1).")


def test_a_comparison_says_that_cards_are_face_up(tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text("value(S, R, _, V) :- estimate(S, R, V).\n", encoding="utf-8")
    rules = tmp_path / "hidden.pl"
    rules.write_text(HIDDEN, encoding="utf-8")
    words = ["compare", str(file), str(rules), "--positions", "1"]
    result = CliRunner().invoke(command, words)
    assert "has hidden information" in result.stderr
    result = CliRunner().invoke(command, [*words, "--open"])
    assert "all cards face up" in result.stdout


def test_moves_at_once_are_a_list() -> None:
    game = loaded("rock_paper_scissors")
    text = """
value(S, _, _, N) :-
    findall(S1, ( findall(M, ( to_move(S, R), once(legal(S, R, M)) ), Ms),
                  successor(S, Ms, S1) ), Found), length(Found, N).
"""
    found = program(text).ask("value", game.initial, role="ann", depth=1)
    assert found is not None
    assert found.value == 1


def test_a_program_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text("value(S, R, _, V) :- estimate(S, R, V).\n", encoding="utf-8")
    found = read_clauses(file)
    assert found.questions == ("value",)
    assert repr(found) == "<SearchProgram own: value>"
    assert set(lecture("minimax").questions) == {"value", "best"}
    assert QUESTIONS["path"] == "path(S, Path)"
    with pytest.raises(InputError, match="no lecture 'minimx'"):
        lecture("minimx")
    with pytest.raises(InputError, match="no question 'path'"):
        found.ask("path", loaded("hexapawn").initial)


def test_check_reads_a_program_as_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.pl"
    file.write_text("value(S, R, _, V) :- goals(S, R, V).\n", encoding="utf-8")
    result = CliRunner().invoke(command, ["check", str(file)])
    taken, counts = result.stdout.splitlines()
    assert taken.startswith(f"{file}: taken for a search program, because it defines")
    assert (result.exit_code, counts) == (1, "1 file: 1 error, 0 warnings")
    assert "did you mean goal/3?" in result.stderr
    file.write_text("value(S, R, _, V) :- goal(S, R, V).\n", encoding="utf-8")
    assert ps.check(file).diagnostics == ()
    with pytest.raises(ps.InputError, match="is a search program, not a game"):
        ps.load(file)


def test_a_path_is_asked_from_other_nodes_too(tmp_path: Path) -> None:
    file = tmp_path / "only_start.pl"
    file.write_text(
        "path(S, [mail_room, lounge, terrace, laboratory]) :- initial(S).\n",
        encoding="utf-8",
    )
    found = compare_program(read_clauses(file), loaded("delivery_robot"))
    assert found.items[0].agrees
    assert len(found.items) > 3
    assert {item.agrees for item in found.items[1:]} == {False}
    assert not any("note" in item.note for item in found.items)
    right = compare_program(lecture("breadth_first"), loaded("delivery_robot"))
    assert right.same
    assert {item.engine for item in right.items} > {"3 steps"}


@pytest.mark.parametrize(
    ("goal", "said"),
    [("write(V)", "print the answers"), ("assertz(V)", "in an argument"),
     ("bagof(X, V, Xs)", "use findall/3"), ("maplist(a, S)", "of your own")],
)  # fmt: skip
def test_what_to_write_in_place_of_a_builtin(
    tmp_path: Path, goal: str, said: str
) -> None:
    file = tmp_path / "own.pl"
    file.write_text(f"value(S, R, _, V) :- goal(S, R, V), {goal}.\n", encoding="utf-8")
    with pytest.raises(RulesError, match=said):
        read_clauses(file)


def test_compare_tells_how_many_leaves_alphabeta_needs(tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    text = (logic_folder() / "lectures" / "minimax.pl").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    words = ["compare", str(file), "hexapawn", "--positions", "0"]
    told = CliRunner().invoke(command, words).stdout
    assert re.search(
        r"leaves: (\d+) by the program, \d+ by alphabeta, \1 by minimax", told
    )
    assert usual_search(loaded("pig")) is None
    assert usual_search(loaded("delivery_robot")) is None


def test_compare_says_how_to_see_the_first_fault(tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text("value(_, _, _, 7).\nbest(_, _, _, none, 7).\n", encoding="utf-8")
    words = ["compare", str(file), "nim(heaps=[1, 2])", "--positions", "0"]
    told = CliRunner().invoke(command, words).stdout.splitlines()
    assert told[-5] == "to see how the program comes to it:"
    explained = CliRunner().invoke(command, shlex.split(told[-4])[1:])
    assert explained.exit_code == 0, explained.output
    assert "value(s0, first, 1, 7)  [own.pl:1]" in explained.stdout
    assert told[-2] == "to see each step of the program:"
    stepped = CliRunner().invoke(command, shlex.split(told[-1])[1:])
    assert stepped.exit_code == 0, stepped.output
    assert "exit 1: value(s0, first, 1, 7)" in stepped.stdout
    file.write_text("value(S, R, D, V) :- value(S, R, D, V).\n", encoding="utf-8")
    words += ["--depth", "1"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pygame_search.programs.comparison.SECONDS", 0.2)
        told = CliRunner().invoke(command, words).stdout.splitlines()
        patch.setattr("pygame_search.explanation.program_steps.MOST_STEPS", 50)
        words = [*shlex.split(told[-1])[1:], "--json"]
        stepped = CliRunner().invoke(command, words)
    assert "to see how the program comes to it:" not in told
    assert json.loads(stepped.stdout)["stopped"].startswith("these are the first ")


@pytest.mark.parametrize(
    ("call", "name", "clause", "asked"),
    [("delivery_robot", "breadth_first", "path(_, none).",
      "path(S = mail_room, Path = none)"),
     ("nim(heaps=[1, 2])", "minimax",
      "best(S, R, _, none, 9) :- to_move(S, P), P \\= R.\n"
      "best(S, R, D, M, V) :- to_move(S, R), inner(S, R, D, M, V).",
      "best(S = s0, R = second, D = 1, M = none, V = 9)")],
)  # fmt: skip
def test_compare_says_how_to_see_each_step(
    tmp_path: Path, call: str, name: str, clause: str, asked: str
) -> None:
    file = tmp_path / "own.pl"
    text = (logic_folder() / "lectures" / f"{name}.pl").read_text(encoding="utf-8")
    inner = text.replace("best(", "inner(")
    file.write_text(f"{clause}\n{inner}", encoding="utf-8")
    words = ["compare", str(file), call, "--positions", "0"]
    told = CliRunner().invoke(command, words).stdout.splitlines()
    stepped = CliRunner().invoke(command, shlex.split(told[-1])[1:])
    assert stepped.exit_code == 0, stepped.output
    assert f"exit 1: {asked}" in stepped.stdout


# ---- what a program that is compared has to do --------------------------------

MINIMAX = (logic_folder() / "lectures" / "minimax.pl").read_text("utf-8")
SMALL = "hexapawn(columns=2)"


def compared(text: str, game: str = SMALL, **options: Any) -> ProgramComparison:
    options = {"positions": 2, **options}
    return compare_program(program(text), loaded(game), **options)


def test_every_answer_has_to_be_right() -> None:
    assert compared(MINIMAX).same
    text = f"{MINIMAX.replace('value(', 'v(')}\nvalue(S, R, D, V) :- v(S, R, D, V)."
    assert compared(text).same
    wrong = first_wrong(compared(f"{text}\nvalue(_, _, _, 7).").items)
    assert wrong is not None
    assert wrong.note == "it also answers 7"


def test_ends_of_games_are_asked_about() -> None:
    text = MINIMAX.replace("terminal(S), goal(S, R, V).", "terminal(S), V = 1.")
    found = compared(text)
    ends = [i for i in found.items if loaded(SMALL).after(i.after).terminal]
    assert ends
    assert not all(item.agrees for item in ends)


def test_a_program_that_searches_to_the_end_is_told_so() -> None:
    text = """
value(S, R, _, V) :- terminal(S), goal(S, R, V).
value(S, R, D, V) :- \\+ terminal(S), to_move(S, P),
    findall(W, ( legal(S, P, M), successor(S, M, T), value(T, R, D, W) ), Ws),
    ( P = R -> max_list(Ws, V) ; min_list(Ws, V) ).
"""
    found = compared(text)
    assert found.same
    assert any("ignores the depth" in note for note in found.notes)
    assert not compared(text.replace("max_list(Ws, V) ;", "min_list(Ws, V) ;")).same


def test_the_engine_searches_as_the_game_has_it() -> None:
    notes = {
        game: compared(MINIMAX, game, depth=1, positions=0).notes
        for game in (SMALL, "pig", "chinese_checkers")
    }
    methods = {game: " ".join(found) for game, found in notes.items()}
    assert "those of minimax" in methods[SMALL]
    assert "those of expectimax" in methods["pig"]
    assert "those of maxn" in methods["chinese_checkers"]
    assert "those of alphabeta" in " ".join(
        compared(MINIMAX, method="alphabeta", positions=0).notes
    )


@pytest.mark.parametrize(
    ("name", "wanted", "right"),
    [
        ("depth_first", "any", True),
        ("depth_first", "shortest", False),
        ("breadth_first", "shortest", True),
        ("breadth_first", "cheapest", False),
        ("lowest_cost", "cheapest", True),
    ],
)
def test_what_a_path_has_to_be(name: str, wanted: str, right: bool) -> None:
    game = loaded("romania")
    found = compare_program(lecture(name), game, positions=5, wanted=wanted)
    assert found.same == right


def test_proofs_are_held_against_play_to_the_end() -> None:
    text = (logic_folder() / "lectures" / "proof_number.pl").read_text("utf-8")
    found = compared(text)
    assert found.same
    assert {item.engine for item in found.items} == {"proved", "not proved"}
    assert not compared(text.replace("V1 >= V", "V1 > V")).same


@pytest.mark.parametrize(
    ("name", "game", "why"),
    [
        ("montecarlo", SMALL, "plays random games"),
        ("a_star", "river_crossing", "asks for an estimate, h"),
        ("a_star", SMALL, "asks for value or best or proved"),
        ("minimax", "river_crossing", "asks for path"),
    ],
)
def test_what_does_not_fit_is_refused(name: str, game: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        compare_program(lecture(name), loaded(game))


def test_values_that_are_written_down_are_noticed() -> None:
    found = compare_program(
        program("value(_, _, _, 0)."), loaded("tic_tac_toe"), depth=2, positions=0
    )
    assert found.same
    assert "without a look at any goal value" in " ".join(found.remarks)


def test_endless_recursion_names_the_goal() -> None:
    text = """
value(S, R, D, V) :- helper(S, R, D, V).
helper(S, R, D, V) :- D1 is D - 1, value(S, R, D1, W), V is W + 0.
"""
    start = loaded(SMALL).initial
    said = r"(helper|value)/4 calls itself until the memory is used up, as in \w+\("
    with pytest.raises(LimitError, match=said) as found:
        program(text).ask("value", start, role="white", depth=2)
    assert found.value.reason
    assert program(MINIMAX).ask("value", start, role="white", depth=2) is not None


def test_a_program_that_asks_what_is_quiet_needs_a_game_that_says_so() -> None:
    program = lecture("quiescence")
    with pytest.raises(InputError, match="defines no quiet"):
        compare_program(program, loaded("hexapawn(columns=2)"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "game"),
    [("quiescence", "skirmish"), ("expectimax", "pig(target=4)")],
)
def test_a_lecture_is_right_where_it_fits(name: str, game: str) -> None:
    found = compare_program(lecture(name), loaded(game), positions=6, depth=2)
    assert found.same
