"""The head of a certificate: a solution without its entries, as JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from pygame_search.solving.solution import RUNGS, Entry, Solution
from pygame_search.support.json_files import (
    COUNT,
    Kind,
    Or,
    must_be_file,
    must_have_form,
)
from pygame_search.support.json_objects import plain

#: The format that this version reads; other files are refused.
VERSION = 2

_APART = ("entries", "rival", "lost")


def head(solution: Solution) -> dict[str, Any]:
    """Return the head of a file: a solution without its entries."""
    names = [field.name for field in fields(solution) if field.name not in _APART]
    return {"version": VERSION} | {
        name: plain(getattr(solution, name)) for name in names
    }


def solution(data: Any) -> Solution:
    """Return the solution that a head describes, without entries.

    Raises:
        ValueError: data is no head; the text says what was expected.
    """
    must_be_file(data, VERSION, _MEMBERS)
    words = {name: data[name] for name in _MEMBERS}
    words["position"] = tuple(words["position"])
    if words["cycle"] is not None:
        words["cycle"] = tuple(map(tuple, words["cycle"]))
    if words["role"] not in words["values"]:
        raise ValueError(f"values: expected that for {words['role']!r}, found none")
    made = Solution(**words, entries=None)
    checked_entry(Entry(made.value, made.distance, None), made)
    return made


def checked_entry(entry: Entry, about: Solution) -> Entry:
    """Return the entry, checked for consistency.

    Raises:
        ValueError: its value and distance contradict each other.
    """
    value, distance = entry.value, entry.distance
    drawn = value == about.draw is not None and not about.finite
    if drawn and distance and about.solved == "strong":
        raise ValueError(
            "expected a state with the value of endless play to be without a "
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
    found = {"value": value, "distance": distance, "move": move}
    must_have_form(found, _ENTRY)
    return checked_entry(Entry(**found), about)


_PLIES = Or(Kind("plies", int, lambda data: data >= 0), None)
_ENTRY = {"value": Or(int, None), "distance": _PLIES, "move": Or(str, None)}
_MEMBERS = {
    "game": str,
    "parameters": {str: str},
    "rules": str,
    "role": str,
    "position": [str],
    "solved": Kind(f"one of {', '.join(RUNGS[1:])}", str, RUNGS[1:].__contains__),
    "values": {str: Or(int, None)},
    "distance": _PLIES,
    "cycle": Or([[str]], None),
    "states": COUNT,
    "nodes": COUNT,
    "seconds": Or(int, float),
    "method": str,
    "tier": str,
    "draw": Or(int, None),
    "finite": Or(bool, None),
    "longest": _PLIES,
    "lead": COUNT,
}
