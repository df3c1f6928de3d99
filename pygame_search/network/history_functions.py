"""The functions of a game that keeps its history, over those of its plain states.

They are those of `game_functions.py`, with what a context stands for in the place of
its address. The functions of the plain game have the same names with `plain_` in place
of `game_`. A state is the history and then the plain state. The history is the number
of positions that have occurred, and a row for each: its words, and how often it has
occurred. The rows ascend, and all behind them is 0, so that states with the same
history have the same words.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import llvmlite.binding as llvm
import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import lowest
from pygame_search.network.game_functions import (
    FUNCTIONS,
    address,
    call_of,
    moves_at,
    words_at,
)
from pygame_search.network.jit import inner_kernel, instruction

Ints: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]

#: What the functions of the plain game are called.
PLAIN = {name: name.replace("game_", "plain_", 1) for name in FUNCTIONS}
for _name in PLAIN.values():
    llvm.add_symbol(_name, 1)

#: What random games ask of the history beside, with the number of arguments.
MORE_FUNCTIONS = {"game_candidates": 3, "game_allows": 3}
for _name in MORE_FUNCTIONS:
    llvm.add_symbol(_name, 1)

#: Fields of `Counting.sizes`: the words of the history, those that tell a plain state
#: from all others, the words of a position, how many rows the history has, how many
#: roles there are.
HISTORY, PLAIN_KEY, POSITION, ROWS, ROLES = range(5)

#: What keeps a function from its answer, in `Counting.fault`: there are more positions
#: than rows, one has occurred too often, others have no `noop` where a move is tried.
NO_FAULT, TOO_LONG, TOO_OFTEN, NO_NOOP = range(4)

#: Instead of the number of positions, in a state after a fault.
SPOILT = np.uint64((1 << 64) - 1)


class Counting(NamedTuple):
    """How a game keeps its history.

    Attributes:
        context: that of the plain game, one number.
        sizes: see HISTORY.
        places: the words of a plain state that have parts of a position.
        masks: and their bits that are such parts. The words of a position are these
            bits, and then those of `Network.derived_parts`.
        counts: the bits of a plain state that say how often a position has occurred.
        now: for each count from 1 the bit of a plain state that says that the position
            has occurred so often; -1 where no rule reads it. Empty if none asks.
        cases: the bits of a plain state that say how often the position after a move
            will have occurred, each with its count. The first row stands for all other
            counts: -1, and the greatest count that the rules can be told.
        noops: the move `noop` of each role, -1 for none.
        idle: whether a role does `noop` if and only if no other move is legal.
        fault: see NO_FAULT.
        plain: room for plain states, one for each case and one more.
        position: room for a position.
        joint: room for a joint move.
        lists: room for two lists of moves.
        marks: for each move a bit for each case in which it is legal.
    """

    context: Ints
    sizes: Ints
    places: Ints
    masks: Words
    counts: Words
    now: Ints
    cases: Ints
    noops: Ints
    idle: Ints
    fault: Ints
    plain: Words
    position: Words
    joint: NDArray[np.int32]
    lists: NDArray[np.int32]
    marks: Words


def _plain(name: str, count: int) -> Any:
    """Return an instruction that calls a function of the plain game.

    Args:
        name: of the function, without `plain_`.
        count: the number of its arguments beside the context.
    """

    def one(typing: Any, context: Any, state: Any) -> Any:
        return call_of(f"plain_{name}", context, state)

    def two(typing: Any, context: Any, state: Any, a: Any) -> Any:
        return call_of(f"plain_{name}", context, state, a)

    def three(typing: Any, context: Any, state: Any, a: Any, b: Any) -> Any:
        return call_of(f"plain_{name}", context, state, a, b)

    def four(typing: Any, context: Any, state: Any, a: Any, b: Any, c: Any) -> Any:
        return call_of(f"plain_{name}", context, state, a, b, c)

    return instruction((one, two, three, four)[count - 1])


_is_terminal = _plain("terminal", 1)
_goal_of = _plain("goal", 2)
_list_moves = _plain("legal", 3)
_make_step = _plain("step", 4)
_worth_of = _plain("value", 2)
_is_quiet = _plain("quiet", 1)
_list_noisy = _plain("noisy", 3)
_estimate_of = _plain("estimate", 1)
_weight_of = _plain("weight", 2)
_mover_of = _plain("mover", 1)
_threats_of = _plain("threats", 2)
_list_parts = _plain("parts", 2)
_make_state = _plain("begin", 2)


@instruction
def list_candidates(typing: Any, context: Any, state: Any, role: Any, room: Any) -> Any:
    """List the moves of a role that may be legal, as `list_moves` does."""
    return call_of("game_candidates", context, state, role, room)


@instruction
def is_allowed(typing: Any, context: Any, state: Any, role: Any, move: Any) -> Any:
    """Return 1 if one of the candidates that were listed last is legal, else 0."""
    return call_of("game_allows", context, state, role, move)


@inner_kernel
def _inside(counting: Counting, state: Any) -> Any:
    """Return the address of the plain state within a state."""
    return state + 8 * counting.sizes[HISTORY]


def game_terminal(counting: Counting, state: int) -> Any:
    """See `game_functions.py`."""
    return _is_terminal(counting.context[0], _inside(counting, state))


def game_goal(counting: Counting, state: int, role: int) -> Any:
    """See `game_functions.py`."""
    return _goal_of(counting.context[0], _inside(counting, state), role)


def game_value(counting: Counting, state: int, weights: int) -> Any:
    """See `game_functions.py`."""
    return _worth_of(counting.context[0], _inside(counting, state), weights)


def game_quiet(counting: Counting, state: int) -> Any:
    """See `game_functions.py`."""
    return _is_quiet(counting.context[0], _inside(counting, state))


def game_estimate(counting: Counting, state: int) -> Any:
    """See `game_functions.py`."""
    return _estimate_of(counting.context[0], _inside(counting, state))


def game_weight(counting: Counting, state: int, move: int) -> Any:
    """See `game_functions.py`."""
    return _weight_of(counting.context[0], _inside(counting, state), move)


def game_mover(counting: Counting, state: int) -> Any:
    """See `game_functions.py`."""
    return _mover_of(counting.context[0], _inside(counting, state))


def game_threats(counting: Counting, state: int, role: int) -> Any:
    """See `game_functions.py`."""
    return _threats_of(counting.context[0], _inside(counting, state), role)


def game_wins(counting: Counting, state: int, room: int) -> Any:
    """List none: a move that would win may be illegal by the history."""
    return np.int64(0)


def game_key(counting: Counting, state: int, key: int) -> Any:
    """See `game_functions.py`; no state has the key of another."""
    size = counting.sizes[HISTORY] + counting.sizes[PLAIN_KEY]
    _copy(words_at(state, size), words_at(key, size), size)
    return np.int64(0)


def game_begin(counting: Counting, state: int, words: int) -> Any:
    """See `game_functions.py`."""
    size = counting.sizes[HISTORY]
    _copy(words_at(words, size), words_at(state, size), size)
    return _make_state(
        counting.context[0], _inside(counting, state), _inside(counting, words)
    )


def game_parts(counting: Counting, state: int, room: int) -> Any:
    """See `game_functions.py`."""
    return _list_parts(counting.context[0], _inside(counting, state), room)


def game_legal(counting: Counting, state: int, role: int, room: int) -> Any:
    """See `game_functions.py`."""
    return _legal(counting, state, role, room)


@inner_kernel
def _legal(counting: Counting, state: Any, role: Any, room: Any) -> Any:
    """List the legal moves of a role; see `list_moves`."""
    listed = _candidates(counting, state, role, room)
    if len(counting.cases) == 1:
        return listed
    found, kept = moves_at(room, listed), np.int64(0)
    for at in range(listed):
        if _allows(counting, state, role, np.int64(found[at])):
            found[kept] = found[at]
            kept += 1
    if kept == 0 and counting.idle[0] and counting.noops[role] >= 0:
        moves_at(room, np.int64(1))[0] = counting.noops[role]
        kept += 1
    return kept if counting.fault[0] == NO_FAULT else np.int64(0)


def game_candidates(counting: Counting, state: int, role: int, room: int) -> Any:
    """See `list_candidates`."""
    return _candidates(counting, state, role, room)


def game_allows(counting: Counting, state: int, role: int, move: int) -> Any:
    """See `is_allowed`."""
    return _allows(counting, state, role, move)


@inner_kernel
def _candidates(counting: Counting, state: Any, role: Any, room: Any) -> Any:
    """List the moves of a role that are legal in some case, as `list_moves` does."""
    inside, cases = _inside(counting, state), len(counting.cases)
    marks, context = counting.marks, counting.context[0]
    if words_at(state, np.int64(1))[0] == SPOILT:
        return np.int64(0)
    if cases == 1:
        return _list_moves(context, inside, role, room)
    for move in range(len(marks)):
        marks[move] = np.uint64(0)
    for case in range(cases):
        _prepare(counting, inside, case)
        plain = address(counting.plain, np.int64(case))
        listed = _list_moves(context, plain, role, room)
        moves = moves_at(room, listed)
        for at in range(listed):
            marks[moves[at]] |= np.uint64(1) << np.uint64(case)
    every = (np.uint64(1) << np.uint64(cases)) - np.uint64(1)
    if counting.idle[0] and counting.noops[role] >= 0:
        marks[counting.noops[role]] = np.uint64(0)  # it is added if no other is legal
    moves = moves_at(room, np.int64(len(marks)))
    found, open_cases = np.int64(0), False
    for move in range(len(marks)):
        if marks[move] != 0:
            moves[found] = move
            found += 1
            open_cases |= marks[move] != every
    if open_cases and not _others_wait(counting, role):
        counting.fault[0] = NO_NOOP
        return np.int64(0)
    return found


@inner_kernel
def _allows(counting: Counting, state: Any, role: Any, move: Any) -> Any:
    """Return 1 if a move is legal, else 0; it was among the last candidates."""
    mark, cases = counting.marks[move], len(counting.cases)
    if cases == 1 or mark == (np.uint64(1) << np.uint64(cases)) - np.uint64(1):
        return np.int64(1)
    some = np.int64(lowest(mark))
    count = _count_after(counting, state, some, role, move)
    return np.int64((mark >> np.uint64(_case_of(counting, count))) & np.uint64(1))


def game_noisy(counting: Counting, state: int, role: int, room: int) -> Any:
    """See `game_functions.py`."""
    context, inside = counting.context[0], _inside(counting, state)
    if words_at(state, np.int64(1))[0] == SPOILT:
        return np.int64(0)
    if len(counting.cases) == 1:
        return _list_noisy(context, inside, role, room)
    legal = _legal(counting, state, role, address(counting.lists, np.int64(0)))
    for move in range(len(counting.marks)):
        counting.marks[move] = np.uint64(0)
    for case in range(len(counting.cases)):
        # Which moves are noisy does not depend on the case, but which are listed does.
        plain = address(counting.plain, np.int64(case))
        listed = _list_noisy(context, plain, role, room)
        if listed < 0:
            return listed
        moves = moves_at(room, listed & 0xFFFFFFFF)
        for at in range(len(moves)):
            counting.marks[moves[at]] = np.uint64(1)
    noisy, found = np.int64(0), moves_at(room, legal)
    for at in range(legal):
        move = counting.lists[0, at]
        if counting.marks[move] != 0:
            found[noisy] = move
            noisy += 1
    return noisy | (legal << 32)


def game_step(
    counting: Counting, state: int, joint: int, following: int, whole: int
) -> Any:
    """See `game_functions.py`."""
    sizes = counting.sizes
    inside = _inside(counting, following)
    _make_step(counting.context[0], _inside(counting, state), joint, inside, 1)
    history = words_at(following, sizes[HISTORY])
    before = words_at(state, sizes[HISTORY])
    if before[0] == SPOILT:
        history[0] = SPOILT
        return np.int64(0)
    _take_position(counting, inside)
    row, count = _found(counting, before)
    _insert(counting, before, history, row, count)
    _say_now(counting, inside, count + 1)
    if counting.fault[0] != NO_FAULT:
        history[0] = SPOILT
    return np.int64(0)


@inner_kernel
def _copy(source: Words, target: Words, size: Any) -> None:
    for at in range(size):
        target[at] = source[at]


@inner_kernel
def _take_position(counting: Counting, inside: Any) -> None:
    """Take the position of a plain state into the room for one."""
    state, own = words_at(inside, counting.sizes[PLAIN_KEY]), len(counting.places)
    for at in range(own):
        counting.position[at] = state[counting.places[at]] & counting.masks[at]
    if counting.sizes[POSITION] > own:
        _list_parts(
            counting.context[0], inside, address(counting.position, np.int64(own))
        )


@inner_kernel
def _found(counting: Counting, history: Words) -> Any:
    """Return where the position belongs in a history, and how often it is there."""
    words = counting.sizes[POSITION]
    low, high = np.int64(0), np.int64(history[0])
    while low < high:
        middle = (low + high) // 2
        at = 1 + middle * (words + 1)
        order = 0
        for word in range(words):
            if history[at + word] != counting.position[word]:
                order = -1 if history[at + word] < counting.position[word] else 1
                break
        if order == 0:
            return middle, np.int64(history[at + words])
        if order < 0:
            low = middle + 1
        else:
            high = middle
    return low, np.int64(0)


@inner_kernel
def _insert(
    counting: Counting, before: Words, history: Words, row: Any, count: Any
) -> None:
    """Make the history after one in which the position belongs in a row."""
    width = counting.sizes[POSITION] + 1
    rows = np.int64(before[0])
    new = np.int64(count == 0)
    if rows + new > counting.sizes[ROWS]:
        counting.fault[0] = TOO_LONG
        return
    at, end = 1 + row * width, 1 + rows * width
    # What the room had before ends here: all of it, if that was no history.
    spoilt = history[0] > np.uint64(counting.sizes[ROWS])
    old = counting.sizes[HISTORY] if spoilt else 1 + np.int64(history[0]) * width
    history[0] = np.uint64(rows + new)
    for word in range(1, at):
        history[word] = before[word]
    for word in range(width - 1):
        history[at + word] = counting.position[word]
    history[at + width - 1] = np.uint64(count + 1)
    for word in range(at + (1 - new) * width, end):
        history[word + new * width] = before[word]
    for word in range(end + new * width, old):
        history[word] = np.uint64(0)


@inner_kernel
def _say_now(counting: Counting, inside: Any, count: Any) -> None:
    """Tell a plain state how often its position has occurred, and nothing else."""
    most = len(counting.now)
    bit = counting.now[count - 1] if count <= most else np.int64(-1)
    if most > 0 and count > most:
        counting.fault[0] = TOO_OFTEN
    size, room = counting.sizes[PLAIN_KEY], len(counting.plain) - 1
    state = words_at(inside, size)
    for word in range(size):
        counting.plain[room, word] = state[word] & ~counting.counts[word]
    if bit >= 0:
        counting.plain[room, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
    _make_state(counting.context[0], inside, address(counting.plain, np.int64(room)))


@inner_kernel
def _prepare(counting: Counting, inside: Any, case: Any) -> None:
    """Make the plain state of a case in its room."""
    size, room = counting.sizes[PLAIN_KEY], len(counting.plain) - 1
    state, bit = words_at(inside, size), counting.cases[case, 0]
    for word in range(size):
        counting.plain[room, word] = state[word]
    if bit >= 0:
        counting.plain[room, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
    _make_state(
        counting.context[0],
        address(counting.plain, np.int64(case)),
        address(counting.plain, np.int64(room)),
    )


@inner_kernel
def _others_wait(counting: Counting, role: Any) -> Any:
    """Return whether all other roles may do `noop`; make that their moves."""
    room = address(counting.lists, np.int64(1))
    for other in range(counting.sizes[ROLES]):
        if other == role:
            continue
        noop = counting.noops[other]
        for case in range(len(counting.cases)):
            plain, waits = address(counting.plain, np.int64(case)), False
            listed = _list_moves(counting.context[0], plain, np.int64(other), room)
            for at in range(listed):
                waits |= counting.lists[1, at] == noop
            if not waits:
                return False
        counting.joint[other] = noop
    return True


@inner_kernel
def _count_after(
    counting: Counting, state: Any, case: Any, role: Any, move: Any
) -> Any:
    """Return how often the position after a move will have occurred.

    Args:
        counting: of the game.
        state: the address of the state.
        case: one in which the move is legal.
        role: whose move it is; all others wait.
        move: the move.
    """
    counting.joint[role] = move
    to = address(counting.plain, np.int64(len(counting.plain) - 1))
    _make_step(
        counting.context[0],
        address(counting.plain, np.int64(case)),
        address(counting.joint, np.int64(0)),
        to,
        np.int64(1),
    )
    _take_position(counting, to)
    _, count = _found(counting, words_at(state, counting.sizes[HISTORY]))
    return count + 1


@inner_kernel
def _case_of(counting: Counting, count: Any) -> Any:
    """Return the case of a count."""
    if count > counting.cases[0, 1]:
        counting.fault[0] = TOO_OFTEN
    for case in range(1, len(counting.cases)):
        if counting.cases[case, 1] == count:
            return case
    return 0
