"""The procedural tier beside the native one: what a search does in a CPU second."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.host import description
from benchmarks.timing import Work, measured
from pygame_search.game import State, load


class Row(NamedTuple):
    """A row of the table.

    Attributes:
        key: its name in the JSON file.
        cells: what stands before the figures.
        works: the same work in the two tiers.
    """

    key: str
    cells: Sequence[str]
    works: Sequence[Work]


def report(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Row],
    rounds: int,
    file: Path | None,
    digits: int = 0,
) -> None:
    """Measure the tiers in turn, print the medians, and write them to a file.

    Args:
        title: of the table.
        columns: the names of all columns but the last, which says how many times as
            fast the second tier is.
        rows: what is measured.
        rounds: how often.
        file: where the figures go as JSON; None for nowhere.
        digits: after the decimal point of a figure.
    """
    listing = Table(box=SIMPLE_HEAD, title=title)
    for place, name in enumerate((*columns, "times")):
        listing.add_column(name, justify="right" if place else "left")
    kept = {}
    for row in rows:
        for work in row.works:
            work.prepare()()  # loads what is loaded once
        slow, fast = measured(row.works, rounds)
        kept[row.key] = {one.work.name: asdict(one.rate) for one in (slow, fast)}
        figures = [f"{one.rate.median:,.{digits}f}" for one in (slow, fast)]
        listing.add_row(*row.cells, *figures, f"{fast.ratio(slow).median:,.0f}")
    Console(width=100).print(listing)
    if file is not None:
        data = {**description(), "rows": kept}
        file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def first_choice(call: str, moves: int = 0) -> State:
    """Return the first state in which a player has a choice.

    Args:
        call: the game.
        moves: how many random joint moves come before, at the least.
    """
    state, source = load(call).initial, random.Random(1)
    while moves > 0 or state.to_move == ("random",):
        state = state.play_joint(state.drawn(role, source) for role in state.game.roles)
        moves -= 1
    return state
