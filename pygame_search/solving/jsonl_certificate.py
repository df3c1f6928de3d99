"""Strategy files, for weak solutions: text, a state a line, as JSON.

    {"certificate": "strategy", "version": 1, "game": ..., "role": ..., ...}
    {"state": [fluents], "value": ..., "distance": ..., "move": ...}
    ...
    {"rival": {"role": ..., ...}}
    {"state": [fluents], ...}
    ...
    {"sha256": ...}

First come the states that can come about when the role makes the moves of the file:
they show what it is sure of. Where there is a rival come those for its strategy, in
terms of its own goals: they show that the role can get no more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from pygame_search.solving.certificate_header import head, read_entry
from pygame_search.solving.certificate_header import solution as head_solution
from pygame_search.solving.solution import Entry, Solution
from pygame_search.solving.solution_entries import Numbers, Row
from pygame_search.support.errors import CertificateError
from pygame_search.support.json_files import is_texts

KIND = "strategy"
#: The greatest length of a line: the rest of a longer one is not read with it.
_LONGEST_LINE = 50_000_000


@dataclass(frozen=True, slots=True)
class StrategyBook:
    """The strategy of a role, from a file; see `book.Book`."""

    solution: Solution
    fluents: Sequence[str]
    outcomes: Sequence[Entry]
    found: dict[frozenset[int], int]
    numbers: dict[str, int]

    def __len__(self) -> int:
        return len(self.found)

    def rows(self) -> Iterator[Row]:
        """Yield the states with their outcomes."""
        return ((outcome, sorted(state)) for state, outcome in self.found.items())

    def find(self, facts: Iterable[str]) -> Entry | None:
        """Return the entry of the state of some fluents, None without one."""
        state = frozenset(self.numbers.get(fact, -1) for fact in facts)
        number = self.found.get(state)
        return None if number is None else self.outcomes[number]

    def entries(self) -> Iterator[tuple[tuple[str, ...], Entry]]:
        """Yield the states, as their fluents, and what is known of them."""
        for state, outcome in self.found.items():
            yield tuple(self.fluents[i] for i in sorted(state)), self.outcomes[outcome]


def write(solution: Solution, version: int, out: TextIO) -> None:
    """Write a weak solution."""
    kind = {"certificate": KIND, "version": version}
    _write_line(out, kind | head(solution))
    _write_entries(solution, out)
    if solution.rival is not None:
        _write_line(out, {"rival": head(solution.rival)})
        _write_entries(solution.rival, out)


def _write_entries(solution: Solution, out: TextIO) -> None:
    assert solution.entries is not None
    for facts, entry in solution.entries():
        line = {"state": facts, "value": entry.value, "distance": entry.distance}
        _write_line(out, line | {"move": entry.move})


def _write_line(out: TextIO, data: dict[str, Any]) -> None:
    out.write(f"{json.dumps(data, ensure_ascii=False)}\n")


def kind(file: Path) -> tuple[Any, Any]:
    """Return what a file says that it is, and its version; None for nothing."""
    with file.open(encoding="utf-8") as lines:
        try:
            header = json.loads(lines.readline(_LONGEST_LINE))
            return header["certificate"], header["version"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return None, None


def read(file: Path) -> tuple[StrategyBook, ...]:
    """Return the strategies in a file that is whole: the role's, perhaps the rival's.

    Raises:
        CertificateError: it has a fault; the message says where.
    """
    books: list[_Reader] = []
    number = 0
    try:
        with file.open(encoding="utf-8") as lines:
            while line := lines.readline(_LONGEST_LINE):
                number += 1
                data = json.loads(line)
                if number == 1:
                    books.append(_Reader(head_solution(data)))
                elif "sha256" in data:
                    break
                elif "rival" in data and len(books) == 1:
                    books.append(_Reader(head_solution(data["rival"])))
                else:
                    books[-1].add(data)
    except (ValueError, TypeError, RecursionError) as error:
        raise CertificateError(f"{file}:{number}: {error}") from error
    return tuple(book.book() for book in books)


class _Reader:
    """Collects the entries of a strategy."""

    def __init__(self, about: Solution) -> None:
        self._about = about
        self._fluents, self._outcomes = Numbers[str](), Numbers[Entry]()
        self._found: dict[frozenset[int], int] = {}

    def add(self, data: Any) -> None:
        if not isinstance(data, dict) or not is_texts(data.get("state")):
            raise ValueError("expected 'state', a list of fluents, found none")
        entry = read_entry(
            data.get("value"), data.get("distance"), data.get("move"), self._about
        )
        state = frozenset(self._fluents[fact] for fact in data["state"])
        if state in self._found:
            raise ValueError("expected each state once, found one twice")
        self._found[state] = self._outcomes[entry]

    def book(self) -> StrategyBook:
        fluents, outcomes = list(self._fluents), list(self._outcomes)
        numbers = {text: number for number, text in enumerate(fluents)}
        made = StrategyBook(self._about, fluents, outcomes, self._found, numbers)
        about = replace(self._about, entries=made.entries)
        return replace(made, solution=about)
