"""Writers of files that are stopped at every step, for `test_files.py`.

    python tests/support/stopped.py WRITER SIGNAL FOLDER [STRIDE]

For each step a forked process writes a file and stops itself there. A step is a line of
Python that runs meanwhile in this package or in `contextlib`. The number of steps is
printed. There is no Prolog and there are no threads, so it may fork.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

import pygame_search
from pygame_search.cli.app import _interruptible
from pygame_search.solving import certificate
from pygame_search.solving.solution import Entry, Solution
from pygame_search.support import checkpoint, disk_cache, files
from pygame_search.support.errors import InputError
from pygame_search.support.interrupts import interrupt_on_sigterm

TRACED = (str(Path(pygame_search.__file__).parent), contextlib.__file__)

Writer = Callable[[Path, str], object]


def _save(solved: str) -> Writer:
    def save(file: Path, word: str) -> None:
        def entries() -> Iterator[tuple[tuple[str, ...], Entry]]:
            for number in range(3):
                yield (word, f"n({number})"), Entry(1, number, word)

        found = Solution(
            game=word, parameters={}, rules="", role="x", position=(word,),
            solved=solved, values={"x": 1}, distance=1, cycle=None, states=3, nodes=1,
            method="", seconds=0.0, tier="", entries=entries,
        )  # fmt: skip
        certificate.save_certificate(found, file)

    return save


def _checkpoint(file: Path, word: str) -> None:
    checkpoint.save(file, word, {}, {"table": np.zeros(300), "none": np.zeros(0)})


WRITERS: dict[str, Writer] = {
    "text": lambda file, word: files.write(file, word * 2000),
    "checkpoint": _checkpoint,
    "strategy": _save("weak"),
    "table": _save("strong"),
    "cache": lambda file, word: disk_cache.keep(file, word.encode() * 2000),
}


def stopped_at(step: int, stop: Callable[[], object]) -> Callable[..., Any]:
    """Return a trace that stops the process at a step."""
    left = step

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.startswith(TRACED):
            return None
        if event == "line":
            left -= 1
            if left == 0:
                stop()
        return trace

    return trace


def in_a_fork(work: Callable[[], object]) -> int:
    """Do some work as the command line does it; return the exit status."""
    child = os.fork()
    if child == 0:
        try:
            with _interruptible(ends=True):
                work()
            os._exit(0)
        except InputError:
            os._exit(2)
        except OSError:
            os._exit(3)
        finally:
            os._exit(99)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def check(file: Path, contents: tuple[bytes, ...], *, alone: bool) -> None:
    """Check that a file is old or new, and what stands beside it."""
    assert file.read_bytes() in contents, "neither the old nor the new file"
    if alone:
        assert os.listdir(file.parent) == [file.name], os.listdir(file.parent)


def stop_everywhere(
    write: Writer, number: signal.Signals, file: Path, stride: int
) -> int:
    """Stop a writer at every step; return how many steps there are."""
    write(file, "new")
    new = file.read_bytes()
    write(file, "old")
    old = file.read_bytes()
    expected = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}[number]
    step = 1
    while True:

        def work(step: int = step) -> None:
            sys.settrace(stopped_at(step, lambda: os.kill(os.getpid(), number)))
            write(file, "new")
            sys.settrace(None)

        status = in_a_fork(work)
        if status == 0:
            check(file, (new,), alone=True)
            return step - 1
        assert status == expected, status
        check(file, (old, new), alone=number != signal.SIGKILL)
        write(file, "old")  # removes what a killed process has left
        check(file, (old,), alone=True)
        step += stride


def fill_everywhere(write: Writer, file: Path, stride: int) -> int:
    """Let there be too little room, for more and more octets."""
    write(file, "new")
    new = file.read_bytes()
    write(file, "old")
    old = file.read_bytes()
    room = 0
    while True:

        def work(room: int = room) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            write(file, "new")

        status = in_a_fork(work)
        if status == 0:
            check(file, (new,), alone=True)
            return room
        assert status in (2, 3), status
        check(file, (old,), alone=True)
        room += max(1, len(new) // 20) * stride


def main(writer: str, number: str, folder: str, stride: str = "1") -> None:
    """Stop a writer by a signal, or by a disk that is FULL."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupt_on_sigterm()
    file = Path(folder) / "file"
    if number == "FULL":
        steps = fill_everywhere(WRITERS[writer], file, int(stride))
    else:
        named = signal.Signals[number]
        steps = stop_everywhere(WRITERS[writer], named, file, int(stride))
    print(steps)


if __name__ == "__main__":
    main(*sys.argv[1:])
