"""How rules lift to words: sizes, seconds and nodes a second of each game.

    .venv/bin/python -m benchmarks.lift [GAME ...] [--sheets FOLDER] [--resume FILE]

It prints a row for each game, which are the rule files if none is named, and for each
rule sheet of a folder such as ../shared/gdl/games. Each game has a process of its own,
with limits of CPU time and of memory. The row of a game that reaches one has what was
found before, and the reason.

*In groups* is the share of ground rules that are one rule at several places; *placed*,
the share of fluents that are bits of a board and not single bits. A game lifts *wholly*
if nine in ten of its ground rules are in groups, *partly* if one in ten are, or *not*.
*Operations* are those to list the moves, make a step and look for the end in one phase;
more than TOO_MANY are not compiled. Seconds are of CPU time: to ground the rules, once
more with names, to make the operations, and to compile them, with nothing kept.

Nodes a second are those of alpha-beta in rule order, without a table and without
features, from the start, deeper and deeper until a time is over: by words, and by
changes in the network. They are left out where the whole game has few nodes. Both must
visit as many nodes at each depth.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import signal
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import product
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

import click
import numpy as np

from pygame_search.game import Game, load
from pygame_search.machine.game_code import (
    MOST_EDGES,
    MOST_OPERATIONS,
    MOST_UNTIMED,
    TIMES,
)
from pygame_search.network.circuit.build import build
from pygame_search.network.events.wired import WiredGame
from pygame_search.network.events.wiring import wire
from pygame_search.network.game_code import GameCode
from pygame_search.network.grounding.ground import Ground
from pygame_search.network.grounding.ground_program import ground
from pygame_search.network.lift.axes import choose_axes
from pygame_search.network.lift.families import ABSENT, families, groups
from pygame_search.network.lift.lifted import lifted
from pygame_search.network.lift.rules import open_rules
from pygame_search.network.machine_code import machine_code
from pygame_search.network.network import Network, StuckError
from pygame_search.network.packing import pack
from pygame_search.network.searches.alphabeta_stack import Settings
from pygame_search.network.searches.node import goal_rows
from pygame_search.network.searches.searcher import Joint, Searcher
from pygame_search.rules import rulebook
from pygame_search.support.disk_cache import VARIABLE
from pygame_search.support.errors import PygameSearchError

#: The shares of ground rules in groups from which on a game lifts wholly, or partly.
WHOLLY, PARTLY = 0.9, 0.1

#: More operations are not compiled.
TOO_MANY = 2 * MOST_OPERATIONS

#: No search looks ahead more plies.
MOST_PLIES = 60

#: To call a search takes longer than so many nodes.
FEWEST_NODES = 2_000


@dataclass(slots=True)
class Speed:
    """How fast alpha-beta is.

    Attributes:
        rate: nodes in a second of CPU time; None if a search had few.
        nodes: of the search to each depth that was finished, from 1.
    """

    rate: float | None
    nodes: list[int]


@dataclass(slots=True)
class Row:
    """What is found of a game, as far as it came.

    Attributes:
        game: what it is called.
        reason: why the rest is missing, or what is wrong.
        stage: what was done last.
        rules: how many ground rules vary.
        edges: of the network.
        groups: of rules.
        grouped: the share of rules that are one rule at several places.
        placed: the share of fluents that have a place.
        operations: in a phase.
        words: of a state.
        grounding, naming, lifting, compiling: CPU seconds.
        by_words, by_changes: the speed of alpha-beta.
        lifts: `wholly`, `partly` or `not`.
        used: by what a search asks the game: `words` or `changes`.
    """

    game: str
    reason: str = ""
    stage: str = "load"
    rules: int = 0
    edges: int = 0
    groups: int = 0
    grouped: float = 0.0
    placed: float = 0.0
    operations: int = 0
    words: int = 0
    grounding: float | None = None
    naming: float | None = None
    lifting: float | None = None
    compiling: float | None = None
    by_words: Speed | None = None
    by_changes: Speed | None = None
    lifts: str = ""
    used: str = ""

    def judge(self) -> None:
        """Say how the game lifts, and by what a search asks it."""
        if self.groups:
            self.lifts = (
                "wholly" if self.grouped >= WHOLLY
                else "partly" if self.grouped >= PARTLY
                else "not"
            )  # fmt: skip
        if self.edges:
            small = self.edges <= MOST_EDGES and self.operations <= MOST_OPERATIONS
            times = _times(self)
            if self.operations > MOST_UNTIMED and times is not None:
                small = small and times * TIMES >= 1
            self.used = "words" if small and self.operations else "changes"


class _TimeIsUpError(Exception):
    """The time of a measure is over."""


# ---- one game ----------------------------------------------------------------


def _processor_time() -> float:
    """Return what this process and its children have used, in seconds."""
    used = [resource.getrusage(who) for who in (
        resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    )]  # fmt: skip
    return sum(one.ru_utime + one.ru_stime for one in used)


def measure(row: Row, call: str, seconds: float, sender: Connection) -> None:
    """Fill in the row of a game.

    Args:
        row: the row; it is sent after each stage.
        call: what is played, as `load` takes it.
        seconds: how long each search takes.
        sender: gets the row.
    """
    game = load(call)
    if not game.roles:
        row.reason = "no roles"
        return

    def stage(name: str) -> None:
        row.stage = name
        sender.send(row)

    stage("ground")
    began = _processor_time()
    grounded = ground(game)
    row.grounding = _processor_time() - began
    stage("build the network")
    network = build(grounded)
    row.edges = len(network.inputs)
    stage("search by changes")
    changes = WiredGame(wire(network, _role(game), {}))
    row.by_changes = _speed(game, changes, network, seconds)
    stage("lift")
    began = _processor_time()
    named = ground(game, named=True)
    row.naming = _processor_time() - began
    began = time.process_time()
    words = lifted(named, network)
    row.lifting = time.process_time() - began
    row.operations, row.words = words.operations, words.size
    stage("group")
    _group(row, named, network)
    if row.operations > TOO_MANY:
        row.reason = "too many operations"
        return
    stage("compile")
    began = time.process_time()
    machine_code(words.library)
    row.compiling = time.process_time() - began
    stage("search by words")
    row.by_words = _speed(game, words, network, seconds)
    pairs = zip(row.by_words.nodes, row.by_changes.nodes, strict=False)
    for depth, (one, two) in enumerate(pairs, 1):
        if one != two:
            row.reason = f"DIFFERENT at depth {depth}: {one:,} nodes and {two:,}"
            return


def _group(row: Row, grounded: Ground, network: Network) -> None:
    """Fill in how many rules and fluents are at places."""
    rules = open_rules(grounded, network)
    row.rules = len(rules.heads)
    found = families(rules, choose_axes(rules), np.zeros(0, np.int64))
    grouped = groups(rules, found)
    row.groups = len(grouped)
    sizes = np.bincount(grouped.group, minlength=len(grouped))
    at_places = (grouped.anchors != ABSENT).any(axis=1)
    several = (sizes[grouped.group] > 1) & at_places
    row.grouped = float(several.mean()) if len(several) else 0.0
    placed = (found.place[rules.true] != ABSENT).any(axis=1)
    row.placed = float(placed.mean()) if len(placed) else 0.0


def _role(game: Game) -> int:
    """Return the index of the first role that is not chance."""
    return game.roles.index(game.players[0])


def _speed(game: Game, code: GameCode, network: Network, seconds: float) -> Speed:
    """Return how fast alpha-beta is from the start."""
    role = _role(game)
    goals = network.outputs["goal"]
    roles, values = (np.asarray(part) for part in goals.arguments)
    own = [int(value) for value in values[roles == role]] or [0]
    machine = code.machine({}, goal_rows(own, (min(own), max(own))))
    state = pack(network.initial[np.newaxis])[0]
    searcher = Searcher(code, machine, state, Settings(role=role))
    joints = _joints(searcher.legal(), role)
    searcher.search(joints, 1)  # links the kernel
    before, finished = searcher.nodes, list[int]()
    began = time.process_time()

    def pause() -> None:
        if time.process_time() > began + seconds:
            raise _TimeIsUpError

    with suppress(_TimeIsUpError):
        while True:
            nodes = searcher.nodes
            depth = min(len(finished) + 1, MOST_PLIES)
            searcher.search(joints, depth, pause=pause)
            if len(finished) < MOST_PLIES:
                finished.append(searcher.nodes - nodes)
    took = time.process_time() - began
    few = len(finished) == MOST_PLIES and finished[-1] < FEWEST_NODES
    return Speed(None if few else (searcher.nodes - before) / took, finished)


def _joints(legal: Sequence[Sequence[int]], role: int) -> list[list[Joint]]:
    """Return for each move of a role the joint moves with it."""
    return [
        [
            tuple(joint)
            for joint in product(*(
                [move] if other == role else moves for other, moves in enumerate(legal)
            ))
        ]
        for move in legal[role]
    ]  # fmt: skip


# ---- a process for each ------------------------------------------------------


def _one(call: str, seconds: float, cpu: int, memory: int, sender: Connection) -> None:
    """Measure a game, and send its row as it grows."""
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 10))
    resource.setrlimit(resource.RLIMIT_AS, (memory << 20,) * 2)
    row = Row(Path(call).stem)
    try:
        measure(row, call, seconds, sender)
    except StuckError:
        row.reason = f"{row.stage}: a role has no legal move"
    except (PygameSearchError, MemoryError) as error:
        row.reason = f"{row.stage}: {type(error).__name__}: {error}".splitlines()[0]
    sender.send(row)
    sender.close()
    os._exit(0)


def in_a_process(call: str, seconds: float, cpu: int, memory: int) -> Row:
    """Return the row of a game.

    Args:
        call: the game.
        seconds: how long each search takes.
        cpu: the limit of CPU time, in seconds; grounding has its own.
        memory: the limit of memory, in megabytes.
    """
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_one, args=(call, seconds, cpu, memory, sender))
    process.start()
    sender.close()
    row = Row(Path(call).stem)  # what is sent last
    with suppress(EOFError):
        while True:
            row = receiver.recv()
    process.join()
    if process.exitcode == -signal.SIGXCPU:
        row.reason = f"{row.stage}: more than {cpu} s of CPU time"
    elif process.exitcode:
        row.reason = f"{row.stage}: the process ended with {process.exitcode}"
    row.judge()
    return row


# ---- the table ---------------------------------------------------------------

COLUMNS = (
    "game", "lifts", "rules", "groups", "in groups", "placed", "operations", "words",
    "ground s", "names s", "lift s", "compile s", "by words", "by changes", "times",
    "used", "",
)  # fmt: skip


def told(row: Row) -> str:
    """Return a row of the table in Markdown."""
    rates = [one.rate if one else None for one in (row.by_words, row.by_changes)]
    times = _times(row)
    cells: Iterable[object] = (
        row.game, row.lifts,
        f"{row.rules:,}", f"{row.groups:,}", f"{row.grouped:.0%}", f"{row.placed:.0%}",
        f"{row.operations:,}", f"{row.words:,}",
        *(
            "" if one is None else f"{one:.2f}"
            for one in (row.grounding, row.naming, row.lifting, row.compiling)
        ),
        *("" if rate is None else f"{rate:,.0f}" for rate in rates),
        "" if times is None else f"{times:.1f}",
        row.used, row.reason,
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def totals(rows: Sequence[Row]) -> str:
    """Return what the rows come to."""
    lifts = {
        word: sum(row.lifts == word for row in rows)
        for word in ("wholly", "partly", "not", "")
    }
    both = [(times, row.used) for row in rows if (times := _times(row)) is not None]
    wrong = sum((times < 1) == (used == "words") for times, used in both)
    return (
        f"{len(rows)} games: {lifts['wholly']} lift wholly, {lifts['partly']} partly, "
        f"{lifts['not']} not, {lifts['']} are not lifted; {len(both)} searched by "
        f"words and by changes, {sum(times >= 1 for times, _ in both)} of them faster "
        f"by words, {median([times for times, _ in both] or [1]):.1f} times at the "
        f"median; {wrong} use the slower"
    )


def _times(row: Row) -> float | None:
    """Return how many times as fast words are as changes."""
    rates = [one.rate if one else None for one in (row.by_words, row.by_changes)]
    return rates[0] / rates[1] if rates[0] and rates[1] else None


def _read(data: dict[str, Any]) -> Row:
    """Return a row of a file."""
    speeds = {
        name: Speed(**data[name]) if data[name] else None
        for name in ("by_words", "by_changes")
    }
    return Row(**{**data, **speeds})


@click.command()
@click.argument("games", nargs=-1)
@click.option("--sheets", type=click.Path(exists=True, path_type=Path))
@click.option("--seconds", default=0.5, show_default=True, help="Of each search.")
@click.option("--cpu", default=90, show_default=True, help="Seconds for each game.")
@click.option("--memory", default=6000, show_default=True, help="Megabytes.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE",
              help="Keep the rows here; do not measure those again.")  # fmt: skip
def main(
    games: tuple[str, ...],
    sheets: Path | None,
    seconds: float,
    cpu: int,
    memory: int,
    resume: Path | None,
) -> None:
    """Measure each GAME, and the sheets of a folder; print the table."""
    calls = [*(games or rulebook.names())]
    if sheets is not None:
        calls += [str(path) for path in sorted(sheets.glob("*.kif"))]
    click.echo(f"| {' | '.join(COLUMNS)} |")
    click.echo("|---|---|" + "--:|" * (len(COLUMNS) - 4) + "---|---|")
    done: dict[str, Row] = {}
    if resume is not None and resume.exists():
        for line in resume.read_text(encoding="utf-8").splitlines():
            row = _read(json.loads(line))
            done[row.game] = row
    with tempfile.TemporaryDirectory() as place:
        os.environ[VARIABLE] = place
        for call in calls:
            name = Path(call).stem
            if name not in done:
                done[name] = in_a_process(call, seconds, cpu, memory)
                if resume is not None:
                    with resume.open("a", encoding="utf-8") as kept:
                        kept.write(json.dumps(asdict(done[name])) + "\n")
            click.echo(told(done[name]))
    click.echo(f"\n{totals([*done.values()])}")


if __name__ == "__main__":
    main()
