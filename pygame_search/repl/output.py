"""Standard output in readable amounts: with a limit, and a screen at a time."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO, cast

from rich.cells import cell_len

from pygame_search.repl.shell import EnoughError, TooMuchError
from pygame_search.support.console import Text
from pygame_search.support.escapes import escaping
from pygame_search.support.wrapping import wrapped

#: The most output for one input, in lines and in characters.
MOST_LINES, MOST_CHARACTERS = 10_000, 2_000_000


class Bounded(io.TextIOBase):
    """A stream that stops whatever prints too much.

    Args:
        stream: the stream to write to.
        screen: returns the size of the screen, columns and lines.
        go_on: asks whether to continue after a screenful; None to continue always.
    """

    def __init__(
        self,
        stream: TextIO,
        screen: Callable[[], tuple[int, int]] | None = None,
        go_on: Callable[[], str] | None = None,
    ) -> None:
        self._stream = stream
        self._screen = screen
        self._go_on = go_on
        self._lines = self._characters = self._since = 0

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream."""
        return self._stream.encoding

    def isatty(self) -> bool:
        """Return whether the stream is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Return the file descriptor of the stream."""
        return self._stream.fileno()

    def writable(self) -> bool:
        """Return that it can be written to."""
        return True

    def flush(self) -> None:
        """Flush the stream."""
        self._stream.flush()

    def write(self, text: str) -> int:
        """Write a text, or as much of it as the reader wants."""
        if not isinstance(text, str):  # click tries whether a stream takes bytes
            raise TypeError(f"expected a text, found {type(text).__name__}")
        for line in text.splitlines(keepends=True):
            for row in self._broken(line):
                self._write_line(row)
        return len(text)

    def start_anew(self) -> None:
        """Count from an empty screen again: the reader has just typed something."""
        self._since = 0

    def _write_line(self, line: str) -> None:
        if self._lines >= MOST_LINES:
            raise TooMuchError(
                f"... {MOST_LINES:,} lines are shown, and there are more"
            )
        left = MOST_CHARACTERS - self._characters
        if len(line) > left:
            self._stream.write(f"{line[: max(left, 0)]}\n")
            self._characters = MOST_CHARACTERS
            raise TooMuchError(
                f"... {MOST_CHARACTERS:,} characters are shown, and there are more"
            )
        self._characters += len(line)
        rows = self._rows(line)
        if self._go_on is not None and self._screen is not None:
            height = self._screen()[1]
            if self._since and self._since + rows > height - 2:
                self._ask()
        self._stream.write(line)
        if line.endswith("\n"):
            self._lines += 1
            self._since += rows

    def _broken(self, line: str) -> list[str]:
        """Return a line broken into lines that fit the screen, if it may be broken."""
        if self._screen is None or not line.endswith("\n"):
            return [line]
        return [f"{row}\n" for row in wrapped(line[:-1], self._screen()[0])]

    def _ask(self) -> None:
        self._stream.flush()
        assert self._go_on is not None
        answer = self._go_on()
        if answer == "stop":
            raise EnoughError
        if answer == "all":
            self._go_on = None
        self._since = 0

    def _rows(self, line: str) -> int:
        """Return how many rows of the screen a line takes."""
        if self._screen is None:
            return 1
        plain = Text.from_ansi(line.rstrip("\n")).plain
        return max(1, -(-cell_len(plain) // max(1, self._screen()[0])))


@contextmanager
def bounded(stream: Bounded) -> Iterator[Bounded]:
    """Let standard output go through a bounded stream."""
    with redirect_stdout(escaping(cast(TextIO, stream))):
        try:
            yield stream
        finally:
            stream.flush()
