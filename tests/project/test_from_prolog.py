"""The page from Prolog to rule files: `check` says of each row what the page says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import pygame_search as ps

PAGE = Path(__file__).parents[2] / "docs" / "from-prolog.md"
TEXT = PAGE.read_text("utf-8")
[BASE] = re.findall(r"```prolog file=marks.pl\n(.*?)```", TEXT, re.DOTALL)
CODE = re.compile(r"`([^`]+)`")

#: Warnings about what a row does not do with its relation.
IDLE = {"clause_twice", "never_used", "never_asked"}


@dataclass(frozen=True, slots=True)
class Row:
    """A row: clauses of Prolog, the code of `check`, and clauses of a rule file."""

    prolog: str
    code: str
    here: str


def rows() -> list[Row]:
    found = []
    for line in TEXT.splitlines():
        if line.startswith("| `"):
            cells = re.split(r"(?<!\\)\|", line)[1:-1]
            texts = (cell.replace("\\|", "|").strip() for cell in cells)
            prolog, code, here, why = texts
            assert why
            found.append(Row(prolog.strip("`"), code.strip("`"), here))
    return found


ROWS = rows()


def codes(clauses: str) -> set[str]:
    """Return the codes that `check` gives for clauses added to the game of the page."""
    report = ps.check_text(f"{BASE}{clauses}\n", static=True)
    return {fault.code for fault in report.diagnostics} - IDLE


def test_the_game_of_the_page_has_no_faults() -> None:
    assert not ps.check_text(BASE).diagnostics


def test_the_page_has_rows_of_all_kinds() -> None:
    assert len(ROWS) > 30
    assert {row.here for row in ROWS} >= {"the same", "leave it out"}
    for row in ROWS:
        assert (row.here == "the same") == (row.code == ""), row


@pytest.mark.parametrize("row", ROWS, ids=[row.prolog[:40] for row in ROWS])
def test_check_says_of_the_clauses_of_prolog_what_the_row_says(row: Row) -> None:
    found = codes(row.prolog)
    assert row.code in found if row.code else not found


@pytest.mark.parametrize(
    "row", [row for row in ROWS if CODE.fullmatch(row.here)],
    ids=[row.here[:40] for row in ROWS if CODE.fullmatch(row.here)],
)  # fmt: skip
def test_the_clauses_of_a_rule_file_have_no_faults(row: Row) -> None:
    assert codes(row.here.strip("`")) == set()


def row(beginning: str) -> str:
    """Return the clauses of the rule file in the row that begins so."""
    [found] = [row for row in ROWS if row.prolog.startswith(beginning)]
    return found.prolog if found.here == "the same" else found.here.strip("`")


@pytest.mark.parametrize(
    ("beginning", "question", "answers"),
    [
        ("after(S, T) :- square(S), T = S", "after(S, T)", ["1 2", "2 3"]),
        ("half(", "half(S, H)", ["1 0", "2 1", "3 1"]),
        ("opens(", "opens(M)", ["mark(1)", "mark(2)", "mark(3)"]),
        ("first(", "first(S)", ["1"]),
        ("shown(", "shown(S, V)", ["1 open", "2 open", "3 open"]),
        ("edge(", "edge(S)", ["1", "3"]),
        ("idle(", "idle(P)", ["o"]),
        ("late(", "late(S)", ["2", "3"]),
        ("taken(", "taken(P, N)", ["x 0", "o 0"]),
        ("full", "\\+ full", [""]),
        ("last(", "last(M)", ["3"]),
        ("way(", "way(1, T)", ["2", "3"]),
        ("steps(", "steps(N)", [str(number) for number in range(10)]),
        ("word(", "word(W)", ["[a, b]"]),
    ],
)
def test_the_clauses_of_a_rule_file_have_these_answers(
    beginning: str, question: str, answers: list[str]
) -> None:
    game = ps.load_text(f"{BASE}{row(beginning)}\n")
    asked = game.initial.ask(question)
    found = [" ".join(answer.values()) for answer in asked.answers]
    assert sorted(found) == sorted(answers)
