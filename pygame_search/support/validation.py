"""Checks of arguments; an error says what was expected and what was found."""

from __future__ import annotations

import math
from collections.abc import Collection

from pygame_search.support.errors import InputError, did_you_mean


def must_be_whole(expected: str, value: object, least: int | None = None) -> None:
    """Check a whole number.

    Args:
        expected: what it should be, in words.
        value: the argument; a caller that allows None checks for it first.
        least: the smallest allowed value; None for no bound.

    Raises:
        InputError: it is not a whole number, or too small.

    >>> must_be_whole("a depth of at least 1 ply", 2.5, 1)
    Traceback (most recent call last):
    pygame_search.InputError: expected a depth of at least 1 ply, found 2.5
    """
    number = None if isinstance(value, bool) else value
    if not isinstance(number, int) or (least is not None and number < least):
        raise InputError(f"expected {expected}, found {value!r}")


def must_be_positive(expected: str, value: object) -> None:
    """Check a number above 0, whole or not.

    Args:
        expected: what it should be, in words.
        value: the argument.

    Raises:
        InputError: it is not a number, or not above 0, or infinite.

    >>> must_be_positive("a share above 0", 0)
    Traceback (most recent call last):
    pygame_search.InputError: expected a share above 0, found 0
    """
    number = value if isinstance(value, (int, float)) else math.nan
    if isinstance(value, bool) or not 0 < number < math.inf:
        raise InputError(f"expected {expected}, found {value!r}")


def must_be_seconds(value: object) -> None:
    """Check a time; None is allowed and means no limit, or the usual one.

    Raises:
        InputError: it is not a number of seconds above 0.
    """
    if value is not None:
        must_be_positive("a time above 0 seconds", value)


#: The greatest lengths of texts, in characters: a move or a question, the fluents of a
#: state, a text as a parameter, and a position as people write it. Rules that parse a
#: text may take time quadratic in its length.
MOST_TEXT, MOST_STATE, MOST_PARAMETER, MOST_POSITION = 10_000, 500_000, 2_000, 1_000


def must_be_text(expected: str, value: object, most: int | None = None) -> None:
    """Check a text.

    Args:
        expected: what it should be, in words, as in `a move`.
        value: the argument.
        most: the most characters it may have; None for no limit.

    Raises:
        InputError: it is not a text, or is too long.

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
        InputError: the word is unknown; the message lists the known ones.

    >>> must_be_one_of("tier", "nativ", ["native"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pygame_search.InputError: no tier 'nativ': expected one of ...
    """
    if value not in known:
        close = did_you_mean(value, known) if isinstance(value, str) else ""
        words = ", ".join(known)
        raise InputError(f"no {what} {value!r}: expected one of {words}{close}")
