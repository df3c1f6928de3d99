"""Choose among the legal moves of a role, in LANES states at once.

The moves are counted in binary, a row for each binary digit, in groups of GROUP moves.
A random number below the count is drawn in each lane. Then a pass over the groups
subtracts their counts from it, and finds the group and the move at which the number is
used up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import inner_kernel
from pygame_search.network.lanes.lane_words import (
    WORDS,
    empty_rows,
    literal,
    load,
    some,
    splat,
    store,
)
from pygame_search.network.lanes.schedule import GROUP, Schedule

_WORDS = np.uint64(WORDS)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)

#: The most binary digits of a number of moves.
PLANES = 24

#: The rows of a choice: the count, the highest number to draw, the digits that it can
#: have, the number drawn, and a candidate that may be rejected.
TOTAL, HIGHEST, MASK, RANK, DRAWN = (i * PLANES for i in range(5))


class Choice(NamedTuple):
    """The working memory of choices.

    Attributes:
        active: a row: the lanes in which to choose.
        parts: the count of each group, three rows each.
        filled: for each group, whether any lane has a legal move of it.
        blank: for each group, whether the rows of its moves are known to be 0.
        work: the rows of the current role; see TOTAL.
        random: two rows, the state of the generator (xoroshiro128++ in each word).
        wrong: a row: the lanes in which a move of chance had not just one weight.
    """

    active: NDArray[np.uint64]
    parts: NDArray[np.uint64]
    filled: NDArray[np.uint8]
    blank: NDArray[np.uint8]
    work: NDArray[np.uint64]
    random: NDArray[np.uint64]
    wrong: NDArray[np.uint64]


def choice(plan: Schedule, seed: Sequence[int] = (0,)) -> Choice:
    """Return the working memory of choices for a network."""
    groups = len(plan.legal) // GROUP
    random = empty_rows(2)
    random[:] = np.random.SeedSequence(list(seed)).generate_state(2 * WORDS, np.uint64)
    return Choice(
        active=empty_rows(1),
        parts=empty_rows(3 * groups),
        filled=np.zeros(groups, np.uint8),
        blank=np.zeros(groups, np.uint8),
        work=empty_rows(5 * PLANES),
        random=random,
        wrong=empty_rows(1),
    )


@inner_kernel
def tally(rows: NDArray[np.uint64], plan: Schedule, role: int, room: Choice) -> int:
    """Count the legal moves of a role.

    Args:
        rows: the rows; the part that depends on the state is evaluated.
        plan: the schedule of the network.
        role: the index of the role.
        room: its `active` says which lanes count; receives the count, from row TOTAL
            of `work`.

    Returns:
        The number of binary digits of the count; 0 if no lane has a legal move.
    """
    legal, parts, filled, work = plan.legal, room.parts, room.filled, room.work
    lanes = load(room.active, _ZERO)
    seen = 0
    planes = 0
    for g in range(np.uint64(plan.groups[role]), np.uint64(plan.groups[role + 1])):
        k = g * np.uint64(GROUP)
        a = literal(rows, legal[k]) & lanes
        b = literal(rows, legal[k + np.uint64(1)]) & lanes
        c = literal(rows, legal[k + np.uint64(2)]) & lanes
        ones = a ^ b ^ c
        twos = (a & b) | (c & (a ^ b))
        a = literal(rows, legal[k + np.uint64(3)]) & lanes
        b = literal(rows, legal[k + np.uint64(4)]) & lanes
        c = literal(rows, legal[k + np.uint64(5)]) & lanes
        more = a ^ b ^ c
        twos_more = (a & b) | (c & (a ^ b))
        c = literal(rows, legal[k + np.uint64(6)]) & lanes
        carry = (ones & more) | (c & (ones ^ more))
        ones = ones ^ more ^ c
        fours = (twos & twos_more) | (carry & (twos ^ twos_more))
        twos = twos ^ twos_more ^ carry
        filled[g] = some(ones | twos | fours)
        if not filled[g]:
            continue
        k = g * np.uint64(3) * _WORDS
        store(parts, k, ones)
        store(parts, k + _WORDS, twos)
        store(parts, k + np.uint64(2) * _WORDS, fours)
        seen += GROUP
        while (1 << planes) <= seen:
            store(work, np.uint64(TOTAL + planes) * _WORDS, splat(_ZERO))
            planes += 1
        k = np.uint64(TOTAL) * _WORDS
        a = load(work, k)
        carry = a & ones
        store(work, k, a ^ ones)
        k += _WORDS
        a = load(work, k)
        store(work, k, a ^ twos ^ carry)
        carry = (a & twos) | (carry & (a ^ twos))
        k += _WORDS
        a = load(work, k)
        store(work, k, a ^ fours ^ carry)
        carry = (a & fours) | (carry & (a ^ fours))
        for _ in range(planes - 3):
            k += _WORDS
            a = load(work, k)
            store(work, k, a ^ carry)
            carry = a & carry
    return planes


@inner_kernel
def limit(planes: int, work: NDArray[np.uint64]) -> int:
    """Subtract one from the count of each lane: the highest number to draw.

    Returns:
        The most binary digits of that number; 0 if no lane has more than one move.
    """
    taken = splat(_ZERO)
    for p in range(np.uint64(planes)):
        taken = taken | load(work, (np.uint64(TOTAL) + p) * _WORDS)
    for p in range(np.uint64(planes)):
        value = load(work, (np.uint64(TOTAL) + p) * _WORDS)
        store(work, (np.uint64(HIGHEST) + p) * _WORDS, value ^ taken)
        taken = taken & ~value
    digits = 0
    mask = splat(_ZERO)
    for p in range(planes - 1, -1, -1):
        mask = mask | load(work, np.uint64(HIGHEST + p) * _WORDS)
        store(work, np.uint64(MASK + p) * _WORDS, mask)
        if digits == 0 and some(mask):
            digits = p + 1
    return digits


@inner_kernel
def draw(digits: int, room: Choice) -> None:
    """Draw a number from 0 to the highest in each lane, uniformly.

    Binary digits are drawn until the number is not too high (rejection sampling), so
    the distribution is exactly uniform.

    Args:
        digits: the most binary digits of a number.
        room: holds the highest numbers; receives the numbers, from row RANK of `work`.
    """
    random, work = room.random, room.work
    s = load(random, _ZERO)
    t = load(random, _WORDS)
    todo = load(room.active, _ZERO)
    first = True
    while first or some(todo):
        above = splat(_ZERO)
        for p in range(np.uint64(digits)):
            u = s + t
            bits = ((u << 17) | (u >> 47)) + s
            t = t ^ s
            s = ((s << 49) | (s >> 15)) ^ t ^ (t << 21)
            t = (t << 28) | (t >> 36)
            bits = bits & load(work, (np.uint64(MASK) + p) * _WORDS)
            highest = load(work, (np.uint64(HIGHEST) + p) * _WORDS)
            above = (bits & ~highest) | (above & ~(bits ^ highest))
            if first:
                store(work, (np.uint64(RANK) + p) * _WORDS, bits)
            else:
                store(work, (np.uint64(DRAWN) + p) * _WORDS, bits)
        if not first:
            for p in range(np.uint64(digits)):
                k = (np.uint64(RANK) + p) * _WORDS
                bits = load(work, (np.uint64(DRAWN) + p) * _WORDS)
                store(work, k, (bits & todo) | (load(work, k) & ~todo))
        todo = todo & above
        first = False
    store(random, _ZERO, s)
    store(random, _WORDS, t)


@inner_kernel
def select(
    rows: NDArray[np.uint64], plan: Schedule, role: int, digits: int, room: Choice
) -> None:
    """Make in each lane the move with the lane's number among the legal moves, from 0.

    Args:
        rows: the evaluated rows; receive the moves.
        plan: the schedule of the network.
        role: the index of the role.
        digits: how many binary digits the numbers have.
        room: holds the numbers, from row RANK of `work`; they are used up.
    """
    legal, chosen, work = plan.legal, plan.chosen, room.work
    parts, filled, blank = room.parts, room.filled, room.blank
    lanes = load(room.active, _ZERO)
    for p in range(digits, 3):
        store(work, np.uint64(RANK + p) * _WORDS, splat(_ZERO))
    for g in range(np.uint64(plan.groups[role]), np.uint64(plan.groups[role + 1])):
        k = g * np.uint64(GROUP)
        if not filled[g]:
            if not blank[g]:
                blank[g] = 1
                for i in range(np.uint64(GROUP)):
                    store(rows, chosen[k + i] * _WORDS, splat(_ZERO))
            continue
        blank[g] = 0
        q = g * np.uint64(3) * _WORDS
        r = np.uint64(RANK) * _WORDS
        ones = load(work, r)
        part = load(parts, q)
        store(work, r, ones ^ part)
        short = part & ~ones
        r += _WORDS
        twos = load(work, r)
        part = load(parts, q + _WORDS)
        store(work, r, twos ^ part ^ short)
        short = (part & ~twos) | (short & ~(part ^ twos))
        r += _WORDS
        fours = load(work, r)
        part = load(parts, q + np.uint64(2) * _WORDS)
        store(work, r, fours ^ part ^ short)
        short = (part & ~fours) | (short & ~(part ^ fours))
        for _ in range(digits - 3):
            r += _WORDS
            value = load(work, r)
            store(work, r, value ^ short)
            short = short & ~value
        here = lanes & short
        lanes = lanes & ~short
        for i in range(np.uint64(GROUP)):
            move = literal(rows, legal[k + i]) & here
            store(rows, chosen[k + i] * _WORDS, move & ~(ones | twos | fours))
            ones = ones ^ move
            move = move & ones
            twos = twos ^ move
            fours = fours ^ (move & twos)


@inner_kernel
def take_all(rows: NDArray[np.uint64], plan: Schedule, role: int, room: Choice) -> None:
    """Make the legal moves of a role, at most one in each lane."""
    legal, chosen, filled, blank = plan.legal, plan.chosen, room.filled, room.blank
    lanes = load(room.active, _ZERO)
    for g in range(np.uint64(plan.groups[role]), np.uint64(plan.groups[role + 1])):
        k = g * np.uint64(GROUP)
        if filled[g] or not blank[g]:
            blank[g] = not filled[g]
            for i in range(np.uint64(GROUP)):
                move = literal(rows, legal[k + i]) & lanes
                store(rows, chosen[k + i] * _WORDS, move)


@inner_kernel
def _draw_lots(
    rows: NDArray[np.uint64], plan: Schedule, role: int, planes: int, room: Choice
) -> bool:
    """Make a move of chance at random in each lane, each as likely as it weighs.

    Where it has several moves, one of their lots is drawn, as a move of another role
    is. All lanes have a move.

    Args:
        rows: the rows; the part that depends on the state is evaluated.
        plan: the schedule of the network.
        role: chance.
        planes: the binary digits of the numbers of moves; see `limit`.
        room: holds what `limit` found; `wrong` receives the lanes with a wrong weight.

    Returns:
        Whether each move has just one weight, where there are several.
    """
    lots, work = plan.lots, room.work
    lanes = load(room.active, _ZERO)
    many = splat(_ZERO)
    for p in range(np.uint64(planes)):
        many = many | load(work, (np.uint64(HIGHEST) + p) * _WORDS)
    many = many & lanes
    wrong = splat(_ZERO)
    seen = splat(_ZERO)
    for i in range(len(lots)):
        legal = literal(rows, np.uint64(lots[i, 1])) & many
        weight = literal(rows, np.uint64(lots[i, 2])) & legal
        wrong = wrong | (weight & seen)
        seen = seen | weight
        if i + 1 == len(lots) or lots[i + 1, 3] != lots[i, 3]:
            wrong = wrong | (legal & ~seen)
            seen = splat(_ZERO)
        store(rows, np.uint64(lots[i, 0]) * _WORDS, weight)
    if some(wrong):
        store(room.wrong, _ZERO, wrong)
        return False
    store(room.active, _ZERO, many)
    drawn = len(plan.planes)
    digits = limit(tally(rows, plan, drawn, room), work)
    draw(digits, room)
    select(rows, plan, drawn, digits, room)
    store(room.active, _ZERO, lanes)
    for g in range(np.uint64(plan.groups[role]), np.uint64(plan.groups[role + 1])):
        room.blank[g] = 0
    move = splat(_ZERO)
    for i in range(len(lots)):
        for row in range(lots[i, 4], lots[i, 5]):
            move = move | load(rows, np.uint64(row) * _WORDS)
        if i + 1 == len(lots) or lots[i + 1, 3] != lots[i, 3]:
            only = literal(rows, np.uint64(lots[i, 1])) & lanes & ~many
            store(rows, np.uint64(lots[i, 3]) * _WORDS, move | only)
            move = splat(_ZERO)
    return True


@inner_kernel
def move_at_random(
    rows: NDArray[np.uint64], plan: Schedule, role: int, room: Choice
) -> bool:
    """Make a move of a role at random in each lane.

    Args:
        rows: the rows; the part that depends on the state is evaluated. They receive
            the moves.
        plan: the schedule of the network.
        role: the index of the role.
        room: its `active` says which lanes count.

    Returns:
        Whether the role has a legal move in each of these lanes, and each move of
        chance a weight.
    """
    planes = tally(rows, plan, role, room)
    able = splat(_ZERO)
    for p in range(np.uint64(planes)):
        able = able | load(room.work, p * _WORDS)
    if some(load(room.active, _ZERO) & ~able):
        return False
    digits = limit(planes, room.work)
    if digits == 0:
        take_all(rows, plan, role, room)
    elif role == plan.chance:
        return _draw_lots(rows, plan, role, planes, room)
    else:
        draw(digits, room)
        select(rows, plan, role, digits, room)
    return True
