"""Files that are written completely or not at all.

The contents are written to a temporary file beside the target, which then replaces it.
Whatever happens meanwhile, the target is the old file or the new one. If several
processes write it at once, the last to finish wins.

A process holds a lock on its temporary file. A temporary file without a lock was left
by a killed process; the next process that writes the same file removes it.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

from pygame_search.support.errors import InputError
from pygame_search.support.interrupts import without_interrupts

#: How many processes may write one file at once.
_MOST_WRITERS = 100
#: The least number of names to search for abandoned temporary files.
_LOOKED_AT = 8
#: A longer name is replaced by its hash, to leave room for the rest of the name.
_LONGEST_NAME = 200
_SUFFIX = ".tmp"

#: The temporary files of this process, by the handles that lock them: when a file has
#: replaced its target, another thread may take its name.
_unfinished: dict[int, Path] = {}


def write(file: Path, data: str | bytes) -> None:
    """Write a file; see `replacement`.

    A text is written in UTF-8. Characters that UTF-8 cannot encode, as in some file
    names, are escaped as on standard output.

    Raises:
        InputError: it cannot be written.
    """
    octets = data.encode(errors="backslashreplace") if isinstance(data, str) else data
    try:
        with replacement(file) as made:
            made.write_bytes(octets)
    except OSError as error:
        raise unwritable(file, error) from error


def unwritable(file: Path, error: OSError) -> InputError:
    """Return the error for a file that cannot be written."""
    return InputError(f"{file}: cannot be written ({error.strerror or error})")


@contextmanager
def replacement(file: Path) -> Iterator[Path]:
    """Yield the path of an empty file to write, which then replaces the target.

    If anything goes wrong, the old file is still there, and no temporary file. A link
    stays a link: its target is replaced. The new file has the access rights of the old
    one. A device, a pipe or the file of standard output is written directly.

    Raises:
        OSError: the file cannot be written.
    """
    if _is_stream(file):
        yield file
        return
    place, handle = _place(file), None
    try:
        with without_interrupts():
            handle = _begun(place)
        made = _unfinished[handle]
        yield made
        os.fsync(handle)
        with without_interrupts():
            os.replace(made, place)
            _sync_folder(place.parent)
    finally:
        if handle is not None:
            _end(handle)


def must_be_writable(file: Path) -> None:
    """Check that a file can be replaced, before doing the work that produces it.

    Raises:
        OSError: it cannot be replaced.
    """
    with without_interrupts():
        _end(_begun(_place(file)))


def is_temporary(file: Path) -> bool:
    """Return whether a file is named like the temporary files of `replacement`."""
    return file.name.startswith(".") and file.suffix == _SUFFIX


def remove_abandoned(temporary: Path) -> None:
    """Remove a temporary file if no process is writing it."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with suppress(OSError):
        handle = os.open(temporary, flags)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(handle, temporary):
                temporary.unlink()
        finally:
            os.close(handle)


def remove_unfinished() -> None:
    """Remove the temporary files of this process, which is about to end."""
    for made in list(_unfinished.values()):
        with suppress(OSError):
            made.unlink()


def _is_stream(file: Path) -> bool:
    """Return whether a file is not a regular file, or is open as standard output."""
    try:
        found = file.stat()
    except OSError:
        return False
    if not stat.S_ISREG(found.st_mode):
        return True
    with suppress(OSError):
        return any(os.path.samestat(found, os.fstat(number)) for number in (1, 2))
    return False


def _place(file: Path) -> Path:
    """Return the path of a file, with all links resolved."""
    place = Path(os.path.realpath(file))
    if place.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(file))
    if place.exists() and not os.access(place, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    return place


def _begun(place: Path) -> int:
    """Return the handle of a new temporary file.

    Those abandoned for the same target are removed.
    """
    name = place.name
    if len(name.encode(errors="surrogateescape")) > _LONGEST_NAME:
        digest = blake2b(name.encode(errors="surrogateescape"), digest_size=20)
        name = digest.hexdigest()
    handle = None
    for number in range(_MOST_WRITERS):
        if handle is not None and number >= _LOOKED_AT:
            break
        temporary = place.with_name(f".{name}.{number}{_SUFFIX}")
        remove_abandoned(temporary)
        if handle is None:
            handle = _locked(temporary)
    if handle is None:
        raise OSError(errno.EBUSY, "too many processes are writing it")
    with suppress(OSError):
        os.fchmod(handle, place.stat().st_mode & 0o777)
    return handle


def _locked(temporary: Path) -> int | None:
    """Create a temporary file and lock it; return None if the name is taken."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    while True:
        try:
            handle = os.open(temporary, flags, 0o666)
        except FileExistsError:
            return None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:  # another process is removing it as abandoned
            os.close(handle)
            return None
        except OSError:  # a file system without locks
            pass
        # Another process may have removed it before it was locked.
        if _is_at(handle, temporary):
            _unfinished[handle] = temporary
            return handle
        os.close(handle)


def _end(handle: int) -> None:
    """Release the lock, and remove the temporary file if it is still there."""
    with without_interrupts():
        with suppress(OSError):
            if _is_at(handle, _unfinished[handle]):
                _unfinished[handle].unlink()
        del _unfinished[handle]
        os.close(handle)


def _is_at(handle: int, path: Path) -> bool:
    """Return whether a path names the file of an open handle."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except FileNotFoundError:
        return False


def _sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power failure."""
    with suppress(OSError):  # not every file system can
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
