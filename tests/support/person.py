"""Someone at the terminal of `repl`, through a pseudo-terminal."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pexpect
import pyte

#: Seconds that a slow machine may take for a step that takes none.
PATIENCE = 100

#: What the last line of the screen shows while an input is awaited.
READY = "   Tab"

#: What the line editor tells the terminal when it begins, and when it ends.
BEGUN, ENDED = "\x1b[?2004h", "\x1b[?2004l"


class Person:
    """Someone who types, and sees the screen."""

    def __init__(self, folder: Path, *words: str, rows: int = 30, columns: int = 90):
        environment = {
            **os.environ,
            "COLUMNS": str(columns),
            "LINES": str(rows),
            "TERM": "xterm",
            "PYGAME_SEARCH_HISTORY": str(folder / "history"),
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "pygame_search", "repl", *words],
            dimensions=(rows, columns),
            encoding="utf-8",
            cwd=str(folder),
            env=environment,
        )
        self.child.delaybeforesend = None
        self.screen = pyte.HistoryScreen(columns, rows, history=1000)
        self.screen.write_process_input = self.child.send  # type: ignore[method-assign]
        self._stream = pyte.Stream(self.screen)
        self.seen = ""

    @property
    def lines(self) -> list[str]:
        """The lines of the screen that are not empty."""
        return [line.rstrip() for line in self.screen.display if line.strip()]

    def look(self) -> bool:
        """Take in what has come; return whether more may come."""
        try:
            text = self.child.read_nonblocking(65536, timeout=0.1)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.seen += text
        self._stream.feed(text)
        return True

    def wait(self, there: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not there():
            goes_on = self.look()
            shown = "\n".join(self.lines)
            assert goes_on or there(), f"waited for {what}, it ended with:\n{shown}"
            assert time.monotonic() < end, f"waited for {what}, saw:\n{shown}"

    def see(self, *texts: str) -> None:
        """Wait until texts are on the screen."""
        for text in texts:
            self.wait(lambda text=text: text in "\n".join(self.lines), repr(text))  # type: ignore[misc]

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
        self.child.send(text)

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
        self.child.close()
        assert self.child.exitstatus is not None
        return int(self.child.exitstatus)

    @property
    def transcript(self) -> list[str]:
        """All lines since the beginning, those that have left the screen too."""
        above = [
            "".join(row[column].data for column in range(self.screen.columns))
            for row in self.screen.history.top
        ]
        return [line.rstrip() for line in [*above, *self.screen.display]]


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
        with suppress(OSError):
            person.child.kill(signal.SIGKILL)
        person.child.wait()  # close(force=True) would give up after 0.1 s
        person.child.close()
