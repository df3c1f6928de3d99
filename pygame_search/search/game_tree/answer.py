"""The best move by a search to a depth or by iterative deepening, in every tier."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, cast

from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Key, Machine
from pygame_search.model.decimals import scaled, scaled_score, unscaled
from pygame_search.model.scores import INFINITY, score_value, value_text
from pygame_search.search.core.heuristics import weighed
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import DepthResult, MoveValue, SearchResult
from pygame_search.search.core.setup import line_joints, must_expand_natively, new_task
from pygame_search.search.core.task import RootMove, Task
from pygame_search.search.core.tiers import work
from pygame_search.search.core.trace import Event, in_values
from pygame_search.search.game_tree.deepening import Deepened, Search, deepening
from pygame_search.support.errors import InputError, LimitError
from pygame_search.support.memory import memory_left

#: A choice at the root: its joint move, its score, whether that is `exact` or an
#: `upper` or `lower` bound, and its line.
Scored = tuple[list[str], float, str, list[list[str]]]


#: A depth, its best move with the score, and the nodes and seconds up to its end.
Reached = tuple[int, str, float, int, float]


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search, in the same form from every tier.

    Attributes:
        moves: the choices at the root.
        depth: the depth of the search, None for no limit.
        limited: the number of leaves that the limit stopped.
        stopped: `complete`, `depth`, `time`, `nodes` or `interrupt`.
        nodes, leaves, cutoffs, hits: the counts.
        events: the trace.
        depths: for each depth the best move, its score, and the nodes and seconds up to
            its end.
        static: the score of the position at depth 0, which has no moves.
    """

    moves: list[Scored]
    depth: int | None
    limited: int
    stopped: str
    nodes: int
    leaves: int
    cutoffs: int
    hits: int
    events: list[Event] = field(default_factory=list)
    depths: list[Reached] = field(default_factory=list)
    static: float | None = None


def answer(request: SearchRequest) -> SearchResult:
    """Return the answer of a tier.

    Raises:
        InputError: a window without a depth, or with a clock; or the native tier cannot
            run the method.
    """
    call = request.call
    if deepens(request) and (call["alpha"] is not None or call["beta"] is not None):
        raise InputError(f"{call}: a window needs a depth, and no clock")
    return answer_with(request, work(request.tier, "search")(request))


def deepens(request: SearchRequest) -> bool:
    """Return whether a search uses iterative deepening."""
    deepening = request.call.method.name == "deepening"
    limits = request.seconds, request.call["nodes"]
    return deepening or request.depth is None or limits != (None, None)


def _margin(request: SearchRequest) -> int | None:
    """Return the margin of the aspiration window; None if all scores must be exact."""
    return None if request.ties == "exact" else _score(request, "aspiration")


def _score(request: SearchRequest, name: str) -> int | None:
    """Return a parameter that is a score, in the unit of the search."""
    score = request.call[name]
    return None if score is None else scaled_score(score, request.unit)


def procedure(call: MethodCall) -> Search:
    """Return the procedure that searches to one depth."""
    name = call.one_depth
    module = import_module(f"pygame_search.search.game_tree.{name}")
    search = getattr(module, str(name))
    if call.window:
        return cast(Search, search)

    def whole(
        task: Task, state: Key, alpha: int, beta: int, *, all_best: bool
    ) -> list[RootMove]:
        found: list[RootMove] = search(task, state)
        return found

    return whole


# ---- the tiers ---------------------------------------------------------------


def by_clauses(request: SearchRequest) -> Found:
    """Search in Prolog."""
    call, game = request.call, request.state.game
    deepen = deepens(request)
    options: dict[str, Any] = {
        "depth": request.depth,
        "estimate": call["evaluation"],
        "extra": call["quiescence"],
        "swing": _score(request, "swing"),
        "sooner": call["sooner"],
        "order": call["order"],
        "table": call["table"],
        "alpha": _score(request, "alpha"),
        "beta": _score(request, "beta"),
        "unit": request.unit,
        "deepen": deepen,
        "seconds": request.seconds,
        "nodes": call["nodes"],
        "margin": _margin(request),
    }
    # Features that are left out would have their weights from the rule file.
    own = scaled(request.weights, request.unit)
    weights = {**dict.fromkeys(game.weights, 0), **own}
    with game.engine.reports(request.progress):
        reply = game.request(
            "best",
            state=request.state.number,
            role=request.role,
            search=call.one_depth,
            options={n: v for n, v in options.items() if v is not None},
            weights=[[name, weight] for name, weight in weights.items()],
            ties=request.ties,
            record=request.record,
        )
    for rows in ("moves", "depths"):
        reply[rows] = [tuple(row) for row in reply[rows]]
    depth = reply["depth"] if deepen else request.depth
    return Found(**{**reply, "depth": depth})


def by_procedure(request: SearchRequest, machine: Machine | None = None) -> Found:
    """Search in Python, by default over the clauses."""
    events: list[Event] = []
    listen = events.append if request.record else None
    task = new_task(request, machine=machine, listen=listen)
    root = request.state.key_in(task.machine)
    depths: list[Reached] = []
    found = _run(request, procedure(request.call), task, root, depths)
    moves: list[Scored] = []
    for move in found.moves:
        [first] = task.texts(task.machine.expand(root), [move.joint])
        line = task.machine.texts(line_joints(task.machine, move.line))
        moves.append((first, move.score, move.bound, line))
    static = None
    if not moves and not task.machine.look(root).terminal:
        static = task.estimate(root)
    return replace(
        _found(request, task, found, moves, depths), events=events, static=static
    )


def by_kernels(request: SearchRequest) -> Found:
    """Search in a kernel over the game's network.

    Raises:
        InputError: the kernels cannot run the method.
        TierError: they do not know the relation that quiescence goes by.
    """
    game = request.state.game
    heuristics = weighed(game, request.weights)
    request.call.must_run_natively(heuristics, request.record)
    must_expand_natively(request.state, request.call)
    if request.record or request.depth == 0:  # a kernel emits no events
        from pygame_search.machine.network import NetworkMachine

        return by_procedure(request, NetworkMachine(game, memo=True))
    from pygame_search.machine.network import stuck
    from pygame_search.network.network import StuckError
    from pygame_search.search.game_tree.native import TABLE_BYTES, native_search

    # No network has states with a history, but the code of the kernel has.
    machine: Machine
    machine = ClauseMachine(game, memo=True) if game.histories else game.network
    root = request.state.key_in(machine)
    task = new_task(request, machine=machine)
    task.exact = task.exact or not request.call.window
    memory = memory_left(request.table_bytes or TABLE_BYTES)
    search = native_search(request, task, memory)
    depths: list[Reached] = []
    try:
        found = _run(request, search.search, task, root, depths)
    except StuckError as error:
        raise stuck(game, error) from None
    node = machine.expand(root)
    moves: list[Scored] = []
    for move in found.moves:
        [first] = task.texts(node, [move.joint])
        line = [first, *search.line(move.line)]
        moves.append((first, move.score, move.bound, line))
    return _found(request, task, found, moves, depths)


def _run(
    request: SearchRequest,
    search: Search,
    task: Task,
    root: Key,
    depths: list[Reached],
) -> Deepened:
    """Search to the depth or by iterative deepening, adding each depth to `depths`."""
    all_best = request.ties == "all"
    try:
        if deepens(request):
            return deepening(
                search,
                task,
                root,
                most=task.limit,
                deadline=request.deadline,
                nodes=request.call["nodes"],
                margin=_margin(request),
                all_best=all_best,
                progress=_report(request, task, root, depths),
                interruptible=request.interruptible,
            )
        alpha, beta = _score(request, "alpha"), _score(request, "beta")
        moves = search(
            task,
            root,
            -INFINITY if alpha is None else alpha,
            INFINITY if beta is None else beta,
            all_best=all_best,
        )
    except RecursionError:
        raise LimitError(
            "the game can go on for very long: give a depth or a time", "plies"
        ) from None
    stopped = "depth" if task.limited else "complete"
    return Deepened(moves, task.limit, task.limited, stopped)


def _found(
    request: SearchRequest,
    task: Task,
    found: Deepened,
    moves: list[Scored],
    depths: list[Reached],
) -> Found:
    return Found(
        moves,
        depth=found.depth if deepens(request) else request.depth,
        limited=found.limited,
        stopped=found.stopped,
        nodes=task.nodes,
        leaves=task.leaves,
        cutoffs=task.cutoffs,
        hits=task.hits,
        depths=depths,
    )


def _report(
    request: SearchRequest,
    task: Task,
    root: Key,
    depths: list[Reached],
) -> Callable[[int, list[RootMove]], None]:
    """Return a function that stores and reports the best move of each depth."""
    started = time.monotonic()

    def report(depth: int, moves: list[RootMove]) -> None:
        exact = [move for move in moves if move.bound == "exact"]
        if not exact:
            return
        top = max(exact, key=lambda move: move.score)
        [texts] = task.texts(task.machine.expand(root), [top.joint])
        text = texts[task.role]
        took = time.monotonic() - started
        depths.append((depth, text, top.score, task.nodes, took))
        if request.progress is None:
            return
        value, _ = score_value(top.score, *task.goal_range)
        worth = value_text(unscaled(value, task.unit))
        request.progress(
            f"depth {depth}: {text} is worth {worth}; {task.nodes:,} nodes"
        )

    return report


# ---- the answer --------------------------------------------------------------


def _depths(reached: list[Reached], low: int, high: int) -> Iterator[DepthResult]:
    """Yield the result of each depth, with its own nodes and seconds."""
    nodes, seconds = 0, 0.0
    for depth, move, score, nodes1, seconds1 in reached:
        value, _ = score_value(score, low, high)
        yield DepthResult(depth, move, value, nodes1 - nodes, seconds1 - seconds)
        nodes, seconds = nodes1, seconds1


def _in_values(found: Found, unit: int) -> Found:
    """Return the result with its scores divided by the unit of the search."""
    if unit == 1:
        return found
    return replace(
        found,
        moves=[
            (j, unscaled(score, unit), b, line) for j, score, b, line in found.moves
        ],
        events=[in_values(event, unit) for event in found.events],
        depths=[(d, m, unscaled(s, unit), n, t) for d, m, s, n, t in found.depths],
        static=None if found.static is None else unscaled(found.static, unit),
    )


def answer_with(request: SearchRequest, found: Found) -> SearchResult:
    """Return the answer with what a tier has found."""
    found = _in_values(found, request.unit)
    game, index = request.state.game, request.index
    low, high = game.ranges[index]
    common: dict[str, Any] = {
        "depth": found.depth,
        "nodes": found.nodes,
        "leaves": found.leaves,
        "cutoffs": found.cutoffs,
        "table_hits": found.hits,
        "events": tuple(found.events),
        "depths": tuple(_depths(found.depths, low, high)),
        "doubt": bool(found.limited and request.weights),
    }
    if found.static is not None:
        return request.result(
            move=None, value=found.static, moves=(), best=(), line=(),
            complete=False, stopped="depth", **common,
        )  # fmt: skip
    if not found.moves:
        return request.result(
            move=None, value=request.goal(), moves=(), best=(), line=(),
            complete=True, distance=0, stopped="over", **common,
        )  # fmt: skip
    moves = [
        MoveValue(
            joint[index],
            tuple(joint),
            score_value(score, low, high)[0],
            bound,
            tuple(tuple(moves) for moves in line),
        )
        for joint, score, bound, line in found.moves
    ]
    top = max(score for _, score, _, _ in found.moves)
    tied = [
        m
        for m, (_, score, _, _) in zip(moves, found.moves, strict=True)
        if score == top
    ]
    ties = tuple(m for m in tied if m.bound != "upper") or tuple(tied)
    value, plies = score_value(top, low, high)
    return request.result(
        move=ties[0].move,
        value=value,
        bound=ties[0].bound,
        moves=tuple(moves),
        best=ties,
        line=ties[0].line,
        complete=found.limited == 0,
        distance=plies if game.decisive[index] else None,
        stopped=found.stopped,
        **common,
    )
