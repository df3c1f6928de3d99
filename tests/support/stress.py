"""Stress-test the engine in one process: `sh scripts/stress [SECONDS [SEED]]`.

With `--answers` before the seconds, threads of one process ask states of several games,
and each answer is compared with the one that a single thread was given before.

Each round is a process that does some of `PARTS`, in an order drawn from its seed, with
a signal every few milliseconds: threads, coroutines, forked and spawned children,
many games dropped at once, and Ctrl-C. It must end by itself, with no wrong answer. A
round that fails is printed with its seed: `python tests/support/stress.py --round
    SEED`.
"""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pygame_search as ps
from pygame_search.engine.bridge import engine

#: The value of a game for the first player, and the number of its first moves.
GAMES = {
    "hexapawn": (-10, 3),
    "nim(heaps=[1, 2, 2])": (1, 5),
    "tic_tac_toe": (0, 9),
    "chomp(columns=3, rows=3)": (1, 9),
}

#: No game is longer, so that a search to this depth needs no limit of time.
DEPTH = 9

#: Seconds between signals, and those that a round may take.
TICK, LONGEST = 0.002, 120.0

#: Games whose states threads ask for at the same time, and how many ask.
ASKED = ("hexapawn", "tic_tac_toe", "connect_four", "kalah", "rock_paper_scissors")
STANDINGS, THREADS = ("clauses", "native"), 8

#: How many random games, and plies of each, the known answers are from.
LINES, PLIES = 4, 12

RULES = Path(__file__).parents[2] / "rules" / "nim.pl"

#: Memory allocators with and without checks of their own.
ALLOCATORS: tuple[dict[str, str], ...] = (
    {},
    {"PYTHONMALLOC": "malloc", "MALLOC_PERTURB_": "165"},
    {"PYTHONMALLOC": "debug"},
)


def check(name: str, tier: str | None = None) -> None:
    """Ask what is known of a game."""
    state = ps.load(name).initial
    moves = state.legal[state.game.roles[0]]
    found = (state.best(depth=DEPTH, tier=tier).value, len(moves))
    assert found == GAMES[name], f"{name}: expected {GAMES[name]}, found {found}"


def threads(source: random.Random) -> None:
    """Search in several threads at once."""
    tasks = [(source.choice(list(GAMES)), source.choice(TIERS)) for _ in range(6)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda task: check(*task), tasks))


def dropped_games(source: random.Random) -> None:
    """Load games that nobody keeps, here or in a thread."""
    text = RULES.read_text(encoding="utf-8")

    def load() -> None:
        for i in range(30):
            assert ps.load_text(text.replace("Nim", f"Nim{i}")).initial.legal

    with ThreadPoolExecutor(1) as pool:
        pool.submit(load).result() if source.random() < 0.5 else load()


def answers(state: ps.State) -> dict[str, object]:
    """Return what is asked of a state."""
    return {
        "facts": sorted(state.facts),
        "legal": state.legal,
        "goals": (state.terminal, state.goals),
        "successors": [(move, sorted(s.facts)) for move, s in state.successors],
    }


#: A game, what its states stand on, and the moves of a line of play, with answers.
Known = tuple[str, str, list[tuple[str | None, dict[str, object]]]]


def known_answers(source: random.Random) -> list[Known]:
    """Return what one thread is answered in random games."""
    found: list[Known] = []
    for name, tier, _ in itertools.product(ASKED, STANDINGS, range(LINES)):
        state = ps.load(name, tier=tier).initial
        line: list[tuple[str | None, dict[str, object]]] = [(None, answers(state))]
        while state.legal_moves and len(line) <= PLIES:
            move = source.choice(state.legal_moves)
            state = state.play(move)
            line.append((move, answers(state)))
        found.append((name, tier, line))
    return found


def compared(source: random.Random, seconds: float) -> tuple[int, list[str]]:
    """Have threads ask for known answers; return how many came, and the wrong ones.

    Most ask games that all threads share; some, a game of their own that is dropped.
    """
    known = known_answers(source)
    pairs = itertools.product(ASKED, STANDINGS)
    shared = {pair: ps.load(pair[0], tier=pair[1]) for pair in pairs}
    end, wrong = time.monotonic() + seconds, list[str]()

    def ask(seed: float) -> int:
        own, count = random.Random(seed), 0
        while time.monotonic() < end:
            name, tier, line = own.choice(known)
            alone = own.random() < 0.1
            game = ps.load(name, tier=tier) if alone else shared[name, tier]
            state = game.initial
            for number, (move, expected) in enumerate(line):
                state = state if move is None else state.play(move)
                found = answers(state)
                count += len(found)
                wrong.extend(
                    f"{name}, {tier}, ply {number}: {what}"
                    for what in found
                    if found[what] != expected[what]
                )
        return count

    with ThreadPoolExecutor(THREADS) as pool:
        counts = pool.map(ask, [source.random() for _ in range(THREADS)])
        return sum(counts), wrong


def coroutines(source: random.Random) -> None:
    """Search in threads of asyncio; give up waiting for one; call in between."""

    async def main() -> None:
        names = source.sample(list(GAMES), 3)
        tasks = [asyncio.create_task(asyncio.to_thread(check, n)) for n in names]
        given_up = asyncio.get_running_loop().run_in_executor(None, check, "chomp")
        await asyncio.sleep(source.random() / 50)
        given_up.cancel()
        check(source.choice(names))
        await asyncio.gather(*tasks)

    asyncio.run(main())


def answer(pipe: Connection) -> None:
    """What a child does: check a game, and say how that ended."""
    try:
        check("hexapawn")
        pipe.send("right")
    except BaseException as error:
        pipe.send(f"{type(error).__name__}: {error}")


def child(method: str, *expected: str) -> None:
    """Have a child check a game, while a thread searches here."""
    context: Any = multiprocessing.get_context(method)
    ours, theirs = context.Pipe()
    with ThreadPoolExecutor(1) as pool:
        busy = pool.submit(check, "hexapawn")
        process = context.Process(target=answer, args=(theirs,))
        process.start()
        assert ours.poll(60), f"{method}: no answer from the child"
        found = ours.recv()
        process.join(60)
        busy.result()
    assert process.exitcode == 0, f"{method}: the child ended with {process.exitcode}"
    assert found.startswith(expected), f"{method}: {found}"


def forked_child(_: random.Random) -> None:
    """A forked child is refused, once the engine runs."""
    engine()
    child("fork", "TierError: SWI-Prolog runs in the process that this one was forked")


def new_child(source: random.Random) -> None:
    """A child that starts afresh has an engine of its own."""
    child(source.choice(("spawn", "forkserver")), "right")


def thread_interrupted(source: random.Random) -> None:
    """Ctrl-C while the main thread sleeps ends nothing of what a thread does."""
    with ThreadPoolExecutor(1) as pool:
        busy = pool.submit(check, source.choice(list(GAMES)))
        with suppress(KeyboardInterrupt):
            time.sleep(source.random() / 10)
            signal.raise_signal(signal.SIGINT)
        busy.result()


def call_interrupted(source: random.Random) -> None:
    """Ctrl-C ends what the main thread does."""
    timer = threading.Timer(
        0.05 + source.random() / 4, os.kill, (os.getpid(), signal.SIGINT)
    )
    try:
        timer.start()
        ps.load("othello").initial.best(depth=20)
        raise AssertionError("Ctrl-C has ended nothing")
    except KeyboardInterrupt:
        timer.join()


PARTS: tuple[Callable[[random.Random], None], ...] = (
    threads,
    dropped_games,
    coroutines,
    forked_child,
    new_child,
    thread_interrupted,
    call_interrupted,
)
TIERS = (None, "procedural")


def strain(seed: int) -> None:
    """One round, in this process."""
    source = random.Random(seed)
    signal.signal(signal.SIGALRM, lambda *_: None)
    if source.random() < 0.7:  # the engine's first thread is one that ends
        with ThreadPoolExecutor(1) as pool:
            pool.submit(engine).result()
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    for part in source.sample(PARTS, len(PARTS)):
        part(source)
    signal.setitimer(signal.ITIMER_REAL, 0)
    print("survived")


def strained(seed: int) -> str | None:
    """Return what is wrong with a round in a process of its own, if anything."""
    allocator = ALLOCATORS[seed % len(ALLOCATORS)]
    command = [sys.executable, "-X", "faulthandler", __file__, "--round", str(seed)]
    try:
        found = subprocess.run(
            command,
            env={**os.environ, **allocator},
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired as error:
        return f"no end in {LONGEST:.0f} s: {error.stdout!r} {error.stderr!r}"
    if (found.returncode, found.stdout) == (0, "survived\n"):
        return None
    return f"status {found.returncode}: {found.stdout}{found.stderr}"


def main() -> None:
    """Do rounds for so many seconds; exit 1 if one went wrong."""
    if sys.argv[1:2] == ["--round"]:
        strain(int(sys.argv[2]))
        return
    if sys.argv[1:2] == ["--answers"]:
        seed = int(sys.argv[3]) if sys.argv[3:] else random.randrange(1_000_000)
        print(f"seed {seed}", flush=True)
        count, wrong = compared(random.Random(seed), float(sys.argv[2]))
        print("\n".join([*wrong[:20], f"{count:,} answers, {len(wrong)} wrong"]))
        sys.exit(bool(wrong))
    seconds = float(sys.argv[1]) if sys.argv[1:] else 60.0
    first = int(sys.argv[2]) if sys.argv[2:] else random.randrange(1_000_000)
    print(f"seed {first}", flush=True)
    end, bad, rounds = time.monotonic() + seconds, 0, 0
    for seed in itertools.count(first):
        if fault := strained(seed):
            bad += 1
            print(f"--round {seed}: {fault}", flush=True)
        rounds += 1
        if time.monotonic() > end:
            break
    print(f"{rounds} rounds, {bad} faults")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
