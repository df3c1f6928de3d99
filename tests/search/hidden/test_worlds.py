"""The worlds that a role thinks possible, listed one by one and all at once."""

from __future__ import annotations

import random
import time
from fractions import Fraction

import pytest
from percept_games import percept_game

import pygame_search as ps
from pygame_search.game import Game, State, load_text
from pygame_search.search.core.methods import read_method
from pygame_search.search.hidden import information
from pygame_search.search.hidden.information import (
    InformationRequest,
    Worlds,
    view_of,
)
from pygame_search.support.errors import LimitError


def played(game: Game, source: random.Random, most: int = 100) -> State:
    """Return a state within a random game."""
    states = [game.initial]
    while not states[-1].terminal and len(states) <= most:
        state = states[-1]
        states.append(
            state.play_joint([state.drawn(one, source) for one in game.roles])
        )
    return source.choice(states[1:])


def listed(
    state: State, role: str, few: int, patch: pytest.MonkeyPatch
) -> tuple[dict[tuple[tuple[str, ...], tuple[int, ...]], Fraction], Worlds]:
    """Return how likely each world is, by its facts and the views, and the worlds.

    Args:
        state: where the role is.
        role: the role.
        few: from so many worlds on they are followed at once.
        patch: sets this.
    """
    patch.setattr(information, "FEW_WORLDS", few)
    request = InformationRequest(
        state.game, view_of(state, role), read_method("ismcts(simulations=1)"),
        "procedural",
    )  # fmt: skip
    worlds = Worlds(request)
    return {
        (worlds.machine.facts(one.state), one.views): weight
        for one, weight in zip(worlds.worlds, worlds.weights, strict=True)
    }, worlds


@pytest.mark.parametrize("seed", [n for n in range(60) if n % 10 != 9])
def test_random_games(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both find the same worlds, and who knows the same in two of them."""
    game = load_text(percept_game(seed).text, tier="native")
    state = played(game, random.Random(seed))
    for role in game.players:
        one, _ = listed(state, role, 10**9, monkeypatch)
        other, _ = listed(state, role, 0, monkeypatch)
        assert len(one) == len(other)
        assert sum(other.values()) == 1
        assert alike(one) == alike(other)


def alike(
    worlds: dict[tuple[tuple[str, ...], tuple[int, ...]], Fraction],
) -> list[tuple[tuple[str, ...], Fraction, tuple[tuple[tuple[str, ...], ...], ...]]]:
    """Return each world with, for each role, the facts of worlds that look the same."""
    return sorted(
        (
            facts,
            weight,
            tuple(
                tuple(sorted(f for f, others in worlds if others[i] == views[i]))
                for i in range(len(views))
            ),
        )
        for (facts, views), weight in worlds.items()
    )


def test_the_search_goes_on_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their views have other numbers than those that the search gives."""
    state = ps.load("goofspiel_hidden(cards=5)", tier="native").initial
    source = random.Random(3)
    for _ in range(4):
        joint = [state.drawn(one, source) for one in state.game.roles]
        state = state.play_joint(joint)
    found = []
    for few in (10**9, 0):
        _, worlds = listed(state, "ann", few, monkeypatch)
        machine, views = worlds.machine, set()
        for world in worlds.worlds:
            node = machine.playable(world.state)
            for index, after in enumerate(node.successors):
                views.add(worlds.after(world, node.joint(index), after).views)
        found.append(len(views))
        numbers = {view for world in worlds.worlds for view in world.views}
        assert not numbers & {view for own in views for view in own}
    assert found[0] == found[1]


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """There may not be too many worlds, and the time is limited."""
    game = ps.load("goofspiel_hidden(cards=5)", tier="native")
    state = game.initial.play_joint(["bid(1)", "bid(2)"])
    state = state.play_joint(["bid(2)", "bid(1)"])
    monkeypatch.setattr(information, "FEW_WORLDS", 0)
    view = view_of(state, "ann")
    call = read_method("ismcts(simulations=1)")
    monkeypatch.setattr(information, "MOST_WORLDS", 1)
    with pytest.raises(LimitError, match="more than 1 worlds are possible for ann"):
        Worlds(InformationRequest(game, view, call, "procedural"))
    monkeypatch.setattr(information, "MOST_WORLDS", 100)
    late = InformationRequest(
        game, view, call, "procedural", seconds=1e-9, started=time.monotonic() - 1
    )
    with pytest.raises(LimitError, match="time is over"):
        Worlds(late)
