"""Losing chess against python-chess, which calls it antichess."""

from __future__ import annotations

import random

import pytest
from chess import square_name
from chess.variant import AntichessBoard
from games import loaded

import pygame_search as ps
from pygame_search.oracle.interpreter import Oracle
from pygame_search.rules import rulebook

#: Positions with what the other variants of chess do not have.
POSITIONS = (
    "8/1P3k2/8/8/8/8/6p1/7B w - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
    "8/P7/8/8/8/8/8/k7 w - - 0 1",
    "1k6/P7/8/8/8/8/p7/1K6 b - - 0 1",
    "8/8/8/3k4/4K3/8/8/8 w - - 0 1",
    "8/8/p7/P7/8/8/8/8 w - - 0 1",
)


def written(move: str) -> str:
    """Return a move of the rules as the Universal Chess Interface writes it."""
    name, rest = move.rstrip(")").split("(")
    parts = rest.split(", ")
    column, row, column1, row1 = map(int, parts[:4])
    squares = [(row - 1) * 8 + column - 1, (row1 - 1) * 8 + column1 - 1]
    kind = {"knight": "n"}.get(parts[4], parts[4][0]) if name == "promote" else ""
    return "".join(map(square_name, squares)) + kind


def assert_same(state: ps.State, board: AntichessBoard) -> None:
    """Check that a state has the moves and the end of a board."""
    over = board.is_variant_end() or board.is_stalemate()
    assert state.terminal == over, board.fen()
    if state.terminal:
        result = board.result()
        assert state.goals["white"] == {"1-0": 100, "0-1": -100}[result], board.fen()
        return
    ours = {written(move) for move in state.legal[state.to_move[0]]}
    assert ours == {move.uci() for move in board.legal_moves}, board.fen()


@pytest.mark.parametrize("fen", POSITIONS)
def test_the_moves_of_a_position_and_of_the_next_ones(fen: str) -> None:
    state, board = loaded("losers_chess").state(fen), AntichessBoard(fen)
    assert_same(state, board)
    for move in state.legal_moves if not state.terminal else ():
        board.push_uci(written(move))
        assert_same(state.play(move), board)
        board.pop()


@pytest.mark.parametrize("seed", range(2))
def test_a_random_game(seed: int) -> None:
    chosen = random.Random(seed)
    state, board = loaded("losers_chess").initial, AntichessBoard()
    for _ in range(30):
        assert_same(state, board)
        if state.terminal:
            break
        move = chosen.choice(state.legal_moves)
        board.push_uci(written(move))
        state = state.play(move)


def nodes(board: AntichessBoard, depth: int) -> int:
    """Count the lines of play of a depth."""
    if depth == 0 or board.is_variant_end():
        return int(depth == 0)
    found = 0
    for move in list(board.legal_moves):
        board.push(move)
        found += nodes(board, depth - 1)
        board.pop()
    return found


def test_the_nodes_of_each_depth() -> None:
    found = loaded("losers_chess").initial.perft(depth=2)
    assert [level.nodes for level in found] == [
        nodes(AntichessBoard(), depth) for depth in (1, 2)
    ]


def test_the_oracle_includes_chess_by_itself() -> None:
    book = rulebook.read("losers_chess")
    oracle = Oracle(book.own_text)
    legal = oracle.legal(oracle.initial)
    assert len(legal["white"]) == 20
    assert legal["black"] == {"noop"}
