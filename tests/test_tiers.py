"""The tiers agree in random games; `sh scripts/tiers` compares them in many more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tiers
from tiers import compared

from pygame_search.network.machine import NativeMachine


@pytest.mark.parametrize("call", ["hexapawn", "goofspiel", "skirmish"])
def test_the_tiers_agree(call: str) -> None:
    found = compared(call, 4, 1, 60)
    assert (found.differ, found.skipped) == ([], "")
    assert found.playouts == 4
    assert found.states > found.expanded > 5
    assert found.steps > 5


@pytest.mark.parametrize(
    ("name", "wrong", "what"),
    [
        ("terminal", lambda *_: True, "terminal"),
        ("goals", lambda *_: (7, None), "goals"),
        ("moves", lambda *_: ((0,), (1,)), "moves"),
        ("facts", lambda *_: ("nothing",), "fluents"),
        ("features", lambda *_: ({"pawns": 100}, {}), "features"),
        ("quiet", lambda *_: True, "quiet"),
        ("play", lambda *_: None, "legal"),
    ],
)
def test_a_difference_is_told(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: Any, what: str
) -> None:
    monkeypatch.setattr(NativeMachine, name, wrong)
    found = compared("hexapawn", 2, 1, 60)
    assert found.playouts == 0
    assert what in found.differ[0]


def test_a_game_that_takes_too_long_is_left() -> None:
    found = compared("othello", 50, 1, 0.3)
    assert found.differ == []
    assert found.playouts < 50


def test_a_game_that_keeps_many_states_is_loaded_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = compared("hexapawn", 6, 1, 60)
    monkeypatch.setattr(tiers, "MOST_STATES", 0)
    found = compared("hexapawn", 6, 1, 60)
    assert (found.differ, found.skipped, found.playouts) == ([], "", 6)
    assert found.states > whole.states


def test_chance_wants_nothing(tmp_path: Path) -> None:
    file = tmp_path / "coin.kif"
    file.write_text(
        """(role p) (role random) (init on) (legal p wait)
        (legal random heads) (legal random tails)
        (<= (next (fell ?x)) (does random ?x)) (<= terminal (true (fell ?x)))
        (goal p 50) (goal random 0)""",
        encoding="utf-8",
    )
    found = compared(str(file), 2, 1, 60)
    assert (found.differ, found.skipped, found.playouts) == ([], "", 2)


def test_what_has_no_network_is_left_out() -> None:
    found = compared("water_jugs", 1, 1, 60)
    assert found.skipped
