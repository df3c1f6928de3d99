"""Max^n (Luckhardt and Irani 1986): some roles, each for itself.

The twin of `logic/lectures/maxn.pl`.
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


def values(s: Node, d: int) -> dict[str, float]:
    """Return what a state is worth to each role, by looking ahead."""
    roles = s.rules.game.roles
    if terminal(s):
        return {r: goal(s, r) for r in roles}
    if d == 0:
        return {r: estimate(s, r) for r in roles}
    return chosen(s, d)[1]


def chosen(s: Node, d: int) -> tuple[Move, dict[str, float]]:
    """Return the first best move for who moves, and the values."""
    [p] = to_move(s)
    choices = [(m, values(successor(s, m), d - 1)) for m in legal(s, p)]
    return max(choices, key=lambda choice: choice[1][p])


def best(s: Node, r: str, d: int) -> tuple[Move, float]:
    """Return the move chosen, and what it is worth to r."""
    m, found = chosen(s, d)
    return m, found[r]
