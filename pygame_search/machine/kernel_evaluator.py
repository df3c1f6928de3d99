"""Evaluate a network in one state by compiled kernels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pygame_search.machine.evaluator import Evaluator
from pygame_search.machine.native_game import NativeGame, native
from pygame_search.model.rules import Rules
from pygame_search.network.jit import inner_kernel
from pygame_search.network.lanes.evaluate import (
    evaluate_moves,
    evaluate_state,
    successors,
)
from pygame_search.network.lanes.expand import Expanding, expanding
from pygame_search.network.lanes.lane_words import LANES, WORDS
from pygame_search.network.lanes.random_move import RANK, Choice, select, tally
from pygame_search.network.lanes.schedule import (
    Schedule,
    legal_literals,
    schedule,
    shown_literals,
)
from pygame_search.network.lanes.transpose import START, from_rows
from pygame_search.network.packing import words_of

_ONE = np.uint64(1)


@inner_kernel
def follow(
    number: int,
    ranks: NDArray[np.int64],
    plan: Schedule,
    now: Expanding,
    room: Choice,
    packed: NDArray[np.uint64],
) -> None:
    """Make joint moves in one state, which is copied to all lanes.

    Args:
        number: how many, at most LANES.
        ranks: for each joint move and role the number of the role's move.
        plan: the schedule of the network, with `keep`.
        now: working memory; the part of its rows that depends on the state is already
            evaluated.
        room: working memory.
        packed: receives the successors.
    """
    for w in range(WORDS):
        room.active[w] = np.uint64(0)
    for lane in range(number):
        room.active[lane % WORDS] |= _ONE << np.uint64(lane // WORDS)
    for role in range(ranks.shape[1]):
        planes = tally(now.rows, plan, role, room)
        for w in range(WORDS * planes):
            room.work[RANK * WORDS + w] = np.uint64(0)
        for lane in range(number):
            for p in range(planes):
                bit = np.uint64(ranks[lane, role] >> p) & _ONE
                place = (RANK + p) * WORDS + lane % WORDS
                room.work[place] |= bit << np.uint64(lane // WORDS)
        select(now.rows, plan, role, planes, room)
    evaluate_moves(now.rows, plan)
    successors(now.rows, plan, now.others)
    from_rows(now.others, len(plan.next), room.active, now.square, packed, START)


class KernelEvaluator(Evaluator):
    """Evaluates the gates of a network by compiled kernels.

    Args:
        game: the game, or its network.
    """

    def __init__(self, game: Rules | NativeGame) -> None:
        super().__init__(native(game) if isinstance(game, Rules) else game)
        network = self.network
        self._plan = plan = schedule(network, keep=True)
        self._now, self._room = expanding(plan)
        self._wires = self._now.rows[WORDS : WORDS * (1 + len(network.fluents))]
        self._packed = np.zeros((LANES, words_of(len(network.fluents))), np.uint64)
        self._legal = legal_literals(plan)
        self._shown = shown_literals(network, plan)
        self._evaluated = b""

    def _holds(self, literals: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which literals hold in the state that was evaluated last."""
        words = self._now.rows[::WORDS][literals >> 1]
        return np.asarray((words ^ literals) & 1, np.bool_)

    def _instances(self, state: bytes, relation: str) -> NDArray[np.bool_]:
        """Return which instances of an output of the network hold in a state."""
        self._evaluate(state)
        return self._holds(self._shown[relation])

    def _evaluate(self, state: bytes) -> None:
        """Evaluate the part of the network that depends on a state alone."""
        if self._evaluated != state:
            full = np.uint64(0) - self.bits(state).astype(np.uint64)
            self._wires[:] = np.repeat(full, WORDS)
            evaluate_state(self._now.rows, self._plan)
            self._evaluated = state

    def moves(self, state: bytes) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of the legal moves of each role."""
        self._evaluate(state)
        return self._moves(self._holds(self._legal))

    def after(
        self,
        state: bytes,
        moves: Sequence[Sequence[int]],
        ranks: NDArray[np.int64],
    ) -> tuple[bytes, ...]:
        """Return the states after legal joint moves in a state."""
        self._evaluate(state)
        found: list[bytes] = []
        for begin in range(0, len(ranks), LANES):
            part = ranks[begin : begin + LANES]
            follow(len(part), part, self._plan, self._now, self._room, self._packed)
            found += (row.tobytes() for row in self._packed[: len(part)])
        return tuple(found)
