"""The descriptions of games that loading their rules gives, cached on disk.

A game whose network is cached as well can be played without its rules; these are loaded
only when something else is requested. Only rules without errors have a description.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeGuard

from pygame_search.model.decimals import exact
from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.disk_cache import (
    keep,
    kept_file,
    logic,
    read,
    sealed,
    sources,
    unsealed,
    used,
)
from pygame_search.support.json_files import Or, has_form

_TEXT = Or(str, None)
_TOTAL = Or(int, None)

_FAULT = {
    "severity": str, "code": str, "from": int, "to": int, "message": str,
    "mend": _TEXT,
}  # fmt: skip

#: The packages that make the data, besides the modules directly in `pygame_search`.
_MAKERS = "pygame_search.model", "pygame_search.network", "pygame_search.machine"

#: The members of a description and their types. There may also be a `goal_sum`.
_FORM = {
    "about": _TEXT,
    "colours": [(str, str)],
    "column_labels": [(int, str)],
    "constant_sum": _TOTAL,
    "convention": str,
    "default_texts": [str],
    "estimate": bool,
    "faults": [_FAULT],
    "hexagonal": bool,
    "hidden": bool,
    "lines": [(int, int, int, int)],
    "kind": {"name": str, "own": bool, "text": str},
    "noisy": bool,
    "turns": bool,
    "histories": bool,
    "chequered": bool,
    "notated": bool,
    "numbered": [str],
    "outcomes": [int],
    "parameters": [(str, str)],
    "position_parameter": _TEXT,
    "ranges": [(int, int)],
    "repetition": [(Or(str, None), Or(int, str))],
    "roles": [str],
    "row_labels": [(int, str)],
    "rows_from_below": bool,
    "source": _TEXT,
    "square_names": [(int, int, str)],
    "space": str,
    "symbols": [(str, str)],
    "title": _TEXT,
    "weights": [(str, Or(int, str))],
    "worths": [[int]],
}


def kept_description(
    book: Rulebook, parameters: Iterable[Sequence[str]]
) -> dict[str, Any] | None:
    """Return the cached description of a rule file with parameters, or None."""
    found = kept_data(book, parameters, ".game")
    return found if _is_description(found) else None


def kept_data(
    book: Rulebook, parameters: Iterable[Sequence[str]], suffix: str
) -> Any | None:
    """Return cached JSON data of a rule file with parameters, or None.

    Args:
        book: the rule file.
        parameters: those that were given.
        suffix: of the cache file's name; it selects the kind of data.
    """
    path = _path(book, parameters, suffix)
    if path is None:
        return None
    with suppress(OSError, ValueError, RecursionError, MemoryError):
        data = unsealed(read(path))
        used(path)
        return json.loads(data)
    return None


def _is_description(data: Any) -> TypeGuard[dict[str, Any]]:
    """Return whether data have the form of the engine's description of a game."""
    if not isinstance(data, dict) or data.keys() - {"goal_sum"} != _FORM.keys():
        return False
    if "goal_sum" in data and not _is_goal_sum(data["goal_sum"]):
        return False
    if not has_form(data, _FORM):
        return False
    if any(exact(weight) is None for _, weight in data["weights"]):
        return False
    for_each_role = (data["ranges"], data["worths"], data["outcomes"])
    return all(len(values) == len(data["roles"]) for values in for_each_role)


def _is_goal_sum(data: Any) -> bool:
    """Return whether data are a possible result of `goal_sum.found_sum`."""
    if not has_form(data, (str, _TOTAL, int)):
        return False
    source, total, games = data
    if source not in ("proved", "sampled"):
        return source in ("varies", "unknown") and total is None and games == 0
    return total is not None and (games > 0 if source == "sampled" else games == 0)


def keep_description(
    book: Rulebook, parameters: Iterable[Sequence[str]], description: Mapping[str, Any]
) -> None:
    """Cache the description of a rule file with parameters, if it can be written."""
    keep_data(book, parameters, ".game", description)


def keep_data(
    book: Rulebook,
    parameters: Iterable[Sequence[str]],
    suffix: str,
    found: Mapping[str, Any],
) -> None:
    """Cache JSON data of a rule file with parameters, if they can be written."""
    path = _path(book, parameters, suffix)
    if path is not None:
        with suppress(OSError):
            keep(path, sealed(json.dumps(found).encode()))


def _path(
    book: Rulebook, parameters: Iterable[Sequence[str]], suffix: str
) -> Path | None:
    words = [word for pair in parameters for word in pair]
    made_from: list[str | bytes] = [
        sources("pygame_search", below=False),
        *map(sources, _MAKERS),
        logic(),
        book.syntax,
        book.kind or "",
        book.text,
        *words,
    ]
    return kept_file(suffix, made_from)
