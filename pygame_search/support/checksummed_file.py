"""Checksums, which detect files that were truncated or damaged.

The last line of a sealed file is `{"sha256": "..."}`, the hash of all that precedes it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pygame_search.support import files
from pygame_search.support.errors import CertificateError, InputError

_SEAL = re.compile(rb'\{"sha256": "([0-9a-f]{64})"\}\n')
_LENGTH = len(b'{"sha256": ""}\n') + 64
_PORTION = 1 << 20


@contextmanager
def sealed(file: Path) -> Iterator[Path]:
    """Yield a file to write; then seal it and replace the target atomically.

    Raises:
        InputError: the file cannot be written.
    """
    _must_be_plain(file)
    try:
        with files.replacement(file) as made:
            yield made
            digest = _digest(made, made.stat().st_size)
            with made.open("ab") as out:
                out.write(f'{{"sha256": "{digest}"}}\n'.encode())
    except OSError as error:
        raise files.unwritable(file, error) from error


def must_be_writable(file: Path) -> None:
    """Check, before the work for it, that a sealed file can be written.

    Raises:
        InputError: it cannot.
    """
    _must_be_plain(file)
    try:
        files.must_be_writable(file)
    except OSError as error:
        raise files.unwritable(file, error) from error


def _must_be_plain(file: Path) -> None:
    if file.exists() and not file.is_file():
        raise InputError(f"{file}: expected a regular file, found a device or a folder")


def must_be_sealed(file: Path) -> None:
    """Check the seal of a file.

    Raises:
        CertificateError: it has no seal, or a wrong one.
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
