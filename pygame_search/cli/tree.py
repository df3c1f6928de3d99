"""`tree`: what a search visited, drawn."""

from __future__ import annotations

import json

import click

from pygame_search.cli.options import (
    PLIES,
    json_option,
    loaded,
    method_option,
    position,
    position_options,
    role_option,
    tier_option,
    weight_option,
    weights_of,
)
from pygame_search.cli.output import console, print_json, progress
from pygame_search.render import tree as drawing
from pygame_search.render.tree_svg import svg
from pygame_search.search.best import best, checked_method, checked_role
from pygame_search.search.methods import MethodCall
from pygame_search.trace import tree as recorded_tree

FORMATS = ("text", "svg", "dot", "json")


@click.command()
@click.argument("game")
@position_options
@role_option
@click.option(
    "--depth", type=PLIES, metavar="PLIES",
    help="How far to look ahead; 2 when METHOD does not say.",
)  # fmt: skip
@method_option("minimax")
@tier_option
@weight_option
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="How to draw it.",
)  # fmt: skip
@click.option("--boards", is_flag=True, help="In text: the board of every state too.")
@json_option
def tree(
    game: str,
    after: str | None,
    facts: str | None,
    role: str | None,
    depth: int | None,
    method: MethodCall | None,
    tier: str,
    weights: tuple[str, ...],
    form: str,
    boards: bool,
    as_json: bool,
) -> None:
    """Draw the tree that a search of GAME visits, with values and cut-offs."""
    state = position(loaded(game), after, facts)
    who = checked_role(state, role)
    call = checked_method(state.game, method, "minimax")
    if depth is None and call["depth"] is None:
        depth = 2
    with progress("searching ..."):
        found = best(
            state, role=who, depth=depth, method=call, tier=tier,
            weights=weights_of(weights), record=True,
        )  # fmt: skip
        root = recorded_tree(found.events)
    if as_json or form == "json":
        data = drawing.as_json(root, state.game, role=who)
        print_json(data) if as_json else click.echo(json.dumps(data, indent=2))
    elif form == "svg":
        click.echo(svg(root, state.game, role=who))
    elif form == "dot":
        click.echo(drawing.dot(root, state.game, role=who))
    else:
        console().print(drawing.rich_text(root, state.game, role=who, boards=boards))
