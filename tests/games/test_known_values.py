"""What is known of the games from elsewhere: counts and values, with sources."""

from fractions import Fraction
from pathlib import Path

import counters
import playthroughs
import pytest
from games import NOT_NATIVE, loaded
from games.every import UNKNOWN_VALUE

import pygame_search as ps

FOLDER = Path(__file__).parents[1] / "support" / "games"

RULES = Path(__file__).parents[2] / "rules"


def rows(file: Path) -> list[list[str]]:
    lines = file.read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


KNOWN = rows(RULES / "known_values.tsv")

#: Games of which to find the value takes more than a second.
LONG = (
    "amazons",
    "battleships_small",
    "blackjack_small",
    "breakthrough(columns=3, rows=4)",
    "connect_four(columns=4, rows=4)",
    "connect_four(columns=4, rows=5)",
    "domineering(columns=5, rows=5)",
    "dots_and_boxes",
    "gomoku(size=4, in_a_row=3)",
    "gomoku(size=4, in_a_row=4)",
    "go(size=2)",
    "hex(size=3)",
    "hexapawn(columns=4, rows=4)",
    "kalah(houses=3, seeds=2)",
    "konane(size=5)",
    "othello(size=4)",
    "rubik_2x2",
    "sheep_and_wolf",
    "sheep_and_wolf(size=6)",
    "tic_tac_toe_3d",
)


@pytest.mark.parametrize(
    ("call", "question", "answer"),
    [
        pytest.param(*row[:3], marks=pytest.mark.slow if row[0] in LONG else ())
        for row in KNOWN
    ],
    ids=[row[0] for row in KNOWN],
)
def test_a_known_value_is_found(call: str, question: str, answer: str) -> None:
    if question == "path":
        found = loaded(call).path(method="lowest_cost")
        assert str(found.cost if found.found else "none") == answer
        assert found.stopped == "none" or found.found
        return
    name = call.partition("(")[0]
    tier = None if name in NOT_NATIVE else "native"
    state = ps.load(call, tier=tier).initial
    value: float | None
    if question == "solve" and state.game.hidden:
        solved = state.equilibrium()
        if "." not in answer:
            assert solved.exact is not None
            assert next(iter(solved.exact.values())) == answer
        assert solved.exploitability < 1e-9
        value = next(iter(solved.numbers.values()))
    elif question == "solve":
        value = state.solve().value
    else:
        best = state.best(method=question)
        value = best.value
        assert best.complete or best.distance is not None
    assert value == pytest.approx(float(Fraction(answer)))


def test_each_value_has_a_source() -> None:
    assert all(len(row) == 4 and row[3] for row in KNOWN)


@pytest.mark.parametrize("call", counters.VALUES)
def test_the_values_of_the_second_program_are_those_in_the_table(call: str) -> None:
    [answer] = [row[2] for row in KNOWN if row[0] == call]
    assert counters.VALUES[call]() == pytest.approx(float(Fraction(answer)))


def test_the_counts_of_the_second_program_are_those_in_the_table() -> None:
    table = {row[0]: row for row in rows(FOLDER / "perft.tsv")}
    for line in counters.lines():
        name, *_ = line.split("\t")
        assert table[name] == line.split("\t")


def test_each_game_has_counts_and_a_known_value() -> None:
    names = {*playthroughs.games()}
    assert {row[0].partition("(")[0] for row in KNOWN} == names - {*UNKNOWN_VALUE}
    counted = {row[0].partition("(")[0] for row in rows(FOLDER / "perft.tsv")}
    assert {name for name in names if loaded(name).roles} <= counted
