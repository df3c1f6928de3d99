"""Minimax (CPSC 322, lecture 18; CZ3005; SP.268; CS4480).

The twin of `logic/lectures/minimax.pl`.
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


def value(s: Node, r: str, d: int) -> float:
    """Return what a state is worth to r, by looking d moves ahead."""
    if terminal(s):
        return goal(s, r)
    if d == 0:
        return estimate(s, r)
    return best(s, r, d)[1]


def best(s: Node, r: str, d: int) -> tuple[Move, float]:
    """Return the first best move of who moves, and its value for r."""
    [p] = to_move(s)
    choices = [
        (m, value(successor(s, m), r, d - 1)) for m in legal(s, p)
    ]
    better = max if p == r else min
    return better(choices, key=lambda choice: choice[1])
