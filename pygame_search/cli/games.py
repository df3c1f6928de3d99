"""`games`: what there is to play and to search."""

from __future__ import annotations

from typing import Any

import click

from pygame_search.cli.output import console
from pygame_search.cli.streams import json_option, print_json
from pygame_search.game import Game, load
from pygame_search.rules import rulebook
from pygame_search.support.printing import table


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the rule files that come with the package."""
    found = [load(name, form="lists") for name in rulebook.names()]
    if as_json:
        print_json({"games": [_as_json(game) for game in found]})
        return
    listing = table("game", "roles", "about")
    for game in found:
        words = ", ".join(f"{n}={v}" for n, v in game.parameters.items())
        name = f"{game.name}({words})" if words else game.name
        listing.add_row(name, ", ".join(game.roles) or "(a graph)", game.about or "")
    console().print(listing)


def _as_json(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "about": game.about,
        "roles": list(game.roles),
        "parameters": game.parameters,
        "source": game.source,
        "space": game.space,
    }
