"""The frontier table says what the search did, path by path."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from click.testing import CliRunner
from games import loaded

from pygame_search.cli.app import command
from pygame_search.search.core.methods import PATH_METHODS
from pygame_search.search.state_space.frontier_table import (
    NAMED,
    ROWS,
    frontier_table,
)
from pygame_search.search.state_space.path_search import INFORMED
from pygame_search.support.errors import InputError

RUNS = [
    (call, method)
    for call in ("delivery_robot", "water_jugs", "river_crossing")
    for method in PATH_METHODS
    if method not in INFORMED or call == "delivery_robot"
]


@pytest.mark.parametrize("prune", ["none", "cycles", "paths"])
@pytest.mark.parametrize(("call", "method"), RUNS)
def test_a_row_for_each_path_selected(call: str, method: str, prune: str) -> None:
    game = loaded(call)
    result = game.path(method=method, prune=prune, record=True, limit=60)
    found = result.frontier_table()
    kinds = [event[0] for event in result.events]
    assert len(found.rows) == min(kinds.count("select"), ROWS)
    assert len(found.rows) + found.more == kinds.count("select")
    for row, after in pairwise(found.rows):
        assert len(row.frontier) == min(row.waiting, NAMED)
        if row.bound == after.bound:
            assert row.frontier[0].split(" ")[0] == after.path[-1].split(" ")[0]
        else:
            assert row.waiting == 0
        assert (row.estimate is not None) == (method in INFORMED)
    last = found.rows[-1]
    if not found.more:
        assert last.kind == ("goal" if result.found else "selected")
        assert last.waiting == result.waiting - (result.stopped == "limit")
        assert sum(row.kind == "pruned" for row in found.rows) == sum(
            event[0] == "prune" and event[2] != "bound" for event in result.events
        )
    if result.found and not found.more:
        assert last.cost == result.cost


def test_only_a_recorded_search_has_a_table() -> None:
    with pytest.raises(InputError, match="record=True"):
        loaded("delivery_robot").path().frontier_table()


def test_events_of_another_method_are_refused() -> None:
    events = loaded("delivery_robot").path(method="depth", record=True).events
    with pytest.raises(ValueError, match="events of the method"):
        frontier_table("breadth", events, str)


def test_a_long_table_is_cut() -> None:
    result = loaded("water_jugs").path(method="iterative", prune="none", record=True)
    found = result.frontier_table()
    assert len(found.rows) == ROWS
    assert str(found).endswith(f"{found.more} rows are left out")


def test_the_command() -> None:
    def run(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(command, ["path", "delivery_robot", *words])
        return result.exit_code, result.output

    code, text = run("--method", "a_star", "--table")
    assert code == 0
    assert "cost 16, 3 steps" in text
    data = json.loads(run("--method", "a_star", "--table", "--json")[1])
    assert [row["kind"] for row in data["table"]["rows"]] == [
        "expanded", "expanded", "expanded", "goal",
    ]  # fmt: skip
    assert data["cost"] == 16
    for other in ("--all", "--why"):
        code, text = run("--table", other)
        assert code == 2
        assert "--table" in text
    code, text = run("--table", "--limit", "1")
    assert code == 1
    assert "limit; store, corridor_west" in text
    assert "the limit of 1 expanded paths" in text
