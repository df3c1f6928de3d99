"""Long work says how far it is, also where standard error is no terminal."""

from __future__ import annotations

import io
import sys
import time
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner
from person import PATIENCE

from pygame_search.cli import output
from pygame_search.cli.app import command
from pygame_search.cli.output import BEFOREHAND, COMPILING, progress
from pygame_search.network import kernel_cache
from pygame_search.network.searches import ismcts as tree_kernels
from pygame_search.solving.hidden import regret
from pygame_search.support.console import Console


def test_long_work_prints_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "LONG", 0.01)
    monkeypatch.setattr(sys, "stderr", written := io.StringIO())
    until = time.monotonic() + PATIENCE
    with progress("solving ...") as shown:
        while not written.getvalue() and time.monotonic() < until:
            time.sleep(0.01)
        shown.say("depth 3")
        while "depth 3" not in written.getvalue() and time.monotonic() < until:
            time.sleep(0.01)
    lines = written.getvalue().splitlines()
    assert lines[0] == "after 0 s: solving ..."
    assert lines[-1].endswith(" s: depth 3")


def test_short_work_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("solving ..."):
        pass
    assert capsys.readouterr() == ("", "")


#: Commands that need kernels, and one of these: where it stands, and its name.
NATIVE = [
    ("solve kuhn_poker --method cfr --iterations 1", regret, "iterate"),
    ("solve kuhn_poker --method cfr+ --iterations 1", regret, "iterate"),
    ("solve kuhn_poker --method mccfr --iterations 1", regret, "sample"),
    (
        "best kuhn_poker --after deal(1,3);check --method ismcts(simulations=9) "
        "--tier native",
        tree_kernels, "simulate",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("words", "module", "name"), NATIVE)
@pytest.mark.parametrize("warm", [False, True])
def test_who_waits_for_kernels_is_told(
    words: str,
    module: ModuleType,
    name: str,
    warm: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once, before the first is compiled, unless `warm` has compiled them all."""
    kernel = getattr(module, name)
    said: list[str] = []

    def compiled(*given: Any) -> Any:
        kernel_cache.report_compiling(name)
        said.append(written.getvalue())
        return kernel(*given)

    # As in a new process; where the kernels are not compiled, others come first.
    monkeypatch.setattr(kernel_cache, "_compiled", 0)
    monkeypatch.setattr(output, "kernels_compiled", lambda: warm)
    monkeypatch.setattr(module, name, compiled)
    written = io.StringIO()
    monkeypatch.setattr(
        output, "Console", lambda stderr: Console(file=written, width=200)
    )
    done = CliRunner().invoke(command, words.split())
    assert done.exit_code == 0, done.output
    line = "" if warm else f"{COMPILING}; {BEFOREHAND}\n"
    assert said[0] == written.getvalue() == line
