"""The network of a game: its rules as gates over flat arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.rules import CHANCE
from pygame_search.support.errors import RulesError, TierError

#: The most joint moves of a state, as in `logic/game/joint_moves.pl`.
MOST_JOINTS = 1_000_000


class StuckError(RulesError):
    """A role has no legal move in a state that is not terminal.

    Attributes:
        held: for each fluent of the network, whether it holds in that state.
    """

    def __init__(self, held: NDArray[np.bool_]) -> None:
        super().__init__("no move is legal for a role in a state that is not terminal")
        self.held = held


class WeightError(StuckError):
    """A legal move of chance has no weight, or several, in a state.

    Attributes:
        held: for each fluent of the network, whether it holds in that state.
    """


class EstimateError(TierError):
    """A state has no estimate of the cost to a goal, or several."""

    def __init__(self) -> None:
        super().__init__(
            "the native tier needs exactly one estimate h in each state; in some state "
            "the rules give none, or several: use clauses or procedural"
        )


#: The outputs that kernels read, each with the sorts of its arguments.
READ: Mapping[str, tuple[str, ...]] = {
    "terminal": (),
    "goal": ("role", "number"),
    "feature": ("role", "name"),
    "feature_value": ("role", "name", "number"),
    "quiet": (),
    "mid_turn": (),
    "noisy": ("role", "move"),
    "weight": ("role", "move", "number"),
}

#: The same of outputs that a network has only if they were asked for.
READ_IF_ASKED: Mapping[str, tuple[str, ...]] = {
    "h": ("number",),
    "position_part": ("term",),
}


#: The literals of what never and of what always holds.
NEVER, ALWAYS = 0, 1


class Output(NamedTuple):
    """A relation of the state, as literals: one for each instance that may hold.

    Attributes:
        defined: whether the rules define the relation.
        sorts: the sort of each argument that is kept (`logic/language/vocabulary.pl`).
        arguments: for each of these, a number for each instance: the index of a role, a
            number itself, or the index of a text in `Network.names`.
        literals: of whether the instances hold. A relation without arguments has one.
    """

    defined: bool
    sorts: tuple[str, ...]
    arguments: tuple[NDArray[np.int32], ...]
    literals: NDArray[np.int32]

    @property
    def literal(self) -> int:
        """The literal of a relation without arguments."""
        return int(self.literals[0])


@dataclass(frozen=True, slots=True)
class Network:
    """A game as n-ary AND gates with inverted edges.

    Wire 0 is false; wires 1 to B are the fluents, B + 1 to B + D the moves; gates and
    loop wires follow, each after the wires that it reads. A literal is
    `2 * wire + inverted`: 0 is false, 1 is true. The values are correct for legal joint
    moves in all positions in which every fluent of `always` holds, no fluent holds that
    is not listed, and no two of one group of `apart` do. These are the positions
    reachable from the start and others, from which only such ones are reached.

    Attributes:
        wires: the number of wires.
        roles: the roles, in the order of the rules.
        fluents: the fluents that vary; the first is wire 1.
        always: the fluents that hold in every position. All others never hold.
        ranks: the rank of each fluent among all, in the standard order of terms; then
            the rank of each one in `always`.
        apart: the group of each fluent, and then of each one in `always`; -1 for none.
            At most one fluent of a group holds.
        moves: the moves that may be legal, with the index of the role, role by role.
        move_starts: the moves of role r are move_starts[r] up to move_starts[r + 1];
            move m is wire 1 + B + m.
        initial: of each fluent, whether it holds at the start.
        first_gate: the first wire that is no input.
        starts: wire first_gate + g is the AND of inputs[starts[g]:starts[g + 1]].
        inputs: literals.
        blocks: rows in the order of evaluation. `0, from, to, 0, 0`: evaluate the wires
            from .. to - 1. `1, from, to, first, last`: wires first .. last - 1 are loop
            wires. They start as 0; evaluate from .. to - 1, let each loop wire take its
            `loop_inputs`, and again until nothing changes: the least fixpoint.
        state_blocks: the number of blocks that depend only on the state. They come
            first; the others also depend on the moves of a step.
        loop_inputs: for each wire, the literal that it takes if it is a loop wire.
        next: for each fluent, the literal that it holds after the step.
        legal: for each move, the literal that it is legal.
        outputs: for each relation that the vocabulary marks as an output of the
            network, among them those of READ, the literals of its instances.
        names: the texts that arguments of outputs stand for.
    """

    wires: int
    roles: tuple[str, ...]
    fluents: tuple[str, ...]
    always: tuple[str, ...]
    ranks: NDArray[np.int32]
    apart: NDArray[np.int32]
    moves: tuple[tuple[int, str], ...]
    move_starts: NDArray[np.int32]
    initial: NDArray[np.uint8]
    first_gate: int
    starts: NDArray[np.int32]
    inputs: NDArray[np.int32]
    blocks: NDArray[np.int32]
    state_blocks: int
    loop_inputs: NDArray[np.int32]
    next: NDArray[np.int32]
    legal: NDArray[np.int32]
    outputs: Mapping[str, Output]
    names: tuple[str, ...]

    @property
    def gates(self) -> int:
        """The number of gates, including loop wires."""
        return self.wires - self.first_gate

    @property
    def groups_apart(self) -> dict[str, int]:
        """The group of each fluent that has one."""
        texts, groups = (*self.fluents, *self.always), self.apart.tolist()
        return {t: group for t, group in zip(texts, groups, strict=True) if group >= 0}

    @property
    def estimate(self) -> Output:
        """The estimates of the cost to a goal; none if they were not asked for."""
        none = np.zeros(0, np.int32)
        return self.outputs.get("h", Output(False, ("number",), (none,), none))

    def features(self) -> Iterator[tuple[int, str, int, int]]:
        """Yield the parts of features: role, name, what a part counts, and its literal.

        An instance counts 1, a number what it is.
        """
        for output in (self.outputs["feature"], self.outputs["feature_value"]):
            roles, names, *numbers = (part.tolist() for part in output.arguments)
            counts = numbers[0] if numbers else [1] * len(roles)
            for role, name, count, literal in zip(
                roles, names, counts, output.literals.tolist(), strict=True
            ):
                yield role, self.names[name], count, literal

    @property
    def weighs_chance(self) -> int | None:
        """The index of the role `random` if the rules weigh its moves, else None."""
        if not self.outputs["weight"].defined or CHANCE not in self.roles:
            return None
        return self.roles.index(CHANCE)

    @property
    def lots(self) -> list[tuple[int, int, int]]:
        """The weights that moves of chance may have: a literal, the weight, the move.

        There are none if the rules weigh no moves of chance.
        """
        chance, found = self.weighs_chance, self.outputs["weight"]
        if chance is None:
            return []
        number = {move: at for at, move in enumerate(self.moves)}
        return [
            (literal, weight, number[role, self.names[name]])
            for role, name, weight, literal in zip(
                *(part.tolist() for part in found.arguments), found.literals.tolist(),
                strict=True,
            )
            if role == chance and (role, self.names[name]) in number
        ]  # fmt: skip

    @property
    def part_literals(self) -> NDArray[np.int32]:
        """The literal of each part of a position; none if they were not asked for."""
        found = self.outputs.get("position_part")
        return np.zeros(0, np.int32) if found is None else found.literals

    @property
    def derived_parts(self) -> NDArray[np.int64]:
        """Which parts of a position, of `part_literals`, are more than a fluent.

        Those that always or never hold are not among them.
        """
        literals = self.part_literals
        fluent = (literals & 1 == 0) & (literals >> 1 <= len(self.fluents))
        return np.flatnonzero(~fluent & (literals != ALWAYS))

    @property
    def noisy(self) -> NDArray[np.int32] | None:
        """For each move the literal that it is noisy; None if no rule says so."""
        found = self.outputs["noisy"]
        if not found.defined:
            return None
        number = {move: at for at, move in enumerate(self.moves)}
        literals = np.zeros(len(self.moves), np.int32)
        for role, name, literal in zip(*found.arguments, found.literals, strict=True):
            move = number.get((int(role), self.names[name]))
            if move is not None:  # else it is never legal
                literals[move] = literal
        return literals

    def __eq__(self, other: object) -> bool:
        """Return whether all fields are equal, compared array by array."""
        if not isinstance(other, Network):
            return NotImplemented
        return all(
            _equal(getattr(self, field.name), getattr(other, field.name))
            for field in fields(self)
        )

    __hash__ = None  # type: ignore[assignment]


def _equal(mine: object, theirs: object) -> bool:
    """Return whether two values are equal, also inside of outputs."""
    if isinstance(mine, np.ndarray):
        return np.array_equal(mine, theirs)  # type: ignore[arg-type]
    if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
        return list(mine) == list(theirs) and all(
            _equal(mine[name], theirs[name]) for name in mine
        )
    if isinstance(mine, Output) and isinstance(theirs, Output):
        columns, others = (
            (*output.arguments, output.literals) for output in (mine, theirs)
        )
        return mine[:2] == theirs[:2] and all(map(np.array_equal, columns, others))
    return mine == theirs


def report(network: Network) -> dict[str, int]:
    """Return the sizes of a network, by name."""
    sizes = np.diff(network.starts)
    late = network.blocks[network.state_blocks :, 1:3]
    return {
        "fluents": len(network.fluents),
        "always": len(network.always),
        "moves": len(network.moves),
        "gates": network.gates,
        "edges": len(network.inputs),
        "loop wires": int((sizes == 0).sum()),
        "gates of a step": int((late[:, 1] - late[:, 0]).sum()),
        "widest gate": int(sizes.max(initial=0)),
    }
