"""The transposition tables of the kernels.

Each entry holds the whole state, which is compared, so a score never belongs to another
state. A table begins small, so that short searches stay in the processor's cache, and
grows up to its limit. The last word of an entry is not 0.

Several threads may read and write a table at once, without locks: the first word of the
state is kept with a digest of all others, so that an entry of which two threads have
each written a part is that of no state (R. Hyatt and T. Mann 2002).

In the table of alpha-beta, in a full bucket, the new entry replaces one with fewer
plies left, or else the last. An entry consists of the words of the state, a word for
the score, counted from the state, and a word of bit fields: 1 bit set in every entry,
12 plies left, 2 flag, 1 complete, 23 the role's move + 1, 23 another role's move + 1.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.scores import SURE
from pygame_search.network.jit import inner_kernel, linked_kernel

Words = NDArray[np.uint64]

U = np.uint64
ONE = U(1)

#: Whether a score is exact, a lower bound or an upper bound.
EXACT, LOWER, UPPER = range(3)

#: The number of entries of a bucket.
BUCKET = 4

#: The most plies left, and the greatest index of a move, that fit into an entry.
MOST_LEFT = (1 << 12) - 1
MOST_MOVE = (1 << 23) - 2

#: The words of an entry besides those of the state.
REST = 2

_MOVE = (1 << 23) - 1
_SURE = SURE


def new_table(entries: int, words: int) -> Words:
    """Return an empty table that is aligned to a cache line.

    Args:
        entries: the number of entries, a power of 2 and at least BUCKET; or 0.
        words: the number of words of a state.
    """
    size = entries * (words + REST)
    room = np.zeros(size + 8, np.uint64)
    skipped = -room.ctypes.data % 64 // 8
    table: NDArray[np.uint64] = room[skipped : skipped + size]
    return table


@inner_kernel
def mask_of(table: Words, words: int) -> Any:
    """Return the number of buckets, a power of 2, minus 1; 0 for an empty table."""
    return U(max(len(table) // ((words + REST) * BUCKET), 1) - 1)


@inner_kernel
def digest(state: Words, words: Any) -> Any:
    """Return a number of 64 bits that differs for most states."""
    mixed = U(0)
    for i in range(words):
        mixed = (mixed ^ state[i]) * U(0x9E3779B97F4A7C15)
        mixed ^= mixed >> U(29)
    mixed *= U(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> U(32))


@inner_kernel
def bucket(mask: Any, state: Words, words: Any) -> Any:
    """Return where the bucket of a state begins."""
    return np.int64(digest(state, words) & mask) * (words + REST) * BUCKET


@inner_kernel
def _seal(table: Words, at: Any, words: Any, first: Any, last: Any) -> Any:
    """Return a digest of all words of an entry but the first.

    Args:
        table: has the words of the state.
        at: where the entry begins.
        words: those of the state.
        first: the word after those of the state.
        last: the last word.
    """
    mixed = (first ^ (last << U(32)) ^ (last >> U(32))) * U(0x9E3779B97F4A7C15)
    for i in range(1, words):
        mixed = (mixed ^ (mixed >> U(29)) ^ table[at + i]) * U(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> U(32))


@inner_kernel
def _is_of(
    table: Words, at: Any, state: Words, words: Any, first: Any, last: Any
) -> Any:
    """Return whether an entry with these last words is that of a state."""
    same = True
    for i in range(1, words):
        same &= table[at + i] == state[i]
    return same and table[at] == state[0] ^ _seal(state, 0, words, first, last)


@inner_kernel
def find(table: Words, at: Any, state: Words, words: Any) -> tuple[Any, Any]:
    """Return the two words of the entry of a state in a bucket; 0 and 0 if none is."""
    for _ in range(BUCKET):
        first, last = table[at + words], table[at + words + 1]
        if last != 0 and _is_of(table, at, state, words, first, last):
            return first, last
        at += words + REST
    return U(0), U(0)


@inner_kernel
def write(
    table: Words, at: Any, state: Words, words: Any, first: Any, last: Any
) -> None:
    """Write an entry: a state and two words, of which the last is not 0."""
    table[at] = state[0] ^ _seal(state, 0, words, first, last)
    for i in range(1, words):
        table[at + i] = state[i]
    table[at + words], table[at + words + 1] = first, last


@inner_kernel
def score_of(first: Any, ply: Any) -> Any:
    """Return the score of an entry, counted from a root `ply` plies above."""
    return from_root(np.int64(first), ply)


@inner_kernel
def left_of(last: Any) -> Any:
    """Return the number of plies left."""
    return np.int64(last >> ONE) & MOST_LEFT


@inner_kernel
def flag_of(last: Any) -> Any:
    """Return EXACT, LOWER or UPPER."""
    return np.int64(last >> U(13)) & 3


@inner_kernel
def complete_of(last: Any) -> Any:
    """Return whether a deeper search would find the same, as 0 or 1."""
    return np.int64(last >> U(15)) & 1


@inner_kernel
def mine_of(last: Any) -> Any:
    """Return the role's move that was best or caused a cutoff."""
    return (np.int64(last >> U(16)) & _MOVE) - 1


@inner_kernel
def other_of(last: Any) -> Any:
    """Return another role's move that was best or caused a cutoff."""
    return (np.int64(last >> U(39)) & _MOVE) - 1


@inner_kernel
def told(left: Any, flag: Any, complete: Any, mine: Any, other: Any) -> Any:
    """Return the last word of an entry of alpha-beta."""
    return U(
        1
        | left << 1
        | np.int64(flag) << 13
        | np.int64(complete) << 15
        | np.int64(mine + 1) << 16
        | np.int64(other + 1) << 39
    )


@inner_kernel
def place_for(table: Words, mask: Any, state: Words, words: Any, left: Any) -> Any:
    """Return where to write the entry of a state; -1 if the one there is deeper."""
    begin = bucket(mask, state, words)
    place = begin
    least: Any = MOST_LEFT + 1
    at = begin
    for _ in range(BUCKET):
        first, last = table[at + words], table[at + words + 1]
        if last == 0:
            return at
        before = left_of(last)
        if _is_of(table, at, state, words, first, last):
            return at if before <= left else -1
        if before < least:
            least, place = before, at
        at += words + REST
    return place if least <= left else begin + (BUCKET - 1) * (words + REST)


@inner_kernel
def place_of(table: Words, mask: Any, state: Words, words: Any) -> Any:
    """Return the place of a state: its own, a free one, or that of the least last word.

    The last word of an entry says, in every kind of table, how much work is lost with
    the entry.
    """
    at = bucket(mask, state, words)
    place = at
    for _ in range(BUCKET):
        first, last = table[at + words], table[at + words + 1]
        if last == 0 or _is_of(table, at, state, words, first, last):
            return at
        if last < table[place + words + 1]:
            place = at
        at += words + REST
    return place


@partial(linked_kernel, patience=inf)  # it calls no functions of the game
def rehash(old: Words, new: Words, words: int, state: Words) -> int:
    """Copy all entries to another table; return how many free places they have taken.

    A larger table has room for all: each of its buckets gets entries of one bucket.

    Args:
        old: the table.
        new: another.
        words: of a state.
        state: room for one.
    """
    mask = mask_of(new, words)
    size = words + REST
    taken = 0
    for at in range(0, len(old), size):
        first, last = old[at + words], old[at + words + 1]
        if last != 0:
            for i in range(words):
                state[i] = old[at + i]
            state[0] ^= _seal(old, at, words, first, last)
            to = place_of(new, mask, state, words)
            if new[to + size - 1] == 0:
                taken += 1
            write(new, to, state, words, first, last)
    return taken


@inner_kernel
def from_root(score: Any, ply: Any) -> Any:
    """Convert a score that counts from a state to one that counts from the root."""
    if score > _SURE:
        return score - ply
    if score < -_SURE:
        return score + ply
    return score
