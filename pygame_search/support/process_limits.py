"""Limits of processor time and memory that the system holds a process to."""

from __future__ import annotations

import resource
import time
from contextlib import suppress
from math import ceil


def limit_process(*, seconds: int | None = None, memory: int | None = None) -> None:
    """Limit this process, which writes no core file from now on.

    Args:
        seconds: the processor time from now on, after which the system ends the
            process; a later call may set more.
        memory: the most address space in bytes, for good; a call for more fails.
    """
    limits = [(resource.RLIMIT_CORE, 0, True)]
    if seconds is not None:
        limits.append((resource.RLIMIT_CPU, ceil(time.process_time()) + seconds, False))
    if memory is not None:
        limits.append((resource.RLIMIT_AS, memory, True))
    for limit, most, final in limits:
        _, hard = resource.getrlimit(limit)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        with suppress(OSError, ValueError):  # macOS has no limit on memory
            resource.setrlimit(limit, (most, most if final else hard))
