"""Solve the games whose value is known: `sh scripts/solved [--quick] [GAME ...]`.

Each game of tests/support/games/solved.tsv is solved, its certificate is written and
verified, and the value that it proves is compared with the one that is known. The table
that is printed, in Markdown, has the processor time of each step, the states that were
verified and the size of the file.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import pygame_search as ps
from pygame_search.solving.certificate import save_certificate
from pygame_search.solving.solution import plies_text
from pygame_search.solving.solve import solve
from pygame_search.solving.verify import verify

TABLE = Path(__file__).parent / "games" / "solved.tsv"


@dataclass(frozen=True, slots=True)
class Row:
    """A game whose value is known.

    Attributes:
        game: how it is called.
        value: what it is worth to the first player: win, draw or loss.
        strength: the rung that is to be reached.
        tier: where it is solved.
    """

    game: str
    value: str
    strength: str
    tier: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a row.

    Attributes:
        row: the game.
        value: what the certificate proves: win, draw or loss; or why it proves nothing.
        plies: to the end when all play best; else a bound, in words.
        states: how many were found right.
        size: bytes of the file.
        seconds: processor time to solve, to write and to verify.
    """

    row: Row
    value: str
    plies: str
    states: int
    size: int
    seconds: tuple[float, float, float]

    def line(self) -> str:
        """Return it as a row of the table."""
        row = self.row
        cells = [
            f"`{row.game}`", self.value, row.strength, row.tier,
            self.plies, f"{self.states:,}",
            f"{self.size / 1000:,.1f}", *(f"{second:.2f}" for second in self.seconds),
        ]  # fmt: skip
        return f"| {' | '.join(cells)} |"


def rows(*, quick: bool = False) -> Iterator[Row]:
    """Yield the games; the quick ones alone are those that the clauses solve."""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            game, value, how, _ = line.split("\t")
            strength, tier = how.split()
            if tier == "clauses" or not quick:
                yield Row(game, value, strength, tier)


def proved(row: Row, file: str | None = None) -> Outcome:
    """Return what the certificate of a game proves.

    Args:
        row: the game.
        file: where to write the certificate; by default where nothing is kept.
    """
    if file is None:
        with tempfile.TemporaryDirectory() as folder:
            return proved(row, f"{folder}/certificate")
    game = ps.load(row.game)
    first = game.players[0]
    clock = [time.process_time()]
    found = solve(game.initial, role=first, strength=row.strength, tier=row.tier)
    clock.append(time.process_time())
    save_certificate(found, file)
    clock.append(time.process_time())
    verdict = verify(file)
    clock.append(time.process_time())
    low, high = game.ranges[game.roles.index(first)]
    if verdict.fault is not None:
        value = verdict.fault.text()
    elif verdict.value is None:
        value = verdict.claim()
    else:
        value = {low: "loss", high: "win"}.get(verdict.value, "draw")
    took = [after - before for before, after in pairwise(clock)]
    plies = plies_text(found.within).rsplit(maxsplit=1)[0]
    return Outcome(
        row, value, plies, verdict.states, Path(file).stat().st_size,
        (took[0], took[1], took[2]),
    )  # fmt: skip


def main(*arguments: str) -> int:
    """Print the table; return 1 where a value is another than the known one."""
    names = [argument for argument in arguments if argument != "--quick"]
    wanted = [
        row
        for row in rows(quick="--quick" in arguments)
        if not names or row.game in names or row.game.split("(")[0] in names
    ]
    if not wanted:
        print(f"no game of {TABLE} is called {' or '.join(names)}", file=sys.stderr)
        return 2
    print(
        "| game | value | solved | tier | plies | states verified | kB | s, solve | "
        "s, write | s, verify |\n|---|---|---|---|--:|--:|--:|--:|--:|--:|"
    )
    wrong = []
    # A process for each, so that none has to make do with the memory of another.
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for outcome in pool.imap(proved, wanted):
            print(outcome.line(), flush=True)
            if outcome.value != outcome.row.value:
                wrong.append(outcome)
    for outcome in wrong:
        row = outcome.row
        print(f"{row.game}: expected {row.value}, found {outcome.value}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
