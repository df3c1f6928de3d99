"""Why games cannot be grounded, cached on disk: the next process knows it at once.

A file is named by all that decides besides the time: the rules and their name, the
sources, the version of clingo, and what was asked with how much memory. A refusal for
lack of time holds for those with no more time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pygame_search.model.rules import Rules
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
from pygame_search.support.errors import LimitError, TierError

#: The codes of the limits that may refuse a game.
_LIMITS = ("time", "memory")


def refusal_file(
    game: Rules, asked: Sequence[str], *, named: bool, memory: int
) -> Path | None:
    """Return where the refusal of a game is kept; None if there is no cache.

    Args:
        game: the game.
        asked: the relations that are outputs, too.
        named: whether the names of all atoms are wanted.
        memory: the limit of clingo's memory in bytes.
    """
    book = game.book
    try:
        clingo = version("clingo")
    except PackageNotFoundError:
        clingo = ""
    content: list[str | bytes] = [
        *(sources("pygame_search.network"), logic(), clingo, game.name),
        *(book.syntax, book.text, repr(book.parts)),
        json.dumps([*game.parameters.items()], default=str),
        json.dumps([*asked]), f"{named} {memory} {game.perceiving}",
    ]  # fmt: skip
    return kept_file(".refused", content)


def kept_refusal(path: Path | None, seconds: float) -> TierError | LimitError | None:
    """Return the refusal that a file holds, None if there is none for so much time.

    A damaged file holds none.
    """
    if path is None:
        return None
    with suppress(OSError, ValueError, RecursionError):
        found = _decoded(json.loads(unsealed(read(path))), seconds)
        used(path)
        return found
    return None


def _decoded(found: object, seconds: float) -> TierError | LimitError | None:
    """Return the refusal of a file's data, None if it holds for less time only.

    Raises:
        ValueError: the data are no refusal.
    """
    match found:
        case {"message": str(message), "code": str(code), "seconds": float(tried)}:
            if code == "":
                return TierError(message)
            if code in _LIMITS:
                enough = code == "time" and not seconds <= tried
                return None if enough else LimitError(message, code)
    raise ValueError("expected a refusal")


def keep_refusal(path: Path | None, error: Exception, seconds: float) -> None:
    """Cache a refusal, if it can be written.

    Args:
        path: its file.
        error: the refusal, a TierError or a LimitError.
        seconds: the limit of processor time.
    """
    code = error.code if isinstance(error, LimitError) else ""
    data = {"message": str(error), "code": code, "seconds": float(seconds)}
    if path is not None:
        with suppress(OSError):
            keep(path, sealed(json.dumps(data).encode()))
