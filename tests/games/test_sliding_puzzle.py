"""The sliding puzzle against a breadth-first search of its own."""

from __future__ import annotations

import pytest
from second import assert_same_games

import pygame_search as ps

Board = tuple[int, ...]


def steps(board: Board, columns: int) -> dict[str, Board]:
    """Return the board after each slide."""
    free, found = board.index(0), {}
    for at in (free - columns, free - 1, free + 1, free + columns):
        sideways = at // columns == free // columns
        if 0 <= at < len(board) and (sideways or abs(at - free) == columns):
            after = list(board)
            after[free], after[at] = board[at], 0
            found[f"slide({board[at]})"] = tuple(after)
    return found


def facts(board: Board, columns: int) -> set[str]:
    return {
        f"tile({i % columns + 1}, {i // columns + 1}, {tile})"
        for i, tile in enumerate(board)
    }


def solved(board: Board) -> bool:
    return board == (*range(1, len(board)), 0)


def distances(columns: int, rows: int) -> dict[Board, int]:
    """Return the least number of moves of every board that can be solved."""
    home = (*range(1, columns * rows), 0)
    found, level = {home: 0}, [home]
    while level:
        after = {b for a in level for b in steps(a, columns).values()} - found.keys()
        found |= dict.fromkeys(after, max(found.values()) + 1)
        level = sorted(after)
    return found


@pytest.mark.parametrize(
    ("columns", "board"),
    [(3, (0, *range(1, 9))), (4, (0, 2, 1, *range(3, 16))), (4, (0, *range(1, 12)))],
)
def test_random_games(columns: int, board: Board) -> None:
    assert_same_games(
        f"sliding_puzzle(columns={columns}, rows={len(board) // columns})",
        board,
        steps=lambda board: steps(board, columns),
        facts=lambda board: facts(board, columns),
        goals=lambda board: (100,) if solved(board) else None,
        games=2,
        plies=30,
    )


def test_all_boards_of_3_x_2_take_the_fewest_moves() -> None:
    found = distances(3, 2)
    assert len(found) == 360
    assert max(found.values()) == 21, "known"
    for board, moves in list(found.items())[::60]:
        game = ps.load("sliding_puzzle", columns=3, rows=2, board=list(board))
        assert game.path(method="a_star").cost == moves


def test_a_hardest_board_of_3_x_3_takes_31_moves() -> None:
    board = [8, 6, 7, 2, 5, 4, 3, 0, 1]
    game = ps.load("sliding_puzzle", tier="native", board=board)
    assert game.path(tier="native").cost == 31


def test_a_board_without_a_solution() -> None:
    game = ps.load("sliding_puzzle", columns=2, rows=2, board=[0, 1, 2, 3])
    assert not game.path().found


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ([1, 2, 3], "each number from 0"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9], "each number from 0"),
        ([1, 2, 3, 4, 5, 6, 7, 7, 0], "each number from 0"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 0, 9], "as many numbers as squares"),
    ],
)
def test_what_is_no_board_is_told(board: list[int], why: str) -> None:
    with pytest.raises(ps.InputError, match=why):
        ps.load("sliding_puzzle", board=board)
