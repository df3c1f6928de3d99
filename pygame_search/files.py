"""Files that are written as a whole or not at all.

What is to be in a file is written to a temporary file beside it, which then takes its
place. Whatever happens meanwhile, the file is the old one or the new one; of several
processes that write it at once the last to finish wins.

A process holds a lock on its temporary file. One without a lock was left by a process
that was killed; whoever writes the same file next removes it.
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

from pygame_search.errors import InputError
from pygame_search.interrupts import without_interrupts

#: How many processes may write one file at once.
_MOST_WRITERS = 100
#: Abandoned temporary files are looked for under so many names at least.
_LOOKED_AT = 8
#: A longer name is replaced by its hash, so that more can stand beside it.
_LONGEST_NAME = 200
_SUFFIX = ".tmp"

#: The temporary files of this process, with their locks.
_unfinished: dict[Path, int] = {}


def write(file: Path, data: str | bytes) -> None:
    """Write a file; see `replacement`.

    Raises:
        InputError: it cannot be written.
    """
    octets = data.encode() if isinstance(data, str) else data
    try:
        with replacement(file) as made:
            made.write_bytes(octets)
    except OSError as error:
        raise unwritable(file, error) from error


def unwritable(file: Path, error: OSError) -> InputError:
    """Return what to say of a file that cannot be written."""
    return InputError(f"{file}: cannot be written ({error.strerror or error})")


@contextmanager
def replacement(file: Path) -> Iterator[Path]:
    """Give the path of an empty file to write, which then takes the place of another.

    When anything goes wrong, what was in the place before is still there, and nothing
    is beside it. A link stays a link: its target is replaced. The new file has the
    access rights of the old one. A device, a pipe and what is standard output already
    are written as they are.

    Raises:
        OSError: the file cannot be written.
    """
    if _is_stream(file):
        yield file
        return
    place, made = _place(file), None
    try:
        with without_interrupts():
            made = _begun(place)
        yield made
        os.fsync(_unfinished[made])
        with without_interrupts():
            os.replace(made, place)
            _sync_folder(place.parent)
    finally:
        if made is not None:
            _end(made)


def must_be_writable(file: Path) -> None:
    """Check that a file can be replaced, before the work that leads to it.

    Raises:
        OSError: it cannot.
    """
    with without_interrupts():
        _end(_begun(_place(file)))


def is_temporary(file: Path) -> bool:
    """Return whether a file has a name as `replacement` gives them."""
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
    for made in list(_unfinished):
        with suppress(OSError):
            made.unlink()


def _is_stream(file: Path) -> bool:
    """Return whether a file is no regular one, or is open as standard output."""
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
    """Return where a file is, through all links."""
    place = Path(os.path.realpath(file))
    if place.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(file))
    if place.exists() and not os.access(place, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    return place


def _begun(place: Path) -> Path:
    """Return a new temporary file, and remove those that were left for this place."""
    name = place.name
    if len(name.encode(errors="surrogateescape")) > _LONGEST_NAME:
        digest = blake2b(name.encode(errors="surrogateescape"), digest_size=20)
        name = digest.hexdigest()
    made = None
    for number in range(_MOST_WRITERS):
        if made is not None and number >= _LOOKED_AT:
            break
        temporary = place.with_name(f".{name}.{number}{_SUFFIX}")
        remove_abandoned(temporary)
        if made is None and _locked(temporary):
            made = temporary
    if made is None:
        raise OSError(errno.EBUSY, "too many processes are writing it")
    with suppress(OSError):
        os.fchmod(_unfinished[made], place.stat().st_mode & 0o777)
    return made


def _locked(temporary: Path) -> bool:
    """Make a temporary file and lock it; return whether there was none before."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    while True:
        try:
            handle = os.open(temporary, flags, 0o666)
        except FileExistsError:
            return False
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:  # another process takes it for abandoned
            os.close(handle)
            return False
        except OSError:  # a file system without locks
            pass
        # Before it had its lock, another process may have removed it.
        if _is_at(handle, temporary):
            _unfinished[temporary] = handle
            return True
        os.close(handle)


def _end(temporary: Path) -> None:
    """Remove a temporary file, unless it is in its place, and the lock."""
    with without_interrupts():
        with suppress(OSError):
            if _is_at(_unfinished[temporary], temporary):
                temporary.unlink()
        os.close(_unfinished.pop(temporary))


def _is_at(handle: int, path: Path) -> bool:
    """Return whether a path leads to an open file."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except FileNotFoundError:
        return False


def _sync_folder(folder: Path) -> None:
    """Have the names in a folder survive a failure of the power."""
    with suppress(OSError):  # not every file system can
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
