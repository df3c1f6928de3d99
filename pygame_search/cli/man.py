"""`man`: pages for the program man, from the same texts as `--help`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from importlib.metadata import version
from pathlib import Path

import click

from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.session.path_types import FOLDER
from pygame_search.support import files
from pygame_search.support.errors import InputError

PROGRAM = "pygame-search"

_CODE = re.compile(r"`([^`]+)`")


@command
@click.argument("folder", type=FOLDER, default=Path("man/man1"))
@click.pass_context
def man(ctx: click.Context, folder: Path) -> None:
    """Write the manual pages to FOLDER, by default man/man1: one for each command.

    If FOLDER ends in man/man1, as in ~/.local/share/man/man1, `man pygame-search-best`
    finds the pages; `man -M man pygame-search-best` reads those of the folder man.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({error.strerror})") from error
    written = []
    for name, text in pages(ctx.find_root().command, date.today()).items():
        written.append(str(folder / f"{name}.1"))
        files.write(Path(written[-1]), text)
    if wants_json():
        print_json({"files": written})
    else:
        click.echo(f"{len(written)} pages are written to {folder}")


def pages(group: click.Command, day: date) -> dict[str, str]:
    """Return the pages of a group of commands, by their names.

    Args:
        group: the program.
        day: the date of the pages.
    """
    assert isinstance(group, click.Group)
    root = click.Context(group, info_name=PROGRAM, **group.context_settings)
    found = {PROGRAM: _page(root, day, "search games and puzzles written as rules")}
    for name in group.list_commands(root):
        command = group.get_command(root, name)
        assert command is not None
        ctx = click.Context(command, info_name=name, parent=root)
        about = command.get_short_help_str(200).rstrip(".")
        found[f"{PROGRAM}-{name}"] = _page(ctx, day, about)
    return found


def _page(ctx: click.Context, day: date, about: str) -> str:
    """Return the page of a command, as roff."""
    name = ctx.command_path.replace(" ", "-")
    release = f"pygame_search {version('pygame_search')}"
    usage = " ".join(ctx.command.collect_usage_pieces(ctx))
    lines = [
        f'.TH "{_roff(name.upper())}" 1 "{day.isoformat()}" "{release}"',
        ".SH NAME",
        rf"{_roff(name)} \- {_roff(about)}",
        ".SH SYNOPSIS",
        rf"\fB{_roff(ctx.command_path)}\fR {_roff(usage)}",
        *_description(ctx.command.help or ""),
        *_options(ctx),
        *_commands(ctx),
        ".SH SEE ALSO",
        _see_also(ctx),
    ]
    return "\n".join(lines) + "\n"


def _description(text: str) -> Iterator[str]:
    yield ".SH DESCRIPTION"
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        if number:
            yield ".PP"
        yield _roff(" ".join(paragraph.split()))


def _options(ctx: click.Context) -> Iterator[str]:
    yield ".SH OPTIONS"
    for parameter in ctx.command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is not None and isinstance(parameter, click.Option):
            written, about = record
            yield from (".TP", rf"\fB{_roff(written)}\fR", _roff(about))


def _commands(ctx: click.Context) -> Iterator[str]:
    """Yield the list of the commands of a group."""
    if not isinstance(ctx.command, click.Group):
        return
    yield ".SH COMMANDS"
    for name in ctx.command.list_commands(ctx):
        command = ctx.command.get_command(ctx, name)
        assert command is not None
        about = command.get_short_help_str(200)
        yield from (".TP", rf"\fB{PROGRAM}\-{_roff(name)}\fR(1)", _roff(about))


def _see_also(ctx: click.Context) -> str:
    other = "swipl" if ctx.parent is None else PROGRAM
    return rf"\fB{_roff(other)}\fR(1)"


def _roff(text: str) -> str:
    """Return a text as roff prints it, with what is between backticks in bold."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    if escaped.startswith((".", "'")):
        escaped = rf"\&{escaped}"
    return _CODE.sub(r"\\fB\1\\fR", escaped.replace("'", r"\(aq"))
