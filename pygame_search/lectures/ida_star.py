"""IDA* (Korf 1985).

The twin of `logic/lectures/ida_star.pl`: depth first within a bound on the sum of cost
and estimate, which grows to the least sum beyond it.
"""

from pygame_search.lectures.relations import Node, cost, h, is_goal, successors


def path(s: Node) -> list[Node] | None:
    """Return the states from a state to a goal, None if there is no path."""
    bound: int | None = h(s)
    while bound is not None:
        found, bound = within(bound, 0, [s])
        if found is not None:
            return found
    return None


def within(
    bound: int, c: int, seen: list[Node]
) -> tuple[list[Node] | None, int | None]:
    """Return a path within a bound, and the least sum beyond it."""
    s, least = seen[-1], None
    f = c + h(s)
    if f > bound:
        return None, f
    if is_goal(s):
        return seen, None
    for _, s1 in successors(s):
        if s1 in seen:
            continue
        found, beyond = within(bound, c + cost(s, s1), [*seen, s1])
        if found is not None:
            return found, None
        if beyond is not None:
            least = beyond if least is None else min(least, beyond)
    return None, least
