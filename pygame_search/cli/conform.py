"""`conform`: compare rule sheets with a reference."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import click

from pygame_search.cli import complete
from pygame_search.cli.options import time_option
from pygame_search.cli.output import console, progress
from pygame_search.cli.streams import command, formerly, print_json, wants_json
from pygame_search.experiments.conformance import as_reference, compare
from pygame_search.game import Game
from pygame_search.model.rules import called, convert_book
from pygame_search.rules.syntaxes import OF_SUFFIX, SYNTAXES
from pygame_search.search.core.tiers import IN_WORDS, must_be_tier
from pygame_search.session.path_types import FILE
from pygame_search.support import files
from pygame_search.support.errors import InputError, PygameSearchError
from pygame_search.support.escapes import escaping
from pygame_search.support.input_files import MOST_JSON, read_input_text
from pygame_search.support.json_files import DECIMAL, must_have_form, read_json
from pygame_search.support.printing import table
from pygame_search.support.process_limits import limit_process


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one rule sheet.

    Attributes:
        id: its name without suffix.
        verdict: `agree`, `differ` or `skipped`.
        what: the first difference of each aspect, or why it was skipped.
        seconds: the processor time it took.
    """

    id: str
    verdict: str
    what: str = ""
    seconds: float = 0.0


#: The members of an outcome in a file, each with its form.
_OUTCOME = {"id": str, "verdict": str, "what": str, "seconds": DECIMAL}

Running = tuple[Path, BaseProcess, Connection, float]


@command
@click.argument("games", type=click.Path(exists=True, path_type=Path))
@click.argument("reference", type=click.Path(exists=True, path_type=Path))
@click.option("--tier", default="clauses", show_default=True, metavar="TIER",
              shell_complete=complete.tier,
              help=f"What does the work: {IN_WORDS}.")  # fmt: skip
@click.option("--only", multiple=True, metavar="ID", help="Only this rule sheet.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True,
              metavar="N", help="How many to compare at a time.")  # fmt: skip
@formerly(seconds="time")
@time_option("Time limit for each rule sheet.", default=120.0)
@click.option("--memory", type=click.IntRange(1), default=6000, show_default=True,
              metavar="MB",
              help="Memory limit for each rule sheet.")  # fmt: skip
@click.option("--resume", type=FILE, metavar="FILE",
              help="Save results in FILE; skip sheets already in it.")  # fmt: skip
def conform(
    games: Path,
    reference: Path,
    tier: str,
    only: tuple[str, ...],
    workers: int,
    seconds: float,
    memory: int,
    resume: Path | None,
) -> None:
    """Compare the rule sheets GAMES, a file or folder, with their REFERENCE."""
    must_be_tier(tier)
    pairs = _pairs(games, reference, only)
    done = _read_outcomes(resume)
    left = [pair for pair in pairs if pair[0].stem not in done]
    outcomes = [done[game.stem] for game, _ in pairs if game.stem in done]
    with progress("comparing ...") as shown:
        for outcome in _run(left, tier, workers, seconds, memory):
            outcomes.append(outcome)
            done[outcome.id] = outcome
            if resume is not None:
                lines = (json.dumps(asdict(kept)) for kept in done.values())
                files.write(resume, "\n".join([*lines, ""]))
            count = f"{len(outcomes)} of {len(pairs)}"
            shown.say(f"{count}: {outcome.id} {outcome.verdict}")
    _print(outcomes)
    if any(outcome.verdict != "agree" for outcome in outcomes):
        sys.exit(1)


def _pairs(
    games: Path, reference: Path, only: tuple[str, ...]
) -> list[tuple[Path, Path]]:
    files = [games]
    if games.is_dir():
        files = sorted(p for p in games.iterdir() if p.suffix in OF_SUFFIX)
    if not files:
        suffixes = ", ".join(OF_SUFFIX)
        raise InputError(f"no rule sheet in {games}: expected files in {suffixes}")
    if only:
        files = [file for file in files if file.stem in only]
        missing = sorted(set(only) - {file.stem for file in files})
        if missing:
            raise InputError(f"no rule sheet {missing[0]!r} in {games}")
    if reference.is_dir():
        return [(file, reference / f"{file.stem}.json") for file in files]
    return [(file, reference) for file in files]


def _read_outcomes(resume: Path | None) -> dict[str, Outcome]:
    if resume is None or not resume.exists():
        return {}
    lines = read_input_text(resume, "outcomes", MOST_JSON).splitlines()
    found: dict[str, Outcome] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                data = json.loads(line)
                must_have_form(data, _OUTCOME)
            except ValueError as error:
                raise InputError(f"{resume}:{number}: {error}") from error
            found[data["id"]] = Outcome(*(data[name] for name in _OUTCOME))
    return found


def _run(
    pairs: list[tuple[Path, Path]],
    tier: str,
    workers: int,
    seconds: float,
    memory: int,
) -> Iterator[Outcome]:
    """Yield the outcomes as they arrive; each rule sheet has a separate process."""
    context = multiprocessing.get_context("spawn")
    waiting = list(reversed(pairs))
    running: list[Running] = []
    while waiting or running:
        while waiting and len(running) < workers:
            game, reference = waiting.pop()
            receiver, sender = context.Pipe(duplex=False)
            process: BaseProcess = context.Process(
                target=_one, args=(game, reference, tier, memory, sender), daemon=True
            )
            process.start()
            sender.close()
            running.append((game, process, receiver, time.monotonic() + seconds))
        still: list[Running] = []
        for one in running:
            outcome = _outcome(*one, seconds)
            if outcome is None:
                still.append(one)
            else:
                yield outcome
        running = still
        time.sleep(0.02)


def _outcome(
    game: Path,
    process: BaseProcess,
    receiver: Connection,
    deadline: float,
    seconds: float,
) -> Outcome | None:
    """Return the outcome of a process that has ended or must be stopped."""
    if receiver.poll():
        try:
            found: Outcome = receiver.recv()
        except EOFError:
            process.join()
            return Outcome(game.stem, "skipped", f"ended with {process.exitcode}")
        process.join()
        return found
    if time.monotonic() > deadline:
        process.kill()
        process.join()
        return Outcome(game.stem, "skipped", f"took more than {seconds:g} s")
    return None


def _in_kif(path: Path) -> Game:
    """Return the game of a file; a rule sheet as KIF, because references are in KIF."""
    book, parameters = called(os.fspath(path))
    if SYNTAXES[book.syntax].sheet and book.syntax != "kif":
        book = replace(book, text=convert_book(book, "kif"), syntax="kif")
    return Game.build(book, parameters=parameters)


def _one(
    game: Path, reference: Path, tier: str, memory: int, sender: Connection
) -> None:
    """Compare one rule sheet and send the outcome."""
    sys.stderr = escaping(sys.stderr)  # for a fault of ours, in a process of its own
    limit_process(memory=memory * 1_000_000)
    try:
        expected = read_json(reference, as_reference, "a reference")
        differences = compare(_in_kif(game), expected, tier=tier)
        what = "; ".join(f"{d.aspect}: {d.what}" for d in differences)
        verdict = "differ" if differences else "agree"
    except (PygameSearchError, OSError, ValueError) as error:
        verdict, what = "skipped", str(error)
    sender.send(Outcome(game.stem, verdict, what, round(time.process_time(), 2)))
    sender.close()
    os._exit(0)


def _print(outcomes: list[Outcome]) -> None:
    by_verdict = {
        verdict: [o for o in outcomes if o.verdict == verdict]
        for verdict in ("agree", "differ", "skipped")
    }
    if wants_json():
        print_json(
            {
                verdict: [{"id": o.id, "what": o.what} for o in found]
                for verdict, found in by_verdict.items()
            }
        )
        return
    rows = [
        (one.id, one.verdict, f"{one.seconds:.1f}", one.what)
        for one in outcomes
        if one.verdict != "agree"
    ]
    if rows:
        titles = "rule sheet", "verdict", "seconds#", "what"
        console().print(table(*titles, rows=rows))
    counts = ", ".join(f"{len(found)} {word}" for word, found in by_verdict.items())
    console().print(counts)
