"""`show`: a position."""

from __future__ import annotations

import click

from pygame_search.cli import complete
from pygame_search.cli.options import Start, live_option, refuse, start_options
from pygame_search.cli.output import answer, console, progress
from pygame_search.cli.saved import (
    ply_option,
    print_board,
    read,
    saved,
    saved_page,
    show_saved,
    symbols_option,
)
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.explanation.knowledge import belief
from pygame_search.game import Game, State
from pygame_search.model.position import occurrences
from pygame_search.render.board_svg import board_svg
from pygame_search.state_text import end_text
from pygame_search.support.errors import InputError
from pygame_search.support.printing import table
from pygame_search.support.words import counted


@command
@start_options()
@ply_option
@click.option(
    "--format", "form", type=click.Choice(["text", "svg", "html"]), default="text",
    show_default=True,
    help="The format of the board; svg: a picture; html: a saved game as a page.",
)  # fmt: skip
@live_option
@symbols_option
@click.option(
    "--view", "role", metavar="ROLE", shell_complete=complete.role,
    help="Show what a role knows, in a game with hidden information (`sees`).",
)  # fmt: skip
def show(
    start: Start,
    ply: int | None,
    form: str,
    live: bool,
    symbols: bool,
    role: str | None,
) -> None:
    """Show a position of GAME: the board, the moves, and the goals at the end.

    For a state space without moves, show the start and its neighbours. For a file
    that `match --save` wrote, show that game move by move.
    """
    picture, stepped = form == "svg", form == "html"
    if form != "text" and wants_json():
        raise click.UsageError(f"expected --json or --format {form}, found both")
    if form != "text" or wants_json():
        refuse(("symbols",), "a picture has them, JSON has the letters")
    file = saved(start.name)
    if file is not None:
        refuse(("after", "facts", "moves"), "a saved game has its own; try --ply")
        refuse(("role",), "a saved game is shown as it was")
        kept = read(file)
        if stepped:
            refuse(("ply",), "a page has the whole game")
            with progress("finding the values ..."):
                text = saved_page(kept, live=live)
            click.echo(text)
        elif ply is None:
            refuse(("form",), "a saved game has a picture of one ply; add --ply")
            show_saved(kept, symbols=symbols)
        else:
            _show_state(kept.at(ply), picture, symbols)
        return
    refuse(("ply",), f"only a saved game has plies, found {start.name!r}")
    if stepped:
        raise InputError(
            f"only a saved game is written as a page, found {start.name!r}"
        )
    rules = start.game()
    if start.place(rules) is rules:
        refuse(("form", "symbols"), "a state space has no board")
        _show_node(rules)
        return
    if role is not None:
        refuse(("form", "symbols"), "what a role knows is shown as text")
        with progress("finding the possible states ..."):
            believed = belief(start.state(rules), role)
        answer(believed)
        return
    _show_state(start.state(rules), picture, symbols)


def _show_state(state: State, picture: bool, symbols: bool) -> None:
    """Show a state; as a picture, its board alone."""
    if picture:
        click.echo(board_svg(state), nl=False)
        return
    with progress("looking for the moves ..."):
        known = state.position
    if wants_json():
        print_json(
            {
                "board": str(state),
                "state": list(known.facts),
                **({} if (text := state.written_text()) is None else {"text": text}),
                "roles": list(state.game.roles),
                "legal": {role: list(moves) for role, moves in state.legal.items()},
                **({"notations": state.written_legal()} if state.game.notated else {}),
                **({"chances": _chances(state)} if state.weighed else {}),
                "terminal": known.terminal,
                "goals": state.goals,
            }
        )
        return
    print_position(state, symbols=symbols)


def _chances(state: State) -> dict[str, str]:
    """Return the probabilities of the moves of chance, as texts."""
    return {move: str(probability) for move, probability in state.chances.items()}


def _show_node(game: Game) -> None:
    """Show the start node of a state space, and its neighbours."""
    machine = game.clauses
    with progress("looking for the neighbours ..."):
        start = machine.start()
        node = game.node_text(start)
        is_goal = machine.is_goal(start)
        neighbours = [
            (game.node_text(number), cost)
            for _, number, cost in machine.neighbours(start)
        ]
    if wants_json():
        print_json(
            {
                "board": node,
                "state": [node],
                "roles": [],
                "legal": {},
                "terminal": is_goal,
                "goals": {},
                "neighbours": [{"node": n, "cost": c} for n, c in neighbours],
            }
        )
        return
    out = console()
    out.print(f"start: {node}, which is {'a' if is_goal else 'no'} goal")
    if not neighbours:
        out.print("It has no neighbours.")
        return
    rows = ((text, str(cost)) for text, cost in neighbours)
    out.print()
    out.print(table("neighbour", "cost#", rows=rows))


def print_position(state: State, *, symbols: bool = False) -> None:
    """Print the board with its labels, and whose move it is or how it ended."""
    out = console()
    print_board(state, symbols=symbols)
    if (text := state.written_text()) is not None:
        out.print(f"position: {text}", markup=False, highlight=False, soft_wrap=True)
    if (times := occurrences(state.facts)) is not None:
        out.print(f"this position has occurred {counted(times, 'time', 'times')}")
    out.print()
    if state.terminal:
        goals = [(r, "-" if g is None else str(g)) for r, g in state.goals.items()]
        out.print(end_text(state))
        out.print(table("role", "goal#", rows=goals))
    else:
        roles = state.to_move or state.game.roles
        written = state.written_legal()
        moves = [(role, ", ".join(written[role])) for role in roles]
        out.print(table("role", "moves", rows=moves))
        if state.weighed:
            likely = ", ".join(f"{move} {p}" for move, p in _chances(state).items())
            out.print(f"probabilities: {likely}", markup=False, highlight=False)
