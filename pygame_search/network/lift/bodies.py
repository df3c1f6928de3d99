"""Groups of rules as operations on words, by the family of their heads.

A literal is the word of its family, shifted by its distance from the head. A group is
the conjunction of such words, at the places that the group has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from pygame_search.network.lift.families import ABSENT, Families, Groups
from pygame_search.network.lift.layout import Box
from pygame_search.network.lift.rules import OpenRules


class Literal(NamedTuple):
    """A literal of a group.

    Attributes:
        negative: whether it is a negation.
        family: of its atom.
        copies: its word is spread to the places of these bits,
        shift: and then moved down by so many places, up if that is negative.
        bit: the bit that the first rule of the group reads.
    """

    negative: bool
    family: int
    copies: int
    shift: int
    bit: int


class Group(NamedTuple):
    """A group of rules.

    Attributes:
        bound: how many literals must hold, -1 for all.
        literals: of its first rule.
        anchored: for each axis whether its rules have a place on it.
        mask: the places of all its rules, as bits.
    """

    bound: int
    literals: list[Literal]
    anchored: tuple[bool, ...]
    mask: int


def by_head(
    rules: OpenRules, found: Families, grouped: Groups, box: Box
) -> dict[int, list[Group]]:
    """Return the groups of rules for each family of heads."""
    first = grouped.first
    anchored = grouped.anchors[first] != ABSENT
    masks = _masks(grouped, box)
    literals = _literals(rules, found, grouped, box)
    groups: dict[int, list[Group]] = defaultdict(list)
    for head, bound, places, mask, own in zip(
        found.family[rules.heads[first]].tolist(),
        rules.bounds[first].tolist(),
        anchored.tolist(),
        masks,
        literals,
        strict=True,
    ):
        groups[head].append(Group(bound, own, tuple(places), mask))
    return groups


def _masks(grouped: Groups, box: Box) -> list[int]:
    """Return the places of each group, as the bits of a word."""
    order = np.argsort(grouped.group, kind="stable")
    begins = np.searchsorted(grouped.group[order], np.arange(len(grouped)))
    bits = box.bits(grouped.anchors)[order]
    masks = [0] * len(grouped)
    for part in range(box.width // 64):
        here = bits // 64 == part
        bit = np.uint64(1) << (bits % 64).astype(np.uint64)
        word = np.where(here, bit, np.uint64(0))
        for at, some in enumerate(np.bitwise_or.reduceat(word, begins).tolist()):
            masks[at] |= some << 64 * part
    return masks


def _literals(
    rules: OpenRules, found: Families, grouped: Groups, box: Box
) -> list[list[Literal]]:
    """Return the literals of the first rule of each group."""
    sizes = np.diff(rules.starts)[grouped.first]
    owner = np.repeat(np.arange(len(sizes)), sizes)
    ends = np.cumsum(sizes)
    offsets = np.arange(len(owner)) - np.repeat(ends - sizes, sizes)
    literals = rules.literals[rules.starts[grouped.first][owner] + offsets]
    atoms = np.abs(literals)
    families, places = found.family[atoms], found.place[atoms]
    anchors = grouped.anchors[grouped.first][owner]
    has = found.has[families]
    distance = np.where(has, places - anchors, 0)
    # A family without any place is a condition: the same at each place.
    missing = (anchors != ABSENT) & ~has & has.any(axis=1)[:, None]
    axes = [tuple(row) for row in missing.tolist()]
    copies = {some: _copies(box, some) for some in set(axes)}
    every = [
        Literal(*parts)
        for parts in zip(
            (literals < 0).tolist(),
            families.tolist(),
            map(copies.__getitem__, axes),
            (distance @ np.array(box.stride, np.int64)).tolist(),
            box.bits(places).tolist(),
            strict=True,
        )
    ]
    begins = (ends - sizes).tolist()
    return [every[begin:end] for begin, end in zip(begins, ends.tolist(), strict=True)]


def _copies(box: Box, missing: Sequence[bool]) -> int:
    """Return the places to which a word is spread that lacks some axes, as bits."""
    return prod(
        sum(1 << stride * at for at in range(extent))
        for stride, extent, lacks in zip(box.stride, box.extent, missing, strict=True)
        if lacks
    )
