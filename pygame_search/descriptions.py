"""What is known of a game when its rules are loaded, kept on disk.

Whoever plays by a network that is kept needs no more of the rules than that, and the
knowledge base only when it is asked for something else. Only what has loaded without
an error is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pygame_search.cache import keep, kept_file, logic, sources, used
from pygame_search.rulebook import Rulebook

_DIGEST = 20


def kept_description(
    book: Rulebook, parameters: Iterable[Sequence[str]]
) -> dict[str, Any] | None:
    """Return what is kept of a rule file with parameters, None when nothing is."""
    path = _path(book, parameters)
    if path is None:
        return None
    with suppress(OSError):
        data = path.read_bytes()
        if data[:_DIGEST] == _digest(data[_DIGEST:]):
            used(path)
            found: dict[str, Any] = json.loads(data[_DIGEST:])
            return found
    return None


def keep_description(
    book: Rulebook, parameters: Iterable[Sequence[str]], description: Mapping[str, Any]
) -> None:
    """Keep what is known of a rule file with parameters, where that can be written."""
    path = _path(book, parameters)
    if path is not None:
        data = json.dumps(description).encode()
        with suppress(OSError):
            keep(path, _digest(data) + data)


def _path(book: Rulebook, parameters: Iterable[Sequence[str]]) -> Path | None:
    words = [word for pair in parameters for word in pair]
    made_from: list[str | bytes] = [
        sources("pygame_search"),
        logic(),
        book.syntax,
        book.text,
        *words,
    ]
    return kept_file(".game", made_from)


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).digest()
