"""What of ours is measured."""

from __future__ import annotations

from benchmarks.timing import Work
from pygame_search.game import Game, State, load
from pygame_search.machine import KnowledgeBase
from pygame_search.search.alphabeta import alphabeta
from pygame_search.search.task import Task

CROSSINGS = 20_000


def searches() -> list[Work]:
    """Return the whole tree of tic-tac-toe, searched by minimax in both tiers."""
    start = load("tic_tac_toe").initial
    return [
        Work("minimax in clauses", lambda: _minimax(start, "clauses"), "nodes"),
        Work("minimax in Python", lambda: _minimax(start, "procedural"), "nodes"),
    ]


def _minimax(state: State, tier: str) -> int:
    found = state.best(method="minimax", depth=9, tier=tier)
    assert found.nodes == 549_946
    return found.nodes


def alphabetas() -> list[Work]:
    """Return procedural alpha-beta, expansions remembered, kept from before, or not."""
    game = load("connect_four")
    kept = KnowledgeBase(game)
    return [
        Work(
            "alpha-beta, every visit crosses",
            lambda: _alphabeta(KnowledgeBase(game, memo=False)),
            "nodes",
        ),
        Work(
            "alpha-beta, expansions memoised",
            lambda: _alphabeta(KnowledgeBase(game)),
            "nodes",
        ),
        Work(
            "alpha-beta, all expansions known",
            lambda: _alphabeta(kept),
            "nodes",
        ),
    ]


def _alphabeta(machine: KnowledgeBase) -> int:
    task = Task(machine, 0, 6, machine.game.ranges[0], {}, None)
    alphabeta(task, machine.game.initial.number)
    return task.nodes


def crossings() -> list[Work]:
    """Return crossings into Prolog: one state expanded, and the least there is."""
    game = load("tic_tac_toe")
    number = game.initial.number
    return [
        Work("crossings: expand a state", lambda: _expand(game, number), "calls"),
        Work("crossings: a request in JSON", lambda: _request(game), "calls"),
    ]


def _expand(game: Game, number: int) -> int:
    for _ in range(CROSSINGS):
        game.engine.expand(game.key, number)
    return CROSSINGS


def _request(game: Game) -> int:
    for _ in range(CROSSINGS // 10):
        game.ask("initial")
    return CROSSINGS // 10
