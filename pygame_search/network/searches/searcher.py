"""Alpha-beta over a network: the kernel of `alphabeta.py` and its arrays."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.events.table import MOST_MOVE
from pygame_search.network.events.wiring import (
    FLUENTS,
    MOVES,
    ROW_WORDS,
    WIRES,
    Wiring,
)
from pygame_search.network.network import StuckError
from pygame_search.network.searches import alphabeta as kernel
from pygame_search.network.searches.alphabeta import Settings, Stack
from pygame_search.network.searches.driver import Driver
from pygame_search.network.searches.node import (
    NO_GOAL,
    NO_MOVE,
    NODES,
    PLY,
)
from pygame_search.support.errors import LimitError, RulesError

#: How long a trial of a configuration takes, in seconds.
TRIAL = 0.003

#: The size of the first table, in entries.
_FIRST_ENTRIES = 1 << 10
_FIRST_PLIES = 24


class Searcher(Driver[Stack]):
    """A search from one root, with increasing depth.

    Args:
        wiring: the network, laid out for the role.
        state: the bits of the fluents at the root, in words.
        settings: the settings of the search.
    """

    def __init__(
        self, wiring: Wiring, state: NDArray[np.uint64], settings: Settings
    ) -> None:
        moves = int(wiring.sizes[MOVES])
        super().__init__(
            wiring,
            plies=_FIRST_PLIES,
            room=2 * moves + 64,
            table_bytes=settings.table_bytes if moves <= MOST_MOVE else 0,
            entries=_FIRST_ENTRIES,
            counts=kernel.COUNTS,
        )
        self._settings = settings
        self._history = np.zeros(moves, np.int64)
        kernel.begin(wiring, state, self._stack)

    def search(
        self,
        joint: Sequence[int],
        depth: int,
        alpha: int,
        beta: int,
        pause: Callable[[], None] = lambda: None,
        nodes: int | None = None,
    ) -> tuple[int, list[tuple[int, ...]]]:
        """Return the score of a joint move of the root, and its line.

        The score is fail-soft. The line begins with the joint move.

        Args:
            joint: the move of each role, as an index.
            depth: how many plies to look ahead, from the root.
            alpha: the lower bound of the window: the role has at least this score.
            beta: the upper bound of the window: the others can hold the role to it.
            pause: called repeatedly; it may raise an exception.
            nodes: how many more states may be visited, None for no limit.

        Raises:
            StuckError: a role has no legal move in a nonterminal state.
            RulesError: a terminal state has no goal value.
            LimitError: a value is too large, or no more states may be visited.
        """
        self._settings = self._settings._replace(limit=depth)
        self._stack.joints[0, :] = joint
        root = self._stack.frames[0]
        root[[kernel.ALPHA, kernel.BETA]] = alpha, beta
        root[kernel.SCOUTED] = 0
        self.counts[PLY] = 0
        self._run(pause, nodes)
        length = int(self._stack.frames[1, kernel.BEST_LENGTH]) * len(joint)
        rest = self._stack.best[1, :length].reshape(-1, len(joint)).tolist()
        return int(self.counts[kernel.SCORE]), [tuple(joint), *map(tuple, rest)]

    def try_out(self, nodes: int = 1000) -> float:
        """Return the processor time of a node in seconds.

        Args:
            nodes: how many to visit, or fewer if they take longer than TRIAL.
        """
        legal = self.legal()
        if not all(legal):
            return 0.0
        joint = [moves[0] for moves in legal]
        begin = int(self.counts[NODES])
        started = time.thread_time()

        def pause() -> None:
            taken = time.thread_time() - started
            if taken > TRIAL or self.counts[NODES] >= begin + nodes:
                raise TimeoutError

        with suppress(TimeoutError, RulesError, LimitError):
            self.search(joint, 6, -kernel.INFINITY, kernel.INFINITY, pause)
        searched = max(int(self.counts[NODES]) - begin, 1)
        return (time.thread_time() - started) / searched

    def legal(self) -> list[list[int]]:
        """Return the legal moves of each role at the root."""
        spans, room = self._stack.spans[0], self._stack.room
        return [room[begin:end].tolist() for begin, end, _ in spans]

    def _kernel(self) -> int:
        return kernel.search(
            self._wiring, self._settings, self._stack, self._memory, self._history
        )

    def _error(self, reason: int) -> Exception:
        if reason == NO_MOVE:
            return StuckError(self._held(int(self.counts[PLY])))
        if reason == NO_GOAL:
            return RulesError("no goal value is defined for the role in this state")
        return LimitError("expected values below 2^49 either way", "size")

    def _held(self, ply: int) -> NDArray[np.bool_]:
        """Return for each fluent whether it holds at a ply."""
        row = self._stack.rows[ply].view(np.uint8)
        fluents = int(self._wiring.sizes[FLUENTS])
        return np.asarray(row[1 : 1 + fluents] >> 7, np.bool_)

    @property
    def _sizes(self) -> tuple[int, int]:
        return len(self._stack.rows), len(self._stack.room)

    def _new_stack(self, plies: int, room: int) -> Stack:
        sizes, roles = self._wiring.sizes, len(self._wiring.roles)
        return Stack(
            rows=np.zeros((plies, (int(sizes[WIRES]) + 7) // 8), np.uint64),
            words=np.zeros((plies, int(sizes[ROW_WORDS])), np.uint64),
            frames=np.zeros((plies, kernel.FIELDS), np.int64),
            joints=np.zeros((plies, roles), np.int32),
            does=np.full((plies, roles), -1, np.int32),
            spans=np.zeros((plies, roles, 3), np.int32),
            best=np.zeros((plies, kernel.LINE * roles), np.int32),
            choice=np.zeros((plies, kernel.LINE * roles), np.int32),
            killers=np.full((plies, 2, roles), -1, np.int32),
            room=np.zeros(room, np.int32),
            keys=np.zeros(room, np.int64),
        )


def rests(wiring: Wiring, state: NDArray[np.uint64], role: int) -> bool:
    """Return whether it is faster to let moves rest at each node, by trying it.

    When moves rest, what they set in motion comes to an end once at a node, instead of
    once for each child; where fluents stay as they are only because of some move, that
    moves much more.
    """
    seconds: dict[bool, float] = {}
    for rest in (False, True, False, True):
        settings = Settings(role, order=kernel.HISTORY, table_bytes=1 << 20, rest=rest)
        searcher = Searcher(wiring, state, settings)
        searcher.try_out(100)
        taken = searcher.try_out()
        seconds[rest] = min(taken, seconds.get(rest, taken))
    return seconds[True] < seconds[False]
