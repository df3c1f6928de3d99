"""The student's copy: nothing in it gives an exercise away, and it works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import course
import pytest

from pygame_search.programs.exercise import exercise, solution
from pygame_search.programs.program import lecture_text, lectures

ROOT = Path(__file__).parents[2]


def made(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "tests/support/course.py"), str(folder), *words],
        capture_output=True, text=True,
    )  # fmt: skip


def taken_out(name: str) -> list[str]:
    """The bodies of two goals and more that an exercise lacks, found by their text."""
    one = exercise(name)
    left = set(map(course.squeezed, one.text.split(".\n")))
    found = []
    for clause in solution(one).text.split(".\n"):
        whole = re.sub(r"^%.*\n", "", clause, flags=re.MULTILINE)
        body = course.squeezed(whole).partition(":-")[2]
        if body.count("(") > 1 and course.squeezed(clause) not in left:
            found.append(body)
    return found


def said(copy: Path, *words: str) -> tuple[int, str]:
    """What a command of the copy says, and its exit status."""
    done = subprocess.run(
        [sys.executable, "-m", "pygame_search", *words],
        cwd=copy, env=os.environ | {"PYTHONPATH": str(copy)},
        capture_output=True, text=True,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy without the solution of any lecture."""
    folder = tmp_path_factory.mktemp("course") / "copy"
    done = made(folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_no_solution_is_in_the_copy(copy: Path) -> None:
    bodies = [body for name in lectures() for body in taken_out(name)]
    assert len(bodies) >= 2 * len(lectures())
    functions = [body for name in lectures() for body in course.function_bodies(name)]
    files = [file for file in copy.rglob("*") if file.is_file()]
    assert len(files) > 500
    for file in files:
        text = course.squeezed(file.read_text(encoding="utf-8", errors="replace"))
        for body in bodies + functions:
            assert body not in text, (file, body)
    names = {file.relative_to(copy).parts[0] for file in files}
    assert not names & {".git", "tests", "benchmarks", ".ci", ".venv"}
    assert not [file for file in files if file.suffix in (".qlf", ".pyc")]


@pytest.mark.slow
def test_the_copy_works(copy: Path, tmp_path: Path) -> None:
    for words in (
        ["check", "hexapawn"],
        ["best", "hexapawn", "--depth", "2"],
        ["new", "mine", "--lecture", "minimax"],
        ["check", "mine.pl"],
        ["new", "way", "--kind", "path-search"],
        ["compare", "way.pl", "delivery_robot"],
        ["grade", "way.pl", "delivery_robot"],
    ):
        status, text = said(copy, *words)
        assert status == 0, text
    status, text = said(copy, "grade", "mine.pl", "hexapawn", "--positions", "1")
    assert status == 1
    assert "graded as a whole: the clauses for its gaps are not in this copy" in text
    status, text = said(copy, "compare", "mine.pl", "hexapawn", "--positions", "1")
    assert status == 1
    assert "gap 1 is still open" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["compare", "minimax", "hexapawn"], "the search minimax is not in this copy"),
        (["compare", "a_star", "delivery_robot"], "a_star is not in this copy"),
        (["new", "other", "--kind", "search"], "--kind search is not in this copy"),
        (["new", "other", "--lecture", "minimax", "--gaps", "1"], "with 3 gaps"),
    ],
)
def test_what_is_not_in_the_copy_is_said(
    words: list[str], expected: str, copy: Path
) -> None:
    status, text = said(copy, *words)
    assert status == 2
    assert text.startswith("error: ")
    assert expected in text
    assert text.count("\n") == 1


@pytest.mark.slow
def test_what_a_student_fills_in_is_the_lecture(tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    done = made(folder, "--lecture", "a_star", "--gaps", "1")
    assert done.stdout.splitlines()[1:] == ["  a_star         1"]
    clauses = folder / "logic/lectures/a_star.pl"
    text = clauses.read_text(encoding="utf-8")
    assert "gap(1)" in text
    clauses.write_text(text.replace("gap(1)", "goal(S)"), encoding="utf-8")
    status, text = said(folder, "compare", "a_star", "delivery_robot")
    assert (status, text) == (
        2,
        "error: path of a_star is not in this copy: write it in "
        "pygame_search/lectures/a_star.py\n",
    )
    twin = "pygame_search/lectures/a_star.py"
    (folder / twin).write_text((ROOT / twin).read_text("utf-8"), encoding="utf-8")
    status, text = said(folder, "compare", "a_star", "delivery_robot")
    assert status == 0
    assert "the three agree" in text


def test_the_same_clauses_are_gaps_in_other_lectures() -> None:
    chosen, out = course.exercises(["minimax"])
    assert chosen["minimax"].gaps == 3
    assert len(chosen) > 1
    for name in lectures():
        text = chosen[name].text if name in chosen else lecture_text(name)
        assert not course.has(text, out), name


def test_a_folder_that_exists_is_refused(tmp_path: Path) -> None:
    done = made(tmp_path)
    assert done.returncode == 2
    assert "already exists; expected a new folder" in done.stderr
    assert made(tmp_path / "copy", "--gaps", "99").returncode == 2
    assert not [*tmp_path.iterdir()]
