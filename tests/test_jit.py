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
from hashlib import sha256
from pathlib import Path

import pytest
from numba.core.caching import FunctionCache

from pygame_search.network.jit import _PackageCache, _sources
from pygame_search.network.threads import aside


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
        said = subprocess.run(
            [sys.executable, script], capture_output=True, text=True, check=True
        )
        assert said.stdout == "3\n"
    assert _sources(script) != sha256(sha256(script.read_bytes()).digest()).digest()


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
    command = [sys.executable, str(script)]
    subprocess.run(command, check=True)
    files = [*tmp_path.rglob("*.nbi"), *tmp_path.rglob("*.nbc")]
    assert len(files) == 2
    whole = [file.read_bytes() for file in files]
    for file, data in zip(files, whole, strict=True):
        file.write_bytes(damaged(data))
        said = subprocess.run(command, capture_output=True, text=True)
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
    said = subprocess.run(
        [sys.executable, "-c", UNCOMPILED], capture_output=True, text=True, check=True
    )
    assert json.loads(said.stdout) == []


#: What of the kernels, those within others left out, `warm` has left alone.
UNCOMPILED = """
import json
from pygame_search import warm
from pygame_search.network import graph, proof_number, retrograde, strategy
warm.main()
kernels = [
    kernel
    for module in (graph, retrograde, strategy)
    for kernel in vars(module).values()
    if hasattr(kernel, "signatures") and not kernel.targetoptions.get("forceinline")
] + [proof_number.begin, proof_number.look_up, proof_number.search]
print(json.dumps([k.__name__ for k in kernels if not k.signatures]))
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
