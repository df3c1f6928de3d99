"""Which cases the fast set takes, and what is recorded of a run of the whole set."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cpu_seconds
import forked
import pytest
from cpu_seconds import MOST, Meter, Sums, recorded
from fast_set import HANDFUL, UNKNOWN, chosen, longest_first
from fast_set import MOST as MOST_FAST


class Case:
    """What the choice asks of an item of pytest."""

    def __init__(self, node: str, slow: bool = False) -> None:
        self.nodeid = node
        self._slow = slow

    def get_closest_marker(self, name: str) -> object:
        return self._slow if name == "slow" and self._slow else None


def cases(function: str, number: int) -> list[pytest.Item]:
    found: Any = [Case(f"tests/a.py::{function}[{i}]") for i in range(number)]
    return list(found)


def test_each_function_has_a_handful_that_changes_with_the_commit() -> None:
    items = [*cases("test_many", 40), *cases("test_few", 2)]
    known = {item.nodeid: 0.1 for item in items}
    sets = [chosen(items, seed, known) for seed in "abcdefgh"]
    for kept in sets:
        names = [item.nodeid.partition("[")[0] for item in kept]
        assert (
            names == ["tests/a.py::test_many"] * HANDFUL + ["tests/a.py::test_few"] * 2
        )
    assert len({item for kept in sets for item in kept}) > 15
    assert chosen(items, "a", known) == sets[0]


def test_functions_of_the_same_games_take_the_same() -> None:
    items = [*cases("test_one", 40), *cases("test_other", 40)]
    known = {item.nodeid: 0.1 for item in items}
    for seed in "abcdefgh":
        kept = [item.nodeid.partition("[")[2] for item in chosen(items, seed, known)]
        assert kept[:HANDFUL] == kept[HANDFUL:]


def test_cases_that_take_next_to_nothing_run_as_far_as_they_fit() -> None:
    items = cases("test_many", 90)
    known = {item.nodeid: 0.1 for item in items[:10]}
    for seed in "abcdefgh":
        kept = chosen(items, seed, known)
        assert 8 <= len(kept) <= MOST_FAST / UNKNOWN
        assert len(set(kept) & set(items[:10])) <= HANDFUL


def test_cases_that_take_long_are_left_out() -> None:
    items = cases("test_many", 8)
    known = {item.nodeid: 0.2 for item in items} | {items[3].nodeid: 0.6}
    for seed in "abcdefgh":
        kept = chosen(items, seed, known)
        assert len(kept) == 2
        assert items[3] not in kept


def test_where_all_take_long_the_quickest_runs() -> None:
    items = cases("test_many", 3)
    known = {items[0].nodeid: 1.9, items[1].nodeid: 1.2, items[2].nodeid: 1.3}
    assert chosen(items, "a", known) == [items[1]]


def test_what_is_marked_slow_runs_in_the_whole_set_alone() -> None:
    items: list[Any] = [Case("tests/a.py::test_slow", slow=True), *cases("test_b", 1)]
    assert chosen(items, "a", {}) == items[1:]


def test_long_files_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = {"tests/b.py::test_b": 3.0, "tests/a.py::test_a": 1.0}
    monkeypatch.setattr("fast_set.recorded", lambda: seconds)
    items: list[Any] = [Case(node) for node in ("tests/a.py::test_a", *seconds)]
    assert [item.nodeid[6] for item in longest_first(items)] == ["b", "a", "a"]


def report(node: str, seconds: float, *started: str, slow: bool = False) -> Any:
    properties = [("cpu_seconds", seconds), *(("started", name) for name in started)]
    keywords = {"slow": 1} if slow else {}
    return SimpleNamespace(
        nodeid=node, user_properties=properties, keywords=keywords, when="call"
    )


def test_sums_and_the_record(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cpu_seconds, "RECORD", tmp_path / "cpu_seconds.tsv")
    sums = Sums(whole=True)
    for one in (
        report("tests/a/test_a.py::test_long[x]", MOST + 1),
        report("tests/a/test_a.py::test_marked", MOST + 2, slow=True),
        report("tests/b/test_b.py::test_short", 0.01, "swipl"),
        report("tests/b/test_b.py::test_other", 0.5, "python", "swipl"),
    ):
        sums.pytest_runtest_logreport(one)
    session: Any = SimpleNamespace(exitstatus=0, shouldfail=False)
    sums.pytest_sessionfinish(session)
    assert session.exitstatus == pytest.ExitCode.TESTS_FAILED
    reporter: Any = SimpleNamespace(write_line=print, stats={"passed": [1, 2, 3]})
    sums.pytest_terminal_summary(reporter)
    shown = capsys.readouterr().out
    assert "CPU seconds: 14, 1.00 times" in shown
    assert "by folder: a 13, b 1" in shown
    assert "programs started: 3: swipl 2, python 1" in shown
    assert "FAILED tests/a/test_a.py::test_long[x]: more than 5 CPU s" in shown
    assert "3 passed, 0 failed, 1 too slow; 14 CPU s" in shown.splitlines()[-1]
    recorded.cache_clear()
    try:
        assert recorded() == {
            "tests/a/test_a.py::test_long[x]": 6.0,
            "tests/a/test_a.py::test_marked": 7.0,
            "tests/b/test_b.py::test_other": 0.5,
        }
    finally:
        recorded.cache_clear()


def test_on_a_slower_machine_a_case_may_take_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cpu_seconds, "recorded", lambda: {"tests/a": 0.5, "tests/b": 2})
    sums = Sums(whole=True)
    for node, seconds in (
        ("a", 2),
        ("b", 3),
        ("c", 2 * MOST - 0.1),
        ("d", 2 * MOST + 0.1),
    ):
        sums.pytest_runtest_logreport(report(f"tests/{node}", float(seconds)))
    assert sums.pace() == 2
    assert sums.too_slow() == ["tests/d"]


def test_a_case_that_is_slow_beside_others_is_run_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cpu_seconds, "recorded", dict[str, float])
    asked: list[list[str]] = []

    def alone(nodes: list[str]) -> dict[str, float]:
        asked.append(nodes)
        return {"tests/a": 0.5, "tests/b": MOST + 0.5}

    monkeypatch.setattr(cpu_seconds, "alone", alone)
    sums = Sums(whole=True)
    for node, seconds in (("a", MOST + 1), ("b", MOST + 1), ("c", 1.0)):
        sums.pytest_runtest_logreport(report(f"tests/{node}", seconds))
    session: Any = SimpleNamespace(exitstatus=0, shouldfail=False)
    sums.pytest_sessionfinish(session)
    assert asked == [["tests/a", "tests/b"]]
    assert sums.too_slow() == ["tests/b"]
    assert session.exitstatus == pytest.ExitCode.TESTS_FAILED


def test_what_a_case_takes_alone() -> None:
    this = "tests/support/test_fast_set.py::test_a_case_that_is_slow_beside_others"
    [(node, seconds)] = cpu_seconds.alone([f"{this}_is_run_alone"]).items()
    assert node == f"{this}_is_run_alone"
    assert 0 <= seconds < 10


@pytest.mark.parametrize(
    ("status", "failed"),
    [(pytest.ExitCode.INTERRUPTED, False), (pytest.ExitCode.TESTS_FAILED, "stopped")],
)
def test_a_run_that_is_broken_off_is_not_recorded(
    status: int, failed: bool | str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cpu_seconds, "RECORD", tmp_path / "cpu_seconds.tsv")
    sums = Sums(whole=True)
    sums.pytest_runtest_logreport(report("tests/a/test_a.py::test_a", 0.5))
    session: Any = SimpleNamespace(exitstatus=status, shouldfail=failed)
    sums.pytest_sessionfinish(session)
    reporter: Any = SimpleNamespace(write_line=print, stats={})
    sums.pytest_terminal_summary(reporter)
    assert session.exitstatus == status
    assert [*tmp_path.iterdir()] == []


def test_the_seconds_of_forks_count() -> None:
    text = "import time\nwhile time.process_time() < 0.4: pass"
    before = cpu_seconds.used()
    assert forked.run(["-c", text]).returncode == 0
    assert cpu_seconds.used() - before > 0.3


def test_a_meter_counts_the_programs_that_start() -> None:
    meter = Meter()
    meter._heard("subprocess.Popen", ("/usr/bin/swipl", ["swipl"], None, None))
    meter._heard("open", ("/usr/bin/swipl",))
    phase = meter.pytest_runtest_makereport()
    next(phase)
    given: Any = SimpleNamespace(user_properties=[])
    with pytest.raises(StopIteration):
        phase.send(given)
    [(name, seconds), started] = given.user_properties
    assert name == "cpu_seconds"
    assert 0 <= seconds < 10
    assert started == ("started", "swipl")
