"""The Prolog modules in compiled form, kept on disk.

SWI-Prolog loads them in a third of the time that it takes to load their sources. The
first process compiles them. The file is named by a hash of the sources, of where they
are and of SWI-Prolog's version, so it is never stale.

A file that is damaged would end the process that loads it. Beside it stands therefore
its digest, and the file for which that was written: another file of this name, however
it came there, is first loaded by a process of its own.
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

#: What SWI-Prolog calls compiled files.
_SUFFIX = ".qlf"

#: Seconds after which a process that loads a file is given up.
_PATIENCE = 5.0

#: Whether what Python asks is there: a file may load, and define nothing.
_ASKED = "current_predicate(serve:request/3)"


def kept(version: int) -> Path | None:
    """Return the file that is kept; None if there is none, or it is damaged.

    Args:
        version: the number of SWI-Prolog's version.
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
                disk_cache.keep(_sum(file), _digest(data) + _mark(file))
    return loaded


def _file(version: int) -> Path | None:
    built = f"{version} {platform.machine()} {_start()}"
    return disk_cache.kept_file(_SUFFIX, (built, disk_cache.logic()))


def _sum(file: Path) -> Path:
    """Return where the digest of a kept file stands."""
    return file.with_suffix(".sum")


def _mark(file: Path) -> bytes:
    """Return what tells a file from others of its name, and from what it was."""
    found = file.stat()
    return f"{found.st_dev} {found.st_ino} {found.st_mtime_ns}".encode()


def _loads(file: Path) -> bool:
    """Return whether a process of its own can load a file, and has then what we ask."""
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
    """Return a path as an atom."""
    text = str(path).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{text}'"
