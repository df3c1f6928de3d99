"""A process of its own for one piece of work: it ends with its caller.

It is for work that cannot be stopped otherwise, or may take more memory than there is,
such as clingo's, and for work that goes on beside a search.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import NoReturn, TypeVar

from pygame_search.support.errors import TierError

_T = TypeVar("_T")

#: How many seconds by the clock to wait for an answer, as when the process is stopped.
_SILENCE = 600.0
#: How often a process looks whether its caller is there, in seconds.
_LOOK = 0.1
#: How many bytes before a request say how long it is.
_SIZE = 8


#: Runs a module that is found beside the package, and not in the working folder.
_RUN = (
    "import sys; sys.path[:1] = filter(None, sys.path[:1]); "
    "sys.path.append(sys.argv[1]); del sys.argv[:2]; from runpy import run_module; "
    "run_module(sys.argv[0], run_name='__main__', alter_sys=True)"
)


def module_command(module: str) -> list[str]:
    """Return the command that runs a module of ours; its arguments may follow.

    `python -m` would import from the working folder first, whatever lies there.
    """
    return [sys.executable, "-c", _RUN, str(Path(__file__).parents[2]), module]


class ProcessError(TierError):
    """A process of ours failed: the work may be tried again."""


class Aside(Future[_T]):
    """What a process answers that works beside this one."""

    def __init__(self) -> None:
        super().__init__()
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = threading.Lock()
        self._stopped = False

    def stop(self) -> None:
        """End the process; its answer is then an error, if it is not there yet."""
        with self._turn:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def started(self, process: subprocess.Popen[bytes]) -> None:
        """Take the process that will answer."""
        with self._turn:
            self._process = process
            if self._stopped:
                process.kill()


def answer_of(
    module: str,
    request: bytes,
    started: Callable[[subprocess.Popen[bytes]], object] = lambda process: None,
) -> bytes:
    """Return what a module that is run answers to a request.

    Whatever ends the wait, such as Ctrl-C, ends the process.

    Args:
        module: its name; it calls `received` first.
        request: what that returns there.
        started: called with the process.

    Raises:
        ProcessError: there is no answer.
    """
    name = module.rpartition(".")[2]
    try:
        process = subprocess.Popen(
            [*module_command(module), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for this process alone
        )
    except OSError as error:
        raise ProcessError(f"the process {name} cannot be started") from error
    try:
        started(process)
        size = len(request).to_bytes(_SIZE, "little")
        answer, _ = process.communicate(size + request, _SILENCE)
    except subprocess.TimeoutExpired as error:
        raise ProcessError(
            f"the process {name} gave no answer within {_SILENCE:g} seconds"
        ) from error
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
    if process.returncode < 0:
        by = signal.Signals(-process.returncode).name
        raise ProcessError(f"the process {name} was ended by {by} before it answered")
    if process.returncode != 0:
        raise ProcessError(f"the process {name} ended without an answer")
    return answer


def answer_aside(
    module: str, request: bytes, unpack: Callable[[bytes], _T]
) -> Aside[_T]:
    """Return what gives the answer of a module, or its error, once it is there.

    Args:
        module: its name; see `answer_of`.
        request: what it reads.
        unpack: makes what is wanted of the bytes of the answer.
    """
    answer = Aside[_T]()

    def ask() -> None:
        try:
            answer.set_result(unpack(answer_of(module, request, answer.started)))
        except BaseException as error:
            answer.set_exception(error)

    try:
        threading.Thread(target=ask, daemon=True).start()
    except RuntimeError as error:  # there can be no more threads
        answer.set_exception(error)
    return answer


def received() -> bytes:
    """Return what `answer_of` is given, in the process that is to answer.

    The process ends with its caller; without a word, if that is killed as it asks.
    """
    end_with_caller()
    begin = sys.stdin.buffer.read(_SIZE)
    size = int.from_bytes(begin, "little")
    asked = sys.stdin.buffer.read(size)
    if len(begin) < _SIZE or len(asked) < size:
        os._exit(1)
    return asked


def end_with_caller() -> None:
    """End this process as soon as its caller has ended; the first argument names it."""
    threading.Thread(target=_watch, args=(int(sys.argv[1]),), daemon=True).start()


def end(*parts: bytes | array[int]) -> NoReturn:
    """Answer, and end the process: to give all memory back can take seconds."""
    status = 1
    try:
        for part in parts:
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
        status = 0
    finally:
        os._exit(status)


def _watch(caller: int) -> None:
    while os.getppid() == caller:
        time.sleep(_LOOK)
    os._exit(1)
