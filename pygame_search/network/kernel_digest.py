"""A digest of all that a kernel is made of: where it changes, the kernel is stale."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np

#: The modules that decide, beside its source, on the code of a kernel.
_COMPILING = ("compiler", "jit")

#: What counts for all kernels: how they are compiled.
HOW = b"".join(
    (Path(__file__).parent / f"{name}.py").read_bytes() for name in _COMPILING
)


@cache
def digest(function: Callable[..., object]) -> bytes:
    """Return a digest of all that a compiled function is made of, however deep.

    A kernel holds the constants that it reads and the kernels that it calls, as they
    were when it was compiled. So the digest covers its code, its defaults and, for each
    global name in the code, what the name stands for: a number, an array, another
    kernel. Anything else of ours, such as an instruction of LLVM, counts with the
    source of its module.
    """
    names, parts = _names_and_code(function.__code__, function.__doc__)
    parts.append(_value_digest(function.__defaults__, function))
    modules = list[ModuleType]()
    values = [(name, function.__globals__.get(name)) for name in sorted(names)]
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    values += [(name, cell.cell_contents) for name, cell in cells]
    for name, value in values:  # which grows
        parts.append(name.encode())
        if not isinstance(value, ModuleType):
            parts.append(_value_digest(value, function))
        elif value not in modules:
            modules.append(value)
            used = sorted(names & vars(value).keys())
            values += [(f"{name}.{inner}", vars(value)[inner]) for inner in used]
    return joined(parts)


def _names_and_code(
    code: CodeType, docstring: str | None = None
) -> tuple[set[str], list[bytes]]:
    """Return the names that a function's code looks up, and the code as bytes."""
    names, parts = set(code.co_names), [code.co_code]
    parts.append(repr((code.co_names, code.co_varnames, code.co_freevars)).encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            more, inner = _names_and_code(constant)
            names |= more
            parts += inner
        elif constant is None or constant != docstring:
            parts.append(repr(constant).encode())
    return names, parts


def _value_digest(value: Any, caller: Callable[..., object]) -> bytes:
    compiled = getattr(value, "py_func", None)
    if compiled is not None:  # a kernel of ours, or a function that numba compiles
        if compiled is caller:
            return b"recursive"
        options = repr(sorted(value.targetoptions.items())).encode()
        return joined([digest(compiled), options])
    if isinstance(value, np.ndarray):
        return joined([repr((value.dtype, value.shape)).encode(), value.tobytes()])
    if isinstance(value, tuple):
        return joined(_value_digest(item, caller) for item in value)
    if value is None or isinstance(value, int | float | str | bytes | np.generic):
        return joined([repr((type(value).__qualname__, value)).encode()])
    module = getattr(value, "__module__", None) or type(value).__module__
    name = getattr(value, "__qualname__", None) or repr(value)
    return joined([module.encode(), name.encode(), _sources(module)])


@cache
def _sources(module: str) -> bytes:
    """Return a digest of a module of ours and of all those that it imports.

    Those that compile are left out, as they count for all kernels.
    """
    parts, seen, waiting = list[bytes](), set[str](), [module]
    while waiting:
        name = waiting.pop()
        if name in seen or not _is_ours(name) or name not in sys.modules:
            continue
        seen.add(name)
        source = inspect.getsource(sys.modules[name])
        parts.append(source.encode())
        for node in ast.parse(source).body:
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                waiting.append(node.module)
                waiting += [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
    return joined(parts)


def _is_ours(module: str) -> bool:
    package, _, name = module.rpartition(".")
    compiles = package == __package__ and name in _COMPILING
    return module.partition(".")[0] == __package__.partition(".")[0] and not compiles


def joined(parts: Iterable[bytes]) -> bytes:
    """Return a digest of some bytes, and of how they are split into parts."""
    return sha256(b"".join(sha256(part).digest() for part in parts)).digest()
