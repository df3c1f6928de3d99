"""Iterative deepening (CS4480; Slate and Atkin 1977; Korf 1985).

The twin of `logic/lectures/deepening.pl`.
"""

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


def best(s: Node, r: str, d: int) -> tuple[Move, float]:
    """Return the best move of the deepest search, and its value."""
    return deepen(1, s, r, d)


def deepen(d0: int, s: Node, r: str, d: int) -> tuple[Move, float]:
    """Search to depth d0, d0 + 1, and so on up to d."""
    while d0 < d:
        searched(s, r, d0)
        d0 += 1
    return searched(s, r, d)


def value(s: Node, r: str, d: int) -> float:
    """Return as in minimax."""
    if terminal(s):
        return goal(s, r)
    if d == 0:
        return estimate(s, r)
    return searched(s, r, d)[1]


def searched(s: Node, r: str, d: int) -> tuple[Move, float]:
    """Return as best in minimax."""
    [p] = to_move(s)
    choices = [
        (m, value(successor(s, m), r, d - 1)) for m in legal(s, p)
    ]
    better = max if p == r else min
    return better(choices, key=lambda choice: choice[1])
