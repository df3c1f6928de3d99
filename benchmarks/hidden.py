"""Regret minimisation beside OpenSpiel's and LiteEFG's, in one run.

    .venv/bin/python -m benchmarks.hidden [--only WORD --rounds N --json FILE]
    PYTHONPATH=FOLDER .venv/bin/python -m benchmarks.hidden    # peers that are there
    PYTHONPATH=FOLDER .venv/bin/python -m benchmarks.hidden --values

CPU seconds of some iterations of `cfr+`, in rounds done in turn, of which the medians
are printed, and of what comes before: here the game is unfolded to its sequence form,
in peers the tree is built. Peers that are not installed, or do not have the game, are
left out. The exploitability is that of the average strategies, each measured by its own
program.

Our rules make smaller trees: only sets in which there is a choice count, and
`leduc_poker` deals ranks, where OpenSpiel deals cards of two suits. So our kernels also
work on OpenSpiel's trees, from which LiteEFG takes its own; the ratios are to that.

With `--curve`, the exploitability after 1, 2, 5, 10, ... iterations. With `--values`,
what the games are worth: by linear programs, or `cfr+` where they are large, by our
rules and on OpenSpiel's trees, with the exploitability that OpenSpiel computes of our
strategies there, and the mean of its own `cfr+`.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.host import description
from pygame_search.game import load
from pygame_search.solving.hidden.arrays import arrays
from pygame_search.solving.hidden.regret import Stops, minimiser
from pygame_search.solving.hidden.sequence_form import (
    EMPTY,
    InformationSet,
    SequenceForm,
    Side,
    form_of_ends,
)
from pygame_search.solving.hidden.solver import solved
from pygame_search.solving.hidden.unfold import sequence_form


@dataclass(frozen=True, slots=True)
class Case:
    """A game, and how many iterations are measured.

    Attributes:
        call: the game here.
        peer: the game in OpenSpiel; empty if it has none that is the same.
        iterations: how many in a round.
    """

    call: str
    peer: str
    iterations: int


CASES = (
    Case("kuhn_poker", "kuhn_poker", 10_000),
    Case("leduc_poker", "leduc_poker", 200),
    Case("liars_dice(faces=4)", "liars_dice(dice_sides=4)", 200),
    Case("liars_dice(faces=5)", "liars_dice(dice_sides=5)", 100),
    Case("liars_dice(faces=6)", "liars_dice(dice_sides=6)", 10),
    Case("goofspiel_hidden", "", 1_000),
    Case("short_whist", "", 1_000),
    Case("battleships_small", "", 100),
)

#: Up to so many sequences values are found by linear programs, and beyond by so many
#: iterations of `cfr+`.
_MOST_LP, _MANY = 15_000, 20_000

#: After so many iterations the exploitability is measured for the curve.
_POINTS = 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000


@dataclass(frozen=True, slots=True)
class Run:
    """A program that is ready to iterate.

    Attributes:
        sets: the number of information sets; None where the program does not say.
        iterate: does so many iterations.
        exploitability: returns that of the average strategies.
    """

    sets: int | None
    iterate: Callable[[int], None]
    exploitability: Callable[[], float]


@dataclass(frozen=True, slots=True)
class Row:
    """What a program took.

    Attributes:
        game: the game, as it is called here.
        program: who iterates.
        sets: its information sets.
        iterations: how many in each round.
        before: CPU seconds until the first iteration, the median.
        seconds: CPU seconds of the iterations of each round.
        exploitability: after them.
        times: how many times as long as ours, the median of the rounds; on OpenSpiel's
            tree if that is there.
    """

    game: str
    program: str
    sets: int | None
    iterations: int
    before: float
    seconds: tuple[float, ...]
    exploitability: float
    times: float


def ours(case: Case) -> Run:
    """Return our `cfr+`."""
    return _kernels(sequence_form(load(case.call), "native").answer)


def on_their_tree(case: Case) -> Run:
    """Return our `cfr+` on the tree of OpenSpiel, with its sets of a single move."""
    return _kernels(_their_form(case)[0])


def _their_form(case: Case) -> tuple[SequenceForm, list[list[str]]]:
    """Return the sequence form of OpenSpiel's tree, and what it calls the sets."""
    spiel: Any = importlib.import_module("pyspiel")
    sets: tuple[list[InformationSet], ...] = ([], [])
    sequences = [1, 1]
    known: tuple[dict[str, InformationSet], ...] = ({}, {})
    ends: dict[tuple[int, ...], tuple[Fraction, ...]] = {}

    def walk(state: Any, last: tuple[int, ...], reach: Fraction) -> None:
        if state.is_terminal():
            sums = ends.get(last, (Fraction(0), Fraction(0)))
            goals = map(Fraction, state.returns())
            ends[last] = tuple(s + reach * g for s, g in zip(sums, goals, strict=True))
            return
        if state.is_chance_node():
            for action, chance in state.chance_outcomes():
                share = Fraction(chance).limit_denominator(1_000)
                walk(state.child(action), last, reach * share)
            return
        player = state.current_player()
        view = state.information_state_string(player)
        moves = tuple(map(str, state.legal_actions()))
        if view not in known[player]:
            own = InformationSet(0, moves, sequences[player], last[player])
            known[player][view] = own
            sets[player].append(own)
            sequences[player] += len(moves)
        first = known[player][view].first
        for number, action in enumerate(state.legal_actions(), first):
            after = (number, last[1]) if player == 0 else (last[0], number)
            walk(state.child(action), after, reach)

    walk(spiel.load_game(case.peer).new_initial_state(), (EMPTY, EMPTY), Fraction(1))
    sides = Side.of("0", sets[0]), Side.of("1", sets[1])
    return form_of_ends(sides, ends, total=0), [[*known[0]], [*known[1]]]


def _kernels(form: SequenceForm) -> Run:
    """Return our `cfr+` on a game in sequence form."""
    work = minimiser(arrays(form), "cfr+")
    return Run(
        sum(len(side.views) for side in form.sides),
        lambda many: work.run(work.iterations + many),
        lambda: work.point().exploitability,
    )


def open_spiel(case: Case) -> Run:
    """Return OpenSpiel's, in C++."""
    spiel: Any = importlib.import_module("pyspiel")
    game = spiel.load_game(case.peer)
    solver = spiel.CFRPlusSolver(game)

    def iterate(many: int) -> None:
        for _ in range(many):
            solver.evaluate_and_update_policy()

    return Run(
        len(solver.tabular_average_policy().policy_table()),
        iterate,
        lambda: float(spiel.exploitability(game, solver.average_policy())),
    )


def lite_efg(case: Case) -> Run:
    """Return LiteEFG's, whose steps are in C++."""
    lite: Any = importlib.import_module("LiteEFG")
    spiel: Any = importlib.import_module("pyspiel")
    baselines: Any = importlib.import_module("LiteEFG.baselines.CFRplus")
    with _silence():
        graph = baselines.graph()
        game = spiel.load_game(case.peer)
        environment = lite.OpenSpielEnv(game, traverse_type="Enumerate")
        environment.set_graph(graph)

    def iterate(many: int) -> None:
        for _ in range(many):
            graph.update_graph(environment)
            environment.update_strategy(graph.current_strategy())

    def exploitability() -> float:
        each = environment.exploitability(
            graph.current_strategy(), "linear-avg-iterate"
        )
        return float(sum(each)) / 2

    return Run(None, iterate, exploitability)


#: Our kernels, on a tree that peers have, too.
THEIRS = "here, on OpenSpiel's tree"

#: Each program, and the modules that it needs.
PROGRAMS: dict[str, tuple[Callable[[Case], Run], tuple[str, ...]]] = {
    "here": (ours, ()),
    THEIRS: (on_their_tree, ("pyspiel",)),
    "OpenSpiel": (open_spiel, ("pyspiel",)),
    "LiteEFG": (lite_efg, ("LiteEFG", "pyspiel")),
}


@dataclass(frozen=True, slots=True)
class Value:
    """What a game is worth to the first player.

    Attributes:
        game: the game, as it is called here.
        method: how it was found.
        here: the least and the most by best responses, by our own rules.
        theirs: the same on OpenSpiel's tree.
        exploitability: of the latter's strategies, computed by OpenSpiel.
        spiel: the mean of OpenSpiel's own `cfr+` after as many iterations as above.
    """

    game: str
    method: str
    here: tuple[float, float]
    theirs: tuple[float, float]
    exploitability: float
    spiel: float


def value_of(case: Case) -> Value:
    """Return the value of a game, here and on OpenSpiel's tree."""
    spiel: Any = importlib.import_module("pyspiel")
    mine = sequence_form(load(case.call), "native").answer
    theirs, names = _their_form(case)
    found = []
    for form in (mine, theirs):
        small = sum(side.sequences for side in form.sides) <= _MOST_LP
        method = "lp" if small else "cfr+"
        found.append(solved(form, method, Stops(_MANY)))
    policy = {
        name: [
            (int(move), float(chance))
            for move, chance in zip(one.moves, chances, strict=True)
        ]
        for side, own, called in zip(theirs.sides, found[1].chances, names, strict=True)
        for one, chances, name in zip(side.sets, own, called, strict=True)
    }
    game = spiel.load_game(case.peer)
    solver = spiel.CFRPlusSolver(game)
    for _ in range(case.iterations):
        solver.evaluate_and_update_policy()
    start, average = game.new_initial_state(), solver.average_policy()
    return Value(
        case.call, found[1].method,
        (float(found[0].lower), float(found[0].upper)),
        (float(found[1].lower), float(found[1].upper)),
        float(spiel.exploitability(game, spiel.TabularPolicy(policy))),
        float(spiel.expected_returns(start, average, -1, False)[0]),
    )  # fmt: skip


def _print_values(only: str) -> None:
    """Print what the games are worth."""
    listing = Table(box=SIMPLE_HEAD, title="Values to the first player")
    for column in (
        "game", "method", "here", "on OpenSpiel's tree", "exploitability there",
        "OpenSpiel's cfr+",
    ):  # fmt: skip
        listing.add_column(column)
    for case in CASES:
        if only in case.call and case.peer:
            click.echo(case.call, err=True)
            row = value_of(case)
            here, theirs = (
                f"{low:.9f} to {high:.9f}" for low, high in (row.here, row.theirs)
            )
            listing.add_row(
                row.game, row.method, here, theirs, f"{row.exploitability:.2g}",
                f"{row.spiel:.6f}",
            )  # fmt: skip
    Console(width=140).print(listing)


def _print_curve(case: Case, able: Mapping[str, Callable[[Case], Run]]) -> None:
    """Print the exploitability by iterations, with the CPU seconds until then."""
    listing = Table(box=SIMPLE_HEAD, title=f"Exploitability of cfr+ in {case.call}")
    listing.add_column("iterations", justify="right")
    columns: list[list[str]] = []
    points = [n for n in _POINTS if n <= case.iterations]
    for name, make in able.items():
        click.echo(f"{case.call}: {name}", err=True)
        listing.add_column(name, justify="right")
        run, done, seconds = make(case), 0, 0.0
        column = []
        for point in points:
            began = time.process_time()
            run.iterate(point - done)
            seconds += time.process_time() - began
            done = point
            column.append(f"{run.exploitability():.2g} ({seconds:.3f} s)")
        columns.append(column)
    for point, row in zip(points, zip(*columns, strict=True), strict=True):
        listing.add_row(f"{point:,}", *row)
    Console(width=120).print(listing)


@click.command()
@click.option("--curve", is_flag=True, help="The exploitability by iterations.")
@click.option("--values", is_flag=True, help="Values beside OpenSpiel's, no speed.")
@click.option("--only", default="", help="Only games whose name has this in it.")
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@click.option("--json", "file", type=click.Path(path_type=Path))
def main(values: bool, curve: bool, only: str, rounds: int, file: Path | None) -> None:
    """Measure, and print the table."""
    if values:
        _print_values(only)
        return
    able = {}
    for name, (make, modules) in PROGRAMS.items():
        if missing := [module for module in modules if find_spec(module) is None]:
            click.echo(f"{name}: left out, {missing[0]} is not installed", err=True)
        else:
            able[name] = make
    ours(Case("rock_paper_scissors", "", 1)).iterate(1)  # compiles
    if curve:
        for case in CASES:
            if only in case.call:
                _print_curve(case, able if case.peer else {"here": ours})
        return
    listing = Table(box=SIMPLE_HEAD, title="CPU seconds of cfr+")
    for column in (
        "game", "program", "sets", "iterations", "before", "seconds", "exploitability",
        "times ours",
    ):  # fmt: skip
        listing.add_column(
            column,
            justify="left" if column in ("game", "program") else "right",
            no_wrap=True,
        )
    rows = []
    for case in CASES:
        if only in case.call:
            rows += _rows(case, able if case.peer else {"here": ours}, rounds)
    for row in rows:
        listing.add_row(
            row.game, row.program, "" if row.sets is None else f"{row.sets:,}",
            f"{row.iterations:,}", f"{row.before:.2f}",
            f"{statistics.median(row.seconds):.4f}", f"{row.exploitability:.2g}",
            f"{row.times:,.1f}",
        )  # fmt: skip
    Console(width=120).print(listing)
    if file is not None:
        data = {**description(), "rows": [asdict(row) for row in rows]}
        file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def _rows(case: Case, able: dict[str, Callable[[Case], Run]], rounds: int) -> list[Row]:
    """Measure the programs in turn, each from the start in each round."""
    before: dict[str, list[float]] = {name: [] for name in able}
    seconds: dict[str, list[float]] = {name: [] for name in able}
    runs: dict[str, Run] = {}
    for _ in range(rounds):
        for name, make in able.items():
            click.echo(f"{case.call}: {name}", err=True)
            began = time.process_time()
            run = runs[name] = make(case)
            ready = time.process_time()
            run.iterate(case.iterations)
            seconds[name].append(time.process_time() - ready)
            before[name].append(ready - began)
    own = seconds[THEIRS if THEIRS in able else "here"]
    rows = []
    for name, run in runs.items():
        times = [its / base for its, base in zip(seconds[name], own, strict=True)]
        rows.append(
            Row(
                case.call, name, run.sets, case.iterations,
                statistics.median(before[name]), tuple(seconds[name]),
                run.exploitability(), statistics.median(times),
            )
        )  # fmt: skip
    return rows


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Let nothing be printed in the block."""
    with (
        open(os.devnull, "w", encoding="utf-8") as nowhere,
        contextlib.redirect_stdout(nowhere),
    ):
        yield


if __name__ == "__main__":
    main()
