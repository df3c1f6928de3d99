"""Atoms as families and places, and rules as groups.

Some classes of arguments are chosen as *axes*. The values that an atom has there are
its place, the rest of its name is its family: `cell(3, 4, x)` is at place (3, 4) of the
family `cell(_, _, x)`. An argument that is not the first of its axis stays in the
family as the difference to the first: `move(3, 4, 3, 5)` is at (3, 4) of
`move(_, _, +0, +1)`.

Rules are in one group if they have the same head family, and literals of the same
families at the same distances. One rule of a group, moved to each of its places, gives
all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.circuit.program import OPEN
from pygame_search.network.lift.rules import Ints, OpenRules

#: Instead of a coordinate: an atom has no place on an axis.
ABSENT = -(1 << 20)

#: Places and distances are smaller than this.
_FAR = 1 << 12


class Axis(NamedTuple):
    """An axis: the nth argument of a class."""

    kind: int
    slot: int


class DifferentError(Exception):
    """The operations of a game are not what its rules say: a fault of this package."""


@dataclass(frozen=True, slots=True, eq=False)
class Families:
    """The family and the place of each atom.

    Attributes:
        axes: the axes.
        family: of each atom, from 0; -1 for those that do not vary and are no fluents.
        place: of each atom on each axis, or ABSENT.
        has: for each family and axis, whether its atoms have a place there.
    """

    axes: tuple[Axis, ...]
    family: Ints
    place: Ints
    has: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """The rules in groups.

    Attributes:
        group: the group of each rule.
        anchors: the place of each rule: what distances are measured from.
        first: a rule of each group.
    """

    group: Ints
    anchors: Ints
    first: Ints

    def __len__(self) -> int:
        return len(self.first)


def families(rules: OpenRules, axes: tuple[Axis, ...], bits: Ints) -> Families:
    """Return the family and the place of each atom.

    Args:
        rules: the rules.
        axes: which arguments are places.
        bits: atoms that are to be families of their own, without a place.
    """
    names = rules.names
    family = np.full(rules.atoms + 1, -1, np.int64)
    place = np.full((rules.atoms + 1, len(axes)), ABSENT, np.int64)
    sizes = np.array([len(shape.paths) for shape in names.shapes], np.int64)
    begins = np.concatenate([[0], np.cumsum(sizes[names.shape_of])])[:-1]
    count = 0
    places = [_by_value(names.coordinates[axis.kind]) for axis in axes]
    for at, shape in enumerate(names.shapes):
        those = np.flatnonzero(names.shape_of == at)
        atoms = names.atoms[those].astype(np.int64)
        values = names.values[begins[those][:, None] + np.arange(sizes[at])]
        named, where = _placed(values, shape.classes, axes, places)
        first, number = _distinct(named)
        family[atoms] = count + number
        count += len(first)
        place[atoms] = where
    given = np.concatenate([rules.true, rules.does])
    own = np.union1d(bits, given[family[given] < 0])
    place[own] = ABSENT
    family[own] = count + np.arange(len(own))
    # What is next, legal or noisy is called as the fluent or the move.
    count += len(own)
    place[rules.next], place[rules.legal] = place[rules.true], place[rules.does]
    family[rules.next] = count + family[rules.true]
    family[rules.legal] = 2 * count + family[rules.does]
    if len(rules.noisy):
        place[rules.noisy] = place[rules.does]
        family[rules.noisy] = 3 * count + family[rules.does]
    # The only move of a role has no place; see `Layout.moves`.
    alone = rules.values[rules.does] != OPEN
    lone = np.append(rules.legal[alone], rules.noisy[alone[: len(rules.noisy)]])
    place[lone] = ABSENT
    family[lone] = 4 * count + np.arange(len(lone))
    family[rules.values != OPEN] = -1
    # A fluent of the network that is found to be constant has a bit of its own, too.
    constant = rules.true[rules.values[rules.true] != OPEN]
    place[constant] = ABSENT
    family[constant] = family.max(initial=-1) + 1 + np.arange(len(constant))
    _name_auxiliary(rules, family, place)
    _, family[family >= 0] = np.unique(family[family >= 0], return_inverse=True)
    has = np.zeros((family.max(initial=-1) + 1, len(axes)), bool)
    has[family[family >= 0]] = place[family >= 0] != ABSENT
    return Families(axes, family, place, has)


def _by_value(coordinates: Mapping[int, int]) -> tuple[Ints, Ints]:
    """Return the values of a class, ascending, and their coordinates."""
    pairs = sorted(coordinates.items())
    values = np.array([value for value, _ in pairs], np.int64)
    return values, np.array([place for _, place in pairs], np.int64)


def _placed(
    values: Ints,
    classes: tuple[int, ...],
    axes: tuple[Axis, ...],
    places: list[tuple[Ints, Ints]],
) -> tuple[Ints, Ints]:
    """Return what is left of some names without their places, and the places.

    What is left has two numbers for each argument: what kind it is, and a value.
    """
    count = len(values)
    named = np.zeros((count, 2 * len(classes)), np.int64)
    where = np.full((count, len(axes)), ABSENT, np.int64)
    slots = {kind: 1 + max(a.slot for a in axes if a.kind == kind) for kind, _ in axes}
    seen = {kind: np.zeros(count, np.int64) for kind in slots}
    for at, kind in enumerate(classes):
        named[:, 2 * at + 1] = values[:, at]
        if kind not in slots:
            continue
        known, coordinates = places[axes.index(Axis(kind, 0))]
        found = np.minimum(np.searchsorted(known, values[:, at]), len(known) - 1)
        valid = known[found] == values[:, at]
        coordinate = coordinates[found]
        for slot in range(slots[kind]):
            axis = axes.index(Axis(kind, slot))
            here = valid & (seen[kind] % slots[kind] == slot)
            first = here & (where[:, axis] == ABSENT)
            where[first, axis] = coordinate[first]
            named[here, 2 * at] = 1 + axis
            named[here, 2 * at + 1] = coordinate[here] - where[here, axis]
        seen[kind] += valid
    return named, where


def _name_auxiliary(rules: OpenRules, family: Ints, place: Ints) -> None:
    """Give atoms without a name a family and a place by their rules.

    Clingo makes such atoms for counts. Their rules do not go in a circle.
    """
    sizes = np.diff(rules.starts)
    rule_of = np.repeat(np.arange(len(sizes)), sizes)
    below = np.abs(rules.literals)
    numbers: dict[tuple[int, ...], int] = {}
    first = int(family.max(initial=-1)) + 1
    while True:
        open_ = (family < 0) & (rules.values == OPEN)
        waiting = np.zeros(len(sizes), bool)
        waiting[rule_of[open_[below]]] = True
        blocked = np.zeros(rules.atoms + 1, bool)
        blocked[rules.heads[waiting]] = True
        ready = open_ & ~blocked
        chosen = np.flatnonzero(ready[rules.heads])
        if not len(chosen):
            alone = np.flatnonzero(open_)
            family[alone] = first + np.arange(len(alone))
            return
        heads, owner = np.unique(rules.heads[chosen], return_inverse=True)
        of_rule = np.full(len(sizes), -1, np.int64)
        of_rule[chosen] = owner
        some = np.flatnonzero(of_rule[rule_of] >= 0)
        anchors = np.full((len(heads), place.shape[1]), ABSENT, np.int64)
        _anchor(anchors, of_rule[rule_of[some]], rules.literals[some], family, place)
        mixed = _mixed(rules, chosen, anchors[owner], family, place)
        totals = np.zeros((len(heads), 2), np.uint64)
        np.add.at(totals, owner, scrambled(mixed))
        ones, inverse = _distinct(totals)
        found = [
            numbers.setdefault(tuple(row), first + len(numbers))
            for row in totals[ones].tolist()
        ]
        family[heads] = np.array(found, np.int64)[inverse]
        # What is at a single place is a condition, not a place among others.
        ones, _ = _distinct(np.column_stack([inverse, anchors]))
        times = np.bincount(inverse[ones])
        place[heads] = np.where(times[inverse][:, None] > 1, anchors, ABSENT)


def groups(rules: OpenRules, found: Families) -> Groups:
    """Return the rules in groups."""
    family, place = found.family, found.place
    sizes = np.diff(rules.starts)
    rule_of = np.repeat(np.arange(len(sizes)), sizes)
    anchors = place[rules.heads].copy()
    _anchor(anchors, rule_of, rules.literals, family, place)
    every = np.arange(len(sizes))
    mixed = _mixed(rules, every, anchors, family, place)
    keys = np.column_stack([mixed, family[rules.heads].astype(np.uint64)])
    first, group = _distinct(keys)
    return Groups(group, anchors, first)


def _distinct(rows: NDArray[Any]) -> tuple[Ints, Ints]:
    """Return the first of the rows that are equal, and for each row which one it is."""
    order = np.lexsort(rows.T) if rows.shape[1] else np.arange(len(rows))
    new = np.zeros(len(rows), bool)
    new[:1] = True
    for column in rows.T:
        ordered = column[order]
        new[1:] |= ordered[1:] != ordered[:-1]
    number = np.zeros(len(rows), np.int64)
    number[order] = np.cumsum(new) - 1
    return order[new], number


def check_groups(rules: OpenRules, found: Families, grouped: Groups) -> None:
    """Check that each rule is the first of its group, moved to its own place.

    Raises:
        DifferentError: one is not.
    """
    sizes = np.diff(rules.starts)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    atoms = np.abs(rules.literals)
    place = found.place[atoms]
    distance = np.where(place == ABSENT, ABSENT, place - grouped.anchors[owner])
    named = np.column_stack([found.family[atoms], rules.literals < 0, distance])
    _, codes = _distinct(named)
    codes = codes[np.lexsort((codes, owner))]
    first = grouped.first[grouped.group]
    heads = found.family[rules.heads], found.family[rules.heads[first]]
    own = found.place[rules.heads]
    right = (
        (sizes == sizes[first])
        & (rules.bounds == rules.bounds[first])
        & (heads[0] == heads[1])
        & ((own == ABSENT) | (own == grouped.anchors)).all(axis=1)
        & ((grouped.anchors == ABSENT) == (grouped.anchors[first] == ABSENT)).all(
            axis=1
        )
    )
    offsets = np.arange(len(owner)) - rules.starts[owner]
    other = rules.starts[first[owner]] + offsets
    same = right[owner].copy()
    same[same] = codes[same] == codes[other[same]]
    right &= np.bincount(owner, ~same, len(sizes)) == 0
    if not right.all():
        raise DifferentError(f"rule {np.flatnonzero(~right)[0]} is not in its group")


def _anchor(
    anchors: Ints, owner: Ints, literals: Ints, family: Ints, place: Ints
) -> None:
    """Fill in the coordinates that anchors lack, from literals.

    The literal of the least family decides, and of several the least coordinate; so
    rules that differ only in their place get anchors that differ as much.

    Args:
        anchors: for each owner its place on each axis.
        owner: of each literal.
        literals: an atom or its negative.
        family: of each atom.
        place: of each atom.
    """
    atoms = np.abs(literals)
    rank = 2 * family[atoms] + (literals < 0)
    for axis in range(anchors.shape[1]):
        coordinate = place[atoms, axis]
        some = np.flatnonzero((coordinate != ABSENT) & (anchors[owner, axis] == ABSENT))
        order = some[np.lexsort((coordinate[some], rank[some], owner[some]))]
        owners, first = np.unique(owner[order], return_index=True)
        anchors[owners, axis] = coordinate[order[first]]


def _mixed(
    rules: OpenRules, chosen: Ints, anchors: Ints, family: Ints, place: Ints
) -> NDArray[np.uint64]:
    """Return two numbers of 64 bits for each of some rules, equal for equal bodies.

    Args:
        rules: all rules.
        chosen: the rules that are wanted.
        anchors: their places.
        family: of each atom.
        place: of each atom.
    """
    sizes = np.diff(rules.starts)[chosen]
    owner = np.repeat(np.arange(len(chosen)), sizes)
    offsets = np.arange(len(owner)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    literals = rules.literals[rules.starts[chosen][owner] + offsets]
    atoms = np.abs(literals)
    code = (2 * family[atoms] + (literals < 0)).astype(np.uint64)
    for axis in range(place.shape[1]):
        coordinate = place[atoms, axis]
        distance = coordinate - anchors[owner, axis]
        step = np.where(coordinate == ABSENT, 0, distance + _FAR).astype(np.uint64)
        code = scrambled(code) ^ step
    both = scrambled(np.column_stack([code, code ^ np.uint64(1 << 63)]))
    total = np.zeros((len(chosen), 2), np.uint64)
    np.add.at(total, owner, both)
    bounds = (rules.bounds[chosen] + 2).astype(np.uint64)
    return scrambled(total + bounds[:, None])


def scrambled(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return numbers of which no sum tells anything (splitmix64, S. Vigna 2015)."""
    mixed = numbers + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
