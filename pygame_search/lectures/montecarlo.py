"""Flat Monte Carlo (Brügmann 1993): the mean of random games.

The twin of `logic/lectures/montecarlo.pl`.
"""

from fractions import Fraction

from pygame_search.lectures.relations import (
    Move,
    Node,
    goal,
    legal,
    random_member,
    successor,
    terminal,
    to_move,
)


def best(s: Node, r: str, n: int) -> tuple[Move, Fraction]:
    """Return the move of the best mean of n random games; the mean."""
    values: dict[Move, list[int]] = {m: [] for m in legal(s, r)}
    for _ in range(n):
        for m in values:
            values[m].append(game(successor(s, m), r))
    means = {m: Fraction(sum(vs), len(vs)) for m, vs in values.items()}
    best_move = max(means, key=lambda m: means[m])
    return best_move, means[best_move]


def game(s: Node, r: str) -> int:
    """Return the goal value to a role at the end of a random game."""
    while not terminal(s):
        [p] = to_move(s)
        s = random_member(s, [successor(s, m) for m in legal(s, p)])
    return goal(s, r)
