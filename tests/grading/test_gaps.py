"""The gaps of an exercise are graded one by one."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from pygame_search.cli.app import command
from pygame_search.grading.grade import Grade, grade
from pygame_search.programs.exercise import Exercise, exercise, solution
from pygame_search.programs.program import lectures
from pygame_search.support.errors import InputError

BASE = "value(S, R, _, V) :- gap(1)."
STEP = "best(S, R, D, M, V) :- gap(2)."
HIGH, LOW = (f"{name}(Choices, V, M) :- gap(3)." for name in ("highest", "lowest"))

RIGHT = {
    BASE: "value(S, R, _, V) :- terminal(S), goal(S, R, V).",
    STEP: "best(S, R, D, M, V) :-\n    D1 is D - 1, to_move(S, P),\n"
    "    findall(W-N, ( legal(S, P, N), successor(S, N, T), value(T, R, D1, W) ), Cs),"
    "\n    ( P == R -> highest(Cs, V, M) ; lowest(Cs, V, M) ).",
    HIGH: "highest(Choices, V, M) :- keysort(Choices, Cs), last(Cs, V-M).",
    LOW: "lowest(Choices, V, M) :- keysort(Choices, [V-M|_]).",
}
#: Right only beside each other: the pairs are M-V.
TURNED = {
    BASE: RIGHT[BASE],
    STEP: RIGHT[STEP].replace("W-N", "N-W"),
    HIGH: "highest(Cs, V, M) :- turned(Cs, Ds), keysort(Ds, Es), last(Es, V-M).\n"
    "turned(Cs, Ds) :- findall(V-M, member(M-V, Cs), Ds).",
    LOW: "lowest(Cs, V, M) :- turned(Cs, Ds), keysort(Ds, [V-M|_]).",
}


def graded(folder: Path, filled: dict[str, str], **options: object) -> Grade:
    text = exercise("minimax").text
    for gap, own in filled.items():
        assert gap in text
        text = text.replace(gap, own)
    file = folder / "mine.pl"
    file.write_text(text, encoding="utf-8")
    settings = {"depth": 2, "positions": 1} | options
    return grade(file, "hexapawn", **settings)  # type: ignore[arg-type]


def points(found: Grade) -> list[int | None]:
    return [item.points for item in found.items]


def test_one_gap_is_filled(tmp_path: Path) -> None:
    found = graded(tmp_path, {BASE: RIGHT[BASE]})
    assert points(found) == [100, 0, 0]
    assert [item.name for item in found.items] == ["gap 1", "gap 2", "gap 3"]
    assert [item.difference for item in found.items] == [
        "", "it is still open (line 20)", "it is still open (line 28)",
    ]  # fmt: skip
    assert found.verdict == "different"


def test_all_gaps_are_filled(tmp_path: Path) -> None:
    found = graded(tmp_path, RIGHT)
    assert (points(found), found.verdict) == ([100, 100, 100], "same")


def test_a_gap_is_filled_wrongly(tmp_path: Path) -> None:
    wrong = {STEP: RIGHT[STEP].replace("P == R", "P = P")}
    found = graded(tmp_path, RIGHT | wrong)
    first, second, third = found.items
    assert (first.points, third.points) == (100, 100)
    assert 0 < (second.points or 0) < 100
    assert "depth 2 the hand-in says 0, the engine -1" in second.difference


def test_a_fault_in_one_gap_leaves_the_others(tmp_path: Path) -> None:
    found = graded(tmp_path, RIGHT | {STEP: "best(S, R, D, M, V) :- to_move(S P)."})
    assert points(found) == [100, 0, 100]
    assert found.items[1].difference.startswith("line 20: syntax error")


def test_gaps_that_fit_each_other_are_right(tmp_path: Path) -> None:
    found = graded(tmp_path, TURNED)
    assert (points(found), found.verdict) == ([100, 100, 100], "same")


def test_gaps_that_do_not_fit_each_other(tmp_path: Path) -> None:
    """Each is right alone; together two clauses of `mine` stand in the way."""
    own = {
        HIGH: "highest(Cs, V, M) :- mine(Cs, V, M).\n"
        "mine(Cs, V, M) :- keysort(Cs, Ds), last(Ds, V-M).",
        BASE: "value(S, R, _, V) :- mine(S, R, V).\n"
        "mine(S, R, V) :- terminal(S), goal(S, R, V).",
    }
    found = graded(tmp_path, RIGHT | own)
    *alone, together = found.items
    assert [item.points for item in alone] == [100, 100, 100]
    assert (together.name, together.points) == ("all gaps", 0)
    assert together.difference
    assert found.points == 75


def test_without_cut_offs_there_are_fewer_points(tmp_path: Path) -> None:
    made = exercise("alphabeta")
    text = made.with_gaps(solution(made), {1, 2, 4}).replace("gap(3)", "fail")
    file = tmp_path / "mine.pl"
    file.write_text(text, encoding="utf-8")
    found = grade(file, "hexapawn", depth=3, positions=1)
    assert points(found)[:2] == [100, 100]
    assert 0 < (found.items[2].points or 0) < 100
    assert found.items[2].difference.startswith("leaves: ")


def test_paths_are_as_short_as_the_lectures(tmp_path: Path) -> None:
    made = exercise("breadth_first")
    own = solution(made).text.replace("(Frontier, Longer", "(Longer, Frontier")
    file = tmp_path / "mine.pl"
    file.write_text(own, encoding="utf-8")
    found = grade(file, "water_jugs", positions=4)
    assert points(found)[0] == 100
    assert (points(found)[1] or 0) < 100
    assert "more than the cheapest" in found.items[1].difference


def test_a_gap_on_which_nothing_depends(tmp_path: Path) -> None:
    """Hexapawn has no chance, so the mean of chance makes no difference."""
    made = exercise("expectimax", 6)
    file = tmp_path / "mine.pl"
    file.write_text(solution(made).text.replace("Sum rdiv N", "0"), encoding="utf-8")
    found = grade(file, "hexapawn", depth=1, positions=1)
    assert points(found).count(None) == 1
    assert (found.points, found.verdict) == (100, "not fully compared")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name == "quiescence" else name
        for name in sorted({*lectures()} - {"montecarlo", "uct", "belief", "pimc"})
    ],
)
def test_each_solution_has_all_points(name: str, tmp_path: Path) -> None:
    made = exercise(name)
    file = tmp_path / "mine.pl"
    file.write_text(solution(made).text, encoding="utf-8")
    game, depth = "hexapawn", 2 if "path(S, Path)" not in made.text else None
    if "path(S, Path)" in made.text:
        game = "delivery_robot"
    elif name == "quiescence":  # hexapawn does not say what is quiet
        game, depth = "skirmish", 1
    found = grade(file, game, depth=depth, positions=1)
    assert found.points == 100
    assert found.same


def test_what_is_refused(tmp_path: Path) -> None:
    for option in ({"effort": "alphabeta"}, {"questions": ["best"]}):
        with pytest.raises(InputError, match="for an exercise: its gaps are held"):
            graded(tmp_path, {}, **option)
    file = tmp_path / "games.pl"
    file.write_text(exercise("uct").text, encoding="utf-8")
    with pytest.raises(InputError, match="plays random games"):
        grade(file, "hexapawn")


@pytest.mark.slow
def test_a_class(tmp_path: Path) -> None:
    graded(tmp_path, RIGHT)
    (tmp_path / "open.pl").write_text(exercise("minimax").text, encoding="utf-8")
    words = ["grade", "--batch", str(tmp_path), "hexapawn", "--depth", "1"]
    rows = [*csv.DictReader(io.StringIO(CliRunner().invoke(command, words).stdout))]
    assert [(row["file"], row["points"], row["gap 2"]) for row in rows] == [
        ("mine.pl", "100", "100"), ("open.pl", "0", "0"),
    ]  # fmt: skip


def test_a_fault_in_a_gap_shows_nothing_of_the_others(tmp_path: Path) -> None:
    made = exercise("minimax")
    text = solution(made).text
    inside = Exercise(text, "minimax", made.gaps)
    [line, *_] = sorted(inside.lines(2))
    broken = text.splitlines()
    broken[line - 1] = broken[line - 1].replace(")", "", 1)
    file = tmp_path / "mine.pl"
    file.write_text("\n".join(broken) + "\n", encoding="utf-8")
    found = {item.name: item for item in grade(file, "hexapawn", depth=1).items}
    assert found["gap 2"].points == 0
    assert "\n" not in found["gap 2"].difference
    assert ":-" not in found["gap 2"].difference
