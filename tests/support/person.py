"""Someone at a terminal: programs in a pseudo-terminal."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import struct
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyte
from forked import Program

#: Seconds that a slow machine may take for a step that takes none.
PATIENCE = 100

#: What the last line of the screen shows while an input is awaited.
READY = "   Tab"

#: What the line editor tells the terminal when it begins, and when it ends.
BEGUN, ENDED = "\x1b[?2004h", "\x1b[?2004l"


class Terminal:
    """The command line in a pseudo-terminal.

    Args:
        words: those of the command line.
        begin: what Python runs.
        rows: how many there are.
        columns: how many there are.
        options: `cwd` and `env` of the process.
    """

    def __init__(
        self,
        *words: str,
        begin: Sequence[str] = ("-m", "pygame_search"),
        rows: int = 24,
        columns: int = 80,
        **options: Any,
    ) -> None:
        self._file, inner = pty.openpty()
        self.resize(rows, columns)
        self.program = Program[bytes](
            [*begin, *words],
            stdin=inner, stdout=inner, stderr=inner, start_new_session=True, **options,
        )  # fmt: skip
        os.close(inner)
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def read(self, seconds: float) -> str | None:
        """Return what comes; "" if nothing does in some seconds, None at the end."""
        if not select.select([self._file], [], [], seconds)[0]:
            return ""
        try:
            return self._decoder.decode(os.read(self._file, 65536))
        except OSError:  # nobody has the terminal any more
            return None

    def type(self, text: str) -> None:
        """Type a text at once."""
        os.write(self._file, text.encode())

    def resize(self, rows: int, columns: int) -> None:
        """Change the window."""
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, size)

    def end(self) -> int:
        """Hang up; return the exit status."""
        if self._file != -1:
            os.close(self._file)
            self._file = -1
        return self.program.wait(PATIENCE)


class Person:
    """Someone who types into `repl`, and sees the screen."""

    def __init__(self, folder: Path, *words: str, rows: int = 30, columns: int = 90):
        environment = {
            **os.environ,
            "COLUMNS": str(columns),
            "LINES": str(rows),
            "TERM": "xterm",
            "PYGAME_SEARCH_HISTORY": str(folder / "history"),
        }
        self.terminal = Terminal(
            "repl", *words, rows=rows, columns=columns, cwd=folder, env=environment
        )
        self.screen = pyte.HistoryScreen(columns, rows, history=1000)
        self.screen.write_process_input = lambda data: self.terminal.type(data)  # type: ignore[method-assign]
        self._stream = pyte.Stream(self.screen)
        self._display: list[str] = []
        self.seen = ""

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def resize(self, rows: int, columns: int) -> None:
        """Change the window."""
        self.screen.resize(rows, columns)
        self.terminal.resize(rows, columns)
        self._display = []

    @property
    def process(self) -> int:
        """The number of the process."""
        return self.terminal.program.pid

    @property
    def lines(self) -> list[str]:
        """The lines of the screen that are not empty."""
        return [line for line in self.display if line]

    @property
    def display(self) -> list[str]:
        """The lines of the screen, as they are after the last text that has come."""
        if not self._display:
            rows = map(self.screen.buffer.__getitem__, range(self.screen.lines))
            self._display = [self._line(row) for row in rows]
        return self._display

    def _line(self, row: Mapping[int, pyte.screens.Char]) -> str:
        columns = range(self.screen.columns)
        return "".join(row[column].data for column in columns).rstrip()

    def look(self) -> bool:
        """Take in what has come; return whether more may come."""
        text = self.terminal.read(0.1)
        if text is None:
            return False
        self.seen += text
        self._display = []
        self._stream.feed(text)
        return True

    def wait(self, there: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not there():
            goes_on = self.look()
            assert goes_on or there(), f"waited for {what}, it ended with:\n{self}"
            assert time.monotonic() < end, f"waited for {what}, saw:\n{self}"

    def see(self, *texts: str) -> None:
        """Wait until texts are on the screen."""
        for text in texts:
            self.wait(lambda text=text: text in str(self), repr(text))  # type: ignore[misc]

    def ready(self) -> None:
        """Wait until an input is awaited."""
        self.wait(
            lambda: self.asked() and READY in "".join(self.lines[-1:]), "the prompt"
        )

    def asked(self) -> bool:
        """Return whether the line editor has the terminal in hand."""
        return self.seen.rfind(BEGUN) > self.seen.rfind(ENDED)

    def type(self, text: str, *, now: bool = False) -> None:
        """Type when the line editor has the terminal in hand, or at once."""
        if not now:
            self.wait(self.asked, "the line editor")
        self.terminal.type(text)

    def enter(self, text: str, *seen: str) -> None:
        """Type an input when it is awaited, and wait for what comes of it."""
        self.ready()
        self.type(text)
        self.see(text.splitlines()[-1][:60])
        self.press("\r")
        self.see(*seen)

    def press(self, key: str) -> None:
        """Press a key that ends the input, and wait until it has."""
        before = self.seen.count(ENDED)
        self.type(key)
        self.wait(lambda: self.seen.count(ENDED) > before, "the end of the input")

    def end(self) -> int:
        """Return the exit status."""
        while self.look():
            pass
        return self.terminal.end()

    @property
    def transcript(self) -> list[str]:
        """All lines since the beginning, those that have left the screen too."""
        return [*map(self._line, self.screen.history.top), *self.display]


Begin = Callable[..., Person]


@contextmanager
def begun(folder: Path) -> Iterator[Begin]:
    """Have sessions in a folder, and end those that are left."""
    people: list[Person] = []

    def made(*words: str, **options: int) -> Person:
        people.append(Person(folder, *words, **options))
        return people[-1]

    yield made
    for person in people:
        person.terminal.program.kill()
        person.terminal.end()
