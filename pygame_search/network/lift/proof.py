"""Operations on words beside the gates of the network, in states of random games.

The network is made of the same ground rules, but by other code. `check_words` compares
the operations as they are, `check_code` the functions that searches ask: the machine
code of the operations, how states are written, and which phase is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.game_functions import NO_GOAL_VALUE
from pygame_search.network.lift.families import DifferentError
from pygame_search.network.lift.lifted import LiftedGame
from pygame_search.network.lift.program import Phase, Program
from pygame_search.network.network import Network
from pygame_search.network.packing import pack
from pygame_search.network.reference import evaluate, literals


def check_words(
    program: Program, network: Network, *, games: int, plies: int, seed: int = 0
) -> int:
    """Compare a program with its network; return how many states were compared.

    Args:
        program: the operations.
        network: made of the same rules.
        games: how many random games are played at once.
        plies: how many steps of each are made at most.
        seed: of the random moves.

    Raises:
        DifferentError: something holds by the one and not by the other.
    """
    return sum(
        _check(program, network, states)
        for states in _random_states(network, games, plies, seed)
    )


def check_code(
    code: LiftedGame, network: Network, *, games: int, plies: int, seed: int = 0
) -> int:
    """Compare the functions of a game with its network; return in how many states.

    States that the functions are not made for are left out; see `LiftedGame.takes`.

    Args:
        code: the functions.
        network: made of the same rules.
        games: how many random games are played at once.
        plies: how many steps of each are made at most.
        seed: of the random moves.

    Raises:
        DifferentError: something holds by the one and not by the other.
    """
    asked = _Asked(code, network)
    return sum(
        asked.compare(states, column)
        for states in _random_states(network, games, plies, seed)
        for column in range(states.over.size)
    )


class _Asked:
    """The functions of a game beside its network.

    Args:
        code: the functions.
        network: made of the same rules.
    """

    def __init__(self, code: LiftedGame, network: Network) -> None:
        self._game = code
        self._begins = network.move_starts.tolist()
        self._roles, self._values = network.outputs["goal"].arguments
        self._lots = network.lots
        self._terminal, self._goal, self._legal, self._step, self._weight = (
            code.code.function(f"game_{name}", 1 + count)
            for name, count in {
                "terminal": 1, "goal": 2, "legal": 3, "step": 4, "weight": 2,
            }.items()
        )  # fmt: skip

    def compare(self, states: _States, column: int) -> bool:
        """Compare what holds in a state; return whether it can be asked about."""
        fluents = states.fluents[:, column]
        bits = pack(fluents[np.newaxis])[0]
        if not self._game.takes(bits):
            return False
        state = self._game.state(bits)
        context, at = self._game.context, state.ctypes.data
        self._must_hold("the state", state, fluents)
        over = self._terminal(context, at) == 1
        _must_be_equal("terminal", over, bool(states.over[column]))
        goals = [self._goal(context, at, role) for role in range(len(self._begins) - 1)]
        _must_be_equal("the goals", goals, self._goals(states.goals[:, column]))
        if over:
            return True
        moves = [self._moves(at, role) for role in range(len(self._begins) - 1)]
        listed = {move for own in moves for move in own}
        legal = {*_held(states.legal[:, column]).tolist()}
        _must_be_equal("the moves", listed, legal)
        lots = [self._lots[lot] for lot in _held(states.lots[:, column]).tolist()]
        for asked in {move for *_, move in self._lots}:
            weights = [weight for _, weight, move in lots if move == asked]
            only = weights[0] if len(weights) == 1 else NO_GOAL_VALUE
            _must_be_equal("the weights", self._weight(context, at, asked), only)
        joint = _held(states.made[:, column]).astype(np.int32)
        after = np.zeros_like(state)
        self._step(context, at, joint.ctypes.data, after.ctypes.data, 1)
        self._must_hold("the next state", after, states.after[:, column])
        return True

    def _must_hold(
        self, what: str, state: NDArray[np.uint64], fluents: NDArray[np.uint8]
    ) -> None:
        held = self._game.held(state)[: fluents.size]
        _must_be_equal(what, {*_held(held).tolist()}, {*_held(fluents).tolist()})

    def _moves(self, state: int, role: int) -> list[int]:
        """Return the legal moves of a role."""
        room = np.zeros(self._game.moves + 64, np.int32)
        count = self._legal(self._game.context, state, role, room.ctypes.data)
        moves: list[int] = room[:count].tolist()
        return moves

    def _goals(self, held: NDArray[np.uint8]) -> list[int]:
        """Return the goal value of each role, NO_GOAL_VALUE if it has not one."""
        found: list[set[int]] = [set() for _ in self._begins[1:]]
        for at in _held(held).tolist():
            found[int(self._roles[at])].add(int(self._values[at]))
        return [own.pop() if len(own) == 1 else NO_GOAL_VALUE for own in found]


def _held(values: NDArray[Any]) -> NDArray[np.int64]:
    """Return which values are not 0, by their numbers."""
    return np.flatnonzero(values)


class _States(NamedTuple):
    """What the network says of some states, a column each.

    Attributes:
        fluents: whether each holds.
        over: whether the state is terminal.
        goals: whether each goal holds.
        estimates: whether each estimate of the cost to a goal holds.
        lots: whether each of `Network.lots` holds.
        legal: whether each move is legal.
        noisy: whether each move is noisy; no moves if no rule says so.
        parts: whether each part of a position holds that is more than a fluent.
        made: whether it is made.
        after: the fluents after that.
    """

    fluents: NDArray[np.uint8]
    over: NDArray[np.uint8]
    goals: NDArray[np.uint8]
    estimates: NDArray[np.uint8]
    lots: NDArray[np.uint8]
    legal: NDArray[np.uint8]
    noisy: NDArray[np.uint8]
    parts: NDArray[np.uint8]
    made: NDArray[np.uint8]
    after: NDArray[np.uint8]


def _random_states(
    network: Network, games: int, plies: int, seed: int
) -> Iterator[_States]:
    """Yield what the network says of the states of random games, ply by ply."""
    source = np.random.default_rng(seed)
    state = np.repeat(network.initial[:, np.newaxis], games, axis=1)
    terminal, goal = (network.outputs[x] for x in ("terminal", "goal"))
    noisy = network.noisy
    for _ in range(plies):
        values = evaluate(network, state)
        over = literals(values, terminal.literals)[0]
        legal = literals(values, network.legal)
        begins = network.move_starts.tolist()
        able = np.array([legal[a:b].any(axis=0) for a, b in pairwise(begins)])
        if not (goes := (over == 1) | able.all(axis=0)).all():
            # Where a role has no move, the game does not go on.
            state, over, legal = state[:, goes], over[goes], legal[:, goes]
            values = values[:, goes]
        made = np.zeros_like(legal)
        for game in np.flatnonzero(over == 0):
            for begin, end in pairwise(begins):
                choice = begin + np.flatnonzero(legal[begin:end, game])
                made[source.choice(choice), game] = 1
        after = literals(evaluate(network, state, made), network.next)
        goals, estimates = (
            literals(values, x.literals) for x in (goal, network.estimate)
        )
        noise = legal[:0] if noisy is None else literals(values, noisy)
        parts = literals(values, network.part_literals[network.derived_parts])
        lots = literals(values, np.array([x for x, *_ in network.lots], np.int32))
        yield _States(
            state, over, goals, estimates, lots, legal, noise, parts, made, after
        )
        state = after[:, over == 0]
        if not state.shape[1]:
            return


def _check(program: Program, network: Network, states: _States) -> int:
    """Compare what holds in some states; return how many there are."""
    words, lots = program.words, network.lots
    for column in range(states.over.size):
        given = _arguments(program, states.fluents[:, column], states.made[:, column])
        phase = _phase(program, given)
        terminal, *found = words.evaluate(
            [phase.terminal, *(goal for *_, goal in phase.goals), *phase.legal], given
        )
        held = {
            (role, value)
            for (role, value, _), word in zip(phase.goals, found, strict=False)
            if word
        }
        roles, values = network.outputs["goal"].arguments
        expected = {
            (int(role), int(value))
            for role, value, holds in zip(
                roles, values, states.goals[:, column], strict=True
            )
            if holds
        }
        listed = _moves(program, found[len(phase.goals) :])
        noisy = words.evaluate(phase.noisy, given) if phase.noisy else []
        [estimates] = network.estimate.arguments
        estimated = words.evaluate([node for _, node in phase.estimates], given)
        _must_be_equal(
            "the estimates",
            {value for (value, _), word in zip(phase.estimates, estimated, strict=True)
             if word},
            {*estimates[states.estimates[:, column] == 1].tolist()},
        )  # fmt: skip
        drawn = words.evaluate([node for *_, node in phase.lots], given)
        _must_be_equal(
            "the weights",
            {lot[:2] for lot, word in zip(phase.lots, drawn, strict=True) if word},
            {(lots[at][2], lots[at][1]) for at in _held(states.lots[:, column])},
        )
        _must_be_equal("terminal", bool(terminal), bool(states.over[column]))
        _must_be_equal("the goals", held, expected)
        _must_be_equal("the moves", listed, {*np.flatnonzero(states.legal[:, column])})
        loud = {*np.flatnonzero(states.noisy[:, column])}
        _must_be_equal("the noisy moves", _moves(program, noisy), loud)
        derived = [bool(word) for word in words.evaluate(phase.parts, given)]
        _must_be_equal(
            "the parts of the position",
            derived,
            states.parts[:, column].astype(bool).tolist(),
        )
        if not states.over[column]:
            following = words.evaluate(phase.next, given)
            _must_be_equal(
                "the next state",
                _fluents(program, following),
                {*np.flatnonzero(states.after[:, column])},
            )
    return int(states.over.size)


def _moves(program: Program, found: list[int]) -> set[int]:
    """Return the moves whose bits are set in the words of the families."""
    return {
        move
        for family, word in zip(program.moves, found, strict=False)
        for place, move in family.moves.items()
        if word >> place & 1
    }


def _must_be_equal(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise DifferentError(
            f"{what}: expected {expected} by the network, found {found} by words"
        )


def _arguments(
    program: Program, state: NDArray[np.uint8], made: NDArray[np.uint8]
) -> dict[str, int]:
    """Return the words of a state and of the moves that are made in it."""
    full = program.words.full
    given = {f"state {at}": 0 for at in range(len(program.fields))}
    for at, fluents in enumerate(program.fluents):
        for fluent, place in fluents.items():
            if state[fluent]:
                placed = program.fields[at].placed
                given[f"state {at}"] |= 1 << place if placed else full
    for at, family in enumerate(program.moves):
        word = sum(1 << place for place, move in family.moves.items() if made[move])
        given[f"move {at}"] = word if family.placed else full * word
    return given


def _fluents(program: Program, following: list[int]) -> set[int]:
    return {
        fluent
        for fluents, word in zip(program.fluents, following, strict=True)
        for fluent, place in fluents.items()
        if word >> place & 1
    }


def _phase(program: Program, given: dict[str, int]) -> Phase:
    """Return the phase of a state."""
    held = tuple(bool(given[f"state {field}"]) for field in program.phase_fields)
    return next(phase for phase in program.phases if phase.state in (held, ()))
