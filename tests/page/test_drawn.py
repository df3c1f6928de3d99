"""Texts and boards: Python and the player draw the same of what the rules say."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pygame_search.model.board import Labels, board_squares, with_symbols
from pygame_search.model.position import Cell
from pygame_search.support.escapes import visible

HERE = Path(__file__).parent
CASES = json.loads((HERE / "drawn.json").read_text(encoding="utf-8"))


def expected(case: dict[str, Any], board: dict[str, Any] | None) -> bool:
    """Return whether a board is that of a case."""
    if "size" not in case:
        return bool(board == case["board"])
    assert board is not None
    size = [len(board["columns"]), len(board["rows"])]
    return bool(size == case["size"])


def drawn(case: dict[str, Any]) -> dict[str, Any] | None:
    """Return the board of a case by Python."""
    game = case["game"]
    cells = tuple(Cell(*cell) for cell in case["cells"])
    symbols = dict(reversed(game["symbols"]))
    labels = Labels(
        dict(game["column_labels"]),
        dict(game["row_labels"]),
        from_below=game.get("rows_from_below", False),
        numbered=tuple(game["numbered"]),
    )
    columns, rows, texts = board_squares(with_symbols(cells, symbols), labels)
    if not texts:
        return None
    return {
        "columns": list(map(labels.column, columns)),
        "rows": list(map(labels.row, rows)),
        "texts": [texts.get((c, r)) for r in rows for c in columns],
    }


def test_python() -> None:
    """Each case is as the table says."""
    assert [visible(text) for text, _ in CASES["texts"]] == [
        shown for _, shown in CASES["texts"]
    ]
    for case in CASES["boards"]:
        assert expected(case, drawn(case)), case["name"]


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node.js")
def test_the_player() -> None:
    """So it is in JavaScript."""
    ran = subprocess.run(
        ["node", str(HERE / "drawn.mjs"), str(HERE / "drawn.json")],
        capture_output=True,
        check=True,
    )
    found = json.loads(ran.stdout)
    assert found["texts"] == [shown for _, shown in CASES["texts"]]
    for case, board in zip(CASES["boards"], found["boards"], strict=True):
        assert expected(case, board), case["name"]
