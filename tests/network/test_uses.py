"""How many rules of the goals use a fluent, beside counts of lines made by hand."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import pygame_search as ps
from pygame_search.machine.game_code import game_code, packed
from pygame_search.machine.native_game import named_ground, native
from pygame_search.network.lift.lifted import LiftedGame
from pygame_search.network.lift.rules import open_rules
from pygame_search.network.lift.uses import MOST, goal_uses
from pygame_search.support.disk_cache import unsealed


def uses(game: ps.Game) -> dict[str, int]:
    """Return the number for each fluent that varies."""
    network = native(game).network
    found = goal_uses(open_rules(named_ground(game), network))
    return dict(zip(network.fluents, found.tolist(), strict=True))


def lines(columns: int, rows: int, length: int) -> Counter[tuple[int, int]]:
    """Return for each square how many lines of a length go through it."""
    found = Counter[tuple[int, int]]()
    for column, row in product(range(1, columns + 1), range(1, rows + 1)):
        for right, up in [(1, 0), (0, 1), (1, 1), (1, -1)]:
            line = [(column + i * right, row + i * up) for i in range(length)]
            if all(1 <= c <= columns and 1 <= r <= rows for c, r in line):
                found.update(line)
    return found


@pytest.mark.parametrize(
    ("call", "size"),
    [
        ("connect_four", (7, 6, 4)),
        ("connect_four(columns=5, rows=4, in_a_row=3)", (5, 4, 3)),
        ("tic_tac_toe", (3, 3, 3)),
    ],
)
def test_a_square_is_used_by_its_lines(call: str, size: tuple[int, int, int]) -> None:
    found = uses(ps.load(call))
    for (column, row), number in lines(*size).items():
        assert found[f"cell({column}, {row}, x)"] == number
        assert found[f"cell({column}, {row}, o)"] == number
        assert found[f"cell({column}, {row}, b)"] == 0


CHAIN = """
role(a).
init(f(0)).
init(g(0)).
legal(a, to(N)) :- between(1, 3, N).
next(f(N)) :- does(a, to(N)).
next(g(N)) :- true(f(N)).
terminal :- true(g(3)).
goal(a, 1) :- deep.
goal(a, 0) :- \\+ deep.
deep :- deeper.
deeper :- deepest, true(g(2)).
deeper :- deepest, true(g(1)).
deepest :- true(f(1)).
deepest :- true(f(2)), \\+ true(f(3)).
"""


def test_a_rule_with_one_literal_passes_on_the_uses_of_its_head() -> None:
    found = uses(ps.load_text(CHAIN))
    assert [found[f"g({n})"] for n in (1, 2, 3)] == [1, 1, 0]
    assert [found[f"f({n})"] for n in (1, 2, 3)] == [2, 2, 0]


def test_there_is_a_greatest_number() -> None:
    assert max(uses(ps.load("nim(heaps=[40, 40, 40])")).values()) <= MOST
    assert MOST << 30 < 1 << 40  # less than one threat


def test_a_game_as_words_has_them_by_its_bits() -> None:
    game = ps.load("connect_four")
    code = game_code(game, 0, {}, native(game).bits(game.initial))
    assert isinstance(code, LiftedGame)
    again = LiftedGame.from_bytes(unsealed(packed(code)))
    number = uses(game)
    for made in (code, again):
        assert sum(made.uses) == sum(number.values())
        for column in range(1, 8):
            after = game.initial.play(f"drop({column})")
            bits = code.state(native(game).bits(after)).view("uint8")
            [worth] = {
                int(made.uses[64 * word + bit])
                for word, value in enumerate(bits.view("uint64").tolist())
                for bit in range(64)
                if value >> bit & 1 and made.uses[64 * word + bit]
            }
            assert worth == number[f"cell({column}, 6, x)"]
