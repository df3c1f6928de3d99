"""Games whose value is known; `sh scripts/solved` solves the larger ones, too."""

from __future__ import annotations

from pathlib import Path

import pytest
import solved
from solved import Outcome, Row

#: What the kernels solve is the larger part; these two take little.
SMALL = ("nim(heaps=[5, 7, 9])", "othello(size=4)")

ROWS = [
    row for row in solved.rows() if row.tier == "clauses" or row.game in SMALL
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=[row.game for row in ROWS])
def test_what_is_known_is_proved(row: Row, tmp_path: Path) -> None:
    assert solved.proved(row, f"{tmp_path}/certificate").value == row.value


@pytest.mark.parametrize("game", SMALL)
def test_the_page_has_the_states_that_are_verified(game: str) -> None:
    """Its row is that of `sh scripts/solved`, but for the size and the seconds."""
    page = Path(__file__).parents[2] / "docs" / "solving.md"
    [row] = (row for row in ROWS if row.game == game)
    known = solved.proved(row).line().split(" | ")[:6]
    lines = page.read_text(encoding="utf-8").splitlines()
    assert known in [line.split(" | ")[:6] for line in lines]


def test_the_table_tells_what_came_of_a_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    outcome = Outcome(ROWS[0], "win", "9", 5478, 94_300, (0.744, 0.5, 0.5))
    assert outcome.line() == (
        "| `tic_tac_toe` | win | strong | clauses | 9 | 5,478 | 94.3 | 0.74 | 0.50 "
        "| 0.50 |"
    )
    assert solved.main("nim(heaps=[1])", "chomp(columns=1, rows=1)") == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[1] for line in said[2:]] == ["win", "loss"]
    assert solved.main("go") == 2
    assert "is called go" in capsys.readouterr().err
