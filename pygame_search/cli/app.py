"""The group of all commands, and its handling of errors."""

from __future__ import annotations

import difflib
import importlib
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import (
    ExitStack,
    contextmanager,
    redirect_stderr,
    redirect_stdout,
    suppress,
)
from typing import Any

import click
from click.shell_completion import CompletionItem

from pygame_search.cli.streams import Errors, drop_unwritten, leave, prepare_streams
from pygame_search.support.beside import answering
from pygame_search.support.errors import InputError, LimitError, PygameSearchError
from pygame_search.support.escapes import escaping
from pygame_search.support.interrupts import interrupt_on_sigterm
from pygame_search.support.memory import LEAST, VARIABLE

#: The commands by task, each with its line in the list of `--help`.
SECTIONS = {
    "Look and play": {
        "games": "List the games that come with the package, or show one.",
        "show": "Show a position of GAME: board, moves, goals.",
        "play": "Play GAME in the terminal, against any method.",
        "ask": "Answer a question about a position of GAME.",
        "explain": "Explain why a goal holds in a position of GAME, or why not.",
        "repl": "Ask, search, play and change rules in one session.",
        "studio": "Open a page in a browser, over the installed engine.",
    },
    "Search": {
        "best": "Find the best move in a position of GAME.",
        "path": "Find a path from the start of SPACE to a goal.",
        "tree": "Draw the tree that a search of GAME visits.",
        "compare": "Show a search in Prolog and in Python, and run both.",
        "methods": "List the methods for --method, or the parameters of one.",
        "heuristics": "List the features and heuristics of a position of GAME.",
    },
    "Solve": {
        "solve": "Solve a position of GAME: prove its value.",
        "verify": "Check a certificate that `solve --save` wrote.",
    },
    "Measure": {
        "match": "Play methods against each other in GAME.",
        "skill": "Measure how strong a METHOD is, depth by depth.",
        "learn": "Learn weights for the features of GAME from self-play.",
        "perft": "Count the nodes of GAME's tree, level by level.",
        "playouts": "Play random games of GAME, and give the mean goals.",
        "stats": "Measure how large GAME is: branching, length, tree, states.",
        "symmetries": "Show what can be exchanged in the rules of GAME.",
    },
    "Write rules": {
        "new": "Write NAME.pl, a small game to change into your own.",
        "check": "Find the faults of rule files, and say how to fix them.",
        "convert": "Write the rule file FILE in another syntax.",
        "conform": "Compare rule sheets with their reference.",
    },
    "Teach": {
        "quiz": "Stop a search of GAME, and ask what it does next.",
        "grade": "Grade a rule file or a search program of a student.",
    },
    "Help and installation": {
        "completion": "Print the script for completion in bash, zsh or fish.",
        "man": "Write the manual pages, one for each command.",
        "doctor": "Check the installation, and say how to fix what is missing.",
        "warm": "Compile the kernels of the native tier now.",
    },
}

#: Each command and its module, which is imported on first use.
COMMANDS = {name: name for section in SECTIONS.values() for name in section} | {
    "perft": "count",
    "playouts": "count",
    "stats": "count",
}

_LINES = {name: line for lines in SECTIONS.values() for name, line in lines.items()}


class Commands(click.Group):
    """The commands, with error messages and exit codes.

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
        command.short_help = _LINES[cmd_name]
        return command

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the list of commands, without importing them."""
        width = max(map(len, COMMANDS))
        for title, lines in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(f"{n:<{width}}", line) for n, line in lines.items()]
                )

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem]:
        """Return the commands or options that begin with a text."""
        names = [
            CompletionItem(name, help=line)
            for name, line in _LINES.items()
            if name.startswith(incomplete)
        ]
        return names + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the words name, or report the known commands."""
        name = args[0]
        known = name in COMMANDS or name.startswith("-") or ctx.resilient_parsing
        if not known:
            close = difflib.get_close_matches(name, COMMANDS, 1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            ctx.fail(f"no command {name!r}: {hint}there are {', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            with answering() as shown:
                status = super().invoke(ctx)
            if shown.cut:
                click.echo(shown.NOTE, err=True)
            return status
        except KeyboardInterrupt as interrupt:  # click would print a new line
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
        """Run the command of the words, report errors, and exit.

        Args:
            args: the words; None for those of the program, which ends here.
            prog_name: the name of the program in help.
            complete_var: the environment variable that requests completion.
            standalone_mode: as in click, always taken to be true.
            windows_expand_args: as in click.
            extra: more for the context.
        """
        words = sys.argv[1:] if args is None else list(args)
        errors = Errors("--json" in words)
        if args is None:
            prepare_streams()
            interrupt_on_sigterm()
        with (
            _safe(self, ends=args is None),
            _interruptible(ends=args is None),
            _ending(args is None),
            _told(errors),
        ):
            code = super().main(
                args,
                prog_name,
                complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **{"color": True} | extra,
            )
            sys.stdout.flush()
            sys.exit(code if isinstance(code, int) else 0)


@contextmanager
def _safe(command: click.Command, *, ends: bool) -> Iterator[None]:
    """Write what steers a terminal as escapes; click would leave styles out.

    Where the program `ends`, its streams do so to the last.
    """
    with ExitStack() as stack:
        if not ends:
            stack.enter_context(redirect_stdout(escaping(sys.stdout)))
            stack.enter_context(redirect_stderr(escaping(sys.stderr)))
        stack.enter_context(click.Context(command, color=True).scope(cleanup=False))
        yield


@contextmanager
def _interruptible(*, ends: bool) -> Iterator[None]:
    """Exit with 130 on Ctrl-C; `ends`: without a cleanup, which may take long."""
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
    """Keep the exit status of the work, even if nobody reads the output."""
    try:
        yield
    finally:
        if ends:
            drop_unwritten()


@contextmanager
def _told(errors: Errors) -> Iterator[None]:
    """Report an error, and exit with its code."""
    try:
        yield
    except click.ClickException as error:
        errors.report_json({"kind": "UsageError", "message": error.format_message()})
        error.show()
        sys.exit(error.exit_code)
    except InputError as error:
        errors.report(error, 2)
    except PygameSearchError as error:
        errors.report(error, 1)
    except RecursionError:
        errors.report(LimitError("out of memory: the search goes too deep", "plies"), 1)
    except MemoryError:
        errors.report(LimitError("out of memory", "out_of_memory"), 1)
    except BrokenPipeError:  # the reader is gone
        sys.exit(1)
    except OSError as error:
        errors.report(LimitError(f"{error.strerror or error}", "system"), 1)


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
