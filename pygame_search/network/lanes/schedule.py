"""The schedule of the wide kernels: the network with a row assigned to each wire.

Once all readers of a gate are evaluated, another gate reuses its row. So there are far
fewer rows than wires, and they fit into the fastest cache.
"""

from __future__ import annotations

from itertools import pairwise
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import kernel
from pygame_search.network.network import Network
from pygame_search.support.errors import TierError

#: The most rows for the lots of chance, which draws by weight.
MOST_LOTS = 4096

#: The size of the groups in which moves are counted; three bits hold the count.
GROUP = 7


class Schedule(NamedTuple):
    """A network in the form that the wide kernels use.

    Row 0 is false, rows 1 .. fluents hold the state, the next ones the moves, the rest
    gates. A literal is 2 * row + inverted.

    Attributes:
        rows: the number of rows.
        runs: the runs of gates in the order of evaluation. `n, from, to, first`: the
            gates from .. to - 1 have n inputs each, the first of them at inputs[first].
            `-1, from, to, last`: the rows loops[from .. to - 1, 0] start as 0, the
            runs up to `last` (exclusive) follow, each row takes the literal
            loops[.., 1], and again until nothing changes.
        state_runs: how many runs depend on the state alone; these come first.
        outputs: the row of each gate, in order.
        inputs: literals.
        loops: row and literal of each loop wire.
        next: for each fluent the literal of its next value.
        late: the fluents whose next value is the current value of another fluent; these
            are read first.
        terminal: a literal.
        mid_turn: the same; 0, which is false, if no rule defines it.
        goals: role, value and literal of each goal value, role by role.
        shown: the literals of all outputs, concatenated; only with `keep`.
        legal: the literals of the legal moves, in groups of GROUP, padded with 0.
        chosen: the rows of the moves; for padding `rows - 1`, which is never read.
        groups: the groups of role r are groups[r] up to groups[r + 1]. After those of
            the last role stand those of the lots.
        planes: for each role, how many bits are needed to count its moves.
        chance: the role that draws by weight; -1 if none does, -2 if it has too many
            lots.
        lots: for each weight of a move of chance, move by move: the row of whether it
            weighs so much and is legal, the literals that it is legal and that it
            weighs so much, the row of the move, its lots (rows from .. to - 1), and the
            weight. A move has as many lots as it weighs; one without a weight has a row
            without lots.
    """

    rows: int
    runs: NDArray[np.int64]
    state_runs: int
    outputs: NDArray[np.uint32]
    inputs: NDArray[np.uint32]
    loops: NDArray[np.uint32]
    next: NDArray[np.uint32]
    late: NDArray[np.int32]
    terminal: int
    mid_turn: int
    goals: NDArray[np.int64]
    shown: NDArray[np.uint32]
    legal: NDArray[np.uint32]
    chosen: NDArray[np.uint32]
    groups: NDArray[np.int32]
    planes: NDArray[np.int32]
    chance: int
    lots: NDArray[np.int64]


def must_have_lots(plan: Schedule) -> None:
    """Check that chance can draw.

    Raises:
        TierError: it draws by weight, and the weights are too large.
    """
    if plan.chance == -2:
        raise TierError(
            f"expected weights of the moves of random with a sum of less than "
            f"{MOST_LOTS:,} for the native tier's random games, found larger ones: use "
            "clauses or procedural"
        )


def legal_literals(plan: Schedule) -> NDArray[np.uint32]:
    """Return the literal of whether each move of the network is legal."""
    own = slice(GROUP * plan.groups[len(plan.planes)])
    found: NDArray[np.uint32] = plan.legal[own][plan.chosen[own] != plan.rows - 1]
    return found


def shown_literals(network: Network, plan: Schedule) -> dict[str, NDArray[np.uint32]]:
    """Return the literals of each output of the network.

    Args:
        network: the gates.
        plan: its schedule, with `keep`.
    """
    ends = np.cumsum([len(part.literals) for part in network.outputs.values()])
    parts = np.split(plan.shown, ends[:-1])
    return dict(zip(network.outputs, parts, strict=True))


def schedule(network: Network, *, keep: bool = False) -> Schedule:
    """Return the schedule of a network.

    Args:
        network: the gates.
        keep: whether gates that depend only on the state keep their rows, so that
            several joint moves can be tried in a state in turn.
    """
    terminal, within = (network.outputs[x].literals for x in ("terminal", "mid_turn"))
    (role, value), goals = network.outputs["goal"][2:]
    weights = network.outputs["weight"].literals
    held = np.concatenate([terminal, within, goals, network.legal, weights])
    places, rows = _places(
        network.wires,
        network.first_gate,
        network.starts,
        network.inputs,
        network.blocks,
        network.state_blocks,
        keep,
        network.loop_inputs,
        held.astype(np.int32),
        network.next,
    )

    def moved(literals: NDArray[np.int32]) -> NDArray[np.uint32]:
        return np.asarray(2 * places[literals >> 1] + (literals & 1), np.uint32)

    runs, state_runs = _runs(network)
    order = _order(network)
    loops = [wire for _, _, _, a, b in network.blocks for wire in range(a, b)]
    fluents = len(network.fluents)
    lots = _lots(network, moved(network.legal), moved(weights), rows)
    chance = -1 if network.weighs_chance is None else network.weighs_chance
    if lots is None:
        chance, lots = -2, np.zeros((0, 7), np.int64)
    rows = int(max(rows, lots[:, 5].max(initial=0)))
    legal, chosen, groups = _groups(network, moved(network.legal), lots, rows)
    sizes = np.diff(network.move_starts)
    ranks = np.argsort(role, kind="stable")
    shown = [output.literals for output in network.outputs.values()]
    reads = network.next >> 1
    own = np.arange(1, fluents + 1)
    return Schedule(
        rows=rows + 1,
        runs=runs,
        state_runs=state_runs,
        outputs=places[order].astype(np.uint32),
        inputs=moved(_gathered(network, order)),
        loops=np.stack(
            [places[loops].astype(np.uint32), moved(network.loop_inputs[loops])], axis=1
        ).reshape(-1, 2),
        next=moved(network.next),
        late=np.flatnonzero((reads >= 1) & (reads <= fluents) & (reads != own)).astype(
            np.int32
        ),
        terminal=int(moved(terminal)[0]),
        mid_turn=int(moved(within)[0]),
        goals=np.stack(
            [
                role.astype(np.int64)[ranks],
                value.astype(np.int64)[ranks],
                moved(goals).astype(np.int64)[ranks],
            ],
            axis=1,
        ).reshape(-1, 3),
        shown=moved(np.concatenate(shown)),
        legal=legal,
        chosen=chosen,
        groups=groups,
        planes=np.array([int(n).bit_length() for n in sizes], np.int32),
        chance=chance,
        lots=lots,
    )


def _lots(
    network: Network,
    legal: NDArray[np.uint32],
    weights: NDArray[np.uint32],
    begin: int,
) -> NDArray[np.int64] | None:
    """Return `Schedule.lots`, from a row on; None if there are too many."""
    role = network.weighs_chance
    if role is None:
        return np.zeros((0, 7), np.int64)
    roles, names, numbers = network.outputs["weight"].arguments
    first, end = network.move_starts[role : role + 2].tolist()
    own: dict[str, list[tuple[int, int]]] = {}
    for i in np.flatnonzero(roles == role).tolist():
        pair = max(0, int(numbers[i])), i
        # Twice, and so never just once: less than 1 is no weight.
        times = 1 if pair[0] else 2
        own.setdefault(network.names[names[i]], []).extend([pair] * times)
    moves = [(move, own.get(network.moves[move][1], [])) for move in range(first, end)]
    common = gcd(*(number for _, its in moves for number, _ in its))
    found: list[tuple[int, ...]] = []
    at = begin + sum(len(its) or 1 for _, its in moves)
    for move, its in moves:
        row = 1 + len(network.fluents) + move
        for number, i in its or [(0, -1)]:
            literal = 0 if i < 0 else int(weights[i])
            after = at + (number // common if number else 0)
            found.append(
                (begin + len(found), int(legal[move]), literal, row, at, after,
                 number // common if number else 0)
            )  # fmt: skip
            at = after
            if at - begin > MOST_LOTS:
                return None
    return np.array(found, np.int64).reshape(-1, 7)


def _order(network: Network) -> NDArray[np.int64]:
    """Return the gates in the order of evaluation."""
    parts = [np.arange(a, b, dtype=np.int64) for _, a, b, _, _ in network.blocks]
    return np.concatenate([np.zeros(0, np.int64), *parts])


def _gathered(network: Network, order: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the inputs of the gates, in their order."""
    gates = order - network.first_gate
    sizes = network.starts[gates + 1] - network.starts[gates]
    firsts = np.cumsum(sizes) - sizes
    shift = np.repeat(network.starts[gates] - firsts, sizes)
    return network.inputs[shift + np.arange(len(shift))]


def _runs(network: Network) -> tuple[NDArray[np.int64], int]:
    runs: list[tuple[int, int, int, int]] = []
    sizes = np.diff(network.starts)
    gate = first = loop = state_runs = 0
    for number, (kind, begin, end, low, high) in enumerate(network.blocks):
        if number == network.state_blocks:
            state_runs = len(runs)
        own = sizes[begin - network.first_gate : end - network.first_gate]
        cuts = np.flatnonzero(np.diff(own)) + 1
        head = len(runs)
        if kind == 1:
            runs.append((-1, loop, loop + int(high - low), 0))
            loop += int(high - low)
        for part in np.split(own, cuts) if len(own) else ():
            size = int(part[0])
            runs.append((size, gate, gate + len(part), first))
            gate += len(part)
            first += size * len(part)
        if kind == 1:
            runs[head] = (*runs[head][:3], len(runs))
    if network.state_blocks == len(network.blocks):
        state_runs = len(runs)
    return np.array(runs, np.int64).reshape(-1, 4), state_runs


def _groups(
    network: Network, legal: NDArray[np.uint32], lots: NDArray[np.int64], spare: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.int32]]:
    literals: list[int] = []
    rows: list[int] = []
    groups = [0]
    first = 1 + len(network.fluents)
    starts = network.move_starts.tolist()
    for begin, end in pairwise(starts):
        fill = -(end - begin) % GROUP
        literals += legal[begin:end].tolist() + [0] * fill
        rows += [*range(first + begin, first + end), *[spare] * fill]
        groups.append(len(rows) // GROUP)
    tickets = [(2 * lot[0], row) for lot in lots.tolist() for row in range(*lot[4:6])]
    tickets += [(0, spare)] * (-len(tickets) % GROUP)
    literals += (literal for literal, _ in tickets)
    rows += (row for _, row in tickets)
    groups.append(len(rows) // GROUP)
    return (
        np.array(literals, np.uint32),
        np.array(rows, np.uint32),
        np.array(groups, np.int32),
    )


@kernel
def _places(
    wires: int,
    first_gate: int,
    starts: NDArray[np.int32],
    inputs: NDArray[np.int32],
    blocks: NDArray[np.int32],
    state_blocks: int,
    keep: bool,
    loop_inputs: NDArray[np.int32],
    held: NDArray[np.int32],
    last_read: NDArray[np.int32],
) -> tuple[NDArray[np.int64], int]:
    """Return the row of each wire, and the number of rows.

    The first arguments are those of the network. A row is free again after the last
    gate that reads it. The literals in `held` are also read when the state has been
    evaluated, and those in `last_read` at the very end. With `keep`, rows that depend
    on the state alone are never free.
    """
    never = np.int64(1) << 60
    ends = np.zeros(wires, np.int64)
    # Time advances with each gate of a plain block, and with each loop as a whole.
    time = np.int64(0)
    middle = np.int64(0)
    for b in range(len(blocks)):
        if b == state_blocks:
            middle = time
        for gate in range(blocks[b, 1], blocks[b, 2]):
            if blocks[b, 0] == 0:
                time += 1
            for i in range(starts[gate - first_gate], starts[gate - first_gate + 1]):
                ends[inputs[i] >> 1] = time
        if blocks[b, 0] == 1:
            for wire in range(blocks[b, 3], blocks[b, 4]):
                ends[loop_inputs[wire] >> 1] = time + 1
            for i in range(
                starts[blocks[b, 1] - first_gate], starts[blocks[b, 2] - first_gate]
            ):
                ends[inputs[i] >> 1] = time + 1
            time += 1
    if state_blocks == len(blocks):
        middle = time
    for one in held:
        ends[one >> 1] = max(ends[one >> 1], middle)
    for one in last_read:
        ends[one >> 1] = never
    if keep:
        for b in range(state_blocks):
            low = blocks[b, 3] if blocks[b, 0] == 1 else blocks[b, 1]
            ends[low : blocks[b, 2]] = never
    # The wires to be freed at a time form a linked list.
    heads = np.full(time + 1, -1, np.int64)
    follows = np.full(wires, -1, np.int64)
    places: NDArray[np.int64] = np.arange(wires, dtype=np.int64)
    free = np.zeros(wires, np.int64)
    number_free = 0
    rows = np.int64(first_gate)
    now = np.int64(0)
    for b in range(len(blocks)):
        loop = blocks[b, 0] == 1
        low = blocks[b, 3] if loop else blocks[b, 1]
        for step in range(2 if loop else 1):
            begin, end = (blocks[b, 1], blocks[b, 2]) if step or not loop else (
                low, blocks[b, 4]
            )  # fmt: skip
            for wire in range(begin, end):
                if number_free > 0:
                    number_free -= 1
                    places[wire] = free[number_free]
                else:
                    places[wire] = rows
                    rows += 1
                if not loop:
                    now += 1
                until = max(ends[wire], now + 1 if loop else now)
                if until <= time:
                    follows[wire] = heads[until]
                    heads[until] = wire
                if not loop:
                    dead = heads[now]
                    while dead >= 0:
                        free[number_free] = places[dead]
                        number_free += 1
                        dead = follows[dead]
        if loop:
            now += 1
            dead = heads[now]
            while dead >= 0:
                free[number_free] = places[dead]
                number_free += 1
                dead = follows[dead]
    return places, int(rows)
