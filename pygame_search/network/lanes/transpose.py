"""Convert LANES states between packed words and rows, by transposing bits.

A packed state has a bit for each fluent, and the highest bit of its last word is always
set. So no packed state is all zeros, and zeros can mark a free slot in a table.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import bare_kernel, inner_kernel
from pygame_search.network.lanes.lane_words import LANES, WORDS, load, splat, store

_WORDS = np.uint64(WORDS)
_TOP = np.uint64(1) << np.uint64(63)

#: The start of an array; a literal 0 has a type of its own, compiled separately.
START: Any = np.int64(0)


@bare_kernel
def turn(square: NDArray[np.uint64]) -> None:
    """Transpose the 64 by 64 bits in each column of words of 64 rows."""
    half = np.uint64(32)
    mask = np.uint64(0xFFFFFFFF)
    while half > 0:
        bits = splat(mask)
        i = np.uint64(0)
        while i < np.uint64(64):
            low = load(square, i * _WORDS)
            high = load(square, (i + half) * _WORDS)
            differ = ((low >> half) ^ high) & bits
            store(square, (i + half) * _WORDS, high ^ differ)
            store(square, i * _WORDS, low ^ (differ << half))
            i += np.uint64(1)
            if i & half:
                i += half
        half >>= np.uint64(1)
        mask ^= mask << half


@inner_kernel
def to_rows(
    packed: NDArray[np.uint64],
    begin: int,
    number: int,
    fluents: int,
    rows: NDArray[np.uint64],
    square: NDArray[np.uint64],
) -> None:
    """Put states into rows 1 to `fluents`: the first into lane 0, and so on.

    Lane n is bit n // WORDS of word n % WORDS of its row.

    Args:
        packed: the states.
        begin: the index of the first one.
        number: how many states, at most LANES.
        fluents: how many bits a state has.
        rows: receive the bits; the bits of other lanes are 0.
        square: working memory of 64 rows.
    """
    for word in range((fluents + 63) // 64):
        for lane in range(number):
            square[lane] = packed[begin + lane, word]
        for lane in range(number, LANES):
            square[lane] = np.uint64(0)
        turn(square)
        for f in range(64 * word, min(fluents, 64 * word + 64)):
            value = load(square, np.uint64(f - 64 * word) * _WORDS)
            store(rows, np.uint64(1 + f) * _WORDS, value)


@inner_kernel
def from_rows(
    rows: NDArray[np.uint64],
    fluents: int,
    lanes: NDArray[np.uint64],
    square: NDArray[np.uint64],
    packed: NDArray[np.uint64],
    begin: int,
) -> int:
    """Pack the states of some lanes into consecutive words.

    Args:
        rows: rows 1 to `fluents` hold the states.
        fluents: how many bits a state has.
        lanes: a row: the lanes to pack.
        square: working memory of 64 rows.
        packed: receives the states from `begin` on.
        begin: the index of the first one.

    Returns:
        The index after the last one.
    """
    end = begin
    words = packed.shape[1]
    for word in range(words):
        for f in range(64 * word, 64 * word + 64):
            place = np.uint64(f - 64 * word) * _WORDS
            if f < fluents:
                store(square, place, load(rows, np.uint64(1 + f) * _WORDS))
            else:
                store(square, place, splat(np.uint64(0)))
        turn(square)
        end = begin
        if word == words - 1:
            for lane in range(LANES):
                square[lane] |= _TOP
        for lane in range(LANES):
            if (lanes[lane % WORDS] >> np.uint64(lane // WORDS)) & np.uint64(1):
                packed[end, word] = square[lane]
                end += 1
    return end


@inner_kernel
def list_lanes(lanes: NDArray[np.uint64], first: int, places: NDArray[np.int64]) -> int:
    """Put the places of some lanes behind each other; return how many there are."""
    number = 0
    for lane in range(LANES):
        if (lanes[lane % WORDS] >> np.uint64(lane // WORDS)) & np.uint64(1):
            places[number] = first + lane
            number += 1
    return number
