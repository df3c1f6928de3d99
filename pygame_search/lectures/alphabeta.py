"""Alpha-beta, fail-soft (SP.268; CS4480; after Bratko, chapter 22).

The twin of `logic/lectures/alphabeta.pl`.
"""

from collections.abc import Sequence
from math import inf

from pygame_search.lectures.relations import (
    Move,
    Node,
    estimate,
    goal,
    legal,
    successor,
    terminal,
    to_move,
)

Choices = Sequence[tuple[Move, Node]]
Tried = tuple[Move, float]


def value(
    s: Node, r: str, d: int, a: float = -inf, b: float = inf
) -> float:
    """Return as in minimax; a bound for it outside of a to b."""
    if terminal(s):
        return goal(s, r)
    if d == 0:
        return estimate(s, r)
    return best(s, r, d, a, b)[1]


def best(
    s: Node, r: str, d: int, a: float = -inf, b: float = inf
) -> Tried:
    """Return the first best move, for who moves, and its value."""
    [p] = to_move(s)
    side = "max" if p == r else "min"
    choices = [(m, successor(s, m)) for m in legal(s, p)]
    tried = bounded(choices, side, r, d - 1, a, b)
    better = max if side == "max" else min
    return better(tried, key=lambda choice: choice[1])


def bounded(
    choices: Choices, side: str, r: str, d: int, a: float, b: float
) -> list[Tried]:
    """Return the choices up to the first that is good enough."""
    tried = []
    for m, s in choices:
        v = value(s, r, d, a, b)
        tried.append((m, v))
        if good_enough(side, v, a, b):
            break
        a, b = new_bounds(side, v, a, b)
    return tried


def good_enough(side: str, v: float, a: float, b: float) -> bool:
    """Return whether the role that moved before will avoid this."""
    return v >= b if side == "max" else v <= a


def new_bounds(
    side: str, v: float, a: float, b: float
) -> tuple[float, float]:
    """Return alpha and beta after a move of this value."""
    return (max(a, v), b) if side == "max" else (a, min(b, v))
