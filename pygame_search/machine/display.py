"""How to display a game that runs on its network: boards, move order, notations.

A network computes what the rules mean. It does not know how they draw a board, in which
order they list legal moves, or how people write moves. These are computed once from the
rules (`logic/game/unfolding.pl`): the answers that the rules may give in any state,
each with the fluents on which it depends. They are kept on disk with the network.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.description_cache import keep_data, kept_data
from pygame_search.model.position import Cell
from pygame_search.model.rules import Rules
from pygame_search.network.network import Network
from pygame_search.support.json_files import Kind, Or, has_form

#: The rules of a game with more fluents are not unfolded; it would take too long.
MOST_FLUENTS = 20_000

#: A board with more squares is not drawn; see `logic/requests/state.pl`.
MOST_SQUARES = 10_000


class Answers:
    """The possible answers of a relation, in order, and when each holds.

    Args:
        rows: pairs of an answer and its conditions. All conditions have to hold. Each
            is a list of numbers, one of which has to hold: i means that fluent i,
            counted from 1, holds; -i that it does not.
    """

    def __init__(self, rows: Sequence[tuple[Any, Sequence[Sequence[int]]]]) -> None:
        self.answers = [answer for answer, _ in rows]
        conditions = [[*part, [0]] for _, part in rows]  # 0 always holds
        flat = list(chain.from_iterable(conditions))
        self._rows = _starts(conditions)
        self._conditions = _starts(flat)
        self._literals = np.array(list(chain.from_iterable(flat)), np.int64)

    def holding(self, held: NDArray[np.uint8]) -> list[Any]:
        """Return the answers in a state; `held` says which fluents hold."""
        if not self.answers:
            return []
        known = np.concatenate([[1], held]).astype(np.bool_)
        literals = known[np.abs(self._literals)] ^ (self._literals < 0)
        conditions = np.logical_or.reduceat(literals, self._conditions)
        rows = np.logical_and.reduceat(conditions, self._rows)
        return [self.answers[i] for i in np.flatnonzero(rows)]


def _starts(lists: Sequence[Sequence[object]]) -> NDArray[np.int64]:
    """Return where each list begins when the lists are concatenated."""
    return np.cumsum([0, *map(len, lists)])[:-1]


@dataclass(frozen=True, slots=True)
class Display:
    """The unfolded rules of display of a game.

    Attributes:
        cells: the squares of the board; None where only the clauses can draw it.
        legal: the legal moves, each as the index of a role and a text; None if the
            rules list them in the standard order of terms, or if their order is
            unknown.
        notations: the notation of each move that has one; None if only the clauses can
            compute it.
    """

    cells: Answers | None
    legal: Answers | None
    notations: Mapping[str, str] | None

    def board(self, held: NDArray[np.uint8]) -> tuple[Cell, ...] | None:
        """Return the squares of a state's board; None if only the clauses know them."""
        if self.cells is None:
            return None
        found = self.cells.holding(held)
        return None if len(found) > MOST_SQUARES else tuple(found)

    def ranks(self, held: NDArray[np.uint8]) -> dict[tuple[int, str], int]:
        """Return the rank of each legal move in rule order; empty if unknown."""
        if self.legal is None:
            return {}
        return {
            move: i for i, move in enumerate(dict.fromkeys(self.legal.holding(held)))
        }


def display(game: Rules, network: Network, names: Sequence[str]) -> Display:
    """Return how to display a game, from disk if it is kept there.

    Args:
        game: the game.
        network: its network.
        names: the fluents of the network, in the standard order of terms.
    """
    moves = list(dict.fromkeys(text for _, text in network.moves))
    if len(names) > MOST_FLUENTS:
        return Display(None, None, None if game.has_notation else {})
    data = kept_data(game.book, game.given_parameters, ".display")
    if not _is_display(data, len(names), len(moves)):
        notated = moves if game.has_notation else []
        data = game.request(
            "display", fluents=game.facts_text(names), moves=game.facts_text(notated)
        )
        data["notations"] += [None] * (len(moves) - len(notated))
        keep_data(game.book, game.given_parameters, ".display", data)
    assert data is not None
    index = {role: i for i, role in enumerate(game.roles)}
    cells, legal = data["cells"], data["legal"]
    return Display(
        None if cells is None else Answers([(Cell(*cell), c) for cell, c in cells]),
        None
        if legal is None
        else Answers([((index[r], m), c) for (r, m), c in legal if r in index]),
        {m: n for m, n in zip(moves, data["notations"], strict=True) if n is not None},
    )


def _is_display(data: Any, fluents: int, moves: int) -> bool:
    """Return whether data have the form of the engine's reply."""
    condition = Kind(
        "literals",
        [int],
        lambda ones: ones and all(1 <= abs(i) <= fluents for i in ones),
    )

    def answers(*types: type) -> Or:
        return Or([(types, [condition])], None)

    form = {
        "cells": answers(int, int, str),
        "legal": answers(str, str),
        "notations": [Or(str, None)],
    }
    whole = has_form(data, form) and data.keys() == form.keys()
    return whole and len(data["notations"]) == moves
