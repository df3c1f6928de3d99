"""The memory limit of a process, for all tiers.

The variable PYGAME_SEARCH_MEMORY sets the limit; `--memory-limit` sets the variable,
and child processes inherit it. The default is half of the machine's memory. The engine
and searches that call it check the limit several times a second; kernels and the
grounding process get no more than is left. A process that searches beside this one has
a part of the limit, and this one has the rest.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pygame_search.support.errors import InputError, LimitError

#: The variable that sets the limit, in MB.
VARIABLE = "PYGAME_SEARCH_MEMORY"
#: The least limit, in MB: less would not be enough to begin a search.
LEAST = 200
#: The default limit, as a part of the machine's memory.
_USUAL_PART = 0.5
#: So many bytes are allocated without a look at the limit.
_SMALL = 1 << 20
#: The parts of the limit that other processes have now, in bytes.
_LENT: list[int] = []


def machine_memory() -> int:
    """Return how many bytes of memory this process can have."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):  # a container's limit, where there is one
        memory = min(memory, int(Path("/sys/fs/cgroup/memory.max").read_text("ascii")))
    return memory


def memory_used(process: int | None = None) -> int:
    """Return how many bytes of memory a process holds, 0 if unknown.

    Args:
        process: its number; by default this one.
    """
    name = "self" if process is None else process
    with suppress(OSError, IndexError):  # it ends just now
        pages = Path(f"/proc/{name}/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


def memory_limit() -> int:
    """Return how many bytes of memory the process may hold.

    Raises:
        InputError: the variable is not a number of MB.
    """
    text = os.environ.get(VARIABLE)
    if not text:
        return int(machine_memory() * _USUAL_PART) - sum(_LENT)
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if number < LEAST:
        raise InputError(
            f"{VARIABLE}: expected a number of MB, {LEAST} or more, found {text!r}"
        )
    return (number << 20) - sum(_LENT)


@contextmanager
def memory_shared() -> Iterator[int]:
    """Give another process half of the memory that is left.

    Yields:
        How many bytes it may hold; 0, and nothing is given, if that is less than LEAST.
    """
    part = (memory_limit() - memory_used()) // 2
    if part < LEAST << 20:
        yield 0
        return
    _LENT.append(part)
    try:
        yield part
    finally:
        _LENT.remove(part)


def must_be_left() -> None:
    """Check that the memory in use is within the limit.

    Raises:
        LimitError: it is not.
    """
    most = memory_limit()
    if memory_used() > most:
        why = f"out of memory: this process holds more than {most >> 20:,} MB"
        if _LENT:
            why += f", and another one has {sum(_LENT) >> 20:,} MB of the limit"
        raise LimitError(why, "out_of_memory")


def must_have_room(size: int) -> None:
    """Check that some more bytes are within the limit, before they are allocated.

    Args:
        size: how many.

    Raises:
        LimitError: they are not.
    """
    if size < _SMALL:
        return
    must_be_left()
    used, most = memory_used(), memory_limit()
    if used + size > most:
        raise LimitError(
            f"out of memory: this process holds {used >> 20:,} MB and needs about "
            f"{size >> 20:,} MB more, which is more than {most >> 20:,} MB",
            "out_of_memory",
        )


def memory_left(most: int) -> int:
    """Return how many more bytes may be used, but at most `most`.

    If nothing is left, return 1 MB, so that the caller can still report its needs.
    """
    return min(most, max(1 << 20, memory_limit() - memory_used()))
