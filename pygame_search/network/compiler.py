"""How numba compiles the kernels, and where it keeps those that Python calls.

Its own cache does not see that a kernel within another has changed, and ends the
program at a damaged file, so its files are named and sealed here. That takes names of
numba's that it does not document: all of them are in this file, and
`tests/network/test_numba_names.py` lists them.

To import numba takes half a second. `jit.py` imports this file when something must be
compiled, or is called that no game's functions are linked with.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from pygame_search.network.kernel_cache import report_compiling
from pygame_search.network.kernel_digest import HOW, digest, joined
from pygame_search.support.interrupts import without_interrupts

with without_interrupts():  # which an import of half a second can lose
    from numba import config, njit, typeof
    from numba.core.caching import (
        CompileResultCacheImpl,
        FunctionCache,
        IndexDataCacheFile,
    )
    from numba.core.registry import cpu_target
    from numba.extending import intrinsic, typeof_impl
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

#: How many bytes a digest has.
_DIGEST = sha256().digest_size


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
            parts = [HOW, digest(self._py_func)]
            self._cache_file._source_stamp = joined(parts)
            kept = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        if kept is None:
            report_compiling(self._py_func.__qualname__)
        return kept


def compiled(function: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    """Return a function that numba compiles when it is called, and keeps on disk.

    Args:
        function: what is compiled.
        options: of numba's njit.
    """
    made: Any = njit(**options)(function)
    if not getattr(config, "DISABLE_JIT", False):
        made._cache = _PackageCache(function)
    return made


def llvm_text(
    function: Callable[..., Any], options: Mapping[str, Any], arguments: tuple[Any, ...]
) -> tuple[str, str]:
    """Return the name of a function in LLVM's language, and its text.

    Args:
        function: the function.
        options: of numba's njit.
        arguments: values of the types of its arguments.
    """
    made: Any = njit(**options)(function)
    types = tuple(map(typeof, arguments))
    made.compile(types)
    name: str = made.overloads[types].fndesc.llvm_func_name
    return name, made.inspect_llvm(types)


def let_kernels_name(kind: type, type_of: Callable[[Any], Any]) -> None:
    """Let kernels name objects of a class.

    Args:
        kind: the class.
        type_of: returns numba's type of such an object.
    """
    typeof_impl.register(kind)(lambda value, _: type_of(value))


def instruction_type(typed: Callable[..., Any]) -> Any:
    """Return numba's type of an instruction; see `jit.instruction`."""
    made = intrinsic(typed)
    context = cpu_target.typing_context
    context.refresh()
    return context.resolve_value_type(made)
