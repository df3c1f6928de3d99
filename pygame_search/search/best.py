"""The best move: one door to the game-tree searches of all tiers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from pygame_search.game import State
from pygame_search.model.decimals import Weight
from pygame_search.model.rules import CHANCE
from pygame_search.search.core import options
from pygame_search.search.core.goal_faults import naming_the_end
from pygame_search.search.core.heuristics import weighed
from pygame_search.search.core.methods import MethodCall, must_support, read_method
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.setup import (
    DEFAULT_SECONDS,
    SUM_SECONDS,
    checked_method,
    checked_role,
    checked_tier,
    default_seconds,
    informed_default,
    must_expand_natively,
    weights_in_force,
)
from pygame_search.search.core.tier_choice import (
    MANY_GAMES,
    Beside,
    in_best_tier,
    known,
)
from pygame_search.search.core.tiers import able, compiled, is_compiled
from pygame_search.search.game_tree.answer import Found, answer_with
from pygame_search.search.game_tree.aside import native_aside
from pygame_search.search.game_tree.ready import is_ready
from pygame_search.support.errors import InputError, LimitError, TierError, no_effect
from pygame_search.support.process import Aside
from pygame_search.support.requests import FLAG, Effect, Request, asked, option, whole

if TYPE_CHECKING:
    from pygame_search.search.hidden.information import InformationRequest


@dataclass(frozen=True)
class ChoiceRequest(Request):
    """What is asked of `best` and of `why_best`."""

    SUBJECTS = ("the position",)

    state: State
    _: KW_ONLY
    role: str | None = options.role()
    depth: int | None = option(
        "how deep to search, in plies; 0 gives the value of the position itself; by "
        "default the search goes one ply deeper each time, until it has seen the end "
        "of the game or the time is over",
        whole("PLIES", 0, "a depth of at least 0 plies"),
    )
    seconds: float | None = options.time_limit("the time limit; 5 without a depth")
    method: str | MethodCall | None = options.method("deepening, alphabeta to a depth")
    tier: str | None = options.tier()
    weights: Mapping[str, Weight | float] | None = options.weights()
    record: bool = option(
        "keep the events of the search, as `tree` does", default=False
    )


@dataclass(frozen=True, kw_only=True)
class BestRequest(ChoiceRequest):
    """What else is asked of `best`."""

    EFFECTS = (
        Effect(
            "table_bytes", "no {record}, which uses no table",
            lambda request: not request.record,
        ),
        Effect(
            "threads", "no {record}, which is made in one thread",
            lambda request: not request.record,
        ),
    )  # fmt: skip

    table_bytes: int | None = options.memory()
    threads: int = options.threads()
    all_best: bool = option(
        "find all moves that are best", FLAG, default=False, typed="--all"
    )
    exact: bool = option("find the exact value of every move", default=False)
    progress: Callable[[str], None] | None = option(
        "called with a text after each depth"
    )
    interruptible: bool = option(
        "whether Ctrl-C ends the search with the answer so far", default=False
    )
    at_once: bool = option(
        "whether a game that is a network already is searched natively at once, where "
        "no tier is named; the counts then depend on what was done before, but not the "
        "moves and their values", default=False,
    )  # fmt: skip
    each_world: bool = option(
        "where something is hidden, also find what each move is worth in each state "
        "that the role thinks possible", default=False,
    )  # fmt: skip


@asked(BestRequest)
def best(request: BestRequest) -> SearchResult:
    """Return the best move of a role, its value and the line of play.

    Where chance alone is to move, and nothing else is asked, the answer has no move and
    no value.

    Raises:
        InputError: an unknown role, method, parameter or tier, or a negative depth.
        LimitError: the search was too large for the machine.
        RulesError: a role has no legal move before the end, or no goal value there.
        TierError: the tier does not support the game.

    >>> from pygame_search import load
    >>> result = load("nim(heaps=[1, 2])").initial.best()
    >>> result.move, result.value, result.pv
    ('take(2, 1)', 1, ('take(2, 1)', 'take(1, 1)', 'take(2, 1)'))
    """
    state, depth, seconds = request.state, request.depth, request.seconds
    tier, record, table_bytes = request.tier, request.record, request.table_bytes
    plain = not record and not any(
        given is not None for given in (request.role, depth, seconds, request.method)
    )
    name = checked_role(state, request.role)
    several = request.threads > 1
    default = "deepening" if depth is None or several else "alphabeta"
    if depth is None and not record:
        default = informed_default(state.game, default)
    call = checked_method(state.game, request.method, default)
    named = checked_tier(call, tier)
    for what, value in (("depth", depth), ("seconds", seconds)):
        if value is not None and call.given.get(what, value) != value:
            raise InputError(f"{what}: {value}, but {call} says {call.given[what]}")
        if value is not None and not call.method.by_depth:
            call.method.parameter(what)
    if depth == 0 and not call.method.by_depth:
        call.method.parameter("depth").read("0")
    needed = {"memory": table_bytes is not None, "threads": several}
    for what in (name for name, given in needed.items() if given):
        if tier is None and able(what) in call.method.tiers:
            tier = named = able(what)
    exact, all_best = request.exact, request.all_best
    beside = {"weights": request.weights, "all": all_best, "exact": exact}
    must_support(call, named, {"memory": table_bytes, "threads": several, **beside})
    if record:
        call.must_be_traced()
    if not call.method.by_depth:
        call = call.with_values(depth=depth, seconds=seconds)
    depth = call["depth"] if depth is None else depth
    seconds = call["seconds"] if seconds is None else seconds
    if request.each_world and not call.method.informed:
        expected = "a method that searches from what a role knows"
        raise no_effect("each_world", expected, str(call))
    if call.method.informed:
        return _informed(request, name, call, seconds, tier)
    own = state.game.tier
    if tier is None and is_compiled(own) and call.method.kernel and not record:
        tier = named = own
    state.game.ready(named)
    used = weights_in_force(state.game, call, request.weights)
    limit = default_seconds(call, depth) if seconds is None else seconds
    if used or (call.method.searches and not call.method.twofold):
        # Not part of the search's time: it is found once and kept.
        state.game.settle_sum(None if limit is None else max(limit, SUM_SECONDS))
    search = SearchRequest(
        state, name, call, named,
        depth=depth,
        seconds=limit,
        weights=used,
        ties="exact" if exact else "all" if all_best else "first",
        record=record,
        progress=request.progress,
        table_bytes=table_bytes,
        threads=request.threads,
        interruptible=request.interruptible,
    )  # fmt: skip
    if plain and state.to_move == (CHANCE,):
        return search.chance()
    few = 0 < (call["simulations"] or call["nodes"] or 0) < MANY_GAMES
    with naming_the_end(state):
        if tier is None and call.method.kernel and not record and not few:
            return _in_best_tier(search, request.at_once)
        return _answer(search)


def _informed(
    request: BestRequest,
    role: str,
    call: MethodCall,
    seconds: float | None,
    tier: str | None,
) -> SearchResult:
    """Return the answer of a search from what a role knows."""
    from pygame_search.search.hidden.information import (
        InformationRequest,
        ended,
        view_of,
    )

    state = request.state
    if request.each_world and is_compiled(tier):
        raise TierError(
            "what a move is worth in each state is counted by the procedure alone: "
            f"expected the tier procedural, found {tier}"
        )
    limited = call.given.keys() & {"simulations", "depth"}
    asked = InformationRequest(
        state.game, view_of(state, role), call, checked_tier(call, tier),
        seconds=DEFAULT_SECONDS if seconds is None and not limited else seconds,
        table_bytes=request.table_bytes, progress=request.progress,
        interruptible=request.interruptible, each_world=request.each_world,
    )  # fmt: skip
    if state.terminal:
        return ended(asked)
    try:
        return _informed_answer(asked, tier, request.at_once)
    except LimitError as error:
        if request.method is not None or call.method.name == "ismcts":
            raise
        why = error.reason
    # Out of the block, as the error holds what was searched, and its memory.
    sampled = replace(asked, call=read_method("ismcts"), started=time.monotonic())
    found = _informed_answer(sampled, tier, request.at_once)
    return replace(found, notes=(*found.notes, f"not searched exactly: {why}"))


def _informed_answer(
    request: InformationRequest, tier: str | None, at_once: bool
) -> SearchResult:
    """Return the answer of a tier, or of the one that gives it soonest, for None."""
    game, call = request.game, request.call
    few = 0 < (call["simulations"] or 0) < MANY_GAMES and not is_compiled(game.tier)
    if tier is not None or not call.method.kernel or few or request.each_world:
        return _door_of(call)(request)

    def run(tier: str, seconds: float | None) -> SearchResult:
        now = replace(request, tier=tier, seconds=seconds, started=time.monotonic())
        return _door_of(call)(now)

    seen = game.with_percepts()
    soon = is_compiled(game.tier) or (at_once and known(seen))
    chosen = in_best_tier(
        seen, run, first=request.tier, seconds=request.seconds,
        probe=0 if soon or call.method.has("simulations") else None,
    )  # fmt: skip
    return replace(
        chosen.answer,
        notes=chosen.answer.notes + chosen.notes,
        seconds=time.monotonic() - request.started,
    )


def _door_of(call: MethodCall) -> Callable[[Any], SearchResult]:
    """Return the function that answers a request for a method."""
    module, _, function = call.method.door.partition(":")
    found = getattr(import_module(f"pygame_search.search.{module}"), function)
    return cast(Callable[[Any], SearchResult], found)


def _answer(request: SearchRequest) -> SearchResult:
    """Return the answer of the method, in the tier that is asked."""
    method = request.call.method
    if method.searches and not method.twofold and request.state.terminal:
        return request.over()
    return _door_of(request.call)(request)


def _in_best_tier(request: SearchRequest, at_once: bool) -> SearchResult:
    """Return the answer of the tier that gives it soonest."""
    game, call = request.state.game, request.call

    def run(tier: str, seconds: float | None) -> SearchResult:
        now = replace(request, tier=tier, started=time.monotonic())
        return _answer(replace(now, seconds=seconds))

    def must_fit() -> None:
        if call.method.by_depth:
            call.must_run_natively(weighed(game, request.weights), record=False)
            must_expand_natively(request.state, call)

    chosen = in_best_tier(
        game, run, first=request.tier, seconds=request.seconds,
        probe=None if call.method.twofold and not (at_once and known(game)) else 0,
        histories=call.method.by_depth,
        must_fit=must_fit,
        done=lambda found: found.stopped != "time",
        beside=_beside(request) if call.method.twofold else None,
    )  # fmt: skip
    return replace(
        chosen.answer,
        notes=chosen.answer.notes + chosen.notes,
        seconds=time.monotonic() - request.started,
    )


def _beside(request: SearchRequest) -> Beside[SearchResult, Found]:
    """Return how another process searches natively, beside the clauses."""

    def begin(seconds: float, memory: int) -> Aside[Found]:
        now = replace(request, seconds=seconds, started=time.monotonic())
        return native_aside(now, memory)

    return Beside(
        begin,
        soon=lambda: is_ready(request),
        ended=lambda found: found.stopped != "time",
        answer=lambda found: answer_with(replace(request, tier=compiled()), found),
        at_least=lambda own, other: (other.depth or 0) >= (own.depth or 0),
    )
