"""What the commands print, and where: answers on standard output, the rest beside."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pygame_search.support import files
from pygame_search.support.errors import (
    DiagnosedError,
    MoveError,
    PygameSearchError,
    error_text,
)
from pygame_search.support.interrupts import terminated
from pygame_search.support.wrapping import wrapped

#: Work that takes longer is seen to go on, in seconds.
PATIENCE = 1.0

_leaving = threading.Lock()
_SHOW_CURSOR = "\r\x1b[K\x1b[?25h"


def prepare_streams() -> None:
    """Let nothing end the program: no stream that is closed, no odd character."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)  # takes the number, so that no file has it
            mode = "w" if number else "r"
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(_Lossy(2, "w", closefd=False)),
        encoding=sys.stderr.encoding, errors="backslashreplace", line_buffering=True,
    )  # fmt: skip


class _Lossy(io.FileIO):
    """A file that drops what cannot be written.

    Used for standard error, where a full disk must not end a command.
    """

    def write(self, data: Any, /) -> int:
        """Write some bytes, or drop them."""
        written = None
        with suppress(OSError):
            written = super().write(data)
        return len(data) if written is None else written


def drop_unwritten() -> None:
    """Drop what could not be written to standard output, as the program ends.

    Otherwise Python would try again at shutdown, fail, and exit with status 120.
    """
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)


def console() -> Console:
    """Return the console for answers."""
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def print_sentences(text: str) -> None:
    """Print a text; at a terminal its long lines are broken between words."""
    out = console()
    lines = text.split("\n")
    if out.is_terminal:
        lines = [row for line in lines for row in wrapped(line, out.width)]
    click.echo("\n".join(lines))


def print_json(data: dict[str, Any]) -> None:
    """Print the one object of `--json`."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(data)
    click.echo(text)


def leave() -> NoReturn:
    """End the program at once, as Ctrl-C does: any thread may do so."""
    _leaving.acquire()  # the first does, and never gives it back
    files.remove_unfinished()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        cursor = _SHOW_CURSOR if sys.stderr.isatty() else ""
        word = "terminated" if terminated() else "interrupted"
        sys.stderr.write(f"{cursor}{word}\n")
        sys.stderr.flush()
    if "multiprocessing" in sys.modules:
        import multiprocessing.resource_tracker
        import multiprocessing.util

        for child in multiprocessing.active_children():
            child.kill()
        # Semaphores have names, and whoever finds them left behind complains: another
        # thread may be in the midst of the same.
        multiprocessing.util._run_finalizers(0)  # type: ignore[attr-defined]
        tracker = multiprocessing.resource_tracker._resource_tracker
        if (number := getattr(tracker, "_pid", None)) is not None:
            os.kill(number, signal.SIGKILL)
    os._exit(143 if terminated() else 130)


class Errors:
    """Tells what is wrong: on standard error, and in JSON where that is asked for."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json

    def tell(self, error: PygameSearchError, code: int) -> NoReturn:
        """Say what is wrong and exit."""
        self.tell_json(error_json(error))
        click.echo(error_text(error), err=True)
        sys.exit(code)

    def tell_json(self, error: dict[str, Any]) -> None:
        """Print an error as the one object, if one was asked for."""
        if self._as_json:
            with suppress(OSError):  # it is told beside, too
                print_json({"error": error})


def error_json(error: PygameSearchError) -> dict[str, Any]:
    """Return an error as `--json` prints it."""
    data: dict[str, Any] = {"kind": type(error).__name__, "message": str(error)}
    if isinstance(error, DiagnosedError) and error.diagnostics:
        data["diagnostics"] = [d.as_json() for d in error.diagnostics]
    if isinstance(error, MoveError) and error.legal:
        data["legal"] = [list(moves) for moves in error.legal]
    return data


def table(*columns: str) -> Table:
    """Return an empty table; numbers go right when their column ends in `#`."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        right = column.endswith("#")
        made.add_column(column.rstrip("#"), justify="right" if right else "left")
    return made


class Progress:
    """Says how far the work is."""

    def __init__(self) -> None:
        self._status: Any = None
        self._text = ""

    def say(self, text: str) -> None:
        """Say something in place of what was said before."""
        self._text = text
        if self._status is not None:
            self._status.update(Text(text))

    def _start(self, status: Any) -> None:
        status.update(Text(self._text))
        status.start()
        self._status = status


@contextmanager
def progress(text: str) -> Iterator[Progress]:
    """Show a spinner beside the answer when the work takes long.

    Only on a terminal; it ends with the work.
    """
    shown = Progress()
    shown.say(text)
    beside = Console(stderr=True)
    if not beside.is_terminal:
        yield shown
        return
    status = beside.status(Text(text))
    timer = threading.Timer(PATIENCE, shown._start, [status])
    timer.daemon = True
    timer.start()
    try:
        yield shown
    finally:
        timer.cancel()
        timer.join()
        status.stop()
