"""Equilibria beside the normal form of the oracle, which has no sequences."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hidden_texts import COIN, KUHN_POKER, MONTY_HALL, ROCK_PAPER_SCISSORS, STOP_OR_GO
from percept_games import percept_game
from pure_strategies import bounds, normal_form

from pygame_search.game import load_text
from pygame_search.machine.unknown_legal import UnknownLegalError
from pygame_search.oracle.interpreter import Oracle

TEXTS = {
    "coin": (COIN, "50"), "kuhn_poker": (KUHN_POKER, "-1/18"),
    "monty_hall": (MONTY_HALL, "2/3"), "stop_or_go": (STOP_OR_GO, "1/2"),
    "rock_paper_scissors": (ROCK_PAPER_SCISSORS, "0"),
}  # fmt: skip


@pytest.mark.parametrize("tier", ["clauses", "native"])
@pytest.mark.parametrize("name", TEXTS)
def test_known_values(name: str, tier: str) -> None:
    text, value = TEXTS[name]
    found = load_text(text, tier=tier).initial.equilibrium()
    assert found.exact is not None
    assert next(iter(found.exact.values())) == value


def test_the_strategies_of_kuhn() -> None:
    """One of the family: bet 1 with a, 3 with 3a, and call with 2 at a + 1/3."""
    found = load_text(KUHN_POKER).initial.equilibrium()
    ann = {
        one.view.line: dict(zip(one.moves, one.probabilities, strict=True))
        for one in found.strategies["ann"]
    }

    def chance(card: int, move: str, *, again: bool = False) -> Fraction:
        [own] = [
            moves
            for line, moves in ann.items()
            if f"card({card})" in line and ("made" in line) == again
        ]
        return own[move]

    a = chance(1, "bet")
    assert 0 <= a <= Fraction(1, 3)
    assert chance(3, "bet") == 3 * a
    assert chance(2, "bet") == 0
    assert chance(2, "call", again=True) == a + Fraction(1, 3)
    assert chance(1, "call", again=True) == 0
    assert chance(3, "call", again=True) == 1


#: Games with more than 200 pure strategies of a player.
TOO_MANY = {8, 38, 71, 72, 92, 113, 134, 161, 204, 212, 274, 298}


@pytest.mark.parametrize("seed", range(300))
def test_random_games(seed: int) -> None:
    """The value is that of the matrix of pure strategies."""
    made = percept_game(seed)
    game = load_text(made.text)
    if made.unknown:
        with pytest.raises(UnknownLegalError) as caught:
            game.initial.equilibrium()
        assert caught.value.role == made.unknown
        return
    found = game.initial.equilibrium()
    assert found.exploitability < 1e-9
    value = float(next(iter(found.values.values())))
    assert float(found.lower) - 1e-9 <= value <= float(found.upper) + 1e-9
    if seed in TOO_MANY:
        with pytest.raises(ValueError, match="200"):
            normal_form(Oracle(made.text))
        return
    lowest, highest = bounds(normal_form(Oracle(made.text)))
    assert value == pytest.approx(lowest, abs=1e-7)
    assert value == pytest.approx(highest, abs=1e-7)
