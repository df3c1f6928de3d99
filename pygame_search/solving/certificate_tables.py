"""Tables of certificates: SQLite files, of which nothing is believed when read.

A file must define exactly the tables that it should have: no views, triggers or other
code that SQLite would run. A query may take as much work as a file of its size needs.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pygame_search.support.errors import CertificateError

#: The first bytes of an SQLite file.
MAGIC = b"SQLite format 3\0"

#: The tables of an equilibrium; `certificate_file` has those of other solutions, and
#: `hidden/equilibrium_file` says what stands in these.
OF_EQUILIBRIUM = """
CREATE TABLE heads (part INTEGER PRIMARY KEY, head TEXT NOT NULL);
CREATE TABLE information_sets (number INTEGER PRIMARY KEY, role TEXT NOT NULL,
                               view TEXT NOT NULL, moves TEXT NOT NULL);
"""

#: How much of a file SQLite keeps in memory, in KB.
CACHE = "PRAGMA cache_size = -65536"

#: The query that lists all a file defines, and how many rows are enough to find a
#: difference.
_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2"
_MOST_PARTS = 20
#: The number of SQLite's machine steps after which it asks whether to continue.
_STEPS = 10_000
#: How many steps a query may take: so many per byte of the file, plus a constant.
_STEPS_OF_A_BYTE, _STEPS_BESIDE = 20, 10_000_000
#: The greatest length of a value, in bytes.
_LONGEST = 10_000_000


def answers(
    file: Path, tables: str, query: str, *values: object
) -> Iterator[tuple[Any, ...]]:
    """Yield the answers to a query.

    Args:
        file: an SQLite file.
        tables: the statements that make the tables which it must have.
        query: a query in SQL.
        values: what stands for its question marks.

    Raises:
        sqlite3.Error: the file is damaged.
        CertificateError: it does not have exactly these tables, or the query takes more
            work than a file of this size should need.
    """
    with _opened(file) as (table, guard):
        try:
            if table.execute(_SCHEMA).fetchmany(_MOST_PARTS) != _schema(tables):
                raise CertificateError(
                    f"{file}: expected only the plain tables of a certificate, found "
                    "others; what an older version has written must be solved again"
                )
            yield from table.execute(query, values)
        except sqlite3.OperationalError as error:
            raise guard.reason(file, error) from error


def has_tables(file: Path, tables: str) -> bool:
    """Return whether a file has exactly the tables that some statements make.

    Raises:
        sqlite3.Error: the file is damaged.
        CertificateError: to find that out takes too much work.
    """
    with _opened(file) as (table, guard):
        try:
            return table.execute(_SCHEMA).fetchmany(_MOST_PARTS) == _schema(tables)
        except sqlite3.OperationalError as error:
            raise guard.reason(file, error) from error


@contextmanager
def _opened(file: Path) -> Iterator[tuple[sqlite3.Connection, _Guard]]:
    """Open a file to be read with bounded work."""
    place = f"file:{quote(str(file.absolute()))}?mode=ro&immutable=1"
    with closing(sqlite3.connect(place, uri=True)) as table:
        guard = _Guard(file.stat().st_size)
        table.set_progress_handler(guard, _STEPS)
        _bound_lengths(table)
        table.execute("PRAGMA trusted_schema = OFF")
        table.execute(CACHE)
        yield table, guard


@cache
def _schema(tables: str) -> list[tuple[str, str, str, str | None]]:
    """Return what some statements define, as `_SCHEMA` lists it."""
    with closing(sqlite3.connect(":memory:")) as table:
        table.executescript(tables)
        return table.execute(_SCHEMA).fetchall()


def _bound_lengths(table: sqlite3.Connection) -> None:
    """Bound the length of the values that are read; Python can do so from 3.11 on."""
    if sys.version_info >= (3, 11):
        table.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)


class _Guard:
    """Says whether a query may continue; each call also lets Python notice Ctrl-C."""

    def __init__(self, size: int) -> None:
        self._left = (size * _STEPS_OF_A_BYTE + _STEPS_BESIDE) // _STEPS
        self._most = self._left

    def __call__(self) -> bool:
        """Return whether to stop; an exception here (Ctrl-C) stops the query too."""
        self._left -= 1
        return self._left < 0

    def reason(self, file: Path, error: sqlite3.OperationalError) -> BaseException:
        """Return why a query was stopped: SQLite drops the exception that caused it."""
        if str(error) != "interrupted":
            return error
        if self._left < 0:
            steps = self._most * _STEPS
            return CertificateError(
                f"{file} is damaged: reading it takes more than {steps:,} steps"
            )
        return KeyboardInterrupt()
