"""Alpha-beta, fail-soft (SP.268; CS4480); the twin of `logic/lectures/alphabeta.pl`."""

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


def value(s: Node, r: str, d: int, a: float = -inf, b: float = inf) -> float:
    """Return what a state is worth to a role; a bound for it outside of a to b."""
    if terminal(s):
        return goal(s, r)
    if d == 0:
        return estimate(s, r)
    return best(s, r, d, a, b)[1]


def best(
    s: Node, r: str, d: int, a: float = -inf, b: float = inf
) -> tuple[Move | None, float]:
    """Return the first best move, for the role that moves, and the value for r."""
    [p] = to_move(s)
    mine = p == r
    move, v = None, -inf if mine else inf
    for m in legal(s, p):
        if (mine and v >= b) or (not mine and v <= a):
            break  # the role that moved before has a better move than this state
        v1 = value(successor(s, m), r, d - 1, max(a, v) if mine else a,
                   b if mine else min(b, v))  # fmt: skip
        if move is None or (v1 > v if mine else v1 < v):
            move, v = m, v1
    return move, v
