"""`completion`: the script by which a shell completes what is typed."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from pygame_search.cli.streams import command, print_json, wants_json

SHELLS = ("bash", "zsh", "fish")

#: The program, and the variable by which the script asks it.
PROGRAM, VARIABLE = "pygame-search", "_PYGAME_SEARCH_COMPLETE"


@command
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script for completion in SHELL: bash, zsh or fish.

    Commands, options, games, methods, roles, formats and files are completed. For bash
    or zsh, write eval "$(pygame-search completion SHELL)" in ~/.bashrc, or in ~/.zshrc
    below compinit. For fish, keep the script in the folder ~/.config/fish/completions
    as pygame-search.fish.
    """
    made = get_completion_class(shell)
    assert made is not None
    script = made(ctx.find_root().command, {}, PROGRAM, VARIABLE).source()
    if wants_json():
        print_json({"shell": shell, "script": script})
    else:
        click.echo(script.strip())
