"""Levels of `play`: what plays at each, and that each is stronger than the one below.

The work is counted in nodes and random games, and the tier is named, so a match has the
same games on every machine.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from click.testing import CliRunner
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.matches.levels import LEVELS, level_method
from pygame_search.support.errors import InputError

#: All moves at once; features that count nothing else.
TWO_AT_ONCE = """
role(a). role(b).
init(begun).
legal(P, show(K)) :- role(P), between(1, 2, K).
next(shown(P, K)) :- does(P, show(K)).
terminal :- true(shown(_, _)).
goal(a, K) :- true(shown(a, K)). goal(b, K) :- true(shown(b, K)).
feature(P, height, K) :- true(shown(P, K)).
weight(height, 2).
"""

HIDDEN = TWO_AT_ONCE + "sees(P, K) :- does(P, show(K)).\n"


@pytest.mark.parametrize(
    ("game", "methods"),
    [
        ("hexapawn", ["deepening(nodes=10)", "deepening(nodes=500)",
                      "deepening(nodes=10000)"]),
        ("nim", ["uct(simulations=20)", "uct(simulations=200)",
                 "uct(simulations=2000)"]),
        ("pig", ["uct(simulations=20)", "uct(simulations=200)",
                 "uct(simulations=2000)"]),  # it has features, and chance
    ],
)  # fmt: skip
def test_the_method_of_a_level_suits_the_game(game: str, methods: list[str]) -> None:
    state = loaded(game).initial
    assert [str(level_method(state, level, None)) for level in LEVELS] == methods


def test_moves_made_at_once_are_for_uct() -> None:
    state = ps.load_text(TWO_AT_ONCE).initial
    assert level_method(state, "easy").method.name == "uct"


def test_a_level_has_a_clock_as_well() -> None:
    call = level_method(loaded("nim").initial, "hard")
    assert str(call) == "uct(simulations=2000, seconds=10)"


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(InputError, match=r"no level 'eays'.*did you mean easy"):
        level_method(loaded("nim").initial, "eays")


def test_hidden_information_is_not_searched() -> None:
    with pytest.raises(InputError, match="hidden information"):
        level_method(ps.load_text(HIDDEN).initial, "easy")


@pytest.mark.parametrize(
    "game", ["breakthrough(columns=4, rows=5)", "othello(size=6)", "connect_four"]
)
@pytest.mark.slow
def test_each_level_is_stronger_than_the_one_below(game: str) -> None:
    """Wilson's interval of its score is above one half."""
    rules = ps.load(game)
    methods = [str(level_method(rules.initial, level, None)) for level in LEVELS]
    for weaker, stronger in pairwise(methods):
        found = ps.match(rules, [stronger, weaker], games=20, seed=1, tier="native")
        assert found.standings[0].interval is not None
        assert found.standings[0].interval[0] > 0.5, (stronger, found.standings)


def test_the_easy_level_is_better_than_moves_at_random() -> None:
    found = ps.match(
        loaded("breakthrough(columns=4, rows=5)"),
        ["deepening(nodes=10)", "random"], games=20, seed=1, tier="procedural",
    )  # fmt: skip
    assert found.standings[0].interval is not None
    assert found.standings[0].interval[0] > 0.5


# ---- play ----------------------------------------------------------------------


def play(*words: str, typed: str = "quit\n") -> tuple[int, str]:
    told = CliRunner().invoke(command, ["play", *words], input=typed)
    return told.exit_code, told.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hexapawn", "--level", "easy"],
         "white: human, black: deepening(nodes=10, seconds=10); `help`"),
        (["nim", "--level", "medium", "--time", "2"],
         "first: human, second: uct(simulations=200, seconds=2.0); `help`"),
        (["nim", "--level", "easy", "--player", "second=human",
          "--player", "first=legal"],
         "error: --level has no effect without a role that you do not play"),
        (["river_crossing", "--level", "easy"],
         "error: --level has no effect without a role that you do not play"),
        (["nim", "--level", "easy", "--depth", "3"],
         "error: --depth has no effect with --level"),
    ],
)  # fmt: skip
def test_play_names_the_method_of_the_level(words: list[str], said: str) -> None:
    assert said in play(*words)[1]


def test_a_level_plays_the_roles_that_are_not_named() -> None:
    _, said = play("nim", "--level", "easy", "--player", "first=legal", "--time", "1")
    assert "first: legal, second: uct(simulations=20, seconds=1.0)" in said
    assert "The game is over" in said


def test_the_same_seed_gives_the_same_game() -> None:
    words = ["nim", "--level", "easy", "--tier", "procedural", "--seed", "4"]
    first, second = (play(*words, typed="1\n1\n1\nquit\n") for _ in range(2))
    assert first == second
