"""A session: a process that answers the requests of one page, within limits.

The process can be ended at any time, whatever it does, and ends with this one. The
system limits its processor time; its memory is watched here.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pygame_search.support.memory import VARIABLE, memory_limit, memory_used
from pygame_search.support.process import module_command

#: How often a request that is under way is looked at, in seconds.
_LOOK = 0.1

#: By how much a process may exceed the memory at which it is to refuse a request.
_BEYOND = 1.25


def _megabytes() -> int:
    """Return the memory limit that is set, or that of a session."""
    return memory_limit() >> 20 if os.environ.get(VARIABLE) else 2_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What a session may take.

    Attributes:
        seconds: the processor time of a request.
        megabytes: the memory of its process.
    """

    seconds: int
    megabytes: int


def usual_limits() -> Limits:
    """Return the limits: ten minutes, and 2,000 MB or what `--memory-limit` says.

    Raises:
        InputError: the memory limit that is set is no number.
    """
    return Limits(600, _megabytes())


class EndedError(Exception):
    """The process has ended before it gave a reply; the message says why."""


class Session:
    """A process that answers requests, one at a time.

    Attributes:
        seen: the time.monotonic() at which its page was last heard of.
    """

    def __init__(self, limits: Limits) -> None:
        self.seen = time.monotonic()
        self._limits = limits
        self._why = ""
        self._turn = threading.RLock()
        self._process = subprocess.Popen(
            [
                *module_command("pygame_search.loopback.answers"),
                str(os.getpid()), str(limits.seconds),
            ],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, VARIABLE: str(limits.megabytes)},
            start_new_session=True,  # Ctrl-C is for this process alone
        )  # fmt: skip

    @property
    def number(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def ask(
        self, operation: str, data: dict[str, Any], gone: Callable[[], bool]
    ) -> bytes:
        """Return the reply to a request, as JSON.

        Args:
            operation: its name.
            data: its arguments.
            gone: whether nobody waits for the reply any more; the process then ends.

        Raises:
            EndedError: the process has ended.
        """
        with self._turn:
            if self._why:
                raise EndedError(self._why)
            assert self._process.stdin is not None
            with suppress(BrokenPipeError):  # `_reply` then finds its end
                self._process.stdin.write(
                    json.dumps([operation, data]).encode() + b"\n"
                )
                self._process.stdin.flush()
            reply = self._reply(gone)
            self.seen = time.monotonic()
            return reply

    def end(self, why: str) -> None:
        """End the process, and wait until it has ended.

        Args:
            why: what a request that is under way, or follows, is told.
        """
        self._why = self._why or why
        if not self.ended:
            with suppress(OSError):
                os.killpg(self.number, signal.SIGKILL)
        with self._turn:
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                assert stream is not None
                with suppress(BrokenPipeError):  # a request that it has not read
                    stream.close()

    def _reply(self, gone: Callable[[], bool]) -> bytes:
        assert self._process.stdout is not None
        out = self._process.stdout.fileno()
        most = int(self._limits.megabytes * _BEYOND) << 20
        parts: list[bytes] = []
        while True:
            ready, _, _ = select.select([out], [], [], _LOOK)
            part = os.read(out, 1 << 20) if ready else b""
            parts.append(part)
            if part.endswith(b"\n"):
                return b"".join(parts)
            if ready and not part:
                self.end(self._reason(self._process.wait()))
            elif memory_used(self.number) > most:
                self.end(f"it took more than {self._limits.megabytes:,} MB of memory")
            elif not ready and gone():
                self.end("nobody waits for it")
            if self._why:
                raise EndedError(self._why)

    def _reason(self, status: int) -> str:
        """Return why the process has ended by itself."""
        if status == -signal.SIGXCPU:
            return f"it took more than {self._limits.seconds} s of processor time"
        if status == -signal.SIGKILL:
            return "the system has ended it, perhaps for want of memory"
        return f"its process has ended by itself (status {status})"
