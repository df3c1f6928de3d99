"""The width of the output: COLUMNS, and what stays whole in a narrow table."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from pygame_search.cli.app import command


@pytest.mark.parametrize("columns", ["0", "80", "much", ""])
def test_a_width_that_is_none_is_not_taken(columns: str) -> None:
    words = ["methods", "uct"]
    found = CliRunner(env={"COLUMNS": columns}).invoke(command, words).stdout
    assert found == CliRunner(env={"COLUMNS": None}).invoke(command, words).stdout
    assert "simulations  a whole number of 1 or more" in found


@pytest.mark.parametrize("columns", [1, 20, 40, 60])
@pytest.mark.parametrize(
    ("words", "whole"),
    [
        ("match hexapawn legal legal --games 2", "0.095 to 0.905"),
        ("perft nim --depth 4", "nodes"),
        ("best hexapawn --depth 2 --by-depth", "0.00 s"),
        ("methods uct", "exploration"),
    ],
)
def test_no_number_and_no_name_is_broken_in_two(
    columns: int, words: str, whole: str
) -> None:
    runner = CliRunner(env={"COLUMNS": str(columns)})
    assert whole in runner.invoke(command, words.split()).stdout
