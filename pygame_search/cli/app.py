"""The group of all commands, and what they do when something is wrong."""

from __future__ import annotations

import difflib
import importlib
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import click

from pygame_search.cli.output import Errors, drop_unwritten, leave, prepare_streams
from pygame_search.support.errors import InputError, LimitError, PygameSearchError
from pygame_search.support.interrupts import interrupt_on_sigterm
from pygame_search.support.memory import LEAST, VARIABLE

#: Each command and the module that has it: imported when it is used, not before.
COMMANDS = {
    "games": "games",
    "show": "show",
    "best": "best",
    "solve": "solve",
    "verify": "verify",
    "heuristics": "heuristics",
    "path": "path",
    "ask": "ask",
    "explain": "explain",
    "tree": "tree",
    "compare": "compare",
    "play": "play",
    "match": "match",
    "skill": "skill",
    "learn": "learn",
    "repl": "repl",
    "perft": "count",
    "playouts": "count",
    "check": "check",
    "convert": "convert",
    "conform": "conform",
    "methods": "methods",
    "doctor": "doctor",
}


class Commands(click.Group):
    """The commands, with errors as sentences and exit codes.

    0 on success, 1 when the answer is no, 2 on misuse, 130 on Ctrl-C, 143 on SIGTERM.
    """

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
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            close = difflib.get_close_matches(name, COMMANDS, 1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            ctx.fail(f"no command {name!r}: {hint}there are {', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as interrupt:  # of which click would make a new line
            raise click.Abort from interrupt

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Do what the words say; say what is wrong; exit.

        Args:
            args: the words; None for those of the program, which ends here.
            prog_name: how the program is called in help.
            complete_var: the variable that asks for the completion of a word.
            standalone_mode: as in click, always taken to be true.
            windows_expand_args: as in click.
            extra: more for the context.
        """
        words = sys.argv[1:] if args is None else list(args)
        errors = Errors("--json" in words)
        if args is None:
            prepare_streams()
            interrupt_on_sigterm()
        with _interruptible(ends=args is None), _ending(args is None), _told(errors):
            code = super().main(
                args,
                prog_name,
                complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )
            sys.stdout.flush()
            sys.exit(code if isinstance(code, int) else 0)


@contextmanager
def _interruptible(*, ends: bool) -> Iterator[None]:
    """Exit with 130 on Ctrl-C; ends: without tidying up first, which may take long."""
    try:
        yield
    except (KeyboardInterrupt, click.Abort):
        if ends:
            with suppress(ValueError):  # in a thread
                signal.signal(signal.SIGINT, signal.SIG_IGN)
            leave()
        click.echo("interrupted", err=True)
        sys.exit(130)


@contextmanager
def _ending(ends: bool) -> Iterator[None]:
    """Let the program end with the status of its work, even if output is not read."""
    try:
        yield
    finally:
        if ends:
            drop_unwritten()


@contextmanager
def _told(errors: Errors) -> Iterator[None]:
    """Tell what goes wrong, and exit with the right code."""
    try:
        yield
    except click.ClickException as error:
        errors.tell_json({"kind": "UsageError", "message": error.format_message()})
        error.show()
        sys.exit(error.exit_code)
    except InputError as error:
        errors.tell(error, 2)
    except PygameSearchError as error:
        errors.tell(error, 1)
    except RecursionError:
        errors.tell(LimitError("out of memory: the search goes too deep"), 1)
    except MemoryError:
        errors.tell(LimitError("out of memory"), 1)
    except BrokenPipeError:  # the reader is gone
        sys.exit(1)
    except OSError as error:
        errors.tell(LimitError(f"{error.strerror or error}"), 1)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="pygame_search")
@click.option(
    "--memory-limit", type=click.IntRange(LEAST, 1 << 24), metavar="MB",
    help="Limit the memory of the process, in all tiers; by default the value of the "
    f"variable {VARIABLE}, or half of the machine's memory.",
)  # fmt: skip
def command(memory_limit: int | None) -> None:
    """Game search as logic: find best moves and paths in games described by clauses.

    GAME is a name that `games` lists or the path of a rule file. Parameters may follow,
    as in "hexapawn(columns=4)". Moves and states are written in the syntax of rule
    files.

    The exit status is 0 on success, 1 when the answer is no, 2 on misuse, 130 on Ctrl-C
    and 143 on SIGTERM.
    """
    if memory_limit is not None:
        os.environ[VARIABLE] = str(memory_limit)
