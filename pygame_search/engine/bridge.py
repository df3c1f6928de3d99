"""The bridge to SWI-Prolog, the only module that calls its library.

pyswip finds the library and starts the system. The calls use our own prototypes of the
same library, which let other threads run meanwhile. Requests have one form,
`serve:request(Operation, JSON, Reply)`; no text is ever run as a query. The hot path,
one crossing for one state, has predicates of its own.

Threads: one call runs at a time. Each call of a thread other than the one that started
the engine gets a Prolog engine for its duration.

Ctrl-C ends the query of the main thread; see `interrupts`.

Forks: a child process has none of Prolog's threads, so every call in it is refused.
"""

from __future__ import annotations

import atexit
import ctypes
import errno
import json
import os
import resource
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pygame_search.engine import compiled_clauses
from pygame_search.support.errors import (
    EXPLAINED,
    CertificateError,
    ChanceWeightError,
    DiagnosedError,
    GoalSumUnknownError,
    InputError,
    LimitError,
    MoveError,
    NoGoalError,
    RulesError,
    TierError,
)
from pygame_search.support.interrupts import (
    AGAIN,
    Call,
    Watcher,
    without_interrupts,
)
from pygame_search.support.memory import machine_memory, memory_limit, must_be_left
from pygame_search.support.resources import logic_folder
from pygame_search.support.work_limit import CALL, spend, work_left

# From SWI-Prolog.h, 9.0.
_QUERY_NODEBUG = 0x4
_QUERY_PASS = 0x10
_QUERY_VERSION = 10
_CVT_ATOM, _CVT_STRING, _CVT_WRITE = 0x1, 0x2, 0x80
_REP_UTF8 = 0x100000
_TYPE_STRING = 6
_TYPE_ATOM = 2
_CLEANUP_QUICKLY = 0x30000  # reclaim no memory, let nothing stop it

#: More bytes than the C type stack_t has; its layout depends on the system.
_STACK_T = 64

#: The limits of a request that is not a search and sets no limits: inferences, seconds
#: of processor time, and these seconds for a request about a single state or move.
MOST_INFERENCES, MOST_PROCESSOR, STATE_PROCESSOR = 200_000_000, 30.0, 5.0
_NO_LIMIT = (1 << 63) - 1

#: The prefixes of replies with an error.
_REFUSALS = ('{"error"', "e|")

#: The most memory for the stacks of a query, in bytes; on a small machine, a quarter of
#: its memory. Stacks that grow take up to twice as much. Growing a gigabyte, or
#: collecting garbage in it, takes a second or two and cannot be interrupted.
MOST_STACK = 2 << 30

#: The most garbage on the global stack at the start of a request, in bytes.
_MOST_GARBAGE = 16 << 20

#: The number of calls between two checks of the memory.
_LOOK = 2048

#: The most files open at once during the start: each file of `logic/` loads others.
_FILES = 32

#: The greatest depth of Python calls in a crossing.
_LEVELS = 30

#: The codes of limits, by their names in Prolog.
_LIMITS = {"time": "time", "no_end": "plies", "too_large": "size"} | {
    code: code for code in EXPLAINED
}

#: What limits throw in Prolog, with a text and its code, if it leaves a request: an
#: alarm may go off while the answer, which says so, is being written.
_THROWN = {
    "inference_limit_exceeded": ("the limit of inferences is reached", "too_much_work"),
    "inferences_over": ("the limit of inferences is reached", "too_much_work"),
    "processor_time_over": ("the limit of processor time is reached", "too_much_work"),
    "memory_over": ("out of memory: the limit of this process", "out_of_memory"),
    "time_limit_exceeded": ("the time is over", "time"),
}

#: The errors by what is wrong, as `logic/checker/messages.pl` says it; one that is a
#: kind of another stands after it.
ERRORS: dict[str, type[Exception]] = {
    "move": MoveError, "input": InputError, "rules": RulesError,
    "chance_weight": ChanceWeightError, "tier": TierError,
    "no_goal": NoGoalError, "goal_sum": GoalSumUnknownError,
    "certificate": CertificateError, "events": ValueError,
}  # fmt: skip

_starting = threading.RLock()
_started: list[Engine] = []
#: The last argument of `when_stuck`.
_stuck: list[Callable[[], object] | None] = []

# A child could not use a half-started engine, so a fork waits until the start is done.
os.register_at_fork(
    before=_starting.acquire,
    after_in_parent=_starting.release,
    after_in_child=_starting.release,
)


def when_stuck(do: Callable[[], object] | None) -> None:
    """Call a function if a query does not end after Ctrl-C.

    This does not start the engine. See `Engine.when_stuck`.
    """
    _stuck[:] = [do]
    for started in _started:
        started.when_stuck(do)


def engine() -> Engine:
    """Return the engine of this process, started at the first call.

    Raises:
        TierError: SWI-Prolog is not installed or cannot be started.
    """
    if not _started:
        with _starting, without_interrupts():
            if not _started:
                _started.append(Engine())
    return _started[0]


class Engine:
    """A SWI-Prolog system with `logic/` loaded."""

    def __init__(self) -> None:
        try:
            with _without_arguments():
                from pyswip import core
                from pyswip.prolog import Prolog  # noqa: F401  which starts the system
        except Exception as error:
            raise TierError(
                _too_few_files()
                or f"SWI-Prolog cannot be started ({error}); "
                "`pygame-search doctor` says what is missing"
            ) from error
        self.crossings = 0
        self._calls = 0
        self._lib = _prototypes(ctypes.CDLL(core._path))
        self._libc = ctypes.CDLL(None)
        #: Held during a request, or several that belong together.
        self.lock = threading.RLock()
        self._over = ""
        self._disturbed = False
        self._due: deque[tuple[str, dict[str, Any]]] = deque()
        self._atoms: dict[str, int] = {}
        self._attributes = _ThreadAttributes(
            stack_limit=min(MOST_STACK, machine_memory() // 4, memory_limit() // 2)
        )
        self._listener: Callable[[str], None] | None = None
        self._report = _REPORT(self._reported)  # the engine keeps no reference
        self._lib.PL_register_foreign_in_module(
            b"python", b"report", 1, ctypes.cast(self._report, ctypes.c_void_p), 0
        )
        self._load()
        self._request = self._predicate("request", 3)
        self._expand = self._predicate("expand", 3)
        self._look = self._predicate("look", 3)
        self._legal = self._predicate("legal", 3)
        self._features = self._predicate("features", 4)
        self._limit = self._lib.PL_predicate(b"$inference_limit_false", 1, b"system")
        self._collect = self._lib.PL_predicate(b"garbage_collect", 0, b"system")
        self._interrupt = self._predicate("interrupt", 1)
        self._watcher = Watcher(self._throw, self._settle)
        #: The operations that have other limits; see `effort/2` of
        #: `logic/requests/common.pl`.
        self._efforts = _reply(self._cross(self._request, "efforts", "{}"))
        for do in _stuck:
            self.when_stuck(do)
        # Freeing all memory at the end, as pyswip would, can take seconds.
        atexit.unregister(core.cleanupProlog)
        atexit.register(self._end)
        os.register_at_fork(after_in_child=self._forked)

    def forget(self, game: str) -> None:
        """Schedule the unloading of a game; see `later`."""
        self.later("unload", game=game)

    def later(self, operation: str, **data: Any) -> None:
        """Schedule an operation to run before the next request.

        A finalizer may call this at any point, so nothing is run here.
        """
        self._due.append((operation, data))

    def when_stuck(self, do: Callable[[], object] | None) -> None:
        """Call a function if a query does not end after Ctrl-C.

        Some steps of Prolog that use very much memory cannot be interrupted.

        Args:
            do: called in another thread, some tenths of a second after Ctrl-C.
        """
        self._watcher.stuck = do

    def limit_stack(self, size: int) -> None:
        """Limit the stacks of this thread's queries to size, in bytes.

        The smaller a stack, the sooner Ctrl-C can end a query that fills it.
        """
        lib = self._lib
        with self.lock:
            frame = lib.PL_open_foreign_frame()
            self._set_flag("stack_limit", min(size, self._attributes.stack_limit))
            lib.PL_discard_foreign_frame(frame)

    def request(self, operation: str, **data: Any) -> dict[str, Any]:
        """Return the reply to an operation of `logic/serve.pl`.

        Args:
            operation: its name.
            data: its arguments, as JSON can hold them. `seconds` by the clock,
                `processor` in seconds of processor time, and `inferences` limit the
                work.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed meanwhile.
            LimitError: a limit was reached.
            RulesError: the rules cannot be run.
            InputError, MoveError: the data is wrong.
        """
        return _reply(self.reply(operation, **data))

    def reply(self, operation: str, /, **data: Any) -> str:
        """Return the reply of `request` as JSON, with the key `error` if it failed."""
        while self._due:
            with suppress(IndexError):  # another thread may have been faster
                self._do_due(*self._due.popleft())
        if operation not in self._efforts["search"]:
            if not data.keys() & {"seconds", "processor", "inferences"}:
                quick = operation in self._efforts["state"]
                data["processor"] = STATE_PROCESSOR if quick else MOST_PROCESSOR
            data.setdefault("inferences", MOST_INFERENCES)
        most = work_left() if operation in self._efforts["work"] else None
        if most is None:
            data["memory"] = memory_limit()
        else:  # a memory alarm would add inferences that depend on the clock
            data["inferences"] = min(most, data.get("inferences", most))
        return self._cross(self._request, operation, _json(data), work=most)

    def give_back(self, operation: str, **data: Any) -> None:
        """Run an operation that frees memory, if Prolog still runs.

        A generator that is dropped at the end of the program, or in a fork, calls this
        when there is nothing to free.
        """
        if not self._over:
            self.request(operation, **data)

    @contextmanager
    def reports(self, listener: Callable[[str], None] | None) -> Iterator[None]:
        """Call a listener with each progress report of the requests in this context."""
        before, self._listener = self._listener, listener
        try:
            yield
        finally:
            self._listener = before

    @contextmanager
    def until(self, over: Callable[[], bool]) -> Iterator[None]:
        """End the requests of the main thread in this context once `over` says so.

        A request that is ended raises CancelledError. In other threads none is.

        Args:
            over: called in another thread, many times a second; it asks no request.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        left = threading.Event()

        def watch() -> None:
            while not left.wait(AGAIN):
                if over():
                    self._watcher.stop()

        thread = threading.Thread(target=watch, daemon=True)
        self._watcher.stops = True
        thread.start()
        try:
            yield
        finally:
            self._watcher.stops = False
            left.set()
            thread.join()

    def _reported(self, term: int) -> int:
        """Answer `python:report/1`, which a search calls in the middle of a request."""
        if self._listener is not None:
            with suppress(Exception):  # no exception may pass through the engine
                self._listener(self._text(term, _CVT_STRING | _CVT_ATOM))
        return 1

    def expand(self, game: str, state: int) -> str:
        """Return the reply of `expand/3` of `logic/serve.pl` for a state."""
        return self._ask_state(self._expand, game, state)

    def look(self, game: str, state: int) -> str:
        """Return the reply of `look/3` of `logic/serve.pl` for a state."""
        return self._ask_state(self._look, game, state)

    def legal(self, game: str, state: int) -> str:
        """Return the reply of `legal/3` of `logic/serve.pl` for a state."""
        return self._ask_state(self._legal, game, state)

    def features(self, game: str, state: int, heuristics: str = "") -> str:
        """Return the reply of `features/4` of `logic/serve.pl` for a state."""
        return self._ask_state(self._features, game, state, heuristics)

    # ---- calls -------------------------------------------------------------

    def _do_due(self, operation: str, data: dict[str, Any]) -> None:
        _reply(self._cross(self._request, operation, _json(data)))
        if operation == "unload" and (atom := self._atoms.pop(data["game"], None)):
            self._lib.PL_unregister_atom(atom)

    def _ask_state(self, predicate: int, game: str, *values: str | int) -> str:
        self.crossings += 1
        text = self._cross(predicate, game, *values, work=work_left())
        if text.startswith("e|"):
            _reply(text[2:])
        return text

    def _cross(
        self,
        predicate: int,
        name: str,
        *values: str | int,
        work: int | None = None,
    ) -> str:
        """Call a predicate with an atom, strings and numbers; return its last argument.

        Args:
            predicate: the predicate.
            name: the atom.
            values: the strings and numbers.
            work: how many inferences are left for it; None if they do not count.

        Raises:
            LimitError: it took as many or more.
        """
        _go_down(_LEVELS)
        self._calls += 1
        if self._calls % _LOOK == 0:
            must_be_left()
        with self.lock:
            if self._over:
                raise TierError(self._over)
            call = Call(self._watcher)
            try:
                call.begin()
                text = self._called(call, predicate, name, values, work is not None)
            except KeyboardInterrupt:
                if not call.stopped:
                    raise
                text = ""
            finally:
                self._watcher.call = call.outer
                call.end()
            if call.stopped:  # by `until`; the answer, if there is one, says so
                raise CancelledError
            return text

    def _called(
        self,
        call: Call,
        predicate: int,
        name: str,
        values: tuple[str | int, ...],
        counts: bool,
    ) -> str:
        lib = self._lib
        attached = self._attach(call)
        frame = lib.PL_open_foreign_frame()
        try:
            if self._disturbed and not attached:
                self._tidy()
            if predicate == self._request:
                self._sweep()
            self._disturbed = True
            last = len(values) + 1
            terms = lib.PL_new_term_refs(last + 1)
            lib.PL_put_atom(terms, self._atom(name))
            for i, value in enumerate(values, 1):
                if isinstance(value, int):
                    lib.PL_put_int64(terms + i, value)
                else:
                    self._put_text(terms + i, _TYPE_STRING, value)
            before = self._statistic("inferences") if counts else 0
            # Without NODEBUG: `resource_limits.pl` examines where a limit is reached.
            if not lib.PL_call_predicate(None, _QUERY_PASS, predicate, terms):
                raise self._problem()
            text = self._text(terms + last, _CVT_STRING | _CVT_ATOM)
            self._disturbed = attached or text.startswith(_REFUSALS)
            if counts:
                spend(self._statistic("inferences") - before + CALL)
            return text
        finally:
            lib.PL_clear_exception()
            lib.PL_discard_foreign_frame(frame)
            if attached:
                lib.PL_thread_destroy_engine()

    def _tidy(self) -> None:
        """Clean up what an interrupted call may have left behind."""
        lib = self._lib
        lib.PL_clear_exception()
        # An exception inside call_with_inference_limit/3 leaves its limit in force.
        # This step of that predicate raises the limit again, and then fails.
        terms = lib.PL_new_term_refs(1)
        lib.PL_put_int64(terms, _NO_LIMIT)
        self._small_call(self._limit, terms)

    def _sweep(self) -> None:
        """Collect the garbage on the global stack, if there is much.

        A request leaves some there that closing its frame does not free, such as 25 kB
        for the rules that it reads. SWI-Prolog extends the stack, rather than collect
        garbage, when it reads a term; so many small requests would fill it.
        """
        if self._statistic("globalused") > _MOST_GARBAGE:
            self._small_call(self._collect, self._lib.PL_new_term_refs(1))

    def _problem(self) -> BaseException:
        """Return the exception for the call that has just failed."""
        problem = self._lib.PL_exception(0)
        if not problem:
            return TierError("the engine gave no answer")
        words = self._text(problem, _CVT_WRITE)
        if words == "interrupt":
            return KeyboardInterrupt()
        if limit := _THROWN.get(words.partition("(")[0]):
            message, code = limit
            return LimitError(message, code)
        return TierError(f"the engine failed: {words}")

    def _predicate(self, name: str, arity: int) -> int:
        return int(self._lib.PL_predicate(name.encode(), arity, b"serve"))

    def _load(self) -> None:
        """Load `logic/`: the cached compiled file, or else the sources."""
        version = int(self._lib.PL_query(_QUERY_VERSION))
        kept = compiled_clauses.kept(version)
        done = kept is not None and self._loaded("load_files", kept, "[]")
        done = done or compiled_clauses.made(
            version, lambda source: self._loaded("qcompile", source, "[include(user)]")
        )
        serve = logic_folder() / "serve.pl"
        if not done and not self._loaded("load_files", serve, "[]"):
            raise TierError(
                _too_few_files() or f"{os.fspath(serve)!r} was loaded with errors"
            )
        frame = self._lib.PL_open_foreign_frame()
        self._set_flag("stack_limit", self._attributes.stack_limit)
        self._lib.PL_discard_foreign_frame(frame)

    def _loaded(self, name: str, path: Path, options: str) -> bool:
        """Call a predicate that loads a file; return whether there was no error."""
        lib = self._lib
        predicate = lib.PL_predicate(name.encode(), 2, b"user")
        frame = lib.PL_open_foreign_frame()
        try:
            terms = lib.PL_new_term_refs(2)
            self._put_text(terms, _TYPE_ATOM, os.fspath(path))
            lib.PL_chars_to_term(options.encode(), terms + 1)
            before = self._statistic("errors")
            done = lib.PL_call_predicate(None, _QUERY_NODEBUG, predicate, terms)
            return bool(done) and self._statistic("errors") == before
        finally:
            lib.PL_discard_foreign_frame(frame)

    def _statistic(self, name: str) -> int:
        """Return a number of statistics/2, such as `inferences` or `errors`."""
        lib, number = self._lib, ctypes.c_int64()
        statistics = lib.PL_predicate(b"statistics", 2, b"system")
        frame = lib.PL_open_foreign_frame()
        terms = lib.PL_new_term_refs(2)
        self._put_text(terms, _TYPE_ATOM, name)
        try:
            if self._small_call(statistics, terms):
                lib.PL_get_int64(terms + 1, ctypes.byref(number))
        finally:
            lib.PL_discard_foreign_frame(frame)
        return number.value

    def _small_call(self, predicate: int, terms: int) -> bool:
        """Return whether an auxiliary call succeeds; Ctrl-C may end it."""
        flags = _QUERY_NODEBUG | _QUERY_PASS
        if self._lib.PL_call_predicate(None, flags, predicate, terms):
            return True
        if self._lib.PL_exception(0):
            raise self._problem()
        return False

    def _set_flag(self, name: str, value: int) -> None:
        lib = self._lib
        flag = lib.PL_predicate(b"set_prolog_flag", 2, b"system")
        terms = lib.PL_new_term_refs(2)
        self._put_text(terms, _TYPE_ATOM, name)
        lib.PL_put_int64(terms + 1, value)
        lib.PL_call_predicate(None, _QUERY_NODEBUG, flag, terms)

    def _put_text(self, term: int, kind: int, text: str) -> None:
        data = text.encode()
        if not self._lib.PL_put_chars(term, kind | _REP_UTF8, len(data), data):
            raise LimitError("SWI-Prolog has no memory for a text", "out_of_memory")

    def _text(self, term: int, flags: int) -> str:
        lib = self._lib
        mark = ctypes.c_uint64()
        length = ctypes.c_size_t()
        data = ctypes.c_void_p()
        lib.PL_mark_string_buffers(ctypes.byref(mark))
        try:
            if not lib.PL_get_nchars(
                term, ctypes.byref(length), ctypes.byref(data), flags | _REP_UTF8
            ):
                raise TierError("expected text from the engine, found another term")
            return ctypes.string_at(data.value or 0, length.value).decode()
        finally:
            lib.PL_release_string_buffers_from_mark(mark)

    def _atom(self, name: str) -> int:
        atom = self._atoms.get(name)
        if atom is None:
            atom = self._atoms[name] = int(self._lib.PL_new_atom(name.encode()))
        return atom

    # ---- threads and processes ---------------------------------------------

    def _attach(self, call: Call) -> bool:
        """Give this thread an engine for a call if it has none; return whether."""
        call.thread = self._lib.PL_thread_self()
        if call.thread > 0:
            return False
        call.thread = self._attach_engine(ctypes.byref(self._attributes))
        if call.thread < 0:
            raise LimitError(
                "SWI-Prolog has no memory for another thread", "out_of_memory"
            )
        return True

    def _attach_engine(self, attributes: Any) -> int:
        """Give this thread an engine, and leave its alternate signal stack alone.

        SWI-Prolog replaces that stack by one of its own (initGuardCStack, even with
        --nosignals), and PL_thread_destroy_engine() frees it while it is still in use.
        Python's signal handlers run on the alternate stack: the next signal of the
        thread would overwrite memory that is by then used for something else.
        """
        libc, stack = self._libc, ctypes.create_string_buffer(_STACK_T)
        libc.sigaltstack(None, stack)
        thread = int(self._lib.PL_thread_attach_engine(attributes))
        libc.sigaltstack(stack, None)
        return thread

    def _throw(self, thread: int) -> None:
        """End the query of a Prolog thread, from a thread without an engine."""
        lib = self._lib
        if self._attach_engine(None) > 0:
            frame = lib.PL_open_foreign_frame()
            term = lib.PL_new_term_refs(1)
            lib.PL_put_int64(term, thread)
            lib.PL_call_predicate(None, _QUERY_NODEBUG, self._interrupt, term)
            lib.PL_discard_foreign_frame(frame)
            lib.PL_thread_destroy_engine()

    def _settle(self) -> None:
        """Discard the interrupts that came too late for their query."""
        if self._lib.PL_thread_self() > 0:
            while self._lib.PL_handle_signals() < 0:
                self._lib.PL_clear_exception()

    def _forked(self) -> None:
        self.lock = threading.RLock()  # a thread of the parent may hold the old one
        self._over = (
            "SWI-Prolog runs in the process that this one was forked from, and cannot "
            "run here: use multiprocessing's `spawn`"
        )

    def _end(self) -> None:
        """End Prolog before the program ends."""
        if self._over:
            return
        self._over = "the program ends, and SWI-Prolog has ended"
        self._watcher.close()
        if self._lib.PL_thread_self() == 1:  # no other thread can
            self._lib.PL_cleanup(_CLEANUP_QUICKLY)


@contextmanager
def _without_arguments() -> Iterator[None]:
    """Hide the program's arguments from pyswip, which fails if they are not UTF-8.

    It reads them when it is imported, and makes no use of them.
    """
    kept, sys.argv = sys.argv, []
    try:
        yield
    finally:
        sys.argv = kept


def _too_few_files() -> str:
    """Return an error message if the limit of open files is too low, else ""."""
    opened: list[int] = []
    try:
        while len(opened) < _FILES:
            opened.append(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        if error.errno != errno.EMFILE:
            return ""
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return (
            f"SWI-Prolog cannot be started: the limit of {most} open files is too low; "
            "raise it, as with `ulimit -n 1024`"
        )
    finally:
        for file in opened:
            os.close(file)
    return ""


def _json(data: dict[str, Any]) -> str:
    """Return JSON without escapes: Prolog's reader does not join surrogate pairs."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise _no_text(text[error.start]) from error
    if "\\u0000" in text.replace("\\\\", ""):  # some predicates end a text there
        raise _no_text("\0")
    return text


def _no_text(character: str) -> InputError:
    return InputError(f"expected text, found the character {character!r}")


def _reply(text: str) -> dict[str, Any]:
    try:
        reply: dict[str, Any] = json.loads(text)
    except json.JSONDecodeError:
        raise
    except ValueError as problem:
        words = "the answer has a number with more digits than Python reads"
        raise LimitError(words, "size") from problem
    error = reply.get("error")
    if error is None:
        return reply
    kind, message = error["kind"], error["message"]
    if kind == "interrupt":
        raise KeyboardInterrupt
    if kind in _LIMITS:
        raise LimitError(message, _LIMITS[kind], error.get("line"))
    raised = ERRORS[error["wrong"]](message)
    if isinstance(raised, DiagnosedError):
        raised.kind = kind
    raise raised


def _go_down(levels: int) -> None:
    """Check that the stack of Python has room for this many more calls.

    A stack overflow inside a call of the engine would be reported as a wrong argument.

    Raises:
        RecursionError: it has not.
    """
    if levels:
        _go_down(levels - 1)


class _ThreadAttributes(ctypes.Structure):
    """PL_thread_attr_t."""

    _fields_ = (
        ("stack_limit", ctypes.c_size_t),
        ("table_space", ctypes.c_size_t),
        ("alias", ctypes.c_char_p),
        ("cancel", ctypes.c_void_p),
        ("flags", ctypes.c_ssize_t),
        ("max_queue_size", ctypes.c_size_t),
        ("reserved", ctypes.c_void_p * 3),
    )


#: The type of a foreign predicate of one argument.
_REPORT = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_size_t)


def _prototypes(lib: ctypes.CDLL) -> ctypes.CDLL:
    """Declare the functions that we call: name, result, arguments."""
    ref, ptr, num = ctypes.c_size_t, ctypes.c_void_p, ctypes.c_int
    for name, result, *arguments in (
        ("PL_predicate", ptr, ctypes.c_char_p, num, ctypes.c_char_p),
        (
            "PL_register_foreign_in_module",
            num,
            ctypes.c_char_p,
            ctypes.c_char_p,
            num,
            ptr,
            num,
        ),
        ("PL_open_foreign_frame", ref),
        ("PL_discard_foreign_frame", None, ref),
        ("PL_new_term_refs", ref, num),
        ("PL_put_atom", num, ref, ref),
        ("PL_put_nil", num, ref),
        ("PL_put_int64", num, ref, ctypes.c_int64),
        ("PL_get_int64", num, ref, ptr),
        ("PL_chars_to_term", num, ctypes.c_char_p, ref),
        ("PL_query", ctypes.c_ssize_t, num),
        ("PL_put_chars", num, ref, num, ctypes.c_size_t, ctypes.c_char_p),
        ("PL_new_atom", ref, ctypes.c_char_p),
        ("PL_unregister_atom", None, ref),
        ("PL_call_predicate", num, ptr, num, ptr, ref),
        ("PL_exception", ref, ref),
        ("PL_clear_exception", None),
        ("PL_handle_signals", num),
        ("PL_get_nchars", num, ref, ptr, ptr, ctypes.c_uint),
        ("PL_mark_string_buffers", None, ptr),
        ("PL_release_string_buffers_from_mark", None, ctypes.c_uint64),
        ("PL_thread_self", num),
        ("PL_thread_attach_engine", num, ptr),
        ("PL_thread_destroy_engine", num),
        ("PL_cleanup", num, num),
    ):
        function = getattr(lib, name)
        function.restype = result
        function.argtypes = arguments
    return lib
