"""The limit on the length of random games."""

from __future__ import annotations

from pygame_search.support.errors import LimitError

#: The number of plies after which a random game is given up.
LONGEST = 1_000_000


def no_end(longest: int = LONGEST) -> LimitError:
    """Return the error for a random game that reaches the limit of plies."""
    return LimitError(f"a random game did not end within {longest:,} plies", "plies")
