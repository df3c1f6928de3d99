"""The events of a path search: both forms write the same, and they say what is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.game import Game
from pygame_search.render.events import event_words
from pygame_search.search.core.trace import FORMS, Event
from pygame_search.search.paths import PathResult
from pygame_search.search.state_space.path_search import (
    BOUNDED,
    INFORMED,
    METHODS,
    PRUNINGS,
)

#: Two ways to c, a way back and a dead end.
GRAPH = """
start(s). is_goal(g).
arc(s, a, 1). arc(s, b, 4). arc(a, c, 5). arc(b, c, 1). arc(c, s, 1). arc(c, g, 3).
arc(b, d, 1).
h(s, 6). h(a, 2). h(b, 4). h(c, 3). h(d, 9). h(g, 0).
"""
NO_PATH = GRAPH.replace("is_goal(g)", "is_goal(z)")

CALLS = (
    "delivery_robot",
    "water_jugs",
    "river_crossing",
    "eight_puzzle(board=[1, 2, 3, 4, 0, 6, 7, 5, 8])",
)


def spaces() -> Iterator[Game]:
    yield from map(loaded, CALLS)
    yield ps.load_text(GRAPH)
    yield ps.load_text(NO_PATH)


SPACES = [pytest.param(game, id=game.name or "graph") for game in spaces()]


def recorded(game: Game, method: str, tier: str, prune: str | None) -> list[PathResult]:
    """Return up to three paths, of a search that ends also where paths go on."""
    results: list[PathResult] = []
    for result in game.paths(
        method=method, tier=tier, prune=prune, limit=60, record=True
    ):
        results.append(result)
        if len(results) == 3:
            break
    return results


def runs(game: Game) -> Iterator[tuple[str, str | None]]:
    for method in METHODS:
        if method not in INFORMED or game.has_estimate:
            yield from ((method, prune) for prune in (None, *PRUNINGS))


@pytest.mark.parametrize("game", SPACES)
def test_both_forms_write_the_same_events(game: Game) -> None:
    for method, prune in runs(game):
        one = recorded(game, method, "clauses", prune)
        two = recorded(game, method, "procedural", prune)
        assert [r.events for r in one] == [r.events for r in two], (method, prune)
        assert any(result.events for result in one)
        for event in whole(one):
            assert len(event) == 1 + len(FORMS[event[0]])
        assert all(event_words(whole(one), game, ""))


def whole(results: Sequence[PathResult]) -> list[Event]:
    return [event for result in results for event in result.events]


@pytest.mark.parametrize("game", SPACES)
def test_the_events_are_what_the_counts_say(game: Game) -> None:
    """Expanded, waiting, found: each is in the events, and each path is selected once.

    The next path of a method is worked out here from the events alone.
    """
    for method, prune in runs(game):
        results = recorded(game, method, "clauses", prune)
        events = whole(results)
        kinds = [event[0] for event in events]
        assert kinds.count("expand") == results[-1].expanded
        assert kinds.count("goal") == sum(result.found for result in results)
        frontier: dict[int, tuple[int, int]] = {}
        count = 0
        for place, event in enumerate(events):
            if event[0] == "deepen":
                assert not frontier
                count = 0
            elif event[0] == "enter":
                _, cost, estimate = events[place + 1]
                assert (estimate is None) == (method not in INFORMED)
                assert cost >= 0
                frontier[count] = _first(method, count, cost, estimate)
                count += 1
            elif event[0] == "select" and method not in ("depth", *BOUNDED):
                assert event[1] == min(frontier, key=lambda n: frontier[n])
            if event[0] == "select":
                del frontier[event[1]]
        stopped = results[-1].stopped == "limit"  # the last one selected still waits
        assert len(frontier) + stopped == results[-1].waiting, (method, prune)


def _first(method: str, count: int, cost: int, estimate: int | None) -> tuple[int, int]:
    h = estimate or 0
    ranks = {"lowest_cost": cost, "best_first": h, "a_star": cost + h}
    return ranks.get(method, 0), count


def test_depth_first_selects_the_newest() -> None:
    """Of the paths that were added together the first one."""
    for method in ("depth", *BOUNDED):
        informed = method in INFORMED
        game = ps.load_text(GRAPH) if informed else loaded("water_jugs")
        batches: list[list[int]] = []
        count = 0
        for event in whole(recorded(game, method, "clauses", None)):
            if event[0] in ("deepen", "expand"):
                batches.append([])
                count = 0 if event[0] == "deepen" else count
            if event[0] == "enter":
                batches = batches or [[]]
                batches[-1].append(count)
                count += 1
            if event[0] == "select":
                while not batches[-1]:
                    batches.pop()
                assert batches[-1].pop(0) == event[1]


def test_reasons_to_prune() -> None:
    game = ps.load_text(GRAPH)

    def reasons(method: str, prune: str | None) -> list[tuple[int, str]]:
        found = whole(recorded(game, method, "clauses", prune))
        return [(event[1], event[2]) for event in found if event[0] == "prune"]

    assert reasons("breadth", "none") == []
    assert reasons("breadth", "cycles") == [(6, "cycle"), (8, "cycle")]
    assert (4, "reached") not in reasons("breadth", "paths")  # it is the cheaper one
    assert reasons("lowest_cost", "paths")[0][1] == "reached"
    assert {why for _, why in reasons("iterative", None)} == {"bound", "cycle"}
    assert {why for _, why in reasons("ida_star", None)} == {"beyond", "cycle"}


def test_nothing_is_recorded_unless_asked() -> None:
    for tier in ("clauses", "procedural"):
        assert loaded("water_jugs").path(tier=tier).events == ()


def test_the_network_records_too() -> None:
    game = loaded("river_crossing")
    native = game.path(tier="native", record=True)
    clauses = game.path(tier="clauses", record=True)
    kinds = [event[:2] for event in clauses.events if event[0] != "enter"]
    assert [event[:2] for event in native.events if event[0] != "enter"] == kinds
