"""CPU seconds of the tests: a plugin of pytest that measures, shows and records them.

Each case is measured in the process that runs it, the programs that it starts included.
The last lines of a run say where the seconds went. A run of the whole set writes them
to `tests/cpu_seconds.tsv`, from which the fast set is chosen (fast_set.py), with its
date, commit and result; and it fails where a case takes more than `MOST` without the
mark `slow`. On a machine that is slower than at the last whole run it may take as much
longer as all cases do; and as one case may pay for what others have left behind, it is
run once more, alone.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path

import forked
import pytest

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "cpu_seconds.tsv"

#: CPU seconds: the most for a case without the mark `slow`, the least that is recorded.
MOST, RECORDED = 5.0, 0.1

#: How many of the slowest cases are shown.
SHOWN = 10
_SHOWN = re.compile(r"^ +(\d+\.\d) (tests/.*)$", re.MULTILINE)


def used() -> float:
    """Return the CPU seconds of this process, and of its programs that have ended."""
    return sum(os.times()[:4]) + sum(forked.spent)


@cache
def recorded() -> dict[str, float]:
    """Return the CPU seconds of cases in the last run of the whole set, by node id."""
    if not RECORD.exists():
        return {}
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    pairs = (line.split("\t", 1) for line in lines if not line.startswith("#"))
    return {node: float(seconds) for seconds, node in pairs}


def last_whole_run() -> str:
    """Return the first line of the record: date, commit and result."""
    if not RECORD.exists():
        return "the whole set has not run: sh scripts/test --whole"
    with RECORD.open(encoding="utf-8") as file:
        return file.readline().removeprefix("# ").strip()


def commit() -> str:
    """Return the commit of the checkout, or "no commit" outside of git."""
    git = ["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"]
    try:
        done = subprocess.run(git, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return "no commit"
    return done.stdout.strip() if done.returncode == 0 else "no commit"


def changed() -> bool:
    """Whether the checkout differs from its commit."""
    git = ["git", "-C", str(ROOT), "status", "--porcelain"]
    return bool(subprocess.run(git, capture_output=True, check=False).stdout.strip())


class Meter:
    """Adds to each report the CPU seconds and the started programs of its phase."""

    def __init__(self) -> None:
        self._used = used()
        self._starts: Counter[str] = Counter()
        sys.addaudithook(self._heard)

    def _heard(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "subprocess.Popen":
            self._starts[Path(str(arguments[0])).name] += 1

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self) -> None:
        """Forget what was spent between two cases."""
        self._used = used()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self,
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = used()
        report.user_properties += [
            ("cpu_seconds", now - self._used),
            *(("started", name) for name in self._starts.elements()),
        ]
        self._used = now
        self._starts.clear()
        return report


class Sums:
    """Adds up the reports of all workers; shows and records the sums."""

    def __init__(self, whole: bool) -> None:
        self._whole = whole  # and not broken off
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._starts: Counter[str] = Counter()
        self._slow: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == "cpu_seconds" and isinstance(value, float):
                self._seconds[report.nodeid] += value
            elif name == "started":
                self._starts[str(value)] += 1
        if "slow" in report.keywords:
            self._slow.add(report.nodeid)

    def pace(self) -> float:
        """Return how many times their recorded CPU seconds the recorded cases take."""
        known = [node for node in recorded() if node in self._seconds]
        before = sum(recorded()[node] for node in known)
        return sum(self._seconds[node] for node in known) / before if known else 1

    def too_slow(self) -> list[str]:
        """Return the cases that take more than `MOST` and have no mark."""
        most = MOST * max(1, self.pace())
        return [
            node
            for node, seconds in self._seconds.items()
            if seconds > most and node not in self._slow
        ]

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        ended = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        self._whole = self._whole and ended and not session.shouldfail
        if self._whole and (slow := self.too_slow()):
            for node, seconds in alone(slow).items():
                self._seconds[node] = min(seconds, self._seconds[node])
            if self.too_slow():
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter
    ) -> None:
        line = terminalreporter.write_line
        for text in self._told():
            line(text)
        if self._whole:
            for node in self.too_slow():
                line(f"FAILED {node}: more than {MOST:g} CPU s, and not marked slow")
            result = _result(terminalreporter.stats, len(self.too_slow()))
            RECORD.write_text(self._record(result), encoding="utf-8")
        line(last_whole_run())

    def _told(self) -> Iterable[str]:
        folders: defaultdict[str, float] = defaultdict(float)
        for node, seconds in self._seconds.items():
            folders[node.split("/")[1]] += seconds
        yield (
            f"CPU seconds: {sum(folders.values()):.0f}, "
            f"{self.pace():.2f} times those of the same cases in the last whole run"
        )
        yield "by folder: " + ", ".join(
            f"{folder} {seconds:.0f}" for folder, seconds in largest(folders)
        )
        yield f"programs started: {sum(self._starts.values())}: " + ", ".join(
            f"{name} {number}" for name, number in self._starts.most_common()
        )
        yield "slowest cases:"
        for node, seconds in largest(self._seconds)[:SHOWN]:
            yield f"  {seconds:5.1f} {node}"

    def _record(self, result: str) -> str:
        seconds = f"{sum(self._seconds.values()):,.0f} CPU s"
        at = commit() + (" with changes" if changed() else "")
        head = (
            f"# last whole run: {date.today()}, commit {at}: {result}; {seconds}",
            f"# CPU seconds of the cases that took {RECORDED} and more.",
        )
        rows = (
            f"{seconds:.2f}\t{node}"
            for node, seconds in sorted(self._seconds.items())
            if seconds >= RECORDED
        )
        return "\n".join((*head, *rows, ""))


def alone(nodes: Iterable[str]) -> dict[str, float]:
    """Return the CPU seconds of cases, each in a run of its own; at most `SHOWN`."""
    found: dict[str, float] = {}
    for node in [*nodes][:SHOWN]:
        said = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--fast", node],
            cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
        ).stdout  # fmt: skip
        found |= {case: float(seconds) for seconds, case in _SHOWN.findall(said)}
    return found


def largest(seconds: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(seconds.items(), key=lambda item: -item[1])


def _result(stats: dict[str, list[object]], slow: int) -> str:
    numbers = {name: len(stats.get(name, ())) for name in ("passed", "failed", "error")}
    numbers |= {"skipped": len(stats.get("skipped", ())), "too slow": slow}
    return ", ".join(
        f"{number:,} {name}"
        for name, number in numbers.items()
        if number or name in ("passed", "failed")
    )
