"""A plugin of pytest: kernels that write beside their arrays are found out.

Compiled code checks no index. So each array of a search's stack lies between bytes that
are compared after the test, wherever the test was about something else.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pygame_search.network.searches import prover, searcher

#: The bytes before and behind an array, more than a kernel writes for one node.
MARGIN, MARK = 4096, 0xA5

_guarded: list[tuple[str, NDArray[np.uint8], int]] = []


def guard(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Return a copy of an array that is looked after until the test ends.

    Args:
        array: the array.
        name: what an error calls it.
    """
    memory = np.full(array.nbytes + 2 * MARGIN, MARK, np.uint8)
    inside = memory[MARGIN : MARGIN + array.nbytes]
    made: NDArray[Any] = inside.view(array.dtype).reshape(array.shape)
    made[...] = array
    _guarded.append((name, memory, array.nbytes))
    return made


def damaged() -> list[str]:
    """Return the arrays beside which something was written, and forget all."""
    found = [
        name
        for name, memory, size in _guarded
        if (memory[:MARGIN] != MARK).any() or (memory[MARGIN + size :] != MARK).any()
    ]
    _guarded.clear()
    return found


def _guarding(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that makes a stack, of arrays that are guarded."""

    @functools.wraps(make)
    def made(self: object, plies: int, room: int) -> Any:
        stack = make(self, plies, room)
        return stack._replace(
            **{
                name: guard(array, f"{type(self).__name__}: {name}")
                for name, array in stack._asdict().items()
            }
        )

    return made


def pytest_configure() -> None:
    """Guard the stacks of all drivers."""
    for driver in (prover.ProofNumbers, prover.AndOr, searcher.Searcher):
        driver._new_stack = _guarding(driver._new_stack)  # type: ignore[method-assign]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Fail the test if a kernel has written beside an array."""
    yield
    assert damaged() == []
