"""Every game of `rules/`, in the size in which tests play it.

The games are the rule files themselves. So who adds a game edits nothing here, unless
its usual size is too large: then `SMALL` says the parameters, or `WITHOUT` why a test
leaves it out. Tables of numbers that come from elsewhere are `perft.tsv`, with the
counts of moves, and `rules/known_values.tsv`, with the values; `UNKNOWN_VALUE` says why
a game has none.
"""

from __future__ import annotations

from functools import cache

from games import LARGE, NOT_NATIVE, WITH_HISTORY, loaded
from pygame_search.rules import rulebook

#: The parameters with which tests play a game, as its own size has too many states or
#: moves for the rules as they are read (`meaning`) and the oracle.
SMALL = {
    "amazons": "columns=3, rows=3",
    "breakthrough": "columns=3, rows=5",
    "chinese_checkers": "size=1, rounds=5",
    "connect_four": "columns=4, rows=4",
    "domineering": "columns=3, rows=3",
    "draughts": "size=6, rows_of_men=2",
    "go": "size=3",
    "gomoku": "size=4, in_a_row=3",
    "hanoi": "discs=3",
    "hex": "size=3",
    "international_draughts": "size=4, rows_of_men=1",
    "kalah": "houses=3, seeds=2",
    "knights_tour": "columns=4, rows=3",
    "konane": "size=4",
    "leduc_poker": "ranks=2, raises=1",
    "liars_dice": "faces=3",
    "monopoly_small": "rounds=1",
    "n_queens": "size=5",
    "nine_mens_morris": "squares=1, men=3",
    "othello": "size=4",
    "oware": "houses=2, seeds=2",
    "quarto": "size=2, traits=2",
    "sheep_and_wolf": "size=4",
    "sliding_puzzle": "columns=3, rows=2",
    "sokoban": 'level="#####|#@$.#|#####"',
    "tic_tac_toe_3d": "size=2",
}

#: Why a game is not in the form `slots`, which keeps each fluent in a place of its own.
NO_SLOTS = {
    "blocks_world": "recursion over the fluents",
    "hex": "recursion over the fluents",
    "international_draughts": "recursion over the fluents",
}

#: Why no value of a game is known from elsewhere.
UNKNOWN_VALUE = {
    "backgammon": "no whole game has been worked out",
    "draughts": "no board that is small enough has been solved elsewhere",
    "international_draughts": "no board that is small enough has been solved elsewhere",
    "losers_chess": "no board that is small enough has been solved elsewhere",
    "nannon": "its positions recur, and no search here works out such expectations",
    "threefold_chess": "no board that is small enough has been solved elsewhere",
}


@cache
def with_roles() -> list[str]:
    """Return the names of the rule files that have roles."""
    return [name for name in rulebook.names() if loaded(name).roles]


def call_of(name: str) -> str:
    """Return how tests call a game: its name, with the parameters of `SMALL`."""
    return f"{name}({SMALL[name]})" if name in SMALL else name


def calls(
    *, large: bool = False, native: bool = False, slots: bool = False
) -> list[str]:
    """Return how tests call the games.

    Args:
        large: also those of `LARGE`, of which few states can be looked at.
        native: only those of which the native tier has a network by itself.
        slots: only those that have the form `slots`.
    """
    out = set() if large else {*LARGE}
    if native:
        out |= NOT_NATIVE
    if slots:
        out |= {*NO_SLOTS} | WITH_HISTORY
    return [call_of(name) for name in with_roles() if name not in out]
