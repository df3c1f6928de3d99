"""`best` with the method `proof_number`: a proven value and a move."""

from __future__ import annotations

from dataclasses import replace

from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.proof.bisection import Bounds, asker, bisection
from pygame_search.support.errors import LimitError


def answer(request: SearchRequest) -> SearchResult:
    """Return the proven value of a state, and a move that secures it.

    If events are kept, an undecided search is returned too, without a move or a value.
    If a state was repeated, the value is a lower bound: what the role can force
    whatever endless play is worth. `solve` takes a draw rule.

    Raises:
        LimitError: the value was not decided within the limits, and nothing is
            recorded.
    """
    call = request.call.with_values(seconds=request.seconds)
    request = replace(request, call=call)
    ask = asker(request)
    threshold = call["threshold"]
    if threshold is None:
        bounds = bisection(ask, request.state.game.worths[request.index])
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
        raise LimitError(
            f"no value: {request.role} can force no end, play can go on for ever",
            "plies",
        )
    undecided = _undecided(request, bounds)
    if undecided and not request.record:
        raise LimitError(undecided, bounds.stopped)
    found = _result(request, bounds)
    if not undecided:
        return found
    return replace(
        found, move=None, value=None, bound="exact", moves=(), best=(), line=(),
        states=(request.state,), notes=(*found.notes, undecided),
    )  # fmt: skip


def _undecided(request: SearchRequest, bounds: Bounds) -> str:
    """Return why the value is not known; empty if it is."""
    if bounds.stopped == "complete":
        return ""
    if bounds.stopped == "nodes":
        why = f"not decided within {request.call['nodes']:,} nodes per question:"
    else:
        why = f"not decided: the time is over after {bounds.nodes:,} nodes, and"
    return f"{why} the value is {bounds.words}"


def _result(request: SearchRequest, bounds: Bounds) -> SearchResult:
    state, over = request.state, request.state.terminal
    known = bounds.value is not None and not bounds.repeated
    value = bounds.high if bounds.low is None else bounds.low
    moves = [] if over else _moves(request, bounds, value)
    best = next(
        (m for m in moves if m.joint == bounds.joint), moves[0] if moves else None
    )
    return request.result(
        move=None if best is None else best.move,
        value=state.goals[request.role] if over else value,
        moves=tuple(moves),
        best=() if best is None else (best,),
        line=() if best is None else (best.joint,),
        complete=known or over,
        nodes=bounds.nodes,
        leaves=bounds.leaves,
        stopped="over" if over else bounds.stopped,
        events=tuple(event for reply in bounds.replies for event in reply.events),
        bound="exact" if known else "upper" if bounds.low is None else "lower",
        doubt=False,
    )


def _moves(
    request: SearchRequest, bounds: Bounds, value: int | None
) -> list[MoveValue]:
    """Return the moves of the role: only the proven one gets the value."""
    legal = request.state.legal
    known = bounds.value is not None and not bounds.repeated
    moves = []
    for move in legal[request.role]:
        joint = tuple(
            move if role == request.role else moves[0] for role, moves in legal.items()
        )
        bound = "exact" if known else "lower"
        if bounds.joint is None or bounds.joint[request.index] != move:
            bound = "upper"
        else:
            joint = bounds.joint
        moves.append(MoveValue(move, joint, value, bound, (joint,)))
    return moves
