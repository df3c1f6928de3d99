"""Expectimax (Michie 1966): minimax with chance, which moves at random.

The twin of `logic/lectures/expectimax.pl`.
"""

from fractions import Fraction

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


def value(s: Node, r: str, d: int) -> Fraction:
    """Return what a state is worth to r, by looking d moves ahead."""
    if terminal(s):
        return Fraction(goal(s, r))
    if d == 0:
        return Fraction(estimate(s, r))
    return best(s, r, d)[1]


def best(s: Node, r: str, d: int) -> tuple[Move, Fraction]:
    """Return the first best move of who moves, and its value for r."""
    [p] = to_move(s)
    choices = [
        (m, value(successor(s, m), r, d - 1)) for m in legal(s, p)
    ]
    if p == "random":
        return "chance", sum((v for _, v in choices), Fraction()) / len(
            choices
        )
    better = max if p == r else min
    return better(choices, key=lambda choice: choice[1])
