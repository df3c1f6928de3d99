"""From a ground program to a network: fold, translate, refine, lay out.

The network is correct for all positions reachable from the start, and for legal joint
moves in them. Everything that is constant there is folded: fluents that always or never
hold, moves that are never legal, and literals that the legality of a move implies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.circuit.constant_folding import fold
from pygame_search.network.circuit.gates import (
    Net,
    add_loop,
    at_least,
    conjunction,
    empty_net,
)
from pygame_search.network.circuit.layout import layout
from pygame_search.network.circuit.move_implications import MOST_KNOWN, with_known
from pygame_search.network.circuit.program import FALSE, OPEN, TRUE, Program, components
from pygame_search.network.circuit.program import program as program_of
from pygame_search.network.circuit.simplify import refined, refined_once
from pygame_search.network.grounding.ground import Ground, Instances
from pygame_search.network.jit import kernel
from pygame_search.network.network import Network, Output
from pygame_search.support.errors import TierError

#: Numbers in instances are smaller than this, and at least its negative.
_LARGE = 1 << 31


@dataclass(slots=True)
class _Folding:
    """The known constants; each round adds more."""

    fluents: NDArray[np.uint8]
    moves: NDArray[np.uint8]


def build(ground: Ground) -> Network:
    """Return the network of a ground program.

    Raises:
        TierError: an atom depends on its own negation, or a number is too large.
    """
    rules = program_of(ground)
    known = _Folding(
        np.zeros(len(ground.fluents), np.uint8), np.zeros(len(ground.moves), np.uint8)
    )
    while True:
        drawn = _drawn(ground, rules, known)
        if not _folds_more(drawn, known):
            fluents = len(drawn.fluents)
            net, outputs = refined(drawn.net, drawn.outputs, fluents)
            drawn = replace(drawn, net=net, outputs=outputs)
            if not _folds_more(drawn, known):
                return _network(ground, drawn)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A network that is built but not laid out.

    Attributes:
        values: for each fluent, FALSE, TRUE, or OPEN if it has a wire.
        fluents: the fluents that have a wire.
        moves: the moves that have a wire.
        net: the wires.
        outputs: the literals of next and legal, then of the instances of each output.
    """

    values: NDArray[np.uint8]
    fluents: NDArray[np.int64]
    moves: NDArray[np.int64]
    net: Net
    outputs: NDArray[np.int32]


def _drawn(ground: Ground, rules: Program, known: _Folding) -> _Drawn:
    role = np.array([role for role, _ in ground.moves], np.int32)
    choices = np.bincount(role[known.moves == 0], minlength=len(ground.roles) + 1)
    alone = ((choices[role] == 1) & (known.moves == 0)).astype(np.uint8)
    folded = fold(
        rules,
        np.ascontiguousarray(ground.initial, np.uint8),
        np.ascontiguousarray(ground.next, np.int32),
        alone,
        known.fluents,
        known.moves,
    )
    values = folded.atoms[rules.true]
    fluents = np.flatnonzero(values == OPEN)
    moves = np.flatnonzero((folded.atoms[rules.legal] != FALSE) & (known.moves == 0))
    wanted = np.concatenate(
        [
            ground.next[fluents],
            rules.legal[moves],
            *(np.array(part.atoms, np.int32) for part in ground.outputs.values()),
        ]
    ).astype(np.int32)
    literals = np.zeros(rules.atoms + 1, np.int32)
    literals[folded.atoms == TRUE] = 1
    literals[rules.true[fluents]] = 2 * (1 + np.arange(len(fluents)))
    varying = moves[folded.atoms[rules.does[moves]] == OPEN]
    wires = np.zeros(len(ground.moves), np.int32)
    wires[moves] = 1 + len(fluents) + np.arange(len(moves))
    literals[rules.does[varying]] = 2 * wires[varying]
    nothing = np.zeros(rules.atoms + 1, np.int32)
    order, begins, knots, component = components(
        rules.atoms,
        rules.rules,
        rules.starts,
        rules.literals,
        folded.atoms,
        folded.rules,
        nothing,
        wanted,
    )
    room = _room(rules.rules, rules.bounds, rules.starts, folded.rules, order)
    net = empty_net(
        len(fluents),
        role[moves],
        len(ground.roles) + 1,
        int(room[0]) + len(order) + 16,
        int(room[1]) + 2 * len(order) + MOST_KNOWN,
    )
    late = _late(
        rules.rules,
        rules.starts,
        rules.literals,
        folded.atoms,
        folded.rules,
        rules.does,
        order,
        begins,
        knots,
    )
    arrays = (rules.rules, rules.bounds, rules.starts, rules.literals)
    for stage in (0, 1):
        _translate(
            net,
            *arrays,
            folded.atoms,
            folded.rules,
            order,
            begins,
            knots,
            component,
            late,
            stage,
            literals,
        )
        if stage == 0:
            net = with_known(net, literals[rules.legal[moves]])
    outputs = literals[wanted]
    net, outputs = refined_once(net, outputs, len(fluents))
    return _Drawn(values, fluents, moves, net, outputs)


def _folds_more(drawn: _Drawn, known: _Folding) -> bool:
    """Mark fluents that keep their value and moves that are never legal."""
    count = len(drawn.fluents)
    following = drawn.outputs[:count]
    legal = drawn.outputs[count : count + len(drawn.moves)]
    same = following == 2 * (1 + np.arange(count))
    known.fluents[drawn.fluents[same]] = 1
    known.moves[drawn.moves[legal == 0]] = 1
    return bool(same.any() or (legal == 0).any())


def _network(ground: Ground, drawn: _Drawn) -> Network:
    placed = layout(drawn.net, drawn.outputs)
    fluents, moves = len(drawn.fluents), len(drawn.moves)
    sizes = [fluents, moves, *(len(part.atoms) for part in ground.outputs.values())]
    following, legal, *parts = np.split(placed.outputs, np.cumsum(sizes)[:-1].tolist())
    role = np.array([ground.moves[move][0] for move in drawn.moves], np.int32)
    always = np.flatnonzero(drawn.values == TRUE)
    names: dict[str, int] = {}
    return Network(
        wires=placed.wires,
        roles=ground.roles,
        fluents=tuple(ground.fluents[at] for at in drawn.fluents),
        always=tuple(ground.fluents[at] for at in always),
        ranks=_ranks(ground, np.append(drawn.fluents, always)),
        apart=ground.apart[np.append(drawn.fluents, always)],
        moves=tuple(ground.moves[at] for at in drawn.moves),
        move_starts=np.searchsorted(role, np.arange(len(ground.roles) + 1)).astype(
            np.int32
        ),
        initial=np.ascontiguousarray(ground.initial[drawn.fluents], np.uint8),
        first_gate=1 + fluents + moves,
        starts=placed.starts,
        inputs=placed.inputs,
        blocks=placed.blocks,
        state_blocks=placed.state_blocks,
        loop_inputs=placed.loop_inputs,
        next=following.copy(),
        legal=legal.copy(),
        outputs={
            name: _output(name, found, literals, names)
            for (name, found), literals in zip(
                ground.outputs.items(), parts, strict=True
            )
        },
        names=tuple(names),
    )


def _output(
    name: str, found: Instances, literals: NDArray[np.int32], names: dict[str, int]
) -> Output:
    """Return the instances of a relation that may hold; new texts go into `names`.

    Raises:
        TierError: a number in an instance is too large.
    """
    if not found.sorts:
        one = np.array([*literals, 0][:1], np.int32)
        return Output(found.defined, (), (), one)
    held = np.flatnonzero(literals)
    columns = []
    for at in range(len(found.sorts)):
        values = (found.arguments[row][at] for row in held)
        numbers = [
            names.setdefault(value, len(names)) if isinstance(value, str) else value
            for value in values
        ]
        large = [number for number in numbers if not -_LARGE <= number < _LARGE]
        if large:
            raise TierError(
                f"{name} has the number {large[0]:,}, which has more than 32 bits: the "
                "native tier does not support it"
            )
        columns.append(np.array(numbers, np.int32))
    return Output(found.defined, found.sorts, tuple(columns), literals[held])


def _ranks(ground: Ground, fluents: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the rank of each of some fluents in their standard order."""
    order = np.argsort(ground.ranks[fluents], kind="stable")
    ranks = np.empty(len(fluents), np.int32)
    ranks[order] = np.arange(len(fluents))
    return ranks


@kernel
def _room(
    rules: NDArray[np.int64],
    bounds: NDArray[np.int32],
    starts: NDArray[np.int64],
    rule_values: NDArray[np.uint8],
    order: NDArray[np.int32],
) -> tuple[int, int]:
    """Return upper bounds on the number of gates and on the number of their inputs."""
    gates, edges = 0, 0
    for atom in order:
        for rule in range(rules[atom], rules[atom + 1]):
            if rule_values[rule] != 2:
                continue
            size = starts[rule + 1] - starts[rule]
            if bounds[rule] == size:
                gates += 1
                edges += size + 1
            else:
                gates += 10 * size + 140
                edges += 20 * size + 280
    return gates, edges


@kernel
def _late(
    rules: NDArray[np.int64],
    starts: NDArray[np.int64],
    literals: NDArray[np.int32],
    values: NDArray[np.uint8],
    rule_values: NDArray[np.uint8],
    does: NDArray[np.int32],
    order: NDArray[np.int32],
    begins: NDArray[np.int64],
    knots: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """Return for each component 1 if its atoms depend on the moves of a step."""
    late_atoms = np.zeros(values.size, np.uint8)
    for atom in does:
        late_atoms[atom] = 1
    late = np.zeros(knots.size, np.uint8)
    for part in range(knots.size):
        for at in range(begins[part], begins[part + 1]):
            atom = order[at]
            late[part] |= late_atoms[atom]
            for rule in range(rules[atom], rules[atom + 1]):
                if rule_values[rule] == 2:
                    for place in range(starts[rule], starts[rule + 1]):
                        other = abs(literals[place])
                        if values[other] == 2:
                            late[part] |= late_atoms[other]
        if late[part] == 1:
            for at in range(begins[part], begins[part + 1]):
                late_atoms[order[at]] = 1
    return late


@kernel
def _translate(
    net: Net,
    rules: NDArray[np.int64],
    bounds: NDArray[np.int32],
    starts: NDArray[np.int64],
    literals: NDArray[np.int32],
    values: NDArray[np.uint8],
    rule_values: NDArray[np.uint8],
    order: NDArray[np.int32],
    begins: NDArray[np.int64],
    knots: NDArray[np.uint8],
    component: NDArray[np.int32],
    late: NDArray[np.uint8],
    stage: int,
    made: NDArray[np.int32],
) -> None:
    """Make the gates of the atoms of a stage, and record the literal of each atom."""
    most = 1
    for atom in order:
        most = max(most, rules[atom + 1] - rules[atom])
    parts = np.empty(most, np.int32)
    rank = np.zeros(values.size, np.int32)
    cut = np.zeros(values.size, np.int32)
    for part in range(knots.size):
        if late[part] != stage:
            continue
        if knots[part] == 1:
            for at in range(begins[part], begins[part + 1]):
                rank[order[at]] = at
            for at in range(begins[part], begins[part + 1]):
                atom = order[at]
                for rule in range(rules[atom], rules[atom + 1]):
                    if rule_values[rule] != 2:
                        continue
                    for place in range(starts[rule], starts[rule + 1]):
                        other = abs(literals[place])
                        if component[other] == part and rank[other] >= at:
                            cut[other] = 1
            for at in range(begins[part], begins[part + 1]):
                atom = order[at]
                if cut[atom] == 1:
                    wire = add_loop(net)
                    cut[atom] = wire
                    made[atom] = 2 * wire
        for at in range(begins[part], begins[part + 1]):
            atom = order[at]
            if rules[atom] == rules[atom + 1]:
                continue
            count = np.int64(0)
            for rule in range(rules[atom], rules[atom + 1]):
                if rule_values[rule] != 2:
                    continue
                size = np.int64(0)
                for place in range(starts[rule], starts[rule + 1]):
                    literal = literals[place]
                    value = made[abs(literal)] ^ (1 if literal < 0 else 0)
                    net.buffer[size] = value
                    size += 1
                if bounds[rule] == size:
                    value = conjunction(net, size)
                else:
                    value = at_least(net, net.buffer[:size].copy(), bounds[rule])
                parts[count] = value ^ 1
                count += 1
                if value == 1:
                    break
            net.buffer[:count] = parts[:count]
            value = conjunction(net, count) ^ 1
            if cut[atom] != 0:
                net.loops[cut[atom]] = value
            else:
                made[atom] = value
