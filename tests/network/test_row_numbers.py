"""Equal rows have one number, in the order of their first occurrence."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pygame_search.network.searches import row_numbers as module
from pygame_search.network.searches.row_numbers import row_numbers


def test_beside_a_dictionary() -> None:
    """Random rows have the numbers that a dictionary gives them."""
    source = random.Random(1)
    for columns in (1, 2, 5):
        rows = [
            tuple(source.choice((-1, 0, 1, 2**62)) for _ in range(columns))
            for _ in range(500)
        ]
        numbers, firsts = row_numbers(*np.array(rows, np.int64).T)
        known: dict[tuple[int, ...], int] = {}
        assert numbers.tolist() == [known.setdefault(r, len(known)) for r in rows]
        assert firsts.tolist() == [rows.index(row) for row in known]


def test_rows_at_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that belong at one place of the table are compared in full."""
    monkeypatch.setattr(module, "_number", vars(module)["_number"].py_func)
    monkeypatch.setattr(module, "fetch", lambda table, place: None)
    monkeypatch.setattr(module, "home", lambda rows, row, places: np.uint64(3))
    columns = np.arange(64, dtype=np.int64) % 40, np.arange(64, dtype=np.int64) % 7
    numbers, firsts = row_numbers(*columns)
    assert numbers.tolist() == firsts.tolist() == [*range(64)]
    numbers, firsts = row_numbers(columns[0])
    assert numbers.tolist() == [*range(40), *range(24)]


def test_no_rows() -> None:
    """An empty table has no numbers."""
    numbers, firsts = row_numbers(np.zeros(0, np.int64))
    assert len(numbers) == len(firsts) == 0
