"""Depth-first search for paths within a bound that grows, in one kernel.

It selects the same paths in the same order as `path_search.py`. The bound is on the
length of a path, as in iterative deepening, or on the sum of its cost and the estimate
of what is left, as in IDA* (Korf 1985). Paths that visit a state twice are pruned. Each
step costs 1.

Only the paths that wait are kept, and the states of the path that was selected.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.game_code import GameCode
from pygame_search.network.game_functions import (
    NO_GOAL_VALUE,
    Machine,
    address,
    estimate_of,
    is_terminal,
    make_step,
)
from pygame_search.network.jit import inner_kernel, linked_kernel
from pygame_search.network.searches.node import (
    DONE,
    NO_GOAL,
    PAUSED,
    ROOM,
    WORTH,
    Ints,
    Numbers,
    goal_at,
    legal_moves,
)
from pygame_search.network.searches.path_kernel import (
    COUNTS,
    EXPANDED,
    FAR,
    LIMIT,
    LIMITED,
    MET,
    MOST_WAITING,
    NO_ESTIMATE,
    SELECTED,
    STOP,
    WAITING,
    PathKernel,
)
from pygame_search.network.searches.table import Words

#: More counts, after those of `path_kernel.py`: the bound before this one, this one,
#: and the next one, FAR for none; 1 once a path was selected. SELECTED is the length
#: of the path that was selected.
BEFORE, BOUND, NEXT, BEGUN = range(COUNTS, COUNTS + 4)

#: Data of a path that waits: its length, the least bound within which it is reached,
#: and its last move.
LENGTH, WITHIN, MOVE = range(3)


class Room(NamedTuple):
    """The arrays of a search.

    Attributes:
        start: the first state.
        states: the ends of the paths that wait, as the functions of the game need them,
            the next one last; there is room for more.
        data: of each of these paths, see LENGTH.
        here: the end of the path that was selected.
        line: of this path, the words that tell its states from all others.
        line_data: of each part of it that begins at the start, as `data`.
        moves: room for the moves of a state.
        joint: room for a joint move.
        counts: see `path_kernel.py`, and BEFORE.
    """

    start: Words
    states: Words
    data: Ints
    here: Words
    line: Words
    line_data: Ints
    moves: Numbers
    joint: Numbers
    counts: Ints


@linked_kernel
def search(machine: Machine, room: Room, least: int, informed: bool) -> int:
    """Select and expand paths; return why the kernel stopped.

    Args:
        machine: of the game.
        room: the arrays.
        least: the least worth of an end that is a goal.
        informed: whether the bound is on the sum of cost and estimate.
    """
    counts = room.counts
    here = address(room.here, np.int64(0))
    if counts[BEGUN] == 0:
        counts[NEXT] = 0
        if informed:
            counts[NEXT] = estimate_of(machine.context, address(room.start, 0))
            if counts[NEXT] == NO_GOAL_VALUE:
                return NO_ESTIMATE
        counts[BEGUN] = 1
    while True:
        if counts[EXPANDED] >= counts[STOP]:
            return PAUSED
        if counts[WAITING] + machine.moves + 2 > len(room.states):
            return ROOM
        if counts[SELECTED] < 0:
            if counts[WAITING] == 0:
                if counts[NEXT] == FAR:
                    return DONE
                _begin(room)
            counts[WAITING] -= 1
            top = counts[WAITING]
            length, within = room.data[top, LENGTH], room.data[top, WITHIN]
            if length + 2 > len(room.line):
                counts[WAITING] += 1
                return ROOM
            if _meets(room, machine.key, room.states[top], length):
                continue
            if within > counts[BOUND]:
                counts[NEXT] = min(counts[NEXT], within)
                continue
            for i in range(machine.size):
                room.here[0, i] = room.states[top, i]
            for i in range(machine.key):
                room.line[length, i] = room.here[0, i]
            for i in range(3):
                room.line_data[length, i] = room.data[top, i]
            counts[SELECTED] = length
            if within > counts[BEFORE] and is_terminal(machine.context, here) == 1:
                goal = goal_at(machine, here, 0)
                if goal < 0:
                    return NO_GOAL
                if machine.goals[goal, WORTH] >= least:
                    return MET
            if counts[EXPANDED] >= counts[LIMIT]:
                return LIMITED
        if not _expand(machine, room, informed):
            return NO_ESTIMATE
        counts[SELECTED] = -1
        counts[EXPANDED] += 1
        counts[MOST_WAITING] = max(counts[MOST_WAITING], counts[WAITING])


@inner_kernel
def _begin(room: Room) -> None:
    """Begin anew with the next bound."""
    counts = room.counts
    counts[BEFORE], counts[BOUND] = counts[BOUND], counts[NEXT]
    counts[NEXT] = FAR
    for i in range(room.start.shape[1]):
        room.states[0, i] = room.start[0, i]
    row = room.data[0]
    row[LENGTH], row[WITHIN], row[MOVE] = 0, counts[BOUND], -1
    if counts[BEFORE] > -FAR:
        row[WITHIN] = room.line_data[0, WITHIN]
    counts[WAITING] = 1


@inner_kernel
def _meets(room: Room, size: Any, state: Any, length: Any) -> Any:
    """Return whether a state is among so many of the path."""
    for at in range(length - 1, -1, -1):
        same = True
        for i in range(size):
            same &= room.line[at, i] == state[i]
        if same:
            return True
    return False


@inner_kernel
def _expand(machine: Machine, room: Room, informed: Any) -> Any:
    """Add the paths that are a step longer; return whether all have an estimate."""
    context, counts = machine.context, room.counts
    here = address(room.here, np.int64(0))
    if is_terminal(context, here) == 1:
        return True
    end = legal_moves(machine, here, np.int64(0), room.moves, np.int64(0))
    length = counts[SELECTED] + 1
    within = room.line_data[length - 1, WITHIN]
    hides = not informed and length > counts[BOUND]
    for i in range(end):
        row = counts[WAITING] + end - 1 - i
        room.joint[0] = room.moves[i]
        joint = address(room.joint, np.int64(0))
        make_step(context, here, joint, address(room.states, row), np.int64(1))
        if hides:
            if not _meets(room, machine.key, room.states[row], length):
                counts[NEXT] = length
                return True
            continue
        data = room.data[row]
        data[LENGTH], data[WITHIN], data[MOVE] = length, length, room.moves[i]
        if informed:
            estimate = estimate_of(context, address(room.states, row))
            if estimate == NO_GOAL_VALUE:
                return False
            data[WITHIN] = max(within, length + estimate)
    if not hides:
        counts[WAITING] += end
    return True


class Bounded(PathKernel):
    """Iterative deepening, or IDA*.

    Args:
        game, machine, least, memory: see `PathKernel`.
        start: the bits of the fluents of the first state, in words.
        informed: whether it is the latter.
    """

    def __init__(
        self,
        game: GameCode,
        machine: Machine,
        start: NDArray[np.uint64],
        *,
        least: int,
        informed: bool,
        memory: int,
    ) -> None:
        super().__init__(game, machine, least=least, memory=memory)
        self._informed = informed
        self._room = self._new_room(4 * (game.moves + 2), 64)
        self._room.start[0] = game.state(start)
        self.counts[SELECTED] = -1
        self.counts[BEFORE] = self.counts[BOUND] = -FAR

    def _new_room(self, size: int, length: int) -> Room:
        """Return arrays for so many paths that wait, and a path of a length."""
        game = self._game
        room = Room(
            start=np.zeros((1, game.size), np.uint64),
            states=np.zeros((size, game.size), np.uint64),
            data=np.zeros((size, 3), np.int64),
            here=np.zeros((1, game.size), np.uint64),
            line=np.zeros((length, game.key), np.uint64),
            line_data=np.zeros((length, 3), np.int64),
            moves=np.zeros(game.moves + 1, np.int32),
            joint=np.zeros(game.roles, np.int32),
            counts=np.zeros(COUNTS + 4, np.int64),
        )
        self.counts = room.counts
        return room

    @property
    def reached(self) -> None:
        """It is not recorded."""

    def _search(self) -> int:
        return int(
            search(self._game, self._machine, self._room, self._least, self._informed)
        )

    def _enlarge(self) -> None:
        """Double the arrays."""
        old = self._room
        waiting, used = int(self.counts[WAITING]), sum(array.nbytes for array in old)
        self._must_fit(waiting, used, self._memory, "paths")
        new = self._new_room(2 * len(old.states), 2 * len(old.line))
        for name in ("start", "states", "data", "here", "line", "line_data", "counts"):
            array = getattr(old, name)
            getattr(new, name)[: len(array)] = array
        self._room = new

    def path(self) -> tuple[list[NDArray[np.bool_]], list[int]]:
        """Return the path that was met last."""
        count = int(self.counts[SELECTED]) + 1
        room, size = self._room, self._game.size
        states = np.zeros((count, size), np.uint64)
        states[:, : self._game.key] = room.line[:count]
        return (
            [self._game.held(state) for state in states],
            room.line_data[1:count, MOVE].tolist(),
        )
