"""A network laid out for the evaluation of one state at a time; see `propagate.py`.

Gates that a search does not need are omitted, such as those that only the goals of
other roles read. Two things are cheaper to compute at a node than to maintain:

- a *guard* is a literal on which all legal moves of a role depend, such as whose turn
  it is: the moves are maintained as if it were true;
- a *default* is the move of a role that has no other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import kernel

if TYPE_CHECKING:
    from pygame_search.network.network import Network

Ints = NDArray[np.int64]
Naturals = NDArray[np.uint32]
Marks = NDArray[np.uint8]

#: The largest number of inputs that a byte without its highest bit can count.
MOST_INPUTS = 127

#: The dependents of a wire besides gates: a bit of the words, a weight, a trigger.
BIT, WEIGHT, TRIGGER = 0, 1, 2

#: Fields of `Wiring.sizes`.
WIRES, FLUENTS, MOVES, FIRST_GATE, STATE_WORDS, ROW_WORDS = range(6)

#: Fields of a row of `Wiring.roles`.
FIRST_WORD, END_WORD, FIRST_MOVE, DEFAULT, GUARD = range(5)

#: Fields of a row of `Wiring.goals`, and one more of `Wiring.lots`.
LITERAL, VALUE, MOVE = range(3)

#: Fields of `Wiring.outputs`.
TERMINAL, QUIET, MID_TURN = range(3)


class Wiring(NamedTuple):
    """A network, laid out for the evaluation of one state.

    Wire 0, fluents and moves are numbered as in the network. The gates for terminal,
    goal, estimates and the features come first. Some wires are added: triggers, parts
    of gates with more than MOST_INPUTS inputs, and moves without their guards.

    Attributes:
        sizes: wires, fluents, moves, first gate, words for fluents, words in all.
        starts, inputs: gate first+g has the literals inputs[starts[g]:starts[g+1]].
        tables: for each wire, where its `edges` begin and end, and its `hangers`; then
            the same again, restricted to what a leaf needs.
        edges: 2*gate + inverted, for each gate that a wire feeds.
        hangers: 8*what + 4*inverted + kind (BIT, WEIGHT, TRIGGER), where `what` is the
            position of a bit, the index of a weight, or a trigger.
        weights: the weight of each instance of a feature.
        features: the literal of each of these instances.
        trigger_of: for a trigger, its loop; -1 for all other wires.
        loops: for each loop, its first wire, its first gate, its end.
        loop_inputs: for each loop wire, the literal that it takes.
        next: the literal of each fluent.
        legal: the literal of each move, without the guards.
        places: the position of each move's bit in the words.
        roles: for each role, its first word of legal moves and their end, its first
            move, its default move or -1, and its guard or -1.
        masks: for each word of legal moves, the moves that depend on the guard.
        goals: for the searching role: literal and value.
        estimates: the same of the estimate of the cost to a goal.
        lots: the same of the weights of moves of chance, and the move.
        outputs: the literals of terminal, quiet and mid_turn; -1 if the rules do not
            define it.
        noisy: for each move the literal that it is noisy; empty if no rule says so.
        parts: the literals of `Network.derived_parts`.
    """

    sizes: Ints
    starts: Naturals
    inputs: Naturals
    tables: Naturals
    edges: Naturals
    hangers: Naturals
    weights: Ints
    features: Ints
    trigger_of: NDArray[np.int32]
    loops: Ints
    loop_inputs: Ints
    next: Ints
    legal: Ints
    places: Ints
    roles: Ints
    masks: NDArray[np.uint64]
    goals: Ints
    estimates: Ints
    lots: Ints
    outputs: Ints
    noisy: Ints
    parts: Ints


class _Gates(NamedTuple):
    """The parts of a network that change here.

    Attributes:
        first: the first wire that is no input.
        starts, inputs, blocks, loop_inputs: as in a network.
        legal: the literal of each move.
    """

    first: int
    starts: Ints
    inputs: Ints
    blocks: Ints
    loop_inputs: Ints
    legal: Ints

    @property
    def wires(self) -> int:
        """How many there are."""
        return self.first + len(self.starts) - 1

    def inputs_of(self, wire: int) -> Ints:
        """Return the inputs of a gate."""
        a, b = self.starts[wire - self.first : wire - self.first + 2]
        return self.inputs[a:b]

    def cone(self, roots: Any) -> Marks:
        """Mark the wires of some literals and all wires that they depend on."""
        marks = np.zeros(self.wires, np.uint8)
        marks[np.asarray(roots, np.int64) >> 1] = 1
        _cone(
            self.starts, self.inputs, self.first, self.blocks, self.loop_inputs, marks
        )
        return marks


def wire(
    network: Network,
    role: int,
    weights: Mapping[tuple[int, str], int],
) -> Wiring:
    """Return a network laid out for the searches of a role.

    Args:
        network: the network.
        role: the index of the role that searches.
        weights: the weights of the features, by the index of the role and the name.
    """
    goals, estimates = _goals(network, role), _estimates(network)
    features = _features(network, weights)
    gates, defaults = _without_defaults(network)
    told = [network.outputs[name] for name in ("terminal", "quiet", "mid_turn")]
    ends = [
        *goals[:, 0], *estimates[:, 0], *features[:, 0],
        *(literal for output in told for literal in output.literals),
    ]  # fmt: skip
    noisy = network.noisy
    noise = np.zeros(0, np.int32) if noisy is None else noisy
    parts = network.part_literals[network.derived_parts]
    lots = np.array(network.lots, np.int64).reshape(-1, 3)
    kept_whole = [*network.next, *noise, *parts, *lots[:, 0]]
    gates, guards, guarded = _without_guards(
        network, gates, defaults, [*ends, *kept_whole]
    )
    cone = gates.cone(ends)
    guards_used = [guard for guard in guards if guard >= 0]
    live = gates.cone([*ends, *kept_whole, *gates.legal, *guards_used])
    laid = _laid_out(gates, cone, live)

    fluents, moves = len(network.fluents), len(network.moves)
    words = (fluents + 63) // 64
    roles, places, masks = _moves(network, 2 * words, defaults, guarded)
    for row, guard in zip(roles, guards, strict=True):
        row[GUARD] = laid.renamed([guard])[0] if guard >= 0 else -1
    next_, legal = laid.renamed(network.next), laid.renamed(gates.legal)
    changes = 64 * words + np.arange(fluents)
    features[:, 0] = laid.renamed(features[:, 0])
    bits = [
        _hangers(next_, BIT, changes),
        _hangers(2 + 2 * np.arange(fluents), BIT, changes),
        _hangers(legal, BIT, places),
    ]
    kept = [_hangers(features[:, 0], WEIGHT, np.arange(len(features)))]
    for loop, (begin, _, _) in enumerate(laid.loops):
        feeding = 2 * laid.feeding(loop)
        triggers = _hangers(feeding, TRIGGER, np.full(len(feeding), begin - 1))
        (kept if begin < laid.end_of_cone else bits).append(triggers)
    tables, edges, hangers = _tables(laid, [*bits, *kept], kept)
    goals[:, 0] = laid.renamed(goals[:, 0])
    estimates[:, 0] = laid.renamed(estimates[:, 0])
    lots[:, 0] = laid.renamed(lots[:, 0])
    outputs = [
        laid.renamed([output.literal])[0] if output.defined else -1 for output in told
    ]
    return Wiring(
        sizes=np.array(
            [laid.wires, fluents, moves, laid.first, words, 2 * words + len(masks)],
            np.int64,
        ),
        starts=laid.starts.astype(np.uint32),
        inputs=laid.inputs.astype(np.uint32),
        tables=tables,
        edges=edges,
        hangers=hangers,
        weights=features[:, 1].copy(),
        features=features[:, 0].copy(),
        trigger_of=laid.triggers(),
        loops=laid.loops,
        loop_inputs=laid.loop_inputs,
        next=next_,
        legal=legal,
        places=places,
        roles=roles,
        masks=masks,
        goals=goals,
        estimates=estimates,
        lots=lots,
        outputs=np.array(outputs, np.int64),
        noisy=laid.renamed(noise),
        parts=laid.renamed(parts),
    )


def _goals(network: Network, role: int) -> Ints:
    (roles, values), literals = network.outputs["goal"][2:]
    own = roles == role
    return np.column_stack([literals[own], values[own]]).astype(np.int64)


def _estimates(network: Network) -> Ints:
    found = network.estimate
    return np.column_stack([found.literals, *found.arguments]).astype(np.int64)


def _features(network: Network, weights: Mapping[tuple[int, str], int]) -> Ints:
    rows = []
    for role, name, count, literal in network.features():
        if weight := weights.get((role, name), 0) * count:
            rows.append((literal, weight))
    return np.array(rows, np.int64).reshape(-1, 2)


# ---- moves -----------------------------------------------------------------


def _without_defaults(network: Network) -> tuple[_Gates, list[int]]:
    """Return the gates without default moves, and these moves; -1 for none."""
    gates = _Gates(
        network.first_gate,
        network.starts.astype(np.int64),
        network.inputs.astype(np.int64),
        network.blocks.astype(np.int64),
        network.loop_inputs.astype(np.int64),
        network.legal.astype(np.int64),
    )
    defaults = []
    for begin, end in _owned(network):
        default = -1
        distinct = len(np.unique(gates.legal[begin:end]))
        for move in range(begin, end):
            found = _conditions(gates, int(gates.legal[move]))
            if len(found) == distinct - 1:
                others = np.delete(gates.legal[begin:end], move - begin)
                if np.isin(others ^ 1, found).all():
                    default = move
                    break
        defaults.append(default)
        if default >= 0:
            gates.legal[default] = 0
    return gates, defaults


def _owned(network: Network) -> list[tuple[int, int]]:
    """Return for each role its first move and the end of its moves."""
    ends = network.move_starts.tolist()
    return list(pairwise(ends))


def _conditions(gates: _Gates, literal: int) -> Ints:
    """Return the literals whose conjunction is the given literal."""
    wire = literal >> 1
    if literal & 1 == 0 and wire >= gates.first:
        found = gates.inputs_of(wire)
        if len(found):
            return found
    return np.array([literal], np.int64)


def _without_guards(
    network: Network, gates: _Gates, defaults: Sequence[int], ends: Sequence[int]
) -> tuple[_Gates, list[int], NDArray[np.bool_]]:
    """Return gates in which moves do not depend on guards.

    The other results are the guard of each role, -1 for none, and the moves that
    depend on it.

    Args:
        network: the network.
        gates: its gates.
        defaults: the default move of each role.
        ends: the other literals that are needed.
    """
    conditions = [_conditions(gates, int(literal)) for literal in gates.legal]
    needed = gates.cone([*ends, *np.concatenate([*conditions, [0]])])
    looping = _looping(gates)
    kept = np.ones(len(gates.inputs), bool)
    legal = gates.legal.copy()
    added: list[Ints] = []
    guards: list[int] = []
    guarded = np.zeros(len(legal), bool)
    for (begin, end), default in zip(_owned(network), defaults, strict=True):
        own = [move for move in range(begin, end) if move != default]
        guard = _most_common([conditions[move] for move in own])
        guards.append(guard)
        for move in own:
            rest = conditions[move][conditions[move] != guard]
            if len(rest) == len(conditions[move]):
                continue
            guarded[move] = True
            wire = int(legal[move]) >> 1
            if len(rest) <= 1:
                legal[move] = rest[0] if len(rest) else 1
            elif needed[wire] or looping[wire]:
                legal[move] = 2 * (gates.wires + len(added))
                added.append(rest)
            else:
                a, b = gates.starts[wire - gates.first :][:2]
                kept[a:b] = gates.inputs[a:b] != guard
    before = np.concatenate([[0], np.cumsum(kept)])
    starts = before[gates.starts]
    sizes = np.array([len(rest) for rest in added], np.int64)
    blocks = gates.blocks
    if added:
        new = [0, gates.wires, gates.wires + len(added), 0, 0]
        blocks = np.concatenate([blocks, np.array([new], np.int64)])
    changed = gates._replace(
        starts=np.concatenate([starts, starts[-1] + np.cumsum(sizes)]),
        inputs=np.concatenate([gates.inputs[kept], *added]),
        blocks=blocks,
        loop_inputs=np.concatenate([gates.loop_inputs, np.zeros(len(added), np.int64)]),
        legal=legal,
    )
    return changed, guards, guarded


def _most_common(conditions: list[Ints]) -> int:
    """Return the literal that at least half of the moves depend on; -1 for none."""
    if not conditions:
        return -1
    literals, counts = np.unique(np.concatenate(conditions), return_counts=True)
    counts[literals < 2] = 0
    best = int(np.argmax(counts))
    return int(literals[best]) if 2 * counts[best] >= len(conditions) else -1


def _looping(gates: _Gates) -> NDArray[np.bool_]:
    found = np.zeros(gates.wires, bool)
    for kind, _, end, begin, _ in gates.blocks:
        if kind == 1:
            found[begin:end] = True
    return found


def _moves(
    network: Network, word: int, defaults: Sequence[int], guarded: NDArray[np.bool_]
) -> tuple[Ints, Ints, NDArray[np.uint64]]:
    """Return the rows of the roles, the place of each move, and the masks of guards."""
    rows = np.zeros((len(network.roles), 5), np.int64)
    places = np.zeros(len(network.moves), np.int64)
    masks: list[NDArray[np.uint64]] = []
    for i, (begin, end) in enumerate(_owned(network)):
        places[begin:end] = 64 * word + np.arange(end - begin)
        size = (end - begin + 63) // 64
        rows[i] = word, word + size, begin, defaults[i], -1
        word += size
        bits = np.zeros(64 * size, np.uint8)
        bits[: end - begin] = guarded[begin:end]
        masks.append(np.packbits(bits, bitorder="little").view(np.uint64))
    return rows, places, np.concatenate(masks)


# ---- laying out ------------------------------------------------------------


class _Laid(NamedTuple):
    """Gates in their new order.

    Attributes:
        first: the first wire that is no input.
        number: the new number of each wire; -1 if it is omitted.
        starts, inputs, loops, loop_inputs: see `Wiring`.
        end_of_cone: the end of the wires that a leaf needs.
    """

    first: int
    number: Ints
    starts: Ints
    inputs: Ints
    loops: Ints
    loop_inputs: Ints
    end_of_cone: int

    @property
    def wires(self) -> int:
        """How many there are."""
        return self.first + len(self.starts) - 1

    def renamed(self, literals: Any) -> Ints:
        """Return literals by their new numbers."""
        found = np.asarray(literals, np.int64).reshape(-1)
        return np.asarray(self.number[found >> 1] * 2 + (found & 1))

    def triggers(self) -> NDArray[np.int32]:
        """Return for each wire the loop whose trigger it is, -1 for none."""
        found = np.full(self.wires, -1, np.int32)
        found[self.loops[:, 0] - 1] = np.arange(len(self.loops))
        return found

    def feeding(self, loop: int) -> Ints:
        """Return the wires outside a loop that the loop depends on."""
        begin, gates, end = self.loops[loop]
        own = self.inputs[
            self.starts[gates - self.first] : self.starts[end - self.first]
        ]
        wires = np.unique(np.concatenate([own, self.loop_inputs[begin:gates]]) >> 1)
        return np.asarray(wires[(wires < begin) | (wires >= end)])


def _laid_out(gates: _Gates, cone: Marks, live: Marks) -> _Laid:
    """Return the live gates, those of the cone first."""
    first, old = gates.first, gates.wires
    widths = np.diff(gates.starts)
    extra = np.zeros(old, np.int64)
    looping = _looping(gates)
    for kind, _, _, begin, _ in gates.blocks:
        if kind == 1:
            extra[begin] = 1
    parts: dict[int, list[list[int]]] = {}
    for gate in (np.flatnonzero(widths > MOST_INPUTS) + first).tolist():
        if live[gate] and not looping[gate]:
            parts[gate] = _in_parts(gates.inputs_of(gate).tolist())
            extra[gate] = len(parts[gate]) - 1
    wires = np.arange(first, old)
    wires = wires[live[first:] == 1]
    inside = cone[wires] == 1
    order = np.concatenate([wires[inside], wires[~inside]])
    number = np.full(old, -1, np.int64)
    number[:first] = np.arange(first)
    number[order] = first - 1 + np.cumsum(1 + extra[order])
    end_of_cone = first + int((1 + extra[order[: inside.sum()]]).sum())
    total = first + int((1 + extra[order]).sum())

    new_widths = np.zeros(total - first, np.int64)
    new_widths[number[order] - first] = widths[order - first]
    for gate, lists in parts.items():
        at = int(number[gate]) - first - len(lists) + 1
        new_widths[at : at + len(lists)] = [len(part) for part in lists]
    starts = np.concatenate([[0], np.cumsum(new_widths)])
    inputs = np.zeros(starts[-1], np.int64)
    wide = np.zeros(old, np.uint8)
    wide[list(parts)] = 1
    _moved(gates.starts, gates.inputs, number, first, wide, starts, inputs)
    for gate, lists in parts.items():
        at = int(number[gate]) - first - len(lists) + 1
        for i, part in enumerate(lists):
            inputs[starts[at + i] : starts[at + i + 1]] = [
                int(number[x >> 1]) * 2 + (x & 1)
                if x >= 0
                else 2 * (first + at - x - 1)
                for x in part
            ]
    loops, loop_inputs = [], np.zeros(total, np.int64)
    for kind, begin, end, l0, l1 in gates.blocks:
        if kind == 1 and live[l0]:
            loops.append((number[l0], number[l0] + begin - l0, number[l0] + end - l0))
            taken = gates.loop_inputs[l0:l1]
            loop_inputs[number[l0:l1]] = number[taken >> 1] * 2 + (taken & 1)
    rows = np.array(sorted(loops), np.int64).reshape(-1, 3)
    return _Laid(first, number, starts, inputs, rows, loop_inputs, end_of_cone)


def _in_parts(literals: list[int]) -> list[list[int]]:
    """Split a gate into gates with at most MOST_INPUTS inputs; the last is the result.

    A negative input refers to one of these gates: -1 is the first.
    """
    gates: list[list[int]] = []
    while len(literals) > MOST_INPUTS:
        above = []
        for i in range(0, len(literals), MOST_INPUTS):
            gates.append(literals[i : i + MOST_INPUTS])
            above.append(-len(gates))
        literals = above
    return [*gates, literals]


def _hangers(literals: Any, kind: int, what: Any) -> Ints:
    """Return rows of wire and code, without constants."""
    literals = np.asarray(literals, np.int64)
    codes = 8 * np.asarray(what, np.int64) + 4 * (literals & 1) + kind
    rows = np.stack([literals >> 1, codes], axis=1)
    return np.asarray(rows[rows[:, 0] > 0])


def _tables(
    laid: _Laid, hangers: list[Ints], kept: list[Ints]
) -> tuple[Naturals, Naturals, Naturals]:
    """Return tables, edges and hangers of a wiring.

    Args:
        laid: the gates.
        hangers: all dependents besides gates.
        kept: which of these a leaf needs.
    """
    total = laid.wires
    counted = np.ones(total, np.uint8)
    for begin, _, end in laid.loops:
        counted[begin - 1 : end] = 0
    needed = counted.copy()
    needed[laid.end_of_cone :] = 0
    tables = np.zeros((2 * total, 4), np.uint32)
    edges, hanging = [], []
    shift, shift_hangers = 0, 0
    for half, (targets, lists) in enumerate(((counted, hangers), (needed, kept))):
        rows = tables[half * total : (half + 1) * total]
        begins, found = _fan_out(laid.starts, laid.inputs, laid.first, targets)
        rows[:, 0], rows[:, 1] = begins[:-1] + shift, begins[1:] + shift
        edges.append(found)
        shift += len(found)
        every = np.concatenate(lists)
        every = every[np.argsort(every[:, 0], kind="stable")]
        begins = np.searchsorted(every[:, 0], np.arange(total + 1)) + shift_hangers
        rows[:, 2], rows[:, 3] = begins[:-1], begins[1:]
        hanging.append(every[:, 1])
        shift_hangers += len(every)
    return tables, np.concatenate(edges), np.concatenate(hanging).astype(np.uint32)


@kernel
def _cone(
    starts: Ints,
    inputs: Ints,
    first: int,
    blocks: Ints,
    loop_inputs: Ints,
    marks: Marks,
) -> None:
    """Mark everything that the marked wires depend on, with loops as a whole."""
    for b in range(len(blocks) - 1, -1, -1):
        begin, end = blocks[b, 1], blocks[b, 2]
        if blocks[b, 0] == 1:
            found = False
            for wire in range(blocks[b, 3], end):
                found |= marks[wire] == 1
            if not found:
                continue
            for wire in range(blocks[b, 3], end):
                marks[wire] = 1
            for wire in range(blocks[b, 3], blocks[b, 4]):
                marks[loop_inputs[wire] >> 1] = 1
        for gate in range(end - 1, begin - 1, -1):
            if marks[gate] == 1:
                for i in range(starts[gate - first], starts[gate - first + 1]):
                    marks[inputs[i] >> 1] = 1


@kernel
def _moved(
    old_starts: Ints,
    old_inputs: Ints,
    number: Ints,
    first: int,
    wide: Marks,
    starts: Ints,
    inputs: Ints,
) -> None:
    """Copy the inputs of each gate to its new place, except those of wide gates."""
    for gate in range(first, len(number)):
        if wide[gate] == 0 and number[gate] >= 0:
            to = starts[number[gate] - first]
            for i in range(old_starts[gate - first], old_starts[gate - first + 1]):
                literal = old_inputs[i]
                inputs[to] = number[literal >> 1] * 2 + (literal & 1)
                to += 1


@kernel
def _fan_out(
    starts: Ints, inputs: Ints, first: int, targets: Marks
) -> tuple[Ints, Naturals]:
    """Return for each wire where its edges begin, and the edges to the targets."""
    wires = len(targets)
    begins = np.zeros(wires + 1, np.int64)
    for gate in range(first, wires):
        if targets[gate]:
            for i in range(starts[gate - first], starts[gate - first + 1]):
                begins[(inputs[i] >> 1) + 1] += 1
    for wire in range(wires):
        begins[wire + 1] += begins[wire]
    places = begins[:-1].copy()
    edges = np.zeros(begins[wires], np.uint32)
    for gate in range(first, wires):
        if targets[gate]:
            for i in range(starts[gate - first], starts[gate - first + 1]):
                wire = inputs[i] >> 1
                edges[places[wire]] = 2 * gate + (inputs[i] & 1)
                places[wire] += 1
    return begins, edges
