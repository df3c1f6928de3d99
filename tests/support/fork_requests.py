"""The process behind `forked.py`: it imports the package, and forks for each request.

    python tests/support/fork_requests.py SOCKET

A request comes with the standard streams of the program. It is answered by the number
of the fork and, at its end, by its status and its processor time in milliseconds. The
process ends, and its forks, when its
standard input is closed.

A fork differs from a real start in this: all modules are imported, the seed of hashes
is that of other forks, and what is still alive at the end is not destroyed.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import sys
import termios
import threading
import types
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path


def main(place: str) -> None:
    """Import the package, and be the program of each request in a fork."""
    import pygame_search

    for module in pkgutil.walk_packages(pygame_search.__path__, "pygame_search."):
        if not module.name.endswith(".__main__"):
            importlib.import_module(module.name)
    gc.freeze()  # a fork that looks for garbage would copy all that is there
    end_program(run_program(serve(place)))


def serve(place: str) -> list[str]:
    """Fork for each request; return the words of the program in the fork."""
    heard, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    listener, requests = socket.socket(socket.AF_UNIX), dict[int, socket.socket]()
    listener.bind(place)
    listener.listen(99)
    os.write(1, b"+")
    while True:
        ready, _, _ = select.select([0, heard, listener.fileno()], [], [])
        if 0 in ready:
            for process in requests:
                os.kill(process, signal.SIGKILL)
            os._exit(0)
        if heard in ready:
            os.read(heard, 4096)
            report_ends(requests)
        if listener.fileno() in ready:
            request, _ = listener.accept()
            _, files, _, _ = socket.recv_fds(request, 1, 3)
            process = os.fork()
            if process == 0:
                signal.set_wakeup_fd(-1)
                for other in (listener, *requests.values()):
                    other.close()
                return prepared(request, files, (heard, woken))
            for file in files:
                os.close(file)
            requests[process] = request
            answer(request, process)


def report_ends(requests: dict[int, socket.socket]) -> None:
    """Answer the requests of forks that have ended."""
    for process in [*requests]:
        ended, status, usage = os.wait4(process, os.WNOHANG)
        if ended:
            with requests.pop(process) as request:
                answer(request, status)
                answer(request, round(1000 * (usage.ru_utime + usage.ru_stime)))


def answer(request: socket.socket, number: int) -> None:
    with suppress(OSError):  # nobody waits for it any more
        request.sendall(number.to_bytes(4, "little"))


def prepared(
    request: socket.socket, files: list[int], others: Sequence[int]
) -> list[str]:
    """Make a fork what a started program is; return the words of the program."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with request, request.makefile(encoding="utf-8") as lines:
        args, folder, env, new_session = json.loads(lines.readline())
    for number, file in enumerate(files):
        os.dup2(file, number)
    for file in (*files, *others):
        os.close(file)
    if new_session:
        os.setsid()
        if os.isatty(0):
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        open_stream(number, name)
    words: list[str] = args
    return words


def open_stream(number: int, name: str) -> None:
    """Open a standard stream as Python does at its start."""
    own = getattr(sys, f"__{name}__")
    raw = number > 0 and own.write_through
    mode, kept = "wb" if number else "rb", 0 if raw else -1
    file = open(number, mode, kept, closefd=False)  # noqa: SIM115
    by_line = not raw and (number == 2 or os.isatty(number))
    stream = TextIOWrapper(
        file, own.encoding, own.errors, "\n" if number else None,
        by_line, own.write_through,
    )  # fmt: skip
    setattr(sys, name, stream)
    setattr(sys, f"__{name}__", stream)


def run_program(args: list[str]) -> int:
    """Run a program; return its status, negative for the signal that is to end it."""
    kind, *words = args
    try:
        if kind == "-m":
            sys.argv, sys.path[0] = words, os.getcwd()
            runpy.run_module(words[0], run_name="__main__", alter_sys=True)
        elif kind == "-c":
            sys.argv, sys.path[0] = [kind, *words[1:]], ""
            sys.modules["__main__"] = module = types.ModuleType("__main__")
            exec(compile(words[0], "<string>", "exec"), module.__dict__)
        else:
            sys.argv, sys.path[0] = args, str(Path(kind).absolute().parent)
            runpy.run_path(kind, run_name="__main__")
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return (end.code or 0) & 255
        print(end.code, file=sys.stderr)
        return 1
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
        return -signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1
    return 0


def end_program(status: int) -> None:
    """Do what Python does at its end, but for the destruction of what is alive."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError) as error:
            print(f"Exception ignored in: {stream!r}\n{error!r}", file=sys.stderr)
            status = 120
    leave(status)


def leave(status: int) -> None:
    """End the process by a status, negative for a signal."""
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)


if __name__ == "__main__":
    main(sys.argv[1])
