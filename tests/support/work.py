"""What workers do in the tests: functions that another process can find."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from pygame_search.support.errors import InputError


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    if number == 2:
        raise InputError(f"expected another number, found {number}")
    return number


def end_once(item: tuple[int, str]) -> tuple[int, int]:
    """Return a number and who worked on it; end the first worker that has a 5."""
    number, folder = item
    mark = Path(folder) / "ended"
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number, os.getpid()


def end_always(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def slow(number: int) -> int:
    time.sleep(0.05)
    return os.getpid()
