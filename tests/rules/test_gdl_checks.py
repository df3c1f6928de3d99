"""The tables of docs/gdl.md on what `check` asks of a rule sheet hold, row by row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_codes import GAMES

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.inspection.game import inspect
from pygame_search.model.rules import examine
from pygame_search.rules.codes import CODES
from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.resources import logic_folder

GAME = GAMES["kif"]

#: For each row, sentences to be added to a sound rule sheet, in which they have one of
#: the faults of the row, or a fault for gdl-validation that is none here.
SHEETS = {
    "parentheses, empty sentences, variables as relations": [
        "(<= terminal (true (control white))",
        "(<= terminal (true (control white))))",
        "(<= terminal ())",
        "(<=)",
        "(<= terminal (?x white))",
        "(<= terminal ?x)",
    ],
    "the number of arguments of a word of GDL, of `not` and `distinct`": [
        "(<= terminal (true control white))",
        "(<= (goal white) (true (control black)))",
        "(role red blue)",
        "(<= (terminal x) (true (control white)))",
        "(<= terminal (not (true (control white)) (true (control black))))",
        "(<= terminal (distinct a b c))",
    ],
    "`true` or `does` as a fact or a head": [
        "(true (control white))",
        "(does white go)",
        "(<= (true (control black)) (true (control white)))",
        "(<= (does white go) (true (control white)))",
    ],
    "`next` in a body": ["(<= terminal (next (control black)))"],
    "a word of GDL as the name of a thing or a function": [
        "(init (control not))",
        "(init (control <=))",
        "(<= (next (true a)) (does white go)) (<= terminal (true (true a)))",
        "(<= (next (at role)) (does white go)) (<= terminal (true (at role)))",
    ],
    "variables in facts, unsafe rules": [
        "(init (control ?x))",
        "(<= (goal ?x 50) (true (control white)))",
        "(<= terminal (not (true (control ?x))))",
        "(<= terminal (true (control ?x)) (distinct ?x ?y))",
    ],
    "negation through recursion, with the circle": [
        "(<= a (not b)) (<= b (not a)) (<= terminal a)",
        "(<= a (not a)) (<= terminal a)",
    ],
    "the recursion restriction": [
        "(number 0) (<= (number (s ?x)) (number ?x)) (<= terminal (number (s 0)))",
    ],
    "`init`, `base`, `input` that need the state; "
    "`legal`, `goal`, `terminal` that need the moves": [
        "(<= (init (control black)) (true (control white)))",
        "(<= (base (control ?p)) (true (control ?p)))",
        "(<= (input ?p go) (does ?p go))",
        "(<= (legal white go) (does black wait))",
        "(<= (goal white 50) (does black wait))",
        "(<= moved (does black go)) (<= terminal moved)",
    ],
    "a name with several numbers of arguments": [
        "(<= (next (control a b)) (does white go)) (<= terminal (true (control a b)))",
        "(p a) (p a b) (<= terminal (p ?x)) (<= terminal (p ?x ?y))",
    ],
    "names that differ in capitals": [
        "(init (Control white)) (<= terminal (true (Control ?x)) (true (control ?x)))",
    ],
    "sentences that nothing defines": ["(<= terminal (nowhere ?x))"],
    "sentences that are never used": ["(forgotten a)"],
    "`role` as the head of a rule": [
        "(player red) (<= (role ?x) (player ?x))",
        "(<= (role ?x) (true (control ?x)))",
    ],
    "`init`, `base`, `input` in a body": [
        "(<= terminal (init (control ?x)) (true (control ?x)))",
        "(base (control white)) (<= terminal (base ?x) (not (true ?x)))",
        "(input white go) (<= terminal (input white go) (true (control black)))",
    ],
    "`not` around `or`, `not` or `distinct`; `or` in `or`; `(or)`": [
        "(<= terminal (not (or (true (control white)) (true (control black)))))",
        "(<= terminal (not (not (true (control black)))))",
        "(<= terminal (true (control ?x)) (not (distinct ?x black)))",
        "(<= terminal (or (true (control white)) (or (true (control black)))))",
        "(<= terminal (or))",
    ],
    "`(p)` for `p`; `(<= p)` for `p`": [
        "(<= (next (done)) (does white go)) (<= terminal (true (done)))",
        "(<= (init (control black)))",
    ],
    "one name for a sentence and a function": [
        "(<= (control ?x) (true (control ?x))) (<= terminal (control black))",
    ],
    "characters beside letters, digits, `_` and `-` in a name": [
        "(<= (next (f+oo! a)) (does white go)) (<= terminal (true (f+oo! ?x)))",
    ],
    "fluents that are never true, moves that are never legal": [
        "(<= terminal (true (nowhere ?x)))",
        "(<= (next (control black)) (does white jump))",
    ],
    "fluents that are never asked": ["(<= (next (forgotten a)) (does white go))"],
    "a number as a fluent": ["(init 3)"],
    "a name that occurs once and is nearly another": [
        "(init (piece knight)) (<= (next (piece knight)) (true (piece knight)))"
        "(worth knigth 3) (<= terminal (true (piece ?k)) (worth ?k 3))",
    ],
    "a name or number that an argument never is": [
        "(init (piece knight)) (<= (next (piece knight)) (true (piece knight)))"
        "(<= terminal (true (piece king)))",
        "(<= (next moved) (does white (go 3))) (<= (legal white (go 2)) (true moved))",
    ],
    "goal values": ["(goal white high)", "(goal white 101)"],
}

#: What is no addition: rules left out or misspelt, and what only running shows.
OTHERS = {"no role, terminal, goal or legal", "by running it: moves, goals, the end"}


def rows() -> dict[str, str]:
    """The rows of both tables."""
    page = (logic_folder().parent / "docs" / "gdl.md").read_text(encoding="utf-8")
    part = page.split("## What `check` asks")[1].split("\n## ")[0]
    found = dict(re.findall(r"^\| (.*) \| (.*) \|$", part, re.MULTILINE))
    return {title: here for title, here in found.items() if here != "here"}


def named(here: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", here)) & set(CODES)


def told(sheet: str) -> set[str]:
    return {fault.code for fault in examine(Rulebook("x", "x", sheet, "kif"))}


def test_each_row_has_its_sheets() -> None:
    assert set(rows()) == set(SHEETS) | OTHERS
    assert told(GAME) == set()


@pytest.mark.parametrize("title", SHEETS)
def test_row(title: str) -> None:
    here = rows()[title]
    codes = [told(f"{GAME}{sentences}\n") for sentences in SHEETS[title]]
    assert named(here) == set().union(*codes)
    if not here.startswith("let pass"):
        assert all(codes)


@pytest.mark.parametrize("word", ["role", "terminal", "goal", "legal"])
def test_a_word_that_is_missing(word: str) -> None:
    lines = GAME.splitlines(keepends=True)
    without = [s for s in lines if not re.match(rf"(\(<= )?\(?{word}\b", s)]
    assert told("".join(without)) == {"missing"}
    assert len(without) < len(lines)


def test_a_word_that_is_nearly_there() -> None:
    assert named(rows()["no role, terminal, goal or legal"]) == {"missing", "misspelt"}
    assert "misspelt" in told(GAME.replace("terminal", "termnal"))
    assert "misspelt" in told(GAME.replace("(legal", "(leagl"))


def test_what_running_shows() -> None:
    codes = named(rows()["by running it: moves, goals, the end"])
    for name in codes:
        code = CODES[name]
        assert code.syntax == "kif"
        found = inspect(ps.load_text(code.wrong, syntax="kif")).findings
        assert name in {finding.code for finding in found}


def test_a_game_of_one_state(tmp_path: Path) -> None:
    file = tmp_path / "once.kif"
    file.write_text(
        "(role r) (init over) (legal r go) (<= terminal (true over)) (goal r 100)",
        encoding="utf-8",
    )
    told = CliRunner().invoke(command, ["check", str(file)]).output
    assert f"{file}: looked at its only state" in told
