"""UCT (Kocsis and Szepesvári 2006): random games grow a tree by confidence bounds.

The twin of `logic/lectures/uct.pl`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import log, sqrt

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
    """A state, the move to it, the games through it and what its mover had in them."""

    s: Node
    m: Move = ""
    n: int = 0
    total: int = 0
    arms: list[Tree] = field(default_factory=list)


def best(s: Node, r: str, n: int) -> tuple[Move, Fraction]:
    """Return the move with which most of n random games begin, and their mean."""
    root = Tree(s, arms=arms(s))
    for _ in range(n):
        simulate(root)
    most = max(root.arms, key=lambda arm: arm.n)
    return most.m, Fraction(most.total, most.n)


def arms(s: Node) -> list[Tree]:
    """Return a new tree for each move of the role that moves."""
    [p] = to_move(s)
    return [Tree(successor(s, m), m) for m in legal(s, p)]


def simulate(tree: Tree) -> dict[str, int]:
    """Play one more game; return the value of each role."""
    if not tree.arms:
        tree.arms = [] if terminal(tree.s) else arms(tree.s)
        return game(tree.s)
    [p] = to_move(tree.s)
    arm = choose(p, tree.arms)
    values = simulate(arm)
    arm.n, arm.total = arm.n + 1, arm.total + values[p]
    return values


def choose(p: str, arms: list[Tree]) -> Tree:
    """Return a new arm, or the one of the highest bound; of equals one by chance."""
    s, new = arms[0].s, [arm for arm in arms if arm.n == 0]
    if p == "random" or new:
        return random_member(s, arms if p == "random" else new)
    bounds = [bound(p, sum(a.n for a in arms), arm) for arm in arms]
    return random_member(
        s, [a for a, b in zip(arms, bounds, strict=True) if b == max(bounds)]
    )


def bound(p: str, visits: int, arm: Tree) -> float:
    """Return the upper confidence bound of a move, given the visits of all moves."""
    low, high = goal_range(arm.s, p)
    return (arm.total / arm.n - low) / (high - low) + 0.7 * sqrt(log(visits) / arm.n)


def game(s: Node) -> dict[str, int]:
    """Return the value of each role at the end of a random game."""
    while not terminal(s):
        [p] = to_move(s)
        s = random_member(s, [successor(s, m) for m in legal(s, p)])
    return {r: 0 if r == "random" else goal(s, r) for r in roles(s)}
