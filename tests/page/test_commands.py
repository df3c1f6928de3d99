"""Commands that write a page: `--format html`, and what it excludes."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pages import page_data

import pygame_search as ps
from pygame_search.cli.app import command

NIM = "nim(heaps=[1, 2])"


def run(*words: str) -> Result:
    """Run a command that writes a page."""
    return CliRunner().invoke(command, [*words, "--format", "html"])


def data(written: Result) -> dict[str, Any]:
    """Return the data of a page."""
    return page_data(written.stdout)


def test_the_best_move_with_its_search() -> None:
    """The search is that of the answer, not another one."""
    found = data(run("best", NIM, "--method", "alphabeta(depth=3)"))
    tree = ps.load(NIM).initial.tree(method="alphabeta(depth=3)")
    assert (found["kind"], found["role"]) == ("search", 0)
    assert len(found["events"]) == len(tree.events)
    assert found["method"]["text"] == "alphabeta(depth=3)"


def test_a_path_with_its_search() -> None:
    """With its method and what it prunes."""
    how = "--method", "astar", "--prune", "cycles"
    found = data(run("path", "delivery_robot", *how))
    assert (found["kind"], found["role"]) == ("search", None)
    assert found["method"]["text"] == "a_star(prune=cycles)"


def test_why_a_move_is_best_with_its_search() -> None:
    """The reasons are those of the text, and the search is the one that gave them."""
    how = "best", "hexapawn", "--method", "alphabeta(depth=3)", "--why"
    found = data(run(*how))
    told = CliRunner().invoke(command, how).stdout
    above = found["above"]
    assert [above["title"], *"".join(above["parts"]).splitlines()] == [
        line for i, line in enumerate(told.splitlines()) if i != 1
    ]
    assert "35 nodes" in told
    entered = found["kinds"].index("enter")
    assert sum(event[0] == entered for event in found["events"]) == 35


def test_reasons_can_be_recorded(tmp_path: Path) -> None:
    """`tree --from` draws the search that gave them."""
    file = str(tmp_path / "search.json")
    how = "best", NIM, "--depth", "2", "--why"
    plain = CliRunner().invoke(command, how).stdout
    assert CliRunner().invoke(command, [*how, "--record", file]).stdout == plain
    drawn = CliRunner().invoke(command, ["tree", "--from", file]).stdout
    assert drawn.startswith("max ")


def test_why_a_path_is_one_with_its_search() -> None:
    """And why there is none."""
    found = data(run("path", "delivery_robot", "--method", "a_star", "--why"))
    assert found["above"]["title"] == "Why this is a path"
    [reasons] = found["above"]["parts"]
    assert "That is a goal, after 3 steps, at a cost of 16." in reasons
    none = data(run("path", "romania", "--limit", "1", "--why"))
    assert none["above"]["title"] == "Why there is no path"


def test_no_path_has_its_search_too() -> None:
    """The exit status says that there is none."""
    written = run("path", "romania", "--limit", "1")
    assert written.exit_code == 1
    assert data(written)["kind"] == "search"


@pytest.mark.parametrize(
    "words",
    [
        "best nim --method advice --why", "best nim --by-depth", "best nim --json",
        "best nim --all-best", "best nim --method random", "path romania --all",
        "path romania --table",
        "path romania --json", "explain nim true(X) --json",
        "explain nim true(X) --all", "tree nim --json", "quiz nim --json",
        "quiz nim --gift q.txt",
    ],
)  # fmt: skip
def test_what_has_no_page_is_refused(words: str) -> None:
    """Rather than left out."""
    refused = run(*words.split())
    assert (refused.exit_code, refused.stdout.count("<html")) == (2, 0)


def test_why_a_goal_does_not_hold() -> None:
    """The exit status is that of the text."""
    written = run("explain", NIM, "terminal")
    assert (written.exit_code, data(written)["kind"]) == (1, "proof")


def test_a_quiz_with_its_answers() -> None:
    """Asked by the page, not now."""
    written = run("quiz", NIM, "--seed", "1", "--questions", "2", "--exam")
    assert written.exit_code == 0
    found = data(written)
    assert (found["kind"], found["exam"], len(found["questions"])) == ("quiz", True, 2)
    for question in found["questions"]:
        assert not question["choices"] or question["answers"][0] in question["choices"]
