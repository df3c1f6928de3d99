"""`games`: the games and state spaces of the package."""

from __future__ import annotations

from pygame_search.cli.output import console
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.game import load
from pygame_search.rules import rulebook
from pygame_search.support.printing import table


@command
def games() -> None:
    """List the rule files that come with the package."""
    found = [load(name, form="lists") for name in rulebook.names()]
    if wants_json():
        values = [{name: getattr(game, name) for name in _SHOWN} for game in found]
        print_json({"games": values})
        return
    rows = (
        (game.call, ", ".join(game.roles) or "(a graph)", game.about or "")
        for game in found
    )
    console().print(table("game", "roles", "about", rows=rows))


#: What `games --json` prints of each.
_SHOWN = ("name", "title", "about", "roles", "parameters", "source", "space")
