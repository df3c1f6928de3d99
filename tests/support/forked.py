"""Programs that start as forks of a process that has imported the whole package.

`run` and `Program` are `subprocess.run` and `subprocess.Popen` for `python ARGS`, where
ARGS are `-m MODULE`, `-c TEXT` or a file, and words. `fork_requests.py` tells how a
fork differs from a real start; where that is tested, take `subprocess`.

The process that forks starts with the first program, and ends with this process. Each
setting of the variables that Python reads at its start has a process of its own.
"""

from __future__ import annotations

import atexit
import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, AnyStr

FORKS = Path(__file__).parent / "fork_requests.py"

#: The processor times of the forks that have ended, in seconds.
spent: list[float] = []

#: How the variables begin that Python and the libraries read at their start.
AT_START = ("LANG", "LC_", "LD_", "NUMBA_", "PYTHON", "TZ")

#: A thread of a numerical library would be missing in a fork.
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")

#: The program for a shell: it asks for a fork, and ends as the fork does.
SHIM = """
import sys
sys.path.insert(0, {folder!r})
import fork_requests, forked
words = ["-m", "pygame_search", *sys.argv[1:]]
fork_requests.leave(forked.Program(words, place={place!r}).wait())
"""


class Program(subprocess.Popen[AnyStr]):
    """A program that is a fork, with what `subprocess.Popen` offers.

    Args:
        args: what would follow `python`.
        place: where the process that forks listens; by default it is the one for `env`.
        options: those of `subprocess.Popen` for the streams, `cwd`, `env` and
            `start_new_session`: its terminal is the standard input, if that is one.
    """

    def __init__(
        self, args: Sequence[str | Path], *, place: str = "", **options: Any
    ) -> None:
        self._place = place
        super().__init__([*map(str, args)], **options)

    def _execute_child(self, args: Any, *options: Any) -> None:
        _, before, _, passed, cwd, env = options[:6]
        assert before is None, "a fork of another process calls nothing of this one"
        assert not passed, "only the standard streams are passed on"
        pipes, new_session = options[9:15], options[20]
        files = [
            number if file == -1 else file
            for number, file in enumerate((pipes[0], pipes[3], pipes[5]))
        ]
        env = dict(os.environ if env is None else env)
        request = json.dumps([args, os.path.abspath(cwd or "."), env, new_session])
        self._forking = socket.socket(socket.AF_UNIX)
        self._forking.connect(self._place or place_of_forks(env))
        socket.send_fds(self._forking, [b"\0"], files)
        self._forking.sendall(request.encode() + b"\n")
        self.pid = self._receive(0)
        self._child_created = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]

    def _try_wait(self, flags: int) -> tuple[int, int]:
        try:
            status = self._receive(socket.MSG_DONTWAIT if flags else 0)
        except BlockingIOError:
            return 0, 0
        spent.append(self._receive(0) / 1000)
        self._forking.close()
        return self.pid, status

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        if self.returncode is None:
            pid, status = self._try_wait(os.WNOHANG)
            if pid:
                self._handle_exitstatus(status)  # type: ignore[attr-defined]
        return self.returncode

    def _receive(self, flags: int) -> int:
        data = self._forking.recv(4, socket.MSG_WAITALL | flags)
        assert len(data) == 4, "the process that forks has ended"
        return int.from_bytes(data, "little")


def run(
    args: Sequence[str | Path], *, input: Any = None, timeout: float | None = None,
    check: bool = False, **options: Any,
) -> subprocess.CompletedProcess[Any]:  # fmt: skip
    """Run a program as `subprocess.run` does; what it writes is captured by default."""
    if input is not None:
        options["stdin"] = subprocess.PIPE
    captured = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with Program[Any](args, **captured | options) as program:
        try:
            out, errors = program.communicate(input, timeout)
        except BaseException:
            program.kill()
            raise
    done = subprocess.CompletedProcess(program.args, program.returncode, out, errors)
    if check:
        done.check_returncode()
    return done


def shim(folder: Path, env: Mapping[str, str]) -> None:
    """Write a `pygame-search` for shells that have these variables into a folder."""
    text = SHIM.format(folder=str(FORKS.parent), place=place_of_forks(env))
    words = shlex.join([sys.executable, "-c", text])
    program = folder / "pygame-search"
    program.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    program.chmod(0o755)


def place_of_forks(env: Mapping[str, str]) -> str:
    """Return where the process that forks for some variables listens."""
    return _started(
        tuple(sorted(pair for pair in env.items() if pair[0].startswith(AT_START)))
    )


@cache
def _started(variables: tuple[tuple[str, str], ...]) -> str:
    folder = tempfile.mkdtemp(prefix="forks")
    others = {k: v for k, v in os.environ.items() if not k.startswith(AT_START)}
    process = subprocess.Popen(
        [sys.executable, FORKS, f"{folder}/socket"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**others, **ONE_THREAD, **dict(variables)},
        start_new_session=True,  # Ctrl-C at the terminal is for the tests
    )  # fmt: skip
    atexit.register(_end, os.getpid(), process, folder)
    assert process.stdout is not None
    assert process.stdout.read(1), "the process that forks has not started"
    return f"{folder}/socket"


def _end(owner: int, process: subprocess.Popen[bytes], folder: str) -> None:
    if os.getpid() == owner:
        process.communicate()
        shutil.rmtree(folder)
