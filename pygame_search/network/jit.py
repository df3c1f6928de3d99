"""How the kernels are compiled, and kept on disk.

Numba compiles them. Its own cache does not see that a kernel within another has
changed, and ends the program at a damaged file, so its files are named and sealed here.
That takes names of numba's that it does not document: all of them are in this file, and
`tests/network/test_numba_names.py` lists them.
"""

from __future__ import annotations

import ast
import inspect
import io
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Protocol, TypeAlias, TypeVar, cast
from weakref import WeakKeyDictionary

import numpy as np

from pygame_search.network.kernel_cache import folders, report_compiling
from pygame_search.network.machine_code import (
    Library,
    function_at,
    is_kept,
    loaded,
    machine_code,
    processor,
)
from pygame_search.support.disk_cache import sealed, unsealed
from pygame_search.support.files import replacement
from pygame_search.support.interrupts import without_interrupts

with without_interrupts():  # which an import of half a second can lose
    import numba
    from numba import config, int64, njit, typeof
    from numba.core.caching import (
        CompileResultCacheImpl,
        FunctionCache,
        IndexDataCacheFile,
    )
    from numba.core.dispatcher import Dispatcher
    from numba.np import linalg

    # When numba loads its functions of arrays, it looks for a BLAS, and imports SciPy
    # for it: a tenth of a second and 14 MB. No kernel needs one; for whoever compiles a
    # function that does, numba looks again.
    _ensure_blas, linalg.ensure_blas = linalg.ensure_blas, lambda: None
    try:
        from numba.np import arraymath

        arraymath.ensure_blas = _ensure_blas  # type: ignore[attr-defined]
    finally:
        linalg.ensure_blas = _ensure_blas

#: A number in a kernel. `np.int64(0)` where a plain 0 would be compiled by itself.
Number: TypeAlias = "int | np.int64"

_F = TypeVar("_F", bound=Callable[..., object])


#: The options of all kernels; C calls none of them.
_ALWAYS: dict[str, Any] = {
    "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True,
}  # fmt: skip

#: How many bytes a digest has.
_DIGEST = sha256().digest_size

#: What decides, beside its source, on the code of a kernel: this file.
_HOW = Path(__file__).read_bytes()


@cache
def digest(function: Callable[..., object]) -> bytes:
    """Return a digest of all that a compiled function is made of, however deep.

    A kernel holds the constants that it reads and the kernels that it calls, as they
    were when it was compiled. So the digest covers its code, its defaults and, for each
    global name in the code, what the name stands for: a number, an array, another
    kernel. Anything else of ours, such as an instruction of LLVM, counts with the
    source of its module.
    """
    names, parts = _names_and_code(function.__code__, function.__doc__)
    parts.append(_value_digest(function.__defaults__, function))
    modules = list[ModuleType]()
    values = [(name, function.__globals__.get(name)) for name in sorted(names)]
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    values += [(name, cell.cell_contents) for name, cell in cells]
    for name, value in values:  # which grows
        parts.append(name.encode())
        if not isinstance(value, ModuleType):
            parts.append(_value_digest(value, function))
        elif value not in modules:
            modules.append(value)
            used = sorted(names & vars(value).keys())
            values += [(f"{name}.{inner}", vars(value)[inner]) for inner in used]
    return _joined(parts)


def _names_and_code(
    code: CodeType, docstring: str | None = None
) -> tuple[set[str], list[bytes]]:
    """Return the names that a function's code looks up, and the code as bytes."""
    names, parts = set(code.co_names), [code.co_code]
    parts.append(repr((code.co_names, code.co_varnames, code.co_freevars)).encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            more, inner = _names_and_code(constant)
            names |= more
            parts += inner
        elif constant is None or constant != docstring:
            parts.append(repr(constant).encode())
    return names, parts


def _value_digest(value: object, caller: Callable[..., object]) -> bytes:
    if isinstance(value, Dispatcher):
        if value.py_func is caller:
            return b"recursive"
        options = repr(sorted(value.targetoptions.items())).encode()
        return _joined([digest(value.py_func), options])
    if isinstance(value, np.ndarray):
        return _joined([repr((value.dtype, value.shape)).encode(), value.tobytes()])
    if isinstance(value, tuple):
        return _joined(_value_digest(item, caller) for item in value)
    if value is None or isinstance(value, int | float | str | bytes | np.generic):
        return _joined([repr((type(value).__qualname__, value)).encode()])
    module = getattr(value, "__module__", None) or type(value).__module__
    name = getattr(value, "__qualname__", None) or repr(value)
    return _joined([module.encode(), name.encode(), _sources(module)])


@cache
def _sources(module: str) -> bytes:
    """Return a digest of a module of ours and of all those that it imports."""
    parts, seen, waiting = list[bytes](), set[str](), [module]
    while waiting:
        name = waiting.pop()
        if name in seen or not _is_ours(name) or name not in sys.modules:
            continue
        seen.add(name)
        source = inspect.getsource(sys.modules[name])
        parts.append(source.encode())
        for node in ast.parse(source).body:
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                waiting.append(node.module)
                waiting += [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
    return _joined(parts)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == __package__.partition(".")[0]


def _joined(parts: Iterable[bytes]) -> bytes:
    return sha256(b"".join(sha256(part).digest() for part in parts)).digest()


class _CheckedFiles(IndexDataCacheFile):
    """The files of a kernel, each sealed with a digest at its end.

    One that was cut off or changed, or whose kernel was made of something else, counts
    as missing: the kernel is compiled again.
    """

    #: A digest of what the kernel is made of, known before anything is read.
    _source_stamp: bytes

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        with super()._open_for_write(filepath) as file:
            written = io.BytesIO()
            yield written
            data = written.getvalue()
            file.write(data + self._seal(data))

    def _load_index(self) -> Any:
        whole = self._is_whole(self._index_path)
        return super()._load_index() if whole else {}  # type: ignore[no-untyped-call]

    def _load_data(self, name: str) -> Any:
        if not self._is_whole(self._data_path(name)):  # type: ignore[no-untyped-call]
            raise FileNotFoundError(name)  # which numba expects
        return super()._load_data(name)  # type: ignore[no-untyped-call]

    def _is_whole(self, path: str) -> bool:
        with suppress(OSError):
            data = Path(path).read_bytes()
            return self._seal(data[:-_DIGEST]) == data[-_DIGEST:]
        return False

    def _seal(self, data: bytes) -> bytes:
        return sha256(self._source_stamp + data).digest()


class _Names(CompileResultCacheImpl):
    """Name a kernel's files without its line, which changes with what stands above."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        name = fullname.replace("<", "").replace(">", "")
        return f"{name}.{sys.implementation.cache_tag}{abiflags}"


class _PackageCache(FunctionCache):
    """Kernels on disk, found by a digest of what they are made of."""

    _impl_class = _Names

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._cache_file = _CheckedFiles(  # type: ignore[no-untyped-call]
            self._cache_path, self._impl.filename_base, source_stamp=None
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a kernel from the disk; numba must not be interrupted at it."""
        with without_interrupts():
            # Not earlier: the kernels that it calls may stand below it.
            parts = [_HOW, digest(self._py_func)]
            self._cache_file._source_stamp = _joined(parts)
            kept = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        if kept is None:
            report_compiling(self._py_func.__qualname__)
        return kept


def _compiled(function: _F, **options: Any) -> _F:
    """Return a function compiled on its first call, kept on disk for the next process.

    Args:
        function: what is compiled.
        options: of numba's njit.
    """
    if getattr(config, "DISABLE_JIT", False):
        return function
    made: Any = njit(**_ALWAYS, **options)(function)
    made._cache = _PackageCache(function)
    return cast("_F", made)


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
        thorough: whether both were compiled with more effort.
        seconds: of processor time that it has taken.
    """

    call: Callable[..., int]
    thorough: bool
    seconds: float = 0.0


def _kinds(value: object) -> object:
    """Return what numba's type of an argument depends on, in less time than numba."""
    if isinstance(value, tuple):
        return (type(value), *map(_kinds, value))
    if isinstance(value, np.ndarray):
        flags = value.flags
        return value.dtype.char, value.ndim, flags.c_contiguous, flags.writeable
    return type(value)


class LinkedKernel:
    """A kernel that calls the functions of a game.

    Numba makes LLVM's language of it once; the text is kept beside the source. At first
    it calls the functions as they stand by themselves, which takes little time to
    compile. In a long search both are compiled with more effort.

    Attributes:
        py_func: the function that was compiled, as numba calls it.
        signatures: the types of arguments that it was linked for.

    Args:
        function: what is compiled.
        patience: how many times longer than usual to wait before more effort is made,
            for a kernel that gains less by it.
    """

    def __init__(self, function: Callable[..., Any], patience: float = 1.0) -> None:
        self.py_func, self._patience = function, patience
        self.signatures: set[tuple[Any, ...]] = set()
        options = {**_ALWAYS, "_nrt": False, "no_cpython_wrapper": True}
        self._compiler: Any = njit(**options)(function)
        self._linked: WeakKeyDictionary[Library, dict[object, _Linked]]
        self._linked = WeakKeyDictionary()

    def __call__(self, game: HasLibrary, *arguments: Any) -> int:
        """Return what the kernel returns, linked with the functions of a game."""
        kinds = _kinds(arguments)
        known = self._linked.setdefault(game.library, {})
        linked = known.get(kinds)
        patience = game.library.patience
        if linked is None or (
            patience is not None
            and not linked.thorough
            and linked.seconds > self._patience * patience
        ):
            types = tuple(map(typeof, arguments))
            linked = known[kinds] = self._link(game.library, types, linked is not None)
        began = time.thread_time()
        result = linked.call(*arguments)
        linked.seconds += time.thread_time() - began
        return result

    def _link(
        self, library: Library, types: tuple[Any, ...], thorough: bool
    ) -> _Linked:
        """Link it with functions, with more effort if that is asked for or kept."""
        name, text = llvm_of(self.py_func, self._compiler, types)
        self.signatures.add(types)
        if library.patience is not None:
            thorough = thorough or is_kept(library, text)
        code = machine_code(library, text, thorough=thorough)
        return _Linked(function_at(code, name), thorough)


def llvm_of(
    function: Callable[..., Any], compiler: Any, types: tuple[Any, ...]
) -> tuple[str, str]:
    """Return the name of a function in LLVM's language, and its text.

    Args:
        function: the function.
        compiler: its dispatcher.
        types: of its arguments.
    """
    made_of = [_HOW, digest(function), numba.__version__.encode()]
    stamp = _joined([*made_of, *(part.encode() for part in processor())])
    kinds = sha256(repr(types).encode()).hexdigest()[:16]
    file = f"{function.__module__}.{function.__qualname__}-{kinds}.ll"
    for folder in folders():
        with suppress(OSError, ValueError):
            data = unsealed((folder / file).read_bytes())
            if data.startswith(stamp):
                name, _, text = data[len(stamp) :].decode().partition("\n")
                return name, text
    report_compiling(function.__qualname__)
    compiler.compile(types)
    text = compiler.inspect_llvm(compiler.signatures[-1])
    name = compiler.overloads[types].fndesc.llvm_func_name
    for folder in folders():
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with replacement(folder / file) as made:
                made.write_bytes(sealed(stamp + f"{name}\n{text}".encode()))
            break
    return name, text


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
    options = {**_ALWAYS, "_nrt": False, "no_cpython_wrapper": True}
    kinds = (*map(typeof, context), *(int64,) * count)
    inner, text = llvm_of(function, njit(**options)(function), kinds)
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
    return _compiled(function)


def bare_kernel(function: _F) -> _F:
    """Return a kernel that may make no arrays, as it does not count references.

    Counting them took more than half of the time of a search.
    """
    return _compiled(function, _nrt=False)


def inner_kernel(function: _F) -> _F:
    """Return a bare kernel that becomes a part of each kernel that calls it."""
    return _compiled(function, _nrt=False, forceinline=True)
