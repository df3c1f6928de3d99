"""`match`: play methods against each other, and judge the results statistically."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from pygame_search.cli import complete
from pygame_search.cli.options import (
    F,
    Start,
    must_have_effect,
    positive_seconds,
    start_options,
    takes,
)
from pygame_search.cli.output import answer, progress, raise_interrupt
from pygame_search.cli.requests import options_of
from pygame_search.cli.saved import Saved, saved_data
from pygame_search.cli.streams import command, formerly, wants_json
from pygame_search.engine.bridge import when_stuck
from pygame_search.experiments.matches.match import MatchRequest, MatchResult
from pygame_search.experiments.matches.match import match as play_match
from pygame_search.experiments.matches.openings import read_openings
from pygame_search.experiments.matches.play import Clock
from pygame_search.experiments.matches.playthrough import Playthrough
from pygame_search.experiments.matches.statistics import SequentialTest
from pygame_search.game import Game, State
from pygame_search.page.file import Part, page, told
from pygame_search.page.played import MOST
from pygame_search.session.path_types import FILE, FOLDER
from pygame_search.support.errors import InputError
from pygame_search.support.escapes import visible
from pygame_search.support.printing import plain_text

#: A page of a match has at most this many games.
_MOST_GAMES = 100


def playing_options(request: type, **changed: Any) -> Callable[[F], F]:
    """Add the options of a request about games, and those that `playing` reads."""

    def added(command: F) -> F:
        for option in reversed((options_of(request, **changed), *_CLOCKS)):
            command = option(command)
        return command

    return added


_CLOCKS = (
    click.option(
        "--time", "clock", type=positive_seconds, metavar="SECONDS",
        help="Time limit of a player for each move.",
    ),
    click.option(
        "--game-clock", type=positive_seconds, metavar="SECONDS",
        help="Time limit of a player for a whole game.",
    ),
    click.option(
        "--start-clock", type=positive_seconds, metavar="SECONDS",
        help="How much longer a player may think about its first move.",
    ),
    click.option(
        "--openings", type=FILE, metavar="FILE",
        help='Play the openings of a file instead, one a line, as in "m1; m2".',
    ),
    formerly(clock="time"),
    must_have_effect(
        "start_clock", expected="--time or --game-clock",
        when=lambda given: given["clock"] or given["game_clock"],
    ),
)  # fmt: skip


def playing(
    start: State,
    *,
    clock: float | None,
    game_clock: float | None,
    start_clock: float | None,
    openings: Path | None,
    **how: Any,
) -> dict[str, Any]:
    """Return the options of play in the form that `match` takes."""
    if clock is not None and game_clock is not None:
        raise InputError("expected --time or --game-clock, found both")
    whole = game_clock is not None
    seconds = game_clock if whole else clock
    when_stuck(None)  # Ctrl-C ends the match, not the program
    return {
        **how,
        "start": start,
        "clock": None if seconds is None else Clock(seconds, whole, start_clock or 0.0),
        "openings": None if openings is None else read_openings(openings, start),
    }


@command
@start_options(native=True)
@click.argument(
    "methods",
    nargs=-1,
    required=True,
    metavar="METHOD METHOD...",
    shell_complete=complete.method,
)
@playing_options(MatchRequest)
@click.option(
    "--sprt", "hypotheses", metavar="ELO0,ELO1",
    help="Stop as soon as a sequential test accepts one of two Elo differences.",
)  # fmt: skip
@click.option(
    "--save", "folder", type=FOLDER, metavar="FOLDER",
    help="Keep each game in a file, for `show` and `tree`.",
)  # fmt: skip
@takes("open")
@click.option(
    "--format", "form", type=click.Choice(["text", "html"]), default="text",
    show_default=True,
    help="The format of the results; html is a page that has the games, too.",
)  # fmt: skip
@must_have_effect(
    "form", expected="no --json, which has its own form",
    when=lambda _: not wants_json(),
)  # fmt: skip
@click.pass_context
def match(
    ctx: click.Context,
    /,
    start: Start,
    methods: tuple[str, ...],
    hypotheses: str | None,
    folder: Path | None,
    form: str,
    **how: Any,
) -> None:
    """Play methods against each other in GAME, each in every role.

    A METHOD may name its tier, as in "alphabeta(depth=4)@native"; "from FILE" moves by
    a certificate. Each opening is played with the roles exchanged. A confidence
    interval is given with the score.
    """
    test = None if hypotheses is None else _test(hypotheses)
    rules = start.game()
    options = playing(start.state(rules), **how)
    if folder is not None:
        ctx.call_on_close(_prepare(folder).close)

    def keep(number: int, played: Playthrough) -> None:
        if folder is not None:
            played.save(folder / f"{number:04}.json")

    with progress("playing ...") as shown:
        found = play_match(
            rules, methods, test=test, ended=keep, progress=shown.say, **options
        )
    if form == "html":
        with progress("finding the values ..."):
            text = _page(found, rules)
        click.echo(text)
    else:
        answer(found)
    raise_interrupt(found.stopped)


def _page(found: MatchResult, rules: Game) -> str:
    """Return a page with the results of a match, and its games move by move."""
    games = found.games[:_MOST_GAMES]
    head, _, rest = plain_text(found.printed()).partition("\n")
    parts: list[Part] = [rest.strip("\n")]
    if len(games) < len(found.games):
        parts.append(f"The page has the first {len(games)} of these games.")
    kept = (
        Saved(Path(f"{number:04}.json"), game, rules, game.states(rules))
        for number, game in enumerate(games, 1)
    )
    most = MOST // max(1, len(games))
    data = {
        "kind": "games",
        "above": told(head, *parts),
        "games": [saved_data(one, most) for one in kept],
        "step": 0,
    }
    return page(f"A match of {visible(rules.title or rules.name)}", data)


def _prepare(folder: Path) -> ExitStack:
    """Make the folder for the games of this match alone, until it is closed."""
    with ExitStack() as held:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
            held.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            kept = next(folder.glob("*.json"), None)
        except BlockingIOError as error:
            raise InputError(
                f"{folder}: another match writes its games there"
            ) from error
        except OSError as error:
            raise InputError(f"{folder}: cannot be made ({error.strerror})") from error
        if kept is not None:
            raise InputError(f"expected an empty folder for the games, found {kept}")
        return held.pop_all()


#: A player who is better by this much loses one game in ten thousand.
_MOST_ELO = 1600


def _test(text: str) -> SequentialTest:
    try:
        low, high = (float(word) for word in text.split(","))
    except ValueError:
        raise InputError(
            f"expected two differences in Elo as in 0,20, found {text!r}"
        ) from None
    if not -_MOST_ELO <= low < high <= _MOST_ELO:
        raise InputError(
            f"expected ELO0 below ELO1 as in 0,20, from -{_MOST_ELO} to {_MOST_ELO}, "
            f"found {text!r}"
        )
    return SequentialTest(low, high)
