"""A network as the bytes of a file.

The file begins with a mark, the version of the format, the length of all that follows
and a checksum of it. Then come the length of a header in JSON, the header, which holds
numbers, names, and type, shape and place of each array, and the arrays.
"""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import fields
from typing import Any

import numpy as np

from pygame_search.network.network import Network

#: Grows when the format or the fields of a network change.
VERSION = 1

_MARK = b"pygame_search network\n"
_PREFIX = struct.Struct("<HQI")
_LENGTH = struct.Struct("<Q")
#: Arrays begin at multiples of so many bytes.
_ALIGNED = 64


class DamagedError(ValueError):
    """The bytes are not a network of this version: says what is wrong with them."""


def to_bytes(network: Network) -> bytes:
    """Return the bytes of a file that keeps a network."""
    words: dict[str, Any] = {}
    arrays: dict[str, tuple[str, list[int], int]] = {}
    parts: list[bytes] = []
    end = 0
    for field in fields(network):
        value = getattr(network, field.name)
        if isinstance(value, np.ndarray):
            data = np.ascontiguousarray(value).tobytes()
            arrays[field.name] = (value.dtype.str, list(value.shape), end)
            parts += [data, bytes(-len(data) % _ALIGNED)]
            end += len(data) + -len(data) % _ALIGNED
        else:
            words[field.name] = value
    header = json.dumps({"words": words, "arrays": arrays}).encode()
    begin = len(_MARK) + _PREFIX.size + _LENGTH.size + len(header)
    header += b" " * (-begin % _ALIGNED)
    body = b"".join([_LENGTH.pack(len(header)), header, *parts])
    return _MARK + _PREFIX.pack(VERSION, len(body), zlib.crc32(body)) + body


def from_bytes(data: bytes) -> Network:
    """Return the network that bytes keep.

    Raises:
        DamagedError: they are of another version, cut short or changed.
    """
    begin = len(_MARK) + _PREFIX.size
    if data[: len(_MARK)] != _MARK or len(data) < begin:
        raise DamagedError("it is no file of a network")
    version, length, checksum = _PREFIX.unpack_from(data, len(_MARK))
    if version != VERSION:
        raise DamagedError(f"expected version {VERSION}, got version {version}")
    if len(data) - begin != length:
        raise DamagedError(
            f"expected {length:,} bytes of a network, got {len(data) - begin:,}"
        )
    if zlib.crc32(memoryview(data)[begin:]) != checksum:
        raise DamagedError("its checksum is another")
    (size,) = _LENGTH.unpack_from(data, begin)
    begin += _LENGTH.size
    header = json.loads(data[begin : begin + size])
    # Arrays that can be written to, and so of the type that kernels are compiled for.
    room = bytearray(memoryview(data)[begin + size :])
    parts = {name: _tuples(value) for name, value in header["words"].items()}
    for name, (dtype, shape, place) in header["arrays"].items():
        flat = np.frombuffer(room, dtype, int(np.prod(shape)), place)
        parts[name] = flat.reshape(shape)
    return Network(**parts)


def _tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_tuples(part) for part in value)
    return value
