"""What Hypothesis draws is the same at each run, whatever was imported before."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def drawn() -> list[tuple[list[int], str]]:
    found = []

    @settings(max_examples=200)
    @given(st.lists(st.integers()), st.text())
    def draw(numbers: list[int], text: str) -> None:
        found.append((numbers, text))

    draw()
    return found


def test_the_constants_of_modules_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = drawn()
    module = ModuleType("constants")
    module.__file__ = str(tmp_path / "constants.py")
    numbers = ", ".join(map(str, range(10**6, 10**6 + 300)))
    Path(module.__file__).write_text(f"NUMBERS = {numbers}\n", encoding="utf-8")
    monkeypatch.setitem(sys.modules, "constants", module)
    assert drawn() == before
