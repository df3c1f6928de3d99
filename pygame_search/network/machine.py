"""The state machine over a network: compiled kernels answer the calls of a search."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.game import Game, State, position_text
from pygame_search.model.machine import Expansion
from pygame_search.network.jit import inner_kernel
from pygame_search.network.lanes.evaluate import (
    evaluate_moves,
    evaluate_state,
    successors,
)
from pygame_search.network.lanes.expand import Expanding, expanding
from pygame_search.network.lanes.lane_words import LANES, WORDS
from pygame_search.network.lanes.random_move import RANK, Choice, select, tally
from pygame_search.network.lanes.schedule import Schedule, schedule
from pygame_search.network.lanes.transpose import from_rows, pack, unpack, words_of
from pygame_search.network.native_game import NativeGame, native
from pygame_search.support.errors import TierError

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
    """Make joint moves in one state, which fills all lanes.

    Args:
        number: how many, at most LANES.
        ranks: for each joint move and role the number of the role's move.
        plan: the schedule of the network, with `keep`.
        now: working memory; the state part of its rows is evaluated.
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
    from_rows(now.others, len(plan.next), room.active, now.square, packed, 0)


class NativeMachine:
    """The state machine over the network of a game; a pygame_search.model.machine one.

    States are numbers that only this machine knows; moves are indices into the network,
    in its order.

    Args:
        game: the game, or its network.
    """

    def __init__(self, game: Game | NativeGame) -> None:
        self.native = native(game) if isinstance(game, Game) else game
        self.network = network = self.native.network
        self._plan = plan = schedule(network, keep=True)
        self._now, self._room = expanding(plan)
        self._bits = self._now.rows[WORDS : WORDS * (1 + len(network.fluents))]
        self._packed = np.zeros((LANES, words_of(len(network.fluents))), np.uint64)
        real = plan.chosen != plan.rows - 1
        self._legal = plan.legal[real]
        ends = np.cumsum([len(part.literals) for part in network.outputs.values()])
        self._shown = dict(
            zip(network.outputs, np.split(plan.shown, ends[:-1]), strict=True)
        )
        self._numbers: dict[bytes, int] = {}
        self._states: list[bytes] = []
        self._memo: dict[int, Expansion] = {}
        self._evaluated = -1
        self.initial = self.met(pack(network.initial[np.newaxis])[0])

    # ---- states -------------------------------------------------------------

    def met(self, packed: NDArray[np.uint64]) -> int:
        """Return the number of a packed state."""
        data = packed.tobytes()
        found = self._numbers.setdefault(data, len(self._states))
        if found == len(self._states):
            self._states.append(data)
        return found

    def bits(self, state: int) -> NDArray[np.uint8]:
        """Return for each fluent of the network whether it holds."""
        packed = np.frombuffer(self._states[state], np.uint64)
        bits: NDArray[np.uint8] = unpack(packed[np.newaxis], len(self.network.fluents))[
            0
        ]
        return bits

    def facts(self, state: int) -> tuple[str, ...]:
        """Return the fluents that hold, in the syntax of the rule file."""
        network = self.network
        held = np.flatnonzero(self.bits(state))
        return (*network.always, *(network.fluents[i] for i in held))

    def number(self, state: State) -> int:
        """Return the number of a state of the game.

        Raises:
            TierError: the state cannot be reached from the start of the game.
        """
        return self.met(pack(self.native.held(state)[np.newaxis])[0])

    def state(self, game: Game, state: int) -> State:
        """Return the state of the game that a number stands for."""
        return game.state(position_text(game, self.facts(state)))

    # ---- the interface of a search ------------------------------------------

    def _holds(self, literals: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which literals hold in the state that was evaluated last."""
        words = self._now.rows[::WORDS][literals >> 1]
        return np.asarray((words ^ literals) & 1, np.bool_)

    def _instances(self, state: int, relation: str) -> NDArray[np.bool_]:
        """Return which instances of an output of the network hold in a state."""
        self._evaluate(state)
        return self._holds(self._shown[relation])

    def _evaluate(self, state: int) -> None:
        """Evaluate the part of the network that depends on a state alone."""
        if self._evaluated != state:
            full = np.uint64(0) - self.bits(state).astype(np.uint64)
            self._bits[:] = np.repeat(full, WORDS)
            evaluate_state(self._now.rows, self._plan)
            self._evaluated = state

    def terminal(self, state: int) -> bool:
        """Return whether the game is over."""
        self._evaluate(state)
        return bool(self._holds(np.array([self._plan.terminal], np.uint32))[0])

    def goals(self, state: int) -> tuple[int | None, ...]:
        """Return each role's goal value, None where it has none or several."""
        self._evaluate(state)
        goals = self._plan.goals
        held = goals[self._holds(goals[:, 2].astype(np.uint32))]
        found: list[set[int]] = [set() for _ in self.network.roles]
        for role, value, _ in held.tolist():
            found[role].add(value)
        return tuple(values.pop() if len(values) == 1 else None for values in found)

    def moves(self, state: int) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of the legal moves of each role."""
        self._evaluate(state)
        legal = np.flatnonzero(self._holds(self._legal))
        cuts = np.searchsorted(legal, self.network.move_starts[1:-1])
        return tuple(tuple(part.tolist()) for part in np.split(legal, cuts))

    def text(self, move: int) -> str:
        """Return a move as the rule file writes it."""
        return self.network.moves[move][1]

    def look(self, state: int) -> Expansion:
        """Return whether a state is terminal, and its values, without moves."""
        if self.terminal(state):
            return Expansion(True, self.goals(state))
        return Expansion(False)

    def expand(self, state: int) -> Expansion:
        """Return everything about a state."""
        found = self._memo.get(state)
        if found is None:
            found = self.look(state)
            if not found.terminal:
                moves = self.moves(state)
                found = Expansion(False, (), moves, self._successors(state, moves))
            self._memo[state] = found
        return found

    def _successors(
        self, state: int, moves: tuple[tuple[int, ...], ...]
    ) -> tuple[int, ...]:
        ranks = np.array(
            list(product(*(range(len(choice)) for choice in moves))), np.int64
        ).reshape(-1, len(moves))
        found: list[int] = []
        for begin in range(0, len(ranks), LANES):
            part = ranks[begin : begin + LANES]
            follow(len(part), part, self._plan, self._now, self._room, self._packed)
            found += map(self.met, self._packed[: len(part)])
        return tuple(found)

    def play(self, state: int, joint: Sequence[str]) -> int | None:
        """Return the state after a joint move, None if it is not legal.

        Args:
            state: the number of a state.
            joint: the text of the move of each role.
        """
        if self.terminal(state):
            return None
        ranks = []
        for role, (text, legal) in enumerate(
            zip(joint, self.moves(state), strict=True)
        ):
            move = self.native.moves.get((role, text))
            if move not in legal:
                return None
            ranks.append(legal.index(move))
        follow(
            1, np.array([ranks], np.int64), self._plan, self._now, self._room,
            self._packed,
        )  # fmt: skip
        return self.met(self._packed[0])

    def features(self, state: int) -> tuple[dict[str, int], ...]:
        """Return, for each role, the value of each feature that has an instance."""
        network = self.network
        found: list[dict[str, int]] = [{} for _ in network.roles]
        roles, names = network.outputs["feature"].arguments
        for i in np.flatnonzero(self._instances(state, "feature")):
            counts = found[roles[i]]
            name = network.names[names[i]]
            counts[name] = counts.get(name, 0) + 1
        return tuple(found)

    def holds(self, state: int, relation: str) -> bool | None:
        """Return whether a relation without arguments holds, None if it has no rule."""
        if not self.network.outputs[relation].defined:
            return None
        return bool(self._instances(state, relation).any())

    def advice(self, state: int) -> dict[tuple[int, int], int]:
        """Raise an error, because a network contains no advice.

        Raises:
            TierError: always.
        """
        raise TierError(
            "the native tier does not support advice: use clauses or procedural for "
            "that order"
        )
