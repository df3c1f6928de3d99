"""Alpha-beta over a network: the kernel of `alphabeta.py` and its arrays."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.scores import INFINITY
from pygame_search.network.game_code import GameCode
from pygame_search.network.game_functions import Machine
from pygame_search.network.network import StuckError
from pygame_search.network.searches import alphabeta_stack as fields
from pygame_search.network.searches.alphabeta import begin, search
from pygame_search.network.searches.alphabeta_stack import Root, Settings, Stack
from pygame_search.network.searches.driver import Driver, run_with_others
from pygame_search.network.searches.node import (
    NO_GOAL,
    NO_MOVE,
    PLY,
    SEVERAL,
)
from pygame_search.network.searches.table import MOST_MOVE
from pygame_search.support.errors import LimitError, NoGoalError, RulesError, TierError

#: The size of the first table, in entries.
_FIRST_ENTRIES = 1 << 10
_FIRST_PLIES = 24


#: With more joint moves a game is not timed.
_MOST_JOINTS = 10_000


class _TimeIsUpError(Exception):
    """The time of a measure is over."""


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
        game: its code.
        machine: of the game, for the role.
        state: the bits of the fluents at the root, in words.
        settings: the settings of the search.
        threads: how many threads search. The others have the same question and table,
            and begin with other choices, so that the first finds their results there.
    """

    def __init__(
        self,
        game: GameCode,
        machine: Machine,
        state: NDArray[np.uint64],
        settings: Settings,
        threads: int = 1,
    ) -> None:
        moves = game.moves
        super().__init__(
            game,
            machine,
            plies=_FIRST_PLIES,
            room=2 * moves + 64,
            table_bytes=settings.table_bytes if moves <= MOST_MOVE else 0,
            entries=_FIRST_ENTRIES,
            counts=fields.COUNTS,
        )
        self._settings = settings
        self._history = np.zeros(moves, np.int64)
        self._root: Root
        self._stack.states[0] = game.state(state)
        begin(game, machine, self._stack)
        self._others = [self._other(state) for _ in range(threads - 1)]

    def _other(self, state: NDArray[np.uint64]) -> Searcher:
        """Return the searcher of another thread."""
        game = self._game.copy()
        machine = self._machine._replace(context=game.context)
        return Searcher(game, machine, state, self._settings._replace(table_bytes=0))

    def totals(self) -> NDArray[np.int64]:
        """Return the counts of all threads, but those of the first for the limit."""
        found = self.counts.copy()
        for other in self._others:
            found += other.counts
        found[fields.LIMITED] = self.counts[fields.LIMITED]
        return found

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
            nodes: how many more states may be visited, None for no limit; with a limit
                one thread searches.

        Raises:
            StuckError: a role has no legal move in a nonterminal state.
            RulesError: a terminal state has no goal value.
            LimitError: a value is too large, or no more states may be visited.
            TierError: several roles have a choice beyond the limit, and some of their
                moves are noisy.
        """
        own = range(len(choices)) if places is None else places
        asked = depth, window, exact, all_best
        self._ask(choices, own, *asked)
        if not self._others or nodes is not None:
            self._run(pause, nodes)
            return self._found()

        def ready() -> None:
            for number, other in enumerate(self._others, 1):
                at = number % len(choices)
                other._ask(
                    [*choices[at:], *choices[:at]], [*own[at:], *own[:at]], *asked
                )

        run_with_others(self, self._others, pause, ready, any_ends=False)
        return self._found()

    def _ask(
        self,
        choices: Sequence[Sequence[Joint]],
        places: Sequence[int],
        depth: int,
        window: tuple[int, int],
        exact: bool,
        all_best: bool,
    ) -> None:
        """Prepare the arrays for a search; see `search`."""
        roles, number = self._game.roles, len(choices)
        rows = np.zeros((number, fields.LENGTH + 1), np.int64)
        rows[:, fields.PLACE] = places
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
        frame[fields.LIMIT] = depth
        frame[[fields.CHOICES, fields.ANSWERS, fields.SCOUTED]] = 0
        self._stack.joints[0] = self._root.joints[0]
        self.counts[[PLY, fields.BEST_CHOICE]] = 0

    def _found(self) -> list[Searched]:
        """Return what was found of each choice."""
        roles = self._game.roles
        done = int(self._stack.frames[0, fields.CHOICES])
        rows = self._root.choices[:done].tolist()
        found = []
        for row, moves in zip(rows, self._root.lines, strict=False):
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

    def speed(self, seconds: float) -> float:
        """Return how many nodes are visited in a second, 0 if there are few.

        Args:
            seconds: how much processor time to search for, deeper and deeper.
        """
        legal = self.legal()
        if prod(map(len, legal)) > _MOST_JOINTS:
            return 0.0
        role = self._settings.role
        choices = [
            [*product(*(o if r != role else [move] for r, o in enumerate(legal)))]
            for move in legal[role]
        ]
        before, began = 0, time.thread_time()

        def pause() -> None:
            if time.thread_time() - began > seconds:
                raise _TimeIsUpError

        with suppress(_TimeIsUpError, StuckError, RulesError, LimitError):
            self.search(choices, 1)  # which links the kernel
            before, began = self.nodes, time.thread_time()
            for depth in range(2, _FIRST_PLIES):
                self.search(choices, depth, pause=pause)
        took = time.thread_time() - began
        return 0.0 if took < seconds / 2 else (self.nodes - before) / took

    @property
    def best(self) -> int:
        """The best of the choices found last, as its place among them."""
        return int(self.counts[fields.BEST_CHOICE])

    def legal(self) -> list[list[int]]:
        """Return the legal moves of each role at the root."""
        spans, room = self._stack.spans[0], self._stack.room
        return [room[first:end].tolist() for first, end, _ in spans]

    def _kernel(self) -> int:
        return search(
            self._game, self._machine, self._settings, self._stack, self._memory,
            self._history, self._root,
        )  # fmt: skip

    def _error(self, reason: int) -> Exception:
        if reason == NO_MOVE:
            return StuckError(self._held(int(self.counts[PLY])))
        if reason == NO_GOAL:
            return NoGoalError("no goal value is defined for the role in this state")
        if reason == SEVERAL:
            return TierError(
                "several roles choose at once beyond the depth limit, and only some of "
                "their moves are noisy: use clauses or procedural"
            )
        return LimitError("expected values of less than 2^49 in magnitude", "size")

    def _held(self, ply: int) -> NDArray[np.bool_]:
        """Return for each fluent whether it holds at a ply."""
        return self._game.held(self._stack.states[ply])

    @property
    def _sizes(self) -> tuple[int, int]:
        return len(self._stack.states), len(self._stack.room)

    def _new_stack(self, plies: int, room: int) -> Stack:
        roles = self._game.roles
        return Stack(
            states=np.zeros((plies, self._game.size), np.uint64),
            frames=np.zeros((plies, fields.FIELDS), np.int64),
            joints=np.zeros((plies, roles), np.int32),
            spans=np.zeros((plies, roles, 3), np.int32),
            best=np.zeros((plies, fields.LINE * roles), np.int32),
            choice=np.zeros((plies, fields.LINE * roles), np.int32),
            killers=np.full((plies, 2, roles), -1, np.int32),
            room=np.zeros(room, np.int32),
            keys=np.zeros(room, np.int64),
        )
