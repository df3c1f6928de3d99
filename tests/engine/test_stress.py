"""Threads, coroutines, children and signals leave memory and answers intact."""

from __future__ import annotations

import forked
import pytest
from stress import strained

#: The engine's first thread is one that ends; then others call it, and signals come.
SIGNAL_STACK = """
import ctypes, threading
from pygame_search import load
from pygame_search.engine.bridge import engine
libc = ctypes.CDLL(None)

def stack():
    found = ctypes.create_string_buffer(64)
    assert libc.sigaltstack(None, found) == 0
    return found.raw

def call():
    before = stack()
    load("nim").initial.legal
    assert stack() == before

for do in (engine, call):
    thread = threading.Thread(target=do)
    thread.start()
    thread.join()
call()
print("survived")
"""


#: It gives the main thread a signal stack, as `python -X faulthandler` does.
OWN_STACK = "import faulthandler; faulthandler.enable()"


@pytest.mark.parametrize("first", ["", OWN_STACK], ids=["none", "own"])
def test_a_call_leaves_the_signal_stack_of_a_thread(first: str) -> None:
    found = forked.run(["-c", first + SIGNAL_STACK], text=True, timeout=100)
    assert (found.returncode, found.stdout, found.stderr) == (0, "survived\n", "")


@pytest.mark.parametrize(
    "seed", [3, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))]
)
def test_a_process_survives_all_at_once(seed: int) -> None:
    assert strained(seed) is None


#: A thread is in the midst of a long call, and holds the engine, as the process forks.
FORKED = """
import os, threading, time, warnings
from pygame_search import load
from pygame_search.support.errors import TierError
warnings.simplefilter("ignore", DeprecationWarning)  # Python's, of a fork with threads
game = load("othello")
game.initial.legal
thread = threading.Thread(target=lambda: game.initial.best(depth=20), daemon=True)
thread.start()
while game.engine.lock.acquire(False):
    game.engine.lock.release()
    time.sleep(0.001)
child = os.fork()
if child == 0:
    try:
        load("nim").initial.legal
    except TierError as error:
        os._exit(7 if "spawn" in str(error) else 1)
    os._exit(2)
os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


#: A thread is in the midst of making a game ready, which the child then asks for.
LOADING = """
import os, threading, warnings
from pygame_search import load, load_text
from pygame_search.support.errors import TierError
warnings.simplefilter("ignore", DeprecationWarning)  # Python's, of a fork with threads
text = load("othello").book.text
load("nim").initial.legal
made, games = threading.Event(), []
def make():
    while True:
        games.append(load_text(text))
        made.set()
        games[-1].initial.legal
threading.Thread(target=make, daemon=True).start()
for _ in range(3):
    made.wait()
    made.clear()
    child = os.fork()
    if child == 0:
        try:
            games[-1].initial.legal
        except TierError as error:
            os._exit(7 if "spawn" in str(error) else 1)
        os._exit(2)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status != 7:
        os._exit(status)
os._exit(7)
"""


@pytest.mark.parametrize("script", [FORKED, LOADING], ids=["search", "loading"])
def test_a_fork_does_not_wait_for_a_thread_it_has_not(script: str) -> None:
    found = forked.run(["-c", script], text=True, timeout=100)
    assert (found.returncode, found.stderr) == (7, "")
