"""How people are shown a game that stands on its network: boards, order, notations.

A network holds what the rules mean, but not how they draw a board, in which order they
list the legal moves, and how people write these. All that is unfolded once from the
rules (`logic/game/unfolding.pl`): answers that the rules may give in any state, each
with the fluents on which that depends. It is kept on disk with the network.
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

#: The rules of a game with more fluents are not unfolded: it would take too long.
MOST_FLUENTS = 20_000

#: More squares are not drawn, as in `logic/requests/state.pl`.
MOST_SQUARES = 10_000


class Answers:
    """Answers of a relation, in order, and when they hold.

    Args:
        rows: pairs of an answer and its conditions. All conditions have to hold; each
            is a list of numbers of which one has to hold: i for the fluent i, counted
            from 1, to hold, -i for it not to hold.
    """

    def __init__(self, rows: Sequence[tuple[Any, Sequence[Sequence[int]]]]) -> None:
        self.answers = [answer for answer, _ in rows]
        conditions = [[*part, [0]] for _, part in rows]  # 0 always holds
        flat = list(chain.from_iterable(conditions))
        self._rows = _starts(conditions)
        self._conditions = _starts(flat)
        self._literals = np.array(list(chain.from_iterable(flat)), np.int64)

    def holding(self, held: NDArray[np.uint8]) -> list[Any]:
        """Return the answers in a state, given for each fluent whether it holds."""
        if not self.answers:
            return []
        known = np.concatenate([[1], held]).astype(np.bool_)
        literals = known[np.abs(self._literals)] ^ (self._literals < 0)
        conditions = np.logical_or.reduceat(literals, self._conditions)
        rows = np.logical_and.reduceat(conditions, self._rows)
        return [self.answers[i] for i in np.flatnonzero(rows)]


def _starts(lists: Sequence[Sequence[object]]) -> NDArray[np.int64]:
    """Return where each list begins, when they are put one after the other."""
    return np.cumsum([0, *map(len, lists)])[:-1]


@dataclass(frozen=True, slots=True)
class Display:
    """What is unfolded of a game.

    Attributes:
        cells: the squares of the board; None where only the clauses can draw it.
        legal: the legal moves, as the index of a role and a text; None where the rules
            list them in the standard order of terms, or do not say in which.
        notations: the notation of each move that has one; None where only the clauses
            know it.
    """

    cells: Answers | None
    legal: Answers | None
    notations: Mapping[str, str] | None

    def board(self, held: NDArray[np.uint8]) -> tuple[Cell, ...] | None:
        """Return the squares of a state's board, None where the clauses must tell."""
        if self.cells is None:
            return None
        found = self.cells.holding(held)
        return None if len(found) > MOST_SQUARES else tuple(found)

    def ranks(self, held: NDArray[np.uint8]) -> dict[tuple[int, str], int]:
        """Return the place of each legal move in rule order; empty where not known."""
        if self.legal is None:
            return {}
        return {
            move: i for i, move in enumerate(dict.fromkeys(self.legal.holding(held)))
        }


def display(game: Rules, network: Network, names: Sequence[str]) -> Display:
    """Return what there is to show of a game, from disk if it is kept there.

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
    return has_form(data, form) and len(data["notations"]) == moves
