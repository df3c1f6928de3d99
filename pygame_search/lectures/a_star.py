"""A* (Hart, Nilsson and Raphael 1968; Poole and others, chapter 4).

The twin of `logic/lectures/a_star.pl`: next comes the path with the
least sum of its cost and the estimate h from its end.
"""

from pygame_search.lectures.relations import (
    Node,
    cost,
    h,
    is_goal,
    successors,
)


def path(s: Node) -> list[Node] | None:
    """Return the states on a path to a goal, None if there is none."""
    frontier = [(h(s), 0, [s])]
    while frontier:
        (_, c, first), *frontier = frontier
        if is_goal(first[-1]):
            return first
        for _, s1 in successors(first[-1]):
            if s1 not in first:
                c1 = c + cost(first[-1], s1)
                frontier.append((c1 + h(s1), c1, [*first, s1]))
        frontier.sort(key=lambda entry: entry[0])
    return None
