"""Apply a function to many items: here, in local processes, or on a cluster.

A result depends on its item alone, never on the worker. The loss of a worker costs only
time: another worker repeats its items, and no item is yielded twice.
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

#: The name for a cluster of processes on this machine.
LOCAL = "local"

#: Placeholder: no item is ready yet, because the next one depends on results that have
#: not been yielded.
LATER = object()

#: An item may lose this many workers; after one more, the item is blamed.
_LOSSES = 3
#: Items submitted per worker, so that no worker has to wait for its next one.
_AHEAD = 2
#: How long a scheduler may take to answer, in seconds.
_ANSWER = 5.0
#: How long a cluster may take to start, to have workers, or to stop, in seconds.
_PATIENCE = 30.0


def spread(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    workers: int = 1,
    cluster: str | None = None,
    progress: Callable[[int], object] | None = None,
) -> Generator[tuple[int, Result], None, None]:
    """Yield the result of a function for each item, with its index, exactly once.

    Results come in the order of completion. Items are taken one by one, as workers
    become free, so there may be infinitely many. `LATER` may be among them while
    results are outstanding. Closing the generator cancels the work, including items in
    progress.

    Args:
        function: a function of a module, so that another process can find it.
        items: the arguments; they and the results must be picklable.
        workers: the number of processes; 1, without a cluster, means this process. It
            is ignored for a cluster at an address, which has its own workers.
        cluster: None, `local` for a Dask cluster of processes on this machine, or the
            address of a Dask scheduler.
        progress: called with the number of items done.

    Raises:
        InputError: fewer than 1 worker, no such cluster, or Dask is not installed.
        LimitError: several workers died on the same item.
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
            # The pool gives up all its items with the first worker that is lost.
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
    """Start a pool of processes; end them at once, even in the middle of work.

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
    """Let this process end when its parent ends, however that happens."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


@contextmanager
def _no_interrupt_for_children() -> Iterator[None]:
    """Start processes and threads that Ctrl-C does not reach: this process ends them.

    Ctrl-C waits in the meantime. Processes and threads inherit a blocked signal.
    """
    resource_tracker.ensure_running()  # else it starts below, and lets signals in
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
    """Yield the results of a Dask cluster.

    Its scheduler repeats the items of a lost worker, and finished results that were
    not fetched yet.
    """
    with _client(cluster, workers) as client:
        from distributed import KilledWorker, as_completed

        waiting = _numbered(items)
        running: dict[str, int] = {}
        found = as_completed(loop=client.loop, with_results=True, raise_errors=False)

        def begin() -> bool:
            task = next(waiting, None)
            if task is None:  # there are no items, or none yet
                return False
            # Only a worker should unpickle the item: that may load rules.
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
    """Return how many items a cluster handles at a time."""
    return sum(client.nthreads().values())


@contextmanager
def _client(cluster: str, workers: int) -> Iterator[Client]:
    """Start a cluster, or connect to one."""
    try:
        import distributed
    except ImportError as error:
        raise InputError(
            "a cluster needs Dask, which is not installed: "
            "pip install 'pygame_search[cluster]'"
        ) from error
    if not cluster.strip():  # otherwise Dask would start one of its own
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
    """End a cluster of ours; try again if a worker is just being restarted."""
    from distributed import Status

    with suppress(TimeoutError):
        try:
            cluster.close(_PATIENCE)
        except AssertionError:
            cluster.status = Status.failed
            cluster.close(_PATIENCE)


@contextmanager
def _reached(client_of: Callable[..., Any], cluster: Any) -> Iterator[Client]:
    """Connect to a cluster that is running and has workers."""
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
    """Check that a scheduler answers; a client would wait for a silent one for ever.

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
