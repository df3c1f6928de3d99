"""A pytest plugin: which lines of the package each test runs, and how long it takes.

It writes a JSON file, named by the variable REACH of the environment.
"""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest
from cpu_seconds import used

ROOT = Path(__file__).parents[2]


def places(source: str) -> dict[int, str]:
    """Name each line by its function and text, which hold where lines move."""
    owners: dict[int, str] = {}

    def visit(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = name
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{name}.{child.name}" if name else child.name
                for line in range(child.lineno, (child.end_lineno or 0) + 1):
                    owners[line] = inner
            visit(child, inner)

    visit(ast.parse(source), "")
    return {
        number: f"{owners.get(number, '')}: {text.strip()}"
        for number, text in enumerate(source.split("\n"), 1)
    }


class Reach:
    """Measures each test."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.measured = coverage.Coverage(
            data_file=None, source=[str(ROOT / "pygame_search")]
        )
        self.measured.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.measured.switch_context(item.nodeid)
        before = used()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(used() - before, 2)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_unconfigure(self) -> None:
        self.measured.stop()
        data = self.measured.get_data()
        lines: dict[str, dict[str, list[str]]] = {}
        for file in data.measured_files():
            named = places(Path(file).read_text("utf-8"))
            of_file = lines.setdefault(str(Path(file).relative_to(ROOT)), {})
            for line, contexts in data.contexts_by_lineno(file).items():
                tests = [test for test in contexts if test]
                if tests:
                    of_file.setdefault(named[line], []).extend(tests)
        good = {k: v for k, v in self.seconds.items() if k not in self.failed}
        found = {"seconds": good, "lines": lines}
        Path(os.environ["REACH"]).write_text(json.dumps(found), "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Reach())
