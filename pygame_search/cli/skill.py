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
from pygame_search.experiments.matches.skill import Skill
from pygame_search.experiments.matches.skill import skill as find_skill
from pygame_search.render.plot import Curve, Panel, must_draw, plot
from pygame_search.support.errors import InputError

#: More depths are a typing error, because each needs a separate match.
_MOST_VALUES = 100


def _values(text: str) -> tuple[int, ...]:
    """Return the numbers of a text such as 1-4 or 10,30,100."""
    first, dash, last = text.partition("-")
    try:
        if dash:
            found = tuple(range(int(first), min(int(last), int(first) + 1000) + 1))
        else:
            found = tuple(int(word) for word in text.split(","))
    except ValueError:
        found = ()
    if not found or len(found) > _MOST_VALUES or min(found) < 0:
        raise click.BadParameter(
            f"expected at most {_MOST_VALUES} numbers as in 1-4 or 10,30,100, found "
            f"{text!r}"
        )
    return found


@command
@start_options(native=True)
@click.argument("method", shell_complete=complete.method)
@click.option(
    "--values", type=_values, default="1-4", show_default=True, metavar="N-M|N,M,...",
    help="The depths, or the values of the parameter that is varied.",
)  # fmt: skip
@click.option(
    "--vary", "parameter", default="depth", show_default=True, metavar="PARAMETER",
    help="Which parameter of METHOD to vary.",
)  # fmt: skip
@click.option(
    "--against", metavar="METHOD", shell_complete=complete.method,
    help="Play each depth against this method, for a score, instead of against the "
    "depth before, for Elo.",
)  # fmt: skip
@plot_option("the curve")
@playing_options
@takes("open")
def skill(
    start: Start,
    method: str,
    values: tuple[int, ...],
    parameter: str,
    against: str | None,
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
        found = find_skill(
            rules, method, parameter=parameter, values=values, against=against,
            progress=shown.say, **options,
        )  # fmt: skip
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
