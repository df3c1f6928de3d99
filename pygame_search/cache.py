"""Files kept on disk from one process to the next.

A file is named by a hash of all that it is made from, so that no file is ever stale. A
folder that cannot be written to is done without.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from importlib import resources
from pathlib import Path

import platformdirs

from pygame_search import files
from pygame_search.resources import logic_folder

#: `off` does without files; anything else is the folder to keep them in.
VARIABLE = "PYGAME_SEARCH_CACHE"

#: The files together are kept below this; those not used for longest go first.
MOST_BYTES = 512 << 20


def cache_folder() -> Path | None:
    """Return where files are kept, None when nowhere."""
    place = os.environ.get(VARIABLE, "")
    if place == "off":
        return None
    if place:
        return Path(place)
    return Path(platformdirs.user_cache_dir("pygame_search", appauthor=False))


def kept_file(suffix: str, content: Iterable[str | bytes]) -> Path | None:
    """Return where a file is kept, None when files are kept nowhere.

    Args:
        suffix: of its name, with the dot.
        content: all that it is made from; how it is cut into parts counts.
    """
    folder = cache_folder()
    if folder is None:
        return None
    code = blake2b(digest_size=20)
    for part in content:
        data = part.encode() if isinstance(part, str) else part
        code.update(len(data).to_bytes(8, "little"))
        code.update(data)
    return folder / f"{code.hexdigest()}{suffix}"


def used(path: Path) -> None:
    """Note that a file was used: that decides which is removed first."""
    with contextlib.suppress(OSError):
        os.utime(path)


def keep(path: Path, data: bytes, *, most_bytes: int = MOST_BYTES) -> None:
    """Write a file so that nobody ever sees a part of it, and make room for it.

    Args:
        path: where `kept_file` says.
        data: what it holds.
        most_bytes: the files together are kept below this.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with files.replacement(path) as made:
        made.write_bytes(data)
    _trim(path.parent, most_bytes)


def _trim(folder: Path, most_bytes: int) -> None:
    """Remove files that were not used for longest, until the rest is small enough."""
    found: list[tuple[float, int, Path]] = []
    for path in folder.iterdir():
        # Another process may have removed it.
        with contextlib.suppress(OSError):
            if files.is_temporary(path):
                files.remove_abandoned(path)
            else:
                status = path.stat()
                found.append((status.st_mtime, status.st_size, path))
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found)[:-1]:
        if total <= most_bytes:
            return
        with contextlib.suppress(OSError):
            path.unlink()
            total -= size


@cache
def sources(package: str) -> bytes:
    """Return a digest of the modules of a package, as they were at the first call."""
    return _digest(
        (source.name, source.read_bytes())
        for source in resources.files(package).iterdir()
        if source.name.endswith(".py")
    )


@cache
def logic() -> bytes:
    """Return a digest of the Prolog modules, as they were at the first call."""
    return _digest(
        (path.name, path.read_bytes()) for path in logic_folder().glob("*.pl")
    )


def _digest(named: Iterable[tuple[str, bytes]]) -> bytes:
    code = blake2b(digest_size=20)
    for name, data in sorted(named):
        code.update(f"{name} {len(data)}\n".encode())
        code.update(data)
    return code.digest()
