"""Other ways to search tic-tac-toe's whole tree: easyAI, and plain Python."""

from __future__ import annotations

import importlib.util
from typing import Any

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6),
    (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
)  # fmt: skip


def plain_python() -> int:
    """Search the whole tree on a list of nine; return the number of nodes."""
    board = [0] * 9

    def won(player: int) -> bool:
        return any(board[a] == board[b] == board[c] == player for a, b, c in LINES)

    def minimax(player: int, left: int) -> tuple[int, int]:
        if won(-player):
            return -player, 1
        if left == 0:
            return 0, 1
        best, nodes = -2 * player, 1
        for square in range(9):
            if board[square] == 0:
                board[square] = player
                value, below = minimax(-player, left - 1)
                board[square] = 0
                nodes += below
                best = max(best, value) if player == 1 else min(best, value)
        return best, nodes

    value, nodes = minimax(1, 9)
    assert (value, nodes) == (0, 549_946)
    return nodes


def has_easyai() -> bool:
    """Return whether easyAI is installed."""
    return importlib.util.find_spec("easyAI") is not None


def easyai() -> int:
    """Walk the whole tree with easyAI's own game class; return the number of nodes.

    easyAI has no search without pruning, so the minimax is ours, over its TwoPlayerGame
    interface, on a game defined as in its own examples.
    """
    game = _easyai_game()

    def minimax(sign: int) -> tuple[int, int]:
        if game.is_over():
            return (-sign if game.lose() else 0), 1
        best, nodes = -2 * sign, 1
        for move in game.possible_moves():
            game.make_move(move)
            game.switch_player()
            value, below = minimax(-sign)
            game.switch_player()
            game.unmake_move(move)
            nodes += below
            best = max(best, value) if sign == 1 else min(best, value)
        return best, nodes

    value, nodes = minimax(1)
    assert (value, nodes) == (0, 549_946)
    return nodes


def _easyai_game() -> Any:
    from easyAI import TwoPlayerGame

    class TicTacToe(TwoPlayerGame):  # type: ignore[misc]
        """Tic-tac-toe as in easyAI's examples, with numpy left out."""

        def __init__(self) -> None:
            self.players = [None, None]
            self.board = [0] * 9
            self.current_player = 1

        def possible_moves(self) -> list[int]:
            return [i + 1 for i, square in enumerate(self.board) if square == 0]

        def make_move(self, move: int) -> None:
            self.board[int(move) - 1] = self.current_player

        def unmake_move(self, move: int) -> None:
            self.board[int(move) - 1] = 0

        def lose(self) -> bool:
            return any(
                all(self.board[c] == self.opponent_index for c in line)
                for line in LINES
            )

        def is_over(self) -> bool:
            return (self.possible_moves() == []) or self.lose()

    return TicTacToe()
