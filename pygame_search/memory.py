"""How much memory a process may hold, in all tiers.

The limit is that of the variable PYGAME_SEARCH_MEMORY, which `--memory-limit` sets and
the processes that are started from here see too; by default half of the machine's.
Searches by crossings and the engine look several times a second whether it is passed;
kernels and the process that grounds are given no more than is left.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from pygame_search.errors import InputError, LimitError

#: Tells the limit, in MB.
VARIABLE = "PYGAME_SEARCH_MEMORY"
#: The least that can be asked for, in MB: less than this is used before any search.
LEAST = 200
#: The part of the machine's memory that is used where nothing is said.
_USUAL_PART = 0.5


def machine_memory() -> int:
    """Return how many bytes of memory there are for this process."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):  # a container's limit, where there is one
        memory = min(memory, int(Path("/sys/fs/cgroup/memory.max").read_text("ascii")))
    return memory


def memory_used() -> int:
    """Return how many bytes of memory the process holds, 0 where that is not told."""
    with suppress(OSError):
        pages = Path("/proc/self/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


def memory_limit() -> int:
    """Return how many bytes of memory the process may hold.

    Raises:
        InputError: the variable is no number of MB.
    """
    text = os.environ.get(VARIABLE)
    if not text:
        return int(machine_memory() * _USUAL_PART)
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if number < LEAST:
        raise InputError(
            f"{VARIABLE}: expected a number of MB, {LEAST} or more, found {text!r}"
        )
    return number << 20


def must_be_left() -> None:
    """Check that no more memory is in use than may be.

    Raises:
        LimitError: it is.
    """
    most = memory_limit()
    if memory_used() > most:
        raise LimitError(
            f"out of memory: this process holds more than {most >> 20:,} MB",
            "out_of_memory",
        )


def memory_left(most: int) -> int:
    """Return how many bytes more may be used, at most so many.

    Where nothing is left it is 1 MB, so that whoever asks can say what it needs.
    """
    return min(most, max(1 << 20, memory_limit() - memory_used()))
