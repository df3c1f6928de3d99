"""`match`: methods against each other, and what their results prove."""

from __future__ import annotations

import math
from pathlib import Path

import click

from pygame_search.cli.options import (
    COUNT,
    FILE,
    cluster_option,
    json_option,
    loaded,
    position,
    position_options,
    positive_seconds,
    tier_option,
    workers_option,
)
from pygame_search.cli.output import console, print_json, progress, table
from pygame_search.errors import InputError
from pygame_search.matches.match import LONGEST, MatchResult, Standing
from pygame_search.matches.match import match as play_match
from pygame_search.matches.openings import read_openings
from pygame_search.matches.play import Clock
from pygame_search.matches.playthrough import Playthrough
from pygame_search.matches.statistics import Interval, SequentialTest

FOLDER = click.Path(file_okay=False, path_type=Path)


def clock_of(seconds: float | None, game_seconds: float | None) -> Clock | None:
    """Return the clock of `--clock` or `--game-clock`."""
    if seconds is not None and game_seconds is not None:
        raise InputError("expected --clock or --game-clock, found both")
    if game_seconds is not None:
        return Clock(game_seconds, whole=True)
    return None if seconds is None else Clock(seconds)


@click.command(name="match", short_help="Play methods against each other in GAME.")
@click.argument("game")
@click.argument("methods", nargs=-1, required=True, metavar="METHOD METHOD...")
@position_options
@click.option(
    "--games", type=COUNT, default=100, show_default=True, metavar="N",
    help="How many; more where they do not make whole rounds.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, metavar="N",
    help="Of the random numbers.",
)  # fmt: skip
@click.option(
    "--clock", "seconds", type=positive_seconds, metavar="SECONDS",
    help="How long a player may think about a move.",
)  # fmt: skip
@click.option(
    "--game-clock", "game_seconds", type=positive_seconds, metavar="SECONDS",
    help="How long a player may think in a whole game.",
)  # fmt: skip
@click.option(
    "--opening-plies", "plies", type=click.IntRange(0), default=2, show_default=True,
    metavar="PLIES", help="How long the openings are that are made at random.",
)  # fmt: skip
@click.option(
    "--openings", "openings_file", type=FILE, metavar="FILE",
    help='Play these openings instead, one a line, as in "m1; m2".',
)  # fmt: skip
@click.option(
    "--plies", "longest", type=COUNT, default=LONGEST, show_default=True,
    metavar="PLIES", help="A longer game is given up, as a draw.",
)  # fmt: skip
@click.option(
    "--sprt", "hypotheses", metavar="ELO0,ELO1",
    help="End when a sequential test has found which difference in Elo is right.",
)  # fmt: skip
@click.option(
    "--save", "folder", type=FOLDER, metavar="FOLDER",
    help="Keep each game in a file, for `show` and `tree`.",
)  # fmt: skip
@tier_option
@workers_option
@cluster_option
@json_option
@click.pass_context
def match(
    ctx: click.Context,
    game: str,
    methods: tuple[str, ...],
    after: str | None,
    facts: str | None,
    games: int,
    seed: int,
    seconds: float | None,
    game_seconds: float | None,
    plies: int,
    openings_file: Path | None,
    longest: int,
    hypotheses: str | None,
    folder: Path | None,
    tier: str,
    workers: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Play methods against each other in GAME, each in every role.

    A METHOD may name its tier, as in "alphabeta(depth=4)@native". Each opening is
    played with the roles exchanged; an interval tells what the score is worth.
    """
    clock = clock_of(seconds, game_seconds)
    rules = loaded(game)
    rules.engine.when_stuck(None)  # Ctrl-C ends the match, not the program
    start = position(rules, after, facts)
    openings = None if openings_file is None else read_openings(openings_file, start)
    test = None if hypotheses is None else _test(hypotheses)
    given = ctx.get_parameter_source("tier") is not click.core.ParameterSource.DEFAULT
    if folder is not None:
        _prepare(folder)

    def keep(number: int, played: Playthrough) -> None:
        if folder is not None:
            played.save(folder / f"{number:04}.json")

    with progress("playing ...") as shown:
        found = play_match(
            rules, methods, games=games, seed=seed, clock=clock,
            tier=tier if given else None, start=start, openings=openings, plies=plies,
            test=test, longest=longest, workers=workers, cluster=cluster, ended=keep,
            progress=shown.say,
        )  # fmt: skip
    if as_json:
        print_json(found.as_json())
    else:
        print_match(found)
    if found.stopped == "interrupt":
        raise KeyboardInterrupt


def _prepare(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = next(folder.glob("*.json"), None)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({error.strerror})") from error
    if kept is not None:
        raise InputError(f"expected an empty folder for the games, found {kept}")


def _test(text: str) -> SequentialTest:
    try:
        low, high = (float(word) for word in text.split(","))
    except ValueError:
        raise InputError(
            f"expected two differences in Elo as in 0,20, found {text!r}"
        ) from None
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise InputError(f"expected ELO0 below ELO1 as in 0,20, found {text!r}")
    return SequentialTest(low, high)


def print_match(found: MatchResult) -> None:
    """Print what a match has come to."""
    out = console()
    out.print(
        f"{_counted(len(found.games), 'game')} of {found.game} from "
        f"{_counted(found.openings, 'opening')}, {found.seconds:.2f} s"
    )
    out.print()
    if found.outcomes:
        listing = table(
            "player", "games#", "won#", "drawn#", "lost#", "score#", "95 %#"
        )
    else:
        listing = table("player", "games#", "mean goal#", "95 %#")
    listing.columns[0].overflow = "fold"
    for standing in found.standings:
        listing.add_row(*_row(standing, found.outcomes))
    out.print(listing)
    rounds = found.standings[0].bootstrap
    if found.outcomes and rounds is not None:
        words = f"{found.standings[0].player} {_interval(rounds, 3)}"
        out.print(f"\nfrom the {_counted(found.rounds, 'round')}: {words}")
    if found.elo is not None and found.elo_interval is not None:
        low, high = (_signed(end) for end in found.elo_interval)
        out.print(
            f"\n{found.standings[0].player} is ahead by {_signed(found.elo)} Elo, "
            f"between {low} and {high}"
        )
    if found.test is not None:
        out.print(f"\n{_verdict(found)}")
    endless = sum(game.ended == "endless" for game in found.games)
    if endless:
        out.print(f"\n{_counted(endless, 'game')} given up as endless")
    for number, game in found.failures:
        assert game.failure is not None
        player = game.players[game.failure.role]
        out.print(
            f"\ngame {number} is lost by {player} as {game.failure.role}: "
            f"{game.failure.why}"
        )


def _row(standing: Standing, outcomes: bool) -> list[str]:
    digits = 3 if outcomes else 2
    score = "-" if standing.score is None else f"{standing.score:.{digits}f}"
    row = [standing.player, str(standing.games)]
    if outcomes:
        row += [str(standing.wins), str(standing.draws), str(standing.losses)]
        return [*row, score, _interval(standing.interval, digits)]
    return [*row, score, _interval(standing.bootstrap, digits)]


def _interval(interval: Interval | None, digits: int) -> str:
    if interval is None:
        return "-"
    return f"{interval[0]:.{digits}f} to {interval[1]:.{digits}f}"


def _signed(number: float) -> str:
    if math.isinf(number):
        return "+∞" if number > 0 else "-∞"
    return f"{number:+.0f}"


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def _verdict(found: MatchResult) -> str:
    test = found.test
    assert test is not None
    assert found.ratio is not None
    low, high = test.bounds
    words = {
        None: "the test has not ended",
        "low": f"rather {test.low:+g} Elo than {test.high:+g}",
        "high": f"rather {test.high:+g} Elo than {test.low:+g}",
    }[found.verdict]
    return (
        f"sequential test: {words}; log-likelihood ratio {found.ratio:.2f} "
        f"between {low:.2f} and {high:.2f}"
    )
