"""Minimax with variable depth (CPSC 322, lecture 18; SP.268).

A state that is not quiet is searched beyond the depth limit. The twin of
`logic/lectures/quiescence.pl`.
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
    """Return as in minimax; below 0, d counts the moves beyond the limit."""
    if terminal(s):
        return goal(s, r)
    if d <= 0 and (quiet(s) or d <= -FURTHER):
        return estimate(s, r)
    return best(s, r, d)[1]


def best(s: Node, r: str, d: int) -> tuple[Move, float]:
    """Return the first best move, for the role that moves, and the value for r."""
    [p] = to_move(s)
    choices = [(m, value(successor(s, m), r, d - 1)) for m in legal(s, p)]
    better = max if p == r else min
    return better(choices, key=lambda choice: choice[1])
