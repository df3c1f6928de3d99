"""The random games with percepts are of the kind that they should be."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from oracle_check import differences, tiers_of
from percept_games import EVERY, MOST_PLAYS, percept_game

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.oracle.beliefs import by_view, histories, legal_moves, unknown_legal
from pygame_search.oracle.interpreter import Oracle

#: How many seeds the tests of others may use, and how many are checked at a time.
SEEDS, BATCH = 300, 30


def test_a_seed_always_gives_the_same_game() -> None:
    texts = [percept_game(seed).text for seed in range(SEEDS)]
    assert texts == [percept_game(seed).text for seed in range(SEEDS)]
    assert len(set(texts)) == SEEDS


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(first, marks=[pytest.mark.slow] if first else [])
        for first in range(0, SEEDS, BATCH)
    ],
)
def test_check_finds_no_error(first: int, tmp_path: Path) -> None:
    """Except that legal moves cannot be known."""
    files = {}
    for seed in range(first, first + BATCH):
        file = tmp_path / f"percepts_{seed}.pl"
        file.write_text(percept_game(seed).text, encoding="utf-8")
        files[str(file)] = seed
    result = CliRunner().invoke(command, ["check", *files, "--json"])
    told = json.loads(result.stdout)
    warned = "at_once", "sees_nothing_hidden"
    found = [one for one in told["diagnostics"] if one["code"] not in warned]
    assert {one["code"] for one in found} <= {"unknown_legal"}
    assert all(percept_game(files[one["file"]]).unknown for one in found)
    assert all(told["inspected"][file]["exhaustive"] for file in files)


@pytest.mark.parametrize("seed", range(60))
def test_a_game_is_as_its_author_says(seed: int) -> None:
    """By the oracle: how long it is, what it is worth, and which moves are known."""
    game = percept_game(seed)
    oracle = Oracle(game.text)
    assert (seed % EVERY == EVERY - 1) == (game.unknown != "")
    for role in ("ann", "bob"):
        pair = unknown_legal(oracle, role, game.steps)
        assert (pair is not None) == (role == game.unknown)
    ends = [one for one in histories(oracle, game.steps + 1) if one.over]
    assert 2 <= game.steps <= 4
    assert max(len(one.joints) for one in ends) == game.steps
    assert 2 <= len(ends) <= MOST_PLAYS
    for end in ends:
        goals = oracle.goals(end.state)
        value = goals["ann"]
        assert value is not None
        assert -3 <= value <= 3
        assert goals["bob"] == -value


def test_there_are_games_of_each_kind() -> None:
    kinds: dict[str, Callable[[str], object]] = {
        "chance": lambda text: "role(random)" in text,
        "weights": lambda text: "weight(" in text,
        "early ends": lambda text: "stopped" in text,
        "remembered percepts": lambda text: "told" in text,
        "own moves count": lambda text: re.search(r"^legal.*true\(f", text, re.M),
        "brief fluents": lambda text: "lasts(" in text,
        "percepts for all": lambda text: "player(R)" in text,
        "percepts by negation": lambda text: re.search(r"p\(\d, V\).*\\\+", text),
    }
    found: Counter[str] = Counter()
    for seed in range(SEEDS):
        text = percept_game(seed).text
        found.update(kind for kind, holds in kinds.items() if holds(text))
    assert 120 < found["chance"] < 180
    assert all(found[kind] > 40 for kind in kinds), found


def test_in_some_games_plays_that_look_alike_lead_to_the_same_state() -> None:
    merged = 0
    for seed in range(60):
        game = percept_game(seed)
        oracle = Oracle(game.text)
        views = by_view(oracle, "ann", game.steps).values()
        merged += any(len({one.state for one in its}) < len(its) for its in views)
    assert merged > 5


def test_in_some_games_several_roles_move_at_once_and_some_moves_are_noop() -> None:
    widths: Counter[int] = Counter()
    for seed in range(60):
        game = percept_game(seed)
        oracle = Oracle(game.text)
        for history in histories(oracle, game.steps):
            legal = legal_moves(oracle, history)
            widths[sum(len(moves) > 1 for moves in legal)] += not history.over
    assert min(widths[1], widths[2]) > 100


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_the_package_plays_the_same_games(seed: int) -> None:
    text = percept_game(seed).text
    tiers = tiers_of({"lists": ps.load_text(text)}, ["lists"])
    assert differences(Oracle(text), tiers, seed) == {}
