"""What callers give, checked at the door: what was expected, and what came."""

from __future__ import annotations

import math
from collections.abc import Collection

from pygame_search.support.errors import InputError, did_you_mean


def must_be_whole(expected: str, value: object, least: int | None = None) -> None:
    """Check a whole number.

    Args:
        expected: what it should be, in words.
        value: what came; None is checked by who allows it.
        least: the smallest that will do, None where all will.

    Raises:
        InputError: it is not one.

    >>> must_be_whole("a depth of at least 1 ply", 2.5, 1)
    Traceback (most recent call last):
    pygame_search.InputError: expected a depth of at least 1 ply, found 2.5
    """
    number = None if isinstance(value, bool) else value
    if not isinstance(number, int) or (least is not None and number < least):
        raise InputError(f"expected {expected}, found {value!r}")


def must_be_seconds(value: object) -> None:
    """Check a time; None, for no limit or the usual one, will do.

    Raises:
        InputError: it is no number of seconds above 0.
    """
    if value is None:
        return
    number = value if isinstance(value, (int, float)) else math.nan
    if isinstance(value, bool) or not 0 < number < math.inf:
        raise InputError(f"expected a time above 0 seconds, found {value!r}")


def must_be_text(expected: str, value: object) -> None:
    """Check a text.

    Args:
        expected: what it should be, in words, as in `a move`.
        value: what came.

    Raises:
        InputError: it is something else.
    """
    if not isinstance(value, str):
        raise InputError(f"expected {expected} as a text, found {value!r}")


def must_be_one_of(what: str, value: str, known: Collection[str]) -> None:
    """Check a word.

    Raises:
        InputError: it is none of those that are known; they are listed.

    >>> must_be_one_of("tier", "nativ", ["native"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pygame_search.InputError: no tier 'nativ': expected one of ...
    """
    if value not in known:
        close = did_you_mean(value, known) if isinstance(value, str) else ""
        words = ", ".join(known)
        raise InputError(f"no {what} {value!r}: expected one of {words}{close}")
