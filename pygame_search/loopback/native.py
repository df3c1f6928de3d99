"""Requests that the native tier answers.

They are `best` with `"tier": "native"`, `solve` and `path`. A page names a game by what
Prolog calls it, and a state by its number. The native tier knows the same game by its
rules, and the same state by its fluents.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pygame_search.engine.bridge import engine
from pygame_search.game import Game, State, text_book
from pygame_search.network.kernel_cache import kernels_compiled
from pygame_search.search.core.methods import METHODS, MethodCall, Value
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.setup import (
    SUM_SECONDS,
    checked_method,
    checked_role,
    checked_tier,
    weights_in_force,
)
from pygame_search.search.core.tier_choice import NOT_COMPILED
from pygame_search.search.core.tiers import compiled, work
from pygame_search.support.errors import InputError, TierError

#: The parameters of methods, by the names of the options of `best` in Prolog.
_PARAMETERS = {
    "depth": "depth", "estimate": "evaluation", "extra": "quiescence",
    "swing": "swing", "sooner": "sooner", "order": "order", "table": "table",
    "alpha": "alpha", "beta": "beta", "seconds": "seconds", "nodes": "nodes",
    "margin": "aspiration",
}  # fmt: skip

#: What a request may say of a solution, and of a path.
_OF_SOLUTION = ("role", "strength", "method", "draw", "seconds", "nodes")
_OF_PATH = ("method", "prune", "limit", "seconds")


@dataclass(slots=True)
class _Loaded:
    """What a page has loaded.

    Attributes:
        syntax, text, parameters: the rules, as `load` has them.
        face_up: whether searches see the whole state.
        game: the game of the native tier, once it is needed.
    """

    syntax: str
    text: str
    parameters: list[tuple[str, str]]
    face_up: bool = False
    game: Game | None = None


class Games:
    """The games that a page has loaded, as the native tier has them."""

    def __init__(self) -> None:
        self._loaded: dict[str, _Loaded] = {}

    def note(self, operation: str, data: Mapping[str, Any], reply: str) -> None:
        """Take note of a request that Prolog has answered."""
        if operation == "load" and (name := json.loads(reply).get("game")):
            pairs = [(key, text) for key, text in data["parameters"]]
            self._loaded[name] = _Loaded(data["syntax"], data["text"], pairs)
        elif operation == "face_up" and (found := self._loaded.get(data["game"])):
            found.face_up = True

    def answer(self, operation: str, data: dict[str, Any]) -> dict[str, Any] | None:
        """Return the reply to a request; None if it is one for Prolog.

        Raises:
            InputError: there is no such game, or an option has no effect natively.
            TierError: the native tier cannot play the game.
        """
        tier = data.pop("tier", None)
        if tier not in (None, compiled()):
            raise InputError(f"tier: expected {compiled()}, found {tier!r}")
        if tier is not None and not kernels_compiled():
            raise TierError(NOT_COMPILED)
        if operation == "solve":
            return self._solved(data, tier)
        if operation == "path":
            return self._path(data, tier)
        if tier is None:
            return None
        if operation != "best":
            raise InputError(f"{operation} has no tiers: expected best")
        return self._best(data, tier)

    def _game(self, data: Mapping[str, Any]) -> Game:
        found = self._loaded.get(data.get("game", ""))
        if found is None:
            raise InputError("expected a game that was loaded here")
        if found.game is None:
            book = text_book(found.text, name="the rules", syntax=found.syntax)
            game = Game.build(book, parameters=found.parameters)
            found.game = game.face_up() if found.face_up else game
        return found.game

    def _state(self, data: Mapping[str, Any]) -> State:
        game = self._game(data)
        reply = engine().request("facts", game=data["game"], state=data.get("state"))
        return game.of_facts(reply["facts"])

    def _best(self, data: dict[str, Any], tier: str) -> dict[str, Any]:
        if data.get("record"):
            raise TierError(
                "a kernel records no events: the clauses do, and search the same tree"
            )
        state = self._state(data)
        game, role = state.game, checked_role(state, data.get("role"))
        call = _call(data)
        seconds = call["seconds"]
        checked_method(game, call)
        checked_tier(call, tier)
        weights = weights_in_force(game, call, dict(data.get("weights") or ()))
        # What is found once and kept is not part of the search's time.
        if weights:
            game.settle_sum(max(seconds or SUM_SECONDS, SUM_SECONDS))
        game.network.initial()
        request = SearchRequest(
            state,
            role,
            call,
            tier,
            depth=call["depth"],
            seconds=seconds,
            weights=weights,
            ties=data.get("ties", "first"),
        )
        return asdict(work(tier, "search")(request))

    def _solved(self, data: dict[str, Any], tier: str | None) -> dict[str, Any]:
        """Return what `solve --json` prints."""
        state = self._state(data)
        more = {name: data[name] for name in _OF_SOLUTION if data.get(name) is not None}
        found: dict[str, Any] = state.solve(tier=tier, **more).as_json()
        return found

    def _path(self, data: dict[str, Any], tier: str | None) -> dict[str, Any]:
        """Return the reply of `path_next`, without the numbers of states."""
        game = self._game(data)
        start = None if data.get("state") is None else self._state(data)
        more = {name: data[name] for name in _OF_PATH if data.get(name) is not None}
        found = game.path(start=start, tier=tier, worth=data.get("least"), **more)
        reply: dict[str, Any] = {
            "result": found.stopped,
            "expanded": found.expanded,
            "frontier_max": found.frontier_max,
            "waiting": found.waiting,
            "reached": found.reached,
            "events": [],
        }
        if found.found:
            reply |= {"cost": found.cost, "nodes": found.states, "moves": found.moves}
        return reply


def _call(data: Mapping[str, Any]) -> MethodCall:
    """Return the method of a request of Prolog.

    Raises:
        InputError: there is none, or an option has no effect.
    """
    options = dict(data.get("options") or ())
    if options.pop("unit", 1) != 1:
        raise InputError("the native tier takes weights that are whole numbers here")
    search = data.get("search")
    given: dict[str, Value] = {}
    name = search
    if options.pop("deepen", False):
        name, given["search"] = "deepening", str(search)
    elif search == "fail_hard":
        name, given["fail"] = "alphabeta", "hard"
    method = METHODS.get(str(name))
    if method is None or not method.by_depth:
        raise InputError(f"no search {search!r}")
    for option, value in options.items():
        if option not in _PARAMETERS:
            raise InputError(f"no option {option!r} of a search")
        parameter = _PARAMETERS[option]
        unused = value in (False, 0, "rule") and not method.has(parameter)
        if value is None or unused:
            continue
        text = str(value).lower() if isinstance(value, bool) else str(value)
        given[parameter] = method.parameter(parameter).read(text)
    return MethodCall(method, given)
