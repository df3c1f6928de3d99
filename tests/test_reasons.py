"""Reasons of searches: what they state is so.

Lines are played again, move by move, and their ends valued from what `heuristics` and
the rules tell; cuts are looked up in the tree of the search, and what they left out is
searched in full.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from math import prod

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.errors import InputError
from pygame_search.game import Game, State
from pygame_search.questions import ask
from pygame_search.search import minimax
from pygame_search.search.best import MoveTexts, new_task
from pygame_search.search.methods import read_method
from pygame_search.search.reasons import (
    BestReasons,
    CutReason,
    Setter,
    Variation,
    cuts,
    why_best,
    why_cut,
)
from pygame_search.search.result import SearchResult
from pygame_search.search.task import Task
from pygame_search.trace import Node, search_events, tree

TIERS = ("clauses", "procedural")

#: The games of rules/, smaller where that makes a test quick; whether the goals of two
#: roles add up to a constant.
GAMES = {
    "hexapawn": True,
    "hexapawn(columns=4, rows=4)": True,
    "tic_tac_toe": True,
    "nim(heaps=[2, 3])": True,
    "othello(size=4)": True,
    "connect_four(columns=4, rows=4, in_a_row=3)": True,
    "helen_and_stavros": True,
    "goofspiel": True,
    "skirmish(plies=12)": True,
    "uniform_tree": True,
    "coins_in_a_row": False,
    "pig": True,
    "pig(sides=3, target=6)": True,
    "river_crossing": False,
    "eight_puzzle": False,
}


def positions(call: str, count: int, seed: int, plies: int = 8) -> Iterator[State]:
    """Yield states that are not terminal, reached by random moves."""
    source = random.Random(f"{call} {seed}")
    game = loaded(call)
    while count:
        state = game.initial
        for _ in range(source.randint(0, plies)):
            after = state.play(
                f"[{', '.join(source.choice(moves) for moves in state.legal.values())}]"
            )
            if after.terminal:
                break
            state = after
        count -= 1
        yield state


def width(state: State) -> int:
    return prod(len(moves) for moves in state.legal.values())


def depth_for(state: State, source: random.Random) -> int:
    """Return a depth from 1 to 4 at which the tree is no forest."""
    most = 4 if width(state) <= 6 else 3 if width(state) <= 9 else 2
    return source.randint(1, most)


def worth(state: State, role: str, *, constant: bool) -> int:
    """Return the goal value, or the estimate by the features of the rule file."""
    if state.terminal:
        value = state.goals[role]
        assert value is not None
        return value
    totals = dict.fromkeys(state.game.players, 0)
    for owner, name in instances(state):
        totals[owner] += state.game.weights.get(name, 0)
    others = [total for other, total in totals.items() if other != role]
    return totals[role] - (others[0] if constant and len(others) == 1 else 0)


@cache
def instances(state: State) -> list[tuple[str, str]]:
    """Return the role and the name of each instance of a feature."""
    if not state.game.weights:
        return []
    found = ask(state, "feature(Role, Name, X)", limit=1000)
    assert not found.more
    distinct = {(a["Role"], a["Name"], a["X"]) for a in found.answers}
    return [(role, name) for role, name, _ in distinct]


def replayed(line: Variation, role: str, *, constant: bool) -> float:
    """Return what a line leads to, played again; check all that it states."""
    state = line.start
    for ply in line.plies:
        assert all(m in legal for m, legal in zip(ply.joint, state.legal.values()))
        choosing = {r for r, moves in state.legal.items() if len(moves) > 1}
        assert choosing <= set(ply.movers)
        state = state.play(f"[{', '.join(ply.joint)}]")
        assert ply.state == state
        assert ply.value == line.value
        if ply.estimate is not None:
            assert ply.estimate == worth(state, role, constant=constant)
    assert line.end == state
    if line.chance is None:
        assert line.leaf is not None
        assert line.leaf.value == line.value
        return worth(state, role, constant=constant)
    chance, parts = state.legal["random"], line.chance.parts
    index = state.game.roles.index("random")
    assert tuple(part.joint[index] for part in parts) == chance
    for part in parts:
        assert part.variation.start == state.play(f"[{', '.join(part.joint)}]")
        found = replayed(part.variation, role, constant=constant)
        assert found == pytest.approx(part.value)
    assert line.chance.mean == pytest.approx(line.value)
    return line.chance.mean


def sure(line: Variation) -> str:
    """Return `win` or `loss` when the line ends in one whatever chance does."""
    if line.chance is not None:
        [found, *more] = {sure(part.variation) for part in line.chance.parts}
        return "" if more else found
    assert line.leaf is not None
    low, high = line.start.game.ranges[line.start.game.roles.index(line.leaf.role)]
    if line.leaf.kind == "limit" or low == high:
        return ""
    return {low: "loss", high: "win"}.get(line.leaf.value, "")


def check_best(reasons: BestReasons, *, constant: bool) -> None:
    """Assert that all lines lead to their values, and that the best is the best."""
    role = reasons.role
    lines = [reasons.variation, *(other.variation for other in reasons.alternatives)]
    for line in lines:
        found = replayed(line, role, constant=constant)
        assert found == pytest.approx(line.value)
    for other in reasons.alternatives:
        assert other.value == other.variation.value
        match other.reason:
            case "worse":
                assert other.value < reasons.value
            case "lost":
                assert other.value >= reasons.value
                assert sure(other.variation) == "loss" != sure(reasons.variation)
            case "unsure":
                assert other.value >= reasons.value
                assert sure(other.variation) != "win" == sure(reasons.variation)
            case reason:
                assert other.value == pytest.approx(reasons.value)
                result = {"later": "win", "sooner": "loss"}.get(reason)
                assert result is None or sure(other.variation) == result
                assert result is None or sure(reasons.variation) == result
    legal = reasons.state.legal[role]
    told = [other.move for other in reasons.alternatives]
    assert [move for move in legal if move != reasons.move] == told
    equal = [other.move for other in reasons.alternatives if other.reason == "equal"]
    assert all(legal.index(move) > legal.index(reasons.move or "") for move in equal)
    assert json.loads(json.dumps(reasons.as_json()))["value"] == reasons.value
    assert reasons.text().startswith(f"{role} ")
    assert reasons._repr_html_().count("<details>") == len(told)


# ---- the best move -----------------------------------------------------------


@pytest.mark.parametrize("call", GAMES)
def test_lines_replay_to_the_values_they_state(call: str) -> None:
    source = random.Random(call)
    for state in positions(call, 50, seed=1):
        depth = depth_for(state, source)
        role = source.choice(state.game.players)
        reasons = why_best(state, role=role, depth=depth)
        check_best(reasons, constant=GAMES[call])
        best = state.best(role=role, depth=depth)
        assert (reasons.move, reasons.value) == (best.move, best.value)
