"""Files that a user names, opened for reading.

Reading a pipe could wait for ever, a device may have no end, and a wrong file may be
larger than the memory: each of these is refused at once.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from pygame_search.support.errors import InputError

#: The greatest sizes of text files and of JSON files, in bytes.
MOST_TEXT, MOST_JSON = 4_000_000, 100_000_000


@contextmanager
def open_input(
    file: str | os.PathLike[str], what: str, most: int | None = None
) -> Iterator[BufferedReader]:
    """Yield a regular file, open for reading.

    Args:
        file: its path.
        what: what it should be, in words, as in `a rule file`.
        most: its greatest size in bytes; None for any size.

    Raises:
        InputError: it cannot be read, is not a regular file, or is too large.
    """
    path = Path(file)
    if "\0" in str(path):
        raise InputError(f"expected the path of a file, found {str(path)!r}")
    try:
        # Without O_NONBLOCK, opening a pipe would wait for a writer.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            os.close(handle)
            raise InputError(f"{path}: expected {what}, found a folder")
        with open(handle, "rb") as stream:
            _must_be_file(path, os.fstat(handle), what, most)
            yield stream
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error


def _must_be_file(
    path: Path, state: os.stat_result, what: str, most: int | None
) -> None:
    if not stat.S_ISREG(state.st_mode):
        raise InputError(f"{path}: expected {what}, found a pipe or a device")
    if most is not None and state.st_size > most:
        raise InputError(
            f"{path}: expected {what} of at most {most:,} bytes, found "
            f"{state.st_size:,}"
        )


def read_input(file: str | os.PathLike[str], what: str, most: int) -> bytes:
    """Return the contents of a file; see `open_input`."""
    with open_input(file, what, most) as stream:
        return stream.read(most + 1)  # files in /proc are larger than their size says


def read_input_text(
    file: str | os.PathLike[str], what: str, most: int = MOST_TEXT
) -> str:
    """Return the contents of a file as UTF-8 text; see `open_input`."""
    try:
        return read_input(file, what, most).decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: expected text in UTF-8 ({error.reason})") from error
