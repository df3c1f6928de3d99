"""The worlds that a role thinks possible, listed one by one and all at once."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from functools import partial

import pytest
from percept_games import percept_game

import pygame_search as ps
from pygame_search.game import Game, State, load_text
from pygame_search.search.core.methods import read_method
from pygame_search.search.hidden import belief_expectimax, information
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


def in_order(
    state: State, role: str, compiled: bool, patch: pytest.MonkeyPatch
) -> list[tuple[tuple[str, ...], tuple[int, ...], Fraction]]:
    """Return the worlds in their order, with views numbered as they are met."""
    patch.setattr(information, "kernels_compiled", lambda: compiled)
    _, worlds = listed(state, role, 0, patch)
    met = [dict[int, int]() for _ in state.game.roles]
    return [
        (
            worlds.machine.facts(world.state),
            tuple(
                own.setdefault(view, len(own))
                for own, view in zip(met, world.views, strict=True)
            ),
            weight,
        )
        for world, weight in zip(worlds.worlds, worlds.weights, strict=True)
    ]


@pytest.mark.parametrize("seed", range(40))
def test_the_order_does_not_depend_on_compiled_kernels(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_text(percept_game(seed).text, tier="native")
    state = played(game, random.Random(seed))
    for role in game.players:
        one, other = (
            in_order(state, role, compiled, monkeypatch) for compiled in (True, False)
        )
        assert one == other


#: Chance moves unseen, and the rules list its moves in another order than the standard.
LETTERS = """\
role(ann). role(random).
init(n(0)).
letter(c). letter(a). letter(b).
legal(ann, wait) :- true(n(K)), K < 3.
legal(ann, guess(L)) :- true(n(3)), letter(L).
legal(random, L) :- true(n(K)), K < 3, letter(L).
legal(random, nil) :- true(n(3)).
next(n(N)) :- true(n(M)), N is M + 1, N =< 4.
next(drawn(M, L)) :- true(n(M)), does(random, L), letter(L).
next(drawn(M, L)) :- true(drawn(M, L)).
next(guessed(L)) :- does(ann, guess(L)).
sees(ann, nothing) :- does(ann, never).
terminal :- true(n(4)).
goal(ann, N) :- true(guessed(L)), count(M, true(drawn(M, L)), N).
goal(ann, 0) :- \\+ guessing.
guessing :- true(guessed(_)).
"""


def test_the_order_is_not_that_of_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    state = load_text(LETTERS, tier="native").initial
    for letter in "abc":
        state = state.play_joint(["wait", letter])
    one, other = (
        in_order(state, "ann", compiled, monkeypatch) for compiled in (True, False)
    )
    assert len(one) == 27
    assert one == other
    found = [
        state.best(method="pimc(worlds=5, seed=2)", tier="procedural")
        for _ in map(partial(_compiled, monkeypatch), (True, False))
    ]
    assert [(one.move, one.value) for one in found[0].moves] == [
        (one.move, one.value) for one in found[1].moves
    ]


def _compiled(patch: pytest.MonkeyPatch, compiled: bool) -> None:
    patch.setattr(information, "kernels_compiled", lambda: compiled)


@pytest.mark.parametrize(
    "method", ["ismcts(simulations=200, seed=5)", "pimc(worlds=5, seed=5)"]
)
def test_a_seed_gives_the_same_answer_before_and_after_warm(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(information, "FEW_WORLDS", 20)
    state = ps.load("goofspiel_hidden(cards=5)", tier="native").initial
    for bids in (["bid(1)", "bid(2)"], ["bid(3)", "bid(1)"], ["bid(2)", "bid(4)"]):
        state = state.play_joint(bids)
    found = []
    for compiled in (True, False):
        monkeypatch.setattr(information, "kernels_compiled", lambda c=compiled: c)
        answer = state.best(method=method, tier="procedural", role="ann")
        found.append([(one.move, one.value) for one in answer.moves])
    assert found[0] == found[1]


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


#: Chance tosses five coins unseen, of which the heads count; then ann bets on them.
TOSSES = """\
role(ann). role(random).
init(n(0)). init(heads(0)).
legal(ann, wait) :- true(n(K)), K < 5.
legal(ann, bet) :- true(n(5)).
legal(ann, keep) :- true(n(5)).
legal(random, M) :- true(n(K)), K < 5, side(M).
side(head). side(tail).
legal(random, nil) :- true(n(5)).
next(n(N)) :- true(n(M)), N is M + 1, N =< 6.
next(heads(N)) :- true(heads(M)), does(random, head), N is M + 1, N =< 5.
next(heads(M)) :- true(heads(M)), \\+ does(random, head).
next(bets) :- does(ann, bet).
sees(ann, nothing) :- does(ann, never).
terminal :- true(n(6)).
goal(ann, H) :- true(heads(H)), true(bets).
goal(ann, 2) :- \\+ true(bets).
"""


@pytest.mark.parametrize("tier", ["clauses", "native"])
@pytest.mark.parametrize("few", [0, 10**9])
def test_what_chance_has_done_does_not_tell_worlds_apart(
    tier: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are six worlds, by the number of heads."""
    monkeypatch.setattr(information, "FEW_WORLDS", few)
    state = load_text(TOSSES, tier=tier).initial
    for toss in ("head", "tail", "head", "head", "tail"):
        state = state.play_joint(["wait", toss])
    found = state.best(method="pimc")
    assert found.notes[0].startswith("6 worlds are possible, all searched face up")
    assert found.value == 2.5


@pytest.mark.parametrize("more", [0, 1, 2])
def test_states_of_any_size(more: int) -> None:
    """Also where the bits of the fluents fill whole words."""
    start = f"{TOSSES}next(pad(N)) :- does(random, head), pad(N).\npad(0).\n"
    fluents = len(load_text(start, tier="native").with_percepts().network.names)
    number = -(fluents + more) % 64 + 1
    text = start + "".join(f"pad({n}).\n" for n in range(1, number))
    state = load_text(text, tier="native").initial
    for toss in ("head", "tail", "head", "head", "tail"):
        state = state.play_joint(["wait", toss])
    assert state.best(method="pimc").value == 2.5
    found = state.best(method="ismcts(simulations=200)", tier="native")
    assert found.move == "bet"


def test_long_play_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beliefs follow one another only so deep; then `best` samples."""
    monkeypatch.setattr(belief_expectimax, "MOST_STEPS", 20)
    state = load_text(TOSSES.replace("5", "30").replace("6", "31")).initial
    with pytest.raises(LimitError, match="longer than 20 steps"):
        state.best(method="belief_expectimax(seconds=600)")
