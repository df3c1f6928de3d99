"""The kernels: functions that are compiled, and kept on disk.

Those that call the functions of a game (`linked_kernel`) are kept as LLVM's language
and as machine code, for which llvmlite alone is needed. All others are numba's, which
`compiler.py` imports. So nothing here has numba compile, or even imports it, before it
must: what the decorators return stands for what numba will make.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, update_wrapper
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, Protocol, TypeAlias, TypeVar, cast
from weakref import WeakKeyDictionary

import numpy as np

from pygame_search.network.kernel_cache import folders, report_compiling
from pygame_search.network.kernel_digest import HOW, digest, joined
from pygame_search.network.machine_code import (
    Library,
    MachineCode,
    function_at,
    is_kept,
    loaded,
    machine_code,
    objects_aside,
    processor,
)
from pygame_search.support.disk_cache import sealed, unsealed
from pygame_search.support.files import replacement

#: A number in a kernel. `np.int64(0)` where a plain 0 would be compiled by itself.
Number: TypeAlias = "int | np.int64"

_F = TypeVar("_F", bound=Callable[..., object])


#: The options of all kernels; C calls none of them.
_ALWAYS: dict[str, Any] = {
    "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True,
}  # fmt: skip

#: The options of linked kernels and exported functions: Python calls none of them.
_LINKED: dict[str, Any] = {**_ALWAYS, "_nrt": False, "no_cpython_wrapper": True}

#: Held while numba is imported, and while it makes something that is used again.
_LOCK = RLock()


@cache
def _compiler() -> ModuleType:
    """Return the module that compiles; numba is imported for it."""
    from pygame_search.network import compiler

    for kind in (Kernel, Instruction):
        compiler.let_kernels_name(kind, lambda value: value.numba_type)
    return compiler


class Kernel:
    """A function that numba compiles when it is called, or within another kernel.

    Attributes:
        py_func: the function, as numba calls it.
        targetoptions: the options of numba's njit, as numba calls them.

    Args:
        function: what is compiled.
        options: the options.
    """

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        update_wrapper(self, function)
        self.py_func, self.targetoptions = function, {**_ALWAYS, **options}

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return what the function returns, compiled."""
        return self.compiled(*arguments, **named)

    @cached_property
    def compiled(self) -> Any:
        """What numba makes of it."""
        with _LOCK:
            return self.__dict__.get("compiled") or _compiler().compiled(
                self.py_func, self.targetoptions
            )

    @property
    def numba_type(self) -> Any:
        """Its type within another kernel."""
        return _compiler().typeof(self.compiled)


class Instruction:
    """An operation that numba lacks; see `instruction`."""

    def __init__(self, typed: Callable[..., Any]) -> None:
        update_wrapper(cast("Any", self), typed)
        self._typed = typed

    @cached_property
    def numba_type(self) -> Any:
        """Its type within a kernel."""
        with _LOCK:
            return self.__dict__.get("numba_type") or _compiler().instruction_type(
                self._typed
            )


class HasLibrary(Protocol):
    """A game with functions that linked kernels call; see `game_functions.py`."""

    @property
    def library(self) -> Library:
        """The functions."""
        ...


@dataclass(slots=True)
class _Linked:
    """A kernel with the functions of a game, for some types of arguments.

    Attributes:
        call: calls it.
        name: of the function, in LLVM's language.
        text: the kernel in LLVM's language.
        settled: whether both were compiled with more effort, or never will be.
        better: gives the object files that were, once they are made.
        seconds: of processor time that it has taken.
    """

    call: Callable[..., int]
    name: str
    text: str
    settled: bool
    better: Future[list[bytes]] | None = None
    seconds: float = 0.0

    def improve(self, library: Library) -> None:
        """Call the kernel as it is compiled with more effort, once it is."""
        with _LOCK:
            if self.better is None:
                self.better = objects_aside(library, self.text)
            elif self.better.done() and not self.settled:
                self.settled = True
                if self.better.exception() is None:
                    code = MachineCode(self.better.result())
                    self.call = function_at(code, self.name)


def _kinds(value: object) -> object:
    """Return what numba's type of an argument depends on; it can be printed."""
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        return (type(value), names, *map(_kinds, value))
    if isinstance(value, np.ndarray):
        flags = value.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        return value.dtype, value.ndim, layout, flags.aligned, flags.writeable
    return type(value)


class LinkedKernel:
    """A kernel that calls the functions of a game.

    Numba makes LLVM's language of it once; the text is kept beside the source. At first
    it calls the functions as they stand by themselves, which takes little time to
    compile. In a long search both are compiled with more effort, in another process.

    Attributes:
        py_func: the function that was compiled, as numba calls it.
        signatures: the kinds of arguments that it was linked for.

    Args:
        function: what is compiled.
        patience: how many times longer than usual to wait before more effort is made,
            for a kernel that gains less by it.
    """

    def __init__(self, function: Callable[..., Any], patience: float = 1.0) -> None:
        self.py_func, self._patience = function, patience
        self.signatures: set[object] = set()
        self._linked: WeakKeyDictionary[Library, dict[object, _Linked]]
        self._linked = WeakKeyDictionary()

    def __call__(self, game: HasLibrary, *arguments: Any) -> int:
        """Return what the kernel returns, linked with the functions of a game."""
        kinds = _kinds(arguments)
        known = self._linked.setdefault(game.library, {})
        linked = known.get(kinds)
        patience = game.library.patience
        if linked is None:
            self.signatures.add(kinds)
            linked = known[kinds] = self._link(game.library, arguments)
        elif (
            patience is not None
            and not linked.settled
            and linked.seconds > self._patience * patience
        ):
            linked.improve(game.library)
        began = time.thread_time()
        result = linked.call(*arguments)
        linked.seconds += time.thread_time() - began
        return result

    def _link(self, library: Library, arguments: tuple[Any, ...]) -> _Linked:
        """Link it with functions, as compiled with more effort if that is kept."""
        name, text = _llvm_of(self.py_func, arguments)
        thorough = library.patience is not None and is_kept(library, text)
        code = machine_code(library, text, thorough=thorough)
        return _Linked(function_at(code, name), name, text, thorough)


def _llvm_of(
    function: Callable[..., Any], arguments: tuple[Any, ...]
) -> tuple[str, str]:
    """Return the name of a function in LLVM's language, and its text.

    Args:
        function: the function.
        arguments: values of the types of its arguments.
    """
    made_of = [HOW, digest(function), _numba_version()]
    stamp = joined([*made_of, *(part.encode() for part in processor())])
    kinds = sha256(repr(_kinds(arguments)).encode()).hexdigest()[:16]
    file = f"{function.__module__}.{function.__qualname__}-{kinds}.ll"
    for folder in folders():
        with suppress(OSError, ValueError):
            data = unsealed((folder / file).read_bytes())
            if data.startswith(stamp):
                name, _, text = data[len(stamp) :].decode().partition("\n")
                return name, text
    report_compiling(function.__qualname__)
    name, text = _compiler().llvm_text(function, _LINKED, arguments)
    for folder in folders():
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with replacement(folder / file) as made:
                made.write_bytes(sealed(stamp + f"{name}\n{text}".encode()))
            break
    return name, text


@cache
def _numba_version() -> bytes:
    """Return the text of numba that has its version, without importing numba."""
    found = find_spec("numba")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).with_name("_version.py").read_bytes()


def exported(
    function: Callable[..., Any], name: str, context: tuple[Any, ...], count: int
) -> str:
    """Return a module that defines a function under a name, for linked kernels.

    Args:
        function: the function, for numba. Its first arguments are what the context
            stands for, the others numbers of 64 bits.
        name: what others call. It takes the address of an array with the fields of the
            context (`machine_code.fields`) in place of the first arguments.
        context: values of the same types as the first arguments.
        count: the number of its other arguments.
    """
    inner, text = _llvm_of(function, (*context, *(0,) * count))
    loads, given = loaded(context)
    own = [f"i64 %a{at}" for at in range(count)]
    every = ", ".join(["ptr %result", "ptr %exception", *given, *own])
    return "\n".join([
        text,
        f"define i64 @{name}({', '.join(['i64 %given', *own])}) alwaysinline {{",
        "  %context = inttoptr i64 %given to ptr",
        "  %result = alloca i64",
        "  %exception = alloca ptr",
        *loads,
        f"  %status = call i32 @{inner}({every})",
        "  %value = load i64, ptr %result",
        "  ret i64 %value",
        "}\n",
    ])  # fmt: skip


def linked_kernel(function: Callable[..., Any], patience: float = 1.0) -> LinkedKernel:
    """Return a kernel that calls the functions of a game; see `LinkedKernel`."""
    return LinkedKernel(function, patience)


def kernel(function: _F) -> _F:
    """Return a function compiled on its first call, kept on disk for the next process.

    It runs without Python's lock, and divides as C does. Arguments are numbers and
    arrays that can be written to: a read-only one would be another type, and compiled
    again.
    """
    return cast("_F", Kernel(function))


def bare_kernel(function: _F) -> _F:
    """Return a kernel that may make no arrays, as it does not count references.

    Counting them took more than half of the time of a search.
    """
    return cast("_F", Kernel(function, _nrt=False))


def inner_kernel(function: _F) -> _F:
    """Return a bare kernel that becomes a part of each kernel that calls it."""
    return cast("_F", Kernel(function, _nrt=False, forceinline=True))


def instruction(typed: Callable[..., Any]) -> Any:
    """Return an operation for kernels, for one that numba lacks.

    Args:
        typed: returns its type and its code; see `numba.extending.intrinsic`.
    """
    return Instruction(typed)
