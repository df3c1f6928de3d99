"""Where atoms stand in words, and words in a state.

A family is a word with a bit for each place of the box of all places, or a single bit.
A state has the words of the families of fluents, one after the other, each without the
bits below its least place and above its greatest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from pygame_search.network.lift.families import ABSENT, Axis, Families
from pygame_search.network.lift.rules import Ints, OpenRules
from pygame_search.network.network import Network


class Line(NamedTuple):
    """An axis, as far as places are on it.

    Attributes:
        axis: the axis.
        low: the first coordinate.
        extent: how many there are.
        stride: how many bits lie between a place and the next one.
    """

    axis: Axis
    low: int
    extent: int
    stride: int


class Field(NamedTuple):
    """Where a family of fluents is kept in a state.

    Attributes:
        family: the family.
        placed: whether its word has a bit for each place; else it is a condition.
        low: the least bit of its word that can be set: the bit `at` of the state.
        at: the first bit in the state; -1 for a field that is not kept.
        span: how many bits it takes.
        others: the families that tell a field which is not kept: at each place exactly
            one of these families and its own holds.
    """

    family: int
    placed: bool
    low: int
    at: int
    span: int
    others: tuple[int, ...] = ()


class MoveFamily(NamedTuple):
    """A family of moves.

    Attributes:
        role: the role that has them.
        family: the family of `does`.
        moves: the number of the move at each place; 0 is the place of a condition.
        placed: whether its word has a bit for each place.
    """

    role: int
    family: int
    moves: Mapping[int, int]
    placed: bool


class Box:
    """The box of all places; the first axis has the longest stride.

    Attributes:
        stride: how many bits the places of an axis are apart.
        extent: how many places an axis has.
        width: the bits of a word.
    """

    def __init__(self, found: Families) -> None:
        varying = found.place[found.family >= 0]
        present = np.where(varying == ABSENT, -ABSENT, varying)
        low = present.min(axis=0, initial=-ABSENT)
        high = varying.max(axis=0, initial=ABSENT)
        empty = low > high  # nothing that varies has a place on this axis
        self._low = np.where(empty, 0, low)
        self.extent: list[int] = np.where(empty, 1, high - low + 1).tolist()
        axes = len(self.extent)
        self.stride = [prod(self.extent[at + 1 :]) for at in range(axes)]
        self.width = -(-prod(self.extent) // 64) * 64

    def lines(self, axes: Sequence[Axis]) -> list[Line]:
        """Return the axes, as far as places are on them."""
        measured = zip(axes, self._low.tolist(), self.extent, self.stride, strict=True)
        return [Line(*line) for line in measured]

    def bits(self, places: Ints) -> Ints:
        """Return the bit of each place; one without a coordinate counts as the least.

        Args:
            places: a row each.
        """
        steps = np.where(places == ABSENT, 0, places - self._low)
        return steps @ np.array(self.stride, np.int64)


class Layout:
    """Where the atoms of a game stand.

    Attributes:
        family: of each atom, -1 for those that do not vary.
        bit: of each atom, in the word of its family.
        placed: for each family whether it has a bit for each place.
        box: of all places.
    """

    def __init__(self, found: Families, box: Box) -> None:
        self.box = box
        self.family: list[int] = found.family.tolist()
        self.bit: list[int] = box.bits(found.place).tolist()
        self.placed = [any(row) for row in found.has.tolist()]

    def fluents(self, rules: OpenRules) -> dict[int, list[int]]:
        """Return the fluents of each family, by their numbers in the network."""
        by_family: dict[int, list[int]] = defaultdict(list)
        for fluent, atom in enumerate(rules.true.tolist()):
            by_family[self.family[atom]].append(fluent)
        return dict(by_family)

    def moves(self, rules: OpenRules, network: Network) -> list[MoveFamily]:
        """Return the families of moves."""
        made: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
        for move, atom in enumerate(rules.does.tolist()):
            family = self.family[atom]
            # The only move of a role is no condition: it is made in every step.
            key = (0, family) if family >= 0 else (1, move)
            made[key][self.bit[atom] if family >= 0 else 0] = move
        return [
            MoveFamily(
                role=network.moves[min(moves.values())][0],
                family=-1 if lone else which,
                moves=moves,
                placed=not lone and self.placed[which],
            )
            for (lone, which), moves in made.items()
        ]

    def told_by_others(
        self,
        by_family: Mapping[int, Sequence[int]],
        true: Sequence[int],
        exclusive: Iterable[Sequence[Sequence[int]]],
    ) -> dict[int, tuple[int, ...]]:
        """Return families of fluents that need not be kept, and which tell them.

        Args:
            by_family: the fluents of each family.
            true: the atom of each fluent.
            exclusive: groups of fluents, by kinds; of each group exactly one holds in
                every state.
        """
        told: dict[int, tuple[int, ...]] = {}
        used = set[int]()
        for groups in exclusive:
            columns = {
                tuple(sorted(self.family[true[fluent]] for fluent in group))
                for group in groups
            }
            level = all(
                len({self.bit[true[fluent]] for fluent in group}) == 1
                for group in groups
            )
            if len(columns) != 1 or not level:
                continue
            [some] = columns
            if len(some) < 2:
                continue  # there is no other one that tells it
            if len({self.placed[family] for family in some}) > 1:
                continue  # a condition has no place, not even the least
            whole = sum(len(by_family[family]) for family in some)
            if len({*some} - used) < len(some) or whole != sum(map(len, groups)):
                continue
            used.update(some)
            told[some[-1]] = some[:-1]
        return told

    def fields(
        self,
        by_family: Mapping[int, Sequence[int]],
        true: Sequence[int],
        told: Mapping[int, tuple[int, ...]],
    ) -> tuple[list[Field], int]:
        """Return the fields of a state and how many words it takes.

        A field that fits into a word stands in one; the largest come first.

        Args:
            by_family: the fluents of each family.
            true: the atom of each fluent.
            told: the families that are not kept; see `told_by_others`.
        """
        parts = list[tuple[int, int, int]]()
        for family, fluents in by_family.items():
            if self.placed[family]:
                bits = [self.bit[true[fluent]] for fluent in fluents]
                parts.append((max(bits) - min(bits) + 1, family, min(bits)))
            else:
                parts.append((1, family, 0))
        free = list[int]()  # the first free bit of each word
        at: dict[int, int] = {}
        for span, family, _ in sorted(parts, key=lambda part: -part[0]):
            if family in told:
                at[family] = -1
                continue
            where = next((i for i, used in enumerate(free) if used + span <= 64), None)
            if where is None:
                where = len(free)
                free += [64] * (-(-span // 64) - 1) + [0]
                if span > 64:
                    at[family], free[-1] = 64 * where, span % 64 or 64
                    continue
            at[family] = 64 * where + free[where]
            free[where] += span
        fields = [
            Field(
                family, self.placed[family], low, at[family], span,
                told.get(family, ()),
            )
            for span, family, low in parts
        ]  # fmt: skip
        return fields, max(1, len(free))
