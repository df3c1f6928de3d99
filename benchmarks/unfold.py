"""Games with hidden information by size: CPU seconds and memory until the first answer.

    .venv/bin/python -m benchmarks.unfold [--only WORD --json FILE]

Each game is unfolded to its sequence form over its network, by a process of its own,
whose largest memory is reported. Then one iteration of `cfr+` and one of `mccfr` are
measured, each the mean of several.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.host import description
from pygame_search.game import load
from pygame_search.solving.hidden.arrays import arrays
from pygame_search.solving.hidden.regret import minimiser
from pygame_search.solving.hidden.unfold import sequence_form

#: The games, by the number of their information sets.
CALLS = (
    "leduc_poker", "leduc_poker(ranks=6)", "liars_dice(faces=5)",
    "liars_dice(faces=6)", "goofspiel_hidden(cards=6)", "liars_dice(faces=7)",
    "liars_dice(faces=8)", "battleships_small(columns=3)",
)  # fmt: skip

#: So many iterations are measured: of cfr+ and of mccfr.
_ITERATIONS = 10, 10_000


@dataclass(frozen=True, slots=True)
class Size:
    """What a game took.

    Attributes:
        game: its call.
        sets: the number of information sets of both players.
        states: the number of states, counted once for each combination of views.
        ends: the number of pairs of sequences with an end.
        seconds: CPU seconds of the unfolding.
        full: CPU milliseconds of an iteration of cfr+.
        sampled: CPU microseconds of an iteration of mccfr.
        megabytes: the largest memory of the process.
    """

    game: str
    sets: int
    states: int
    ends: int
    seconds: float
    full: float
    sampled: float
    megabytes: int


def measured(call: str) -> Size:
    """Return what a game takes, in this process."""
    game = load(call, tier="native")
    sequence_form(load("rock_paper_scissors", tier="native"), tree=True)  # links
    assert game.with_percepts().network is not None
    began = time.process_time()
    form = sequence_form(game, tree=True).answer
    seconds = time.process_time() - began
    given, each = arrays(form), []
    for method, iterations in zip(("cfr+", "mccfr"), _ITERATIONS, strict=True):
        work = minimiser(given, method)
        work.run(iterations)
        each.append(work.seconds / iterations)
    return Size(
        call, sum(len(side.views) for side in form.sides), form.states, len(form.sums),
        seconds, 1e3 * each[0], 1e6 * each[1],
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    )  # fmt: skip


@click.command()
@click.option("--only", default="", help="Only games whose call has this in it.")
@click.option("--json", "file", type=click.Path(path_type=Path))
@click.option("--one", hidden=True, help="Measure a game in this process.")
def main(only: str, file: Path | None, one: str | None) -> None:
    """Measure, and print the table."""
    if one is not None:
        click.echo(json.dumps(asdict(measured(one))))
        return
    listing = Table(box=SIMPLE_HEAD, title="Hidden information by size")
    for column in (
        "game", "sets", "states", "ends", "s", "us a state", "ms of cfr+",
        "us of mccfr", "MB",
    ):  # fmt: skip
        listing.add_column(column, justify="left" if column == "game" else "right")
    rows = []
    for call in CALLS:
        if only not in call:
            continue
        click.echo(call, err=True)
        words = [sys.executable, "-m", "benchmarks.unfold", "--one", call]
        said = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
        row = Size(**json.loads(said.stdout))
        rows.append(row)
        listing.add_row(
            row.game, f"{row.sets:,}", f"{row.states:,}", f"{row.ends:,}",
            f"{row.seconds:.2f}", f"{1e6 * row.seconds / row.states:.1f}",
            f"{row.full:,.3f}", f"{row.sampled:,.1f}", f"{row.megabytes:,}",
        )  # fmt: skip
    Console(width=120).print(listing)
    if file is not None:
        data = {**description(), "rows": [asdict(row) for row in rows]}
        file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
