"""UCT (Kocsis and Szepesvári 2006): random games grow a tree.

The twin of `logic/lectures/uct.pl`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, log, sqrt

from pygame_search.lectures.relations import (
    Move,
    Node,
    goal,
    goal_range,
    legal,
    random_member,
    roles,
    successor,
    terminal,
    to_move,
)


@dataclass
class Tree:
    """A state, the move to it, the games through it, and their sum.

    The sum is that of the values for the role that made the move.
    """

    s: Node
    m: Move = ""
    n: int = 0
    total: int = 0
    arms: list[Tree] = field(default_factory=list)


def best(s: Node, r: str, n: int) -> tuple[Move, Fraction]:
    """Return the move of most of n random games, and their mean."""
    tree = Tree(s, arms=arms(s))
    grown(n, tree)
    most = max(tree.arms, key=lambda arm: arm.n)
    return most.m, Fraction(most.total, most.n)


def arms(s: Node) -> list[Tree]:
    """Return a new tree for each move of the role that moves."""
    return [
        Tree(successor(s, m), m)
        for p in to_move(s)
        for m in legal(s, p)
    ]


def grown(n: int, tree: Tree) -> None:
    """Play n more games."""
    for _ in range(n):
        simulated(tree)


def simulated(tree: Tree) -> dict[str, int]:
    """Play one more game; return the value of each role."""
    if not tree.arms:
        tree.arms = arms(tree.s)
        return game(tree.s)
    [p] = to_move(tree.s)
    arm = chosen(p, tree.arms)
    values = simulated(arm)
    arm.n += 1
    arm.total += values[p]
    return values


def chosen(p: str, arms: list[Tree]) -> Tree:
    """Return an arm of the highest bound, or any one for chance."""
    if p == "random":
        return random_member(arms[0].s, arms)
    games = sum(arm.n for arm in arms)
    bounds = [(bound(p, games, arm), arm) for arm in arms]
    highest = max(b for b, _ in bounds)
    best = [arm for b, arm in bounds if b == highest]
    return random_member(arms[0].s, best)


def bound(p: str, games: int, arm: Tree) -> float:
    """Return the upper confidence bound of an arm."""
    if arm.n == 0:
        return inf
    low, high = goal_range(arm.s, p)
    mean = (arm.total / arm.n - low) / (high - low)
    return mean + 0.7 * sqrt(log(games) / arm.n)


def game(s: Node) -> dict[str, int]:
    """Return each role's value after a random game, 0 for chance."""
    while not terminal(s):
        [p] = to_move(s)
        s = random_member(s, [successor(s, m) for m in legal(s, p)])
    players = [r for r in roles(s) if r != "random"]
    return {"random": 0, **{r: goal(s, r) for r in players}}
