"""Proofs of values: the kernels `proof_number.py` and `and_or.py`, and their arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.game_code import GameCode
from pygame_search.network.game_functions import Machine
from pygame_search.network.searches import and_or, proof_number
from pygame_search.network.searches.driver import Driver, run_with_others
from pygame_search.network.searches.node import NO_GOAL, PLY, Ints
from pygame_search.network.searches.proof import INFINITE, PROOF, Question, look_up
from pygame_search.network.searches.table import REST, Words
from pygame_search.support.errors import NoGoalError, RulesError

#: How large a table may be, in bytes.
TABLE_BYTES = 1 << 28

#: How many marks there are for the states that threads search, a power of 2.
_MARKS = 1 << 16

_Stack = TypeVar("_Stack", proof_number.Stack, and_or.Stack)


class Proofs(ABC):
    """Proves or disproves for any position that a role can reach a value."""

    @property
    @abstractmethod
    def visited(self) -> int:
        """The number of nodes visited, by all threads together."""

    @property
    @abstractmethod
    def repeats(self) -> int:
        """The number of recurrences on the path; 0 in a game that always ends."""

    @property
    @abstractmethod
    def table(self) -> Words:
        """The table, from which another prover of the same question can resume."""

    @abstractmethod
    def known(self, states: NDArray[np.uint64]) -> Ints:
        """Return the proof and disproof number of states, 1 and 1 if not known.

        Args:
            states: the bits of the fluents, in words; none is an end of the game.
        """

    @abstractmethod
    def prove(
        self, state: NDArray[np.uint64], pause: Callable[[], None] = lambda: None
    ) -> bool:
        """Return whether the value is proved in a state; if not, it is disproved.

        Args:
            state: the bits of the fluents, in words; it is no end of the game.
            pause: called repeatedly; it may raise an exception.

        Raises:
            RulesError: a terminal state has no goal value, or a role has no move.
        """

    @abstractmethod
    def good(self) -> NDArray[np.int64]:
        """Return which choices of the role were proved in the state asked last.

        At least one, if the value was proved there.
        """


class Prover(Driver[_Stack], Proofs):
    """Proves or disproves for any position that a role can reach a value.

    Args:
        game: its code.
        machine: of the game, for the role.
        question: what is to be proved.
        table_bytes: the limit of the table in bytes.
        counts: how many counts the kernel has.
    """

    def __init__(
        self,
        game: GameCode,
        machine: Machine,
        question: Question,
        table_bytes: int,
        counts: int,
    ) -> None:
        super().__init__(
            game,
            machine,
            plies=32,
            room=1024,
            table_bytes=table_bytes,
            entries=1 << 12,
            counts=counts,
        )
        self._question = question

    @property
    def repeats(self) -> int:
        """See `Proofs`."""
        return int(self.counts[proof_number.REPEATS])

    @property
    def visited(self) -> int:
        """See `Proofs`."""
        return self.nodes

    def known(self, states: NDArray[np.uint64]) -> Ints:
        """See `Proofs`."""
        found = np.zeros((len(states), 2), np.int64)
        flat = self._game.keys(states).reshape(-1)
        table = self._memory.table
        look_up(self._game, table, flat, self._words, len(states), found)
        return found

    def prove(
        self, state: NDArray[np.uint64], pause: Callable[[], None] = lambda: None
    ) -> bool:
        """See `Proofs`."""
        self._stack.path[0] = self._game.state(state)
        self._stack.frames[0] = 0
        self.counts[PLY] = 0
        self._begin()
        self._run(pause)
        return len(self.good()) > 0

    @abstractmethod
    def _begin(self) -> None:
        """Prepare the frame of the root."""

    @abstractmethod
    def good(self) -> NDArray[np.int64]:
        """Return which choices of the role were proved in the state asked last.

        At least one, if the value was proved there.
        """

    @property
    def table(self) -> Words:
        """The table, from which another prover of the same question can resume."""
        return self._memory.table

    def take_up(self, table: Words) -> None:
        """Copy the entries of another prover of the same question to the table."""
        entries = min(self._most, len(table) // (self._words + REST))
        self._memory = self._memory._replace(table=self._copied(entries, table))

    def _error(self, reason: int) -> Exception:
        if reason == NO_GOAL:
            return NoGoalError(
                "no goal value is defined for the role in a terminal state"
            )
        return RulesError("a role has no legal move in a state that is no end")

    @property
    def _sizes(self) -> tuple[int, int]:
        return len(self._stack.path), len(self._stack.known)


class ProofNumbers(Prover[proof_number.Stack]):
    """A prover by proof numbers; see `proof_number.py`."""

    def __init__(
        self,
        game: GameCode,
        machine: Machine,
        question: Question,
        table_bytes: int = TABLE_BYTES,
    ) -> None:
        super().__init__(game, machine, question, table_bytes, proof_number.COUNTS)

    def _begin(self) -> None:
        limits = [proof_number.MOST_PROOF, proof_number.MOST_DISPROOF]
        self._stack.frames[0, limits] = INFINITE

    def good(self) -> NDArray[np.int64]:
        """Return which choices of the role were proved in the state asked last."""
        frame = self._stack.frames[0]
        last, choices = frame[proof_number.LAST], frame[proof_number.CHOICES]
        children = self._stack.known[:last]
        proved = (children[:, PROOF] == 0).reshape(-1, int(last // choices))
        return np.flatnonzero(proved.all(axis=1))

    def _kernel(self) -> int:
        return proof_number.search(
            self._game, self._machine, self._question, self._stack, self._memory
        )

    def _new_stack(self, plies: int, room: int) -> proof_number.Stack:
        roles = self._game.roles
        return proof_number.Stack(
            path=np.zeros((plies, self._game.size), np.uint64),
            frames=np.zeros((plies, proof_number.FIELDS), np.int64),
            spans=np.zeros((roles, 3), np.int64),
            moves=np.zeros(self._game.moves + roles, np.int32),
            states=np.zeros((room, self._words), np.uint64),
            keys=np.zeros((room + 1, self._words), np.uint64),
            known=np.zeros((room, 3), np.int64),
            joints=np.zeros((room, roles), np.int32),
        )


class AndOr(Prover[and_or.Stack]):
    """A prover by depth-first search; see `and_or.py`.

    Args:
        game: its code.
        machine: of the game, for the role.
        question: what is to be proved.
        table_bytes: the limit of the table in bytes.
        threads: how many threads search.
    """

    def __init__(
        self,
        game: GameCode,
        machine: Machine,
        question: Question,
        table_bytes: int = TABLE_BYTES,
        threads: int = 1,
    ) -> None:
        super().__init__(game, machine, question, table_bytes, and_or.COUNTS)
        self._history = game.uses * and_or.USE
        marks = _MARKS if threads > 1 else 0
        self._team = and_or.Team(1, np.zeros(marks, np.int32))
        self._others = [self._other(number) for number in range(2, threads + 1)]
        self._done: Driver[and_or.Stack] = self

    def _other(self, number: int) -> AndOr:
        """Return the prover of another thread, with the same history and marks."""
        game = self._game.copy()
        machine = self._machine._replace(context=game.context)
        made = AndOr(game, machine, self._question, 0)
        made._history, made._team = self._history, and_or.Team(number, self._team.busy)
        return made

    @property
    def repeats(self) -> int:
        """The number of recurrences on the path; 0 in a game that always ends."""
        return super().repeats + sum(other.repeats for other in self._others)

    @property
    def visited(self) -> int:
        """The number of nodes visited, by all threads together."""
        return self.nodes + sum(other.nodes for other in self._others)

    def _begin(self) -> None:
        self._team.busy[:] = 0

    def _run(self, pause: Callable[[], None], nodes: int | None = None) -> None:
        self._done = self
        if not self._others or nodes is not None:
            super()._run(pause, nodes)
            return
        self._done = run_with_others(self, self._others, pause, self._ready)
        found = [and_or.RESULT, and_or.CHOSEN]
        self.counts[found] = self._done.counts[found]

    def _ready(self) -> None:
        """Give the provers of the other threads the state that is asked."""
        for other in self._others:
            other._stack.path[0], other._stack.frames[0] = self._stack.path[0], 0
            other.counts[PLY] = 0

    def good(self) -> NDArray[np.int64]:
        """Return the choice that was proved in the state asked last, if one was."""
        proved = int(self.counts[and_or.RESULT] == and_or.YES)
        return self.counts[and_or.CHOSEN : and_or.CHOSEN + proved]

    def _kernel(self) -> int:
        return and_or.search(
            self._game, self._machine, self._question, self._stack, self._memory,
            self._history, self._team,
        )  # fmt: skip

    def _new_stack(self, plies: int, room: int) -> and_or.Stack:
        roles = self._game.roles
        return and_or.Stack(
            path=np.zeros((plies, self._game.size), np.uint64),
            frames=np.zeros((plies, and_or.FIELDS), np.int64),
            spans=np.zeros((roles, 3), np.int64),
            moves=np.zeros(self._game.moves + roles, np.int32),
            wins=np.zeros((self._game.moves + 1) * roles, np.int32),
            states=np.zeros((room, self._words), np.uint64),
            keys=np.zeros((room + 1, self._words), np.uint64),
            known=np.zeros((room, 3), np.int64),
            joints=np.zeros((room, roles), np.int32),
        )

    @property
    def in_turn(self) -> bool:
        """Whether one side had a choice in every node, and no state has recurred.

        Then what the role cannot reach the others can prevent together.
        """
        together = sum(
            int(one.counts[and_or.TOGETHER]) for one in (self, *self._others)
        )
        return together == 0 and self.repeats == 0

    def answer(self, role: int) -> int:
        """Return which move of another role disproves the value in the last state.

        Args:
            role: the role; the others have one move each.

        Returns:
            The place of the move among its legal moves.
        """
        stack = self._done._stack
        move = stack.joints[stack.frames[0, and_or.CHILD], role]
        room = np.zeros(self._game.moves + self._game.roles, np.int32)
        number = self._game.code.function("game_legal", 4)(
            self._game.context, stack.path[0].ctypes.data, role, room.ctypes.data
        )
        return int(np.flatnonzero(room[:number] == move)[0])


class Opposite(Proofs):
    """The proofs of a role read as those of its opponent, who prevents the value.

    Args:
        prover: of the role; one side had a choice in every node, see `in_turn`.
        role: the opponent.
    """

    def __init__(self, prover: AndOr, role: int) -> None:
        self._prover, self._role = prover, role

    @property
    def visited(self) -> int:
        """The number of nodes visited."""
        return self._prover.visited

    @property
    def repeats(self) -> int:
        """The number of recurrences on the path."""
        return self._prover.repeats

    @property
    def table(self) -> Words:
        """The table of the other prover."""
        return self._prover.table

    def known(self, states: NDArray[np.uint64]) -> Ints:
        """Return the proof and disproof number of states."""
        found: Ints = self._prover.known(states)[:, ::-1]
        return found

    def prove(
        self, state: NDArray[np.uint64], pause: Callable[[], None] = lambda: None
    ) -> bool:
        """Return whether the value can be prevented in a state."""
        return not self._prover.prove(state, pause)

    def good(self) -> NDArray[np.int64]:
        """Return the choice that prevents it in the state asked last."""
        return np.array([self._prover.answer(self._role)], np.int64)
