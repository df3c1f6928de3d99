"""Breadth-first search beside iterative deepening: work and memory by depth."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.game import Game
from pygame_search.search.paths import by_depth
from pygame_search.search.state_space.by_depth import PATH_BYTES, Effort

#: A tree in which each node has two children, and the goal is the last leaf at a depth.
TREE = """
start(1). is_goal({goal}).
arc(N, M) :- N < {goal}, M is 2 * N.
arc(N, M) :- N < {goal}, M is 2 * N + 1.
"""


def binary(depth: int) -> Game:
    return ps.load_text(TREE.format(goal=2 ** (depth + 1) - 1))


@pytest.mark.parametrize("depth", [1, 3, 5])
def test_a_binary_tree_is_worked_out_by_hand(depth: int) -> None:
    """All above the goal are expanded; two paths a level wait beside a deep search."""
    found = by_depth(binary(depth))
    last = 2 ** (depth + 1) - 2  # all nodes but the goal
    assert [effort.expanded for effort in found.breadth] == [
        *(2 ** (d + 1) - 1 for d in range(depth)), last,
    ]  # fmt: skip
    rounds = [2 ** (d + 1) - 1 for d in range(depth)]
    assert [effort.expanded for effort in found.iterative] == [
        *(sum(rounds[: d + 1]) for d in range(depth)), sum(rounds) + last,
    ]  # fmt: skip
    assert found.iterative[-1].kept == 1 + 2 * depth
    # breadth-first search keeps the whole tree down to the next level
    assert [effort.kept for effort in found.breadth[:-1]] == [
        2 ** (d + 2) - 1 for d in range(depth)
    ]
    assert found.breadth[0].bytes == 3 * PATH_BYTES


@pytest.mark.parametrize("call", ["delivery_robot", "water_jugs", "river_crossing"])
@pytest.mark.parametrize("prune", ["cycles", "none"])
def test_the_last_row_is_the_whole_search(call: str, prune: str) -> None:
    game = loaded(call)
    found = by_depth(game, prune=prune)
    for method, efforts in (("breadth", found.breadth), ("iterative", found.iterative)):
        result = game.path(method=method, prune=prune)
        assert efforts[-1].expanded == result.expanded
        assert efforts[-1].kept >= result.frontier_max
        assert len(efforts) == len(result.moves) + 1
        assert [*efforts] == sorted(efforts, key=lambda e: (e.expanded, e.kept))


def test_searches_that_find_nothing() -> None:
    none = by_depth(ps.load_text("start(a). is_goal(z). arc(a, b). arc(b, a)."))
    assert none.stopped == ("none", "none")
    assert "iterative: no path" in str(none)
    short = by_depth(loaded("water_jugs"), limit=5)
    assert short.stopped == ("limit", "limit")
    assert short.breadth[-1] == Effort(
        5, short.breadth[-1].kept, short.breadth[-1].bytes
    )


def run(*words: str) -> Result:
    return CliRunner().invoke(command, ["path", *words])


def test_the_command() -> None:
    lines = run("water_jugs", "--by-depth").output.splitlines()
    assert len(lines) == 2 + 7
    data = json.loads(run("delivery_robot", "--by-depth", "--json").output)
    assert data["stopped"] == ["found", "found"]
    assert len(data["breadth"]) == len(data["iterative"]) == 4
    for words in (["--method", "depth"], ["--all"], ["--table"], ["--why"]):
        refused = run("delivery_robot", "--by-depth", *words)
        assert refused.exit_code == 2
        assert "by-depth" in refused.stderr
    assert "one agent" in run("hexapawn", "--by-depth").stderr
