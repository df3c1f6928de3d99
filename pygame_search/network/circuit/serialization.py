"""The file format of a network.

The file begins with a mark, the version of the format, and the length and the checksum
of the rest. Then come the length of the JSON header, the header itself (numbers, names,
and the type, shape and offset of each array), and the arrays.
"""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import fields
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.network import READ, READ_IF_ASKED, Network, Output

#: Incremented when the format or the fields of a network change.
VERSION = 3

_MARK = b"pygame_search network\n"
_PREFIX = struct.Struct("<HQI")
_LENGTH = struct.Struct("<Q")
#: The alignment of arrays, in bytes.
_ALIGNED = 64
#: The types of the arrays that are not of int32.
_TYPES = {"initial": np.uint8}


class DamagedError(ValueError):
    """The bytes are not a network of this version; the message gives the reason."""


def to_bytes(network: Network) -> bytes:
    """Return a network as the bytes of a file."""
    words: dict[str, Any] = {}
    arrays: dict[str, tuple[str, list[int], int]] = {}
    parts: list[bytes] = []
    end = 0
    values = {field.name: getattr(network, field.name) for field in fields(network)}
    outputs = values.pop("outputs")
    words["outputs"] = [
        (name, part.defined, part.sorts) for name, part in outputs.items()
    ]
    for name, part in outputs.items():
        columns = enumerate((*part.arguments, part.literals))
        values |= {f"{name} {at}": column for at, column in columns}
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            data = np.ascontiguousarray(value).tobytes()
            arrays[name] = (value.dtype.str, list(value.shape), end)
            parts += [data, bytes(-len(data) % _ALIGNED)]
            end += len(data) + -len(data) % _ALIGNED
        else:
            words[name] = value
    header = json.dumps({"words": words, "arrays": arrays}).encode()
    begin = len(_MARK) + _PREFIX.size + _LENGTH.size + len(header)
    header += b" " * (-begin % _ALIGNED)
    body = b"".join([_LENGTH.pack(len(header)), header, *parts])
    return _MARK + _PREFIX.pack(VERSION, len(body), zlib.crc32(body)) + body


def from_bytes(data: bytes) -> Network:
    """Return the network that is stored in the bytes.

    Raises:
        DamagedError: the bytes have another version, or are truncated or changed.
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
    try:
        network = _unpacked(data, begin)
        _check(network)
    except DamagedError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, struct.error) as error:
        raise DamagedError(f"its header is wrong: {error}") from error
    except (RecursionError, MemoryError, OverflowError) as error:
        raise DamagedError("its header asks for too much") from error
    return network


def _unpacked(data: bytes, begin: int) -> Network:
    """Return a network whose arrays have the right types; nothing else is checked."""
    (size,) = _LENGTH.unpack_from(data, begin)
    begin += _LENGTH.size
    header = json.loads(data[begin : begin + size])
    # Writable arrays, because kernels are compiled for their type.
    room = bytearray(memoryview(data)[begin + size :])
    parts = {name: _tuples(value) for name, value in header["words"].items()}
    for name, (dtype, shape, place) in header["arrays"].items():
        expected = np.dtype(_TYPES.get(name, np.int32))
        if dtype != expected.str or place % _ALIGNED:
            raise ValueError(f"expected {name} as {expected.str}, got {dtype!r}")
        flat = np.frombuffer(room, expected, prod(shape), place)
        parts[name] = flat.reshape(shape)
    outputs = {}
    for name, defined, sorts in parts.pop("outputs"):
        *columns, literals = (parts.pop(f"{name} {at}") for at in range(len(sorts) + 1))
        outputs[name] = Output(defined, sorts, tuple(columns), literals)
    return Network(outputs=outputs, **parts)


def _check(network: Network) -> None:
    """Check the invariants of the kernels, so that none accesses memory out of bounds.

    Raises:
        DamagedError: the arrays are inconsistent.
    """
    n = network
    _must(_are_words(n), "the names")
    roles, fluents, moves = len(n.roles), len(n.fluents), len(n.moves)
    inputs = 1 + fluents + moves
    _must(n.first_gate == inputs <= n.wires == len(n.loop_inputs), "the wires")
    _must(_shape(n.move_starts, roles + 1) and _ascends(n.move_starts, moves), "moves")
    of_roles = np.repeat(np.arange(roles), np.diff(n.move_starts))
    _must(of_roles.tolist() == [role for role, _ in n.moves], "the roles of the moves")
    _must(_shape(n.initial, fluents) and n.initial.max(initial=0) <= 1, "the start")
    places = np.arange(fluents + len(n.always))
    _must(n.ranks.ndim == 1 and np.array_equal(np.sort(n.ranks), places), "the ranks")
    _must(_shape(n.apart, len(places)) and n.apart.min(initial=-1) == -1, "the groups")
    _must(_shape(n.starts, n.gates + 1) and n.inputs.ndim == 1, "the gates")
    _must(_ascends(n.starts, len(n.inputs)), "the gates")
    sizes = np.diff(n.starts)
    gates = np.arange(n.first_gate, n.wires, dtype=np.int32)
    _must(_below(n.inputs, 2 * np.repeat(gates, sizes)), "the inputs of the gates")
    early = _checked_blocks(n, sizes)
    literals = (n.loop_inputs, n.next)
    _must(all(_below(part, 2 * n.wires) for part in literals), "the literals")
    _must(_shape(n.loop_inputs, n.wires) and _shape(n.next, fluents), "the literals")
    _must(_shape(n.legal, moves), "the literals")
    for part in (n.legal, *(output.literals for output in n.outputs.values())):
        _must(_is_of_state(part, n, early), "the literals of a state")
    for name, sorts in {**READ, **READ_IF_ASKED}.items():
        known = n.outputs[name].sorts if name in n.outputs else None
        _must(known == sorts or (known is None and name not in READ), "the outputs")
    for output in n.outputs.values():
        size = 1 if not output.sorts else len(output.literals)
        _must(_shape(output.literals, size), "the outputs")
        for sort, column in zip(output.sorts, output.arguments, strict=True):
            _must(_shape(column, size), "the outputs")
            if sort == "role":
                _must(_below(column, roles), "the roles")
            elif sort != "number":
                _must(_below(column, len(n.names)), "the names")


def _checked_blocks(n: Network, sizes: NDArray[np.int32]) -> int:
    """Check the blocks; return the end of the wires that depend on the state alone."""
    _must(n.blocks.ndim == 2 and n.blocks.shape[1] == 5, "the blocks")
    _must(0 <= n.state_blocks <= len(n.blocks), "the blocks")
    at = early = n.first_gate
    for number, (kind, begin, end, first, last) in enumerate(n.blocks.tolist()):
        if kind == 0:
            _must(at == begin <= end and first == last == 0, "the blocks")
        else:
            _must(kind == 1 and at == first <= last == begin <= end, "the blocks")
            loops = n.loop_inputs[first:last]
            _must(_below(loops, 2 * end), "the loops")
            _must(not sizes[first - n.first_gate : last - n.first_gate].any(), "loops")
        at = end
        _must(at <= n.wires, "the blocks")
        if number < n.state_blocks:
            early = end
            loops = n.loop_inputs[first:last]
            _must(_is_of_state(loops, n, early), "the loops of a state")
    _must(at == n.wires, "the blocks")
    inputs = n.inputs[: n.starts[early - n.first_gate]]
    _must(_is_of_state(inputs, n, early), "the gates of a state")
    return early


def _is_of_state(literals: NDArray[Any], n: Network, early: int) -> bool:
    """Return whether literals depend on the state alone, not on the moves."""
    wires = literals >> 1
    moves = (wires > len(n.fluents)) & (wires < n.first_gate)
    return _below(literals, 2 * early) and not moves.any()


def _are_words(n: Network) -> bool:
    """Return whether everything that is not an array has the right type."""
    outputs = n.outputs.values()
    names = (n.roles, n.fluents, n.always, n.names, *(o.sorts for o in outputs))
    numbers = (n.wires, n.first_gate, n.state_blocks)
    return (
        all(type(part) is tuple for part in (*names, n.moves))
        and all(type(name) is str for part in names for name in part)
        and all(type(name) is str for name in n.outputs)
        and all(type(output.defined) is bool for output in outputs)
        and all(type(number) is int and number < 1 << 30 for number in numbers)
        and all(list(map(type, move)) == [int, str] for move in n.moves)
        and len(n.roles) > 0
    )


def _shape(part: NDArray[Any], length: int) -> bool:
    return part.shape == (length,)


def _below(part: NDArray[Any], bounds: Any) -> bool:
    """Return whether numbers are from 0 to below their bounds."""
    return part.ndim == 1 and bool((part >= 0).all() and (part < bounds).all())


def _ascends(part: NDArray[Any], last: int) -> bool:
    """Return whether numbers ascend from 0 to the last."""
    return part[0] == 0 and part[-1] == last and bool((np.diff(part) >= 0).all())


def _must(right: bool | np.bool_, what: str) -> None:
    if not right:
        raise DamagedError(f"{what} do not fit the rest")


def _tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_tuples(part) for part in value)
    return value
