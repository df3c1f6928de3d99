"""The order in which families depend on each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pygame_search.network.lift.bodies import Group


class Components:
    """Families that depend on each other, in the order of their dependence."""

    def __init__(self, components: list[list[int]], loops: set[int]) -> None:
        self._components, self._loops = components, loops
        self._rank = {
            family: rank for rank, part in enumerate(components) for family in part
        }

    def in_order(self, families_: Iterable[int]) -> list[list[int]]:
        """Return the components of some families, each after those that it needs."""
        ranks = sorted({self._rank[family] for family in families_})
        return [self._components[rank] for rank in ranks]

    def is_loop(self, part: Sequence[int]) -> bool:
        """Return whether the families of a component depend on themselves."""
        return self._rank[part[0]] in self._loops


def components(
    groups_: Mapping[int, Sequence[Group]], count: int
) -> tuple[Components, set[int]]:
    """Return the components of families, and those that rest on their negation.

    The algorithm is Tarjan's (R. Tarjan 1972), with a stack of its own.
    """
    below = [
        sorted({x.family for group in groups_.get(family, ()) for x in group.literals})
        for family in range(count)
    ]
    index, low = [0] * count, [0] * count
    placed = [False] * count
    found: list[list[int]] = []
    stack: list[int] = []
    clock = 0
    for root in range(count):
        path = [] if index[root] else [(root, iter(below[root]))]
        while path:
            family, children = path[-1]
            if not index[family]:
                clock += 1
                index[family] = low[family] = clock
                stack.append(family)
            child = next(children, None)
            if child is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[family])
                if low[family] == index[family]:
                    part = stack[stack.index(family) :]
                    del stack[-len(part) :]
                    for member in part:
                        placed[member] = True
                    found.append(part)
            elif not index[child]:
                path.append((child, iter(below[child])))
            elif not placed[child]:
                low[family] = min(low[family], index[child])
    loops, wrong = set(), set()
    for rank, part in enumerate(found):
        members = set(part)
        inner = [
            (group, literal)
            for family in part
            for group in groups_.get(family, ())
            for literal in group.literals
            if literal.family in members
        ]
        if inner:
            loops.add(rank)
        if any(literal.negative or group.bound >= 0 for group, literal in inner):
            wrong |= members
    return Components(found, loops), wrong
