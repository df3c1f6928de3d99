"""Exercises: gaps in the lectures' searches, and what fills them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from games import loaded

from pygame_search.cli.app import command
from pygame_search.programs.exercise import exercise, exercise_in, solution
from pygame_search.programs.program import (
    SearchProgram,
    lecture_text,
    lectures,
    read_clauses,
    start,
)
from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.errors import InputError, RulesError

LINES = re.compile(r"^% (gap \d+ of|end of gap|An exercise|for; the lines).*\n", re.M)


def most(name: str) -> int:
    """How many gaps an exercise can have."""
    with pytest.raises(InputError, match=r"expected 1 to \d+ gaps") as caught:
        exercise(name, 1_000)
    return int(re.findall(r"\d+", str(caught.value))[1])


def program(text: str) -> SearchProgram:
    return SearchProgram(Rulebook("mine", "mine.pl", text))


def squeezed(text: str) -> str:
    return "".join(text.split())


def clauses(text: str) -> str:
    return "\n".join(line for line in LINES.sub("", text).splitlines() if line)


@pytest.mark.parametrize("name", lectures())
def test_an_exercise_with_any_number_of_gaps(name: str) -> None:
    text = lecture_text(name)
    for gaps in range(1, most(name) + 1):
        made = exercise(name, gaps)
        assert exercise_in(made.text) == made
        assert {number for number, _ in made.places} == {*range(1, gaps + 1)}
        assert all(made.open(gap) for gap in range(1, gaps + 1))
        opened = program(made.text)
        assert opened.open
        assert {fault.code for fault in opened.warnings} == {"open_gap"}
        solved = solution(made)
        assert not any(solved.open(gap) for gap in range(1, gaps + 1))
        assert clauses(solved.text) == clauses(text)
        assert program(made.with_gaps(solved, range(1, gaps + 1))).warnings == ()


@pytest.mark.parametrize("name", lectures())
def test_no_solution_stands_in_an_exercise(name: str) -> None:
    for gaps in (None, most(name)):
        made = exercise(name, gaps)
        solved = solution(made).text.partition("\n\n")[2]
        taken = re.findall(r"% gap.*\n((?:.*\n)*?)% end of gap", solved)
        assert len(taken) == len(made.places)
        for clause in "".join(taken).split(".\n")[:-1]:
            assert squeezed(clause) not in squeezed(made.text), clause
            body = squeezed(clause).partition(":-")[2]
            assert f":-{body}." not in squeezed(made.text), clause


def test_the_gaps_are_in_order() -> None:
    """A base case, the recursive step, the cut-off; what is alike is one gap."""
    kinds = re.findall(
        r"% gap (\d) of 4 in alphabeta: (.*)", exercise("alphabeta").text
    )
    assert sorted(kinds) == [
        ("1", "a base case"), ("2", "the recursive step"), ("3", "a test"),
        ("4", "with a cut"),
    ]  # fmt: skip
    assert "good_enough(max, V, _, B) :- gap(3)." in exercise("alphabeta").text
    assert exercise("minimax").text.count("gap(3).") == 2
    assert exercise("minimax", 1).gaps == 1
    assert "gap(1)" in exercise("minimax", 1).text.partition("value(S, R, 0")[0]


def test_an_open_gap_is_told_with_its_line() -> None:
    found = exercise("minimax")
    with pytest.raises(RulesError, match=r"line 12 of the .* gap 1 is still open"):
        program(found.text).ask(
            "value", loaded("hexapawn").initial, role="white", depth=1
        )
    filled = found.text.replace("gap(1)", "fail")
    with pytest.raises(RulesError, match=r"line 20 of the .* gap 2 is still open"):
        program(filled).ask("value", loaded("hexapawn").initial, role="white", depth=1)


def test_the_lines_keep_their_numbers() -> None:
    made = exercise("breadth_first")
    text = made.text.replace("Found) :- gap(2).", "Found) :-\n\n  % mine\n  fail.")
    mine = replace(made, text=text)
    other = mine.with_gaps(solution(made), {1})
    assert other.splitlines()[-4:] == text.splitlines()[-4:]
    assert len(other.splitlines()) == len(text.splitlines())
    filled = program(mine.with_gaps(solution(made), {1, 2}))
    told = filled.ask("path", start(loaded("delivery_robot")))
    assert told is not None
    assert len(told.states) == 4


def test_without_its_lines_it_is_no_exercise() -> None:
    text = exercise("minimax").text
    assert exercise_in(text) is not None
    assert exercise_in(LINES.sub("", text)) is None
    assert exercise_in(text.replace("% end of gap 2\n", "")) is None
    assert exercise_in("value(S, R, _, V) :- goal(S, R, V).\n") is None
    other = exercise_in(text.replace("in minimax", "in breadth_first"))
    assert other is not None
    with pytest.raises(InputError, match="its gaps are not those of breadth_first"):
        solution(other)


def test_a_search_of_ones_own_may_define_gap() -> None:
    text = "value(S, R, _, V) :- gap(V), role(R), goal(S, R, _).\ngap(1).\n"
    assert not program(text).open


@pytest.mark.parametrize(("name", "steps"), [("minimax", 3), ("a_star", 3), ("uct", 1)])
def test_new_writes_it(
    name: str, steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["new", "mine", "--lecture", name, "--gaps", "2", "--json"]
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert (told["file"], told["lecture"], len(told["next"])) == (
        "mine.pl", name, steps,
    )  # fmt: skip
    assert Path("mine.pl").read_text(encoding="utf-8") == exercise(name, 2).text
    assert read_clauses("mine.pl").open
    checked = CliRunner().invoke(command, ["check", "mine.pl"])
    assert checked.exit_code == 0
    assert "warning: gap 1 is still open" in checked.output


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--gaps", "2"], "--gaps has no effect without --lecture"),
        (["--lecture", "minimax", "--kind", "graph"], "no effect with --lecture"),
        (["--lecture", "minimax", "--gaps", "9"], "expected 1 to 5 gaps in minimax"),
        (["--lecture", "minimx"], "'minimx' is not one of"),
    ],
)
def test_what_new_refuses(
    words: list[str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(command, ["new", "mine", *words])
    assert result.exit_code == 2
    assert expected in result.stderr
    assert not [*tmp_path.iterdir()]
