"""Tic-tac-toe in space against a second implementation."""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations, product

import pytest
from second import assert_same_games, ending_value, nodes

import pygame_search as ps

Cell = tuple[int, int, int]
#: The marks of the side to move, those of the other, and whether x moves.
Cube = tuple[frozenset[Cell], frozenset[Cell], bool]
START: Cube = frozenset(), frozenset(), True


def cube(size: int) -> list[Cell]:
    line = range(1, size + 1)
    return [*product(line, line, line)]


@cache
def lines(size: int) -> list[frozenset[Cell]]:
    """Return the lines: those between two cells on the surface that hold `size`."""
    found = set()
    for one, two in combinations(cube(size), 2):
        steps = [b - a for a, b in zip(one, two, strict=True)]
        if {abs(step) for step in steps} <= {0, size - 1}:
            signs = [(step > 0) - (step < 0) for step in steps]
            (c, r, layer), (dc, dr, dl) = one, signs
            row = [(c + i * dc, r + i * dr, layer + i * dl) for i in range(size)]
            found.add(frozenset(row))
    return sorted(found, key=sorted)


def moves(state: Cube, *, size: int) -> dict[str, Cube]:
    own, other, x = state
    free = {*cube(size)} - own - other
    return {f"mark{cell}": (other, own | {cell}, not x) for cell in sorted(free)}


def goals(
    state: Cube, *, size: int, rows: list[frozenset[Cell]]
) -> tuple[int, int] | None:
    own, other, x = state
    if any(row <= other for row in rows):  # they have just moved
        return (-1, 1) if x else (1, -1)
    return (0, 0) if len(own | other) == size**3 else None


def facts(state: Cube) -> set[str]:
    own, other, x = state
    sides = ("x", "o") if x else ("o", "x")
    marks = {
        f"marked({c}, {r}, {layer}, {side})"
        for side, cells in zip(sides, (own, other), strict=True)
        for c, r, layer in cells
    }
    return {f"control({sides[0]})", *marks}


@pytest.mark.parametrize(("size", "many"), [(2, 28), (3, 49), (4, 76)])
def test_the_lines_of_a_cube(size: int, many: int) -> None:
    """A cube has ((n + 2)^3 - n^3) / 2 lines (L. Moser, 1948)."""
    assert len(lines(size)) == many == ((size + 2) ** 3 - size**3) // 2


@pytest.mark.parametrize("size", [2, 3, 4])
def test_random_games(size: int) -> None:
    assert_same_games(
        f"tic_tac_toe_3d(size={size})",
        START,
        steps=partial(moves, size=size),
        facts=facts,
        goals=partial(goals, size=size, rows=lines(size)),
        plies=64,
    )


@pytest.mark.parametrize(("size", "depth"), [(2, 3), (3, 3)])
def test_counts(size: int, depth: int) -> None:
    call = f"tic_tac_toe_3d(size={size})"
    levels = ps.load(call, tier="native").initial.perft(depth, tier="native")
    assert [level.nodes for level in levels] == nodes(
        START,
        steps=partial(moves, size=size),
        goals=partial(goals, size=size, rows=lines(size)),
        depth=depth,
    )


def forced(own: frozenset[Cell], other: frozenset[Cell]) -> bool:
    """Return whether the side to move wins by threats that leave no choice."""
    for row in lines(3):
        if len(row & own) == 2 and not row & other:
            return True
    threats = [row - other for row in lines(3) if len(row & other) == 2]
    must = {cell for row in threats if not row & own for cell in row}
    free = {*cube(3)} - own - other
    for cell in sorted(must or free) if len(must) < 2 else ():
        after = own | {cell}
        answers = {
            next(iter(row - after))
            for row in lines(3)
            if len(row & after) == 2 and not row & other
        }
        if len(answers) > 1 or any(forced(after, other | {a}) for a in answers):
            return True
    return False


def test_who_begins_in_the_centre_wins() -> None:
    centre = frozenset({(2, 2, 2)})
    others = {*cube(3)} - centre
    assert all(forced(centre, frozenset({cell})) for cell in others)


def test_the_small_cube_is_won_at_the_second_mark() -> None:
    found = ps.load("tic_tac_toe_3d(size=2)").initial.solve()
    assert (
        found.value
        == 1
        == ending_value(
            START,
            steps=partial(moves, size=2),
            goals=partial(goals, size=2, rows=lines(2)),
            first=lambda state: state[2],
        )
    )
