"""Tron against a second implementation and its own search of matrix games."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, product

import counters
import numpy as np
import pytest
from second import assert_same_games

import pygame_search as ps

Cell = tuple[int, int]
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
#: Where both cars are, None if crashed, and the walls without the cars.
Tron = tuple[Cell | None, Cell | None, frozenset[Cell]]


def opening(columns: int, rows: int) -> Tron:
    return (1, 1), (columns, rows), frozenset()


def step(state: Tron, ways: tuple[str, str], size: Cell) -> Tron:
    cars = [car for car in state[:2] if car is not None]
    walls = state[2] | {*cars}
    to = [
        (c + WAYS[way][0], r + WAYS[way][1])
        for (c, r), way in zip(cars, ways, strict=True)
    ]
    ann, bob = (
        None
        if cell in walls
        or not (1 <= cell[0] <= size[0] and 1 <= cell[1] <= size[1])
        or to[0] == to[1]
        else cell
        for cell in to
    )
    return ann, bob, walls


def moves(state: Tron, size: Cell) -> dict[str, Tron]:
    return {f"[{a}, {b}]": step(state, (a, b), size) for a, b in product(WAYS, WAYS)}


def goals(state: Tron) -> tuple[int, int] | None:
    if state[0] and state[1]:
        return None
    margin = (state[0] is not None) - (state[1] is not None)
    return margin, -margin


def facts(state: Tron) -> set[str]:
    found = {f"wall({c}, {r})" for c, r in state[2]}
    cars = zip(("ann", "bob"), state[:2], strict=True)
    return found | {f"at({name}, {car[0]}, {car[1]})" for name, car in cars if car}


def worth(matrix: list[list[float]]) -> float:
    """Return the value of a matrix game, by trying all supports of equal size."""
    table = np.array(matrix)
    for size in range(1, len(table) + 1):
        for chosen in combinations(range(len(table)), size):
            for answers in combinations(range(table.shape[1]), size):
                mine = equalizer(table[np.ix_(chosen, answers)].T)
                other = equalizer(table[np.ix_(chosen, answers)])
                if mine is None or other is None:
                    continue
                sure = (mine @ table[list(chosen)]).min()
                most = (table[:, list(answers)] @ other).max()
                if abs(sure - most) < 1e-9:
                    return float(sure)
    raise AssertionError(matrix)


def equalizer(table: np.ndarray) -> np.ndarray | None:
    """Return probabilities of the columns that make all rows worth the same."""
    size = len(table)
    system = np.ones((size + 1, size + 1))
    system[:size, :size], system[:size, size], system[size, size] = table, -1, 0
    right = np.zeros(size + 1)
    right[size] = 1
    if abs(np.linalg.det(system)) < 1e-9:
        return None
    found = np.linalg.solve(system, right)[:size]
    return found if found.min() > -1e-9 else None


def value(state: Tron, size: Cell) -> float:
    """Return what a position is worth to ann, when both choose at once."""

    @cache
    def rest(state: Tron) -> float:
        if (ended := goals(state)) is not None:
            return ended[0]
        return worth([[rest(step(state, (a, b), size)) for b in WAYS] for a in WAYS])

    return rest(state)


@pytest.mark.parametrize("size", [(3, 3), (4, 3), (2, 5)])
def test_random_games(size: Cell) -> None:
    assert_same_games(
        f"tron(columns={size[0]}, rows={size[1]})",
        opening(*size),
        steps=lambda state: moves(state, size),
        facts=facts,
        goals=goals,
        games=12,
    )


def test_counts() -> None:
    state = ps.load("tron", tier="native").initial
    counts = [level.nodes for level in state.perft(4, tier="native")]
    second = (
        opening(3, 3),
        lambda s: [*moves(s, (3, 3)).values()],
        lambda s: goals(s) is not None,
    )
    assert counts == [*counters.counts(second, 4)]


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (3, 3), (2, 4), (3, 4)])
def test_value(columns: int, rows: int) -> None:
    state = ps.load("tron", columns=columns, rows=rows).initial
    found = state.best(method="matrix", depth=columns * rows)
    assert found.value == pytest.approx(value(opening(columns, rows), (columns, rows)))


def test_values_of_positions() -> None:
    """Positions that are not alike for both, some of which need a mixed strategy."""
    size, source = (4, 3), random.Random(7)
    game, values = ps.load("tron", columns=4, rows=3), set()
    cells = list(product(range(1, 5), range(1, 4)))
    for _ in range(25):
        ann, bob, *walls = source.sample(cells, source.choice((2, 3, 4)))
        state: Tron = ann, bob, frozenset(walls)
        found = game.state(f"[{', '.join(sorted(facts(state)))}]")
        answer = found.best(method="matrix", depth=12).value
        assert answer == pytest.approx(value(state, size)), state
        values.add(answer)
    assert len(values) > 2
