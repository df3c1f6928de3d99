"""Checksums: a file that was cut short or changed by accident is found.

The last line of a sealed file is `{"sha256": "..."}`, of all that stands before it.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pygame_search.errors import CertificateError, InputError

_SEAL = re.compile(rb'\{"sha256": "([0-9a-f]{64})"\}\n')
_LENGTH = len(b'{"sha256": ""}\n') + 64
_PORTION = 1 << 20


@contextmanager
def sealed(file: Path) -> Iterator[Path]:
    """Give a file to write; it is sealed then, and put in place all at once.

    When something goes wrong, what was in the place before is still there.

    Raises:
        InputError: the file cannot be written.
    """
    made = _beside(file)
    try:
        yield made
        digest = _digest(made, made.stat().st_size)
        with made.open("ab") as out:
            out.write(f'{{"sha256": "{digest}"}}\n'.encode())
            out.flush()
            os.fsync(out.fileno())
        made.chmod(0o666 & ~_mask())
        made.replace(_place(file))
    except OSError as error:
        raise InputError(f"{file}: cannot be written ({error.strerror})") from error
    finally:
        with suppress(OSError):
            made.unlink()


def must_be_writable(file: Path) -> None:
    """Check that a sealed file can be put in a place, before the work for it.

    Raises:
        InputError: it cannot.
    """
    _beside(file).unlink()


def _beside(file: Path) -> Path:
    """Return a new file in the folder of another one.

    Raises:
        InputError: it cannot be made, or there is a device or folder in the place.
    """
    place = _place(file)
    if place.exists() and not place.is_file():
        raise InputError(f"{file}: expected a file to write, found a device or folder")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        os.close(handle)
    except OSError as error:
        raise InputError(f"{file}: cannot be written ({error.strerror})") from error
    return Path(name)


def _place(file: Path) -> Path:
    """Return where a file is, which a link may name: the link is kept."""
    return Path(os.path.realpath(file))


def _mask() -> int:
    """Return the bits of access that files of this process do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def must_be_sealed(file: Path) -> None:
    """Check the seal of a file.

    Raises:
        CertificateError: it has no seal, or one that does not fit.
    """
    size = file.stat().st_size - _LENGTH
    with file.open("rb") as data:
        data.seek(max(size, 0))
        seal = _SEAL.fullmatch(data.read())
    if seal is None:
        raise CertificateError(
            f"{file}: is damaged: expected a checksum in its last line, found none; "
            "it may have been cut short"
        )
    digest = _digest(file, size)
    if digest.encode() != seal[1]:
        raise CertificateError(
            f"{file}: is damaged: expected the checksum {seal[1].decode()[:12]}…, "
            f"found {digest[:12]}…"
        )


def _digest(file: Path, size: int) -> str:
    """Return the SHA-256 of the first bytes of a file."""
    found, left = hashlib.sha256(), size
    with file.open("rb") as data:
        while left and (portion := data.read(min(left, _PORTION))):
            found.update(portion)
            left -= len(portion)
    return found.hexdigest()
