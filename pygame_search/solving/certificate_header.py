"""The head of a certificate: all of a solution but its entries, as JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from pygame_search.solving.solution import RUNGS, Entry, Solution
from pygame_search.support.json_files import is_kind, short
from pygame_search.support.json_objects import plain

#: What a reader of this version understands; other files are refused.
VERSION = 2

_APART = ("entries", "rival", "lost")


def head(solution: Solution) -> dict[str, Any]:
    """Return what a file says of a solution before its entries."""
    names = [field.name for field in fields(solution) if field.name not in _APART]
    return {"version": VERSION} | {
        name: plain(getattr(solution, name)) for name in names
    }


def solution(data: Any) -> Solution:
    """Return the solution that a header describes, without entries.

    Raises:
        ValueError: data is no head; the text says what was expected.
    """
    if not isinstance(data, dict):
        raise ValueError(f"expected a JSON object, found {short(data)}")
    if (version := data.get("version")) != VERSION:
        raise ValueError(
            f"expected a certificate of version {VERSION}, the one that this program "
            f"knows, found {short(version)}"
        )
    for name, kind in _MEMBERS.items():
        if name not in data:
            raise ValueError(f"expected {name!r}, {kind}, found none")
        _must_be(name, kind, data[name])
    if data.get("solved") not in RUNGS[1:]:
        rungs, found = ", ".join(RUNGS[1:]), short(data.get("solved"))
        raise ValueError(f"expected 'solved': one of {rungs}, found {found}")
    words = {name: data[name] for name in (*_MEMBERS, "solved")}
    words["position"] = tuple(words["position"])
    if words["cycle"] is not None:
        words["cycle"] = tuple(map(tuple, words["cycle"]))
    if words["role"] not in words["values"]:
        raise ValueError(f"'values': expected that for {words['role']!r}, found none")
    made = Solution(**words, entries=None)
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
    _must_be("value", "a number or null", value)
    _must_be("distance", "plies or null", distance)
    _must_be("move", "a text or null", move)
    return checked_entry(Entry(value, distance, move), about)


def _must_be(name: str, kind: str, found: Any) -> None:
    if not is_kind(found, kind.removeprefix("a ")):
        raise ValueError(f"expected {name!r}: {kind}, found {short(found)}")


_MEMBERS = {
    "game": "a text",
    "parameters": "texts by their names",
    "rules": "a text",
    "role": "a text",
    "position": "a list of fluents",
    "values": "numbers or null by roles",
    "distance": "plies or null",
    "cycle": "a list of joint moves or null",
    "states": "a number of 0 or more",
    "nodes": "a number of 0 or more",
    "seconds": "a time",
    "method": "a text",
    "tier": "a text",
    "draw": "a number or null",
    "finite": "true, false or null",
    "longest": "plies or null",
    "lead": "a number of 0 or more",
}
