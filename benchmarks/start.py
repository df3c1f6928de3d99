"""From a rule sheet's file to the first random game of the native tier.

    .venv/bin/python -m benchmarks.start ../shared/gdl/games [--only WORD] [--json FILE]

One process, warm: another game has been played in it, so that Prolog and the kernels
are there. For each sheet, `playouts(load(file).initial,
games=1, tier="native")`: at first with nothing kept of it, and then with what was kept,
the best of three each, but those that take seconds once. The caches of memory are those
of a new game each time. The parts are of the wall's time; the processor time is that of
this process and, where a sheet is ground, of the one that grounds it.

At the end, the processor time of whole commands where all is kept, the best of five:
each is a process of its own, which begins by loading Python.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any
from unittest.mock import patch

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.host import description
from pygame_search import warm
from pygame_search.engine.bridge import Engine
from pygame_search.game import load
from pygame_search.machine import native_game, network_cache
from pygame_search.network.circuit import build
from pygame_search.network.searches import playouts
from pygame_search.search.monte_carlo.playouts import playouts as play
from pygame_search.support.disk_cache import VARIABLE
from pygame_search.support.errors import PygameSearchError

#: How often a start is tried, but for one that takes longer than so many seconds.
TIMES, LONG = 3, 2.0

#: Commands that are timed as a whole, and how often each is run.
COMMANDS = (
    "best hexapawn", "best connect_four --depth 10",
    "path eight_puzzle --method a_star", "playouts connect_four --games 1",
)  # fmt: skip
RUNS = 5

#: Operations of the knowledge base, and what they are for.
OPERATIONS = {
    "load": "load rules",
    "ground_program": "write the program",
    "ground_terms": "read its terms",
}

#: What is timed by itself.
FUNCTIONS: Sequence[tuple[Any, str, str]] = (
    (native_game, "ground", "ground, in all"),
    (build, "build", "build the network"),
    (network_cache, "from_bytes", "read the network"),
    (playouts, "schedule", "lay it out"),
)


def _processor_time() -> float:
    """Return what this process and its children have used, in seconds."""
    used = [getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


class Start:
    """The times of one start, in seconds.

    Attributes:
        wall: from the path of the file to the first game's end.
        cpu: of the processes that have worked for it.
        parts: what some of the parts took.
    """

    def __init__(self, file: Path) -> None:
        self.parts: dict[str, float] = {}
        with self._timed():
            wall, cpu = time.perf_counter(), _processor_time()
            play(load(file).initial, count=1, seed=1, tier="native")
            self.cpu = _processor_time() - cpu
            self.wall = time.perf_counter() - wall

    @contextmanager
    def _timed(self) -> Iterator[None]:
        request = Engine.request

        def asked(engine: Engine, operation: str, **data: Any) -> dict[str, Any]:
            name = OPERATIONS.get(operation, "other requests")
            return self._measured(name, request)(engine, operation, **data)

        with ExitStack() as stack:
            for change in (
                patch.object(Engine, "request", asked),
                *(
                    patch.object(
                        module, name, self._measured(what, getattr(module, name))
                    )
                    for module, name, what in FUNCTIONS
                ),
            ):
                stack.enter_context(change)
            yield

    def _measured(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any, **named: Any) -> Any:
            began = time.perf_counter()
            try:
                return work(*arguments, **named)
            finally:
                took = time.perf_counter() - began
                self.parts[name] = self.parts.get(name, 0.0) + took

        return timed


@click.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--only", default="", help="Only sheets whose name has this in it.")
@click.option("--json", "file", type=click.Path(path_type=Path))
def main(folder: Path, only: str, file: Path | None) -> None:
    """Measure, and print the tables."""
    console = Console()
    warm.main()
    new: dict[str, Start] = {}
    kept: dict[str, Start] = {}
    with tempfile.TemporaryDirectory() as place:
        os.environ[VARIABLE] = place
        for sheet in sorted(folder.glob("*.kif")):
            if only not in sheet.name:
                continue
            try:
                new[sheet.stem] = _best(sheet, Path(place))
            except PygameSearchError as error:
                console.print(f"{sheet.stem}: {str(error).splitlines()[0]}")
                continue
            kept[sheet.stem] = _best(sheet, None)
        commands = {words: _command(words) for words in COMMANDS}
    for title, starts in (("with nothing kept", new), ("with what was kept", kept)):
        console.print(_listing(f"{len(starts)} sheets, {title}", starts))
    for words, seconds in commands.items():
        console.print(f"{words} --tier native: {seconds:.2f} CPU seconds")
    if file is not None:
        data = {
            **description(),
            "sheets": {
                name: [
                    {"wall": start.wall, "cpu": start.cpu, **start.parts}
                    for start in (new[name], kept[name])
                ]
                for name in new
            },
            "commands": commands,
        }
        file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def _best(sheet: Path, cleared: Path | None) -> Start:
    """Return the shortest start; what is kept in a folder is cleared before each."""
    best: Start | None = None
    for _ in range(TIMES):
        for kept in () if cleared is None else cleared.iterdir():
            kept.unlink()
        start = Start(sheet)
        best = start if best is None or start.wall < best.wall else best
        if start.wall > LONG:
            break
    assert best is not None
    return best


def _command(words: str) -> float:
    """Return the processor time of a command once all that it needs is kept."""
    program = [sys.executable, "-m", "pygame_search", *words.split()]
    taken = []
    for _ in range(1 + RUNS):
        before = _processor_time()
        subprocess.run(
            [*program, "--tier", "native"], check=True, stdout=subprocess.DEVNULL
        )
        taken.append(_processor_time() - before)
    return min(taken[1:])


def _listing(title: str, starts: dict[str, Start]) -> Table:
    listing = Table(box=SIMPLE_HEAD, title=f"{title}: milliseconds")
    for name in ("", "median", "nine in ten", "most"):
        listing.add_column(name, justify="right" if name else "left")
    rows = {"wall": [start.wall for start in starts.values()]}
    rows["processors"] = [start.cpu for start in starts.values()]
    for name in dict.fromkeys(name for one in starts.values() for name in one.parts):
        rows[f"  {name}"] = [one.parts.get(name, 0.0) for one in starts.values()]
    for name, seconds in rows.items():
        ordered = sorted(seconds)
        ranks = (0.5, 0.9, 1.0)
        found = [ordered[int(rank * (len(ordered) - 1))] for rank in ranks]
        listing.add_row(name, *(f"{1000 * one:,.1f}" for one in found))
    return listing


if __name__ == "__main__":
    main()
