"""How the kernels are compiled."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np

from pygame_search.interrupts import without_interrupts

with without_interrupts():  # which an import of half a second can lose
    from numba import njit
    from numba.core.caching import FunctionCache, IndexDataCacheFile

#: A number in a kernel. `np.int64(0)` where a plain 0 would be compiled by itself.
Number: TypeAlias = "int | np.int64"

_F = TypeVar("_F", bound=Callable[..., object])


#: Where in a kernel's source another file of this folder is imported, whose constants
#: and functions become a part of it.
_IMPORT = re.compile(rf"^from {re.escape(__package__)}\.(\w+) import", re.M)


#: How many bytes a digest has.
_DIGEST = sha256().digest_size


@cache
def _sources(file: Path) -> bytes:
    """Return a digest of a file and of those of this folder that it imports."""
    source = file.read_bytes()
    imported = sorted(set(_IMPORT.findall(source.decode())))
    folder = Path(__file__).parent
    parts = [sha256(source).digest()]
    parts += [_sources(folder / f"{name}.py") for name in imported]
    return sha256(b"".join(parts)).digest()


class _CheckedFiles(IndexDataCacheFile):
    """The files of a kernel, each with a digest of itself at its end.

    One that was cut off or changed counts as missing: the kernel is compiled again.
    """

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        with super()._open_for_write(filepath) as file:
            written = io.BytesIO()
            yield written
            data = written.getvalue()
            file.write(data + sha256(data).digest())

    def _load_index(self) -> Any:
        whole = _is_whole(self._index_path)
        return super()._load_index() if whole else {}  # type: ignore[no-untyped-call]

    def _load_data(self, name: str) -> Any:
        if not _is_whole(self._data_path(name)):  # type: ignore[no-untyped-call]
            raise FileNotFoundError(name)  # which numba expects
        return super()._load_data(name)  # type: ignore[no-untyped-call]


def _is_whole(path: str) -> bool:
    with suppress(OSError):
        data = Path(path).read_bytes()
        return sha256(data[:-_DIGEST]).digest() == data[-_DIGEST:]
    return False


class _PackageCache(FunctionCache):
    """Kernels on disk. A kernel holds those that it calls: their sources count, too."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._cache_file = _CheckedFiles(  # type: ignore[no-untyped-call]
            self._cache_path,
            self._impl.filename_base,
            self._impl.locator.get_source_stamp(),
        )

    def _index_key(self, *signature: Any) -> Any:
        key = super()._index_key(*signature)  # type: ignore[no-untyped-call]
        return (*key, _sources(Path(self._py_func.__code__.co_filename)))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a kernel from the disk; numba must not be interrupted at it."""
        with without_interrupts():
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]


def compiled(function: _F, **options: Any) -> _F:
    """Return a function compiled on its first call, kept on disk for the next process.

    Args:
        function: what is compiled.
        options: of numba's njit.
    """
    dispatcher = njit(nogil=True, error_model="numpy", **options)(function)
    if dispatcher is not function:  # numba is not switched off
        dispatcher._cache = _PackageCache(function)
    return cast("_F", dispatcher)


def kernel(function: _F) -> _F:
    """Return a function compiled on its first call, kept on disk for the next process.

    It runs without Python's lock, and divides as C does. Arguments are numbers and
    arrays that can be written to: a read-only one would be another type, and compiled
    again.
    """
    return compiled(function)


def inner_kernel(function: _F) -> _F:
    """Return a function compiled as `kernel` does it, for the innermost loops.

    It is made a part of whoever calls it, and may make no arrays: it does not count who
    uses those that it is given, which takes as long as much of the work.
    """
    return compiled(function, forceinline=True, _nrt=False)
