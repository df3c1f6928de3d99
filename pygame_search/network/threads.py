"""Work in several threads at once: kernels run without Python's lock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

_T = TypeVar("_T")


def spread(
    work: Callable[[int], _T], number: int, workers: int, stop: Event
) -> list[_T]:
    """Return what work makes of each number from 0 to `number` - 1, in this order.

    Args:
        work: ends soon after stop is set.
        number: how many there are.
        workers: how many threads, 1 for the present one alone.
        stop: is set when one of them fails, or Ctrl-C comes.
    """
    if workers == 1 or number <= 1:
        return [work(i) for i in range(number)]
    with ThreadPoolExecutor(min(workers, number)) as pool:
        try:
            futures = [pool.submit(work, i) for i in range(number)]
            return [future.result() for future in futures]
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
