"""The SQLite file of a certificate: a table of all states, or strategies.

    heads(part, head)                               a solution without entries, JSON
    fluents(number, text)
    outcomes(part, outcome, value, distance, move)  the different entries of a part
    states(part, state, outcome)

Part 0 has the entries of the solution: all reachable states or, in a weak solution,
those that can be reached when the role plays the moves of the file. They prove a lower
bound for the role. Part 1, if there is one, has the strategy of a rival, in terms of
the rival's goals: it proves that the role can get no more.

A state is a row of bits: bit `number` is set for each fluent that holds. The lowest
byte comes first, and zero bytes at the end are dropped, so millions of states take
little space.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from pygame_search.engine.bridge import engine
from pygame_search.solving.certificate_header import head
from pygame_search.solving.certificate_header import solution as head_solution
from pygame_search.solving.certificate_tables import CACHE, answers
from pygame_search.solving.solution import Entry, Solution
from pygame_search.support.errors import CertificateError, InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    #: Some states, with their values, distances and moves. States are rows of 64-bit
    #: words, where bit i stands for fluent i; the others are numbers, with a mask for
    #: missing ones.
    Portion = tuple[
        NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]
    ]

T = TypeVar("T")

#: The number of an outcome, from 0, and the numbers of the fluents that hold.
Row: TypeAlias = "tuple[int, Sequence[int]]"

_TABLES = """
CREATE TABLE heads (part INTEGER PRIMARY KEY, head TEXT NOT NULL);
CREATE TABLE fluents (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE outcomes (part INTEGER, outcome INTEGER, value INTEGER, distance INTEGER,
                       move TEXT, PRIMARY KEY (part, outcome)) WITHOUT ROWID;
CREATE TABLE states (part INTEGER, state BLOB, outcome INTEGER NOT NULL,
                     PRIMARY KEY (part, state)) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class PackedEntries:
    """The entries of a strong solution as arrays; they are turned into text bit by bit.

    Attributes:
        fluents: the text for each bit of a state.
        moves: the text for each number of a move.
        portions: yields the states in portions, each state once.
        no_value: the number that means "no value". A negative distance or move means
            none.
    """

    fluents: Sequence[str]
    moves: Sequence[str]
    portions: Callable[[], Iterator[Portion]]
    no_value: int

    def __call__(self) -> Iterator[tuple[tuple[str, ...], Entry]]:
        """Yield the states, as their fluents, and what is known of them."""
        for state, outcome in self.rows():
            yield tuple(self.fluents[i] for i in _ones(state)), self.entry(*outcome)

    def rows(self) -> Iterator[tuple[bytes, tuple[int, int, int]]]:
        """Yield the states as bits, each with the number of its outcome."""
        for states, *columns in self.portions():
            width = 8 * states.shape[1]
            data = states.astype("<u8").tobytes()
            numbers = zip(*(column.tolist() for column in columns), strict=True)
            for i, outcome in enumerate(numbers):
                yield data[i * width : (i + 1) * width].rstrip(b"\0"), outcome

    def entry(self, value: int, distance: int, move: int) -> Entry:
        """Return the entry of some numbers."""
        return Entry(
            None if value == self.no_value else value,
            None if distance < 0 else distance,
            None if move < 0 else self.moves[move],
        )


class Numbers(Generic[T]):
    """Numbers objects from 0, in the order in which they first appear."""

    def __init__(self, things: Iterable[T] = ()) -> None:
        self._numbers = {thing: number for number, thing in enumerate(things)}

    def __getitem__(self, thing: T) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))

    def __iter__(self) -> Iterator[T]:
        return iter(self._numbers)


def write(solution: Solution, file: Path) -> None:
    """Write a weak or strong solution to an empty file.

    Raises:
        OSError: it cannot be written.
    """
    try:
        _write(solution, file)
    except sqlite3.OperationalError as error:
        raise OSError(str(error)) from error


def _write(solution: Solution, file: Path) -> None:
    with closing(sqlite3.connect(file)) as tables:
        tables.execute("PRAGMA journal_mode = OFF")
        tables.execute("PRAGMA synchronous = OFF")
        tables.execute(CACHE)
        tables.executescript(_TABLES)
        entries = solution.entries
        texts = Numbers(entries.fluents if isinstance(entries, PackedEntries) else ())
        _write_part(0, solution, tables, texts)
        if solution.rival is not None:
            _write_part(1, solution.rival, tables, texts)
        tables.executemany("INSERT INTO fluents VALUES (?, ?)", enumerate(texts))
        tables.commit()


def _write_part(
    part: int, solution: Solution, tables: sqlite3.Connection, texts: Numbers[str]
) -> None:
    entries = solution.entries
    assert entries is not None
    header = json.dumps(head(solution), ensure_ascii=False)
    tables.execute("INSERT INTO heads VALUES (?, ?)", (part, header))
    insert = f"INSERT INTO states VALUES ({part}, ?, ?)"
    if isinstance(entries, PackedEntries):
        triples = Numbers[tuple[int, int, int]]()
        tables.executemany(insert, ((s, triples[o]) for s, o in entries.rows()))
        outcomes: Iterable[Entry] = (entries.entry(*triple) for triple in triples)
    else:
        outcomes = numbers = Numbers[Entry]()
        tables.executemany(
            insert,
            (
                (_packed(texts[fact] for fact in facts), numbers[entry])
                for facts, entry in entries()
            ),
        )
    tables.executemany(
        f"INSERT INTO outcomes VALUES ({part}, ?, ?, ?, ?)",
        ((i, e.value, e.distance, e.move) for i, e in enumerate(outcomes)),
    )


class Book:
    """The entries of a solution, from a part of a file.

    Attributes:
        solution: the solution to which they belong.
        fluents: the texts of the fluents; rows refer to them by number.
        outcomes: the different entries; rows refer to them by number.
    """

    def __init__(
        self,
        file: Path,
        part: int,
        about: Solution,
        fluents: Sequence[str],
        outcomes: Sequence[Entry],
    ) -> None:
        self._file, self._part = file, part
        self.solution = replace(about, entries=self.entries)
        self.fluents, self.outcomes = fluents, outcomes
        self._numbers = {text: number for number, text in enumerate(fluents)}

    @property
    def head(self) -> dict[str, Any]:
        """The head, as the object of a line of JSON."""
        about = head(self.solution)
        return {"rival": about} if self._part else about

    def __len__(self) -> int:
        [[count]] = self._asked("count(outcome)")
        return int(count)

    def rows(self) -> Iterator[Row]:
        """Yield the states with their outcomes."""
        for state, outcome in self._asked("state, outcome"):
            yield outcome, _ones(state)

    def find(self, facts: Iterable[str]) -> Entry | None:
        """Return the entry of the state with these fluents, or None if it has none."""
        numbers = [self._numbers.get(fact) for fact in facts]
        state = _packed(number for number in numbers if number is not None)
        found = list(self._asked("outcome", " AND state = ?", state))
        return self.outcomes[found[0][0]] if found and None not in numbers else None

    def entries(self) -> Iterator[tuple[tuple[str, ...], Entry]]:
        """Yield the states, as their fluents, and what is known of them."""
        for outcome, numbers in self.rows():
            yield tuple(self.fluents[i] for i in numbers), self.outcomes[outcome]

    def _asked(
        self, what: str, which: str = "", *values: object
    ) -> Iterator[tuple[Any, ...]]:
        query = f"SELECT {what} FROM states WHERE part = ?{which}"
        return _asked(self._file, query, self._part, *values)


def read(file: Path) -> tuple[Book, ...]:
    """Return the parts of an undamaged file: the role's, and the rival's if present.

    Raises:
        CertificateError: its content does not have the expected form.
    """
    try:
        return _read(file)
    except (
        InputError, sqlite3.Error, ValueError, TypeError, RecursionError
    ) as error:  # fmt: skip
        raise CertificateError(f"{file}: {error}") from error


def _read(file: Path) -> tuple[Book, ...]:
    heads = [json.loads(text) for text in _numbered(file, "heads", "part", "head")]
    if len(heads) not in (1, 2):
        raise ValueError(
            f"expected the part of a role, perhaps of its rival, found {len(heads)}"
        )
    fluents = [str(text) for text in _numbered(file, "fluents", "number", "text")]
    outcomes: list[list[list[Any]]] = [[] for _ in heads]
    rows = _asked(file, "SELECT * FROM outcomes ORDER BY part, outcome")
    for part, number, *entry in rows:
        if part not in range(len(heads)) or number != len(outcomes[part]):
            raise ValueError("expected the outcomes to be numbered from 0")
        outcomes[part].append(entry)
    try:
        engine().request("certificate_form", heads=heads, outcomes=outcomes)
    except CertificateError as error:
        raise ValueError(error) from error
    query = (
        "SELECT count(*) FROM states WHERE typeof(part) <> 'integer' "
        "OR part NOT BETWEEN 0 AND ? OR typeof(outcome) <> 'integer' "
        "OR outcome NOT BETWEEN 0 AND CASE part WHEN 0 THEN ? ELSE ? END "
        "OR typeof(state) <> 'blob' OR length(state) > ?"
    )
    most = len(outcomes[0]) - 1, len(outcomes[-1]) - 1, (len(fluents) + 7) // 8
    [[wrong]] = _asked(file, query, len(heads) - 1, *most)
    if wrong:
        raise ValueError("expected bits and an outcome for each state")
    return tuple(
        Book(file, part, head_solution(data), fluents, [Entry(*e) for e in entries])
        for part, (data, entries) in enumerate(zip(heads, outcomes, strict=True))
    )


def _numbered(file: Path, table: str, number: str, column: str) -> list[Any]:
    """Return a column of a table with rows numbered from 0."""
    rows = list(_asked(file, f"SELECT {number}, {column} FROM {table} ORDER BY 1"))
    if [found for found, _ in rows] != list(range(len(rows))):
        raise ValueError(f"expected the {table} to be numbered from 0")
    return [text for _, text in rows]


def _asked(file: Path, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
    return answers(file, _TABLES, query, *values)


def _packed(numbers: Iterable[int]) -> bytes:
    found = sorted(numbers)
    state = bytearray(found[-1] // 8 + 1 if found else 0)
    for number in found:
        state[number >> 3] |= 1 << (number & 7)
    return bytes(state)


#: The positions of the one bits in each byte.
_PLACES = [tuple(i for i in range(8) if byte >> i & 1) for byte in range(256)]


def _ones(state: bytes) -> list[int]:
    """Return the positions of the one bits, lowest first."""
    return [8 * i + place for i, byte in enumerate(state) for place in _PLACES[byte]]
