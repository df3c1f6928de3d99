"""Whether the kernels were compiled on this machine, known without importing numba.

`warm` leaves a mark once it has compiled them all. The mark is named by a digest of the
sources, so that it does not outlive them. Kernels that are compiled all the same, when
they are first called, are reported to whoever listens.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from pygame_search.support.disk_cache import cache_folder

_CPU = Path("/proc/cpuinfo")

_listener: Callable[[str, int], object] | None = None
_compiled = 0


@contextmanager
def compile_reports(listener: Callable[[str, int], object]) -> Iterator[None]:
    """Have a listener called before each kernel is compiled.

    Args:
        listener: called with the kernel's name, and how many this process has compiled.
    """
    global _listener
    before, _listener = _listener, listener
    try:
        yield
    finally:
        _listener = before


def report_compiling(name: str) -> None:
    """Report that a kernel is about to be compiled."""
    global _compiled
    if _listener is not None:
        _listener(name, _compiled)
    _compiled += 1


def kernels_compiled() -> bool:
    """Return whether `warm` has compiled the kernels of these sources."""
    return any((folder / _mark()).is_file() for folder in folders())


def note_compiled() -> bool:
    """Leave the mark that all kernels are compiled; return whether it could be left."""
    for folder in folders():
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (folder / _mark()).touch()
            return True
    return False


def folders() -> Iterator[Path]:
    """Yield where kernels are kept: beside their sources, or in the user's cache."""
    yield Path(__file__).parent / "__pycache__"
    if (folder := cache_folder()) is not None:
        yield folder


def _mark() -> str:
    """Return the name of the mark: a digest of all that decides on the kernels."""
    from importlib.metadata import PackageNotFoundError, version

    code = sha256(_kernel_sources())
    code.update(f"{sys.implementation.cache_tag} {platform.machine()}".encode())
    for library in ("numba", "llvmlite"):
        with suppress(PackageNotFoundError):
            code.update(version(library).encode())
    with suppress(OSError):
        code.update("".join(_processor(_CPU.read_text("utf-8"))).encode())
    return f"compiled-{code.hexdigest()[:32]}"


@cache
def _kernel_sources() -> bytes:
    """Return a digest of the modules that have kernels."""
    code = sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        source = path.read_bytes()
        if b"numba" in source or b"network.jit import" in source:
            code.update(source)
    return code.digest()


def _processor(text: str) -> list[str]:
    """Return the lines on the first processor's model and instructions."""
    first = text.partition("\n\n")[0].splitlines()
    return [line for line in first if line.startswith(("model name", "flags"))]
