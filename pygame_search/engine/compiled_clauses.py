"""The Prolog modules in compiled form, cached on disk.

SWI-Prolog loads them in a third of the time that it takes to load their sources. The
first process compiles them. The file is named by a hash of the sources, their path and
the version of SWI-Prolog, so it is never stale.

A damaged file would crash the process that loads it. So a second file next to it
records its digest, device, inode and time. If the digest differs, the file is not used;
if only the others differ, another process loads it first as a test.
"""

from __future__ import annotations

import os
import platform
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from pygame_search.support import disk_cache
from pygame_search.support.resources import logic_folder

#: The suffix of compiled files in SWI-Prolog.
_SUFFIX = ".qlf"

#: Seconds after which a process that tries to load a file is ended.
_PATIENCE = 5.0

#: A test that the file defines what Python calls; a file may load and define nothing.
_ASKED = "current_predicate(serve:request/3)"


def kept(version: int) -> Path | None:
    """Return the cached file; None if there is none, or it is damaged.

    Args:
        version: the version number of SWI-Prolog.
    """
    file = _file(version)
    if file is None:
        return None
    try:
        digest = _digest(disk_cache.read(file))
        note = disk_cache.read(_sum(file))
        if not note.startswith(digest):
            return None
        if note != digest + _mark(file):
            if not _loads(file):
                return None
            disk_cache.keep(_sum(file), digest + _mark(file))
    except OSError:
        return None
    disk_cache.used(file)
    disk_cache.used(_sum(file))
    return file


def made(version: int, load_and_compile: Callable[[Path], bool]) -> bool:
    """Load and compile the modules, and cache the compiled file.

    Args:
        version: the version number of SWI-Prolog.
        load_and_compile: loads a file and writes the compiled file next to it, with
            the suffix of compiled files; returns whether it succeeded.

    Returns:
        Whether the modules are loaded; they are not if nothing can be cached.
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
                disk_cache.keep(_sum(file), _digest(data) + _mark(file))
    return loaded


def _file(version: int) -> Path | None:
    built = f"{version} {platform.machine()} {_start()}"
    return disk_cache.kept_file(_SUFFIX, (built, disk_cache.logic()))


def _sum(file: Path) -> Path:
    """Return the path of the file that records the digest of a cached file."""
    return file.with_suffix(".sum")


def _mark(file: Path) -> bytes:
    """Return the device, inode and time, which identify a version of a file."""
    found = file.stat()
    return f"{found.st_dev} {found.st_ino} {found.st_mtime_ns}".encode()


def _loads(file: Path) -> bool:
    """Return whether another process can load a file, and then finds `_ASKED`."""
    words = ["swipl", "-q", "--on-error=status", "-g", _ASKED, "-t", "halt"]
    try:
        done = subprocess.run(
            [*words, os.fspath(file)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _digest(data: bytes) -> bytes:
    return blake2b(data).digest()


def _start() -> Path:
    return logic_folder() / "serve.pl"


def _quoted(path: Path) -> str:
    """Return a path as a quoted atom."""
    text = str(path).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{text}'"
