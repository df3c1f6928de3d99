"""The bridge to SWI-Prolog, the only module that touches it.

pyswip finds the library and starts the system; the calls go through prototypes of
our own over the same library, which let other threads run meanwhile. All questions
are of one form, `serve:request(Operation, JSON, Reply)`; no text is ever a query.
The hot path, one crossing for one state, has two calls of its own.

Ctrl-C: Python sees a signal only after the call into Prolog has returned. A watcher
thread with an engine of its own hears of it at once and makes the query end.
"""

from __future__ import annotations

import atexit
import ctypes
import json
import os
import signal
import socket
import threading
from functools import cache
from typing import Any

from pygame_search.errors import (
    InputError,
    LimitError,
    MoveError,
    RulesError,
    TierError,
)
from pygame_search.resources import logic_folder

# From SWI-Prolog.h, 9.0.
_QUERY_NODEBUG = 0x4
_QUERY_CATCH = 0x8
_CVT_ATOM, _CVT_STRING, _CVT_WRITE = 0x1, 0x2, 0x80
_REP_UTF8 = 0x100000
_TYPE_STRING = 6
_TYPE_ATOM = 2

_KINDS: dict[str, type[Exception]] = {
    "limit": LimitError,
    "expected_one_term": MoveError,
    "unreadable_term": MoveError,
    "not_ground": MoveError,
    "not_a_state": MoveError,
    "not_possible": MoveError,
    "not_functional": MoveError,
    "no_parameter": InputError,
    "parameter_value": InputError,
    "parameters": InputError,
    "no_role": InputError,
    "not_a_space": InputError,
    "no_estimate": InputError,
    "no_such_state": TierError,
    "no_answer": TierError,
    "internal": TierError,
}


@cache
def engine() -> Engine:
    """Return the engine of this process, started at the first call.

    Raises:
        TierError: SWI-Prolog is not installed or cannot be started.
    """
    return Engine()


class Engine:
    """A SWI-Prolog system with `logic/` loaded."""

    def __init__(self) -> None:
        try:
            from pyswip import core
            from pyswip.prolog import Prolog  # noqa: F401  its import starts the system
        except Exception as error:
            raise TierError(
                f"SWI-Prolog cannot be started ({error}); "
                "`pygame-search doctor` says what is missing"
            ) from error
        self._lib = _prototypes(ctypes.CDLL(core._path))
        self._owner = threading.get_ident()
        self._lock = threading.RLock()
        self._thread = self._lib.PL_thread_self()
        self._request = self._predicate("request", 3)
        self._load(logic_folder() / "serve.pl")
        self._expand = self._predicate("expand", 3)
        self._features = self._predicate("features", 3)
        self._idle = self._predicate("idle", 0)
        self._interrupt = self._predicate("interrupt", 1)
        self._atoms: dict[str, int] = {}
        self._watcher: _Watcher | None = None
        self.crossings = 0
        self._forgotten: list[str] = []

    def forget(self, game: str) -> None:
        """Have the memory of a game given back, at the next request.

        A finalizer may call it in the middle of anything, so nothing is done here.
        """
        self._forgotten.append(game)

    def request(self, operation: str, **data: Any) -> dict[str, Any]:
        """Return the reply to an operation of `logic/serve.pl`.

        Args:
            operation: its name.
            data: what it is given, as JSON can hold it. `seconds` and `inferences`
                bound what it may take.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed meanwhile.
            LimitError: a limit was reached.
            RulesError: the rules cannot be run as they are.
            InputError, MoveError: the data is wrong.
        """
        while self._forgotten:
            game = self._forgotten.pop()
            self._ask(self._request, ["unload", json.dumps({"game": game})])
        text = self._ask(self._request, [operation, _json(data)])
        return _reply(text)

    def expand(self, game: str, state: int) -> str:
        """Return what `expand/3` of `logic/serve.pl` tells of a state."""
        return self._ask_state(self._expand, game, state)

    def features(self, game: str, state: int) -> str:
        """Return what `features/3` of `logic/serve.pl` tells of a state."""
        return self._ask_state(self._features, game, state)

    # ---- calls -------------------------------------------------------------

    def _predicate(self, name: str, arity: int) -> int:
        return int(self._lib.PL_predicate(name.encode(), arity, b"serve"))

    def _load(self, path: os.PathLike[str]) -> None:
        lib = self._lib
        load = lib.PL_predicate(b"load_files", 2, b"user")
        frame = lib.PL_open_foreign_frame()
        try:
            terms = lib.PL_new_term_refs(2)
            self._put_text(terms, _TYPE_ATOM, os.fspath(path))
            lib.PL_put_nil(terms + 1)
            if not lib.PL_call_predicate(None, _QUERY_NODEBUG, load, terms):
                raise TierError(f"cannot load {os.fspath(path)!r}")
        finally:
            lib.PL_discard_foreign_frame(frame)

    def _put_text(self, term: int, kind: int, text: str) -> None:
        data = text.encode()
        if not self._lib.PL_put_chars(term, kind | _REP_UTF8, len(data), data):
            raise TierError("SWI-Prolog has no memory for a text")

    def _ask(self, predicate: int, words: list[str]) -> str:
        """Call predicate with an atom and a string; return its last argument."""
        with self._lock:
            attached = self._attach()
            lib = self._lib
            frame = lib.PL_open_foreign_frame()
            try:
                terms = lib.PL_new_term_refs(3)
                self._put_text(terms, _TYPE_ATOM, words[0])
                self._put_text(terms + 1, _TYPE_STRING, words[1])
                with self._interruptible():
                    return self._solve(predicate, terms, terms + 2)
            finally:
                lib.PL_discard_foreign_frame(frame)
                self._detach(attached)

    def _ask_state(self, predicate: int, game: str, state: int) -> str:
        with self._lock:
            self.crossings += 1
            attached = self._attach()
            lib = self._lib
            frame = lib.PL_open_foreign_frame()
            watcher = self._watcher
            try:
                terms = lib.PL_new_term_refs(3)
                lib.PL_put_atom(terms, self._atom(game))
                lib.PL_put_int64(terms + 1, state)
                if watcher is None:
                    watcher = self._watch()
                watcher.begin()
                try:
                    text = self._solve(predicate, terms, terms + 2)
                finally:
                    if watcher.end():
                        self._settle()
                if text.startswith("e|"):
                    _reply(text[2:])
                return text
            finally:
                lib.PL_discard_foreign_frame(frame)
                self._detach(attached)

    def _solve(self, predicate: int, terms: int, answer: int) -> str:
        lib = self._lib
        mark = ctypes.c_uint64()
        lib.PL_mark_string_buffers(ctypes.byref(mark))
        query = lib.PL_open_query(
            None, _QUERY_NODEBUG | _QUERY_CATCH, predicate, terms
        )
        try:
            if lib.PL_next_solution(query):
                return self._text(answer, _CVT_STRING | _CVT_ATOM)
            problem = lib.PL_exception(query)
            if problem:
                words = self._text(problem, _CVT_WRITE)
                if words == "interrupt":
                    raise KeyboardInterrupt
                raise TierError(f"the engine failed: {words}")
            raise TierError("the engine has no answer")
        finally:
            lib.PL_close_query(query)
            lib.PL_release_string_buffers_from_mark(mark)

    def _text(self, term: int, flags: int) -> str:
        length = ctypes.c_size_t()
        data = ctypes.c_void_p()
        if not self._lib.PL_get_nchars(
            term, ctypes.byref(length), ctypes.byref(data), flags | _REP_UTF8
        ):
            raise TierError("the engine answered with something that is no text")
        return ctypes.string_at(data.value or 0, length.value).decode()

    def _atom(self, name: str) -> int:
        atom = self._atoms.get(name)
        if atom is None:
            atom = self._atoms[name] = int(self._lib.PL_new_atom(name.encode()))
        return atom

    # ---- threads and signals -----------------------------------------------

    def _attach(self) -> bool:
        """Give a Python thread that has none an engine for the time of a call."""
        if threading.get_ident() == self._owner or self._lib.PL_thread_self() > 0:
            return False
        self._lib.PL_thread_attach_engine(None)
        return True

    def _detach(self, attached: bool) -> None:
        if attached:
            self._lib.PL_thread_destroy_engine()

    def _watch(self) -> _Watcher:
        self._watcher = _Watcher(self._lib, self._interrupt, self._thread)
        return self._watcher

    def _interruptible(self) -> _Interruptible:
        return _Interruptible(self, self._watcher or self._watch())

    def _settle(self) -> None:
        """Take in signals that came when the query had ended already."""
        flags = _QUERY_NODEBUG | _QUERY_CATCH
        for _ in range(100):
            if self._lib.PL_call_predicate(None, flags, self._idle, 0):
                return


class _Interruptible:
    """The time of a call that Ctrl-C ends."""

    def __init__(self, engine: Engine, watcher: _Watcher) -> None:
        self._engine = engine
        self._watcher = watcher
        self._previous: int | None = None

    def __enter__(self) -> None:
        # Another library may have taken the file descriptor meanwhile.
        self._previous = self._watcher.listen()
        self._watcher.begin()

    def __exit__(self, *_: object) -> None:
        if self._watcher.end():
            self._engine._settle()
        self._watcher.restore(self._previous)


class _Watcher:
    """A thread that turns SIGINT into an exception of the running query."""

    def __init__(self, lib: ctypes.CDLL, interrupt: int, thread: int) -> None:
        self.busy = False
        self.sent = False
        self.call = 0
        self._lib = lib
        self._interrupt = interrupt
        self._target = thread
        self._turn = threading.Lock()
        self._receiver, self._sender = socket.socketpair()
        self._sender.setblocking(False)
        self.listen()
        self._run_thread = threading.Thread(target=self._run, daemon=True)
        self._run_thread.start()
        atexit.register(self.close)

    def listen(self) -> int | None:
        """Have signals reported here; return what they were reported to, if other."""
        if threading.current_thread() is not threading.main_thread():
            return None
        mine = self._sender.fileno()
        previous = signal.set_wakeup_fd(mine, warn_on_full_buffer=False)
        return None if previous == mine else previous

    def restore(self, previous: int | None) -> None:
        if previous is not None and previous != -1:
            signal.set_wakeup_fd(previous)

    def close(self) -> None:
        """End the thread; its engine must be gone before Prolog is cleaned up."""
        if threading.current_thread() is threading.main_thread():
            signal.set_wakeup_fd(-1)
        self._sender.close()
        self._run_thread.join(1)
        self._receiver.close()

    def _run(self) -> None:
        self._lib.PL_thread_attach_engine(None)
        while data := self._receiver.recv(64):
            if signal.SIGINT in data:
                self._stop()
        self._lib.PL_thread_destroy_engine()

    def _stop(self) -> None:
        """Signal the query again and again until it has ended, and no other one."""
        wait = threading.Event()
        call = self.call
        while self.busy and self.call == call:
            with self._turn:
                if self.busy and self.call == call:
                    self._signal()
                    self.sent = True
            wait.wait(0.05)

    def begin(self) -> None:
        """A query begins, which the next SIGINT is to end."""
        with self._turn:
            self.call += 1
            self.busy = True

    def end(self) -> bool:
        """Return whether a query that has ended was signalled."""
        with self._turn:
            self.busy = False
            sent, self.sent = self.sent, False
        return sent

    def _signal(self) -> None:
        lib = self._lib
        frame = lib.PL_open_foreign_frame()
        term = lib.PL_new_term_refs(1)
        lib.PL_put_int64(term, self._target)
        lib.PL_call_predicate(None, _QUERY_NODEBUG, self._interrupt, term)
        lib.PL_discard_foreign_frame(frame)


def _json(data: dict[str, Any]) -> str:
    """Return JSON without escapes, of which Prolog's reader knows no pairs."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        character = text[error.start]
        raise InputError(f"expected text, found the character {character!r}") from error
    return text


def _reply(text: str) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(text)
    error = reply.get("error")
    if error is None:
        return reply
    kind, message = error["kind"], error["message"]
    if kind == "interrupt":
        raise KeyboardInterrupt
    raise _KINDS.get(kind, RulesError)(message)


def _prototypes(lib: ctypes.CDLL) -> ctypes.CDLL:
    """Declare what we call: result first, then the arguments."""
    ref, ptr, num = ctypes.c_size_t, ctypes.c_void_p, ctypes.c_int
    for name, result, *arguments in (
        ("PL_predicate", ptr, ctypes.c_char_p, num, ctypes.c_char_p),
        ("PL_open_foreign_frame", ref),
        ("PL_discard_foreign_frame", None, ref),
        ("PL_new_term_refs", ref, num),
        ("PL_put_atom", num, ref, ref),
        ("PL_put_nil", num, ref),
        ("PL_put_int64", num, ref, ctypes.c_int64),
        ("PL_put_chars", num, ref, num, ctypes.c_size_t, ctypes.c_char_p),
        ("PL_new_atom", ref, ctypes.c_char_p),
        ("PL_call_predicate", num, ptr, num, ptr, ref),
        ("PL_open_query", ref, ptr, num, ptr, ref),
        ("PL_next_solution", num, ref),
        ("PL_exception", ref, ref),
        ("PL_close_query", num, ref),
        ("PL_get_nchars", num, ref, ptr, ptr, ctypes.c_uint),
        ("PL_mark_string_buffers", None, ptr),
        ("PL_release_string_buffers_from_mark", None, ctypes.c_uint64),
        ("PL_thread_self", num),
        ("PL_thread_attach_engine", num, ptr),
        ("PL_thread_destroy_engine", num),
    ):
        function = getattr(lib, name)
        function.restype = result
        function.argtypes = arguments
    return lib
