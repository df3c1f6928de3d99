"""LLVM's language to machine code, which is kept on disk.

Nothing of numba is needed for code that is kept. A file that was cut off or changed is
made again.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numpy as np

from pygame_search.support.disk_cache import kept, kept_file, sealed, unsealed

#: The lines of a program above which LLVM's passes take longer than they are worth.
MOST_OPTIMISED = 30_000

#: The suffix of a file with machine code.
_SUFFIX = ".code"


@dataclass(frozen=True, eq=False)
class Library:
    """Functions that kernels call.

    Attributes:
        texts: the modules that define them, in LLVM's language.
        together: whether it is worth while to compile them and a kernel as one piece,
            for a long search.
    """

    texts: tuple[str, ...]
    together: bool


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
    library: Library, *kernels: str, together: bool = False
) -> MachineCode:
    """Return the functions of a library, and of kernels that call them.

    Args:
        library: the functions.
        kernels: modules in LLVM's language.
        together: whether all are compiled as one piece, in which small functions become
            parts of the kernels. Else each module is compiled by itself, once for all
            others.
    """
    texts = [*kernels, *library.texts]
    parts = [texts] if together else [[text] for text in texts]
    return MachineCode([_object(part) for part in parts])


def is_kept(library: Library, *kernels: str) -> bool:
    """Return whether a library and kernels are on the disk as one piece."""
    path = kept_file(_SUFFIX, _made_from([*kernels, *library.texts]))
    return path is not None and path.exists()


def _made_from(texts: Sequence[str]) -> list[str]:
    """Return all that decides on the object file of some modules."""
    return [llvmlite.__version__, *processor(), str(_level(texts)), *texts]


def _level(texts: Sequence[str]) -> int:
    """Return how much LLVM optimises some modules, from 0."""
    lines = sum(text.count("\n") for text in texts)
    return 2 if lines <= MOST_OPTIMISED else 0


def _object(texts: Sequence[str]) -> bytes:
    """Return the object file of some modules, from the disk if it is there."""
    return kept(
        _SUFFIX, _made_from(texts), lambda: _compiled(texts),
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


def _compiled(texts: Sequence[str]) -> bytes:
    """Return the object file of some modules."""
    level = _level(texts)
    machine = _machine(max(level, 1))
    first, *others = (llvm.parse_assembly(text) for text in texts)
    for other in others:
        first.link_in(other)
    first.triple = machine.triple
    first.data_layout = str(machine.target_data)
    first.verify()
    if level:
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
