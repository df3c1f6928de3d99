"""Tic-tac-toe's whole tree in plain Python, in three representations of the board.

Each searches all nodes by minimax, without table or pruning, and keeps the value only;
ours keeps the line too.
"""

from __future__ import annotations

#: Squares count from 0, row by row.
LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip

MASKS = tuple(1 << a | 1 << b | 1 << c for a, b, c in LINES)
FULL = (1 << 9) - 1

#: The nodes of the whole tree.
NODES = 549_946


def on_tuples() -> int:
    """Search with a board that is a value, as our states are; return the nodes."""

    def minimax(board: tuple[int, ...], player: int) -> tuple[int, int]:
        if any(board[a] == board[b] == board[c] == -player for a, b, c in LINES):
            return -player, 1
        if 0 not in board:
            return 0, 1
        values, nodes = [], 1
        for i, mark in enumerate(board):
            if mark == 0:
                value, below = minimax((*board[:i], player, *board[i + 1 :]), -player)
                values.append(value)
                nodes += below
        return (max(values) if player == 1 else min(values)), nodes

    return minimax((0,) * 9, 1)[1]


def on_a_list() -> int:
    """Search with moves made and taken back on one list; return the nodes."""
    board = [0] * 9

    def minimax(player: int, left: int) -> tuple[int, int]:
        if any(board[a] == board[b] == board[c] == -player for a, b, c in LINES):
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

    return minimax(1, 9)[1]


def on_bits() -> int:
    """Search with two numbers whose bits are the marks; return the nodes."""
    nodes = 0

    def negamax(mine: int, theirs: int) -> int:
        nonlocal nodes
        nodes += 1
        for mask in MASKS:
            if theirs & mask == mask:
                return -1
        free = FULL & ~(mine | theirs)
        if not free:
            return 0
        best = -1
        while free:
            bit = free & -free
            free ^= bit
            value = -negamax(theirs, mine | bit)
            if value > best:
                best = value
        return best

    negamax(0, 0)
    return nodes
