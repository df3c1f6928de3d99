"""Searches from what a role knows: their errors, and that nothing hidden decides."""

from __future__ import annotations

import json
import random
from dataclasses import fields
from typing import get_type_hints

import pytest
from hidden_texts import CARDS, KUHN_POKER, MONTY_HALL, STOP_OR_GO, SURE_COIN

import pygame_search as ps
from pygame_search.game import Game, State, load_text
from pygame_search.search.core.methods import read_method
from pygame_search.search.hidden.information import (
    InformationRequest,
    Informed,
    Worlds,
    view_of,
)
from pygame_search.support.errors import InputError

METHODS = [
    "ismcts(simulations=200)",
    "ismcts(simulations=200, observer=single)",
    "pimc(depth=9)",
]

#: The methods in each tier that has them.
IN_TIERS = [
    (method, tier) for method in METHODS for tier in read_method(method).method.tiers
]


def values(
    state: State, role: str, method: str, tier: str | None = None
) -> dict[str, float | None]:
    """Return the value of each move."""
    found = state.best(role=role, method=method, tier=tier)
    return {move.move: move.value for move in found.moves}


def test_strategy_fusion() -> None:
    """Face up, `play` is worth 100 in each world; what can be known is worth 50."""
    state = load_text(SURE_COIN).after("toss(heads)")
    assert values(state, "guesser", "pimc") == {"take": 60, "play": 100}
    assert state.best(method="pimc").move == "play"
    found = state.best(method="ismcts(simulations=2000)")
    assert found.move == "take"
    assert values(state, "guesser", "ismcts(simulations=4000)")[
        "play"
    ] == pytest.approx(50, abs=8)


def test_non_locality() -> None:
    """Even worlds after `go` make heads the better guess; an equilibrium says tails."""
    game = load_text(STOP_OR_GO)
    state = game.after("toss(tails); go")
    assert values(state, "bob", "pimc") == pytest.approx(
        {"say(heads)": 1, "say(tails)": 1 / 3}
    )
    assert (
        state.best(role="bob", method="ismcts(simulations=2000)").move == "say(heads)"
    )
    [bob] = game.initial.equilibrium().strategies["bob"]
    assert bob.probabilities[bob.moves.index("say(tails)")] == 1


def test_monty_hall_switches() -> None:
    game = load_text(MONTY_HALL)
    state = game.initial
    source = random.Random(3)
    while state.to_move != ("candidate",) or "switch" not in state.legal["candidate"]:
        state = state.play_joint(state.drawn(role, source) for role in game.roles)
    for method in METHODS:
        found = state.best(role="candidate", method=method)
        assert found.move == "switch", method
    assert values(state, "candidate", "pimc") == pytest.approx(
        {"keep": 1 / 3, "switch": 2 / 3}
    )


@pytest.mark.parametrize(("method", "tier"), IN_TIERS)
@pytest.mark.parametrize("text", [CARDS, KUHN_POKER, STOP_OR_GO], ids=["c", "k", "s"])
def test_equal_views_have_equal_answers(text: str, method: str, tier: str) -> None:
    """All states with the same view give the same answer, to the last digit."""
    game = load_text(text)
    seen: dict[str, str] = {}
    compared = 0
    for seed in range(60):
        source = random.Random(seed)
        state = game.initial
        for _ in range(source.choice([1, 2, 3])):
            if not state.terminal:
                state = state.play_joint(state.drawn(r, source) for r in game.roles)
        for role in game.players:
            if state.terminal or len(state.legal[role]) == 1:
                continue
            found = state.best(role=role, method=method, tier=tier)
            assert isinstance(found, Informed)
            assert (found.states, found.tier) == ((), tier)
            data = found.as_json() | {"seconds": 0}
            view = json.dumps(found.view.as_json())
            compared += view in seen
            assert seen.setdefault(view, json.dumps(data)) == json.dumps(data)
    assert compared > 5


#: Facts, advice and features that give the game away.
PLANTED = """\
next(leak(ann, A)) :- does(random, deal(A, _)).
next(leak(bob, B)) :- does(random, deal(_, B)).
next(leak(P, C)) :- true(leak(P, C)).
feature(P, sure) :- true(leak(P, C)), true(leak(Q, D)), P \\\\== Q, C > D.
weight(sure, 100).
advice(0, ann, bet) :- true(leak(ann, A)), true(leak(bob, B)), A > B.
noisy(P, call) :- true(leak(P, 3)).
"""


@pytest.mark.parametrize(("method", "tier"), IN_TIERS)
def test_what_gives_the_game_away_moves_no_value(method: str, tier: str) -> None:
    plain, planted = load_text(CARDS), load_text(CARDS + PLANTED.replace("\\\\", "\\"))
    for line in ("deal(1, 2)", "deal(3, 1)", "deal(2, 1); bet", "deal(1, 3); pass"):
        role = "bob" if ";" in line else "ann"
        one, other = (
            values(game.after(line), role, method, tier) for game in (plain, planted)
        )
        assert one == other
    assert plain.initial.equilibrium().exact == planted.initial.equilibrium().exact


def test_a_request_has_no_state() -> None:
    types = get_type_hints(InformationRequest)
    assert {one.name for one in fields(InformationRequest)} == types.keys()
    assert State not in types.values()


def test_worlds_know_what_the_others_know() -> None:
    """After the deal, bob has another view in each world that ann thinks possible."""
    game = load_text(CARDS)
    view = view_of(game.after("deal(1, 2)"), "ann")
    worlds = Worlds(InformationRequest(game, view, read_method("ismcts")))
    assert len(worlds.worlds) == 2
    bob = game.roles.index("bob")
    assert len({world.views[bob] for world in worlds.worlds}) == 2
    assert len({world.views[0] for world in worlds.worlds}) == 1
    counts = [0, 0]
    source = random.Random(1)
    for _ in range(400):
        counts[worlds.worlds.index(worlds.draw(source))] += 1
    assert min(counts) > 150


def test_the_default_is_ismcts() -> None:
    found = load_text(CARDS).after("deal(1, 2)").best(seconds=0.2)
    assert found.method.startswith("ismcts")
    assert any("evenly" in note for note in found.notes)
    assert "ann knows its moves and what it perceived" in str(found)


def over(game: Game) -> State:
    return game.after("deal(1, 2); bet; fold")


def test_the_end_has_a_value() -> None:
    found = over(load_text(CARDS)).best(role="ann")
    assert (found.move, found.value, found.stopped) == (None, -1, "over")


@pytest.mark.parametrize("method", ["ismcts", "pimc"])
def test_where_all_is_seen_they_are_refused(method: str) -> None:
    with pytest.raises(InputError, match="each role knows the position"):
        ps.load("nim").initial.best(method=method)
    with pytest.raises(InputError, match="each role knows the position"):
        load_text(CARDS).face_up().after("deal(1, 2)").best(method=method)


def test_advice_is_asked_of_the_whole_state() -> None:
    game = load_text(CARDS + PLANTED.replace("\\\\", "\\"))
    with pytest.raises(InputError, match="hidden information"):
        game.after("deal(3, 1)").best(role="ann", method="advice")


def test_a_position_without_a_past_is_refused() -> None:
    game = load_text(CARDS)
    bare = game.state(game.facts_text(game.after("deal(1, 2)").facts))
    with pytest.raises(InputError, match="by the moves that led to it"):
        bare.best()


@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_expectimax_over_beliefs(tier: str) -> None:
    """The values are those of the sequence form, and each move has its own."""
    state = load_text(SURE_COIN, tier=tier).after("toss(tails)")
    method = "belief_expectimax"
    assert values(state, "guesser", method) == {"take": 60, "play": 50}
    found = state.best(role="guesser")
    assert (found.move, found.value, found.complete) == ("take", 60, True)
    assert found.method == method
    playing = state.play("play")
    assert values(playing, "guesser", method) == {"say(heads)": 50, "say(tails)": 50}


@pytest.mark.parametrize(("call", "line", "value"), [
    ("mastermind(colours=2)", 0, None), ("monty_hall", 0, 2 / 3),
    ("minesweeper_small", 0, 1 / 2),
])  # fmt: skip
def test_one_player_of_the_shelf(call: str, line: int, value: float | None) -> None:
    """Whatever chance has hidden, the value is that of the whole game."""
    game = ps.load(call)
    state = game.initial.play_joint(
        moves[line] for moves in game.initial.legal.values()
    )
    found = state.best(role=game.players[0], method="belief_expectimax(seconds=600)")
    whole = next(iter(game.initial.equilibrium(method="lp").values.values()))
    assert found.value == pytest.approx(float(whole))
    assert value is None or found.value == pytest.approx(value)


def test_two_players_need_strategies() -> None:
    with pytest.raises(InputError, match="for one player, found 2"):
        load_text(CARDS).after("deal(1, 2)").best(method="belief_expectimax")
