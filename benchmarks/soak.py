"""`python -m benchmarks.soak`: what is done again and again must leave nothing behind.

Loops over things done before, so that nothing new need be remembered:

    crossings   expansions and features of a fixed set of states, in turn
    requests    a request in JSON that is answered; every other one, an error
    searches    a search of the native tier, with a small table, from such a state
    counts      perft of the native tier, and every other time random games
    cycles      a game loaded, asked, and dropped

The growth of resident memory is taken after a first tenth of the loop, which fills
what is filled once. All but the cycles have a limit; these are reported.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from pygame_search.game import Game, State, load
from pygame_search.search.monte_carlo.playouts import playouts
from pygame_search.search.perft import perft
from pygame_search.support.errors import MoveError, TierError

#: What each loop does in its turn.
Turn = Callable[[int], None]

#: The moves of a game that no rule file allows.
WRONG = ("nonsense(1)", "X", "f(", "")


@dataclass(frozen=True, slots=True)
class Growth:
    """What one loop left behind.

    Attributes:
        name: which loop.
        turns: how often it was gone round.
        before, after: resident memory in megabytes (10^6 bytes).
    """

    name: str
    turns: int
    before: float
    after: float

    @property
    def grown(self) -> float:
        """The growth in megabytes."""
        return self.after - self.before


def resident() -> float:
    """Return the resident memory of this process, in megabytes.

    Where there is no /proc it is the most that there ever was.
    """
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most / 1e6 if sys.platform == "darwin" else most * 1024 / 1e6
    return pages * resource.getpagesize() / 1e6


def soaked(name: str, turn: Turn, turns: int) -> Growth:
    """Return what turns left behind, after a tenth as many that do not count."""
    for i in range(1 + turns // 10):
        turn(i)
    gc.collect()
    before = resident()
    for i in range(turns):
        turn(i)
    gc.collect()
    return Growth(name, turns, before, resident())


def crossings(game: Game) -> Turn:
    """Return a turn that expands a state of 2 plies, or asks for its features."""
    states = _near(game.initial, 2)
    numbers = [state.number for state in states]

    def turn(i: int) -> None:
        number = numbers[i // 2 % len(numbers)]
        if i % 2:
            game.engine.features(game.key, number)
        else:
            game.engine.expand(game.key, number)

    return turn


def _near(state: State, plies: int) -> list[State]:
    if plies == 0 or state.terminal:
        return [state]
    moves = state.legal[state.to_move[0]]
    return [state] + [s for m in moves for s in _near(state.play(m), plies - 1)]


def requests(game: Game) -> Turn:
    """Return a turn that asks something; every other time, something wrong."""
    start = game.initial

    def turn(i: int) -> None:
        if i % 2 == 0:
            game.request("position", state=start.number)
        elif i % 10 == 9:
            _refused(lambda: game.request("facts", state=-1), TierError)
        else:
            _refused(lambda: start.play(WRONG[i // 2 % len(WRONG)]), MoveError)

    return turn


def _refused(call: Callable[[], object], kind: type[Exception]) -> None:
    try:
        call()
    except kind:
        return
    raise AssertionError(f"expected {kind.__name__}, found an answer")


def searches(game: Game) -> Turn:
    """Return a turn that searches from a state of 2 plies at most, natively."""
    states = _near(game.initial, 2)
    methods = (
        "alphabeta(table=true, order=history)",
        "pvs(table=true)",
        "deepening(depth=3)",
    )

    def turn(i: int) -> None:
        states[i % len(states)].best(
            depth=3, method=methods[i % 3], tier="native", table_bytes=1 << 16
        )

    return turn


def counts(game: Game) -> Turn:
    """Return a turn that counts nodes, or plays at random, natively."""
    states = [state for state in _near(game.initial, 2) if not state.terminal]

    def turn(i: int) -> None:
        state = states[i // 2 % len(states)]
        if i % 2:
            playouts(state, games=10, seed=i, tier="native")
        else:
            perft(state, 2, tier="native")

    return turn


def cycles(name: str) -> Turn:
    """Return a turn that loads a game, asks it, and drops it."""

    def turn(_: int) -> None:
        game = load(name)
        game.engine.expand(game.key, game.initial.number)

    return turn


@click.command()
@click.argument("name", default="hexapawn", metavar="[GAME]")
@click.option("--crossings", "crossed", default=200_000, show_default=True)
@click.option("--requests", "asked", default=20_000, show_default=True)
@click.option("--searches", "searched", default=10_000, show_default=True)
@click.option("--counts", "counted", default=10_000, show_default=True)
@click.option("--cycles", "loaded", default=200, show_default=True)
@click.option("--most", default=5.0, show_default=True, help="Megabytes of growth.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(
    name: str,
    crossed: int,
    asked: int,
    searched: int,
    counted: int,
    loaded: int,
    most: float,
    as_json: bool,
) -> None:
    """Soak GAME; exit 1 when a loop but the last leaves more than --most behind."""
    game = load(name)
    limited = [
        soaked("crossings", crossings(game), crossed),
        soaked("requests, half of them errors", requests(game), asked),
        soaked("native searches", searches(game), searched),
        soaked("native perft and random games", counts(game), counted),
    ]
    reported = [*limited, soaked("games loaded and dropped", cycles(name), loaded)]
    failed = any(one.grown > most for one in limited)
    if as_json:
        click.echo(json.dumps({"ok": not failed, "most": most, "loops": [
            {"name": one.name, "turns": one.turns, "before": one.before,
             "after": one.after} for one in reported
        ]}))  # fmt: skip
    else:
        for one in reported:
            click.echo(
                f"{one.turns:9,} {one.name:30} {one.before:7.2f} -> {one.after:7.2f} MB"
                f"  {one.grown:+6.2f} MB"
            )
        click.echo(f"at most {most} MB for each but the last: "
                   f"{'too much' if failed else 'kept'}")  # fmt: skip
    sys.exit(failed)


if __name__ == "__main__":
    main()
