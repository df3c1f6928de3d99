"""easyAI, a peer that only the benchmark extra installs.

Its games are those that come with it. Its Negamax always prunes: the search without
pruning is the loop of its `negamax` with table, window and best move left out.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

MEND = "pip install -e '.[benchmark]'"


def is_installed() -> bool:
    """Return whether easyAI is there."""
    return importlib.util.find_spec("easyAI") is not None


def minimax() -> int:
    """Search the whole tree of its TicTacToe without pruning; return the nodes."""
    game = _game("TicTacToe")
    nodes = 0

    def negamax() -> int:
        nonlocal nodes
        nodes += 1
        if game.is_over():
            return int(game.scoring())
        best = -1000
        for move in game.possible_moves():
            game.make_move(move)
            game.switch_player()
            best = max(best, -negamax())
            game.switch_player()
            game.unmake_move(move)
        return best

    negamax()
    return nodes


def alphabeta(name: str, depth: int) -> int:
    """Search one of its games with its own Negamax; return the nodes.

    Args:
        name: `TicTacToe` or `ConnectFour`.
        depth: in plies.
    """
    game = _game(name)
    counted = [1]  # the root, and then one for each move made
    make_move = type(game).make_move

    class Counting(type(game)):  # type: ignore[misc]  # a class known at run time
        def make_move(self, move: Any) -> None:
            counted[0] += 1
            make_move(self, move)

    game.__class__ = Counting
    importlib.import_module("easyAI").Negamax(depth)(game)
    return counted[0]


def _game(name: str) -> Any:
    """Return a new game; `players` are only needed to play it."""
    module = importlib.import_module(f"easyAI.games.{name}")
    return getattr(module, name)(players=[None, None])
