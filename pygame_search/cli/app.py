"""The group of all commands, and what they do when something is wrong."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

from pygame_search.cli.output import fail
from pygame_search.errors import InputError, PygameSearchError

#: Each command and the module that has it: imported when it is used, not before.
COMMANDS = {
    "games": "games",
    "show": "show",
    "best": "best",
    "path": "path",
    "tree": "tree",
    "play": "play",
    "perft": "count",
    "playouts": "count",
    "check": "check",
    "conform": "conform",
    "doctor": "doctor",
}


class Commands(click.Group):
    """The commands, with errors as sentences and exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"pygame_search.cli.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the words name, or say which there are."""
        import difflib

        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            close = difflib.get_close_matches(name, COMMANDS, 1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            ctx.fail(f"no command {name!r}: {hint}there are {', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; say what is wrong and exit 1, or 2 on misuse."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            fail(error, 2)
        except PygameSearchError as error:
            fail(error, 1)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            sys.exit(130)
        except BrokenPipeError:
            sys.stderr.close()
            sys.exit(1)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="pygame_search")
def main() -> None:
    """Game search as logic: best moves and whole paths from rules that are clauses.

    GAME is a name that `games` lists, perhaps with parameters as in
    "hexapawn(columns=4)", or the path of a rule file. Moves and states are read and
    written in the syntax of rule files.
    """
