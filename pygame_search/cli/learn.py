"""`learn`: the weights of features, from games of a player against itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pygame_search.cli import complete
from pygame_search.cli.options import (
    Start,
    Weighing,
    must_have_effect,
    plot_option,
    start_options,
    takes,
    weight_options,
)
from pygame_search.cli.output import answer, console, progress, raise_interrupt
from pygame_search.cli.requests import options_of
from pygame_search.cli.streams import command, formerly, wants_json
from pygame_search.engine.bridge import when_stuck
from pygame_search.experiments.learning.exercise import LARGEST
from pygame_search.experiments.learning.learn import (
    Learned,
    LearnRequest,
)
from pygame_search.experiments.learning.learn import learn as learn_weights
from pygame_search.experiments.matches.match import MatchResult, match
from pygame_search.experiments.matches.players import read_player, takes_tier
from pygame_search.render.plot import Curve, Panel, must_draw, plot
from pygame_search.search.core.heuristics import all_weights
from pygame_search.session.path_types import FILE
from pygame_search.support.json_objects import plain

#: The names of the players with the weights before and after learning.
PLAYER = "alphabeta(depth=2)"


@command
@start_options()
@options_of(LearnRequest)
@click.option(
    "--feature", "features", multiple=True, metavar="NAME",
    help="Learn the weight of this feature or heuristic; by default those of all "
    "features of the rule file.",
)  # fmt: skip
@weight_options
@click.option(
    "--match", "contest", type=click.IntRange(0), default=0, show_default=True,
    metavar="N", help="Play a match of N games with the new weights against the old.",
)  # fmt: skip
@click.option(
    "--player", default=PLAYER, show_default=True, metavar="METHOD",
    shell_complete=complete.method,
    help="The method that plays the match.",
)  # fmt: skip
@click.option(
    "--opening-plies", type=click.IntRange(0), default=4, show_default=True,
    metavar="PLIES", help="The number of random moves at the start of a match game.",
)  # fmt: skip
@click.option(
    "--save", "file", type=FILE, metavar="FILE",
    help="Write the weights to a file, for --weights.",
)  # fmt: skip
@plot_option("the error and the weights")
@takes("open")
@must_have_effect(
    "player", "opening_plies", expected="--match", when=lambda given: given["contest"]
)
@formerly(seconds="time", self_play="games", games="match")
def learn(
    start: Start,
    features: tuple[str, ...],
    weighing: Weighing,
    contest: int,
    player: str,
    opening_plies: int,
    file: Path | None,
    plots: tuple[Path, ...],
    **how: Any,
) -> None:
    """Learn weights for the features of GAME from self-play.

    The old weights, shown beside the new ones, are those of the rule file, or of
    --weight and --weights. Learning does not use them.
    """
    for picture in plots:
        must_draw(picture)
    rules = start.game()
    state = start.state(rules)
    old = all_weights(rules, weighing.of(rules))
    if contest:
        read_player(player, rules, weights=old)
    when_stuck(None)  # Ctrl-C ends the learning, not the program
    with progress("learning ...") as shown:
        found = learn_weights(
            rules, features=features or None, weights=old, start=state,
            progress=shown.say, **how,
        )  # fmt: skip
    if file is not None:
        found.file.save(file)
    for picture in plots:
        draw(found, picture)
    played = None
    if contest and found.stopped != "interrupt":
        with progress("playing ...") as shown:
            played = match(
                rules, [player, player], games=contest, seed=how["seed"], start=state,
                weights=[found.weights, found.before], plies=opening_plies,
                tier=found.tier if takes_tier(player) else None,
                workers=how["workers"], cluster=how["cluster"], progress=shown.say,
            )  # fmt: skip
        played = _named(played, f"{player}, new", f"{player}, old")
    answer(found, found.as_json() | {"match": plain(played)})
    if played is not None and not wants_json():
        console().print()
        console().print(played)
    raise_interrupt(found.stopped, None if played is None else played.stopped)


def _named(played: MatchResult, *names: str) -> MatchResult:
    """Return a match with other names for the players."""
    return replace(
        played,
        standings=tuple(
            replace(standing, player=name)
            for standing, name in zip(played.standings, names, strict=True)
        ),
    )


def draw(found: Learned, file: Path) -> None:
    """Draw the progress of learning."""
    games = [point.games for point in found.points]
    errors = Curve("", games, [point.error for point in found.points])
    weights = [
        Curve(name, games, [point.weights[i] for point in found.points])
        for i, name in enumerate(found.exact)
    ]
    plot(
        file,
        [
            Panel([errors], "games", "mean square error of predictions"),
            Panel(weights, "games", f"weight, the largest {LARGEST}"),
        ],
        title=f"{found.method} of {found.game}",
    )
