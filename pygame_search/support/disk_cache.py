"""Files cached on disk, shared between processes.

A file is named by a hash of everything it is made from, so no file is ever stale. A
folder is not used if it is not writable, or if other users may write to it, because
then its files may not come from this program.
"""

from __future__ import annotations

import contextlib
import logging
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import blake2b, sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import platformdirs

from pygame_search.support import files
from pygame_search.support.resources import logic_folder

if TYPE_CHECKING:
    from importlib.abc import Traversable  # moved in Python 3.11

_LOG = logging.getLogger(__name__)

T = TypeVar("T")

#: `off` turns the cache off; any other value is the folder of the cache.
VARIABLE = "PYGAME_SEARCH_CACHE"

#: The limit on the total size of the files; the least recently used are removed first.
MOST_BYTES = 512 << 20

#: The part of the limit that a process may write before it looks at all files again.
_UNSEEN = 1 / 16

#: For each folder how many bytes this process has written since it looked.
_written: dict[Path, int] = {}

#: How many bytes the digest of a sealed file has.
_SEAL = sha256().digest_size


def cache_folder() -> Path | None:
    """Return the folder of the cache; None if there is no cache."""
    place = os.environ.get(VARIABLE, "")
    if place == "off":
        return None
    folder = Path(
        place or platformdirs.user_cache_dir("pygame_search", appauthor=False)
    )
    return folder if _is_safe(folder) else None


def _is_safe(folder: Path) -> bool:
    """Return whether no other user can write to a folder; if one can, log a warning."""
    try:
        status = folder.stat()
    except OSError:
        return True
    mode = stat.S_IMODE(status.st_mode)
    if status.st_uid != os.geteuid():
        _warn(f"{folder} is not used as a cache: it belongs to another user")
    elif mode & 0o022:
        _warn(
            f"{folder} is not used as a cache: other users may write to it (mode "
            f"{mode:04o}); run `chmod 700` on it"
        )
    else:
        return True
    return False


@cache
def _warn(words: str) -> None:
    """Log a warning once."""
    _LOG.warning(words)


def kept_file(suffix: str, content: Iterable[str | bytes]) -> Path | None:
    """Return the path of a cached file; None if there is no cache.

    Args:
        suffix: the suffix of its name, with the dot.
        content: everything that it is made from; how it is split into parts matters.
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


def kept(
    suffix: str,
    content: Iterable[str | bytes],
    make: Callable[[], T],
    *,
    what: str,
    pack: Callable[[T], bytes],
    unpack: Callable[[bytes], T],
    note: Callable[[str], object] = _LOG.warning,
    most_bytes: int = MOST_BYTES,
) -> T:
    """Return what a cached file holds, or make it and write the file.

    Args:
        suffix: the suffix of its name, with the dot.
        content: everything that it is made from, as for `kept_file`.
        make: makes it.
        what: what it is, for the note.
        pack: returns the bytes of the file; `sealed`, if nothing else shows damage.
        unpack: the reverse; raises a ValueError if the bytes are damaged.
        note: called with a sentence about a file that cannot be read or written.
        most_bytes: the limit on the total size of the files.
    """
    path = kept_file(suffix, content)
    if path is None:
        return make()
    try:
        found = unpack(read(path))
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        note(f"{what} kept in {path} is made again: {error}")
    else:
        used(path)
        return found
    found = make()
    try:
        keep(path, pack(found), most_bytes=most_bytes)
    except OSError as error:
        note(f"{what} is not kept in {path}: {error}")
    return found


def sealed(data: bytes) -> bytes:
    """Return data with a digest at its end."""
    return data + sha256(data).digest()


def unsealed(data: bytes) -> bytes:
    """Return data without the digest at its end.

    Raises:
        ValueError: the digest is that of other data.
    """
    if sha256(data[:-_SEAL]).digest() != data[-_SEAL:]:
        raise ValueError("expected a file with a digest at its end")
    return data[:-_SEAL]


def read(path: Path) -> bytes:
    """Return the contents of a cached file.

    Raises:
        FileNotFoundError: there is no such file.
        OSError: it cannot be read, or was not written by this program.
    """
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with open(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > MOST_BYTES:
            raise OSError(f"expected a file of at most {MOST_BYTES:,} bytes")
        return file.read(MOST_BYTES)


def used(path: Path) -> None:
    """Note that a file was used; the least recently used is removed first."""
    with contextlib.suppress(OSError):
        os.utime(path, ns=(time.time_ns(), path.stat().st_mtime_ns))


def keep(path: Path, data: bytes, *, most_bytes: int = MOST_BYTES) -> None:
    """Write a file atomically, and make room for it.

    Args:
        path: the path from `kept_file`.
        data: the contents.
        most_bytes: the limit on the total size of the files. Each process may exceed
            it by a sixteenth.

    Raises:
        OSError: it cannot be written.
    """
    if not path.parent.exists():
        path.parent.parent.mkdir(parents=True, exist_ok=True)
        path.parent.mkdir(mode=0o700, exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            path.unlink()
    with files.replacement(path) as made:
        made.write_bytes(data)
    written = _written.get(path.parent, most_bytes) + len(data)
    if written > _UNSEEN * most_bytes:
        _trim(path.parent, most_bytes)
        written = 0
    _written[path.parent] = written


def _trim(folder: Path, most_bytes: int) -> None:
    """Remove the least recently used files until the rest is small enough."""
    found: list[tuple[float, int, Path]] = []
    for entry in os.scandir(folder):
        path = Path(entry)
        # Another process may have removed it.
        with contextlib.suppress(OSError):
            if files.is_temporary(path):
                files.remove_abandoned(path)
            else:
                status = entry.stat()
                found.append((status.st_atime, status.st_size, path))
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found)[:-1]:
        if total <= most_bytes:
            return
        with contextlib.suppress(OSError):
            path.unlink()
            total -= size


@cache
def sources(package: str, *, below: bool = True) -> bytes:
    """Return a digest of the modules of a package, as they were at the first call.

    Args:
        package: its name, with dots.
        below: whether to include the packages inside it.
    """
    return _digest(_files(resources.files(package), ".py", below))


@cache
def logic() -> bytes:
    """Return a digest of the Prolog modules, as they were at the first call."""
    return _digest(_files(logic_folder(), ".pl", True))


def _files(
    folder: Traversable, suffix: str, below: bool, place: str = ""
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder, each with its path relative to the first folder."""
    for item in folder.iterdir():
        if item.name.endswith(suffix):
            yield place + item.name, item.read_bytes()
        elif below and item.name != "__pycache__" and item.is_dir():
            yield from _files(item, suffix, below, f"{place}{item.name}/")


def _digest(named: Iterable[tuple[str, bytes]]) -> bytes:
    code = blake2b(digest_size=20)
    for name, data in sorted(named):
        code.update(f"{name} {len(data)}\n".encode())
        code.update(data)
    return code.digest()
