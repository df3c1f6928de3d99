"""IDA* (Korf 1985); the twin of `logic/lectures/ida_star.pl`.

Depth first within a bound on the sum of cost and estimate, which grows
to the least sum beyond it.
"""

from math import inf

from pygame_search.lectures.relations import (
    Node,
    cost,
    h,
    is_goal,
    successors,
)

Path = list[Node]


def path(s: Node) -> Path | None:
    """Return the states on a path to a goal, None if there is none."""
    return deeper(h(s), s)


def deeper(bound: float, s: Node) -> Path | None:
    """Return the same, by a search within this bound, then the next."""
    while True:
        found, least = search([(h(s), 0, [s])], bound)
        if found or least == inf:
            return found
        bound = least


def search(
    frontier: list[tuple[int, int, Path]], bound: float
) -> tuple[Path | None, float]:
    """Return a path within a bound, and the least sum beyond it."""
    least = inf
    while frontier:
        (f, c, first), *frontier = frontier
        if f > bound:
            least = min(least, f)
            continue
        if is_goal(first[-1]):
            return first, least
        longer = []
        for _, s1 in successors(first[-1]):
            if s1 not in first:
                c1 = c + cost(first[-1], s1)
                longer.append((c1 + h(s1), c1, [*first, s1]))
        frontier = longer + frontier
    return None, least
