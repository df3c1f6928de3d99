"""Lines of a source break between goals, never in a condition or a goal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pygame_search.cli.app import command
from pygame_search.render.broken_lines import broken
from pygame_search.support.resources import logic_folder


def parts(line: str, width: int, **how: bool) -> list[str] | None:
    """The parts of a line as they are printed."""
    found = broken(line, width, **how)
    if found is None:
        return None
    return [" " * indent + line[a:b].rstrip() for a, b, indent in found]


@pytest.mark.parametrize(
    ("line", "width", "expected"),
    [
        ("p :- a, b.", 10, ["p :- a, b."]),
        ("p(X) :- first(X), second(X).", 20, ["p(X) :- first(X),", "    second(X)."]),
        (
            "p(X) :- first(X), second(X).", 15,
            ["p(X) :-", "    first(X),", "    second(X)."],
        ),
        (
            "    ( a, b -> c ; d ),", 14,
            ["    ( a, b", "        -> c", "        ; d ),"],
        ),
        ("    ( a, b -> c ; d ),", 9, None),
        ("    ( ( x, y ; z ) -> c ),", 12, None),
        ("    p(A, B, C, D, E, F),", 12, None),
        ("    'a, b'('c, d, e, f'),", 12, None),
        (
            "    findall(X, ( p(X), q(X) ), Xs),", 23,
            ["    findall(X,", "        ( p(X), q(X) ),", "        Xs),"],
        ),
        ("    a, b.  % why", 12, ["    a, b.", "    % why"]),
        ("% one two three", 9, ["% one two", "  three"]),
        ("%   one two three", 12, ["%   one two", "    three"]),
    ],
)  # fmt: skip
def test_a_clause(line: str, width: int, expected: list[str] | None) -> None:
    assert parts(line, width) == expected


@pytest.mark.parametrize(
    ("line", "words", "expected"),
    [
        ("    f(a, bb, cc)", False, ["    f(a,", "        bb,", "        cc)"]),
        ("    if a and b or c:", False, None),
        ("    a, b, c, d = e, f", False, None),
        ("    a word and one", True, ["    a word", "    and one"]),
    ],
)
def test_a_statement(line: str, words: bool, expected: list[str] | None) -> None:
    assert parts(line, 11, python=True, words=words) == expected


@pytest.mark.parametrize("file", sorted((logic_folder() / "search").glob("*.pl")))
@pytest.mark.parametrize("width", [30, 50, 70])
def test_nothing_is_lost(file: Path, width: int) -> None:
    for line in file.read_text("utf-8").splitlines():
        found = broken(line, width)
        if found is not None:
            shown = "".join(line[a:b].strip() for a, b, _ in found)
            assert shown.replace(" ", "") == line.replace(" ", "")
            assert all(len(one) <= width for one in parts(line, width) or ())


@pytest.mark.parametrize("columns", [60, 79, 99, 100, 120, 149, 150, 200])
@pytest.mark.parametrize("words", [["alphabeta"], ["uct"], ["alphabeta", "--engine"]])
def test_compare_shows_each_line_whole(columns: int, words: list[str]) -> None:
    """Each part of a line ends where a goal ends, at any width of the terminal."""
    env = {"COLUMNS": str(columns), "NO_COLOR": "1"}
    result = CliRunner(env=env).invoke(command, ["compare", *words, "nim"])
    assert result.exit_code == 0, result.output
    folder = "search" if "--engine" in words else "lectures"
    source = (logic_folder() / folder / f"{words[0]}.pl").read_text("utf-8")
    clauses = [line for line in source.splitlines() if re.match(r" {4}\S", line)]
    shown = re.sub(r"\s+", "", result.output)
    if not result.output.startswith("logic/"):  # one above the other
        for line in clauses:
            assert re.sub(r"\s+", "", line) in shown
    beside = " ".join(result.output.split("\n")[:3])
    if columns >= 150 and folder == "lectures":
        assert ".pl" in beside
        assert ".py" in beside
