"""`show`: a position."""

from __future__ import annotations

import click

from pygame_search.cli.options import json_option, position, position_options
from pygame_search.cli.output import console, print_json, table
from pygame_search.game import Game, State, load
from pygame_search.render.board import board_lines, board_text
from pygame_search.search.paths import KnowledgeBaseSpace


@click.command()
@click.argument("game")
@position_options
@json_option
def show(game: str, after: str | None, facts: str | None, as_json: bool) -> None:
    """Show a position of GAME: the board, the moves, and the goals at the end."""
    rules = load(game)
    if rules.space == "book" and after is None and facts is None:
        _show_node(rules, as_json)
        return
    state = position(rules, after, facts)
    if as_json:
        print_json(
            {
                "board": board_text(state),
                "state": list(state.facts),
                "roles": list(state.game.roles),
                "legal": {role: list(moves) for role, moves in state.legal.items()},
                "terminal": state.terminal,
                "goals": state.goals,
            }
        )
        return
    print_position(state)


def _show_node(game: Game, as_json: bool) -> None:
    """Show the start node of a state space, and its neighbours."""
    space = KnowledgeBaseSpace(game, None)
    start = space.start()
    node = game.ask("node_text", node=start)["text"]
    neighbours = [
        (game.ask("node_text", node=number)["text"], cost)
        for _, number, cost in space.neighbours(start)
    ]
    if as_json:
        print_json(
            {
                "board": node,
                "state": [node],
                "roles": [],
                "legal": {},
                "terminal": space.is_goal(start),
                "goals": {},
                "neighbours": [{"node": n, "cost": c} for n, c in neighbours],
            }
        )
        return
    out = console()
    out.print(f"start: {node}", markup=False)
    if space.is_goal(start):
        out.print("It is a goal.")
    listing = table("neighbour", "cost#")
    for text, cost in neighbours:
        listing.add_row(text, str(cost))
    out.print(listing)


def print_position(state: State) -> None:
    """Print the board with its labels, and whose move it is or how it ended."""
    out = console()
    cells = state.position.cells
    lines = board_lines(cells, labels=True) if cells else [board_text(state)]
    for line in lines:
        out.print(line, markup=False)
    out.print()
    if state.terminal:
        listing = table("role", "goal#")
        for role, goal in state.goals.items():
            listing.add_row(role, "-" if goal is None else str(goal))
        out.print("The game is over.")
    else:
        listing = table("role", "moves")
        for role in state.to_move or state.game.roles:
            listing.add_row(role, ", ".join(state.legal[role]))
    out.print(listing)
