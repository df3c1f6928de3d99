"""The head of a certificate: a solution without its entries, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from pygame_search.solving.solution import Solution
from pygame_search.support.json_objects import plain

#: The format that this version writes; `logic/solving/certificate_form.pl` has the one
#: that it reads, and the form of a head.
VERSION = 2

_APART = ("entries", "rival", "lost", "draw_from")
#: What a file of this version need not have.
_NOT_NEEDED = ("exact", "notes", "cycle_notation")


def _names(*but: str) -> list[str]:
    return [field.name for field in fields(Solution) if field.name not in but]


def head(solution: Solution) -> dict[str, Any]:
    """Return the head of a file: a solution without its entries."""
    return {"version": VERSION} | {
        name: plain(getattr(solution, name)) for name in _names(*_APART)
    }


def solution(head: Mapping[str, Any]) -> Solution:
    """Return the solution that a head describes, without entries.

    Args:
        head: in the form of a head.
    """
    words = {name: head[name] for name in _names(*_APART, *_NOT_NEEDED)}
    words["position"] = tuple(words["position"])
    if words["cycle"] is not None:
        words["cycle"] = tuple(map(tuple, words["cycle"]))
    return Solution(**words, entries=None)
