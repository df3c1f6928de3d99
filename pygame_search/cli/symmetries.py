"""`symmetries`: what can be exchanged in the rules of a game."""

from __future__ import annotations

import click

from pygame_search.cli import complete
from pygame_search.cli.options import Start
from pygame_search.cli.output import answer, progress
from pygame_search.cli.streams import command
from pygame_search.machine.symmetry import rule_symmetries


@command
@click.argument("game", shell_complete=complete.game)
def symmetries(game: str) -> None:
    """Show the symmetries of GAME's rules, such as the mirror of a board.

    A symmetry maps each position to another one with the same value. Searches of the
    native tier keep one entry for both in their tables.
    """
    rules = Start(game, None, None).game()
    with progress("looking for symmetries ..."):
        found = rule_symmetries(rules)
    answer(found)
