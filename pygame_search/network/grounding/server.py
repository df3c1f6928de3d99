"""The process that runs clingo; see `fork_server`.

Clingo cannot be stopped during a join, and it has no limit on its memory. This process
watches time and memory, and ends when a limit is exceeded or when nobody waits for it.

A request on its socket is a line of JSON, with `seconds` of processor time, `memory` in
bytes and `lengths`, and then the program, or two forms of it, of these lengths in
bytes. Of two forms the first must not fail, and the one with the smaller ground program
is used. The reply is a line of JSON, and then the arrays of the ground program, whose
lengths are in the line.

Or the line has `prove`, the length in bytes of the pickle that follows: a ground
program and two roles. The reply is what their goals add up to, found by `sum_prover`.
"""

from __future__ import annotations

import json
import os
import pickle
import resource
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from io import BufferedRWPair
from itertools import islice
from pathlib import Path
from socket import socket
from typing import Any, NoReturn

import numpy as np
from clingo import Control, _internal
from clingo.symbol import Number, Symbol
from numpy.typing import NDArray

from pygame_search.network.grounding import observer
from pygame_search.network.grounding.fork_server import serve
from pygame_search.network.grounding.ground_program import ARRAYS
from pygame_search.network.grounding.observer import (
    ATOMS,
    FULL,
    HEADER,
    NUMBER,
    OUT_OF_MEMORY,
    OUT_OF_TIME,
    ROOM,
    STOP,
    TOO_LARGE,
    USED,
)
from pygame_search.network.grounding.sum_prover import proved_sum

_WHY = {
    FULL: "memory",
    OUT_OF_MEMORY: "memory",
    OUT_OF_TIME: "time",
    TOO_LARGE: "number",
}

# The interface in C, which takes functions of machine code; that in Python does not.
_ffi, _lib = _internal.__dict__["_ffi"], _internal.__dict__["_lib"]
_symbol: Callable[[int], Symbol] = Symbol

#: In seconds: how often clingo's time and memory are checked, how long clingo may take
#: to stop, and how long the search for the largest relations may take.
_LOOK, _PATIENCE, _COUNTING = 0.01, 4.0, 1.0


def main() -> None:
    """Load the compiled functions and wait for requests."""
    _arrays(_empty_log(0))
    serve(answer)


def answer(request: socket) -> None:
    """Ground the programs that come over a socket; they are forms of the same one."""
    stream = request.makefile("rwb")
    header = json.loads(stream.readline())
    if "prove" in header:
        ground, players = pickle.loads(stream.read(header["prove"]))
        _end(stream, {"sum": proved_sum(ground, players)})
    programs = [stream.read(n).decode() for n in header["lengths"]]
    memory = min(header["memory"], _memory_left())
    try:
        _reply(stream, _smaller(stream, programs, header["seconds"], memory))
    except _ClingoError as error:
        _end(stream, {"error": "clingo", "message": str(error)})
    except MemoryError:
        _end(stream, _refusal("memory", memory))


def _memory_left() -> int:
    """Return how many bytes more the process may take by its own limit."""
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY:
        return sys.maxsize
    used = 0
    with suppress(OSError):
        pages = Path("/proc/self/statm").read_text("ascii").split()[0]
        used = int(pages) * os.sysconf("SC_PAGE_SIZE")
    return max(most - used, 0)


class _ClingoError(Exception):
    """An error that clingo reports for a program."""


def _smaller(
    stream: BufferedRWPair, programs: Sequence[str], seconds: float, memory: int
) -> NDArray[np.int32]:
    """Return the log of the form of a program whose ground program is the smaller."""
    began = time.process_time()
    words = memory // 8
    # What counts the instances needs memory when there is none left.
    spare = np.empty(words // 2, np.int32)
    log, control = _run(
        programs[0],
        words,
        seconds,
        memory,
        lambda log: _refuse(stream, log, memory, {}),
    )
    del spare
    if log[STOP]:
        _refuse(stream, log, memory, _instances(control, log))
    spent = time.process_time() - began
    patience = min(seconds - spent, 1 + 2 * spent)
    if len(programs) == 2 and patience > 0:
        room = int(log[USED]) - HEADER
        other, _ = _run(
            programs[1], room, patience, memory, lambda _: _reply(stream, log)
        )
        if not other[STOP] and _weight(other) < _weight(log):
            return other
    return log


def _empty_log(words: int) -> NDArray[np.int32]:
    """Return a log with room for so many words."""
    log = np.empty(HEADER + words, np.int32)  # memory is taken only as it is filled
    log[:HEADER] = 0
    log[USED] = HEADER
    log[ROOM] = HEADER + words
    log[NUMBER] = Number(0)._rep >> 32
    return log


def _run(
    program: str,
    words: int,
    seconds: float,
    memory: int,
    stuck: Callable[[NDArray[np.int32]], None],
) -> tuple[NDArray[np.int32], Control]:
    """Ground a program; return its log, of that many words at most.

    When clingo does not stop though it should, `stuck` is called with the log.
    """
    words = min(words, 2**31 - 1 - HEADER)
    log = _empty_log(words)
    control = Control(["--warn=none"], logger=lambda code, message: None)
    ended = threading.Event()
    watcher = threading.Thread(
        target=_watch,
        args=(log, ended, seconds, memory, stuck),
        daemon=True,
    )
    watcher.start()
    with suppress(MemoryError):  # log[STOP] has the reason
        _ground(control, program, log)
    ended.set()
    watcher.join()
    return log, control


def _weight(log: NDArray[np.int32]) -> int:
    """Return about how much work it is to make use of a ground program."""
    rules, literals, facts, counts, count_literals, _ = observer.sizes(log)
    return rules + literals + counts + count_literals + 2 * (int(log[ATOMS]) - facts)


def _ground(control: Control, program: str, log: NDArray[np.int32]) -> None:
    data = _ffi.cast("void*", log.ctypes.data)
    hooks = _ffi.new("clingo_ground_program_observer_t*")
    for name in ("rule", "weight_rule", "output_atom", "external"):
        function = getattr(observer, name)
        kind = _ffi.typeof(getattr(hooks, name))
        setattr(hooks, name, _ffi.cast(kind, function.address))
    representation = control._rep
    done = _lib.clingo_control_register_observer(representation, hooks, True, data)
    parts = _ffi.new("clingo_part_t*")
    name = _ffi.new("char[]", b"base")
    parts.name = name
    control.add("base", [], program)
    compute = _ffi.cast("clingo_ground_callback_t", observer.compute.address)
    done = done and _lib.clingo_control_ground(representation, parts, 1, compute, data)
    if not done and not log[STOP]:
        if _lib.clingo_error_code() != _lib.clingo_error_bad_alloc:
            message = _ffi.string(_lib.clingo_error_message()).decode()
            raise _ClingoError(message)
        log[STOP] = OUT_OF_MEMORY


def _watch(
    log: NDArray[np.int32],
    ended: threading.Event,
    seconds: float,
    memory: int,
    stuck: Callable[[NDArray[np.int32]], None],
) -> None:
    """Stop clingo when it takes too much."""
    end = time.process_time() + seconds
    while not log[STOP]:
        if ended.wait(_LOOK):
            return
        if time.process_time() > end:
            log[STOP] = OUT_OF_TIME
        elif _memory_used() > memory:
            log[STOP] = OUT_OF_MEMORY
    if not ended.wait(_PATIENCE):
        stuck(log)


def _memory_used() -> int:
    """Return how many bytes of memory the process holds, or has held at most."""
    with suppress(OSError):
        pages = Path("/proc/self/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # bytes on macOS


def _refuse(
    stream: BufferedRWPair,
    log: NDArray[np.int32],
    memory: int,
    instances: Mapping[str, int],
) -> NoReturn:
    rules = sum(observer.sizes(log)[i] for i in (0, 2, 3))
    _end(stream, _refusal(_WHY[int(log[STOP])], memory, instances, rules))


def _refusal(
    why: str, memory: int, instances: Mapping[str, int] | None = None, rules: int = 0
) -> dict[str, Any]:
    """Return why there is no ground program, and what there was of it by then.

    The memory is what there could be, which a limit of the process may have lowered.
    """
    return {
        "error": why, "memory": memory, "instances": instances or {}, "rules": rules,
    }  # fmt: skip


def _instances(control: Control, log: NDArray[np.int32]) -> dict[str, int]:
    """Return how many rules there are at least for each relation.

    There may be very many. The relations are gone through by turns, until the time is
    over: the largest are those of which the most is seen.
    """
    arrays = _arrays(log)[0]
    heads = np.concatenate([arrays["heads"], arrays["facts"], arrays["count_heads"]])
    count = np.bincount(heads, minlength=int(log[ATOMS]) + 1)
    found: Counter[str] = Counter()
    end = time.process_time() + _COUNTING
    relations = deque(
        (name, control.symbolic_atoms.by_signature(name, arity))
        for name, arity, _ in control.symbolic_atoms.signatures
    )
    while relations and time.process_time() < end:
        name, atoms = relations.popleft()
        some = list(islice(atoms, 1000))
        # If clingo was stopped, the last atoms may be in no rule that has arrived.
        known = (a.literal for a in some if 0 < a.literal < len(count))
        found[name] += sum(int(count[literal]) for literal in known)
        if some:
            relations.append((name, atoms))
    return dict(found.most_common(20))


def _arrays(
    log: NDArray[np.int32],
) -> tuple[dict[str, NDArray[Any]], NDArray[np.uint64], NDArray[np.int32]]:
    rules, literals, facts, counts, count_literals, shown = observer.sizes(log)
    lengths = (rules, rules + 1, literals, facts, counts, counts, counts + 1)
    arrays: dict[str, NDArray[Any]] = {
        name: np.empty(length, kind)
        for (name, kind), length in zip(ARRAYS, (*lengths, count_literals), strict=True)
    }
    symbols, atoms = np.empty(shown, np.uint64), np.empty(shown, np.int32)
    take_apart: Callable[..., None] = observer.take_apart
    take_apart(log, *arrays.values(), symbols, atoms)
    return arrays, symbols, atoms


def _reply(stream: BufferedRWPair, log: NDArray[np.int32]) -> NoReturn:
    arrays, symbols, atoms = _arrays(log)
    header = {
        "atoms": int(log[ATOMS]),
        "shown": _shown(symbols.tolist(), atoms.tolist()),
        "cpu_seconds": time.process_time(),
        "lengths": [len(array) for array in arrays.values()],
    }
    _end(stream, header, *arrays.values())


def _shown(symbols: list[int], atoms: list[int]) -> dict[str, list[list[Any]]]:
    """Return the numbers of shown atoms by name, each with its arguments in words.

    The interface in C gives the parts of a symbol, and each word is requested once: the
    texts of all symbols would take longer than grounding a small program.
    """
    shown: dict[str, list[list[Any]]] = {}
    by_name: dict[Any, list[list[Any]]] = {}
    name = _ffi.new("char const**")
    first, count = _ffi.new("clingo_symbol_t const**"), _ffi.new("size_t*")
    text = cache(lambda symbol: str(_symbol(symbol)))
    for symbol, atom in zip(symbols, atoms, strict=True):
        _lib.clingo_symbol_name(symbol, name)
        _lib.clingo_symbol_arguments(symbol, first, count)
        if name[0] not in by_name:
            by_name[name[0]] = shown.setdefault(_ffi.string(name[0]).decode(), [])
        arguments = _ffi.unpack(first[0], count[0]) if count[0] else ()
        by_name[name[0]].append([atom, *map(text, arguments)])
    return shown


def _end(
    stream: BufferedRWPair, header: dict[str, Any], *arrays: NDArray[Any]
) -> NoReturn:
    """Send the whole reply and end the process, even if clingo is still working."""
    with suppress(BrokenPipeError):
        stream.write(json.dumps(header).encode() + b"\n")
        for array in arrays:
            stream.write(array.data)
        stream.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
