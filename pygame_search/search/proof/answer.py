"""The best move by a proof: `best` with the method `proof_number`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from pygame_search.model.game import State
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.proof.bisection import Bounds, asker, bisection
from pygame_search.support.errors import LimitError


def proved(
    state: State,
    role: str,
    call: MethodCall,
    *,
    tier: str,
    record: bool = False,
    progress: Callable[[str], None] | None = None,
) -> SearchResult:
    """Return the value of a state that is proved, and a move that is sure of it.

    Args:
        state: the position.
        role: for whom.
        call: the method.
        tier: `clauses` or `procedural`.
        record: whether to keep the trace events; then an undecided search is returned
            too, without a move or a value.
        progress: called with the answer to each question.

    Where a state came again the value is a lower bound: what the role can force,
    whatever play without end is worth; `solve` has a rule for a draw.

    Raises:
        LimitError: it was not decided within the limits, and nothing is recorded.
    """
    started = time.monotonic()
    index = state.game.roles.index(role)
    ask = asker(
        state, role, call, tier=tier, seconds=call["seconds"], record=record,
        progress=progress,
    )  # fmt: skip
    threshold = call["threshold"]
    if threshold is None:
        bounds = bisection(ask, state.game.worths[index])
    else:
        reply = ask(threshold)
        bounds = Bounds(replies=[reply], joint=reply.joint)
        if reply.result == "proved":
            bounds.low = threshold
        elif reply.result == "disproved":
            bounds.high = threshold - 1
        else:
            bounds.stopped = reply.result
    if bounds.stopped == "endless":
        raise LimitError(f"no value: {role} can force no end, play can go on for ever")
    undecided = _undecided(call, bounds)
    if undecided and not record:
        raise LimitError(undecided)
    found = _result(state, role, call, bounds, time.monotonic() - started)
    if not undecided:
        return found
    return replace(
        found, move=None, value=None, bound="exact", moves=(), best=(), line=(),
        states=(state,), notes=(*found.notes, undecided),
    )  # fmt: skip


def _undecided(call: MethodCall, bounds: Bounds) -> str:
    """Return why the value is not known; empty if it is."""
    if bounds.stopped == "complete":
        return ""
    if bounds.stopped == "nodes":
        why = f"not decided within {call['nodes']:,} nodes per question:"
    else:
        why = f"not decided: the time is over after {bounds.nodes:,} nodes, and"
    return f"{why} the value is {bounds.words}"


def _result(
    state: State, role: str, call: MethodCall, bounds: Bounds, seconds: float
) -> SearchResult:
    index = state.game.roles.index(role)
    value = bounds.high if bounds.low is None else bounds.low
    known = bounds.value is not None and not bounds.repeated
    moves = [] if state.terminal else _moves(state, role, index, bounds, value)
    best = next(
        (m for m in moves if m.joint == bounds.joint), moves[0] if moves else None
    )
    line = (best.joint,) if best is not None else ()
    states = [state]
    for joint in line:
        states.append(states[-1].play(f"[{', '.join(joint)}]"))
    return SearchResult(
        role=role,
        move=None if best is None else best.move,
        value=state.goals[role] if state.terminal else value,
        moves=tuple(moves),
        best=() if best is None else (best,),
        line=line,
        states=tuple(states),
        depth=None,
        complete=known or state.terminal,
        distance=None,
        nodes=bounds.nodes,
        leaves=bounds.leaves,
        cutoffs=0,
        seconds=seconds,
        stopped="over" if state.terminal else bounds.stopped,
        events=tuple(event for reply in bounds.replies for event in reply.events),
        bound="exact" if known else "upper" if bounds.low is None else "lower",
        method=str(call),
        notes=state.game.assumed,
    )


def _moves(
    state: State, role: str, index: int, bounds: Bounds, value: int | None
) -> list[MoveValue]:
    """Return the moves of the role: only the one that is proved is worth the value."""
    moves = []
    for move in state.legal[role]:
        joint = tuple(
            move if name == role else moves[0] for name, moves in state.legal.items()
        )
        known = bounds.value is not None and not bounds.repeated
        bound = "exact" if known else "lower"
        if bounds.joint is None or bounds.joint[index] != move:
            bound = "upper"
        else:
            joint = bounds.joint
        moves.append(MoveValue(move, joint, value, bound, (joint,)))
    return moves
