"""Compare the three tiers in random games: `sh scripts/tiers [PLAYOUTS [SEED]]`.

Each game of `rules/` that has roles, and each rule sheet of `../shared/gdl`, is played
at random. In every state that comes about, the clauses, the knowledge base as the
procedural tier asks it, and the network must tell the same: the fluents, whether the
game is over, the goal of each role, the legal moves of each role, the features, whether
the state is quiet where the rules say so, and what follows the joint move.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from math import prod
from multiprocessing.connection import Connection
from pathlib import Path

import click

import pygame_search as ps
from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.kernel_evaluator import KernelEvaluator
from pygame_search.support.errors import PygameSearchError
from pygame_search.support.resources import rules_folder

SHEETS = Path(__file__).parents[3] / "shared" / "gdl" / "games"

#: The procedural tier makes all joint moves of a state: where there are more, it is not
#: asked, only the others.
MOST_JOINTS = 500

#: A random game is left after so many plies.
MOST_PLIES = 500

#: After so many states that the game keeps, successors too, it is loaded anew: a state
#: of a large board takes 40 kilobytes.
MOST_STATES = 50_000


@dataclass(slots=True)
class Outcome:
    """What the comparison of a game came to.

    Attributes:
        game: what it is called.
        playouts: how many random games were played.
        asked: how many were to be played.
        states: how many states were compared, distinct as long as the game is kept.
        steps: how many steps, likewise.
        expanded: in how many states the procedural tier was asked.
        seconds: the processor time.
        differ: what differs in the first state where anything does.
        skipped: why the game could not be compared.
    """

    game: str
    playouts: int = 0
    asked: int = 0
    states: int = 0
    steps: int = 0
    expanded: int = 0
    seconds: float = 0.0
    differ: list[str] = field(default_factory=list)
    skipped: str = ""


class Tiers:
    """The tiers side by side.

    Args:
        game: what is played.
        outcome: counts, and gets the differences.

    Attributes:
        kept: about how many states the game keeps.
    """

    def __init__(self, game: Game, outcome: Outcome) -> None:
        self.kept = 0
        self._game = game
        self._outcome = outcome
        self._base = ClauseMachine(game, memo=True)
        self._network = KernelEvaluator(game)
        self._texts = ClauseMachine(game)
        self._seen: dict[int, tuple[tuple[str, ...], ...]] = {}
        self._steps: dict[tuple[int, tuple[str, ...]], int] = {}

    def playout(self, source: random.Random, deadline: float) -> bool:
        """Compare the states of one random game; return whether it was played out."""
        state, inside = self._game.initial, self._network.initial
        for _ in range(MOST_PLIES):
            legal = self._legal(state, inside)
            if not legal or not all(legal):
                return True
            if self._outcome.differ or time.process_time() > deadline:
                return False
            joint = tuple(source.choice(moves) for moves in legal)
            state, inside = self._after(state, inside, joint)
        return True

    def _differs(self, state: State, what: str, *said: object) -> None:
        if any(one != said[0] for one in said[1:]):
            shown = " / ".join(f"{one}"[:300] for one in said)
            self._outcome.differ.append(f"{what} in {state.facts}: {shown}"[:2000])

    def _legal(self, state: State, inside: bytes) -> tuple[tuple[str, ...], ...]:
        """Compare what is said of a state; return the moves of each role, or none."""
        if state.number not in self._seen:
            self._outcome.states += 1
            self._seen[state.number] = self._compared(state, inside)
        return self._seen[state.number]

    def _compared(self, state: State, inside: bytes) -> tuple[tuple[str, ...], ...]:
        network, position = self._network, state.position
        look = self._base.look(state.number)
        self._differs(
            state, "terminal",
            position.terminal, look.terminal, network.terminal(inside),
        )  # fmt: skip
        facts = sorted(network.facts(inside))
        self._differs(state, "fluents", sorted(position.facts), facts)
        goals = position.goals
        self._differs(state, "goals", goals, network.goals(inside))
        if look.terminal and None not in look.values:
            self._differs(state, "goals at the end", goals, look.values)
        if self._game.weights:
            self._differs(
                state, "features", *map(_above_0, (
                    self._base.features(state.number), network.features(inside)
                )),
            )  # fmt: skip
        self._differs(
            state,
            "quiet",
            self._base.holds(state.number, "quiet"),
            network.holds(inside, "quiet"),
        )
        if position.terminal:
            return ()
        texts = [
            sorted(network.text(move) for move in moves)
            for moves in network.moves(inside)
        ]
        legal = [sorted(moves) for moves in position.legal]
        self._differs(state, "moves", legal, texts)
        if prod(map(len, legal)) <= MOST_JOINTS:
            self._outcome.expanded += 1
            self.kept += prod(map(len, legal))
            moves = self._base.expand(state.number).moves
            listed = [tuple(self._texts.texts([part])[0]) for part in moves]
            self._differs(state, "moves in order", list(position.legal), listed)
        return position.legal

    def _after(
        self, state: State, inside: bytes, joint: tuple[str, ...]
    ) -> tuple[State, bytes]:
        """Make a joint move in each tier, and compare what follows."""
        after = self._network.play(inside, joint)
        if after is None:
            self._differs(state, f"{joint} legal", True, False)
            return state, inside
        step = state.number, joint
        number = self._steps.get(step)
        if number is None:
            self._outcome.steps += 1
            separator = " " if self._game.book.syntax == "kif" else ", "
            following = state.play(f"[{separator.join(joint)}]")
            number = self._steps[step] = following.number
            if prod(map(len, state.position.legal)) <= MOST_JOINTS:
                found = self._base.expand(state.number)
                place = 0
                for moves, legal in zip(joint, state.position.legal, strict=True):
                    place = place * len(legal) + legal.index(moves)
                self._differs(
                    state, f"state after {joint}", number, found.successors[place]
                )
        return State(self._game, number), after


def _above_0(features: tuple[dict[str, int], ...]) -> list[dict[str, int]]:
    return [{name: n for name, n in found.items() if n} for found in features]


def compared(call: str, playouts: int, seed: int, seconds: float) -> Outcome:
    """Return what the comparison of a game comes to.

    Args:
        call: what is played, as `load` takes it.
        playouts: how many random games.
        seed: of the random numbers.
        seconds: how much processor time it may take.
    """
    game = ps.load(call)
    outcome = Outcome(game.name, asked=playouts)
    if not game.roles:
        outcome.skipped = "no roles"
        return outcome
    started = time.process_time()
    try:
        tiers = Tiers(game, outcome)
        for number in range(playouts):
            if tiers.kept > MOST_STATES:
                game = ps.load(call)
                tiers = Tiers(game, outcome)
            source = random.Random(f"{game.name} {seed} {number}")
            if not tiers.playout(source, started + seconds):
                break
            outcome.playouts += 1
    except PygameSearchError as error:
        outcome.skipped = f"{type(error).__name__}: {error}"
    outcome.seconds = round(time.process_time() - started, 2)
    return outcome


def calls(only: tuple[str, ...]) -> Iterator[str]:
    """Yield what the games are called."""
    for path in sorted(rules_folder().glob("*.pl")):
        if not only or path.stem in only:
            yield path.stem
    for path in sorted(SHEETS.glob("*.kif")):
        if not only or path.stem in only:
            yield str(path)


def _one(
    call: str,
    playouts: int,
    seed: int,
    seconds: float,
    memory: int,
    sender: Connection,
) -> None:
    """Compare one game, and send the outcome."""
    resource.setrlimit(resource.RLIMIT_AS, (memory * 1_000_000,) * 2)
    outcome = Outcome(Path(call).stem)
    try:
        outcome = compared(call, playouts, seed, seconds)
    except (PygameSearchError, MemoryError) as error:
        outcome.skipped = f"{type(error).__name__}: {error}"
    sender.send(outcome)
    sender.close()
    os._exit(0)


def in_a_process(
    call: str, playouts: int, seed: int, seconds: float, memory: int
) -> Outcome:
    """Return what the comparison in a process of its own comes to."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(
        target=_one, args=(call, playouts, seed, seconds, memory, sender), daemon=True
    )
    process.start()
    sender.close()
    most = 4 * seconds + 60
    try:
        if receiver.poll(most):
            found: Outcome = receiver.recv()
            return found
        why = f"took more than {most:g} s"
    except EOFError:
        process.join()
        why = f"ended with {process.exitcode}"
    finally:
        process.kill()
        process.join()
    return Outcome(Path(call).stem, asked=playouts, skipped=why)


def told(outcome: Outcome) -> str:
    """Return an outcome in a line."""
    if outcome.skipped:
        return f"{outcome.game}: left out: {outcome.skipped[:200]}"
    line = (
        f"{outcome.game}: {outcome.playouts} of {outcome.asked} playouts, "
        f"{outcome.states} states, {outcome.steps} steps, {outcome.expanded} expanded, "
        f"{outcome.seconds:.1f} s"
    )
    return "\n  ".join([line, *outcome.differ])


@click.command()
@click.argument("playouts", default=100)
@click.argument("seed", default=1)
@click.option("--seconds", default=60.0, show_default=True, help="For each game.")
@click.option("--memory", default=6000, show_default=True, help="Megabytes.")
@click.option("--only", multiple=True, metavar="GAME", help="Only this one.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE",
              help="Keep the outcomes here; leave out those that are.")  # fmt: skip
def main(
    playouts: int,
    seed: int,
    seconds: float,
    memory: int,
    only: tuple[str, ...],
    resume: Path | None,
) -> None:
    """Compare the tiers in PLAYOUTS random games of each; exit 1 if they differ."""
    done: dict[str, Outcome] = {}
    if resume is not None and resume.exists():
        for line in resume.read_text(encoding="utf-8").splitlines():
            outcome = Outcome(**json.loads(line))
            done[outcome.game] = outcome
    for call in calls(only):
        name = Path(call).stem
        if name in done:
            continue
        outcome = done[name] = in_a_process(call, playouts, seed, seconds, memory)
        outcome.game = name
        click.echo(told(outcome))
        if resume is not None:
            with resume.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(outcome)) + "\n")
    every = list(done.values())
    played = [outcome for outcome in every if not outcome.skipped]
    differ = sum(bool(outcome.differ) for outcome in every)
    click.echo(
        f"{len(played)} games compared, {len(every) - len(played)} left out, {differ} "
        f"differ; {sum(o.playouts >= o.asked for o in played)} with all playouts; "
        f"{sum(o.playouts for o in played):,} playouts, "
        f"{sum(o.states for o in played):,} states, "
        f"{sum(o.steps for o in played):,} steps"
    )
    sys.exit(1 if differ or not played else 0)


if __name__ == "__main__":
    main()
