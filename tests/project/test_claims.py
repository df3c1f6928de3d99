"""The claims of the lectures in `docs/lectures.md`, tried by their commands."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL

import forked
import pytest
from click.testing import CliRunner
from forms import rows
from studio_links import LINK

import pygame_search as ps
from pygame_search.cli.app import command

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "lectures.md"

#: A cell in code type.
CODE = re.compile(r"`([^`]+)`")

#: The names of what has no rule file.
MISSING = re.compile(r"about ([^.]*?), which have\s+no\s+rule\s+file\s+here")

#: What the last column may begin with.
VERDICTS = ("yes", "partly", "no", "not here")


@dataclass(frozen=True, slots=True)
class Claim:
    """A row of the tables: what a lecture says, and how it is tried."""

    text: str
    command: str
    excerpts: tuple[str, ...]
    verdict: str


def claims() -> list[Claim]:
    rows = [
        [cell.strip() for cell in re.split(r"(?<= )\|(?= )", line.strip("|"))]
        for line in LINK.sub(r"\g<text>", PAGE.read_text(encoding="utf-8")).splitlines()
        if line.startswith("| ") and not line.startswith("| claim ")
    ]
    return [
        Claim(
            text, command.strip("`"), tuple(CODE.findall(output)), verdict.strip("| ")
        )
        for text, command, output, verdict in (row for row in rows if len(row) == 4)
    ]


def test_the_table_of_the_searches() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, number, lines, python, _ in rows():
        assert f"| `{name}` | {number} | {lines} | {python} |" in page


def collapsed(text: str) -> str:
    return " ".join(text.split())


def test_each_claim_has_a_verdict() -> None:
    assert len(claims()) >= 80
    for claim in claims():
        assert claim.verdict.startswith(VERDICTS), claim.text
        assert bool(claim.command) == bool(claim.excerpts), claim.text
        assert claim.command or claim.verdict.startswith("not here"), claim.text


@pytest.mark.parametrize(
    "claim", [c for c in claims() if c.command], ids=lambda c: c.command
)
def test_claim(claim: Claim) -> None:
    words = shlex.split(claim.command)
    if words[0] == "pygame-search":
        env = {"COLUMNS": "100", "NO_COLOR": "1"}
        result = CliRunner(env=env).invoke(command, words[1:])
        assert result.exit_code == 0, result.stderr
        printed = collapsed(result.stdout)
    else:
        assert words[0] == "python"
        done = forked.run(
            words[1:], cwd=ROOT, encoding="utf-8", stdin=DEVNULL, timeout=120
        )
        assert done.returncode == 0, done.stderr
        printed = collapsed(done.stdout)
    for excerpt in claim.excerpts:
        assert collapsed(excerpt) in printed


def test_the_table_of_the_types_of_games() -> None:
    """Each game stands where its rules put it, and all others in the first place."""
    table = re.findall(
        r"^\| ((?:im)?perfect information) \| (.*) \| (.*) \|$",
        PAGE.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    places = {
        name: (information == "imperfect information", chance)
        for information, *cells in table
        for chance, cell in zip((False, True), cells, strict=True)
        for name in CODE.findall(cell)
    }
    assert len({*places.values()}) == 4
    for file in (ROOT / "rules").glob("*.pl"):
        game = ps.load(file.stem)
        place = game.hidden, game.chance is not None
        assert places.get(file.stem, (False, False)) == place, file.stem


def test_games_that_are_named_as_missing_are_missing() -> None:
    found = MISSING.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    names = re.split(r",\s+|\s+and\s+", found[1])
    assert len(names) > 1
    there = {file.stem for file in (ROOT / "rules").glob("*.pl")}
    assert not there & {name.lower().replace(" ", "_") for name in names}
