"""Ctrl-C while the main thread is in a foreign call.

Python handles a signal only after such a call has returned. A watcher thread notices it
at once, through the wakeup file descriptor, and ends the call. As usual in Python,
Ctrl-C interrupts the main thread only.
"""

from __future__ import annotations

# signal.signal() is ten times slower: it tries to turn each handler into an enum
import _signal  # type: ignore[import-not-found]
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

#: How long the watcher waits for a call to end before it throws again, and before it
#: reports that the call is stuck, in seconds.
AGAIN, TOO_LONG = 0.05, 0.14

#: Acquired at the first SIGTERM, and never released.
_terminating = threading.Lock()


def interrupt_on_sigterm() -> None:
    """Let the first SIGTERM act like Ctrl-C; `terminated` distinguishes them.

    If Ctrl-C is ignored, as in background jobs of a shell script, it stays ignored.
    """
    if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        return
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, _interrupt_if_terminated)
    signal.signal(signal.SIGTERM, _terminate)


def terminated() -> bool:
    """Return whether an interrupt was a SIGTERM, so that the program should end."""
    return _terminating.locked()


def _terminate(*_: object) -> None:
    if _terminating.acquire(blocking=False):
        os.kill(os.getpid(), signal.SIGINT)


def _interrupt_if_terminated(*_: object) -> None:
    if terminated():
        raise KeyboardInterrupt


@contextmanager
def hearing_sigterm() -> Iterator[None]:
    """Let SIGTERM end a wait for a key even if it comes just before the wait begins.

    Python's `input` looks for signals, then waits in select(): it would notice a signal
    that comes in between only at the next key. A thread notices it through the wakeup
    file descriptor, and sends it again until Python's handler has run.
    """
    if signal.getsignal(signal.SIGTERM) is not _terminate:
        yield
        return
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    arguments = (receiver, threading.get_ident())
    thread = threading.Thread(target=_send_again, args=arguments, daemon=True)
    thread.start()
    before = _set_wakeup(sender.fileno())
    try:
        yield
    finally:
        _set_wakeup(before)
        sender.close()
        thread.join()
        receiver.close()


def _send_again(receiver: socket.socket, main: int) -> None:
    while data := receiver.recv(4096):
        while signal.SIGTERM in data and not terminated():
            signal.pthread_kill(main, signal.SIGTERM)
            time.sleep(AGAIN)


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Delay Ctrl-C: an interrupted start cannot be repeated."""
    came: list[int] = []
    handler = signal.getsignal(signal.SIGINT)
    main = threading.current_thread() is threading.main_thread()
    if not main or not callable(handler):
        yield
        return
    signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if came:
            handler(signal.SIGINT, None)


class Call:
    """A foreign call, which Ctrl-C ends.

    During the call Python's handler of the signal is delayed, so that nothing is left
    half done; it runs once, at the end. The watcher notices signals through the wakeup
    file descriptor. At the end the descriptor is restored, and signals that were not
    for the watcher are passed on. Only the main thread receives signals; in other
    threads a call does nothing special.

    The handler of another signal may raise an exception at any time. The next call
    then does what is left to do.

    Attributes:
        thread: the thread for the watcher to interrupt; 0 while unknown.
        wakeup: the previous wakeup file descriptor, -1 for none.
        outer: the call that was interrupted by the signal handler that makes this one.
        stopped: whether `Watcher.stop` has ended it.
    """

    __slots__ = (
        "_came", "_handler", "_watcher", "outer", "stopped", "thread", "wakeup",
    )  # fmt: skip

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self._handler: Callable[[int, FrameType | None], Any] | None = None
        self._came = False
        self.outer: Call | None = None
        self.stopped = False
        self.thread = 0
        self.wakeup: int | None = None

    def begin(self) -> None:
        """Delay the handler, and let the watcher listen."""
        if threading.current_thread() is not threading.main_thread():
            return
        handler = _signal.getsignal(signal.SIGINT)
        if not callable(handler):  # the signal is ignored, or the handler not Python's
            return
        watcher = self._watcher
        if watcher.unsettled and watcher.call is None:  # an improper end
            watcher.make_up()
            before = getattr(handler, "__self__", None)
            handler = before._handler if isinstance(before, Call) else handler
        self._handler = handler
        watcher.unsettled = True
        _signal.signal(signal.SIGINT, self._put_off)
        self.outer, watcher.call = watcher.call, self
        self.wakeup = _set_wakeup(watcher.file)
        if self._came:  # before the watcher could notice it
            signal.raise_signal(signal.SIGINT)

    def end(self) -> None:
        """Restore everything; run the handler if the signal came."""
        watcher, handler = self._watcher, self._handler
        if handler is None:
            return
        if self.wakeup is not None:
            _set_wakeup(self.wakeup)
            if self._came or watcher.stops or self.wakeup != -1:
                watcher.settle(self.wakeup)
        _signal.signal(signal.SIGINT, handler)
        watcher.unsettled = self.outer is not None or self.wakeup is None
        if self._came:
            handler(signal.SIGINT, None)

    def _put_off(self, number: int, frame: FrameType | None) -> None:
        if self._watcher.call is self:
            self._came = True
        elif self._handler is not None:
            self._handler(number, frame)


def _set_wakeup(file: int) -> int:
    try:
        return signal.set_wakeup_fd(file, warn_on_full_buffer=False)
    except (OSError, ValueError):  # its owner has closed it in the meantime
        return signal.set_wakeup_fd(-1)


class Watcher:
    """A thread that ends the main thread's call on SIGINT.

    Args:
        throw: ends the call of another thread; called in the watcher's thread.
        settle: called in the main thread after a call; discards an interrupt that came
            too late.

    Attributes:
        call: the main thread's call; None outside of calls.
        file: the file descriptor that signals are written to.
        unsettled: whether a call has not ended yet, or did not end properly.
        stuck: called when a call has not ended for TOO_LONG; it may end the program.
        stops: whether `stop` may be called now.
    """

    def __init__(
        self, throw: Callable[[int], None], settle: Callable[[], None]
    ) -> None:
        self.call: Call | None = None
        self.unsettled = False
        self.stops = False
        self.stuck: Callable[[], object] | None = None
        self._throw = throw
        self._settle = settle
        self._turn = threading.RLock()
        self._receiver, self._sender = socket.socketpair()
        self._sender.setblocking(False)
        self.file = self._sender.fileno()
        self._run_thread = threading.Thread(
            target=self._run, name="pygame_search-watcher", daemon=True
        )
        self._run_thread.start()

    def settle(self, wakeup: int) -> None:
        """Discard what came too late for the call that has ended.

        The former owner of the file descriptor also receives the signals.
        """
        with self._turn:
            self._hand_on(self._read() or b"", wakeup)
        self._settle()

    def make_up(self) -> None:
        """Complete what a call that ended improperly has left undone."""
        before = _set_wakeup(-1)
        if before not in (-1, self.file):
            _set_wakeup(before)
        self.settle(-1)

    def stop(self) -> None:
        """End the main thread's call, if there is one; call this while `stops` is set.

        What is thrown too late is discarded at the end of the call.
        """
        with self._turn:
            if self.stops and self.call is not None and self.call.thread > 0:
                self.call.stopped = True
                self._throw(self.call.thread)

    def close(self) -> None:
        """End the thread."""
        self._sender.close()
        self._run_thread.join(1)

    def _run(self) -> None:
        while self._receiver.recv(1, socket.MSG_PEEK):
            with self._turn:
                data = self._read() or b""
                call = self.call
                if call is not None and call.wakeup is not None:
                    self._hand_on(data, call.wakeup)
            if call is not None and signal.SIGTERM in data:
                _terminate()  # Python's handler would run only after the call
            if call is not None and signal.SIGINT in data:
                self._stop(call)
        self._receiver.close()

    def _read(self) -> bytes | None:
        with suppress(BlockingIOError):
            return self._receiver.recv(4096, socket.MSG_DONTWAIT)
        return None

    def _hand_on(self, data: bytes, wakeup: int) -> None:
        if data and wakeup != -1:
            with suppress(OSError):
                os.write(wakeup, data)

    def _stop(self, call: Call) -> None:
        """Throw at a call until it has ended."""
        patient_until = time.monotonic() + TOO_LONG
        while self._throw_at(call):
            time.sleep(AGAIN)
            if self.stuck is not None and time.monotonic() > patient_until:
                self.stuck()

    def _throw_at(self, call: Call) -> bool:
        """Throw at a call; return False when it has ended."""
        with self._turn:  # settle() discards what was thrown before it
            if self.call is not call:
                return False
            if call.thread > 0:
                self._throw(call.thread)
        return True
