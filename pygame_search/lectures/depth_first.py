"""Depth-first search that collects paths (Poole et al., chapter 4).

The twin of `logic/lectures/depth_first.pl`: the path that was found
last is extended first.
"""

from pygame_search.lectures.relations import Node, is_goal, successors


def path(s: Node) -> list[Node] | None:
    """Return the states on a path to a goal, None if there is none."""
    frontier = [[s]]
    while frontier:
        first, *frontier = frontier
        if is_goal(first[-1]):
            return first
        longer = [
            [*first, s1]
            for _, s1 in successors(first[-1])
            if s1 not in first
        ]
        frontier = longer + frontier
    return None
