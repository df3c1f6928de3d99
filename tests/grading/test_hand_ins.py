"""Hand-ins made by single changes: what plays otherwise is found, other names are not.

The table of docs/grading.md is printed by `tests/support/hand_ins.py --table`.
"""

from __future__ import annotations

import re
from pathlib import Path

import hand_ins
import pytest
from games import loaded

import pygame_search as ps
from pygame_search.grading.grade import grade
from pygame_search.grading.in_step import in_step
from pygame_search.support.resources import rules_folder

PAGE = Path(__file__).parents[2] / "docs" / "grading.md"

#: Files whose hand-ins take more than a second to grade.
LONG = ("alphabeta", "chomp", "hexapawn", "minimax")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in LONG else name
        for name in hand_ins.FILES
    ],
)
def test_what_plays_otherwise_is_found(name: str, tmp_path: Path) -> None:
    page = PAGE.read_text("utf-8").splitlines()
    listed = [line for line in page if line.startswith(f"| {name} ")]
    found = hand_ins.sample(name, tmp_path / "hand_in.pl")
    for one in found:
        assert bool(one.truth) == bool(one.found_by), one
        assert (one.points == 100) == (not one.truth), one
    assert [hand_ins.row(one) for one in found] == listed


def test_the_table_is_long_enough() -> None:
    assert sum(number for _, number in hand_ins.FILES.values()) >= 35


@pytest.mark.parametrize(
    "name",
    [
        *(pytest.param(n, marks=pytest.mark.slow) for n in ("hexapawn", "pig")),
        pytest.param("skirmish", marks=pytest.mark.slow),
        "river_crossing",
        "helen_and_stavros",
    ],
)
def test_other_names_and_another_order_are_the_same(name: str) -> None:
    text = (rules_folder() / f"{name}.pl").read_text("utf-8")
    changed = hand_ins.renamed(hand_ins.reordered(text))
    assert "my_" in changed
    hand_in = ps.load_text(changed, name="hand_in")
    found = in_step(hand_in, loaded(name), positions=100, games=16, seconds=3)
    assert found.same, found.differences
    assert found.names


def test_a_search_with_other_names_is_the_same(tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text(hand_ins.renamed(hand_ins.path_of("alphabeta").read_text("utf-8")))
    assert grade(file, "hexapawn(columns=2)", positions=2, effort="alphabeta").same


def test_a_name_that_both_have_stands_for_itself() -> None:
    """A hand-in whose `rock` is what others call `paper` is wrong."""
    text = (rules_folder() / "rock_paper_scissors.pl").read_text()
    swapped = re.sub(r"rock|paper", lambda m: {"rock": "paper"}.get(m[0], "rock"), text)
    hand_in = ps.load_text(swapped, name="hand_in")
    assert "goals" in in_step(hand_in, loaded("rock_paper_scissors")).differences


def test_effort_is_noted_and_graded_if_asked_for(tmp_path: Path) -> None:
    file = hand_ins.path_of("minimax")
    game = "hexapawn(columns=2)"
    plain = grade(file, game, positions=1)
    assert plain.same
    assert "the program cuts nothing off" in plain.notes[0]
    [*_, effort] = grade(file, game, positions=1, effort="alphabeta").items
    assert (effort.name, effort.points) == ("effort", 0)
    alphabeta = hand_ins.path_of("alphabeta")
    found = grade(alphabeta, game, positions=1, effort="alphabeta")
    assert found.same
    assert "cuts nothing off" not in found.notes[0]
    own = tmp_path / "own.pl"
    own.write_text(hand_ins.path_of("breadth_first").read_text("utf-8"))
    [_, effort] = grade(own, "delivery_robot", effort="a_star").items
    assert effort.points in range(1, 100)
    with pytest.raises(ps.InputError, match="expected a search that defines path"):
        grade(own, "delivery_robot", effort="minimax")


def test_a_question_without_an_answer_counts_if_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text("value(S, R, _, V) :- estimate(S, R, V).\n", encoding="utf-8")
    game = "hexapawn(columns=2)"
    assert "best(S, R, D, M, V) is not defined" in " ".join(grade(file, game).notes)
    best = grade(file, game, questions=["best"]).items[-1]
    assert (best.name, best.points) == ("best", 0)
    with pytest.raises(ps.InputError, match="expected one of value, best"):
        grade(file, game, questions=["path"])


def test_another_game_has_hardly_a_point() -> None:
    rules = rules_folder()
    for name, other in (
        ("nim", "hexapawn"), ("tic_tac_toe", "hexapawn"), ("nim", "chomp"),
        ("coins_in_a_row", "hexapawn"),
    ):  # fmt: skip
        found = grade(rules / f"{name}.pl", other)
        assert found.points <= 2, name
        assert not found.same


def test_hints_of_check_are_shown(tmp_path: Path) -> None:
    text = (rules_folder() / "nim.pl").read_text("utf-8")
    text = text.replace("[3, 4, 5]", "[1, 2]")
    file = tmp_path / "own.pl"
    file.write_text(text.replace("touched(I) :- does(_, take(I, _))",
                                 "touched(I) :- does(_, take(I, K))"))  # fmt: skip
    found = grade(file, "nim(heaps=[1, 2])")
    assert found.same
    assert "the variable K occurs only once" in str(found)
    file.write_text(text.replace("terminal :- \\+ stones", "terminal :- true(endd)"))
    graded = grade(file, "nim(heaps=[1, 2])")
    assert "no rule of init or next gives endd/0" in str(graded)


def test_hand_in_and_reference_exchanged() -> None:
    search = hand_ins.path_of("minimax")
    with pytest.raises(ps.InputError, match=r"is a search program: .*; exchange"):
        grade(hand_ins.path_of("nim"), str(search))
