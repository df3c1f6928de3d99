"""Lowest-cost-first search (Poole, Mackworth and Goebel, chapter 4).

The twin of `logic/lectures/lowest_cost.pl`: next comes the path that
costs least.
"""

from pygame_search.lectures.relations import (
    Node,
    cost,
    is_goal,
    successors,
)


def path(s: Node) -> list[Node] | None:
    """Return the states on a path to a goal, None if there is none."""
    frontier = [(0, [s])]
    while frontier:
        (c, first), *frontier = frontier
        if is_goal(first[-1]):
            return first
        longer = [
            (c + cost(first[-1], s1), [*first, s1])
            for _, s1 in successors(first[-1])
            if s1 not in first
        ]
        frontier = sorted(frontier + longer, key=lambda pair: pair[0])
    return None
