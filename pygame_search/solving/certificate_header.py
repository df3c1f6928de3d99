"""The head of a certificate: all of a solution but its entries, as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from pygame_search.solving.solution import RUNGS, Entry, Solution

#: What a reader of this version understands; a newer file is refused.
VERSION = 1

_APART = ("entries", "rival", "lost")


def head(solution: Solution) -> dict[str, Any]:
    """Return what a file says of a solution before its entries."""
    names = [field.name for field in fields(solution) if field.name not in _APART]
    return {name: _plain(getattr(solution, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    return list(map(_plain, value)) if isinstance(value, tuple) else value


def solution(data: Any) -> Solution:
    """Return the solution that a header describes, without entries.

    Raises:
        ValueError: data is no head; the text says what was expected.
    """
    _must(isinstance(data, dict), "a JSON object", data)
    for name, (kind, right) in _MEMBERS.items():
        if name not in data:
            raise ValueError(f"expected {name!r}, {kind}, found none")
        _must(right(data[name]), f"{name!r}: {kind}", data[name])
    found = {name: data[name] for name in _MEMBERS}
    found["position"] = tuple(found["position"])
    if found["cycle"] is not None:
        found["cycle"] = tuple(map(tuple, found["cycle"]))
    if found["role"] not in found["values"]:
        raise ValueError(f"'values': expected that for {found['role']!r}, found none")
    made = Solution(**found, entries=None)
    checked_entry(Entry(made.value, made.distance, None), made)
    return made


def checked_entry(entry: Entry, about: Solution) -> Entry:
    """Return an entry that can be one of a solution.

    Raises:
        ValueError: its value and its distance do not fit each other.
    """
    value, distance = entry.value, entry.distance
    drawn = value == about.draw is not None and not about.finite
    if drawn and distance and about.solved == "strong":
        raise ValueError(
            "expected a state with the value of endless play to have no "
            f"distance, found {distance}"
        )
    if (value is None and (distance is not None or about.draw is not None)) or (
        distance is None and (value != about.draw or about.finite)
    ):
        raise ValueError(
            f"expected a value with a distance to the end, found value "
            f"{json.dumps(value)} and distance {json.dumps(distance)}"
        )
    return entry


def read_entry(value: Any, distance: Any, move: Any, about: Solution) -> Entry:
    """Return the entry that a file holds.

    Raises:
        ValueError: there is none; the text says what was expected.
    """
    _must(_maybe_number(value), "'value': a number or null", value)
    _must(
        _maybe_number(distance) and (distance is None or distance >= 0),
        "'distance': plies or null",
        distance,
    )
    _must(move is None or isinstance(move, str), "'move': a text or null", move)
    return checked_entry(Entry(value, distance, move), about)


def _must(right: bool, expected: str, found: Any) -> None:
    if not right:
        text = json.dumps(found)
        text = text if len(text) <= 60 else f"{text[:59]}…"
        raise ValueError(f"expected {expected}, found {text}")


def is_texts(data: Any) -> bool:
    """Return whether it is a list of texts."""
    return isinstance(data, list) and all(isinstance(word, str) for word in data)


def _number(data: Any) -> bool:
    return isinstance(data, int) and not isinstance(data, bool)


def _maybe_number(data: Any) -> bool:
    return data is None or _number(data)


def _count(data: Any) -> bool:
    return _number(data) and data >= 0


_TEXT = ("a text", lambda data: isinstance(data, str))
_COUNT = ("a number of 0 or more", _count)
_MAYBE = ("a number or null", _maybe_number)
_PLIES = ("plies or null", lambda data: data is None or _count(data))

_MEMBERS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "game": _TEXT,
    "parameters": (
        "texts by their names",
        lambda data: isinstance(data, dict) and is_texts(list(data.values())),
    ),
    "rules": _TEXT,
    "role": _TEXT,
    "position": ("a list of fluents", is_texts),
    "solved": (f"one of {', '.join(RUNGS[1:])}", lambda data: data in RUNGS[1:]),
    "values": (
        "numbers or null by roles",
        lambda data: isinstance(data, dict) and all(map(_maybe_number, data.values())),
    ),
    "distance": _PLIES,
    "cycle": (
        "joint moves or null",
        lambda data: (
            data is None or (isinstance(data, list) and all(map(is_texts, data)))
        ),
    ),
    "states": _COUNT,
    "nodes": _COUNT,
    "seconds": (
        "a time",
        lambda data: isinstance(data, (int, float)) and not isinstance(data, bool),
    ),
    "method": _TEXT,
    "tier": _TEXT,
    "draw": _MAYBE,
    "finite": (
        "true, false or null",
        lambda data: data is None or isinstance(data, bool),
    ),
    "longest": _PLIES,
    "lead": _COUNT,
}
