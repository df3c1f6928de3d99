"""The standard streams: errors and JSON on them, and the end of the program.

`--help` imports this, so it imports little.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar

import click
from click.core import ParameterSource

from pygame_search.support import files
from pygame_search.support.errors import PygameSearchError, error_json, error_text
from pygame_search.support.escapes import escaped, escaping, steering
from pygame_search.support.interrupts import hearing_sigterm, terminated

F = TypeVar("F", bound=Callable[..., Any])

_OPTION = "as_json"

_leaving = threading.Lock()
_SHOW_CURSOR = "\r\x1b[K\x1b[?25h"


def prepare_streams() -> None:
    """Make the streams safe against closed files and characters.

    These are characters that they cannot encode, and control characters.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)  # no file gets the descriptor
            mode = "w" if number else "r"
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    errors = io.TextIOWrapper(
        io.BufferedWriter(_Lossy(2, "w", closefd=False)),
        encoding=sys.stderr.encoding, errors="backslashreplace", line_buffering=True,
    )  # fmt: skip
    sys.stdout, sys.stderr = escaping(sys.stdout), escaping(errors)


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


class Command(click.Command):
    """A command whose options also have former names."""

    #: Each former name with today's.
    former: Mapping[str, str] = MappingProxyType({})

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of a command, former names as today's."""
        names = [word.partition("=")[0] for word in args]
        if {*names} & self.former.keys() - _taken(self):
            args = [
                self._now(name) + word[len(name) :]
                for name, word in zip(names, args, strict=True)
            ]
        return super().parse_args(ctx, args)

    def _now(self, name: str) -> str:
        """Return today's name of an option, and say so."""
        now = self.former.get(name, name)
        if now != name:
            click.echo(f"note: {name} is now {now}", err=True)
        return now


def _taken(command: click.Command) -> set[str]:
    """Return the names of the options of a command."""
    return {name for option in command.params for name in option.opts}


def formerly(**names: str) -> Callable[[F], F]:
    """Let options be typed by their former names, too.

    A former name may be the current name of another option. It has its former meaning
    only if it is used together with a former name that is not a current one.

    Args:
        names: today's name of each option, by its former name, both without dashes.
    """

    def marked(function: F) -> F:
        table = {_dashed(old): _dashed(new) for old, new in names.items()}
        function.__dict__["former"] = function.__dict__.get("former", {}) | table
        return function

    return marked


def _dashed(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def command(function: Callable[..., Any]) -> click.Command:
    """Make a command of a function, with `--json` as its last option."""
    made = click.command(cls=Command)(function)
    assert isinstance(made, Command)
    made.former = function.__dict__.get("former", {})
    text = "Print one JSON object."
    option = ["--json", _OPTION]
    made.params.append(
        click.Option(option, is_flag=True, expose_value=False, help=text)
    )
    return made


def wants_json() -> bool:
    """Return whether `--json` was typed."""
    source = click.get_current_context().get_parameter_source(_OPTION)
    return source is ParameterSource.COMMANDLINE


def print_json(data: Mapping[str, Any]) -> None:
    """Print an object of `--json` in a line."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(data)
    click.echo(text)


def leave() -> NoReturn:
    """End the program at once, as Ctrl-C does: any thread may do so."""
    _leaving.acquire()  # only the first thread gets it, and never releases it
    files.remove_unfinished()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        cursor = _SHOW_CURSOR if sys.stderr.isatty() else ""
        word = "terminated" if terminated() else "interrupted"
        steering(sys.stderr).write(f"{cursor}{word}\n")
        sys.stderr.flush()
    if "multiprocessing" in sys.modules:
        import multiprocessing.resource_tracker
        import multiprocessing.util

        for child in multiprocessing.active_children():
            child.kill()
        # Named semaphores that are left behind cause a warning, and another thread may
        # be removing them right now.
        multiprocessing.util._run_finalizers(0)  # type: ignore[attr-defined]
        tracker = multiprocessing.resource_tracker._resource_tracker
        if (number := getattr(tracker, "_pid", None)) is not None:
            os.kill(number, signal.SIGKILL)
    os._exit(143 if terminated() else 130)


class Errors:
    """Reports errors on standard error, and as JSON if requested."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json

    def report(self, error: PygameSearchError, code: int) -> NoReturn:
        """Report an error and exit."""
        self.report_json(error_json(error))
        click.echo(error_text(error), err=True)
        sys.exit(code)

    def report_json(self, error: dict[str, Any]) -> None:
        """Print an error as the single JSON object, if requested."""
        if self._as_json:
            with suppress(OSError):  # it is reported elsewhere, too
                print_json({"error": error})


def read_line(prompt: str, silent: bool) -> str:
    """Return a line of standard input, without spaces around it.

    Args:
        prompt: what is shown before it.
        silent: whether the prompt goes to standard error.

    Raises:
        EOFError: there is none.
    """
    with hearing_sigterm():
        if sys.stdin.isatty() and not silent:
            return input(escaped(prompt)).strip()  # past the stream
        click.echo(prompt, nl=False, err=silent)
        line = sys.stdin.readline()
    if not line:
        raise EOFError
    click.echo(line.strip(), err=silent)  # as if it had been typed
    return line.strip()
