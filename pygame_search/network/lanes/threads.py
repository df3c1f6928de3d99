"""Work in several threads at once: kernels run without Python's lock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, Thread
from typing import TypeVar

_T = TypeVar("_T")


def aside(work: Callable[[], _T]) -> _T:
    """Return what work gives, in a thread of its own: Ctrl-C does not wait for it.

    Work that is left like this goes on unheard until it is done, or the program is.
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
