"""How long the first commands of a newcomer take, from the clone to the first answer.

    .venv/bin/python -m benchmarks.newcomer [--kernels]

It clones the commit that is checked out to a folder of its own and runs the commands of
the README there, with an empty cache. SWI-Prolog and Python are there already; pip
takes its packages from the network, or from its own cache. It prints seconds by the
clock and of processor time, in Markdown. It takes some minutes, most of them the
installation; `--kernels` compiles the kernels of the native tier, too.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import click

from benchmarks.host import description

ROOT = Path(__file__).parents[1]
BEST = ".venv/bin/pygame-search best hexapawn --depth 2"


def steps(folder: Path, kernels: bool) -> Iterator[tuple[str, Path]]:
    """Yield each command, and the folder in which it runs."""
    clone = folder / "pygame_search"
    yield f"git clone -q {ROOT} pygame_search", folder
    yield "sh scripts/install --no-kernels", clone
    yield ".venv/bin/pygame-search doctor", clone
    yield BEST, clone
    yield BEST, clone
    if kernels:
        yield "sh scripts/install", clone


def timed(words: str, folder: Path, cache: Path) -> tuple[float, float]:
    """Return the seconds of a command by the clock, and of processor time."""
    began, before = time.monotonic(), getrusage(RUSAGE_CHILDREN)
    subprocess.run(
        words.split(), cwd=folder, check=True, stdout=subprocess.DEVNULL,
        env=os.environ | {"PYGAME_SEARCH_CACHE": str(cache)},
    )  # fmt: skip
    after = getrusage(RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - began, used


@click.command()
@click.option("--kernels", is_flag=True, help="Compile the kernels, too.")
def main(kernels: bool) -> None:
    """Print the table in Markdown."""
    click.echo(f"{description()}\n\n| command | s | CPU s |\n|---|--:|--:|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for words, place in steps(folder, kernels):
            clock, used = timed(words, place, folder / "cache")
            shown = words.replace(str(ROOT), "REPOSITORY")
            click.echo(f"| `{shown}` | {clock:.1f} | {used:.1f} |")


if __name__ == "__main__":
    main()
