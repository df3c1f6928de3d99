"""Read certificates in the format of docs/certificates.md, without checking the claims.

A certificate is an SQLite file, followed by a line with its SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from pygame_search.support.errors import CertificateError
from pygame_search.support.input_files import read_input

#: The largest file that the oracle reads, in bytes.
MOST_BYTES = 200_000_000

VERSION = 2
_SEAL = re.compile(rb'\{"sha256": "([0-9a-f]{64})"\}\n')
_SEAL_LENGTH = 79
#: The tables of a file, in alphabetical order.
_TABLES = (
    "CREATE TABLE fluents (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
    "CREATE TABLE heads (part INTEGER PRIMARY KEY, head TEXT NOT NULL)",
    "CREATE TABLE outcomes (part INTEGER, outcome INTEGER, value INTEGER, "
    "distance INTEGER, move TEXT, PRIMARY KEY (part, outcome)) WITHOUT ROWID",
    "CREATE TABLE states (part INTEGER, state BLOB, outcome INTEGER NOT NULL, "
    "PRIMARY KEY (part, state)) WITHOUT ROWID",
)


def is_texts(data: Any) -> bool:
    """Return whether something read from JSON is a list of texts."""
    return isinstance(data, list) and all(isinstance(each, str) for each in data)


def _is_number(data: Any) -> bool:
    return isinstance(data, int) and not isinstance(data, bool)


def _is_plies(data: Any) -> bool:
    return data is None or (_is_number(data) and data >= 0)


#: The members of the head, each with a test of its value.
_HEAD: Mapping[str, Any] = {
    "game": lambda data: isinstance(data, str),
    "parameters": lambda data: isinstance(data, dict) and is_texts([*data.values()]),
    "rules": lambda data: isinstance(data, str),
    "role": lambda data: isinstance(data, str),
    "position": is_texts,
    "solved": lambda data: isinstance(data, str),
    "values": lambda data: (
        isinstance(data, dict)
        and all(value is None or _is_number(value) for value in data.values())
    ),
    "distance": _is_plies,
    "cycle": lambda data: (
        data is None or (isinstance(data, list) and all(map(is_texts, data)))
    ),
    "states": lambda data: _is_number(data) and data >= 0,
    "draw": lambda data: data is None or _is_number(data),
    "finite": lambda data: data is None or isinstance(data, bool),
    "longest": _is_plies,
    "lead": lambda data: _is_number(data) and data >= 0,
    "exact": _is_plies,
}
#: The other members: how the result was found, and remarks on it.
_OTHERS = {"nodes", "seconds", "method", "tier", "notes", "cycle_notation"}


class Entry(NamedTuple):
    """The entry of a state; the move is a text or None, and later its term."""

    value: int | None
    distance: int | None
    move: Any


@dataclass(slots=True)
class Part:
    """A head, and the states with their entries."""

    head: dict[str, Any]
    rows: list[tuple[Sequence[str], Entry]] = field(default_factory=list)


def read(file: Path) -> list[Part]:
    """Return the part of the role and, if there is one, that of its rival.

    Raises:
        CertificateError: the file is not a certificate, or of an unknown kind.
    """
    must_be_sealed(file)
    try:
        return _parts(file)
    except (sqlite3.Error, ValueError, TypeError, KeyError, RecursionError) as error:
        raise CertificateError(f"{file}: {error}") from error


def must_be_sealed(file: Path) -> None:
    """Check that a file ends with the SHA-256 of what stands before.

    Raises:
        CertificateError: it does not, or is too large.
    """
    data = read_input(file, "a certificate", MOST_BYTES)
    body, seal = data[:-_SEAL_LENGTH], _SEAL.fullmatch(data[-_SEAL_LENGTH:])
    if seal is None or hashlib.sha256(body).hexdigest().encode() != seal[1]:
        raise CertificateError(f"{file}: is damaged: the checksum does not fit")


@contextmanager
def opened(file: Path, tables: Sequence[str]) -> Iterator[sqlite3.Connection]:
    """Open a file that has certain tables and no others.

    Raises:
        ValueError: it has others.
    """
    place = f"file:{quote(str(file.absolute()))}?mode=ro&immutable=1"
    with closing(sqlite3.connect(place, uri=True)) as data:
        found = data.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        if sorted(" ".join(sql.split()) for (sql,) in found) != [*tables]:
            raise ValueError("expected the tables of a certificate, and no others")
        yield data


def _parts(file: Path) -> list[Part]:
    with opened(file, _TABLES) as data:
        heads = dict(data.execute("SELECT part, head FROM heads"))
        parts = {part: _part(json.loads(head)) for part, head in heads.items()}
        _must_fit(parts)
        fluents = dict(data.execute("SELECT number, text FROM fluents"))
        if not is_texts([*fluents.values()]):
            raise ValueError("expected texts of fluents")
        rows = data.execute("SELECT part, outcome, value, distance, move FROM outcomes")
        outcomes = {(part, number): _entry(*entry) for part, number, *entry in rows}
        for part, state, outcome in data.execute(
            "SELECT part, state, outcome FROM states"
        ):
            bits = int.from_bytes(state, "little")
            facts = [fluents[i] for i in range(bits.bit_length()) if bits >> i & 1]
            parts[part].rows.append((facts, outcomes[part, outcome]))
    return [parts[number] for number in sorted(parts)]


def _must_fit(parts: Mapping[int, Part]) -> None:
    """Check that there is a table, or a strategy, perhaps with that of the rival."""
    solved = [part.head["solved"] for part in parts.values()]
    if {*parts} not in ({0}, {0, 1}) or solved not in (
        ["strong"], ["weak"], ["weak", "weak"],
    ):  # fmt: skip
        raise ValueError(
            "the independent check knows strategies of weak solutions, perhaps with "
            f"that of a rival, and tables of strong ones; found {solved}"
        )


def _part(head: Any) -> Part:
    """Check a head, and return its part without entries."""
    if (version := head.pop("version")) != VERSION:
        raise ValueError(
            f"the independent check knows certificates of version {VERSION}; found "
            f"{version}"
        )
    head.setdefault("exact", None)
    for name, fits in _HEAD.items():
        if not fits(head[name]):
            raise ValueError(f"a wrong {name!r}: {head[name]}")
    if unknown := head.keys() - _HEAD.keys() - _OTHERS:
        raise ValueError(f"the independent check does not know {sorted(unknown)}")
    return Part(head)


def _entry(value: Any, distance: Any, move: Any) -> Entry:
    fits = (value is None or _is_number(value)) and _is_plies(distance)
    if not fits or not (move is None or isinstance(move, str)):
        raise ValueError(f"expected an entry, found {value}, {distance}, {move}")
    return Entry(value, distance, move)
