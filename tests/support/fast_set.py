"""The fast set of the tests: a plugin of pytest that chooses cases and their order.

    --fast         a handful of cases of each function, chosen by the commit
    --whole        all cases; their CPU seconds are recorded (cpu_seconds.py)
    --random SEED  in random order

With `--fast` every function runs, but for those marked `slow`. Of its cases those are
taken that come first by a digest of their parameters and the commit, so that others
come with the next commit, as long as they take together at most `MOST` CPU seconds in
the last run of the whole set: at most `HANDFUL` of those that were recorded there,
since they took a tenth of a second, and as many of the others as fit. Where every case
takes more than `MOST`, the quickest is taken. Functions of the same games take the same
ones, so that what they share, as random games and kept networks, is made for few games.

Files are sorted by their CPU seconds, the longest first, so that no worker is left with
a long file at the end.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from hashlib import sha256

import pytest
from cpu_seconds import Meter, Sums, commit, recorded

#: Recorded cases of a function, and the CPU seconds of all.
HANDFUL, MOST = 5, 0.5

#: CPU seconds of a case that is not recorded.
UNKNOWN = 0.05


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("sets of tests")
    group.addoption("--fast", action="store_true", help="a handful of cases of each")
    group.addoption("--whole", action="store_true", help="all, and record CPU seconds")
    group.addoption("--random", metavar="SEED", help="in an order drawn by SEED")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: runs in the whole set alone")
    from_settings = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    narrowed = any(map(config.getoption, ("fast", "keyword", "markexpr")))
    if config.getoption("whole") and (narrowed or not from_settings):
        raise pytest.UsageError(
            "--whole: expected nothing beside it that chooses tests"
        )
    worker = hasattr(config, "workerinput")
    if worker or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Meter())
    if not worker and (config.getoption("fast") or config.getoption("whole")):
        config.pluginmanager.register(Sums(whole=config.getoption("whole")))


def pytest_report_header(config: pytest.Config) -> str | None:
    if config.getoption("fast"):
        return f"fast set: a handful of the cases of a function, chosen by {commit()}"
    return None


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    if config.getoption("fast"):
        kept = chosen(items, commit(), recorded())
        left = set(items) - set(kept)
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = kept
    if seed := config.getoption("random"):
        random.Random(seed).shuffle(items)
    else:
        items[:] = longest_first(items)


def chosen(
    items: Iterable[pytest.Item], seed: str, known: dict[str, float]
) -> list[pytest.Item]:
    """Return the items of the fast set, in their order."""
    functions: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("slow") is None:
            functions[item.nodeid.partition("[")[0]].append(item)
    kept: set[pytest.Item] = set()
    for cases in functions.values():
        kept |= set(handful(cases, seed, known))
    return [item for item in items if item in kept]


def handful(
    cases: Sequence[pytest.Item], seed: str, known: dict[str, float]
) -> list[pytest.Item]:
    """Return the cases of a function that are taken."""

    def seconds(case: pytest.Item) -> float:
        return known.get(case.nodeid, UNKNOWN)

    light = [case for case in cases if seconds(case) <= MOST]
    if not light:
        return [min(cases, key=seconds)]
    light.sort(key=lambda case: place(seed, case))
    taken: list[pytest.Item] = []
    room, left = HANDFUL, MOST
    for case in light:
        one = case.nodeid in known
        if one <= room and seconds(case) <= left:
            taken.append(case)
            room -= one
            left -= seconds(case)
    return taken


def place(seed: str, case: pytest.Item) -> bytes:
    """Return where a case stands in the order; equal for equal parameters."""
    parameters = case.nodeid.partition("[")[2]
    return sha256(f"{seed} {parameters}".encode()).digest()


def longest_first(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the items sorted by the CPU seconds of their files."""
    known = recorded()
    files: defaultdict[str, float] = defaultdict(float)
    for item in items:
        files[file_of(item)] += known.get(item.nodeid, UNKNOWN)
    return sorted(items, key=lambda item: -files[file_of(item)])


def file_of(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]
