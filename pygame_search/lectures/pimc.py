"""Perfect-information Monte Carlo (Levy 1989; Ginsberg 2001).

The twin of `logic/lectures/pimc.pl`: over all states that are possible,
in place of some that are drawn.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pygame_search.lectures.relations import (
    Node,
    Rules,
    believed,
    estimate,
    goal,
    legal,
    successor,
    terminal,
    to_move,
)

#: States that are possible, each with its probability.
Worlds = Sequence[tuple[Node, Fraction]]


def best(rules: Rules, r: str, d: int) -> tuple[int, Fraction]:
    """Return the first best move of r by what it knows; its value."""
    worlds = believed(rules, r)
    (s1, _), *_ = worlds
    choices = [
        (m, mean(worlds, r, d, m))
        for m in legal(s1, r)
        if all(m in legal(s, r) for s, _ in worlds)
    ]
    return max(choices, key=lambda choice: choice[1])


def mean(worlds: Worlds, r: str, d: int, m: int) -> Fraction:
    """Return what a move of r is worth on average, all face up."""
    vs = []
    for s, p in worlds:
        _, *qs = order(s, r)
        vs.append(p * made(qs, {r: m}, s, r, d))
    return sum(vs, Fraction())


def face_up(s: Node, r: str, d: int) -> Fraction:
    """Return what a state is worth to r, by looking d moves ahead."""
    if terminal(s):
        return Fraction(goal(s, r))
    if d == 0:
        return Fraction(estimate(s, r))
    return made(order(s, r), {}, s, r, d)


def order(s: Node, r: str) -> list[str]:
    """Return the roles that move: first r, and chance last."""
    return sorted(to_move(s), key=lambda q: (q != r, q == "random"))


def made(
    qs: Sequence[str], moves: Mapping[str, int], s: Node, r: str, d: int
) -> Fraction:
    """Return the value after some moves, where qs have yet to move."""
    if not qs:
        move = tuple(moves[q] for q in to_move(s))
        return face_up(successor(s, move), r, d - 1)
    q, *others = qs
    return backed_up(
        q,
        r,
        [made(others, {**moves, q: m}, s, r, d) for m in legal(s, q)],
    )


def backed_up(q: str, r: str, vs: Sequence[Fraction]) -> Fraction:
    """Return the value for r where q chooses one of some values."""
    if q == r:
        return max(vs)
    if q == "random":
        return sum(vs, Fraction()) / len(vs)
    return min(vs)
