"""The words of families, computed from those of a state and of the moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from pygame_search.network.lift.bodies import Group, Literal
from pygame_search.network.lift.components import Components
from pygame_search.network.lift.layout import Box
from pygame_search.network.lift.words import Node, Words


class Computation:
    """How the words of families are computed.

    Args:
        words: gets the operations.
        box: of all places.
        groups: the rules, by the family of their heads.
        components: the order of the families.
        has: for each family and axis whether its atoms have a place there.
        arguments: the nodes of the families that are given.
    """

    def __init__(
        self,
        words: Words,
        box: Box,
        groups: Mapping[int, Sequence[Group]],
        components: Components,
        has: Sequence[Sequence[bool]],
        arguments: Mapping[int, Node],
    ) -> None:
        self.words, self.arguments = words, arguments
        self._box, self._groups, self._components = box, groups, components
        self._has = has
        self._placed = [any(row) for row in has]

    def families_above(self, given: Iterable[int]) -> set[int]:
        """Return the families that depend on some, and these."""
        above: dict[int, list[int]] = defaultdict(list)
        for head, groups in self._groups.items():
            for family in {x.family for group in groups for x in group.literals}:
                above[family].append(head)
        waiting = list(given)
        found = set(waiting)
        while waiting:
            more = [head for head in above[waiting.pop()] if head not in found]
            found.update(more)
            waiting += more
        return found

    def compute(self, family: int, known: dict[int, Node]) -> None:
        """Compute the word of a family, and of all families that it depends on."""
        waiting, needed = [family], {family}
        while waiting:
            for group in self._groups[waiting.pop()]:
                for literal in group.literals:
                    if literal.family not in needed and literal.family not in known:
                        needed.add(literal.family)
                        waiting.append(literal.family)
        for part in self._components.in_order(needed):
            if not self._components.is_loop(part):
                known[part[0]] = self._combined(part[0], known)
                continue
            words = self.words
            loop = words.add_loop()
            for at, member in enumerate(part):
                known[member] = words.in_loop(loop, at)
            results = [self._combined(member, known) for member in part]
            words.loops[loop].results = results
            for at, member in enumerate(part):
                known[member] = words.fixpoint(loop, at)

    def _combined(self, family: int, known: Mapping[int, Node]) -> Node:
        """Return the word of a family, of which all that it depends on is known."""
        return self.words.any_of(
            self._applied(group, family, known) for group in self._groups[family]
        )

    def _applied(self, group: Group, family: int, known: Mapping[int, Node]) -> Node:
        """Return the heads of all rules of a group whose bodies hold."""
        words = self.words
        bodies = [self._at_anchor(literal, known) for literal in group.literals]
        if not any(group.anchored):
            if group.bound < 0:
                return reduce(words.and_, sorted(bodies))
            return words.least(self._counted(group.literals, known), group.bound)
        if group.mask.bit_count() == 1:
            word = self._applied_once(group, bodies, known)
        elif group.bound < 0:
            word = reduce(words.and_, sorted(bodies))
        else:
            word = words.at_least(bodies, group.bound)
        word = words.and_(word, words.constant(group.mask))
        if not self._placed[family]:
            return words.any(word)
        for axis, there in enumerate(group.anchored):
            if there and not self._has[family][axis]:
                word = self._folded(word, axis)
        return word

    def _applied_once(
        self, group: Group, bodies: Sequence[Node], known: Mapping[int, Node]
    ) -> Node:
        """Return whether the body of a group's only rule holds, at its place at least.

        Many literals of a family are counted.
        """
        words = self.words
        if group.bound >= 0:
            return words.least(self._counted(group.literals, known), group.bound)
        parts: dict[tuple[bool, int], list[Literal]] = defaultdict(list)
        for literal in group.literals:
            parts[literal[:2]].append(literal)
        many = {key: own for key, own in parts.items() if len(own) > 2}
        few = [
            body
            for body, literal in zip(bodies, group.literals, strict=True)
            if literal[:2] not in many
        ]
        counted = [
            words.least(self._counted(own, known), len(own))
            for _, own in sorted(many.items())
        ]
        return reduce(words.and_, few + counted)

    def _counted(self, literals: Iterable[Literal], known: Mapping[int, Node]) -> Node:
        """Return how many literals of the first rule of a group hold."""
        bits = ((x.negative, x.family, 1 << x.bit) for x in literals)
        return self.number(bits, known)

    def number(
        self,
        bits: Iterable[tuple[bool, int, int]],
        known: Mapping[int, Node],
        always: int = 0,
    ) -> Node:
        """Return how many bits of families are set, or not set; and some more.

        One that is there twice counts twice.
        """
        words = self.words
        masks: dict[tuple[bool, int, int], int] = defaultdict(int)
        for negative, family, bit in bits:
            layer = 0
            while masks[negative, family, layer] & bit:
                layer += 1
            masks[negative, family, layer] |= bit
        parts = [words.number(always)] if always or not masks else []
        for (negative, family, _), mask in masks.items():
            word = known[family]
            word = words.not_(word) if negative else word
            parts.append(words.count(words.and_(word, words.constant(mask))))
        return words.sum(parts)

    def _at_anchor(self, literal: Literal, known: Mapping[int, Node]) -> Node:
        """Return a literal's word, moved to the places of the rules that read it."""
        words, word = self.words, known[literal.family]
        word = words.shifted(words.spread(word, literal.copies), -literal.shift)
        return words.not_(word) if literal.negative else word

    def _folded(self, word: Node, axis: int) -> Node:
        """Return the disjunction along an axis, at its first places."""
        words = self.words
        stride, extent = self._box.stride[axis], self._box.extent[axis]
        covered = 1
        while covered < extent:
            more = min(covered, extent - covered)
            word = words.or_(word, words.shifted(word, -more * stride))
            covered += more
        first = sum(
            1 << at for at in range(self._box.width) if at // stride % extent == 0
        )
        return words.and_(word, words.constant(first))


class Values(dict[int, Node]):
    """The words of families that are known, or computed when they are asked for."""

    def __init__(self, computation: Computation, known: Mapping[int, Node]) -> None:
        super().__init__({**computation.arguments, **known})
        self._computation = computation

    def __missing__(self, family: int) -> Node:
        self._computation.compute(family, self)
        return self[family]
