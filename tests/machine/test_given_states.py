"""States that no play reaches: each tier says what holds there, or refuses them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from games.random_rules import random_rules
from given_states import compared, searched

import pygame_search as ps
from pygame_search.game import Game
from pygame_search.machine.game_code import game_code, lift
from pygame_search.machine.native_game import native
from pygame_search.network.lift.lifted import LiftedGame
from pygame_search.support.errors import TierError

GAMES = (
    "chomp", "coins_in_a_row", "connect_four(columns=4, rows=4)", "eight_puzzle",
    "hexapawn", "kuhn_poker", "monty_hall", "mu_torere", "nim", "oware(houses=3)",
    "pig(target=6)", "pong_hau_ki", "prisoners_dilemma", "rock_paper_scissors",
    "three_mens_morris", "tic_tac_toe", "tron", "wythoff",
)  # fmt: skip


def random_text(seed: int) -> str:
    source = random.Random(seed)
    return random_rules(
        source, aggregates=seed % 2 == 0, deep=seed % 3 == 0, chance=seed % 5 == 0
    )


@pytest.mark.parametrize("call", GAMES)
def test_all_tell_the_same_of_a_given_state_or_refuse_it(call: str) -> None:
    outcome = compared(lambda form: ps.load(call, form=form), random.Random(call), 30)
    assert outcome.differ == []
    assert outcome.states == 30
    assert outcome.told["lists"] == 30
    assert outcome.told.get("kernels", 0) > 0


def random_game(seed: int) -> Callable[[str], Game]:
    """Return what loads a random game in a form."""
    text = random_text(seed)
    return lambda form: ps.load_text(text, form=form)


@pytest.mark.parametrize("part", range(12))
def test_all_tell_the_same_of_given_states_of_random_games(part: int) -> None:
    for seed in range(4 * part, 4 * part + 4):
        outcome = compared(random_game(seed), random.Random(seed), 20)
        assert outcome.differ == [], seed


@pytest.mark.parametrize("call", GAMES)
def test_minimax_finds_the_same_from_a_given_state(call: str) -> None:
    outcome = searched(lambda form: ps.load(call, form=form), random.Random(call), 12)
    assert outcome.differ == []


@pytest.mark.parametrize("part", range(10))
def test_minimax_finds_the_same_from_given_states_of_random_games(part: int) -> None:
    for seed in range(2 * part, 2 * part + 2):
        outcome = searched(random_game(seed), random.Random(seed), 8)
        assert outcome.differ == [], seed


# ---- what the network rests on -------------------------------------------------

#: Whoever takes from one heap may take more than is in another, if there are two.
HEAPS = """\
role(p).
init(heap(5)).
legal(p, take(K)) :- true(heap(M)), between(1, 3, K), K =< M.
next(heap(N)) :- does(p, take(K)), true(heap(M)), N is M - K.
terminal :- true(heap(M)), M =< 0.
goal(p, N) :- count(M, true(heap(M)), N).
"""


def test_a_heap_with_two_numbers_is_no_state_of_the_network() -> None:
    game = ps.load_text(HEAPS, form="lists")
    state = game.state("[heap(1), heap(5)]")
    after = {move: set(state.facts) for move, state in state.successors}
    assert after["take(3)"] == {"heap(-2)", "heap(2)"}
    with pytest.raises(
        TierError, match=r"`heap\(1\)` and `heap\(5\)` never hold together"
    ):
        state.best(depth=2, tier="native")
    assert state.best(depth=2, method="minimax").tier == "clauses"
    with pytest.raises(TierError, match="never hold together"):
        native(game).bits_of(["heap(1)", "heap(5)"])
    assert native(game).bits_of(["heap(5)"]).any()


#: The network keeps `on` as a fluent: it finds the only move of p after the constants.
LATE = """\
role(p).
init(on). init(n(0)). init(lasting).
legal(p, go).
legal(p, stop) :- true(ghost).
next(lasting) :- true(lasting).
next(ghost) :- true(n(0)), \\+ true(lasting).
next(on) :- does(p, go).
next(seen) :- true(on).
next(n(M)) :- true(n(N)), N < 3, M is N + 1.
terminal :- true(n(2)).
goal(p, 1) :- true(seen).
goal(p, 0) :- \\+ true(seen).
"""


def test_a_fluent_that_the_operations_take_for_constant_is_looked_at() -> None:
    game = ps.load_text(LATE)
    network = native(game).network
    assert "on" in network.fluents
    made = lift(game)
    assert made is not None
    state = game.state("[n(1), lasting]")
    bits = native(game).bits(state)
    assert made.takes(native(game).bits(game.initial))
    assert not made.takes(bits)
    assert not isinstance(game_code(game, 0, {}, bits), LiftedGame)
    copy = LiftedGame.from_bytes(made.to_bytes())
    assert not copy.takes(bits)
    for tier in ("clauses", "native"):
        assert state.best(depth=3, method="minimax", tier=tier).value == 0
        assert game.initial.best(depth=3, method="minimax", tier=tier).value == 1


def test_what_never_holds_and_what_always_does_is_refused() -> None:
    game = ps.load_text(
        "role(p). init(a). init(n(0)). init(b) :- 1 > 2. legal(p, go).\n"
        "next(a) :- true(a). next(b) :- true(b). next(n(1)) :- true(n(0)).\n"
        "terminal :- true(n(1)). goal(p, 1) :- true(b). goal(p, 0) :- \\+ true(b).",
        form="lists",
    )
    for text, why in (
        ("[a, b, n(0)]", "`b` never holds in states that play can reach"),
        ("[n(0)]", "`a` always holds in states that play can reach"),
    ):
        state = game.state(text)
        with pytest.raises(TierError, match=why):
            state.best(depth=2, tier="native")
        assert state.best(depth=2).value == (1 if "b" in text else 0)


# ---- the sum of the goals ------------------------------------------------------

#: One of p and q holds in each state of the game, so one player gets 10, the other 0.
SIGN = """\
role(x). role(o).
init(v(p)). init(s(0)). init(control(x)).
legal(R, stay) :- true(control(R)).
legal(R, swap) :- true(control(R)).
legal(R, noop) :- role(R), \\+ true(control(R)).
next(v(S)) :- does(_, stay), true(v(S)).
next(v(p)) :- does(_, swap), true(v(q)).
next(v(q)) :- does(_, swap), true(v(p)).
next(control(x)) :- true(control(o)).
next(control(o)) :- true(control(x)).
next(s(M)) :- true(s(N)), N < 3, M is N + 1.
terminal :- true(s(3)).
goal(x, 10) :- true(v(p)).
goal(x, 0) :- \\+ true(v(p)).
goal(o, 10) :- true(v(q)).
goal(o, 0) :- \\+ true(v(q)).
"""


@pytest.mark.parametrize("method", ["alphabeta", "proof_number", "retrograde"])
def test_the_sum_of_a_game_is_not_that_of_every_state(method: str) -> None:
    game = ps.load_text(SIGN)
    assert game.goal_sum.total == 10
    state = game.state("[s(0), control(x)]")
    after = state.play("stay")
    for tier in ("clauses", "native"):
        for where in (state, after, state.successors[0][1]):
            found = where.solve(tier=tier, method=method)
            assert found.values == {"x": 0, "o": 0}
        one = game.initial.play("stay").solve(tier=tier, method=method)
        assert sum(value or 0 for value in one.values.values()) == 10


def test_a_state_knows_whether_play_leads_to_it() -> None:
    game = ps.load_text(SIGN)
    after = game.after("stay")
    assert game.initial.reached
    assert after.reached
    assert all(state.reached for _, state in after.successors)
    assert game.own(after).reached
    state = game.state("[s(0), control(x), v(p)]")
    assert not state.reached
    assert not state.play("stay").reached
    assert state.facts == game.initial.facts
