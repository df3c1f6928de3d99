"""The rules of a game as operations on words.

What holds in a state, and what is next, is computed from the words of a state and of
the moves by the operations of `Words`: one rule of each group, for all its places at
once.

Where one of a few fluents tells whose turn it is, each of them is a *phase*: the
program is written out for each phase, with the others' moves left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pygame_search.network.circuit.program import TRUE
from pygame_search.network.lift.axes import choose_axes
from pygame_search.network.lift.bodies import by_head
from pygame_search.network.lift.components import components
from pygame_search.network.lift.families import (
    Families,
    check_groups,
    families,
    groups,
)
from pygame_search.network.lift.layout import Box, Field, Layout, Line, MoveFamily
from pygame_search.network.lift.rules import Ints, OpenRules
from pygame_search.network.lift.values import Computation, Values
from pygame_search.network.lift.wins import rises
from pygame_search.network.lift.words import Node, Words
from pygame_search.network.network import Network

#: The most phases.
_MOST_PHASES = 8

#: With more operations in a step, winning moves and threats are not derived.
_MOST_DERIVED = 4_000


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
        features: for each role, name and what a part of the feature counts, how many
            such parts hold.
        quiet: whether the state is quiet; None if no rule says so.
        mid_turn: the same of a turn that goes on.
        noisy: for each family of moves its noisy moves; None if no rule says so.
        estimates: for each estimate of the cost to a goal whether it holds.
        lots: for each move of chance and weight whether it has that weight.
        parts: for each of `Network.derived_parts` whether it holds.
        mover: the role that alone has a choice; None if that is not certain.
        wins: for families of moves those with which the mover may win at once.
        threats: for each role at how many places one more bit would win for it.
        known: for each family that was computed its word.
    """

    state: tuple[bool, ...]
    terminal: Node
    goals: list[tuple[int, int, Node]]
    legal: list[Node]
    next: list[Node]
    features: list[tuple[int, str, int, Node]]
    quiet: Node | None
    mid_turn: Node | None
    noisy: list[Node] | None
    estimates: list[tuple[int, Node]]
    lots: list[tuple[int, int, Node]]
    parts: list[Node]
    mover: int | None
    wins: dict[int, Node]
    threats: dict[int, Node]
    known: Mapping[int, Node]


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
        lines: the axes, that with the longest stride first.
        called: for each family an atom, and its place.
        exclusive: groups of fluents of which exactly one holds, as numbers in the
            network. If some fields are not kept, they are all groups on which the proof
            rests that the others tell these fields.
    """

    words: Words
    fields: list[Field]
    fluents: list[dict[int, int]]
    size: int
    moves: list[MoveFamily]
    phase_fields: list[int]
    phases: list[Phase]
    lines: list[Line]
    called: list[tuple[int, tuple[int, ...]]]
    exclusive: list[Sequence[int]]


def program(
    rules: OpenRules,
    network: Network,
    exclusive: Sequence[Sequence[Sequence[str]]] = (),
) -> Program:
    """Return the program of a game.

    Args:
        rules: its rules that vary, with names.
        network: made of the same rules.
        exclusive: groups of fluents, by kinds. Of each group exactly one holds in every
            state; see `invariants.exclusive`.
    """
    axes = choose_axes(rules)
    bits: Ints = np.zeros(0, np.int64)
    while True:
        found = families(rules, axes, bits)
        grouped = groups(rules, found)
        check_groups(rules, found, grouped)
        box = Box(found)
        by_family = by_head(rules, found, grouped, box)
        order, wrong = components(by_family, len(found.has))
        if not wrong:
            break
        # A family that rests on its own negation, at other places, is no loop.
        bits = np.union1d(bits, _atoms_of(found, wrong))
    layout = Layout(found, box)
    by_field = layout.fluents(rules)
    true = rules.true.tolist()
    kinds = _in_network(exclusive, network)
    whole = [
        own
        for own, kind in zip(kinds, exclusive, strict=False)
        if len(own) == len(kind)
    ]
    told = layout.told_by_others(by_field, true, whole)
    fields, size = layout.fields(by_field, true, told)
    moves = layout.moves(rules, network)
    words = Words(box.width)
    arguments = {
        field.family: words.argument(
            f"state {at}",
            placed=field.placed,
            bits=sum(1 << layout.bit[true[x]] for x in by_field[field.family]),
        )
        for at, field in enumerate(fields)
        if not field.others
    }
    for field in fields:
        if field.others:
            rest = words.not_(words.any_of(arguments[x] for x in field.others))
            every = {layout.bit[true[x]] for x in by_field[field.family]}
            mask = sum(1 << bit for bit in every) if field.placed else words.full
            arguments[field.family] = words.and_(rest, words.constant(mask))
    made = {
        family.family: words.argument(f"move {at}", placed=family.placed)
        for at, family in enumerate(moves)
        if family.family >= 0
    }
    computation = Computation(
        words, box, by_family, order, found.has.tolist(), {**arguments, **made}
    )
    positions = rules.outputs.get("position_part")
    parts = [positions.atoms[at] for at in network.derived_parts] if positions else []
    builder = _Builder(
        rules, layout, computation, fields, list(by_field.values()), moves, parts,
        _lots(rules, network),
    )  # fmt: skip
    phase_fields, states = builder.phases()
    return Program(
        words=words,
        fields=fields,
        fluents=builder.fluents_of_fields(),
        size=size,
        moves=moves,
        phase_fields=phase_fields,
        phases=[builder.phase(phase_fields, state) for state in states],
        lines=box.lines(found.axes),
        called=_called(found),
        exclusive=[group for groups in kinds for group in groups] if told else [],
    )


def _lots(rules: OpenRules, network: Network) -> list[tuple[int, int, int]]:
    """Return the moves of chance with their weights, and the atom that they have it."""
    chance, found = network.weighs_chance, rules.outputs["weight"]
    number: dict[object, int] = {move: at for at, move in enumerate(network.moves)}
    return [
        (number[role, name], int(weight), atom)
        for (role, name, weight), atom in zip(found.arguments, found.atoms, strict=True)
        if role == chance and (role, name) in number
    ]


def _in_network(
    exclusive: Iterable[Sequence[Sequence[str]]], network: Network
) -> list[list[list[int]]]:
    """Return groups of fluents by their numbers, without fluents that never hold.

    Groups with a fluent that always holds are left out. There are none at all if the
    network has another fluent of such a group: it might hold in a state that is given.
    """
    numbers = {text: number for number, text in enumerate(network.fluents)}
    always = {*network.always}
    found = []
    for kind in exclusive:
        own = []
        for group in kind:
            varying = [numbers[text] for text in group if text in numbers]
            if always.isdisjoint(group):
                own.append(varying)
            elif varying:
                return []
        found.append(own)
    return found


def _called(found: Families) -> list[tuple[int, tuple[int, ...]]]:
    """Return for each family an atom, and its place."""
    family, first = np.unique(found.family, return_index=True)
    atoms = first[family >= 0]
    places = found.place[atoms].tolist()
    return [
        (atom, tuple(place)) for atom, place in zip(atoms.tolist(), places, strict=True)
    ]


def _atoms_of(found: Families, which: set[int]) -> Ints:
    """Return the atoms of some families."""
    return np.flatnonzero(np.isin(found.family, sorted(which)))


class _Builder:
    """Makes the phases of a program.

    Args:
        rules: the rules that vary.
        layout: where the atoms stand.
        computation: of the words of families.
        fields: of a state.
        fluents: of each field, by their numbers in the network.
        moves: the families of moves.
        parts: the atoms of `Network.derived_parts`.
        lots: moves of chance, a weight of each, and the atom that it has it.
    """

    def __init__(
        self,
        rules: OpenRules,
        layout: Layout,
        computation: Computation,
        fields: list[Field],
        fluents: list[list[int]],
        moves: list[MoveFamily],
        parts: Sequence[int],
        lots: Sequence[tuple[int, int, int]],
    ) -> None:
        self._parts, self._lots = parts, lots
        self._rules, self._computation = rules, computation
        self._family_of, self._place_of = layout.family, layout.bit
        self._placed = layout.placed
        self._fields, self._fluents, self._moves = fields, fluents, moves
        self._legal_atoms = rules.legal.tolist()
        self._next_atoms = rules.next.tolist()
        self.words = computation.words
        #: The families that depend on what is done.
        self._made = computation.families_above(x.family for x in moves)
        self._known: dict[tuple[int, ...], Values] = {}

    def fluents_of_fields(self) -> list[dict[int, int]]:
        """Return for each field its fluents, and the place of each."""
        true = self._rules.true.tolist()
        return [
            {
                fluent: self._place_of[true[fluent]] if field.placed else 0
                for fluent in fluents
            }
            for field, fluents in zip(self._fields, self._fluents, strict=True)
        ]

    def phases(self) -> tuple[list[int], list[tuple[bool, ...]]]:
        """Return the fields that tell the phase, and the states of the phases.

        Each phase has one of these fields. Those are taken that leave the fewest
        families of moves in a phase. If the phases do not follow each other whatever is
        done, there is one more, for any state.
        """
        generic = self._open_moves(Values(self._computation, {}))
        best: list[int] = []
        least = 0.75 * generic
        for some in self._exclusive():
            left = [self._open_moves(self._in_phase(some, at)) for at in some]
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
            if not field.placed:
                alike[shape.get(int(true[self._fluents[at][0]]), -1 - at)].append(at)
        for some in alike.values():
            held = [self._rules.initial[self._fluents[at][0]] for at in some]
            if 2 <= len(some) <= _MOST_PHASES and sum(held) == 1:
                yield some

    def _in_phase(self, some: Sequence[int], at: int) -> Values:
        """Return the words of families if of some fields one holds."""
        key = (at, *some)
        if key not in self._known:
            no, yes = self.words.constant(0), self.words.constant(-1)
            only = {self._fields[i].family: yes if i == at else no for i in some}
            self._known[key] = Values(self._computation, only)
        return self._known[key]

    def _open_moves(self, values: Values) -> int:
        """Return how many families of moves may have legal ones, by what is known."""
        legal = self._legal(values)
        return sum(self.words.constant_of(node) is None for node in legal)

    def _closed(self, some: Sequence[int]) -> bool:
        """Return whether each phase has one that follows it, whatever is done."""
        for at in some:
            values = self._in_phase(some, at)
            after = [self.words.constant_of(self._next(i, values)) for i in some]
            if None in after or sum(map(bool, after)) != 1:
                return False
        return True

    def phase(self, phase_fields: Sequence[int], state: tuple[bool, ...]) -> Phase:
        """Return the program in a phase."""
        if state:
            values = self._in_phase(phase_fields, phase_fields[state.index(True)])
        else:
            values = Values(self._computation, {})
        legal = self._legal(values)
        step = self._step(values, legal)
        following = [self._next(at, step) for at in range(len(self._fields))]
        mover = self._mover(legal)
        derived = len(self.words.needed([*legal, *following])) <= _MOST_DERIVED
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
            features=self._features(values),
            quiet=self._told("quiet", values),
            mid_turn=self._told("mid_turn", values),
            noisy=(
                self._of_moves(self._rules.noisy.tolist(), values)
                if outputs["noisy"].defined
                else None
            ),
            estimates=[
                (int(value), self._holds(atom, values))
                for (value,), atom in zip(
                    estimate.arguments, estimate.atoms, strict=True
                )
            ]
            if (estimate := outputs.get("h"))
            else [],
            lots=[
                (move, weight, self._holds(atom, values))
                for move, weight, atom in self._lots
            ],
            parts=[self._holds(atom, values) for atom in self._parts],
            next=following,
            mover=mover,
            wins=(
                self._wins(mover, legal, following)
                if derived and mover is not None
                else {}
            ),
            threats=self._threats(values, legal, following) if derived else {},
            known={**values, **step},
        )

    def _step(self, values: Values, legal: Sequence[Node]) -> Values:
        """Return the words of families in a step.

        A move that is never legal in the phase is not made in it; one that always is
        and that is the only one of its role always is.
        """
        same = {x: node for x, node in values.items() if x not in self._made}
        return Values(self._computation, {**same, **self._fixed(legal)})

    def _mover(self, legal: Sequence[Node]) -> int | None:
        """Return the role that alone has a choice, if the others have one move each."""
        values = [self.words.constant_of(node) for node in legal]
        movers = []
        for role in {moves.role for moves in self._moves}:
            own = [
                value for moves, value in zip(self._moves, values, strict=True)
                if moves.role == role and value != 0
            ]  # fmt: skip
            if own != [self.words.full]:
                movers.append(role)
        return movers[0] if len(movers) == 1 else None

    def _wins(
        self, mover: int, legal: Sequence[Node], following: Sequence[Node]
    ) -> dict[int, Node]:
        """Return for families of moves those with which a role may win at once."""
        after = Values(
            self._computation,
            {x.family: node for x, node in zip(self._fields, following, strict=True)},
        )
        families_ = {
            self._computation.arguments[moves.family]: at
            for at, moves in enumerate(self._moves)
            if moves.role == mover and moves.family >= 0
        }
        before = dict.fromkeys(families_, self.words.constant(0))
        found = rises(self.words, self._best_goal(mover, after), before)
        wins = {
            families_[node]: self.words.and_(word, legal[families_[node]])
            for node, word in found.items()
        }
        return {
            at: word for at, word in wins.items() if self.words.constant_of(word) != 0
        }

    def _threats(
        self, values: Values, legal: Sequence[Node], following: Sequence[Node]
    ) -> dict[int, Node]:
        """Return for each role at how many places one more bit would win for it.

        The bits are of fields that never lose any, and the places are free in all of
        these.
        """
        words, lasting = self.words, []
        possible = words.constant(-1)  # what is done is legal
        for moves, word in zip(self._moves, legal, strict=True):
            if moves.placed:
                done = words.not_(self._computation.arguments[moves.family])
                possible = words.and_(possible, words.or_(done, word))
        for field, after in zip(self._fields, following, strict=True):
            node = values[field.family]
            lost = words.and_(node, words.not_(after))
            if (
                field.placed
                and not field.others
                and (words.is_empty(lost) or words.is_empty(words.and_(lost, possible)))
            ):
                lasting.append(node)
        free = words.not_(words.any_of(lasting))
        threats = {}
        for role in {moves.role for moves in self._moves}:
            found = rises(
                words, self._best_goal(role, values), {node: node for node in lasting}
            )
            counts = [words.count(words.and_(word, free)) for word in found.values()]
            if counts:
                threats[role] = words.sum(counts)
        return threats

    def _best_goal(self, role: int, values: Values) -> Node:
        """Return whether a role has its best goal value, at an end."""
        goals = self._rules.outputs["goal"]
        own = [
            (int(value), atom)
            for (which, value), atom in zip(goals.arguments, goals.atoms, strict=True)
            if which == role
        ]
        return self._holds(max(own)[1], values) if own else self.words.constant(0)

    def _fixed(self, legal: Sequence[Node]) -> dict[int, Node]:
        """Return the families of moves that are made in every step, or in none."""
        known = {}
        values = [self.words.constant_of(node) for node in legal]
        possible = Counter(
            moves.role
            for moves, value in zip(self._moves, values, strict=True)
            if value != 0
        )
        for moves, value in zip(self._moves, values, strict=True):
            if moves.family < 0:
                continue
            if value == 0:
                known[moves.family] = self.words.constant(0)
            elif not moves.placed and value and possible[moves.role] == 1:
                known[moves.family] = self.words.constant(-1)
        return known

    def _legal(self, values: Values) -> list[Node]:
        return self._of_moves(self._legal_atoms, values)

    def _of_moves(self, of_move: Sequence[int], values: Values) -> list[Node]:
        """Return for each family of moves those whose atoms hold."""
        found = []
        for moves in self._moves:
            atoms = [of_move[move] for move in moves.moves.values()]
            found.append(self._union(atoms, values, placed=moves.placed))
        return found

    def _next(self, at: int, values: Values) -> Node:
        atoms = [self._next_atoms[fluent] for fluent in self._fluents[at]]
        return self._union(atoms, values, placed=self._fields[at].placed)

    def _union(self, atoms: Iterable[int], values: Values, *, placed: bool) -> Node:
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

    def _holds(self, atom: int, values: Values) -> Node:
        """Return whether an atom holds."""
        words, family = self.words, self._family_of[atom]
        if family < 0:
            return words.constant(-1 if self._rules.values[atom] == TRUE else 0)
        if not self._placed[family]:
            return values[family]
        bit = words.constant(1 << self._place_of[atom])
        return words.any(words.and_(values[family], bit))

    def _told(self, name: str, values: Values) -> Node | None:
        """Return whether an output holds; None if no rule defines it."""
        output = self._rules.outputs[name]
        return self._holds(output.atom, values) if output.defined else None

    def _features(self, values: Values) -> list[tuple[int, str, int, Node]]:
        """Return how many parts of features hold, by what they count."""
        atoms: dict[tuple[int, str, int], list[int]] = defaultdict(list)
        for output in ("feature", "feature_value"):
            found = self._rules.outputs[output]
            for (role, name, *number), atom in zip(
                found.arguments, found.atoms, strict=True
            ):
                count = int(number[0]) if number else 1
                if count:
                    atoms[int(role), str(name), count].append(atom)
        return [
            (*feature, self._counted(own, values)) for feature, own in atoms.items()
        ]

    def _counted(self, atoms: Iterable[int], values: Values) -> Node:
        """Return how many atoms hold."""
        bits, always = [], 0
        for atom in atoms:
            family = self._family_of[atom]
            if family >= 0:
                bits.append((False, family, 1 << self._place_of[atom]))
            else:
                always += int(self._rules.values[atom] == TRUE)
        return self._computation.number(bits, values, always)
