"""Iterative deepening for paths (CPSC 322; Korf 1985).

The twin of `logic/lectures/iterative.pl`.
"""

from pygame_search.lectures.relations import Node, is_goal, successors

Path = list[Node]


def path(s: Node) -> Path | None:
    """Return the states on a path to a goal, None if there is none."""
    return deeper(0, s)


def deeper(d: int, s: Node) -> Path | None:
    """Return the same, by searches to d steps, d + 1, and so on."""
    while True:
        found, cut_off = search([(d, [s])])
        if found or not cut_off:
            return found
        d += 1


def search(
    frontier: list[tuple[int, Path]],
) -> tuple[Path | None, bool]:
    """Return a path to a goal, and whether a path was cut off.

    The frontier has paths with the number of steps that each may take.
    """
    cut_off = False
    while frontier:
        (d, first), *frontier = frontier
        if d < 0:
            cut_off = True
            continue
        if is_goal(first[-1]):
            return first, cut_off
        longer = [
            (d - 1, [*first, s1])
            for _, s1 in successors(first[-1])
            if s1 not in first
        ]
        frontier = longer + frontier
    return None, cut_off
