"""Whether the kernels were compiled on this machine, known without importing numba.

`warm` leaves a mark once it has compiled them all. The mark is named by a digest of the
sources, so that it does not outlive them.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pygame_search.support.disk_cache import cache_folder, sources

_CPU = Path("/proc/cpuinfo")


def kernels_compiled() -> bool:
    """Return whether `warm` has compiled the kernels of these sources."""
    return any((folder / _mark()).is_file() for folder in _folders())


def note_compiled() -> bool:
    """Leave the mark that all kernels are compiled; return whether it could be left."""
    for folder in _folders():
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (folder / _mark()).touch()
            return True
    return False


def _folders() -> Iterator[Path]:
    """Yield where the mark may be: beside the kernels, or in the user's cache."""
    yield Path(__file__).parent / "__pycache__"
    if (folder := cache_folder()) is not None:
        yield folder


def _mark() -> str:
    """Return the name of the mark: a digest of all that decides on the kernels."""
    code = sha256(sources("pygame_search.network"))
    code.update(f"{sys.implementation.cache_tag} {platform.machine()}".encode())
    for library in ("numba", "llvmlite"):
        with suppress(PackageNotFoundError):
            code.update(version(library).encode())
    with suppress(OSError):
        code.update("".join(_processor(_CPU.read_text("utf-8"))).encode())
    return f"compiled-{code.hexdigest()[:32]}"


def _processor(text: str) -> list[str]:
    """Return the lines on the first processor's model and instructions."""
    first = text.partition("\n\n")[0].splitlines()
    return [line for line in first if line.startswith(("model name", "flags"))]
