"""What a role knows (Thielscher 2010), and how likely each state is.

The twin of `logic/lectures/belief.pl`.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pygame_search.lectures.relations import (
    Node,
    Rules,
    Step,
    initial,
    legal,
    name,
    percepts,
    successor,
    terminal,
    to_move,
    view,
)

#: States that are possible, each with its probability.
Belief = list[tuple[Node, Fraction]]


def belief(rules: Rules, r: str) -> Belief:
    """Return the states that r thinks possible, by its view."""
    steps = view(rules, r).steps
    return updated(steps, r, [(initial(rules), Fraction(1))])


def updated(steps: Sequence[Step], r: str, b: Belief) -> Belief:
    """Return what r believes after some steps, and b before them."""
    for step in steps:
        b = normal(
            [
                (s1, p0 * p)
                for s, p0 in b
                for s1, p in followed(s, r, step)
            ]
        )
    return b


def followed(
    s: Node, r: str, step: Step
) -> Iterator[tuple[Node, Fraction]]:
    """Yield what may follow by a step as r sees it, and how likely."""
    qs = to_move(s)
    if r not in qs and step.move != "noop":
        return
    for ms, p in made(qs, s, r, step.move):
        s1 = successor(s, ms)
        seen = percepts(s1, r) == step.percepts
        if seen and terminal(s1) == step.over:
            yield s1, p


def made(
    qs: Sequence[str], s: Node, r: str, m: str
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield moves of the roles qs, m of r, and how likely they are."""
    if not qs:
        yield (), Fraction(1)
        return
    q, *others = qs
    moves = legal(s, q)
    own = [m1 for m1 in moves if q != r or name(s, m1) == m]
    share = Fraction(1) if q == r else Fraction(1, len(moves))
    for m1 in own:
        for ms, p in made(others, s, r, m):
            yield (m1, *ms), share * p


def normal(pairs: Belief) -> Belief:
    """Return each state once, with its share of the whole."""
    whole = sum((p for _, p in pairs), Fraction())
    states = dict.fromkeys(s for s, _ in pairs)
    return [(s, share(s, pairs) / whole) for s in states]


def share(s: Node, pairs: Belief) -> Fraction:
    """Return what the pairs of a state add up to."""
    return sum((p for s1, p in pairs if s1 == s), Fraction())
