"""One function over many items: here, in processes of this machine, or on a cluster.

What an item comes to depends on the item alone, never on who worked on it. A worker
that is lost costs time and nothing else: what it had is done again by another one, and
no item is yielded twice.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, TypeVar

from pygame_search.support.errors import InputError, LimitError

if TYPE_CHECKING:
    from distributed import Client

Item = TypeVar("Item")
Result = TypeVar("Result")

#: What stands for a cluster of processes on this machine.
LOCAL = "local"

#: What stands among items for none at present: the next one depends on results that
#: have not been yielded yet.
LATER = object()

#: An item may lose this many workers: with one more it is the item that ends them.
_LOSSES = 3
#: So many items for each worker are under way: none has to wait for its next one.
_AHEAD = 2
#: How long a scheduler may take to answer, in seconds.
_ANSWER = 5.0
#: How long a cluster may take to begin, to have workers, or to end, in seconds.
_PATIENCE = 30.0


def spread(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    workers: int = 1,
    cluster: str | None = None,
    progress: Callable[[int], object] | None = None,
) -> Generator[tuple[int, Result], None, None]:
    """Yield what a function makes of each item, with its index, each exactly once.

    They come in the order in which they are finished. The items are taken one by one
    as there is somebody to work on them: there may be endlessly many, and `LATER` among
    them, as long as results are still to come. Who stops taking results ends the work,
    in the middle of an item too.

    Args:
        function: a function of a module, so that another process can find it.
        items: what it is called with; has to go to another process and come back.
        workers: how many processes; 1 for this one, if there is no cluster. On a
            cluster of others, which has its own, it is not looked at.
        cluster: None, `local` for a Dask cluster of processes on this machine, or the
            address of a Dask scheduler.
        progress: called with the number of items done.

    Raises:
        InputError: fewer than 1 worker, no such cluster, or no Dask to reach it.
        LimitError: an item has ended several workers.
    """
    if workers < 1:
        raise InputError(f"expected at least 1 worker, found {workers}")
    if cluster is not None:
        results = _on_cluster(function, items, workers, cluster)
    elif workers > 1:
        results = _in_processes(function, items, workers)
    else:
        results = (
            (task[0], function(task[1]))
            for task in _numbered(items)
            if task is not None
        )
    for done, result in enumerate(results, 1):
        yield result
        if progress is not None:
            progress(done)


def _numbered(items: Iterable[Item]) -> Iterator[tuple[int, Item] | None]:
    """Yield the items with their indices; None for `LATER`."""
    index = 0
    for item in items:
        if item is LATER:
            yield None
        else:
            yield index, item
            index += 1


def _in_processes(
    function: Callable[[Item], Result], items: Iterable[Item], workers: int
) -> Iterator[tuple[int, Result]]:
    waiting = _numbered(items)
    again: list[tuple[int, Item]] = []
    left = True
    losses: dict[int, int] = {}
    while left:
        with _pool(workers) as pool:
            running: dict[Future[Result], tuple[int, Item]] = {}
            lost: list[tuple[int, Item]] = []
            while not lost:
                while left and len(running) < workers * _AHEAD:
                    try:
                        task = again.pop() if again else next(waiting)
                    except StopIteration:
                        left = False
                        break
                    if task is None:
                        break
                    try:
                        with _no_interrupt_for_children():
                            running[pool.submit(function, task[1])] = task
                    except BrokenProcessPool:
                        lost.append(task)
                        break
                if not running:
                    break
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    task = running.pop(future)
                    try:
                        result = future.result()
                    except BrokenProcessPool:
                        lost.append(task)
                    else:
                        yield task[0], result
            # The pool gives up all that it had with the first worker that is lost.
            again = sorted([*again, *lost, *running.values()], reverse=True)
            for index, _ in again[-workers:] if lost else ():
                losses[index] = losses.get(index, 0) + 1
                _must_go_on(index, losses[index])
            left = left or bool(again)


def _must_go_on(index: int, losses: int) -> None:
    if losses > _LOSSES:
        raise LimitError(
            f"item {index + 1} has ended {losses} workers: they may lack memory (try "
            "fewer), or cannot begin (a script has to do its work under "
            "`if __name__ == '__main__':`)",
            "workers",
        )


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Begin processes; end them, and what they are at, at once.

    Neither Prolog nor a kernel survives a fork: a child starts its own.
    """
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_end_with_parent)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - before:
            child.kill()
        pool.shutdown(wait=True)


def _end_with_parent() -> None:
    """Have this process end when the one that began it has, however that ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


@contextmanager
def _no_interrupt_for_children() -> Iterator[None]:
    """Begin processes and threads that Ctrl-C does not reach: this one ends them.

    It waits meanwhile. A signal that is held back is so for whatever is begun.
    """
    resource_tracker.ensure_running()  # else it begins meanwhile, and lets signals in
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _on_cluster(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    workers: int,
    cluster: str,
) -> Iterator[tuple[int, Result]]:
    """Yield what a Dask cluster makes of the items.

    Its scheduler does again what a lost worker had, results that nobody has taken too.
    """
    with _client(cluster, workers) as client:
        from distributed import KilledWorker, as_completed

        waiting = _numbered(items)
        running: dict[str, int] = {}
        found = as_completed(loop=client.loop, with_results=True, raise_errors=False)

        def begin() -> bool:
            task = next(waiting, None)
            if task is None:  # there are none, or none as yet
                return False
            # Nobody but a worker is to make the item again: it may load rules.
            work = pickle.dumps((function, task[1]))
            future = client.submit(_done, work, pure=False)
            running[future.key] = task[0]
            found.add(future)
            return True

        ahead = _AHEAD * max(1, _size(client))
        while True:
            while len(running) < ahead and begin():
                pass
            if not running:
                break
            future, result = next(found)
            index = running.pop(future.key)
            if future.status == "error":
                error = future.exception()
                if isinstance(error, KilledWorker):
                    _must_go_on(index, _LOSSES + 1)
                raise error
            if future.status == "cancelled":  # if "lost", the result is here already
                raise LimitError(
                    f"the cluster at {cluster} has given item {index} up", "workers"
                )
            yield index, result


def _done(work: bytes) -> Any:
    function, item = pickle.loads(work)
    return function(item)


def _size(client: Client) -> int:
    """Return how many items a cluster does at a time."""
    return sum(client.nthreads().values())


@contextmanager
def _client(cluster: str, workers: int) -> Iterator[Client]:
    """Begin a cluster, or reach one."""
    try:
        import distributed
    except ImportError as error:
        raise InputError(
            "a cluster needs Dask, which is not installed: "
            "pip install 'pygame_search[cluster]'"
        ) from error
    if not cluster.strip():  # Dask would begin one of its own
        raise InputError(
            f"expected {LOCAL} or the address of a Dask scheduler, as in "
            f"tcp://host:8786, found {cluster!r}"
        )
    if cluster == LOCAL:
        with _no_interrupt_for_children():
            made = distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True,
                dashboard_address="127.0.0.1:0", silence_logs="CRITICAL",
            )  # fmt: skip
    else:
        made = cluster
    try:
        with _reached(distributed.Client, made) as client:
            yield client
    finally:
        if cluster == LOCAL:
            _close(made)


def _close(cluster: Any) -> None:
    """End a cluster of ours; where a worker is being started again, ask once more."""
    from distributed import Status

    with suppress(TimeoutError):
        try:
            cluster.close(_PATIENCE)
        except AssertionError:
            cluster.status = Status.failed
            cluster.close(_PATIENCE)


@contextmanager
def _reached(client_of: Callable[..., Any], cluster: Any) -> Iterator[Client]:
    """Be a client of a cluster that is there, and has workers."""
    seconds = _ANSWER if isinstance(cluster, str) else _PATIENCE
    try:
        if isinstance(cluster, str):
            _must_answer(cluster)
        client = client_of(cluster, timeout=seconds, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:
        raise InputError(
            f"expected {LOCAL} or the address of a Dask scheduler, as in "
            f"tcp://host:8786, found {cluster!r}, where none answers in {seconds:g} s"
        ) from error
    with client:
        patient_until = time.monotonic() + _PATIENCE
        while not client.nthreads():
            if time.monotonic() > patient_until:
                raise LimitError(f"the cluster at {cluster} has no workers", "workers")
            time.sleep(0.1)
        yield client


def _must_answer(address: str) -> None:
    """Check that a scheduler answers: a client would wait for a silent one for ever.

    Raises:
        OSError: it does not.
        ValueError: there is no such address.
    """
    from distributed import Security
    from distributed import TimeoutError as Late
    from distributed.comm import connect
    from distributed.utils import LoopRunner, sync

    async def answers() -> None:
        found = Security().get_connection_args("client")
        reached = await connect(address, timeout=_ANSWER, **found)
        await reached.close()

    runner = LoopRunner()
    runner.start()
    try:
        sync(runner.loop, answers, callback_timeout=_ANSWER)
    except Late as error:  # which is an OSError from Python 3.11 on
        raise TimeoutError(address) from error
    finally:
        runner.stop()
