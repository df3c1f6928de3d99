"""What the commands print, and where: answers on standard output, the rest beside."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import click
from rich.console import Console
from rich.table import Table

from pygame_search.errors import MoveError, PygameSearchError, RulesError

#: Work that takes longer is seen to go on, in seconds.
PATIENCE = 1.0


def console() -> Console:
    """Return the console for answers."""
    return Console(highlight=False, soft_wrap=True)


def print_json(data: dict[str, Any]) -> None:
    """Print the one object of `--json`."""
    click.echo(json.dumps(data, ensure_ascii=False))


def fail(error: PygameSearchError, code: int) -> NoReturn:
    """Say what is wrong and exit."""
    context = click.get_current_context(silent=True)
    if _asked_for_json(context):
        print_json({"error": _as_json(error)})
    click.echo(f"error: {error}" if not _diagnosed(error) else str(error), err=True)
    sys.exit(code)


def _diagnosed(error: PygameSearchError) -> bool:
    return isinstance(error, RulesError) and bool(error.diagnostics)


def _as_json(error: PygameSearchError) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": type(error).__name__, "message": str(error)}
    if isinstance(error, RulesError) and error.diagnostics:
        data["diagnostics"] = [d.as_json() for d in error.diagnostics]
    if isinstance(error, MoveError) and error.legal:
        data["legal"] = [list(moves) for moves in error.legal]
    return data


def _asked_for_json(context: click.Context | None) -> bool:
    # The error may have come while the words were read, before there was a context.
    return "--json" in sys.argv or bool(
        context is not None and context.params.get("as_json")
    )


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
            self._status.update(text)

    def _start(self, status: Any) -> None:
        status.update(self._text)
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
    status = beside.status(text)
    timer = threading.Timer(PATIENCE, shown._start, [status])
    timer.daemon = True
    timer.start()
    try:
        yield shown
    finally:
        timer.cancel()
        timer.join()
        status.stop()
