"""Knight's tours against a second implementation, and known counts of them."""

from __future__ import annotations

from itertools import product

import pytest
from second import assert_same_games

import pygame_search as ps

Cell = tuple[int, int]
Walk = tuple[Cell, ...]


def steps(walk: Walk, columns: int, rows: int) -> dict[str, Walk]:
    """Return the walk after each leap to a square that is not on it."""
    column, row = walk[-1]
    leaps = [(x, y) for x, y in product((-2, -1, 1, 2), repeat=2) if abs(x) != abs(y)]
    found = {}
    for x, y in leaps:
        to = column + x, row + y
        if 1 <= to[0] <= columns and 1 <= to[1] <= rows and to not in walk:
            found[f"to({to[0]}, {to[1]})"] = (*walk, to)
    return found


def tours(walk: Walk, columns: int, rows: int) -> int:
    after = steps(walk, columns, rows).values()
    return len(walk) == columns * rows or sum(tours(w, columns, rows) for w in after)


def facts(walk: Walk) -> set[str]:
    visited = {f"visited({c}, {r})" for c, r in walk}
    return visited | {"knight({}, {})".format(*walk[-1])}


@pytest.mark.parametrize(("columns", "rows"), [(5, 5), (4, 3)])
def test_random_games(columns: int, rows: int) -> None:
    def goals(walk: Walk) -> tuple[int, ...] | None:
        stuck = not steps(walk, columns, rows)
        return (100 * (len(walk) == columns * rows),) if stuck else None

    start: Walk = ((1, 1),)
    assert_same_games(
        f"knights_tour(columns={columns}, rows={rows})",
        start,
        steps=lambda walk: steps(walk, columns, rows),
        facts=facts,
        goals=goals,
    )


def test_the_tours_on_3_x_4() -> None:
    found = 0
    for c, r in product(range(1, 4), range(1, 5)):
        game = ps.load("knights_tour", columns=3, rows=4, first=[c, r])
        paths = game.paths(method="depth", prune="cycles", tier="procedural")
        here = sum(path.found for path in paths)
        assert here == tours(((c, r),), 3, 4)
        found += here
    assert found == 16, "known"


def test_warnsdorffs_rule_finds_a_tour_at_once() -> None:
    found = ps.load("knights_tour", columns=8, rows=8).path(method="best_first")
    assert found.cost == 63
    assert found.expanded == 63


def test_there_is_no_tour_on_4_x_4() -> None:
    assert not ps.load("knights_tour", columns=4, rows=4).path().found


def test_the_first_square_is_on_the_board() -> None:
    with pytest.raises(ps.InputError, match="the row of a square"):
        ps.load("knights_tour", first=[6, 1])
