"""Sheep and wolf against a second implementation, which also works out who wins."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest
from second import assert_same_games, ending_value, nodes

import pygame_search as ps

Square = tuple[int, int]
#: The wolf, the sheep, and whether the wolf moves.
Field = tuple[Square, frozenset[Square], bool]


def start(size: int, column: int) -> Field:
    return (column, size), frozenset((c, 1) for c in range(1, size + 1, 2)), True


def moves(state: Field, *, size: int) -> dict[str, Field]:
    wolf, sheep, wolfs = state
    ways = product((-1, 1), (-1, 1) if wolfs else (1,))
    found = {}
    for (c, r), (dc, dr) in product(sorted({wolf} if wolfs else sheep), [*ways]):
        to = c + dc, r + dr
        if all(1 <= x <= size for x in to) and to not in sheep and to != wolf:
            after = (to, sheep) if wolfs else (wolf, sheep - {(c, r)} | {to})
            found[f"move({c}, {r}, {to[0]}, {to[1]})"] = (*after, not wolfs)
    return found


def goals(state: Field, *, size: int) -> tuple[int, int] | None:
    if state[0][1] == 1:
        return 1, -1
    if moves(state, size=size):
        return None
    return (-1, 1) if state[2] else (1, -1)


def facts(state: Field) -> set[str]:
    (c, r), sheep, wolfs = state
    flock = {f"at(sheep, {x}, {y})" for x, y in sheep}
    return {f"at(wolf, {c}, {r})", f"control({'wolf' if wolfs else 'sheep'})", *flock}


@pytest.mark.parametrize(("size", "column"), [(8, 4), (6, 2), (4, 4)])
def test_random_games(size: int, column: int) -> None:
    assert_same_games(
        f"sheep_and_wolf(size={size}, start={column})",
        start(size, column),
        steps=partial(moves, size=size),
        facts=facts,
        goals=partial(goals, size=size),
    )


@pytest.mark.parametrize(("size", "depth"), [(8, 5), (6, 7), (4, 20)])
def test_counts(size: int, depth: int) -> None:
    call = f"sheep_and_wolf(size={size})"
    levels = ps.load(call, tier="native").initial.perft(depth, tier="native")
    assert [level.nodes for level in levels] == nodes(
        start(size, 4),
        steps=partial(moves, size=size),
        goals=partial(goals, size=size),
        depth=depth,
    )


@pytest.mark.parametrize(
    ("size", "column"),
    [(4, 2), (4, 4), (6, 4), pytest.param(8, 4, marks=pytest.mark.slow)],
)
def test_values(size: int, column: int) -> None:
    call = f"sheep_and_wolf(size={size}, start={column})"
    found = ps.load(call, tier="native").initial.solve(tier="native")
    assert found.value == ending_value(
        start(size, column),
        steps=partial(moves, size=size),
        goals=partial(goals, size=size),
        first=lambda state: state[2],
    )


@pytest.mark.parametrize(
    ("call", "error"),
    [("size=7", "expected an even size"), ("start=3", "expected an even start")],
)
def test_a_board_that_is_none_is_refused(call: str, error: str) -> None:
    with pytest.raises(ps.PygameSearchError, match=error):
        ps.load(f"sheep_and_wolf({call})")
