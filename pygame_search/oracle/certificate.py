"""Certificates as docs/certificates.md describes their format, read without a check.

A strategy is text, a table a file of SQLite; both end with the SHA-256 of all before.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from pygame_search.support.errors import CertificateError
from pygame_search.support.input_files import read_input

#: Larger files are too much for an oracle.
MOST_BYTES = 200_000_000

_MAGIC = b"SQLite format 3\0"
_SEAL = re.compile(rb'\{"sha256": "([0-9a-f]{64})"\}\n')
_SEAL_LENGTH = 79
#: What a table defines, in the order of the alphabet.
_TABLES = (
    "CREATE TABLE fluents (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
    "CREATE TABLE head (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE outcomes (number INTEGER PRIMARY KEY, value INTEGER, "
    "distance INTEGER, move TEXT)",
    "CREATE TABLE states (state BLOB PRIMARY KEY, outcome INTEGER NOT NULL) "
    "WITHOUT ROWID",
)


def _is_texts(data: Any) -> bool:
    return isinstance(data, list) and all(isinstance(each, str) for each in data)


def _is_number(data: Any) -> bool:
    return isinstance(data, int) and not isinstance(data, bool)


def _is_plies(data: Any) -> bool:
    return data is None or (_is_number(data) and data >= 0)


#: What the head may hold, and whether a value can stand there.
_HEAD: Mapping[str, Any] = {
    "game": lambda data: isinstance(data, str),
    "parameters": lambda data: isinstance(data, dict) and _is_texts([*data.values()]),
    "rules": lambda data: isinstance(data, str),
    "role": lambda data: isinstance(data, str),
    "position": _is_texts,
    "solved": lambda data: isinstance(data, str),
    "values": lambda data: (
        isinstance(data, dict)
        and all(value is None or _is_number(value) for value in data.values())
    ),
    "distance": _is_plies,
    "cycle": lambda data: (
        data is None or (isinstance(data, list) and all(map(_is_texts, data)))
    ),
    "states": lambda data: _is_number(data) and data >= 0,
    "draw": lambda data: data is None or _is_number(data),
    "finite": lambda data: data is None or isinstance(data, bool),
    "longest": _is_plies,
    "lead": lambda data: _is_number(data) and data >= 0,
    "exact": _is_plies,
}
#: Beside these: how it was found, and what was said of it.
_OTHERS = {"nodes", "seconds", "method", "tier", "notes", "cycle_notation"}


class Entry(NamedTuple):
    """What a file says of a state; the move is a text or None, later its term."""

    value: int | None
    distance: int | None
    move: Any


@dataclass(slots=True)
class Part:
    """A head, and the states with their entries."""

    head: dict[str, Any]
    rows: list[tuple[Sequence[str], Entry]] = field(default_factory=list)


def read(file: Path) -> list[Part]:
    """Return the part of the role, perhaps that of its rival.

    Raises:
        CertificateError: it is no certificate, or none of a kind that is known here.
    """
    data = read_input(file, "a certificate", MOST_BYTES)
    body, seal = data[:-_SEAL_LENGTH], _SEAL.fullmatch(data[-_SEAL_LENGTH:])
    if seal is None or hashlib.sha256(body).hexdigest().encode() != seal[1]:
        raise CertificateError(f"{file}: is damaged: the checksum does not fit")
    try:
        if body.startswith(_MAGIC):
            return [_table(file)]
        return _strategy([json.loads(line) for line in body.decode().split("\n")[:-1]])
    except (sqlite3.Error, ValueError, TypeError, KeyError, RecursionError) as error:
        raise CertificateError(f"{file}: {error}") from error


def _strategy(lines: list[Any]) -> list[Part]:
    kind = {name: lines[0].pop(name) for name in ("certificate", "version")}
    parts = [_part(lines[0], kind, "strategy", "weak")]
    for line in lines[1:]:
        if line.keys() == {"rival"} and len(parts) == 1:
            parts.append(_part(line["rival"], kind, "strategy", "weak"))
        elif line.keys() == {"state", "value", "distance", "move"}:
            if not _is_texts(line["state"]):
                raise ValueError(f"expected a state, found {line['state']}")
            parts[-1].rows.append((line.pop("state"), _entry(**line)))
        else:
            raise ValueError(f"expected a state or a rival, found {[*line]}")
    return parts


def _table(file: Path) -> Part:
    place = f"file:{quote(str(file.absolute()))}?mode=ro&immutable=1"
    with closing(sqlite3.connect(place, uri=True)) as table:
        tables = table.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        if sorted(" ".join(sql.split()) for (sql,) in tables) != [*_TABLES]:
            raise ValueError("expected the four tables of a certificate")
        head = table.execute("SELECT name, value FROM head")
        data = {name: json.loads(text) for name, text in head}
        kind = {name: data.pop(name) for name in ("certificate", "version")}
        part = _part(data, kind, "table", "strong")
        fluents = dict(table.execute("SELECT number, text FROM fluents"))
        rows = table.execute("SELECT number, value, distance, move FROM outcomes")
        outcomes = {number: _entry(*entry) for number, *entry in rows}
        for state, outcome in table.execute("SELECT state, outcome FROM states"):
            bits = int.from_bytes(state, "little")
            numbers = [i for i in range(bits.bit_length()) if bits >> i & 1]
            part.rows.append(([fluents[i] for i in numbers], outcomes[outcome]))
        if not _is_texts([*fluents.values()]):
            raise ValueError("expected texts of fluents")
    return part


def _part(head: Any, found: dict[str, Any], kind: str, solved: str) -> Part:
    """Return a part without entries."""
    if found != {"certificate": kind, "version": 1} or head["solved"] != solved:
        raise ValueError(
            "the independent check knows strategies of weak solutions and tables of "
            f"strong ones, of version 1; found {found} of {head['solved']!r}"
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
