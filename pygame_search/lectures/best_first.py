"""Best-first search (Poole, Mackworth and Goebel, chapter 4).

The twin of `logic/lectures/best_first.pl`: next comes the path whose
end seems nearest to a goal, by the estimate h.
"""

from pygame_search.lectures.relations import (
    Node,
    h,
    is_goal,
    successors,
)


def path(s: Node) -> list[Node] | None:
    """Return the states on a path to a goal, None if there is none."""
    frontier = [(h(s), [s])]
    while frontier:
        (_, first), *frontier = frontier
        if is_goal(first[-1]):
            return first
        longer = [
            (h(s1), [*first, s1])
            for _, s1 in successors(first[-1])
            if s1 not in first
        ]
        frontier = sorted(frontier + longer, key=lambda pair: pair[0])
    return None
