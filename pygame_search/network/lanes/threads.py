"""Parallel work in several threads: kernels release Python's global lock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, Thread
from typing import TypeVar

_T = TypeVar("_T")


def aside(work: Callable[[], _T]) -> _T:
    """Run work in a separate thread, so that Ctrl-C need not wait for it.

    Abandoned work continues in the background until it or the program ends.
    """
    found: Future[_T] = Future()

    def run() -> None:
        try:
            found.set_result(work())
        except BaseException as error:
            found.set_exception(error)

    Thread(target=run, name="pygame_search-aside", daemon=True).start()
    return found.result()


def spread(
    work: Callable[[int], _T], number: int, workers: int, stop: Event
) -> list[_T]:
    """Return the results of work for each number from 0 to `number` - 1, in this order.

    Args:
        work: the function; it ends soon after `stop` is set.
        number: how many calls to make.
        workers: the number of threads; 1 uses the current thread only.
        stop: set when a call fails or Ctrl-C is pressed.
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
