"""The rules of a game as operations on words.

A family of fluents is a word with a bit for each place, or a single bit. What holds in
a state, and what is next, is computed from these words by the operations of `Words`:
one rule of each group, for all its places at once.

Where one of a few fluents tells whose turn it is, each of them is a *phase*: the
program is written out for each phase, with the others' moves left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import prod
from typing import NamedTuple

import numpy as np

from pygame_search.network.circuit.program import TRUE
from pygame_search.network.lift.axes import choose_axes
from pygame_search.network.lift.families import (
    ABSENT,
    Families,
    Groups,
    check_groups,
    families,
    groups,
)
from pygame_search.network.lift.rules import Ints, OpenRules
from pygame_search.network.lift.words import Node, Words
from pygame_search.network.network import Network

#: The most phases.
_MOST_PHASES = 8


class Field(NamedTuple):
    """Where a family of fluents is kept in a state.

    Attributes:
        family: the family.
        places: the bits of its word that can be set; None for a condition.
        low: the least of them: it is the bit `at` of the state.
        at: the first bit in the state.
        span: how many bits it takes.
    """

    family: int
    places: int | None
    low: int
    at: int
    span: int


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


@dataclass(slots=True)
class Phase:
    """The program in a phase.

    Attributes:
        state: the phase: for each of the fields that tell it, whether it holds; empty
            for any state.
        terminal: whether the game is over.
        goals: for each role and goal value whether it holds.
        legal: for each family of moves its legal moves.
        next: for each field what it is after the step.
        features: for each role and name, how many instances hold.
        quiet: whether the state is quiet; None if no rule says so.
    """

    state: tuple[bool, ...]
    terminal: Node
    goals: list[tuple[int, int, Node]]
    legal: list[Node]
    next: list[Node]
    features: list[tuple[int, str, Node]]
    quiet: Node | None


@dataclass(slots=True)
class Program:
    """A game as operations on words.

    Attributes:
        words: the operations.
        fields: of a state. The word of the nth is the argument `state n`.
        fluents: for each field its fluents, by their numbers in the network, and the
            place of each; 0 for a condition.
        size: how many words of 64 bits a state has.
        moves: the families of moves. The word of the nth is the argument `move n`: the
            bit of the move that is made, or 0.
        phase_fields: the fields that tell the phase.
        phases: the phases; the last is for all other states, if there may be any.
    """

    words: Words
    fields: list[Field]
    fluents: list[dict[int, int]]
    size: int
    moves: list[MoveFamily]
    phase_fields: list[int]
    phases: list[Phase]


class _Literal(NamedTuple):
    negative: bool
    family: int
    distance: tuple[int, ...]


class _Group(NamedTuple):
    """A group of rules.

    Attributes:
        bound: how many literals must hold, -1 for all.
        literals: of its first rule.
        anchors: the place of each rule on each axis.
    """

    bound: int
    literals: list[_Literal]
    anchors: list[tuple[int, ...]]


def program(rules: OpenRules, network: Network) -> Program:
    """Return the program of a game.

    Args:
        rules: its rules that vary, with names.
        network: made of the same rules.
    """
    return _Builder(rules, network).program()


class _Builder:
    """Makes the program."""

    def __init__(self, rules: OpenRules, network: Network) -> None:
        self._rules, self._network = rules, network
        axes = choose_axes(rules)
        bits: Ints = np.zeros(0, np.int64)
        while True:
            self._found = families(rules, axes, bits)
            grouped = groups(rules, self._found)
            check_groups(rules, self._found, grouped)
            self._groups = _by_head(rules, self._found, grouped)
            self._components, wrong = _components(self._groups, len(self._found.has))
            if not wrong:
                break
            # A family that rests on its own negation, at other places, is no loop.
            bits = np.union1d(bits, _atoms_of(rules, self._found, wrong))
        self._measure()
        self.words = Words(self._width)
        self._read()
        #: The nodes of the families that are given.
        self.arguments = {
            field.family: self._argument(f"state {at}", placed=field.places is not None)
            for at, field in enumerate(self._fields)
        } | {
            moves.family: self._argument(f"move {at}", placed=moves.placed)
            for at, moves in enumerate(self._moves)
            if moves.family >= 0
        }

    def _argument(self, name: str, *, placed: bool) -> Node:
        return self.words.argument(name, placed=placed)

    def _measure(self) -> None:
        """Number the places: the first axis has the longest stride."""
        varying = self._found.place[self._found.family >= 0]
        self._low, self._extent = list[int](), list[int]()
        for axis in range(varying.shape[1]):
            column = varying[:, axis]
            column = column[column != ABSENT]
            self._low.append(int(column.min()))
            self._extent.append(int(column.max()) - self._low[-1] + 1)
        self._stride = [prod(self._extent[at + 1 :]) for at in range(len(self._extent))]
        self._width = -(-prod(self._extent) // 64) * 64

    def _index(self, place: Sequence[int]) -> int:
        """Return the bit of a place; an axis on which it has none counts as 0."""
        return sum(
            (coordinate - low) * stride
            for coordinate, low, stride in zip(
                place, self._low, self._stride, strict=True
            )
            if coordinate != ABSENT
        )

    def _read(self) -> None:
        """Collect the fluents and the moves of each family."""
        rules, found = self._rules, self._found
        self._place_of = [self._index(place) for place in found.place.tolist()]
        self._family_of = found.family.tolist()
        self._placed = [any(row) for row in found.has.tolist()]
        by_family: dict[int, list[int]] = defaultdict(list)
        for fluent, atom in enumerate(rules.true.tolist()):
            by_family[self._family_of[atom]].append(fluent)
        self._fluents = list(by_family.values())
        self._fields, self._size = self._laid_out(by_family)
        made: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
        for move, atom in enumerate(rules.does.tolist()):
            family = self._family_of[atom]
            # The only move of a role is no condition: it is made in every step.
            key = (0, family) if family >= 0 else (1, move)
            made[key][self._place_of[atom] if family >= 0 else 0] = move
        self._moves = [
            MoveFamily(
                role=self._network.moves[min(moves.values())][0],
                family=-1 if lone else which,
                moves=moves,
                placed=not lone and self._placed[which],
            )
            for (lone, which), moves in made.items()
        ]

    def _laid_out(self, by_family: Mapping[int, list[int]]) -> tuple[list[Field], int]:
        """Return the fields of a state and how many words it takes.

        A field that fits into a word stands in one; the largest come first.
        """
        true = self._rules.true.tolist()
        parts = []
        for family, fluents in by_family.items():
            if self._placed[family]:
                bits = [self._place_of[true[fluent]] for fluent in fluents]
                word = sum(1 << bit for bit in bits)
                parts.append((max(bits) - min(bits) + 1, family, word, min(bits)))
            else:
                parts.append((1, family, None, 0))
        free = list[int]()  # the first free bit of each word
        at: dict[int, int] = {}
        for span, family, _, _ in sorted(parts, key=lambda part: -part[0]):
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
            Field(family, word, low, at[family], span)
            for span, family, word, low in parts
        ]
        return fields, max(1, len(free))

    # ---- the whole ----------------------------------------------------------------

    def program(self) -> Program:
        """Return the program."""
        phase_fields, states = self._phases()
        return Program(
            words=self.words,
            fields=self._fields,
            fluents=self._fluents_of_fields(),
            size=self._size,
            moves=self._moves,
            phase_fields=phase_fields,
            phases=[self._phase(phase_fields, state) for state in states],
        )

    def _fluents_of_fields(self) -> list[dict[int, int]]:
        true = self._rules.true.tolist()
        return [
            {
                fluent: 0 if field.places is None else self._place_of[true[fluent]]
                for fluent in fluents
            }
            for field, fluents in zip(self._fields, self._fluents, strict=True)
        ]

    def _phases(self) -> tuple[list[int], list[tuple[bool, ...]]]:
        """Return the fields that tell the phase, and the states of the phases.

        Each phase has one of these fields. Those are taken that leave the fewest
        families of moves in a phase. If the phases do not follow each other whatever is
        done, there is one more, for any state.
        """
        generic = self._open_moves({})
        best: list[int] = []
        least = 0.75 * generic
        for some in self._exclusive():
            left = [self._open_moves(self._only(some, at)) for at in some]
            if sum(left) / len(left) <= least:
                best, least = some, sum(left) / len(left)
        states = [tuple(other == at for other in best) for at in best]
        return best, states if best and self._closed(best) else [*states, ()]

    def _exclusive(self) -> Iterator[list[int]]:
        """Yield fields of one bit each that are called alike, of which one holds."""
        names, true = self._rules.names, self._rules.true
        shape = dict(zip(names.atoms.tolist(), names.shape_of.tolist(), strict=True))
        alike: dict[int, list[int]] = defaultdict(list)
        for at, field in enumerate(self._fields):
            if field.places is None:
                alike[shape.get(int(true[self._fluents[at][0]]), -1 - at)].append(at)
        for some in alike.values():
            held = [self._rules.initial[self._fluents[at][0]] for at in some]
            if 2 <= len(some) <= _MOST_PHASES and sum(held) == 1:
                yield some

    def _only(self, some: Sequence[int], at: int) -> dict[int, Node]:
        """Return constants for fields of which one holds."""
        no, yes = self.words.constant(0), self.words.constant(-1)
        return {self._fields[i].family: yes if i == at else no for i in some}

    def _open_moves(self, known: Mapping[int, Node]) -> int:
        """Return how many families of moves may have legal ones, by what is known."""
        legal = self._legal(_Values(self, known))
        return sum(self.words.constant_of(node) is None for node in legal)

    def _closed(self, some: Sequence[int]) -> bool:
        """Return whether each phase has one that follows it, whatever is done."""
        for at in some:
            values = _Values(self, self._only(some, at))
            after = [self.words.constant_of(self._next(i, values)) for i in some]
            if None in after or sum(map(bool, after)) != 1:
                return False
        return True

    def _phase(self, phase_fields: Sequence[int], state: tuple[bool, ...]) -> Phase:
        known = {}
        if state:
            known = self._only(phase_fields, phase_fields[state.index(True)])
        values = _Values(self, known)
        legal = self._legal(values)
        # A move that is never legal in the phase is not made in it; one that always is
        # and that is the only one of its role always is.
        step = _Values(self, {**known, **self._fixed(legal)})
        outputs = self._rules.outputs
        goal = outputs["goal"]
        return Phase(
            state=state,
            terminal=self._holds(outputs["terminal"].atom, values),
            goals=[
                (int(role), int(value), self._holds(atom, values))
                for (role, value), atom in zip(goal.arguments, goal.atoms, strict=True)
            ],
            legal=legal,
            next=[self._next(at, step) for at in range(len(self._fields))],
            features=self._features(values),
            quiet=(
                self._holds(outputs["quiet"].atom, values)
                if outputs["quiet"].defined
                else None
            ),
        )

    def _fixed(self, legal: Sequence[Node]) -> dict[int, Node]:
        """Return the families of moves that are made in every step, or in none."""
        known = {}
        values = [self.words.constant_of(node) for node in legal]
        for moves, value in zip(self._moves, values, strict=True):
            others = [
                other for one, other in zip(self._moves, values, strict=True)
                if one.role == moves.role and other != 0
            ]  # fmt: skip
            if moves.family >= 0 and value == 0:
                known[moves.family] = self.words.constant(0)
            elif moves.family >= 0 and not moves.placed and value and len(others) == 1:
                known[moves.family] = self.words.constant(-1)
        return known

    def _legal(self, values: _Values) -> list[Node]:
        found = []
        for moves in self._moves:
            atoms = [int(self._rules.legal[move]) for move in moves.moves.values()]
            found.append(self._union(atoms, values, placed=moves.placed))
        return found

    def _next(self, at: int, values: _Values) -> Node:
        atoms = [int(self._rules.next[fluent]) for fluent in self._fluents[at]]
        return self._union(atoms, values, placed=self._fields[at].places is not None)

    def _union(self, atoms: Iterable[int], values: _Values, *, placed: bool) -> Node:
        """Return the word of some atoms that are called alike."""
        words = self.words
        parts: dict[int, int] = defaultdict(int)
        always = 0
        for atom in atoms:
            bit = 1 << self._place_of[atom] if placed else words.full
            if self._family_of[atom] >= 0:
                parts[self._family_of[atom]] |= bit
            elif self._rules.values[atom] == TRUE:
                always |= bit
        nodes = [words.and_(values[f], words.constant(m)) for f, m in parts.items()]
        return words.any_of([*nodes, words.constant(always)])

    def _holds(self, atom: int, values: _Values) -> Node:
        """Return whether an atom holds."""
        words, family = self.words, self._family_of[atom]
        if family < 0:
            return words.constant(-1 if self._rules.values[atom] == TRUE else 0)
        if not self._placed[family]:
            return values[family]
        bit = words.constant(1 << self._place_of[atom])
        return words.any(words.and_(values[family], bit))

    def _features(self, values: _Values) -> list[tuple[int, str, Node]]:
        """Return for each role and feature how many instances hold."""
        found = self._rules.outputs["feature"]
        atoms: dict[tuple[int, str], list[int]] = defaultdict(list)
        for (role, name), atom in zip(found.arguments, found.atoms, strict=True):
            atoms[int(role), str(name)].append(atom)
        return [
            (role, name, self._counted(own, values))
            for (role, name), own in atoms.items()
        ]

    def _counted(self, atoms: Iterable[int], values: _Values) -> Node:
        """Return how many atoms hold."""
        bits, always = [], 0
        for atom in atoms:
            family = self._family_of[atom]
            if family >= 0:
                bits.append((False, family, 1 << self._place_of[atom]))
            else:
                always += int(self._rules.values[atom] == TRUE)
        return self._number(bits, values, always)

    def _number(
        self, bits: Iterable[tuple[bool, int, int]], values: _Values, always: int = 0
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
            word = values[family]
            word = words.not_(word) if negative else word
            parts.append(words.count(words.and_(word, words.constant(mask))))
        return words.sum(parts)

    # ---- families -----------------------------------------------------------------

    def compute(self, family: int, values: _Values) -> None:
        """Compute the word of a family, and of all families that it depends on."""
        waiting, needed = [family], {family}
        while waiting:
            for group in self._groups[waiting.pop()]:
                for literal in group.literals:
                    if literal.family not in needed and literal.family not in values:
                        needed.add(literal.family)
                        waiting.append(literal.family)
        for part in self._components.in_order(needed):
            if not self._components.is_loop(part):
                values.known[part[0]] = self._combined(part[0], values)
                continue
            words = self.words
            loop = words.add_loop()
            for at, member in enumerate(part):
                values.known[member] = words.in_loop(loop, at)
            results = [self._combined(member, values) for member in part]
            words.loops[loop].results = results
            for at, member in enumerate(part):
                values.known[member] = words.fixpoint(loop, at)

    def _combined(self, family: int, values: _Values) -> Node:
        """Return the word of a family, of which all that it depends on is known."""
        return self.words.any_of(
            self._applied(group, family, values) for group in self._groups[family]
        )

    def _applied(self, group: _Group, family: int, values: _Values) -> Node:
        """Return the heads of all rules of a group whose bodies hold."""
        words = self.words
        anchored = [coordinate != ABSENT for coordinate in group.anchors[0]]
        bodies = [
            self._at_anchor(literal, anchored, values) for literal in group.literals
        ]
        if not any(anchored):
            if group.bound < 0:
                return reduce(words.and_, sorted(bodies))
            return words.least(self._number(self._bits(group), values), group.bound)
        mask = words.constant(sum({1 << self._index(at) for at in group.anchors}))
        if len(group.anchors) == 1:
            word = self._applied_once(group, bodies, values)
        elif group.bound < 0:
            word = reduce(words.and_, sorted(bodies))
        else:
            word = words.at_least(bodies, group.bound)
        word = words.and_(word, mask)
        has = self._found.has[family].tolist()
        if not any(has):
            return words.any(word)
        for axis, (there, here) in enumerate(zip(anchored, has, strict=True)):
            if there and not here:
                word = self._folded(word, axis)
        return word

    def _applied_once(
        self, group: _Group, bodies: Sequence[Node], values: _Values
    ) -> Node:
        """Return whether the body of a group's only rule holds, at its place at least.

        Many literals of a family are counted.
        """
        words = self.words
        if group.bound >= 0:
            return words.least(self._number(self._bits(group), values), group.bound)
        parts: dict[tuple[bool, int], list[tuple[bool, int, int]]] = defaultdict(list)
        for bit in self._bits(group):
            parts[bit[:2]].append(bit)
        many = {key for key, own in parts.items() if len(own) > 2}
        return reduce(
            words.and_,
            [
                body
                for body, (negative, family, _) in zip(
                    bodies, self._bits(group), strict=True
                )
                if (negative, family) not in many
            ]
            + [
                words.least(self._number(parts[key], values), len(parts[key]))
                for key in sorted(many)
            ],
        )

    def _bits(self, group: _Group) -> Iterator[tuple[bool, int, int]]:
        """Yield the bits that the first rule of a group reads."""
        for literal in group.literals:
            place = [
                coordinate + distance if has else ABSENT
                for coordinate, distance, has in zip(
                    group.anchors[0],
                    literal.distance,
                    self._found.has[literal.family],
                    strict=True,
                )
            ]
            yield literal.negative, literal.family, 1 << self._index(place)

    def _at_anchor(
        self, literal: _Literal, anchored: Sequence[bool], values: _Values
    ) -> Node:
        """Return a literal's word, moved to the places of the rules that read it."""
        words, word = self.words, values[literal.family]
        has = self._found.has[literal.family].tolist()
        if any(has):
            copies, places = 1, 0
            for axis, (there, here) in enumerate(zip(anchored, has, strict=True)):
                stride = self._stride[axis]
                if here:
                    places += literal.distance[axis] * stride
                elif there:
                    copies *= sum(1 << stride * at for at in range(self._extent[axis]))
            word = words.shifted(words.spread(word, copies), -places)
        return words.not_(word) if literal.negative else word

    def _folded(self, word: Node, axis: int) -> Node:
        """Return the disjunction along an axis, at its first places."""
        words, stride, extent = self.words, self._stride[axis], self._extent[axis]
        covered = 1
        while covered < extent:
            more = min(covered, extent - covered)
            word = words.or_(word, words.shifted(word, -more * stride))
            covered += more
        first = sum(1 << at for at in range(self._width) if at // stride % extent == 0)
        return words.and_(word, words.constant(first))


class _Values:
    """The words of families that are known, or computed when they are asked for."""

    def __init__(self, builder: _Builder, known: Mapping[int, Node]) -> None:
        self._builder = builder
        self.known = {**builder.arguments, **known}

    def __contains__(self, family: int) -> bool:
        return family in self.known

    def __getitem__(self, family: int) -> Node:
        if family not in self.known:
            self._builder.compute(family, self)
        return self.known[family]


# ---- groups and the order of families ---------------------------------------------


def _by_head(
    rules: OpenRules, found: Families, grouped: Groups
) -> dict[int, list[_Group]]:
    """Return the groups of rules for each family of heads."""
    order = np.argsort(grouped.group, kind="stable")
    ends = np.cumsum(np.bincount(grouped.group, minlength=len(grouped)))
    anchors = grouped.anchors[order].tolist()
    by_head: dict[int, list[_Group]] = defaultdict(list)
    begin = 0
    for end, first in zip(ends.tolist(), grouped.first.tolist(), strict=True):
        literals = rules.literals[rules.starts[first] : rules.starts[first + 1]]
        places = found.place[np.abs(literals)]
        distance = np.where(places == ABSENT, 0, places - grouped.anchors[first])
        by_head[int(found.family[rules.heads[first]])].append(
            _Group(
                int(rules.bounds[first]),
                [
                    _Literal(literal < 0, family, tuple(steps))
                    for literal, family, steps in zip(
                        literals.tolist(),
                        found.family[np.abs(literals)].tolist(),
                        distance.tolist(),
                        strict=True,
                    )
                ],
                # The first rule's place first, for counts.
                [
                    tuple(grouped.anchors[first].tolist()),
                    *{tuple(at) for at in anchors[begin:end]}
                    - {tuple(grouped.anchors[first].tolist())},
                ],
            )
        )
        begin = end
    return by_head


class _Components:
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


def _components(
    groups_: Mapping[int, Sequence[_Group]], count: int
) -> tuple[_Components, set[int]]:
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
    return _Components(found, loops), wrong


def _atoms_of(rules: OpenRules, found: Families, which: set[int]) -> Ints:
    """Return the atoms of some families."""
    return np.flatnonzero(np.isin(found.family, sorted(which)))
