"""Alpha-beta over a network: the kernel of `alphabeta.py` and its arrays."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.scores import INFINITY
from pygame_search.network.events.table import MOST_MOVE
from pygame_search.network.events.wiring import (
    FLUENTS,
    MOVES,
    ROW_WORDS,
    WIRES,
    Wiring,
)
from pygame_search.network.network import StuckError
from pygame_search.network.searches import alphabeta_stack as fields
from pygame_search.network.searches.alphabeta import begin, search
from pygame_search.network.searches.alphabeta_stack import Root, Settings, Stack
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


#: The index of each role's move.
Joint = tuple[int, ...]


class Searched(NamedTuple):
    """What was found of a choice at the root.

    Attributes:
        score: its score, fail-soft.
        floor: alpha when it was searched: a score up to it is an upper bound.
        answers: how many of the others' answers were tried.
        line: the principal variation that begins with it, as joint moves.
    """

    score: int
    floor: int
    answers: int
    line: list[Joint]


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
            counts=fields.COUNTS,
        )
        self._settings = settings
        self._history = np.zeros(moves, np.int64)
        self._root: Root
        begin(wiring, state, self._stack)

    def search(
        self,
        choices: Sequence[Sequence[Joint]],
        depth: int,
        window: tuple[int, int] = (-INFINITY, INFINITY),
        *,
        places: Sequence[int] | None = None,
        exact: bool = False,
        all_best: bool = False,
        pause: Callable[[], None] = lambda: None,
        nodes: int | None = None,
    ) -> list[Searched]:
        """Return what was found of each choice of the root.

        Choices after one of at least beta are left out. Of the best the first in rule
        order is exact, whatever the order in which they are tried.

        Args:
            choices: for each choice of the role the joint moves that the others can
                make of it, each the index of every role's move, as they are tried.
            depth: how many plies to look ahead, from the root.
            window: alpha, which is enough for the role, and beta, which is too much for
                the others.
            places: the place of each choice in rule order; by default as given.
            exact: whether the score of every choice is wanted, no bound.
            all_best: whether every choice as good as the best gets an exact score.
            pause: called repeatedly; it may raise an exception.
            nodes: how many more states may be visited, None for no limit.

        Raises:
            StuckError: a role has no legal move in a nonterminal state.
            RulesError: a terminal state has no goal value.
            LimitError: a value is too large, or no more states may be visited.
        """
        roles, number = len(self._wiring.roles), len(choices)
        rows = np.zeros((number, fields.LENGTH + 1), np.int64)
        rows[:, fields.PLACE] = range(number) if places is None else places
        rows[:, fields.UNTIL] = np.cumsum([len(choice) for choice in choices])
        self._root = Root(
            joints=np.array([j for choice in choices for j in choice], np.int32),
            choices=rows,
            lines=np.zeros((number, fields.LINE * roles), np.int32),
        )
        self._settings = self._settings._replace(
            limit=depth, exact=exact, all_best=all_best
        )
        frame = self._stack.frames[0]
        frame[[fields.ALPHA0, fields.BETA0]] = frame[[fields.ALPHA, fields.BETA]] = (
            window
        )
        frame[[fields.CHOICES, fields.ANSWERS, fields.SCOUTED]] = 0
        self._stack.joints[0] = self._root.joints[0]
        self.counts[[PLY, fields.BEST_CHOICE]] = 0
        self._run(pause, nodes)
        done = int(self._stack.frames[0, fields.CHOICES])
        found = []
        for row, moves in zip(rows[:done].tolist(), self._root.lines, strict=False):
            line = moves[: row[fields.LENGTH] * roles].reshape(-1, roles).tolist()
            found.append(
                Searched(
                    row[fields.SCORE],
                    row[fields.FLOOR],
                    row[fields.ANSWERED],
                    [tuple(joint) for joint in line],
                )
            )
        return found

    @property
    def best(self) -> int:
        """The best of the choices found last, as its place among them."""
        return int(self.counts[fields.BEST_CHOICE])

    def try_out(self, nodes: int = 1000) -> float:
        """Return the processor time of a node in seconds.

        Args:
            nodes: how many to visit, or fewer if they take longer than TRIAL.
        """
        legal = self.legal()
        if not all(legal):
            return 0.0
        joint = tuple(moves[0] for moves in legal)
        before = int(self.counts[NODES])
        started = time.thread_time()

        def pause() -> None:
            taken = time.thread_time() - started
            if taken > TRIAL or self.counts[NODES] >= before + nodes:
                raise TimeoutError

        with suppress(TimeoutError, RulesError, LimitError):
            self.search([[joint]], 6, pause=pause)
        searched = max(int(self.counts[NODES]) - before, 1)
        return (time.thread_time() - started) / searched

    def legal(self) -> list[list[int]]:
        """Return the legal moves of each role at the root."""
        spans, room = self._stack.spans[0], self._stack.room
        return [room[first:end].tolist() for first, end, _ in spans]

    def _kernel(self) -> int:
        return search(
            self._wiring, self._settings, self._stack, self._memory, self._history,
            self._root,
        )  # fmt: skip

    def _error(self, reason: int) -> Exception:
        if reason == NO_MOVE:
            return StuckError(self._held(int(self.counts[PLY])))
        if reason == NO_GOAL:
            return RulesError("no goal value is defined for the role in this state")
        return LimitError("expected values of less than 2^49 in magnitude", "size")

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
            frames=np.zeros((plies, fields.FIELDS), np.int64),
            joints=np.zeros((plies, roles), np.int32),
            does=np.full((plies, roles), -1, np.int32),
            spans=np.zeros((plies, roles, 3), np.int32),
            best=np.zeros((plies, fields.LINE * roles), np.int32),
            choice=np.zeros((plies, fields.LINE * roles), np.int32),
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
        settings = Settings(role, order=fields.HISTORY, table_bytes=1 << 20, rest=rest)
        searcher = Searcher(wiring, state, settings)
        searcher.try_out(100)
        taken = searcher.try_out()
        seconds[rest] = min(taken, seconds.get(rest, taken))
    return seconds[True] < seconds[False]
