"""Solving in the native tier: what the kernels find, as solutions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.errors import InputError, LimitError
from pygame_search.game import State
from pygame_search.machine import Expansion, KnowledgeBase
from pygame_search.network.games import NativeGame, native
from pygame_search.network.graph import Builder, Graph
from pygame_search.network.machine import NativeMachine
from pygame_search.network.reachable import MEMORY
from pygame_search.network.retrograde import NO_VALUE, Analysis, analyse
from pygame_search.network.rows import LANES
from pygame_search.solving import checkpoint as checkpoints
from pygame_search.solving.cycles import Cycle, cycle
from pygame_search.solving.solution import Solution, rules_hash
from pygame_search.solving.solve import Solving
from pygame_search.solving.table import PackedEntries

if TYPE_CHECKING:
    from pygame_search.solving.table import Portion

#: What a role does that has no move.
NO_MOVE = "noop"


def native_solve(
    state: State,
    *,
    role: str,
    method: str | None = None,
    strength: str | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    progress: Callable[[str], None] | None = None,
    draw: int | None = None,
    checkpoint: Path | None = None,
) -> Solution:
    """Return what is known for sure of a position; see `solve.solve`.

    Raises:
        InputError: the native tier has no such method.
        LimitError: it could not be decided within the limits.
        TierError: the native tier cannot take the game.
    """
    solving = Solving(
        state, role, "native", seconds, progress, draw, None, KnowledgeBase(state.game)
    )
    if method is None:
        method = "retrograde"
    if method == "retrograde":
        return strong(solving, memory or MEMORY, checkpoint)
    raise InputError(
        f"the native tier knows retrograde, found {method}: use clauses or procedural"
    )


# ---- strong ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _GraphMachine:
    """A graph as a state machine, as far as a search for circles needs one."""

    graph: Graph

    def expand(self, state: int) -> Expansion:
        """Return what follows a state."""
        begin, end = self.graph.starts[state : state + 2]
        return Expansion(False, (), (), tuple(self.graph.edges[begin:end].tolist()))


@dataclass(frozen=True, slots=True)
class _AllBut:
    """All states but some."""

    others: set[int]

    def __contains__(self, state: object) -> bool:
        return state not in self.others


def strong(solving: Solving, memory: int, checkpoint: Path | None) -> Solution:
    """Return the value of every state that can be reached.

    Args:
        solving: the position.
        memory: how many bytes it may take.
        checkpoint: a file that keeps what is done when it is interrupted, and from
            which it goes on.

    Raises:
        LimitError: the time is over, or the memory is full.
    """
    game = solving.state.game
    tier = native(game)
    players = [solving.index(role) for role in game.players]
    graph, values = _all_states(solving, tier, players, memory, checkpoint)
    found: dict[str, Analysis] = {}
    for column, role in enumerate(game.players):
        say = _teller(solving, f"the values for {role}: {{:,}} states")
        found[role] = analyse(
            tier.network, graph, players[column], values[column], column=column,
            draw=solving.others_draw(role, _some_end(graph, values)),
            deadline=solving.deadline, progress=say,
        )  # fmt: skip
    if checkpoint is not None:
        checkpoint.unlink(missing_ok=True)
    mine = found[solving.role]
    circle = _circle(mine)
    _, distance = mine.state()
    return solving.solution(
        solved="strong",
        values={role: analysis.state()[0] for role, analysis in found.items()},
        distance=distance,
        cycle=None if circle is None else _moves_of(solving.state, circle),
        lead=0 if circle is None else len(circle.lead),
        states=len(graph.states),
        nodes=len(graph.states),
        method="retrograde",
        entries=packed_entries(tier, mine),
        finite=mine.finite,
        longest=None,
    )


def _all_states(
    solving: Solving,
    tier: NativeGame,
    players: list[int],
    memory: int,
    checkpoint: Path | None,
) -> tuple[Graph, tuple[tuple[int, ...], ...]]:
    """Return the graph of a position, and the goal values of the players."""
    state, game = solving.state, solving.state.game
    kept = None
    words = {"position": sorted(state.facts), "work": "retrograde"}
    if checkpoint is not None and checkpoint.exists():
        header, arrays = checkpoints.load(checkpoint, rules_hash(game))
        if header != words:
            raise InputError(f"{checkpoint} is of other work: expected {words['work']}")
        batch = arrays.pop("batch")
        kept = Graph(**arrays), batch
    builder = Builder(
        tier.network, players, game.ranges, state=tier.held(state), memory=memory,
        kept=kept,
    )  # fmt: skip
    try:
        graph = builder.run(solving.deadline, _teller(solving, "{:,} states"))
    except (LimitError, KeyboardInterrupt) as error:
        if checkpoint is not None:
            found, batch = builder.parts()
            arrays = {**found._asdict(), "batch": batch}
            checkpoints.save(checkpoint, rules_hash(game), words, arrays)
        if isinstance(error, LimitError):
            raise LimitError(f"not decided: {error}") from error
        raise
    return graph, builder.values


def _teller(solving: Solving, words: str) -> Callable[[int], None]:
    """Return what tells how many states there are, now and then."""
    last = time.monotonic()

    def tell(number: int) -> None:
        nonlocal last
        if solving.progress is not None and time.monotonic() - last > 0.1:
            last = time.monotonic()
            solving.progress(words.format(number))

    return tell


def _some_end(graph: Graph, values: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return the goal values of the players at some end of the game."""
    for begin in range(0, len(graph.goals), LANES):
        goals = graph.goals[begin : begin + LANES]
        ends = np.flatnonzero((goals > 0).all(axis=1))
        if len(ends):
            return tuple(
                some[number - 1]
                for some, number in zip(values, goals[ends[0]].tolist(), strict=True)
            )
    return ()


def _circle(analysis: Analysis) -> Cycle | None:
    """Return a circle of moves where play can go on for ever."""
    if analysis.finite:
        return None
    machine: Any = _GraphMachine(analysis.graph)
    return cycle(machine, 0, _AllBut(set(analysis.endless.tolist())))


def _moves_of(root: State, circle: Cycle) -> tuple[tuple[str, ...], ...]:
    """Return the joint moves of a circle."""
    machine = NativeMachine(root.game)
    number = machine.number(root)
    moves = []
    for _, joint, _ in circle.steps:
        node = machine.expand(number)
        moves.append(tuple(map(machine.text, node.joint(joint))))
        number = node.successors[joint]
    return tuple(moves)


def packed_entries(tier: NativeGame, analysis: Analysis) -> PackedEntries:
    """Return the entries of a strong solution, decoded when somebody reads them."""
    network = tier.network
    fluents = (*network.fluents, *network.always)
    silent = np.array([text == NO_MOVE for _, text in network.moves], np.bool_)

    def portions() -> Iterator[Portion]:
        begin = 0
        for moves in analysis.best_moves():
            part = slice(begin, begin + len(moves))
            values, distances = analysis.known(part)
            none = (moves < 0) | silent[moves]
            yield (
                _bits(analysis.graph.states[part], len(network.fluents), len(fluents)),
                values,
                distances,
                np.where(none, -1, moves).astype(np.int64),
            )
            begin = part.stop

    return PackedEntries(
        fluents=fluents,
        moves=[text for _, text in network.moves],
        portions=portions,
        no_value=NO_VALUE,
    )


def _bits(packed: NDArray[np.uint64], varying: int, fluents: int) -> NDArray[np.uint64]:
    """Return states as bits, with those fluents that always hold after the others."""
    bits = np.zeros((len(packed), (fluents + 63) // 64), np.uint64)
    words = min(bits.shape[1], packed.shape[1])
    bits[:, :words] = packed[:, :words]
    mark = 64 * packed.shape[1] - 1
    if mark >> 6 < words:
        bits[:, mark >> 6] &= ~(np.uint64(1) << np.uint64(mark & 63))
    for place in range(varying, fluents):
        bits[:, place >> 6] |= np.uint64(1) << np.uint64(place & 63)
    return bits
