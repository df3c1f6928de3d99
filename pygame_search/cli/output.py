"""Output of the commands: answers on standard output, the rest on standard error."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.live import Live
from rich.spinner import Spinner

from pygame_search.cli.streams import print_json, wants_json
from pygame_search.network.kernel_cache import compile_reports, kernels_compiled
from pygame_search.support.console import Console, Text
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Sentences
from pygame_search.support.printing import console as console

#: Longer work shows a spinner; in seconds.
PATIENCE = 1.0

#: Where there is no terminal, a line says after so many seconds how far the
#: work is, and again each time that they have doubled.
LONG = 60.0

#: What is said while kernels are compiled, and which command saves the wait.
COMPILING = "compiling the native tier (only once)"
BEFOREHAND = "`pygame-search warm` compiles all of it beforehand"


def print_sentences(text: str) -> None:
    """Print a text; at a terminal its long lines are broken between words."""
    console().print(Sentences(text))


def answer(found: JsonObject, data: Mapping[str, Any] | None = None) -> None:
    """Print what a command has found; with `--json`, its object or other data."""
    if wants_json():
        print_json(found.as_json() if data is None else data)
    else:
        console().print(found)


def raise_interrupt(*stopped: str | None) -> None:
    """Raise the Ctrl-C that stopped some work, now that its result is printed."""
    if "interrupt" in stopped:
        raise KeyboardInterrupt


class Progress:
    """Reports the progress of the work.

    Args:
        beside: where lines are printed, if no spinner is shown.
    """

    def __init__(self, beside: Console | None = None) -> None:
        self._spinner: Spinner | None = None
        self._beside = beside
        self._text = ""

    def say(self, text: str) -> None:
        """Replace the last message."""
        self._text = text
        if self._spinner is not None:
            self._spinner.update(text=Text(text))

    def compiling(self, name: str, before: int) -> None:
        """Report that a kernel is being compiled.

        Without a spinner, a line says so before the first of the process, unless all
        kernels were compiled beforehand.
        """
        first = not before and not kernels_compiled()
        self.say(f"{COMPILING}: kernel {before + 1}, {name}")
        if first and self._beside is not None:
            self._beside.print(Text(f"{COMPILING}; {BEFOREHAND}"), soft_wrap=True)

    def line(self, seconds: float) -> str:
        """Return what has been reported last, after some seconds."""
        return f"after {seconds:,.0f} s: {self._text}"

    def _start(self, live: Live) -> None:
        self._spinner = Spinner("dots", Text(self._text), style="status.spinner")
        live.update(self._spinner)
        live.start()


@contextmanager
def progress(text: str) -> Iterator[Progress]:
    """Show a spinner beside the answer when the work takes long.

    It ends with the work. Where standard error is no terminal, long work prints a line
    now and then.
    """
    beside = Console(stderr=True)
    shown = Progress(None if beside.is_terminal else beside)
    shown.say(text)
    if not beside.is_terminal:
        with compile_reports(shown.compiling), _lines(shown, beside):
            yield shown
        return
    live = Live(
        console=beside, transient=True, redirect_stdout=False, redirect_stderr=False,
        refresh_per_second=12.5,
    )  # fmt: skip
    timer = threading.Timer(PATIENCE, shown._start, [live])
    timer.daemon = True
    timer.start()
    try:
        with compile_reports(shown.compiling):
            yield shown
    finally:
        timer.cancel()
        timer.join()
        live.stop()


@contextmanager
def _lines(shown: Progress, beside: Console) -> Iterator[None]:
    """Print how far the work is, in lines that come ever more seldom."""
    ended = threading.Event()

    def report() -> None:
        passed, pause = 0.0, LONG
        while not ended.wait(pause):
            passed += pause
            beside.print(Text(shown.line(passed)), soft_wrap=True)
            pause = passed

    reporter = threading.Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield
    finally:
        ended.set()
        reporter.join()
