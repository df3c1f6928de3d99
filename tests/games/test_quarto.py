"""Quarto against a second implementation, which also works out who wins.

A piece is the number whose binary digits are its traits, and the board one long list.
"""

from __future__ import annotations

from functools import partial, reduce
from itertools import product
from operator import and_, or_
from typing import Any

import pytest
from second import assert_same_games, ending_value, nodes, turns

import pygame_search as ps

ROLES = ("ann", "bob")
#: What stands on each square, row by row from below, the piece to be placed, the pieces
#: that are left, and who moves.
Quarto = tuple[tuple[int | None, ...], int | None, frozenset[int], int]


def start(size: int, traits: int) -> Quarto:
    return (None,) * size**2, None, frozenset(range(2**traits)), 0


def rows(size: int, *, squares: bool) -> list[list[int]]:
    """Return the places of each row in the list of the board."""
    places = [*range(size**2)]
    found = [places[i * size : (i + 1) * size] for i in range(size)]
    found += [places[i::size] for i in range(size)]
    found += [places[:: size + 1], [i * (size - 1) for i in range(1, size + 1)]]
    corners = [r * size + c for r, c in product(range(size - 1), repeat=2)]
    if squares:
        found += [[i, i + 1, i + size, i + size + 1] for i in corners]
    return found


def alike(state: Quarto, *, size: int, traits: int, squares: bool) -> bool:
    for row in rows(size, squares=squares):
        pieces = [piece for i in row if (piece := state[0][i]) is not None]
        if len(pieces) == len(row) and (
            reduce(and_, pieces) or reduce(or_, pieces) != 2**traits - 1
        ):
            return True
    return False


def written(piece: int, traits: int) -> str:
    """Return the list of the traits."""
    return f"[{', '.join(format(piece, f'0{traits}b'))}]"


def moves(state: Quarto, *, size: int, traits: int, squares: bool) -> dict[str, Quarto]:
    board, given, left, side = state
    if given is None:
        return {
            f"give({written(piece, traits)})": (board, piece, left - {piece}, 1 - side)
            for piece in left
        }
    return {
        f"place({i % size + 1}, {i // size + 1})": (
            (*board[:i], given, *board[i + 1 :]), None, left, side,
        )
        for i, piece in enumerate(board) if piece is None
    }  # fmt: skip


def goals(
    state: Quarto, *, size: int, traits: int, squares: bool
) -> tuple[int, int] | None:
    board, given, left, side = state
    if alike(state, size=size, traits=traits, squares=squares):
        return (1, -1) if side == 0 else (-1, 1)
    over = None not in board or (given is None and not left)
    return (0, 0) if over else None


def facts(state: Quarto, *, size: int, traits: int) -> set[str]:
    board, given, left, side = state
    found = {f"control({ROLES[side]})"}
    found |= {f"left({written(piece, traits)})" for piece in left}
    if given is not None:
        found.add(f"given({written(given, traits)})")
    for i, piece in enumerate(board):
        if piece is not None:
            place = f"{i % size + 1}, {i // size + 1}"
            found.add(f"on({place}, {written(piece, traits)})")
    return found


def call(size: int, traits: int, squares: bool) -> str:
    shape = "yes" if squares else "no"
    return f"quarto(size={size}, traits={traits}, squares={shape})"


def second(size: int, traits: int, squares: bool) -> dict[str, Any]:
    """Return the two functions of the second implementation."""
    given: dict[str, Any] = {"size": size, "traits": traits, "squares": squares}
    return {"steps": partial(moves, **given), "goals": partial(goals, **given)}


GAMES = [(4, 4, False), (4, 4, True), (3, 3, True), (3, 4, False), (2, 2, False),
         (2, 1, True), (3, 1, True)]  # fmt: skip


@pytest.mark.parametrize(("size", "traits", "squares"), GAMES)
def test_random_games(size: int, traits: int, squares: bool) -> None:
    assert_same_games(
        call(size, traits, squares),
        start(size, traits),
        facts=partial(facts, size=size, traits=traits),
        games=4,
        **second(size, traits, squares),
    )


@pytest.mark.parametrize(
    ("size", "traits", "squares", "depth"),
    [(4, 4, False, 2), (3, 2, False, 9), (3, 2, True, 9), (2, 3, False, 9)],
)
def test_counts(size: int, traits: int, squares: bool, depth: int) -> None:
    """A turn is to place and to give, so the first one is a gift alone."""
    rules = second(size, traits, squares)
    counts = nodes(
        start(size, traits),
        steps=partial(turns, within=lambda state: state[1] is None, **rules),
        goals=rules["goals"],
        depth=depth,
    )
    state = ps.load(call(size, traits, squares), tier="native").initial
    levels = state.perft(depth, tier="native")
    assert [level.nodes for level in levels if level.nodes] == counts


@pytest.mark.parametrize(
    ("size", "traits", "squares"),
    [(2, 1, False), (2, 2, False), (2, 3, True), (3, 1, False),
     (3, 2, False), (3, 2, True),
     pytest.param(3, 3, False, marks=pytest.mark.slow)],
)  # fmt: skip
def test_values(size: int, traits: int, squares: bool) -> None:
    game = ps.load(call(size, traits, squares), tier="native")
    assert game.initial.solve(tier="native").value == ending_value(
        start(size, traits),
        first=lambda state: state[3] == 0,
        **second(size, traits, squares),
    )


@pytest.mark.parametrize(
    ("given", "why"),
    [({"size": 1}, "2 columns"), ({"traits": 0}, "1 trait"), ({"squares": "2"}, "yes")],
)
def test_what_is_no_game_is_told(given: dict[str, Any], why: str) -> None:
    with pytest.raises(ps.InputError, match=why):
        ps.load("quarto", **given)
