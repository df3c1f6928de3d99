"""Equal rows have one number, in the order of their first occurrence."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pygame_search.network import row_numbers as module
from pygame_search.network.row_numbers import row_numbers


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


def test_rows_with_one_hash_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first hash is the same for all rows, another one is tried."""
    monkeypatch.setattr(module, "_SALT", 1 << 63)  # with an odd salt, one bit is left
    columns = np.arange(64, dtype=np.int64), np.arange(64, dtype=np.int64) % 7
    numbers, firsts = row_numbers(*columns)
    assert numbers.tolist() == firsts.tolist() == [*range(64)]


def test_no_rows() -> None:
    """An empty table has no numbers."""
    numbers, firsts = row_numbers(np.zeros(0, np.int64))
    assert len(numbers) == len(firsts) == 0
