"""The Prolog modules in compiled form, kept on disk.

SWI-Prolog loads them in a third of the time that it takes to load their sources. The
first process compiles them. The file is named by a hash of the sources, of where they
are and of SWI-Prolog's version, so it is never stale.
"""

from __future__ import annotations

import platform
import tempfile
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from pygame_search.support import disk_cache
from pygame_search.support.resources import logic_folder

#: What SWI-Prolog calls compiled files.
_SUFFIX = ".qlf"


def kept(version: int) -> Path | None:
    """Return the file that is kept; None if there is none, or it is damaged.

    Args:
        version: the number of SWI-Prolog's version.
    """
    file = _file(version)
    if file is None:
        return None
    try:
        if disk_cache.read(_sum(file)) != _digest(disk_cache.read(file)):
            return None
    except OSError:
        return None
    disk_cache.used(file)
    disk_cache.used(_sum(file))
    return file


def made(version: int, load_and_compile: Callable[[Path], bool]) -> bool:
    """Have the modules loaded and compiled, and keep what they are compiled to.

    Args:
        version: the number of SWI-Prolog's version.
        load_and_compile: loads a file and writes what it is compiled to beside it, with
            the suffix of compiled files; returns whether it could.

    Returns:
        whether the modules are loaded; they are not where nothing can be kept.
    """
    file = _file(version)
    loaded = False
    if file is not None:
        with suppress(OSError), tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "clauses.pl"
            source.write_text(f":- use_module({_quoted(_start())}, []).\n", "utf-8")
            loaded = load_and_compile(source)
            if loaded:
                data = source.with_suffix(_SUFFIX).read_bytes()
                disk_cache.keep(file, data)
                disk_cache.keep(_sum(file), _digest(data))
    return loaded


def _file(version: int) -> Path | None:
    built = f"{version} {platform.machine()} {_start()}"
    return disk_cache.kept_file(_SUFFIX, (built, disk_cache.logic()))


def _sum(file: Path) -> Path:
    """Return where the digest of a kept file stands."""
    return file.with_suffix(".sum")


def _digest(data: bytes) -> bytes:
    return blake2b(data).digest()


def _start() -> Path:
    return logic_folder() / "serve.pl"


def _quoted(path: Path) -> str:
    """Return a path as an atom."""
    text = str(path).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{text}'"
