"""A game that is dropped leaves neither clauses in Prolog nor objects in Python."""

from __future__ import annotations

import gc
import os
import weakref
from collections.abc import Iterator
from contextlib import suppress

import pytest

import pygame_search as ps
from pygame_search.engine.bridge import engine
from pygame_search.experiments.checking import check_rules
from pygame_search.machine import native_game
from pygame_search.rules.rulebook import Rulebook

#: Its rules have relations that are recursive, and some that are asked for again.
TEXT = """role(a). role(b) :- role(a).
init(at(1)). init(left(2)). step(1, 2). step(2, 3). step(3, 1).
reach(X, Y) :- step(X, Y).
reach(X, Z) :- reach(X, Y), step(Y, Z).
near(X) :- true(at(Y)), step(Y, X).
near(X) :- near(Y), step(Y, X), true(left(2)).
legal(P, go(X)) :- role(P), near(X).
next(at(X)) :- does(a, go(X)), near(Y), reach(Y, X).
next(left(M)) :- true(left(N)), M is N - 1.
terminal :- true(left(0)).
goal(P, 1) :- role(P).
"""


@pytest.fixture(autouse=True)
def no_collection() -> Iterator[None]:
    """Have Python look for no circles of objects meanwhile."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def kept() -> int:
    """Return how many clauses there are, after those to be dropped have gone."""
    engine().request("read_call", text="nothing")
    return engine()._statistic("clauses")


def turn() -> None:
    """Do what makes modules, and drop them."""
    check_rules(Rulebook("text", "text", TEXT, "prolog"), seconds=0.02)
    state = ps.load_text(TEXT).initial
    assert state.best(depth=2, tier="clauses").moves
    assert ps.ask(state, "near(X)")


def test_prolog_keeps_as_much_after_many_games_as_after_one() -> None:
    turn()
    before = kept()
    for _ in range(12):
        turn()
    # Each turn loads several games of more than 160 clauses. Some clauses stay until
    # Prolog next looks for those that were removed.
    assert kept() < before + 1200


def test_facts_about_terms_go_with_their_game() -> None:
    # A game has a fact defined(Name/Arity) for each relation. To find one, Prolog makes
    # an index of the arguments of Name/Arity.
    text = TEXT + "".join(f"r{i}(1). " for i in range(200))
    ps.load_text(text)
    before = kept()
    for _ in range(4):
        ps.load_text(text)
    assert kept() < before + 400


@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_a_game_ends_with_what_is_asked_of_it(tier: str) -> None:
    game = ps.load_text(TEXT, tier=tier)
    state = game.initial
    state.play(state.legal_moves[0])
    gone = weakref.ref(game)
    del game, state
    assert gone() is None


class RefusedError(ps.TierError):
    """Copies have its traceback, as all errors where Dask is used."""

    def __copy__(self) -> RefusedError:
        return RefusedError(*self.args).with_traceback(self.__traceback__)


def test_a_game_that_cannot_be_a_network_ends_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise RefusedError("it cannot be a network")

    monkeypatch.setattr(native_game, "_built", refuse)
    game = ps.load_text(f"{TEXT}% {os.urandom(8).hex()}")  # no network is kept of it
    for _ in range(2):
        with suppress(ps.TierError):
            native_game.native(game)
    gone = weakref.ref(game)
    del game
    assert gone() is None
