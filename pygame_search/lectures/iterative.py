"""Iterative deepening for paths (Korf 1985).

The twin of `logic/lectures/iterative.pl`.
"""

from pygame_search.lectures.relations import Node, is_goal, successors


def path(s: Node) -> list[Node] | None:
    """Return the states from a state to a goal, None if there is no path."""
    d = 0
    while True:
        found, cut_off = within(d, [s])
        if found is not None or not cut_off:
            return found
        d += 1


def within(d: int, seen: list[Node]) -> tuple[list[Node] | None, bool]:
    """Return a path that is d steps longer, and whether a path was cut off."""
    s, cut_off = seen[-1], False
    if d == 0 and is_goal(s):
        return seen, False
    for _, s1 in successors(s):
        if s1 in seen:
            continue
        if d == 0:
            return None, True
        found, below = within(d - 1, [*seen, s1])
        if found is not None:
            return found, False
        cut_off = cut_off or below
    return None, cut_off
