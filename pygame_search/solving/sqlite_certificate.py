"""Tables, for strong solutions: a file of SQLite with every state.

    head(name, value)                           all of the solution but its entries
    fluents(number, text)
    outcomes(number, value, distance, move)     the different entries
    states(state, outcome)

A state is a row of bits, bit `number` of it set for each fluent that holds, the
lowest byte first, without zero bytes at its end: millions of states take little room.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from pygame_search.solving.certificate_header import head, read_entry
from pygame_search.solving.certificate_header import solution as head_solution
from pygame_search.solving.solution import Entry, Solution
from pygame_search.solving.solution_entries import Numbers, Row
from pygame_search.support.errors import CertificateError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    #: Some states, with their values, distances and moves: rows of 64-bit words, where
    #: bit i is that of fluent i; numbers, with a mask for those that are missing.
    Portion = tuple[
        NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]
    ]

KIND = "table"
#: With what a file of SQLite begins.
MAGIC = b"SQLite format 3\0"

_TABLES = """
CREATE TABLE head (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE fluents (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE outcomes (number INTEGER PRIMARY KEY, value INTEGER, distance INTEGER,
                       move TEXT);
CREATE TABLE states (state BLOB PRIMARY KEY, outcome INTEGER NOT NULL) WITHOUT ROWID;
"""
_CACHE = "PRAGMA cache_size = -65536"  # in KB


@dataclass(frozen=True, slots=True)
class PackedEntries:
    """The entries of a strong solution as arrays, which are never texts all at once.

    Attributes:
        fluents: the text for each bit of a state.
        moves: the text for each number of a move.
        portions: yields the states, portion by portion, each once.
        no_value: the value that stands for none. A distance or a move below 0 is none.
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
        """Yield the states as bits, with the numbers of their entries."""
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


def write(solution: Solution, version: int, file: Path) -> None:
    """Write a strong solution to a file that is empty.

    Raises:
        OSError: it cannot be written.
    """
    try:
        _write(solution, version, file)
    except sqlite3.OperationalError as error:
        raise OSError(str(error)) from error


def _write(solution: Solution, version: int, file: Path) -> None:
    assert solution.entries is not None
    header = {"certificate": KIND, "version": version} | head(solution)
    with closing(sqlite3.connect(file)) as table:
        table.execute("PRAGMA journal_mode = OFF")
        table.execute("PRAGMA synchronous = OFF")
        table.execute(_CACHE)
        table.executescript(_TABLES)
        table.executemany(
            "INSERT INTO head VALUES (?, ?)",
            [(name, json.dumps(value)) for name, value in header.items()],
        )
        insert = "INSERT INTO states VALUES (?, ?)"
        if isinstance(solution.entries, PackedEntries):
            packed, triples = solution.entries, Numbers[tuple[int, int, int]]()
            table.executemany(insert, ((s, triples[o]) for s, o in packed.rows()))
            fluents: Iterable[str] = packed.fluents
            outcomes: Iterable[Entry] = (packed.entry(*triple) for triple in triples)
        else:
            fluents, outcomes = texts, entries = Numbers[str](), Numbers[Entry]()
            table.executemany(
                insert,
                (
                    (_packed(texts[fact] for fact in facts), entries[entry])
                    for facts, entry in solution.entries()
                ),
            )
        table.executemany("INSERT INTO fluents VALUES (?, ?)", enumerate(fluents))
        table.executemany(
            "INSERT INTO outcomes VALUES (?, ?, ?, ?)",
            ((i, e.value, e.distance, e.move) for i, e in enumerate(outcomes)),
        )
        table.commit()


class TableBook:
    """The entries of a strong solution, from a file; see `book.Book`."""

    def __init__(self, file: Path, about: Solution) -> None:
        self._file = file
        self.solution = replace(about, entries=self.entries)
        self.fluents = [str(text) for _, text in _numbered(self, "fluents")]
        self.outcomes = [
            read_entry(value, distance, move, about)
            for _, value, distance, move in _numbered(self, "outcomes")
        ]
        self._numbers = {text: number for number, text in enumerate(self.fluents)}

    def __len__(self) -> int:
        [count] = next(self.asked("SELECT count(outcome) FROM states"))
        return int(count)

    def rows(self) -> Iterator[Row]:
        """Yield the states with their outcomes."""
        for state, outcome in self.asked("SELECT state, outcome FROM states"):
            yield outcome, _ones(state)

    def find(self, facts: Iterable[str]) -> Entry | None:
        """Return the entry of the state of some fluents, None without one."""
        numbers = [self._numbers.get(fact) for fact in facts]
        state = _packed(number for number in numbers if number is not None)
        query = "SELECT outcome FROM states WHERE state = ?"
        found = list(self.asked(query, state))
        return self.outcomes[found[0][0]] if found and None not in numbers else None

    def entries(self) -> Iterator[tuple[tuple[str, ...], Entry]]:
        """Yield the states, as their fluents, and what is known of them."""
        for outcome, numbers in self.rows():
            yield tuple(self.fluents[i] for i in numbers), self.outcomes[outcome]

    def asked(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """Yield the answers to a query."""
        return _asked(self._file, query, *values)


def kind(file: Path) -> tuple[Any, Any]:
    """Return what a file says that it is, and its version; None for nothing."""
    try:
        header = dict(_asked(file, "SELECT name, value FROM head"))
        return json.loads(header["certificate"]), json.loads(header["version"])
    except (sqlite3.Error, ValueError, TypeError, KeyError, RecursionError):
        return None, None


def read(file: Path) -> TableBook:
    """Return the table in a file that is whole.

    Raises:
        CertificateError: it does not hold what it should.
    """
    try:
        header = {n: json.loads(v) for n, v in _asked(file, "SELECT * FROM head")}
        book = TableBook(file, head_solution(header))
        query = (
            "SELECT count(*) FROM states WHERE outcome NOT BETWEEN 0 AND ? "
            "OR typeof(outcome) <> 'integer' OR typeof(state) <> 'blob' "
            "OR length(state) > ?"
        )
        limits = len(book.outcomes) - 1, (len(book.fluents) + 7) // 8
        [wrong] = next(book.asked(query, *limits))
    except (sqlite3.Error, ValueError, TypeError, RecursionError) as error:
        raise CertificateError(f"{file}: {error}") from error
    if wrong:
        raise CertificateError(f"{file}: expected bits and an outcome for each state")
    return book


def _numbered(book: TableBook, name: str) -> list[tuple[Any, ...]]:
    """Return the rows of a table, which are numbered from 0."""
    rows = list(book.asked(f"SELECT * FROM {name} ORDER BY number"))
    if [row[0] for row in rows] != list(range(len(rows))):
        raise ValueError(f"expected the {name} to be numbered from 0")
    return rows


def _asked(file: Path, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
    """Yield the answers to a query.

    Raises:
        sqlite3.Error: the file is damaged.
        CertificateError: it does not have exactly our tables, or takes more work than
            a table of its size.
    """
    place = f"file:{quote(str(file.absolute()))}?mode=ro&immutable=1"
    with closing(sqlite3.connect(place, uri=True)) as table:
        guard = _Guard(file.stat().st_size)
        table.set_progress_handler(guard, _STEPS)
        _bound_lengths(table)
        table.execute("PRAGMA trusted_schema = OFF")
        table.execute(_CACHE)
        try:
            if table.execute(_SCHEMA).fetchmany(_MOST_PARTS) != _schema():
                raise CertificateError(
                    f"{file}: expected only the plain tables of a certificate, found "
                    "others"
                )
            yield from table.execute(query, values)
        except sqlite3.OperationalError as error:
            raise guard.reason(file, error) from error


#: Lists all that a file defines, and how much of it to read to find a difference.
_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2"
_MOST_PARTS = 20
#: The number of steps of its machine after which SQLite asks whether to continue.
_STEPS = 10_000
#: How many steps a query may take: a number for each byte of the file, and some more.
_STEPS_OF_A_BYTE, _STEPS_BESIDE = 20, 10_000_000
#: The greatest length of a state or a text, in bytes.
_LONGEST = 10_000_000


@cache
def _schema() -> list[tuple[str, str, str, str | None]]:
    """Return what `write` defines, as `_SCHEMA` lists it."""
    with closing(sqlite3.connect(":memory:")) as table:
        table.executescript(_TABLES)
        return table.execute(_SCHEMA).fetchall()


def _bound_lengths(table: sqlite3.Connection) -> None:
    """Bound the length of values that are read, where Python can: from 3.11 on."""
    if sys.version_info >= (3, 11):
        table.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)


class _Guard:
    """Says whether a query may continue; being asked, Python also notices Ctrl-C."""

    def __init__(self, size: int) -> None:
        self._left = (size * _STEPS_OF_A_BYTE + _STEPS_BESIDE) // _STEPS
        self._most = self._left

    def __call__(self) -> bool:
        """Return whether to stop; an exception here, as for Ctrl-C, stops it too."""
        self._left -= 1
        return self._left < 0

    def reason(self, file: Path, error: sqlite3.OperationalError) -> BaseException:
        """Return why a query was stopped: SQLite drops the exception that did it."""
        if str(error) != "interrupted":
            return error
        if self._left < 0:
            steps = self._most * _STEPS
            return CertificateError(
                f"{file} is damaged: reading it takes more than {steps:,} steps"
            )
        return KeyboardInterrupt()


def _packed(numbers: Iterable[int]) -> bytes:
    found = sorted(numbers)
    state = bytearray(found[-1] // 8 + 1 if found else 0)
    for number in found:
        state[number >> 3] |= 1 << (number & 7)
    return bytes(state)


#: The places of the ones in each byte.
_PLACES = [tuple(i for i in range(8) if byte >> i & 1) for byte in range(256)]


def _ones(state: bytes) -> list[int]:
    """Return the places of the ones, the lowest first."""
    return [8 * i + place for i, byte in enumerate(state) for place in _PLACES[byte]]
