"""Minimax with variable depth (CZ3005; CS4480; general game playing).

A state that is not quiet is searched beyond the depth limit. The twin
of `logic/lectures/quiescence.pl`.
"""

from pygame_search.lectures.relations import (
    Move,
    Node,
    estimate,
    goal,
    legal,
    quiet,
    successor,
    terminal,
    to_move,
)

FURTHER = 2  # the most moves beyond the limit


def value(s: Node, r: str, d: int) -> float:
    """Return as in minimax; below 0, d counts the moves beyond 0."""
    if terminal(s):
        return goal(s, r)
    if leaf(s, d):
        return estimate(s, r)
    return best(s, r, d)[1]


def leaf(s: Node, d: int) -> bool:
    """Return whether the search ends here."""
    return d <= 0 and (quiet(s) or d <= -FURTHER)


def best(s: Node, r: str, d: int) -> tuple[Move, float]:
    """Return the first best move of who moves, and its value for r."""
    [p] = to_move(s)
    choices = [
        (m, value(successor(s, m), r, d - 1)) for m in legal(s, p)
    ]
    better = max if p == r else min
    return better(choices, key=lambda choice: choice[1])
