"""The process in which a program in Python runs; it is started as a script.

It reads the text of the program and then questions, and writes answers, each as a line
of JSON. A state is a number that means nothing here. To find out what holds in a state,
this process asks the process that started it (`python_program.py`).

Before the program runs, the process gives up what it does not need. On Linux the kernel
then allows only memory, time and the two pipes (seccomp); it refuses files, the network
and other processes. Elsewhere an audit hook of Python refuses them, which stops
mistakes but not attacks. The system limits memory and processor time.
"""

from __future__ import annotations

import builtins
import ctypes
import importlib
import json
import os
import platform
import resource
import signal
import struct
import sys
import types
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

#: The modules that a program may import; they are loaded before files are refused.
MODULES = (
    "__future__", "abc", "bisect", "collections", "collections.abc", "contextlib",
    "copy", "dataclasses", "decimal", "enum", "fractions", "functools", "heapq",
    "itertools", "math", "numbers", "operator", "queue", "random", "statistics",
    "string", "typing",
)  # fmt: skip

#: The module of the relations, as the lectures' functions import it.
RELATIONS = "pygame_search.lectures.relations"

#: The relations that are asked for only once for a state.
_LASTING = {
    "roles", "goal_range", "to_move", "legal", "successor", "terminal", "quiet",
    "is_goal", "cost", "h",
}  # fmt: skip
#: The relations that count as a look at a state, and are asked for each time.
_COUNTED = {"successors", "goal", "estimate"}

#: The recursion limit of a program.
_NESTED = 3_000

#: The built-in functions that a program does not have.
_MISSING = ("open", "input", "breakpoint", "exit", "quit", "help")

#: The prefixes of the refused audit events.
_REFUSED = ("open", "socket.", "subprocess.", "os.", "ctypes.", "shutil.", "pty.")

#: For each machine, the numbers of its architecture and of the allowed system calls:
#: read, write, close, fstat, lseek, mmap, mprotect, munmap, brk, rt_sigaction,
#: rt_sigprocmask, rt_sigreturn, mremap, madvise, setitimer, getpid, exit, gettimeofday,
#: futex, sigaltstack, exit_group, clock_gettime, getrandom, rseq.
_CALLS = {
    "x86_64": (0xC000003E, (
        0, 1, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 25, 28, 38, 39, 60, 96, 202, 131, 231,
        228, 318, 334,
    )),
    "aarch64": (0xC00000B7, (
        63, 64, 57, 80, 62, 222, 226, 215, 214, 134, 135, 139, 216, 233, 103, 172, 93,
        169, 98, 132, 94, 113, 278, 293,
    )),
}  # fmt: skip


class Node:
    """A state, as a search sees it."""

    __slots__ = ("number",)
    number: int

    def __init__(self, number: int) -> None:
        object.__setattr__(self, "number", number)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a state cannot be changed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self.number == other.number

    def __hash__(self) -> int:
        return hash(self.number)

    def __repr__(self) -> str:
        return f"Node({self.number})"


class _Parent:
    """The process that asks this one, and answers its questions."""

    def __init__(self) -> None:
        self._in = os.fdopen(0, "rb", closefd=False)
        self._known: dict[tuple[Any, ...], Any] = {}

    def say(self, *words: Any) -> None:
        data = json.dumps(words, default=_plain).encode() + b"\n"
        while data:
            data = data[os.write(1, data) :]

    def hear(self) -> Any:
        line = self._in.readline()
        if not line:
            raise SystemExit
        return json.loads(line)

    def asked(self, name: str, *words: Any) -> Any:
        """Return the answer to a relation of a state.

        Raises:
            ValueError: the relation cannot be asked for.
        """
        self.say("call", name, words)
        kind, found = self.hear()
        if kind == "error":
            raise ValueError(found)
        return found

    def relation(self, name: str) -> Callable[..., Any]:
        """Return a relation as a function of a state."""

        def function(s: Node, *words: Any) -> Any:
            if not isinstance(s, Node):
                raise TypeError(f"{name}: expected a state, found {s!r}")
            plain = [w.number if isinstance(w, Node) else w for w in words]
            if name not in _LASTING:
                return _read(name, self.asked(name, s.number, *plain))
            key = (name, s.number, *plain)
            if key not in self._known:
                self._known[key] = _read(name, self.asked(name, s.number, *plain))
            found = self._known[key]
            return [*found] if isinstance(found, list) else found

        function.__name__ = name
        return function

    def relations(self) -> types.ModuleType:
        def random_member(s: Node, xs: Any) -> Any:
            return xs[self.asked("random_member", s.number, len(xs))]

        module = types.ModuleType(RELATIONS)
        names = _LASTING | _COUNTED
        vars(module).update({name: self.relation(name) for name in names})
        vars(module).update(Node=Node, Move=object, random_member=random_member)
        return module


def _read(name: str, found: Any) -> Any:
    """Decode the answer to a relation from JSON."""
    if name == "successor":
        return Node(found)
    if name == "successors":
        return [(_move(move), Node(number)) for move, number in found]
    if name == "legal":
        return tuple(map(_move, found))
    if name in ("roles", "goal_range"):
        return tuple(found)
    if name in ("goal", "estimate") and isinstance(found, list):
        return Fraction(*found)
    return found


def _move(found: Any) -> Any:
    return tuple(found) if isinstance(found, list) else found


def _plain(value: Any) -> Any:
    """Return a JSON form of a value that JSON lacks."""
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    return {"type": type(value).__name__}


class _Silent:
    """An empty stream that discards its output."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        """Do nothing."""

    def readline(self, *_: int) -> str:
        return ""


def main(megabytes: int) -> None:
    """Answer questions until there are no more."""
    parent = _Parent()
    modules = {name: importlib.import_module(name) for name in MODULES}
    modules[RELATIONS] = parent.relations()
    for at, sign in enumerate(RELATIONS):
        if sign == ".":
            modules[RELATIONS[:at]] = types.ModuleType(RELATIONS[:at])
    sys.modules.update(modules)
    genuine = builtins.__import__

    def imported(name: str, *words: Any, **more: Any) -> types.ModuleType:
        if name not in modules:
            raise ImportError(
                f"{name} cannot be imported here: expected {RELATIONS} or one of "
                f"{', '.join(MODULES)}"
            )
        return genuine(name, *words, **more)

    file, text = parent.hear()
    own = {**vars(builtins), "__import__": imported}
    for name in _MISSING:
        own.pop(name, None)
    variables: dict[str, Any] = {"__name__": file, "__builtins__": own}
    sys.modules[file] = types.ModuleType(file)  # dataclasses look for it
    sys.stdin = sys.stdout = sys.stderr = _Silent()
    sys.setrecursionlimit(_NESTED)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asks ends this one
    kept = lock(megabytes)

    def run(work: Callable[[], Any], seconds: float) -> bool:
        """Do some work and send the result; return whether it succeeded."""
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            parent.say("answer", work())
        except BaseException as error:
            line, at = None, error.__traceback__
            while at is not None:
                if at.tb_frame.f_code.co_filename == file:
                    line = at.tb_lineno
                at = at.tb_next
            parent.say("error", type(error).__name__, str(error)[:500], line)
            return False
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        return True

    def begin() -> str:
        exec(compile(text, file, "exec"), variables)
        return kept

    going = run(begin, 30)
    while going:
        question, state, words, seconds = parent.hear()

        def answer() -> Any:
            found = variables[question](Node(state), *words)  # noqa: B023
            if question == "path" and found is not None:  # noqa: B023
                return [s.number for s in found]
            return found

        run(answer, seconds)


def lock(megabytes: int) -> str:
    """Give up files, the network and other processes; return what enforces it."""
    os.closerange(3, 1_024)
    for limit, most in (
        (resource.RLIMIT_AS, megabytes << 20),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        with suppress(OSError, ValueError):  # macOS has no limit on memory
            resource.setrlimit(limit, (most, most))
    kept = "the kernel" if _filtered(platform.machine()) else "Python"

    def hook(event: str, _: Any) -> None:
        if event.startswith(_REFUSED):
            raise PermissionError(f"{event}: a program has no files and no network")

    sys.addaudithook(hook)
    return kept


def _filtered(machine: str) -> bool:
    """Let the kernel refuse all system calls except those listed (seccomp, Linux)."""
    if not sys.platform.startswith("linux") or machine not in _CALLS:
        return False
    architecture, calls = _CALLS[machine]
    load, equal, result = 0x20, 0x15, 0x06
    allow, refuse, end = 0x7FFF0000, 0x00050001, 0x80000000
    lines = [(load, 0, 0, 4), (equal, 1, 0, architecture), (result, 0, 0, end)]
    lines += [(load, 0, 0, 0)]
    lines += [(equal, len(calls) - i, 0, call) for i, call in enumerate(calls)]
    lines += [(result, 0, 0, refuse), (result, 0, 0, allow)]
    code = b"".join(struct.pack("HBBI", *line) for line in lines)
    kept = ctypes.create_string_buffer(code)
    place = ctypes.addressof(kept)
    head = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(lines), place))
    prctl = ctypes.CDLL(None).prctl
    no_new_privileges, set_filter = 38, 22
    yes, no, by_filter = ctypes.c_ulong(1), ctypes.c_ulong(0), ctypes.c_ulong(2)
    return not (
        prctl(no_new_privileges, yes, no, no, no) or prctl(set_filter, by_filter, head)
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
