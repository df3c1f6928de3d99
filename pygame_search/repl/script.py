"""Scripts, inputs from a pipe or a file: no prompts, and all answers."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from typing import Any

import click

from pygame_search.repl.commands import Finder
from pygame_search.repl.output import Bounded, bounded
from pygame_search.repl.shell import Shell
from pygame_search.session import inputs
from pygame_search.session.session import Session
from pygame_search.support.errors import PygameSearchError, error_json
from pygame_search.support.escapes import escaping, steering


class Script:
    """A session with inputs from a pipe or a file.

    Args:
        session: the session.
        find: finds the commands of the command line.
        limit: the most answers that are shown for a goal.
        as_json: whether each input gives one line, a JSON object.
    """

    interactive = False

    def __init__(
        self, session: Session, find: Finder, *, limit: int, as_json: bool
    ) -> None:
        self._shell = Shell(
            session, find, self, limit=limit, prints_answers=not as_json
        )
        self._as_json = as_json
        self._line = 0

    def choose(self) -> str:
        """Return that all answers are wanted."""
        return "all"

    def reply(self, hint: str) -> str:
        """Return nothing: an explanation is shown as a whole."""
        return ""

    def output(self) -> AbstractContextManager[object]:
        """Return the context in which standard output is bounded."""
        return bounded(Bounded(steering(sys.stdout)))

    def complain(self, text: str) -> None:
        """Report an error with the line of its input."""
        if not self._as_json:
            click.echo(f"line {self._line}: {text}", err=True)

    def run(self, lines: Iterable[str], clauses: str | None = None) -> bool:
        """Run the inputs; return whether there were no errors.

        Args:
            lines: the inputs.
            clauses: a file to begin CILOG's dialogue with.
        """
        well = clauses is None or self._shell.begin(clauses)
        for number, text in collected(lines, self._shell.whole, self._shell.begins):
            self._line = number
            if self._shell.session.saved_elsewhere():
                self._shell.reload()
            well = self._one(text) and well
            sys.stdout.flush()
            if self._shell.finished:
                break
        return well

    def _one(self, text: str) -> bool:
        printed = io.StringIO()
        with redirect_stdout(escaping(printed)) if self._as_json else nullcontext():
            well = self._shell.run(text)
        talking = self._shell.dialogue is not None
        if self._as_json and (
            talking or inputs.read(text).kind is not inputs.Kind.NOTHING
        ):
            click.echo(json.dumps(self._object(text, printed.getvalue())))
        return well

    def _object(self, text: str, printed: str) -> dict[str, Any]:
        """Return the result of an input as an object."""
        found: dict[str, Any] = {"line": self._line, "input": text.strip()}
        error, inquiry = self._shell.error, self._shell.inquiry
        if error is not None:
            return found | {"error": _error_json(error)}
        if inquiry is not None:
            more = not inquiry.finished
            return found | {"answers": inquiry.answers, "more": more}
        return found | {"output": printed}


def collected(
    lines: Iterable[str],
    whole: Callable[[str], bool] = inputs.whole,
    begins: Callable[[str], bool] = lambda line: False,
) -> Iterator[tuple[int, str]]:
    """Yield the inputs of some lines, each with the number of its first line.

    Args:
        lines: the lines of a script.
        whole: tests whether a text is a complete input.
        begins: tests whether a line begins an input, so that a bracket left open spoils
            only its own input.
    """
    begin, text = 1, ""
    for number, line in enumerate(lines, 1):
        if text and begins(line):
            yield begin, text.rstrip("\n")
            text = ""
        if not text:
            begin = number
        text += line.rstrip("\r\n")
        if whole(text):
            yield begin, text
            text = ""
        else:
            text += "\n"
    if text:
        yield begin, text


def _error_json(error: Exception) -> dict[str, Any]:
    if isinstance(error, PygameSearchError):
        return error_json(error)
    if isinstance(error, click.ClickException):
        return {"kind": "UsageError", "message": error.format_message()}
    return {"kind": type(error).__name__, "message": str(error)}
