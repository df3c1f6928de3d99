"""What is hostile, endless or interrupted ends soon, and the engine lives on."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from forked import Program
from person import PATIENCE
from pressing import ctrl_c, wait_for_work, worked

import pygame_search as ps
from pygame_search.engine.bridge import _MOST_GARBAGE, _go_down, engine
from pygame_search.game import State
from pygame_search.model.rules import loaded
from pygame_search.search.perft import perft
from pygame_search.support.interrupts import Call, Watcher

ENDLESS = "start(0).\nis_goal(-1).\narc(N, M) :- M is N + 1.\n"


@pytest.mark.slow
def test_small_requests_do_not_fill_the_stack() -> None:
    """After a large request, the garbage of small ones is collected all the same."""
    book = ps.load("hexapawn").book
    facts = "".join(f"fact({i}, a{i}).\n" for i in range(40_000))
    loaded(replace(book, text=book.text + facts), [])
    for _ in range(20):
        loaded(book, [])
    assert engine()._statistic("globalused") < 2 * _MOST_GARBAGE


def alive() -> bool:
    return ps.load("tic_tac_toe").initial.best().value == 0


LONG = """role(a). role(b). init(left(3000)). init(control(a)).
legal(P, take) :- true(control(P)).
next(left(M)) :- true(left(N)), M is N - 1.
next(control(b)) :- true(control(a)).
next(control(a)) :- true(control(b)).
terminal :- true(left(0)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \\+ true(control(P)).
"""


@pytest.mark.parametrize("method", ["minimax", "alphabeta", "pvs", "maxn"])
def test_a_search_deeper_than_the_stack_of_python(method: str) -> None:
    state = ps.load_text(LONG).initial
    with pytest.raises(ps.LimitError, match="very long"):
        state.best(method=method, depth=3005, tier="procedural")
    assert alive()


def test_a_tree_deeper_than_the_stack_of_python() -> None:
    state = ps.load_text(LONG).initial
    with pytest.raises(ps.LimitError, match="too deep for the procedural tier"):
        perft(state, 3001, tier="procedural")
    assert len(perft(state, 3001)) == 3000
    assert alive()


HUGE = """role(a). role(b). init(x(0)).
legal(a, m). legal(a, n). legal(b, noop).
next(x(Z)) :- true(x(Y)), Z is Y + 1.
terminal :- true(x(2)).
goal(a, VALUE). goal(b, -VALUE).
"""


@pytest.mark.parametrize("value", [2**49, 2**53 + 1, 10**24])
@pytest.mark.parametrize(
    ("method", "tier"),
    [("deepening", "clauses"), ("deepening", "procedural"),
     ("matrix(depth=5)", "procedural")],
)  # fmt: skip
def test_values_that_are_too_large_are_no_end_of_time(
    value: int, method: str, tier: str
) -> None:
    state = ps.load_text(HUGE.replace("VALUE", str(value))).initial
    with pytest.raises(ps.LimitError, match="less than 2\\^49"):
        state.best(method=method, tier=tier, seconds=60)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (":- halt.\n", "directive"),
        (":- shell(ls).\n", "directive"),
        ("role(x) :- halt.\n", "forbidden_builtin"),
        ("role(x) :- shell(ls).\n", "forbidden_builtin"),
        ("role(N) :- role(M), N is M + 1.\nrole(0).\n", "unbounded_recursion"),
    ],
)
def test_hostile_text(text: str, code: str) -> None:
    with pytest.raises(ps.RulesError) as caught:
        ps.load_text(text)
    assert code in [d.code for d in caught.value.diagnostics]
    assert alive()


def test_hostile_files(tmp_path: Path) -> None:
    large = tmp_path / "large.pl"
    with large.open("wb") as file:
        file.truncate(50_000_000)
    binary = tmp_path / "binary.pl"
    binary.write_bytes(bytes(range(256)))
    other = tmp_path / "other.pl"
    other.write_bytes(b"role('\xe9').\n")
    pipe = tmp_path / "pipe.pl"
    os.mkfifo(pipe)
    for path in (large, binary, other, pipe, tmp_path, Path("/proc/self/mem")):
        with pytest.raises(ps.PygameSearchError) as caught:
            ps.load(path)
        assert str(path) in str(caught.value)
    assert alive()


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
@pytest.mark.parametrize("method", ["breadth", "depth", "iterative"])
def test_an_endless_graph_ends_at_the_limit(tier: str, method: str) -> None:
    found = ps.load_text(ENDLESS).path(method=method, tier=tier, limit=500)
    assert (found.found, found.stopped, found.expanded) == (False, "limit", 500)


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
def test_an_endless_graph_ends_with_the_time(tier: str) -> None:
    game = ps.load_text(ENDLESS)
    with pytest.raises(ps.LimitError, match="time"):
        game.path(tier=tier, limit=None, seconds=0.2)
    assert alive()


def test_inferences_are_bounded() -> None:
    game = ps.load("connect_four")
    with pytest.raises(ps.LimitError, match="inferences"):
        game.request("perft", state=game.initial.number, depth=8, inferences=1_000_000)
    assert alive()


def test_a_limit_that_an_interrupted_call_left_is_taken_back() -> None:
    """An exception may come when call_with_inference_limit/3 is about to tidy up."""
    home = engine()
    library = home._lib
    limit = library.PL_predicate(b"$inference_limit", 2, b"system")
    frame = library.PL_open_foreign_frame()
    terms = library.PL_new_term_refs(2)
    library.PL_put_int64(terms, 1_000_000)
    assert library.PL_call_predicate(None, 4, limit, terms)
    library.PL_discard_foreign_frame(frame)
    home._disturbed = True
    state = ps.load("connect_four").initial
    assert state.game.request("perft", state=state.number, depth=5)["levels"]


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
def test_a_clock_gives_the_deepest_answer_finished(tier: str) -> None:
    found = ps.load("connect_four").initial.best(seconds=0.3, tier=tier)
    assert found.stopped == "time"
    assert found.depth is not None
    assert found.depth >= 1
    assert found.move is not None


def test_control_c_in_this_process() -> None:
    game = ps.load("connect_four")
    start: State = game.initial
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt), ctrl_c(worked(0.2)):
            start.best(depth=30)
        assert game.initial == start
    assert all(alive() for _ in range(3))


@pytest.mark.parametrize(
    "words",
    [
        ["best", "connect_four", "--depth", "30"],
        ["best", "connect_four", "--depth", "30", "--tier", "procedural"],
        pytest.param(
            ["perft", "connect_four", "--depth", "12"], marks=pytest.mark.slow
        ),
        pytest.param(
            ["playouts", "connect_four", "--time", "600"], marks=pytest.mark.slow
        ),
    ],
    ids=lambda words: " ".join(words),
)
def test_control_c_on_the_command_line(words: list[str]) -> None:
    process = Program[bytes](
        ["-m", "pygame_search", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_for_work(process.pid, 1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert (out, err.decode().strip()) == (b"", "interrupted")


def test_questions_from_other_threads() -> None:
    game = ps.load("nim")
    found: list[int] = []

    def ask() -> None:
        found.append(game.initial.best(depth=3).nodes)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1


def test_what_does_not_fit_into_the_stack_is_told_before() -> None:
    _go_down(3)
    with pytest.raises(RecursionError):
        _go_down(1_000_000)


def test_signals_are_handed_on_to_whoever_had_them_before() -> None:
    """As the event loop of asyncio, which hears of signals by a file descriptor."""
    receiver, sender = socket.socketpair()
    with receiver, sender:
        sender.setblocking(False)
        receiver.settimeout(20)
        watcher = Watcher(lambda thread: None, lambda: None)
        call = Call(watcher)
        call.wakeup = sender.fileno()
        watcher.call = call
        os.write(watcher.file, bytes([signal.SIGUSR1]))
        assert receiver.recv(1) == bytes([signal.SIGUSR1])
        watcher.call = None
        watcher.close()


def test_ctrl_c_beside_a_query_is_no_message_of_prolog(
    capfd: pytest.CaptureFixture[str],
) -> None:
    bridge = engine()
    here = bridge._lib.PL_thread_self()
    thread = threading.Thread(target=bridge._throw, args=[here])
    thread.start()
    thread.join()
    with pytest.raises(KeyboardInterrupt):
        bridge._statistic("inferences")
    assert capfd.readouterr() == ("", "")
    bridge._lib.PL_clear_exception()
    assert alive()
