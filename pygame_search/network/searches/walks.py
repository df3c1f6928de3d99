"""Perft and random games by the code of a game, one state at a time.

They serve games that keep their history, of which `perft.py` and `playouts.py` cannot
have the states in lanes.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.random_games import LONGEST
from pygame_search.network.game_code import GameCode
from pygame_search.network.game_functions import (
    NO_GOAL_VALUE,
    WITHIN_TURN,
    Machine,
    address,
    goal_of,
    is_terminal,
    make_step,
)
from pygame_search.network.history_functions import is_allowed, list_candidates
from pygame_search.network.jit import inner_kernel, linked_kernel
from pygame_search.network.lanes.threads import spread
from pygame_search.network.network import StuckError
from pygame_search.network.searches.driver import Driver
from pygame_search.network.searches.node import (
    BEGIN,
    DONE,
    END,
    FULL,
    GO_ON,
    NO_MOVE,
    NODES,
    PAUSED,
    PLY,
    ROOM,
    STOP,
    TRIED,
    Ints,
    Memory,
    Numbers,
    legal_moves,
    reason_to_return,
)
from pygame_search.network.searches.perft import Counts
from pygame_search.network.searches.playouts import LATE, Tally
from pygame_search.support.clock import deadline_in, look_at_clock
from pygame_search.support.errors import LimitError

#: The fields of the counts of random games, after those of all kernels: the games that
#: are left to be played, those that have ended, and those that were given up.
LEFT, ENDED, GIVEN_UP = range(PLY + 1, PLY + 4)

#: Many games are split into so many parts, each with its own random numbers.
_PARTS = 8

#: More games than will be played.
_ENDLESS = 1 << 62

_FIRST_PLIES = 24


class Walk(NamedTuple):
    """The states from the root to where a walk is.

    Attributes:
        states: of each ply the state.
        levels: of each ply how many turns it is from the root.
        spans: of each ply and role where its moves begin and end in `room`, and the one
            that is tried.
        joints: of each ply the joint move that is made.
        room: the moves.
    """

    states: NDArray[np.uint64]
    levels: Ints
    spans: NDArray[np.int32]
    joints: Numbers
    room: Numbers


@inner_kernel
def _open(machine: Machine, walk: Walk, ply: Any, place: Any) -> bool:
    """List the moves of all roles at a ply; return whether each has one."""
    for role in range(machine.roles):
        end = legal_moves(machine, address(walk.states, ply), role, walk.room, place)
        if end == place:
            return False
        walk.spans[ply, role, BEGIN] = walk.spans[ply, role, TRIED] = place
        walk.spans[ply, role, END] = end
        place = end
    return True


@inner_kernel
def _next_joint(walk: Walk, ply: Any, roles: Any) -> None:
    """Go on to the next joint move of a ply; after the last one none is left."""
    for role in range(roles - 1, -1, -1):
        span = walk.spans[ply, role]
        span[TRIED] += 1
        if span[TRIED] < span[END] or role == 0:
            return
        span[TRIED] = span[BEGIN]


@linked_kernel
def count_nodes(
    machine: Machine, walk: Walk, memory: Memory, nodes: Ints, ends: Ints
) -> int:
    """Count the nodes of a tree; return why the kernel stopped.

    Args:
        machine: of the game.
        walk: begins with the moves of the root.
        memory: has the counts; PLY is where the walk is.
        nodes: gets the number of nodes of each level.
        ends: gets the number of terminal ones.
    """
    counts, roles, depth = memory.counts, machine.roles, len(nodes) - 1
    ply = counts[PLY]
    while ply >= 0:
        if walk.spans[ply, 0, TRIED] == walk.spans[ply, 0, END]:
            ply -= 1
            continue
        place = np.int64(walk.spans[ply, roles - 1, END])
        reason = reason_to_return(
            memory, machine.key, ply, len(walk.states),
            place + machine.moves + 1, len(walk.room),
        )  # fmt: skip
        if reason != GO_ON:
            counts[PLY] = ply
            return reason
        for role in range(roles):
            walk.joints[ply, role] = walk.room[walk.spans[ply, role, TRIED]]
        _next_joint(walk, ply, roles)
        child = address(walk.states, ply + 1)
        make_step(
            machine.context, address(walk.states, ply), address(walk.joints, ply),
            child, np.int64(1),
        )  # fmt: skip
        counts[NODES] += 1
        state = is_terminal(machine.context, child)
        level = walk.levels[ply] + (state != WITHIN_TURN)
        if state != WITHIN_TURN:
            nodes[level] += 1
            ends[level] += state == 1
            if state == 1 or level == depth:
                continue
        walk.levels[ply + 1] = level
        if _open(machine, walk, ply + 1, place):  # else nothing follows
            ply += 1
    return DONE


class Walker(Driver[Walk]):
    """A walk through the game from one root.

    Args:
        code: of the game.
        bits: of the fluents at the root, in words.
        counts: how many counts the kernel has.
    """

    def __init__(self, code: GameCode, bits: NDArray[np.uint64], counts: int) -> None:
        machine = code.machine({}, np.zeros((0, 3), np.int64))
        super().__init__(
            code, machine, plies=_FIRST_PLIES, room=2 * code.moves + 64,
            table_bytes=0, entries=0, counts=counts,
        )  # fmt: skip
        self._memory.counts[FULL] = 1
        self._stack.states[0] = code.state(bits)

    @property
    def _sizes(self) -> tuple[int, int]:
        return len(self._stack.states), len(self._stack.room)

    def _new_stack(self, plies: int, room: int) -> Walk:
        roles = self._game.roles
        return Walk(
            states=np.zeros((plies, self._game.size), np.uint64),
            levels=np.zeros(plies, np.int64),
            spans=np.zeros((plies, roles, 3), np.int32),
            joints=np.zeros((plies, roles), np.int32),
            room=np.zeros(room, np.int32),
        )


class _Tree(Walker):
    """Counts the nodes of a tree.

    Args:
        code: of the game.
        bits: of the fluents at the root, in words.
        depth: how many levels the tree has below its root.
    """

    def __init__(self, code: GameCode, bits: NDArray[np.uint64], depth: int) -> None:
        super().__init__(code, bits, PLY + 1)
        self.levels = np.zeros(depth + 1, np.int64)
        self.ends = np.zeros(depth + 1, np.int64)

    def run(self, pause: Callable[[], None]) -> None:
        """Count; `pause` is called again and again, and may raise an exception."""
        reason = begin(self._game, self._machine, self._stack)
        if fault := self._game.fault():
            raise fault
        if reason == GO_ON:
            self._run(pause)

    def _error(self, reason: int) -> Exception:
        raise AssertionError(f"no reason to stop: {reason}")

    def _kernel(self) -> int:
        return count_nodes(
            self._game, self._machine, self._stack, self._memory, self.levels, self.ends
        )


@linked_kernel
def begin(machine: Machine, walk: Walk) -> int:
    """List the moves of the root; return GO_ON, or DONE if nothing follows."""
    over = is_terminal(machine.context, address(walk.states, 0)) == 1
    if over or not _open(machine, walk, np.int64(0), np.int64(0)):
        return DONE
    return GO_ON


def perft(
    code: GameCode, bits: NDArray[np.uint64], depth: int, seconds: float | None = None
) -> tuple[Counts, ...]:
    """Return the number of paths of joint moves of each length up to depth.

    Args:
        code: of the game.
        bits: of the fluents at the root, in words.
        depth: at least 1, in turns.
        seconds: how long it may take.

    Raises:
        LimitError: the time was over, or a game is too long for its code.
        TierError: the code cannot make a step; see `HistoryCode.fault`.
    """
    deadline = deadline_in(seconds)
    tree = _Tree(code, bits, depth)
    tree.run(lambda: look_at_clock(deadline))
    return tuple(
        Counts(ply, int(n), int(t))
        for ply, (n, t) in enumerate(zip(tree.levels, tree.ends, strict=True))
        if n
    )


@inner_kernel
def next_word(random: Any) -> Any:
    """Return 64 random bits.

    Args:
        random: an array of one word, the state of SplitMix64 (G. Steele, D. Lea and
            C. Flood 2014).
    """
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = random[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@inner_kernel
def draw(random: Any, number: Any) -> Any:
    """Return a number below another one of 31 bits, uniformly (D. Lemire 2019).

    Args:
        random: see `next_word`.
        number: at least 1.
    """
    most, low_bits = np.uint64(number), np.uint64(0xFFFFFFFF)
    least = (np.uint64(1 << 32) - most) % most
    while True:
        scaled = (next_word(random) >> np.uint64(32)) * most
        if scaled & low_bits >= least:
            return np.int64(scaled >> np.uint64(32))


@inner_kernel
def _drawn(machine: Machine, walk: Walk, state: Any, role: Any, random: Any) -> Any:
    """Return a legal move of a role, each as likely as the others; -1 without one.

    A candidate is drawn, and another one if it is not legal.
    """
    room = address(walk.room, np.int64(0))
    left = list_candidates(machine.context, state, role, room)
    while left > 0:
        at = draw(random, left)
        move = np.int64(walk.room[at])
        if is_allowed(machine.context, state, role, move) == 1:
            return move
        left -= 1
        walk.room[at] = walk.room[left]
    if legal_moves(machine, state, role, walk.room, np.int64(0)) == 0:
        return np.int64(-1)
    return np.int64(walk.room[0])  # it does `noop`


@linked_kernel
def play_games(
    machine: Machine,
    walk: Walk,
    memory: Memory,
    random: NDArray[np.uint64],
    longest: int,
    ended: Ints,
) -> int:
    """Play random games; return why the kernel stopped.

    Args:
        machine: of the game.
        walk: the root, then the states of the game in hand, by turns in two rows.
        memory: has the counts; PLY is how long the game in hand is.
        random: the state of the random numbers.
        longest: the number of plies at which a game is given up.
        ended: a row for each game that has ended: its plies, then the goal value of
            each role.
    """
    counts, roles = memory.counts, machine.roles
    ply, games = counts[PLY], counts[ENDED]
    while True:
        if counts[NODES] >= counts[STOP]:
            counts[PLY], counts[ENDED] = ply, games
            return PAUSED
        if ply == 0 and counts[LEFT] == 0:
            counts[PLY], counts[ENDED] = ply, games
            return DONE
        if games == len(ended):
            counts[PLY], counts[ENDED] = ply, games
            return ROOM
        state = address(walk.states, np.int64(0 if ply == 0 else 1 + (ply & 1)))
        if is_terminal(machine.context, state) == 1:
            ended[games, 0] = ply
            for role in range(roles):
                ended[games, 1 + role] = goal_of(machine.context, state, np.int64(role))
            games, ply = games + 1, np.int64(0)
            counts[LEFT] -= 1
            continue
        if ply == longest:
            counts[GIVEN_UP] += 1
            counts[LEFT] -= 1
            ply = np.int64(0)
            continue
        for role in range(roles):
            move = _drawn(machine, walk, state, np.int64(role), random)
            if move < 0:
                counts[PLY], counts[ENDED] = ply, games
                return NO_MOVE
            walk.joints[0, role] = move
        make_step(
            machine.context, state, address(walk.joints, np.int64(0)),
            address(walk.states, np.int64(1 + ((ply + 1) & 1))), np.int64(1),
        )  # fmt: skip
        ply += 1
        counts[NODES] += 1


class _Games(Walker):
    """Plays random games.

    Args:
        code: of the game.
        bits: of the fluents where they begin, in words.
        count: how many.
        seed: numbers that determine the games, 0 or more.
        longest: the number of plies at which a game is given up.
    """

    def __init__(
        self,
        code: GameCode,
        bits: NDArray[np.uint64],
        count: int,
        seed: tuple[int, ...],
        longest: int,
    ) -> None:
        super().__init__(code, bits, GIVEN_UP + 1)
        self.counts[LEFT] = count
        self._longest = longest
        self._random = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        self._rows = np.zeros((64, 1 + code.roles), np.int64)

    def run(self, pause: Callable[[], None]) -> None:
        """Play; `pause` is called again and again, and may raise an exception."""
        self._run(pause)

    def begin_no_more(self) -> None:
        """Begin no more games; only finish that which has begun."""
        self.counts[LEFT] = int(self.counts[PLY] > 0)

    def _enlarge(self, full: int) -> None:
        assert full == ROOM
        self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])

    def _kernel(self) -> int:
        return play_games(
            self._game, self._machine, self._stack, self._memory, self._random,
            self._longest, self._rows,
        )  # fmt: skip

    def _error(self, reason: int) -> Exception:
        assert reason == NO_MOVE
        ply = int(self.counts[PLY])
        return StuckError(self._game.held(self._stack.states[ply and 1 + (ply & 1)]))

    @property
    def tally(self) -> Tally:
        """The result of the finished games."""
        rows = self._rows[: self.counts[ENDED]]
        lengths, *goals = rows.T.tolist()
        return Tally(
            len(rows),
            sum(lengths),
            tuple(
                dict(Counter(None if v == NO_GOAL_VALUE else v for v in values))
                for values in goals
            ),
            dict(Counter(lengths)),
            int(self.counts[GIVEN_UP]) + int(self.counts[PLY] > 0),
        )


class _TimeIsUpError(Exception):
    """The time of the games is over."""


def playouts(
    code: GameCode,
    bits: NDArray[np.uint64],
    *,
    count: int | None = None,
    seconds: float = 1.0,
    seed: int = 1,
    workers: int = 1,
    longest: int = LONGEST,
) -> Tally:
    """Return the result of random games, in which all legal moves are equally likely.

    With a count, the games are a function of the seed and not of the number of workers.

    Args:
        code: of the game.
        bits: of the fluents where they begin, in words.
        count: how many games.
        seconds: how long to play, when no count is given.
        seed: of the random numbers, 0 or more.
        workers: how many threads play.
        longest: the number of plies at which a game is given up.

    Raises:
        LimitError: a game is too long for the code, or the code is that of a network
            too large to be lifted, which has the goals of one role alone.
        StuckError: a role has no legal move, and the game is not over.
        TierError: the code cannot make a step; see `HistoryCode.fault`.
    """
    if not code.every_goal:
        raise LimitError(
            "the game is too large for random games with histories in the native tier",
            "size",
        )
    if count is None:
        parts = [_ENDLESS] * workers
    else:
        number = min(count, _PARTS)
        parts = [count * (i + 1) // number - count * i // number for i in range(number)]
    deadline = None if count is not None else time.monotonic() + seconds
    stop = Event()

    def part(number: int) -> Tally:
        games = _Games(code.copy(), bits, parts[number], (seed, number), longest)

        def pause() -> None:
            if stop.is_set():
                raise _TimeIsUpError
            if deadline is not None and time.monotonic() > deadline:
                games.begin_no_more()
                if time.monotonic() > deadline + LATE:
                    raise _TimeIsUpError

        with suppress(_TimeIsUpError):
            games.run(pause)
        return games.tally

    first, *others = spread(part, len(parts), workers, stop)
    return sum(others, first)
