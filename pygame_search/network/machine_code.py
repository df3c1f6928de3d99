"""LLVM's language to machine code, which is kept on disk.

Nothing of numba is needed for code that is kept. A file that was cut off or changed is
made again.
"""

from __future__ import annotations

import ctypes
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numpy as np

from pygame_search.support.disk_cache import kept, kept_file, sealed, unsealed
from pygame_search.support.memory import memory_left
from pygame_search.support.process import answer_aside

#: The lines of a program above which LLVM's passes take longer than they are worth. One
#: of more lines is translated line by line at first.
MOST_OPTIMISED = 30_000

#: After so many seconds of search it is worth while to compile with more effort: in a
#: small program, and for each line of a large one.
_PATIENCE, _PATIENCE_PER_LINE = 0.5, 0.00015

#: How many bytes of memory a process that compiles may take.
_MEMORY = 4 << 30

#: The suffix of a file with machine code.
_SUFFIX = ".code"


@dataclass(frozen=True, eq=False)
class Library:
    """Functions that kernels call.

    Attributes:
        texts: the modules that define them, in LLVM's language.
        patience: after how many seconds of search it is worth while to compile them
            with more effort; None if it never is.
    """

    texts: tuple[str, ...]
    patience: float | None


def patience(text: str) -> float:
    """Return after how many seconds of search more effort is worth while for a game."""
    if _is_small([text]):
        return _PATIENCE
    return _PATIENCE_PER_LINE * text.count("\n")


def _is_small(texts: Sequence[str]) -> bool:
    return sum(text.count("\n") for text in texts) <= MOST_OPTIMISED


class MachineCode:
    """Functions that can be called by their address.

    Args:
        objects: object files of this machine; what one calls another one defines.
    """

    def __init__(self, objects: Sequence[bytes]) -> None:
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(2))
        self._objects = [llvm.ObjectFileRef.from_data(data) for data in objects]
        for file in self._objects:
            self._engine.add_object_file(file)
        self._engine.finalize_object()

    def function(self, name: str, count: int) -> Callable[..., int]:
        """Return a function of some numbers of 64 bits, and with such a result."""
        prototype = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * count)
        found: Any = prototype(self.address(name))
        found.code = self  # which must live as long
        return found  # type: ignore[no-any-return]

    def address(self, name: str) -> int:
        """Return the address of a function."""
        found: int = self._engine.get_function_address(name)
        assert found, f"no function {name}"
        return found


def machine_code(
    library: Library, *kernels: str, thorough: bool = False
) -> MachineCode:
    """Return the functions of a library, and of kernels that call them.

    Args:
        library: the functions.
        kernels: modules in LLVM's language.
        thorough: whether they are compiled with more effort, for a long search.
    """
    parts = _parts(library, kernels, thorough=thorough)
    return MachineCode([_object(part, thorough=thorough) for part in parts])


def objects_aside(library: Library, *kernels: str) -> Future[list[bytes]]:
    """Have a library and kernels compiled with more effort in a process of its own.

    Returns:
        What gives the object files for `MachineCode`, or the error.
    """
    parts = _parts(library, kernels, thorough=True)
    request = pickle.dumps((parts, memory_left(_MEMORY)))
    return answer_aside("pygame_search.network.compile_aside", request, pickle.loads)


def thorough_objects(parts: Iterable[Sequence[str]]) -> list[bytes]:
    """Return the object file of each piece, compiled with more effort."""
    return [_object(part, thorough=True) for part in parts]


def is_kept(library: Library, *kernels: str) -> bool:
    """Return whether a library and kernels are on the disk, compiled with effort."""
    files = [
        kept_file(_SUFFIX, _made_from(part, _level(part, thorough=True)))
        for part in _parts(library, kernels, thorough=True)
    ]
    return all(path is not None and path.exists() for path in files)


def _parts(
    library: Library, kernels: Sequence[str], *, thorough: bool
) -> list[list[str]]:
    """Return which modules are compiled as one piece.

    In one piece, small functions become parts of the kernels. A module that is compiled
    by itself is compiled once for all others.
    """
    texts = [*kernels, *library.texts]
    if thorough and _is_small(texts):
        return [texts]
    return [[text] for text in texts]


def _made_from(texts: Sequence[str], level: int) -> list[str]:
    """Return all that decides on the object file of some modules."""
    return [llvmlite.__version__, *processor(), str(level), *texts]


def _level(texts: Sequence[str], *, thorough: bool) -> int:
    """Return how much LLVM optimises some modules.

    Not at all (0), in the choice of instructions (1), or with all its passes (2).
    """
    return 2 if _is_small(texts) else int(thorough)


def _object(texts: Sequence[str], *, thorough: bool) -> bytes:
    """Return the object file of some modules, from the disk if it is there."""
    level = _level(texts, thorough=thorough)
    return kept(
        _SUFFIX, _made_from(texts, level), lambda: _compiled(texts, level),
        what="machine code", pack=sealed, unpack=unsealed,
    )  # fmt: skip


def function_at(code: MachineCode, name: str) -> Callable[..., int]:
    """Return a function that numba has compiled, for calls with numbers and arrays.

    It is called as numba calls its own: with the address of the result, that of an
    exception, and the fields of each argument. It raises no exceptions.
    """
    address = code.address(name)
    made: dict[int, Any] = {}

    def call(*arguments: Any) -> int:
        values = list[Any](fields(arguments))
        if len(values) not in made:
            kinds = [type(value) for value in values]
            prototype = ctypes.CFUNCTYPE(
                ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, *kinds
            )
            made[len(values)] = prototype(address)
        result, exception = ctypes.c_int64(), ctypes.c_void_p()
        made[len(values)](ctypes.byref(result), ctypes.byref(exception), *values)
        assert code  # which must outlive the call
        return result.value

    return call


def fields(arguments: Iterable[Any]) -> Iterator[Any]:
    """Yield the numbers that stand for some arguments, each with 64 bits or fewer."""
    for value in arguments:
        if isinstance(value, np.ndarray):
            yield ctypes.c_void_p()
            yield ctypes.c_void_p()
            yield ctypes.c_int64(value.size)
            yield ctypes.c_int64(value.itemsize)
            yield ctypes.c_void_p(value.ctypes.data)
            yield from map(ctypes.c_int64, value.shape)
            yield from map(ctypes.c_int64, value.strides)
        elif isinstance(value, tuple):
            yield from fields(value)
        elif isinstance(value, bool | np.bool_):
            yield ctypes.c_uint8(int(value))
        elif isinstance(value, float):
            yield ctypes.c_double(value)
        else:
            yield ctypes.c_int64(int(value))


def _compiled(texts: Sequence[str], level: int) -> bytes:
    """Return the object file of some modules.

    Args:
        texts: the modules.
        level: see `_level`.
    """
    machine = _machine(level)
    first, *others = (llvm.parse_assembly(text) for text in texts)
    for other in others:
        first.link_in(other)
    first.triple = machine.triple
    first.data_layout = str(machine.target_data)
    first.verify()
    if level > 1:
        options = llvm.create_pipeline_tuning_options(speed_level=level)
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(first, builder)
    data: bytes = machine.emit_object(first)
    return data


@cache
def _target() -> llvm.Target:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def processor() -> tuple[str, str]:
    """Return the name of this machine's processor, and what it can do."""
    _target()
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def _machine(level: int) -> llvm.TargetMachine:
    """Return a target machine; each engine takes one for itself."""
    name, features = processor()
    return _target().create_target_machine(opt=level, cpu=name, features=features)


def loaded(arguments: Iterable[Any]) -> tuple[list[str], list[str]]:
    """Return how the `fields` of some arguments are read at `%context`.

    Args:
        arguments: values of the same types.

    Returns:
        Lines of LLVM's language, and for each field its type and its name there.
    """
    lines, names = list[str](), list[str]()
    for at, field in enumerate(fields(arguments)):
        kind = "ptr" if isinstance(field, ctypes.c_void_p) else "i64"
        lines += [
            f"  %p{at} = getelementptr i64, ptr %context, i64 {at}",
            f"  %c{at} = load {kind}, ptr %p{at}",
        ]
        names.append(f"{kind} %c{at}")
    return lines, names
