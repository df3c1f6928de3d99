"""Work in other processes: every item once, a lost worker's again."""

from __future__ import annotations

import itertools
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import distributed
import forked
import pytest
import work
from games import loaded
from person import PATIENCE
from pressing import children, used

from pygame_search.search.monte_carlo.playouts import playouts
from pygame_search.support import parallel
from pygame_search.support.errors import InputError, LimitError
from pygame_search.support.parallel import LATER, _close, spread

HERE: dict[str, Any] = {}
PROCESSES = {"workers": 2}
DASK = {"workers": 2, "cluster": "local"}
OTHERS = [pytest.param(PROCESSES, id="processes"), pytest.param(DASK, id="dask")]
PLACES = [pytest.param(HERE, id="here"), *OTHERS]
SLOW_DASK = pytest.param(DASK, id="dask", marks=pytest.mark.slow)


@pytest.mark.parametrize("place", [*PLACES[:2], SLOW_DASK])
def test_every_item_once(place: dict[str, Any]) -> None:
    done: list[int] = []
    found = list(spread(work.square, range(30), progress=done.append, **place))
    assert sorted(found) == [(i, i * i) for i in range(30)]
    assert done == list(range(1, 31))
    assert list(spread(work.square, (), **place)) == []


@pytest.mark.parametrize("place", PLACES)
def test_an_error_comes_back(place: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="expected another number, found 2"):
        list(spread(work.refuse, range(4), **place))


@pytest.mark.parametrize("place", PLACES)
def test_of_endlessly_many_as_many_as_are_wanted(place: dict[str, Any]) -> None:
    found = list(itertools.islice(spread(work.slow, itertools.count(), **place), 5))
    assert len({index for index, _ in found}) == 5
    assert (found[0][1] == os.getpid()) == (place == HERE)


@pytest.mark.parametrize("place", PLACES)
def test_items_may_depend_on_results(place: dict[str, Any]) -> None:
    known: list[int] = []

    def items() -> Iterator[Any]:
        for batch in range(3):
            while len(known) < 4 * batch:
                yield LATER
            yield from [sum(known) + i for i in range(4)]

    found = []
    for index, result in spread(work.square, items(), **place):
        found.append((index, result))
        known.append(index)
    expected = [sum(range(4 * batch)) + i for batch in range(3) for i in range(4)]
    assert sorted(found) == [(i, n * n) for i, n in enumerate(expected)]


@pytest.mark.parametrize("place", OTHERS)
def test_what_a_lost_worker_had_is_done_again(
    place: dict[str, Any], tmp_path: Path
) -> None:
    items = [(number, str(tmp_path)) for number in range(40)]
    found = sorted(spread(work.end_once, items, **place))
    assert (tmp_path / "ended").exists()
    assert [(index, number) for index, (number, _) in found] == [
        (i, i) for i in range(40)
    ]
    assert len({worker for _, (_, worker) in found}) >= 2


def test_a_result_that_is_here_counts_though_its_worker_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Late(distributed.as_completed):  # type: ignore[misc]
        """Of each item the result first, then that its worker is lost."""

        def __next__(self) -> Any:
            future, result = super().__next__()
            return SimpleNamespace(key=future.key, status="lost"), result

    monkeypatch.setattr(distributed, "as_completed", Late)
    found = spread(work.square, range(3), workers=1, cluster="local")
    assert sorted(found) == [(0, 0), (1, 1), (2, 4)]


@pytest.mark.parametrize("place", [OTHERS[0], SLOW_DASK])
def test_an_item_that_ends_every_worker_is_given_up(place: dict[str, Any]) -> None:
    with pytest.raises(LimitError, match="has ended 4 workers"):
        list(spread(work.end_always, range(2), **place))


def test_a_cluster_is_asked_again_to_close() -> None:
    """Dask asserts that no worker is just being started."""
    asked = []

    class Starting:
        status = distributed.Status.running

        def close(self, timeout: float) -> None:
            asked.append(self.status)
            assert len(asked) > 1, "can only join a started process"

    _close(Starting())
    assert asked == [distributed.Status.running, distributed.Status.failed]


def test_clusters_that_are_none() -> None:
    with pytest.raises(InputError, match="expected at least 1 worker, found 0"):
        list(spread(work.square, [1], workers=0))
    with pytest.raises(InputError, match="where none answers"):
        list(spread(work.square, [1], cluster="nowhere://x"))
    with pytest.raises(InputError, match=r"address of a Dask scheduler, .* found ''"):
        list(spread(work.square, [1], cluster=""))


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("match connect_four pvs(depth=4) random", marks=pytest.mark.slow),
        pytest.param("learn connect_four --time 60", marks=pytest.mark.slow),
        "playouts connect_four --time 60 --tier clauses",
    ],
)
def test_ctrl_c_leaves_nothing_behind(words: str) -> None:
    """Not even a semaphore, of which the tracker of resources would tell."""
    child = subprocess.Popen(
        [sys.executable, "-m", "pygame_search", *words.split(), "--workers", "2"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wanted, least = 3, 4.0  # the tracker and the workers; seconds of processor time
    while child.poll() is None:
        helping = children(child.pid)
        if len(helping) >= wanted and sum(map(used, helping)) > least:
            break
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    _, told = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130
    # A worker that has just begun to start Prolog may leave a line of its own.
    assert told.startswith("interrupted\n")
    assert "semaphore" not in told
    assert "Traceback" not in told


def test_workers_end_with_the_process_that_began_them() -> None:
    text = "import time\nfrom pygame_search.support.parallel import spread\n"
    text += "list(spread(time.sleep, [1000, 1000], workers=2))"
    with forked.Program[bytes](["-c", text]) as parent:
        while len(left := children(parent.pid)) < 3:  # the tracker, and the workers
            assert parent.poll() is None
            time.sleep(0.05)
        parent.kill()
    end = time.monotonic() + PATIENCE
    while any(map(used, left)):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("silent", [True, False])
def test_where_there_is_no_scheduler(
    silent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else, who says nothing, or nobody."""
    monkeypatch.setattr(parallel, "_ANSWER", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        host, port = server.getsockname()
        if not silent:
            server.close()
        with pytest.raises(InputError, match=r"where none answers in 0\.5 s"):
            list(spread(work.square, [1], cluster=f"tcp://{host}:{port}"))


@pytest.fixture
def scheduler() -> Iterator[str]:
    """The address of a cluster of somebody else."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
    ) as cluster:
        yield cluster.scheduler_address


def test_the_address_of_a_cluster(scheduler: str) -> None:
    found = sorted(spread(work.square, range(5), cluster=scheduler))
    assert found == [(i, i * i) for i in range(5)]


def test_without_dask_there_is_a_sentence() -> None:
    code = (
        "import sys; sys.modules['distributed'] = None\n"
        "from pygame_search.cli import main\nmain()"
    )
    words = ["playouts", "nim", "--games", "1", "--cluster", "local"]
    done = forked.run(["-c", code, *words], text=True)
    assert done.returncode == 2
    assert "pip install 'pygame_search[cluster]'" in done.stderr


def test_states_go_to_other_processes() -> None:
    state = loaded("hexapawn(columns=4)").after("move(1, 1, 1, 2)")
    other = pickle.loads(pickle.dumps(state))
    assert other.facts == state.facts
    assert other.game.parameters == state.game.parameters
    assert pickle.loads(pickle.dumps(state)).game is other.game


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
def test_random_games_are_the_same_everywhere(tier: str) -> None:
    state = loaded("skirmish").initial
    found = [
        playouts(state, games=40, seed=4, tier=tier, **place)
        for place in (HERE, PROCESSES, DASK)
    ]
    assert len({(f.playouts, f.steps, tuple(f.goals.items())) for f in found}) == 1
    more = playouts(state, games=41, seed=4, tier=tier)
    assert more.steps > found[0].steps  # the same games, and one more


@pytest.mark.parametrize("place", OTHERS)
def test_random_games_by_the_clock(place: dict[str, Any]) -> None:
    for seconds in (0.2, 2.0, 20.0):  # a busy machine may finish none in less
        with suppress(LimitError):
            found = playouts(loaded("nim").initial, seconds=seconds, **place)
            break
    assert found.steps > found.playouts > 0
