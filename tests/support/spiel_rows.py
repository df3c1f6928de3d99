"""Games of OpenSpiel beside ours: how their moves are read, and which rules differ."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pygame_search as ps

#: A state of OpenSpiel, which has no types.
Theirs = Any
#: The letters of columns; those of Go leave out i.
LETTERS, GO_LETTERS = "abcdefghijklmnopqrst", "abcdefghjklmnopqrst"
CHESS = ("black", "white")
PROMOTED = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}
#: The points of nine men's morris in their order, row by row, as column and row.
POINTS = [
    (column, row)
    for row, columns in enumerate([147, 246, 345, 123567, 345, 246, 147], start=1)
    for column in map(int, str(columns))
]


class DifferenceError(Exception):
    """Both do not say the same."""


class ApartError(Exception):
    """A known difference ends this game."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A game of OpenSpiel beside ours.

    Attributes:
        ours: the game, as `ps.load` takes it.
        theirs: the game, as `pyspiel.load_game` takes it.
        players: our roles in the order of their players.
        move: our move for the text of theirs in our state.
        text: the text of a player's action in a state of theirs.
        worth: their return for our goal.
        apart: the known difference of the rules by which theirs is over, or None: asked
            with our states so far where ours is not over. The game ends there.
        forced: whether they are over where we still have forced moves.
        plies: the most plies of a game.
    """

    ours: str
    theirs: str
    players: tuple[str, ...]
    move: Callable[[str, ps.State], str]
    text: Callable[[Theirs, int, int], str] = lambda theirs, player, action: (
        theirs.action_to_string(player, action)
    )
    worth: Callable[[int], float] = lambda goal: (goal > 0) - (goal < 0)
    apart: Callable[[list[ps.State], Theirs], str | None] = lambda path, theirs: None
    forced: bool = False
    plies: int = 1000

    def named(self, ours: ps.State, role: str, move: str) -> str:
        """Return a move of ours as `move` gives theirs: in its notation for chess."""
        if self.move is not chess_move:
            return move
        return chess_move(ours.notation(move, role) or move, ours)


def numbers(text: str) -> list[int]:
    """Return the numbers in a text."""
    return [int(number) for number in re.findall(r"\d+", text)]


def squares(text: str, letters: str = LETTERS) -> list[int]:
    """Return column, row, column, row, ... of squares such as a1, in a text."""
    found = re.findall(r"([a-z])(\d+)", text)
    return [part for c, r in found for part in (letters.index(c) + 1, int(r))]


def term(name: str, arguments: Iterable[object]) -> str:
    """Return a term as our states write it."""
    return f"{name}({', '.join(map(str, arguments))})"


# ---- their moves as ours ---------------------------------------------------------


def row_column(name: str) -> Callable[[str, ps.State], str]:
    """Return how a row and a column, counted from 0, are read."""
    return lambda text, state: term(name, [n + 1 for n in reversed(numbers(text))])


def from_the_top(text: str, state: ps.State) -> str:
    """Read a move of breakthrough: theirs is upside down."""
    c, r, c1, r1 = squares(text)
    return term("move", [c, 9 - r, c1, 9 - r1])


def placed(text: str, state: ps.State) -> str:
    """Read the square of a stone, or `pass` or `swap`."""
    return text if text in ("pass", "swap") else term("place", squares(text))


def dropped(text: str, state: ps.State) -> str:
    """Read a column, x0 and those to its right."""
    return term("drop", [int(text[1:]) + 1])


def lifted(text: str, state: ps.State) -> str:
    """Read a house of oware by its letter, that of its owner's row."""
    return term("sow", ["abcdef".index(text.lower()) + 1])


def sown(text: str, state: ps.State) -> str:
    """Read a house of mancala, 1 to 6 or 8 to 13."""
    return term("sow", [int(text) % 7])


def stone(text: str, state: ps.State) -> str:
    """Read a move of go."""
    point = text.split()[1]
    return "pass" if point == "PASS" else term("place", squares(point, GO_LETTERS))


def holds_king(state: ps.State, row: int) -> bool:
    """Return whether a king stands on its first square in a row."""
    return any(f"cell(5, {row}, {side}, king)" in state.facts for side in CHESS)


def long_text(theirs: Theirs, player: int, action: int) -> str:
    """Return a move of chess as e2e4."""
    chess = importlib.import_module("pyspiel").chess
    return str(chess.action_to_move(action, theirs.board()).to_lan())


def chess_move(text: str, state: ps.State) -> str:
    """Read a move of chess, in standard algebraic notation."""
    return text.rstrip("+#")


def chess_squares(text: str, state: ps.State) -> str:
    """Read a move of chess as two squares and what a pawn becomes."""
    c, r, c1, r1 = squares(text)
    if c == 5 and abs(c - c1) == 2 and holds_king(state, r):
        return term("castle", ["king_side" if c1 > c else "queen_side"])
    if len(text) == 5:
        return term("promote", [c, r, c1, r1, PROMOTED[text[4]]])
    return term("move", [c, r, c1, r1])


def edge(text: str, state: ps.State) -> str:
    """Read a line of dots and boxes."""
    kind, row, column = text[text.index("(") + 1 : -1].split(",")
    way = {"h": "across", "v": "down"}[kind]
    return term("line", [int(column) + 1, int(row) + 1, way])


def man(text: str, state: ps.State) -> str:
    """Read a move of nine men's morris: two points, or one that is taken or filled."""
    places = [part for number in numbers(text) for part in POINTS[number]]
    one = "take" if "taking" in state.facts else "place"
    return term("move" if len(places) == 4 else one, places)


# ---- where the rules are not the same --------------------------------------------


def board(state: ps.State, *clocks: str) -> frozenset[str]:
    """Return the fluents but those of clocks."""
    return frozenset(f for f in state.facts if f.split("(")[0] not in clocks)


def third_time(path: list[ps.State], theirs: Theirs) -> str | None:
    """Excuse an end where a position of chess came for the third time."""
    boards = [board(state, "quiet_plies") for state in path]
    thrice = boards.count(boards[-1]) >= 3
    return "they end at the third repetition" if thrice else None


def repeated(path: list[ps.State], theirs: Theirs) -> str | None:
    """Excuse an end where a position came again."""
    boards = [board(state) for state in path]
    again = boards[-1] in boards[:-1]
    return "they end at a repetition, which is endless play here" if again else None


def forty_without_capture(path: list[ps.State], theirs: Theirs) -> str | None:
    """Excuse an end after 40 plies of draughts in which nothing was taken."""
    pieces = [sum(f.startswith("cell") for f in state.facts) for state in path[-41:]]
    long = len(pieces) == 41 and len({*pieces}) == 1
    return "they draw after 40 plies without a capture" if long else None


def turn_200(path: list[ps.State], theirs: Theirs) -> str | None:
    """Excuse an end at the limit of turns of nine men's morris."""
    late = "Turn number: 200" in str(theirs)
    return "they end after 200 turns, which is endless play here" if late else None


# ---- the games -------------------------------------------------------------------
#
# `amazons` has no row. Theirs begins with the same board of 10 x 10 squares, but a turn
# is three actions, which say the amazon, its square and that of the arrow; ours has two
# steps, of which the first says both the amazon and its square.

REFERENCES = (
    Reference("tic_tac_toe", "tic_tac_toe()", ("x", "o"), row_column("mark")),
    Reference(
        "tic_tac_toe(columns=5, rows=4, in_a_row=4)",
        "mnk(m=5,n=4,k=4)",
        ("x", "o"),
        row_column("mark"),
    ),
    Reference(
        "connect_four",
        "connect_four()",
        ("x", "o"),
        dropped,
    ),
    Reference(
        "connect_four(columns=5, rows=4, in_a_row=3)",
        "connect_four(columns=5,rows=4,x_in_row=3)",
        ("x", "o"),
        dropped,
    ),
    Reference("breakthrough", "breakthrough()", ("white", "black"), from_the_top),
    Reference("othello", "othello()", ("x", "o"), placed, forced=True),
    Reference("hex(swap_rule=no)", "hex(board_size=5)", ("red", "blue"), placed),
    Reference("hex(size=4)", "hex(board_size=4,swap=True)", ("red", "blue"), placed),
    Reference("kalah", "mancala()", ("south", "north"), sown),
    Reference(
        "oware",
        "oware()",
        ("south", "north"),
        lifted,
        apart=repeated,
    ),
    Reference(
        "oware(houses=3, seeds=2)",
        "oware(num_houses_per_player=3,num_seeds_per_house=2)",
        ("south", "north"),
        lifted,
        apart=repeated,
    ),
    Reference(
        "nim",
        "nim(pile_sizes=3;4;5,is_misere=False)",
        ("first", "second"),
        lambda text, state: term("take", numbers(text)),
    ),
    Reference(
        "gomoku",
        "gomoku(size=9)",
        ("black", "white"),
        row_column("place"),
    ),
    Reference(
        "dots_and_boxes(columns=3)",
        "dots_and_boxes(num_cols=3,utility_margin=True)",
        ("ann", "bob"),
        edge,
        worth=float,
    ),
    Reference(
        "draughts",
        "checkers()",
        ("black", "white"),
        lambda text, state: term("move", squares(text)),
        apart=forty_without_capture,
    ),
    Reference(
        "nine_mens_morris",
        "nine_mens_morris()",
        ("white", "black"),
        man,
        apart=turn_200,
    ),
    Reference(
        "chess", "chess()", CHESS, chess_squares, text=long_text, apart=third_time
    ),
    Reference("chess", "chess()", CHESS, chess_move, plies=12),  # its notation
    Reference(
        "go",
        "go(board_size=5,komi=0.0,max_game_length=1000)",
        ("black", "white"),
        stone,
    ),
    Reference(
        "go(size=3, komi=2)",
        "go(board_size=3,komi=2.0,max_game_length=1000)",
        ("black", "white"),
        stone,
    ),
    Reference(
        "goofspiel(cards=5)",
        "goofspiel(num_cards=5,imp_info=False,points_order=descending,"
        "returns_type=point_difference)",
        ("ann", "bob"),
        lambda text, state: term("bid", [int(text.split()[-1])]),
        worth=lambda goal: goal / 2,  # theirs is less the mean
        forced=True,
    ),
)
