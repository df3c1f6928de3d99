"""Ctrl-C at a point of the work, however long that takes by the clock."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from person import PATIENCE


def used(process: int) -> float:
    """Return the processor time of a process in seconds, 0 when it has ended."""
    with suppress(OSError):
        told = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
        user, system = told.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return 0.0


def children(process: int | None) -> set[int]:
    """Return the processes that a process has begun, none when it has ended."""
    with suppress(OSError):
        place = Path(f"/proc/{process}/task/{process}/children")
        return set(map(int, place.read_text(encoding="ascii").split()))
    return set()


def worked(seconds: float) -> Callable[[], bool]:
    """Return what tells whether this process has worked for so long from now on."""
    until = time.process_time() + seconds
    return lambda: time.process_time() >= until


def wait_for_work(process: int, seconds: float = 0.5) -> None:
    """Wait until another process has worked for so long from now on."""
    until, end = used(process) + seconds, time.monotonic() + PATIENCE
    while used(process) < until:
        assert time.monotonic() < end, "it does not work"
        time.sleep(0.01)


@contextmanager
def ctrl_c(when: Callable[[], bool]) -> Iterator[None]:
    """Press Ctrl-C once in the block, which is to go on until then."""
    ended = threading.Event()

    def press() -> None:
        while not ended.wait(0.01):
            if when():
                os.kill(os.getpid(), signal.SIGINT)
                return

    thread = threading.Thread(target=press)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
