"""Chess with threefold repetition against python-chess."""

from __future__ import annotations

import random

import chess
import pytest
from games import loaded
from native_walks import walk_at

#: In the second and third the pawn that has just gone two squares can be captured by a
#: pawn, in the third one that is pinned; in the last, castling rights get lost.
POSITIONS = (
    chess.STARTING_FEN,
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    "4k3/8/8/8/r2pP2K/8/8/8 b - e3 0 1",
    "4r1k1/8/8/3pP3/8/8/8/4K2N w - d6 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
)


def _shuffled(board: chess.Board, source: random.Random) -> chess.Move:
    """Return a move of a piece that can go back, mostly one that has gone before."""
    moves = [
        move for move in board.legal_moves
        if board.piece_type_at(move.from_square) != chess.PAWN
        and not board.is_capture(move)
    ]  # fmt: skip
    moves = moves or list(board.legal_moves)
    back = [
        move for move in moves
        if board.move_stack[-2:-1]
        and (move.to_square, move.from_square)
        == (board.move_stack[-2].from_square, board.move_stack[-2].to_square)
    ]  # fmt: skip
    return source.choice(back if back and source.random() < 0.7 else moves)


def _term(board: chess.Board, move: chess.Move) -> str:
    """Return a move, which is no promotion, as the rules have it."""
    if board.is_castling(move):
        side = "king" if board.is_kingside_castling(move) else "queen"
        return f"castle({side}_side)"
    squares = move.from_square, move.to_square
    numbers = [n % 8 + 1 if f else n // 8 + 1 for n in squares for f in (True, False)]
    return f"move({', '.join(map(str, numbers))})"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("fen", POSITIONS)
def test_games_end_with_the_third_occurrence(fen: str, seed: int) -> None:
    """Pieces go to and fro; python-chess says when a position has occurred so often."""
    source, board = random.Random(seed), chess.Board(fen)
    state = loaded("threefold_chess").state(fen)
    walk = walk_at(state)
    for _ in range(60):
        over = board.is_game_over() or board.is_repetition(3)
        assert state.terminal == walk.over == over, board.fen()
        if over:
            mated = board.is_checkmate() * (100 if board.turn else -100)
            assert state.goals == {"white": -mated, "black": mated}
            assert [walk.goal(role) for role in (0, 1)] == [-mated, mated]
            return
        move = _shuffled(board, source)
        joint = ["noop", "noop"]
        joint[0 if board.turn else 1] = term = _term(board, move)
        listed = [walk.legal(role) for role in (0, 1)]
        walk = walk.play(tuple(of[m] for of, m in zip(listed, joint, strict=True)))
        board.push(move)
        state = state.play(term)


@pytest.mark.parametrize(
    ("fen", "cycle", "plies"),
    [
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "Kd8 Kd1 Ke8 Ke1", 9),
        ("4r1k1/8/8/3pP3/8/8/8/4K2N w - d6 0 1", "Nf2 Kg7 Nh1 Kg8", 8),
        ("6k1/8/8/3pP3/8/8/8/4K2N w - d6 0 1", "Nf2 Kg7 Nh1 Kg8", 9),
    ],
)
def test_a_pawn_counts_if_it_can_be_captured(fen: str, cycle: str, plies: int) -> None:
    """In the second position the pawn that could capture is pinned."""
    state, board = loaded("threefold_chess").state(fen), chess.Board(fen)
    moves = cycle.split() * 3
    for move in moves[:plies]:
        assert not state.terminal
        assert not board.is_repetition(3)
        state = state.play(move)
        board.push_san(move)
    assert state.terminal
    assert board.is_repetition(3)


@pytest.mark.parametrize(("times", "plies"), [(2, 4), (3, 8), (5, 16)])
def test_the_occurrences_that_end_a_game(times: int, plies: int) -> None:
    state = loaded(f"threefold_chess(occurrences={times})").initial
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"]
    for ply in range(plies):
        assert not state.terminal
        state = state.play(moves[ply % 4])
    assert state.terminal
    assert state.goals == {"white": 0, "black": 0}


def test_a_search_sees_the_third_occurrence() -> None:
    """White is a rook down and gives perpetual check."""
    state = loaded("threefold_chess").state("6k1/6p1/8/7Q/8/8/qr4PP/7K w - - 0 1")
    for move in ("Qe8+", "Kh7", "Qh5+", "Kg8", "Qe8+", "Kh7"):
        state = state.play(move)
    for tier in ("clauses", "native"):
        found = state.best(depth=2, tier=tier)
        assert (found.value, found.move) == (0, "move(5, 8, 8, 5)")
    chess_state = loaded("chess").state("4Q3/6pk/8/8/8/8/qr4PP/7K w - - 0 1")
    assert chess_state.best(depth=2).value != 0
