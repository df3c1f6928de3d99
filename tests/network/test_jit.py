"""How the kernels are compiled, kept, and left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import forked
import pytest
from numba.core.caching import FunctionCache
from person import PATIENCE

from pygame_search.game import State, load
from pygame_search.machine.game_code import game_code
from pygame_search.machine.native_game import native
from pygame_search.model.scores import SURE
from pygame_search.network import jit, machine_code
from pygame_search.network.compiler import _PackageCache
from pygame_search.network.jit import _Linked
from pygame_search.network.kernel_digest import digest
from pygame_search.network.lanes.threads import aside
from pygame_search.network.searches import alphabeta, table
from pygame_search.support import process
from pygame_search.support.process import ProcessError


def test_ctrl_c_waits_until_a_kernel_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []

    def load(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)
        done.append(True)

    monkeypatch.setattr(FunctionCache, "load_overload", load)
    cache = _PackageCache(test_ctrl_c_waits_until_a_kernel_is_read)
    with pytest.raises(KeyboardInterrupt):
        cache.load_overload(None, None)
    assert done == [True]


def test_a_script_has_kernels_of_its_own(tmp_path: Path) -> None:
    """It may stand in no package, and take kernels of ours; its cache knows of both."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    for _ in range(2):
        said = forked.run([script], text=True, check=True)
        assert (said.stdout, said.stderr) == ("3\n", "")


@pytest.mark.parametrize(
    ("old", "new", "results"),
    [
        ("DEEP = 3", "DEEP = 4", "17"),
        ("return word * DEEP", "return 1 + word * DEEP", "14"),
        ("MIDDLE = (1, 0)", "MIDDLE = (2, 0)", "14"),
        ("factor=1", "factor=2", "25"),
        ("ADDED = 0", "ADDED = 1", "14"),
        ("TURN = 1", "TURN = -1", "-13"),
    ],
)
def test_a_kernel_is_compiled_again_after_a_change_deep_down(
    old: str, new: str, results: str, tmp_path: Path
) -> None:
    write_chain(tmp_path)
    assert run_chain(tmp_path) == ("13", 0)
    assert run_chain(tmp_path) == ("13", 1)
    write_chain(tmp_path, old, new)
    assert run_chain(tmp_path) == (results, 0)


def test_lines_and_documentation_do_not_count(tmp_path: Path) -> None:
    write_chain(tmp_path)
    run_chain(tmp_path)
    write_chain(tmp_path, '"""Multiply."""', '"""Return the product."""\n')
    assert run_chain(tmp_path) == ("13", 1)


def write_chain(folder: Path, old: str = "", new: str = "") -> None:
    for name, source in CHAIN.items():
        (folder / name).write_text(source.replace(old, new) if old else source)


def run_chain(folder: Path) -> tuple[str, int]:
    """Run the script of CHAIN; return its result, and how often its kernel was kept."""
    said = forked.run([folder / "top.py"], text=True, check=True)
    result, kept = said.stdout.split()
    return result, int(kept)


def test_a_kernel_within_others_is_kept_for_the_next(tmp_path: Path) -> None:
    write_chain(tmp_path)
    run_chain(tmp_path)
    kept = sorted(file.name.split(".")[1] for file in tmp_path.rglob("*.nbc"))
    assert kept == ["call", "high", "low"]
    (tmp_path / "more.py").write_text(MORE)
    said = forked.run([tmp_path / "more.py"], text=True, check=True)
    assert said.stdout == "compiling other\n17\n"


#: A script with one more kernel, which says what is compiled for it.
MORE = """
from middle import high
from pygame_search.network.jit import kernel
from pygame_search.network.kernel_cache import compile_reports

@kernel
def other(word):
    return high(word) + 4

with compile_reports(lambda name, before: print("compiling", name)):
    print(other(4))
"""


def test_what_a_kernel_of_ours_takes_from_afar_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A kernel of alpha-beta calls those of the table, which read `SURE`."""
    search: Any = alphabeta.search
    before = digest(search.py_func)
    monkeypatch.setattr(table, "_SURE", SURE + 1)
    digest.cache_clear()
    changed = digest(search.py_func)
    monkeypatch.undo()
    digest.cache_clear()
    assert changed != before == digest(search.py_func)


@pytest.mark.parametrize(
    "damaged",
    [
        lambda data: b"",
        lambda data: data.replace(b"ELF", b"FLE") + b"more",
    ],
    ids=["empty", "changed"],
)
def test_a_damaged_kernel_is_compiled_again(
    damaged: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    forked.run([script], check=True)
    files = [*tmp_path.rglob("*.nbi"), *tmp_path.rglob("*.nbc")]
    assert len(files) == 2
    whole = [file.read_bytes() for file in files]
    for file, data in zip(files, whole, strict=True):
        file.write_bytes(damaged(data))
        said = forked.run([script], text=True)
        assert (said.stdout, said.stderr) == ("3\n", "")
        assert file.read_bytes() != damaged(data)


def test_what_is_done_aside_can_be_left() -> None:
    assert aside(lambda: 6 * 7) == 42
    with pytest.raises(ZeroDivisionError):
        aside(lambda: 1 // 0)
    go_on = threading.Event()

    def press_and_wait() -> None:
        time.sleep(0.2)  # until the main thread waits
        os.kill(os.getpid(), signal.SIGINT)
        go_on.wait(100)

    with pytest.raises(KeyboardInterrupt):
        aside(press_and_wait)
    go_on.set()


def test_what_install_compiles_is_what_solving_takes() -> None:
    """Nobody waits for a compiler at his first `solve --tier native`."""
    said = forked.run(["-c", UNCOMPILED], text=True, check=True)
    assert json.loads(said.stdout) == []


#: What of the kernels, those within others left out, `warm` has left alone.
UNCOMPILED = """
import json
from pygame_search import warm
from pygame_search.network.searches import (
    and_or, bounded, graph, informed, proof, proof_number, regret, retrograde, strategy
)
from pygame_search.network.jit import Kernel
warm.main()
kernels = [
    kernel
    for module in (graph, regret, retrograde, strategy)
    for kernel in vars(module).values()
    if isinstance(kernel, Kernel) and not kernel.targetoptions.get("forceinline")
]
linked = [proof.look_up, proof_number.search, and_or.search]
linked += [informed.search, informed.fill, bounded.search]
unused = [k for k in kernels if not k.compiled.signatures]
unused += [k for k in linked if not k.signatures]
print(json.dumps([k.py_func.__name__ for k in unused]))
"""

#: A kernel of a script.
SCRIPT = """
import numpy as np
from pygame_search.network.bits import lowest
from pygame_search.network.jit import kernel

@kernel
def place(word):
    return lowest(word)

print(place(np.uint64(8)))
"""

#: A script whose kernel takes a constant and a kernel of one file through another.
#: Python keeps no code: it would take a file of the same second and size for the same.
CHAIN = {
    "base.py": """
ADDED = 0
TURN = 1 + 0j
""",
    "deep.py": '''
import base
from pygame_search.network.jit import kernel

DEEP = 3

@kernel
def low(word, factor=1):
    """Multiply."""
    return word * DEEP * factor
''',
    "middle.py": """
import deep
from pygame_search.network.jit import kernel

from base import TURN

MIDDLE = (1, 0)

@kernel
def high(word):
    total = deep.low(word) + MIDDLE[0] + deep.base.ADDED
    return int(total * TURN.real)
""",
    "top.py": """
import sys
sys.dont_write_bytecode = True
from middle import high
from pygame_search.network.jit import kernel

@kernel
def call(word):
    return high(word)

print(call(4), sum(call.compiled.stats.cache_hits.values()))
""",
}


LINEAR_ALGEBRA = """
import sys
import numba
import numpy as np
from pygame_search.network.jit import kernel

def imported():
    return "scipy.linalg" in sys.modules

@kernel
def count(words):
    return words.sum()

print(count(np.ones(3, np.int64)), imported())
print(numba.njit(lambda a: np.dot(a, a))(np.full(2, 2.0)), imported())
"""


def deeper(state: State, ended: Callable[[_Linked], bool]) -> _Linked:
    """Search again and again until the kernel has better code, or never will."""
    tier = native(state.game)
    library = game_code(state.game, 0, {}, tier.bits(state)).library
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = state.best(method="alphabeta(depth=5)", tier="native")
        assert found.nodes == NODES
        for linked in alphabeta.search._linked.get(library, {}).values():
            if ended(linked):
                return linked
    raise AssertionError("the kernel has no better code")


#: Of a search to depth 5, by clauses.
NODES = 140


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> State:
    """The start of a game for which better code is worth it at once."""
    monkeypatch.setattr(machine_code, "_PATIENCE", 0.0)
    monkeypatch.setattr(jit, "is_kept", lambda *_: False)
    made = load("connect_four(columns=4, rows=4)").initial
    by_clauses = made.best(method="alphabeta(depth=5)", tier="clauses")
    assert by_clauses.nodes == NODES
    return made


def test_a_long_search_has_its_code_compiled_anew_beside_it(state: State) -> None:
    linked = deeper(state, lambda linked: linked.settled)
    assert linked.better is not None
    assert linked.better.exception() is None
    deeper(state, lambda linked: True)


def test_a_search_goes_on_where_its_code_cannot_be_compiled_anew(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bytes:
        raise ProcessError("no process")

    monkeypatch.setattr(process, "answer_of", refuse)
    linked = deeper(state, lambda linked: linked.settled)
    assert linked.better is not None
    assert isinstance(linked.better.exception(), ProcessError)
    deeper(state, lambda linked: True)


def test_code_that_is_wrong_is_not_taken(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "answer_of", lambda *_: b"nothing")
    linked = deeper(state, lambda linked: linked.settled)
    assert linked.better is not None
    assert linked.better.exception() is not None


def test_threads_have_one_piece_of_code_compiled(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked, started = deeper(state, lambda linked: True), []

    def aside(*_: object) -> Future[list[bytes]]:
        started.append(threading.current_thread())
        time.sleep(0.01)
        return Future()

    monkeypatch.setattr(jit, "objects_aside", aside)
    linked.better, linked.settled = None, False
    tier = native(state.game)
    library = game_code(state.game, 0, {}, tier.bits(state)).library
    threads = [threading.Thread(target=linked.improve, args=[library]) for _ in "12345"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(started) == 1


def test_kernels_import_no_linear_algebra(tmp_path: Path) -> None:
    """Which numba can still find for those who want it."""
    script = tmp_path / "script.py"
    script.write_text(LINEAR_ALGEBRA, encoding="utf-8")
    words = [sys.executable, str(script)]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert found.stdout == "3 False\n8.0 True\n"
