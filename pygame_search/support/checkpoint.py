"""Checkpoints: files with the state of interrupted work, to continue from.

The file begins with a mark, a checksum of all that follows and the length of a JSON
header. The header has the caller's data, the hash of the rules, and the type and shape
of each array. The arrays follow. A file that is truncated, changed, or made by another
version or with other rules is reported and not used.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from pygame_search.support import files
from pygame_search.support.errors import InputError, LimitError
from pygame_search.support.input_files import open_input

#: Ends with the version of the format.
_MARK = b"pygame_search checkpoint 1\n"
_CHECKSUM = 32
_LENGTH = struct.Struct("<Q")

#: Files are read and written in portions, so that Ctrl-C takes effect.
_PORTION = 1 << 24


#: The errors after which unfinished work can be continued later. InputError is among
#: them for a certificate that cannot be written.
UNFINISHED = (LimitError, InputError, KeyboardInterrupt)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The file that keeps the state of some work.

    Attributes:
        path: the path of the file.
        rules: the hash of the rules.
        resume: whether to continue from the saved state.
    """

    path: Path
    rules: str
    resume: bool = True

    def load(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]] | None:
        """Return the saved header and arrays, or None to start anew.

        Raises:
            InputError: see `load`; or the file cannot be read.
        """
        if not self.resume or not self.path.exists():
            return None
        try:
            return load(self.path, self.rules)
        except OSError as error:
            text = f"{self.path}: cannot be read ({error.strerror})"
            raise InputError(text) from error

    def save(
        self, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        """Save the state, replacing an older one.

        Raises:
            InputError: it cannot be written.
        """
        try:
            save(self.path, self.rules, header, arrays)
        except OSError as error:
            raise files.unwritable(self.path, error) from error

    def remove(self) -> None:
        """Remove the saved state, once the work is finished and its result is saved.

        Raises:
            InputError: it cannot be removed.
        """
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            text = f"{self.path}: cannot be removed ({error.strerror})"
            raise InputError(text) from error


def save(
    path: Path,
    rules: str,
    header: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
) -> None:
    """Write a checkpoint, replacing an older one.

    Args:
        path: the path of the file.
        rules: the hash of the rules.
        header: anything that JSON can represent.
        arrays: the arrays by name.

    Raises:
        OSError: the file cannot be written.
    """
    shapes = {name: (part.dtype.str, part.shape) for name, part in arrays.items()}
    words = {"rules": rules, "header": dict(header), "arrays": shapes}
    text = json.dumps(words).encode()
    with files.replacement(path) as made, made.open("wb") as file:
        file.write(_MARK + bytes(_CHECKSUM))
        checksum = blake2b(digest_size=_CHECKSUM)
        _write(file, _LENGTH.pack(len(text)) + text, checksum)
        for part in arrays.values():
            octets = np.ascontiguousarray(part).reshape(-1).view(np.uint8)
            for begin in range(0, len(octets), _PORTION):
                _write(file, octets[begin : begin + _PORTION].data, checksum)
        file.seek(len(_MARK))
        file.write(checksum.digest())


def load(path: Path, rules: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return the header and the arrays of a checkpoint.

    Raises:
        InputError: the file is not a checkpoint, is damaged, belongs to other rules, or
            cannot be read.
    """
    with open_input(path, "a checkpoint") as file:
        if file.read(len(_MARK)) != _MARK:
            raise InputError(f"expected a checkpoint of this version, found {path}")
        expected = file.read(_CHECKSUM)
        checksum = blake2b(digest_size=_CHECKSUM)
        begin = file.tell()
        while data := file.read(_PORTION):
            checksum.update(data)
        if checksum.digest() != expected:
            raise InputError(f"{path} is damaged: its checksum is another")
        file.seek(begin)
        (length,) = _LENGTH.unpack(file.read(_LENGTH.size))
        words = json.loads(file.read(length))
        if words["rules"] != rules:
            raise InputError(f"{path} was made from other rules, or other parameters")
        arrays = {}
        for name, (dtype, shape) in words["arrays"].items():
            room = np.zeros(prod(shape) * np.dtype(dtype).itemsize, np.uint8)
            for at in range(0, len(room), _PORTION):
                file.readinto(room[at : at + _PORTION].data)
            arrays[name] = room.view(dtype).reshape(shape)
    return words["header"], arrays


def _write(file: BinaryIO, data: bytes | memoryview, checksum: Any) -> None:
    file.write(data)
    checksum.update(data)
