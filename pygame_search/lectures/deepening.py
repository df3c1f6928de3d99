"""Iterative deepening (CS4480; Slate and Atkin 1977; Korf 1985).

The twin of `logic/lectures/deepening.pl`.
"""

from pygame_search.lectures.minimax import best as searched
from pygame_search.lectures.minimax import value
from pygame_search.lectures.relations import Move, Node

__all__ = ["best", "value"]


def best(s: Node, r: str, d: int) -> tuple[Move, float]:
    """Return the best move of the deepest search, and its value.

    With a clock one stops when the time is over.
    """
    for d0 in range(1, d + 1):
        found = searched(s, r, d0)
    return found
