"""Evaluate a network for LANES states at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.jit import bare_kernel, inner_kernel
from pygame_search.network.lanes.lane_words import WORDS, literal, load, splat, store
from pygame_search.network.lanes.schedule import Schedule

_WORDS = np.uint64(WORDS)
_FIRST: Any = np.int64(0)


@inner_kernel
def evaluate_state(rows: NDArray[np.uint64], plan: Schedule) -> None:
    """Evaluate the gates that depend only on the state."""
    _evaluate(
        rows, plan.runs, plan.loops, plan.outputs, plan.inputs, _FIRST, plan.state_runs
    )


@inner_kernel
def evaluate_moves(rows: NDArray[np.uint64], plan: Schedule) -> None:
    """Evaluate the gates that also depend on the moves."""
    _evaluate(
        rows,
        plan.runs,
        plan.loops,
        plan.outputs,
        plan.inputs,
        plan.state_runs,
        len(plan.runs),
    )


@bare_kernel
def _evaluate(
    rows: NDArray[np.uint64],
    runs: NDArray[np.int64],
    loops: NDArray[np.uint32],
    outputs: NDArray[np.uint32],
    inputs: NDArray[np.uint32],
    begin: int,
    end: int,
) -> None:
    r = begin
    while r < end:
        size, first, last, beyond = runs[r]
        if size >= 0:
            _run(rows, size, first, last, beyond, outputs, inputs)
            r += 1
            continue
        for i in range(first, last):
            store(rows, np.uint64(loops[i, 0]) * _WORDS, splat(np.uint64(0)))
        changed = True
        while changed:
            for q in range(r + 1, beyond):
                _run(
                    rows, runs[q, 0], runs[q, 1], runs[q, 2], runs[q, 3],
                    outputs, inputs,
                )  # fmt: skip
            changed = _take(rows, first, last, loops)
        r = beyond


@inner_kernel
def _take(
    rows: NDArray[np.uint64], begin: int, end: int, loops: NDArray[np.uint32]
) -> bool:
    """Assign each loop wire its literal; return whether one changed."""
    changed = np.uint64(0)
    for i in range(begin, end):
        # Word by word: few networks have loops at all.
        wire = np.int64(loops[i, 0]) * WORDS
        source = np.int64(loops[i, 1] >> 1) * WORDS
        inverted = np.uint64(0) - np.uint64(loops[i, 1] & 1)
        for w in range(WORDS):
            found = rows[source + w] ^ inverted
            changed |= found & ~rows[wire + w]
            rows[wire + w] |= found
    return bool(changed)


@inner_kernel
def _run(
    rows: NDArray[np.uint64],
    size: int,
    begin: int,
    end: int,
    first: int,
    outputs: NDArray[np.uint32],
    inputs: NDArray[np.uint32],
) -> None:
    """Evaluate gates of the same number of inputs."""
    k = np.uint64(first)
    if size == 2:
        for g in range(np.uint64(begin), np.uint64(end)):
            value = literal(rows, inputs[k]) & literal(rows, inputs[k + np.uint64(1)])
            store(rows, outputs[g] * _WORDS, value)
            k += np.uint64(2)
        return
    if size == 3:
        for g in range(np.uint64(begin), np.uint64(end)):
            value = (
                literal(rows, inputs[k])
                & literal(rows, inputs[k + np.uint64(1)])
                & literal(rows, inputs[k + np.uint64(2)])
            )
            store(rows, outputs[g] * _WORDS, value)
            k += np.uint64(3)
        return
    for g in range(np.uint64(begin), np.uint64(end)):
        value = splat(~np.uint64(0))
        for _ in range(size):
            value = value & literal(rows, inputs[k])
            k += np.uint64(1)
        store(rows, outputs[g] * _WORDS, value)


@inner_kernel
def advance(
    rows: NDArray[np.uint64],
    plan: Schedule,
    initial: NDArray[np.uint64],
    restart: NDArray[np.uint64],
    spare: NDArray[np.uint64],
) -> None:
    """Replace the current state by the next one.

    Args:
        rows: the evaluated rows.
        plan: the schedule of the network.
        initial: for each fluent, a word of ones or of zeros.
        restart: a row: the lanes that get the initial state instead.
        spare: at least as many rows as `plan.late` has fluents.
    """
    again = load(restart, np.uint64(0))
    for i in range(np.uint64(len(plan.late))):
        store(spare, i * _WORDS, literal(rows, plan.next[plan.late[i]]))
    for f in range(np.uint64(len(plan.next))):
        value = literal(rows, plan.next[f])
        value = (value & ~again) | (splat(initial[f]) & again)
        store(rows, (f + np.uint64(1)) * _WORDS, value)
    for i in range(np.uint64(len(plan.late))):
        fluent = np.uint64(plan.late[i])
        value = load(spare, i * _WORDS)
        value = (value & ~again) | (splat(initial[fluent]) & again)
        store(rows, (fluent + np.uint64(1)) * _WORDS, value)


@inner_kernel
def successors(
    rows: NDArray[np.uint64], plan: Schedule, others: NDArray[np.uint64]
) -> None:
    """Write the next state to other rows."""
    for f in range(np.uint64(len(plan.next))):
        value = literal(rows, plan.next[f])
        store(others, (f + np.uint64(1)) * _WORDS, value)
