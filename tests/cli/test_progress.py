"""Long work says how far it is, also where standard error is no terminal."""

from __future__ import annotations

import io
import sys
import time

import pytest
from person import PATIENCE

from pygame_search.cli import output
from pygame_search.cli.output import progress


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
