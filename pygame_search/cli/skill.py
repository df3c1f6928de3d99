"""`skill`: strength against depth, as a table and as a curve."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pygame_search.cli import complete
from pygame_search.cli.match import playing, playing_options
from pygame_search.cli.options import Start, plot_option, start_options, takes
from pygame_search.cli.output import answer, progress, raise_interrupt
from pygame_search.cli.streams import command
from pygame_search.experiments.matches.skill import Skill, SkillRequest
from pygame_search.experiments.matches.skill import skill as find_skill
from pygame_search.render.plot import Curve, Panel, must_draw, plot
from pygame_search.support.errors import InputError


@command
@start_options(native=True)
@click.argument("method", shell_complete=complete.method)
@plot_option("the curve")
@playing_options(SkillRequest, values="1-4")
@takes("open")
def skill(
    start: Start,
    method: str,
    plots: tuple[Path, ...],
    **how: Any,
) -> None:
    """Measure how strong a METHOD is in GAME, depth by depth, with an interval.

    Each depth plays a match against the depth before, and the gains in Elo are added
    up.
    """
    for file in plots:
        must_draw(file)
        if not file.parent.is_dir():
            raise InputError(f"{file}: expected a folder that is there to draw in")
    rules = start.game()
    options = playing(start.state(rules), **how)
    with progress("playing ...") as shown:
        found = find_skill(rules, method, progress=shown.say, **options)
    answer(found)
    for file in plots if found.points else ():
        draw(found, file)
    raise_interrupt(found.stopped)


def draw(found: Skill, file: Path) -> None:
    """Draw the strength of a method to a file."""
    ends = [point.interval for point in found.points]
    curve = Curve(
        "",
        [point.value for point in found.points],
        [point.strength for point in found.points],
        [end for end in ends if end is not None] if None not in ends else None,
    )
    against = "" if found.against is None else f" against {found.against}"
    units = {
        "Elo": f"Elo, from that of {found.parameter} {found.points[0].value}",
        "score": "score",
        "goal": "mean goal",
    }
    plot(
        file, [Panel([curve], found.parameter, units[found.unit])],
        title=f"{found.method} in {found.game}{against}",
    )  # fmt: skip
