"""A* and greedy best-first search over the functions of a game, in one kernel.

It selects the same paths in the same order as `path_search.py`: the path with the least
priority, of equal ones the oldest. The priority is the estimate of the cost to a goal,
in A* together with the cost so far. A path to a state that an older path reaches at no
more cost would never be selected, so it is not kept. Each step costs 1.

A state is kept once, as the words that tell it from all others. A path is four numbers:
its state, the path before it, the move between them, and its cost.
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
    make_state,
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
from pygame_search.network.searches.table import Words, digest

#: More counts, after those of `path_kernel.py`: the states, and the paths.
STATES, PATHS = COUNTS, COUNTS + 1

#: Data of a path: its state, the path before it, the move between them, the cost.
STATE, BEFORE, MOVE, COST = range(4)

#: Data of a state: its estimate; the least cost of a path to it that was made, and of
#: one that was selected.
ESTIMATE, MADE, REACHED = range(3)

#: Priorities are from -OFFSET to OFFSET; a path's number has NUMBER_BITS.
_OFFSET, _NUMBER_BITS = 1 << 31, 30
_NUMBER = (1 << _NUMBER_BITS) - 1


class Room(NamedTuple):
    """The arrays of a search.

    Attributes:
        states: of each state the words that tell it from all others.
        work: two states, as the functions of the game need them: that of the path that
            is selected, and one that follows.
        data: of each state, see ESTIMATE.
        paths: of each path, see STATE.
        heap: of each path that waits its priority and its number, as a binary heap.
        homes: a hash table with the number of each state + 1, and 0 at free places. A
            state is at the place of its digest, or at the next that was free.
        moves: room for the moves of a state.
        joint: room for a joint move.
        counts: see `path_kernel.py`, and STATES.
    """

    states: Words
    work: Words
    data: Ints
    paths: Numbers
    heap: Ints
    homes: Numbers
    moves: Numbers
    joint: Numbers
    counts: Ints


@linked_kernel
def search(machine: Machine, room: Room, least: int, greedy: bool) -> int:
    """Select and expand paths; return why the kernel stopped.

    Before the first call the first row of the states is the start; no path is made.

    Args:
        machine: of the game.
        room: the arrays.
        least: the least worth of an end that is a goal.
        greedy: whether the priority is the estimate alone.
    """
    counts, paths, data = room.counts, room.paths, room.data
    here, following = address(room.work, np.int64(0)), address(room.work, np.int64(1))
    if counts[PATHS] == 0:
        make_state(machine.context, following, address(room.states, np.int64(0)))
        if not _make_path(machine, room, -1, -1, 0, greedy):
            return NO_ESTIMATE
    while True:
        if counts[EXPANDED] >= counts[STOP]:
            return PAUSED
        most = machine.moves + 2
        if (
            counts[STATES] + most >= len(data)
            or counts[PATHS] + most >= len(paths)
            or 2 * (counts[STATES] + most) > len(room.homes)
        ):
            return ROOM
        if counts[SELECTED] < 0:
            if counts[WAITING] == 0:
                return DONE
            path = _pop(room)
            state, cost = np.int64(paths[path, STATE]), np.int64(paths[path, COST])
            if cost >= data[state, REACHED]:
                continue
            data[state, REACHED] = cost
            counts[SELECTED] = path
            make_state(machine.context, here, address(room.states, state))
            if is_terminal(machine.context, here) == 1:
                goal = goal_at(machine, here, 0)
                if goal < 0:
                    return NO_GOAL
                if machine.goals[goal, WORTH] >= least:
                    return MET
            if counts[EXPANDED] >= counts[LIMIT]:
                return LIMITED
        reason = _expand(machine, room, counts[SELECTED], greedy)
        if reason != DONE:
            return reason
        counts[SELECTED] = -1
        counts[EXPANDED] += 1
        counts[MOST_WAITING] = max(counts[MOST_WAITING], counts[WAITING])


@inner_kernel
def _expand(machine: Machine, room: Room, path: Any, greedy: Any) -> int:
    """Make the paths that are a step longer; return DONE, or an error."""
    context, cost = machine.context, np.int64(room.paths[path, COST])
    here, following = address(room.work, np.int64(0)), address(room.work, np.int64(1))
    if is_terminal(context, here) == 1:
        return DONE
    end = legal_moves(machine, here, np.int64(0), room.moves, np.int64(0))
    for i in range(end):
        room.joint[0] = room.moves[i]
        joint = address(room.joint, np.int64(0))
        make_step(context, here, joint, following, np.int64(1))
        if not _make_path(machine, room, path, room.moves[i], cost + 1, greedy):
            return NO_ESTIMATE
    return DONE


@inner_kernel
def _make_path(
    machine: Machine, room: Room, before: Any, move: Any, cost: Any, greedy: Any
) -> Any:
    """Make a path to the state that follows, unless a path as cheap leads there.

    Returns:
        Whether the state has an estimate.
    """
    counts, data, homes = room.counts, room.data, room.homes
    new = counts[STATES]
    for i in range(machine.key):
        room.states[new, i] = room.work[1, i]
    home = _home(room, machine.key, new)
    state = np.int64(homes[home]) - 1
    if state < 0:
        state = new
        estimate = estimate_of(machine.context, address(room.work, np.int64(1)))
        if estimate == NO_GOAL_VALUE:
            return False
        data[state, ESTIMATE], data[state, REACHED] = estimate, FAR
        homes[home] = state + 1
        counts[STATES] += 1
    elif cost >= data[state, MADE]:
        return True
    data[state, MADE] = cost
    path = counts[PATHS]
    row = room.paths[path]
    row[STATE], row[BEFORE], row[MOVE], row[COST] = state, before, move, cost
    counts[PATHS] += 1
    priority = data[state, ESTIMATE]
    if not greedy:
        priority += cost
    _push(room, (priority + _OFFSET) << _NUMBER_BITS | path)
    return True


@inner_kernel
def _home(room: Room, size: Any, new: Any) -> Any:
    """Return the place of a state in the hash table, or a free one for it."""
    states, homes = room.states, room.homes
    last = np.uint64(len(homes) - 1)
    home = np.int64(digest(states[new], size) & last)
    while homes[home] != 0:
        other = states[homes[home] - 1]
        same = True
        for i in range(size):
            same &= other[i] == states[new, i]
        if same:
            return home
        home = (home + 1) & np.int64(last)
    return home


@inner_kernel
def _push(room: Room, key: Any) -> None:
    """Add a path to the heap."""
    heap, counts = room.heap, room.counts
    at = counts[WAITING]
    counts[WAITING] += 1
    while at > 0:
        above = (at - 1) >> 1
        if heap[above] <= key:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = key


@inner_kernel
def _pop(room: Room) -> Any:
    """Take the path with the least priority; return its number."""
    heap, counts = room.heap, room.counts
    found = heap[0] & _NUMBER
    counts[WAITING] -= 1
    end = counts[WAITING]
    key = heap[end]
    at = np.int64(0)
    while 2 * at + 1 < end:
        below = 2 * at + 1
        if below + 1 < end and heap[below + 1] < heap[below]:
            below += 1
        if key <= heap[below]:
            break
        heap[at] = heap[below]
        at = below
    heap[at] = key
    return found


@linked_kernel
def fill(machine: Machine, room: Room) -> int:
    """Enter all states in an empty hash table."""
    for state in range(room.counts[STATES]):
        room.homes[_home(room, machine.key, state)] = state + 1
    return 0


class Informed(PathKernel):
    """A* or greedy best-first search.

    Args:
        game, machine, least, memory: see `PathKernel`.
        start: the bits of the fluents of the first state, in words.
        greedy: whether the priority of a path is its estimate alone, as in greedy
            best-first search, and not together with its cost, as in A*.
    """

    def __init__(
        self,
        game: GameCode,
        machine: Machine,
        start: NDArray[np.uint64],
        *,
        least: int,
        greedy: bool,
        memory: int,
    ) -> None:
        super().__init__(game, machine, least=least, memory=memory)
        self._greedy = greedy
        self._room = self._new_room(4 * (game.moves + 2))
        self._room.states[0] = game.state(start)[: game.key]
        self.counts[SELECTED] = -1

    def _new_room(self, size: int) -> Room:
        """Return arrays for so many states, and so many paths."""
        room = Room(
            states=np.zeros((size, self._game.key), np.uint64),
            work=np.zeros((2, self._game.size), np.uint64),
            data=np.zeros((size, 3), np.int64),
            paths=np.zeros((size, 4), np.int32),
            heap=np.zeros(size, np.int64),
            homes=np.zeros(1 << (2 * size - 1).bit_length(), np.int32),
            moves=np.zeros(self._game.moves + 1, np.int32),
            joint=np.zeros(self._game.roles, np.int32),
            counts=np.zeros(COUNTS + 2, np.int64),
        )
        self.counts = room.counts
        return room

    @property
    def reached(self) -> int:
        """How many states were reached."""
        return int(self.counts[STATES])

    def _search(self) -> int:
        return int(
            search(self._game, self._machine, self._room, self._least, self._greedy)
        )

    def _enlarge(self) -> None:
        """Double the arrays."""
        old = self._room
        size = 2 * len(old.paths)
        most = self._memory if size <= 1 << _NUMBER_BITS else 0
        self._must_fit(self.reached, sum(array.nbytes for array in old), most, "states")
        new = self._new_room(size)
        for name in ("states", "work", "data", "paths", "heap", "counts"):
            array = getattr(old, name)
            getattr(new, name)[: len(array)] = array
        fill(self._game, self._machine, new)
        self._room = new

    def path(self) -> tuple[list[NDArray[np.bool_]], list[int]]:
        """Return the path that was met last."""
        states, moves = [], []
        path = int(self.counts[SELECTED])
        while path >= 0:
            state, path, move, _ = self._room.paths[path].tolist()
            states.append(self._game.held(self._room.states[state]))
            moves.append(move)
        return states[::-1], moves[-2::-1]
