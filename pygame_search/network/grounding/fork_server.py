"""A process that has loaded everything for grounding and forks for each request.

Python, clingo and the compiled callbacks take half a second to load. They are loaded
once, in a process without threads; a fork of it is ready in a few milliseconds and has
its own memory.

The process receives a socket for each request over its standard input, which is itself
a socket. The fork sends one byte when it is ready, and then its reply. The process ends
when the other end of its standard input is closed, and a fork ends when the other end
of its socket is closed: none outlives its client, even if the client crashes.
"""

from __future__ import annotations

import atexit
import gc
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

#: The first byte that a fork sends.
READY = b"+"

#: Numerical libraries start threads when loaded; a process that forks must have none.
_ONE_THREAD = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)


class Forks:
    """The forks of a module that calls `serve` when it is run; it starts when needed.

    Args:
        module: its name.
    """

    def __init__(self, module: str) -> None:
        self._module = module
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        atexit.register(self.close)
        os.register_at_fork(after_in_child=self._leave)

    @property
    def process(self) -> int | None:
        """The number of the process that forks, None while there is none."""
        return None if self._process is None else self._process.pid

    def connect(self) -> socket.socket:
        """Return a socket of a new fork, which ends when the socket is closed.

        The method does not wait. The fork sends READY when it is there; if the process
        that forks has died, the socket is at its end instead.
        """
        ours, theirs = socket.socketpair()
        with theirs, self._lock:
            if self._process is None or self._process.poll() is not None:
                self._start()
            try:
                self._send(theirs)
            except OSError:  # it has died just now
                self._start()
                self._send(theirs)
        return ours

    def close(self) -> None:
        """End the process that forks; a fork goes on until its socket is closed."""
        control, self._control = self._control, None
        process, self._process = self._process, None
        if control is not None:
            control.close()
        if process is not None:
            process.kill()
            process.wait()

    def _start(self) -> None:
        self.close()
        package = str(Path(__file__).parents[3])
        path = os.pathsep.join([package, *filter(None, [os.environ.get("PYTHONPATH")])])
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._module],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env={**os.environ, **_ONE_THREAD, "PYTHONPATH": path},
                start_new_session=True,  # Ctrl-C is for this process alone
            )

    def _send(self, request: socket.socket) -> None:
        assert self._control is not None
        socket.send_fds(self._control, [b"\0"], [request.fileno()])

    def _leave(self) -> None:
        """Leave the process to the one that this one was forked from."""
        self._lock = threading.Lock()
        if self._control is not None:
            self._control.close()
        self._control = self._process = None


def serve(answer: Callable[[socket.socket], object]) -> None:
    """Fork for each socket that arrives over standard input, until its end.

    Args:
        answer: called in the fork, with its socket.
    """
    gc.freeze()  # a fork that looks for garbage would copy all that is there
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who is served ends its forks
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # and nobody asks how they ended
    control = socket.socket(fileno=sys.stdin.fileno())
    while True:
        data, places, _, _ = socket.recv_fds(control, 1, 1)
        if not data:
            os._exit(0)
        for place in places:
            with socket.socket(fileno=place) as request, suppress(OSError):
                if os.fork() == 0:
                    _answer(answer, control, request)


def _answer(
    answer: Callable[[socket.socket], object],
    control: socket.socket,
    request: socket.socket,
) -> None:
    """Answer a request, and end."""
    status = 1
    try:
        control.close()
        threading.Thread(target=_end_with, args=(request,), daemon=True).start()
        request.sendall(READY)
        answer(request)
        status = 0
    except BrokenPipeError:
        pass
    except BaseException:
        traceback.print_exc()
    finally:
        # To give all memory back bit by bit can take seconds.
        os._exit(status)


def _end_with(request: socket.socket) -> None:
    """End the process when the other end of a socket is closed."""
    poll = select.poll()
    poll.register(request, 0)
    poll.poll()
    os._exit(1)
