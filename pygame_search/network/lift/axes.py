"""Which arguments are axes: those that leave the fewest groups of rules.

Any choice is right; see `families`. An axis is added as long as it makes the program
smaller, and as long as the places on all axes fit into a word of the widest kind.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pygame_search.network.lift.families import Axis, families, groups, scrambled
from pygame_search.network.lift.rules import Ints, OpenRules

#: The most bits of a word, and how many a register has.
WIDEST, REGISTER = 512, 64

#: An axis must leave fewer groups than this share of them.
_WORTH = 0.95

#: How many classes are tried, those with the most values.
_CANDIDATES = 8

#: With more rules, about so many of them are looked at.
_SAMPLE = 20_000

_NOTHING: Ints = np.zeros(0, np.int64)


def choose_axes(rules: OpenRules) -> tuple[Axis, ...]:
    """Return the axes for some rules."""
    slots = _slots(rules)
    rules = _sampled(rules)
    chosen: tuple[Axis, ...] = ()
    cost = _cost(rules, chosen)
    while True:
        tried = []
        for kind, width in slots.items():
            if any(axis.kind == kind for axis in chosen):
                continue
            for most in range(1, width + 1):
                axes = (*chosen, *(Axis(kind, slot) for slot in range(most)))
                if extent(rules, axes) <= WIDEST:
                    tried.append((_cost(rules, axes), axes))
        if not tried:
            return chosen
        least, axes = min(tried)
        if least > _WORTH * cost:
            return chosen
        chosen, cost = axes, least


def _sampled(rules: OpenRules) -> OpenRules:
    """Return some of the rules, scattered over all of them."""
    count = len(rules.heads)
    chosen = np.flatnonzero(
        scrambled(np.arange(count, dtype=np.uint64)) % np.uint64(count // _SAMPLE + 1)
        == 0
    )
    sizes = np.diff(rules.starts)
    starts = np.concatenate([[0], np.cumsum(sizes[chosen])])
    kept = np.zeros(count, bool)
    kept[chosen] = True
    return replace(
        rules,
        heads=rules.heads[chosen],
        bounds=rules.bounds[chosen],
        starts=starts,
        literals=rules.literals[np.repeat(kept, sizes)],
    )


def extent(rules: OpenRules, axes: tuple[Axis, ...]) -> int:
    """Return how many places there are on some axes, in the whole box."""
    total = 1
    for axis in axes:
        coordinates = rules.names.coordinates[axis.kind].values()
        total *= max(coordinates) - min(coordinates) + 1
    return total


def _cost(rules: OpenRules, axes: tuple[Axis, ...]) -> float:
    """Return about how many operations the program takes: registers times groups."""
    found = families(rules, axes, _NOTHING)
    width = -(-extent(rules, axes) // REGISTER)
    return len(groups(rules, found)) * (0.75 + 0.25 * width)


def _slots(rules: OpenRules) -> dict[int, int]:
    """Return the classes that can be axes, and in how many arguments of a fluent.

    They stand in fluents or moves, and have at least three values; none of them is a
    role, for of most searches each node has one role's moves alone.
    """
    names = rules.names
    roles = {s.classes[0] for s in names.shapes if s.relation == "does"}
    found: dict[int, int] = {}
    for shape in names.shapes:
        if shape.relation in ("true", "does"):
            for kind in {*shape.classes} - roles:
                if len(names.coordinates[kind]) >= 3:
                    twice = min(2, shape.classes.count(kind))
                    slots = twice if shape.relation == "true" else 1
                    found[kind] = max(found.get(kind, 1), slots)
    largest = sorted(found, key=lambda kind: -len(names.coordinates[kind]))
    return {kind: found[kind] for kind in largest[:_CANDIDATES]}
