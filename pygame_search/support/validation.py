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


#: How long texts may be, in characters: a move or a question, the fluents of a state,
#: a text as a parameter, and a position as people write it. Rules that read a text may
#: take time that grows with the square of its length.
MOST_TEXT, MOST_STATE, MOST_PARAMETER, MOST_POSITION = 10_000, 500_000, 2_000, 1_000


def must_be_text(expected: str, value: object, most: int | None = None) -> None:
    """Check a text.

    Args:
        expected: what it should be, in words, as in `a move`.
        value: what came.
        most: how many characters it may have, None for any number.

    Raises:
        InputError: it is something else, or longer.

    >>> must_be_text("a move", "a" * 20_000, MOST_TEXT)
    Traceback (most recent call last):
    pygame_search.InputError: expected a move of at most 10,000 characters, found 20,000
    """
    if not isinstance(value, str):
        raise InputError(f"expected {expected} as a text, found {value!r}")
    if most is not None and len(value) > most:
        raise InputError(
            f"expected {expected} of at most {most:,} characters, found {len(value):,}"
        )


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
