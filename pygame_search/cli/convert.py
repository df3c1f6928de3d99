"""`convert`: a rule file in another syntax."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

import click

from pygame_search.cli import complete
from pygame_search.cli.options import must_have_effect, takes
from pygame_search.cli.output import progress
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.game import Game, said_to_be
from pygame_search.model.rules import called, convert_book, gdl_and_about, with_comments
from pygame_search.network.lift.text import OUTPUTS
from pygame_search.rules.syntaxes import NAMES, OF_SUFFIX, SYNTAXES
from pygame_search.support import files
from pygame_search.support.errors import InputError

#: What to say for a syntax in place of a file.
WORDS = {**{name: name for name in NAMES}, "gdl": "kif"}

#: What to say for the operations on words that searches use.
OPERATIONS = "words"


@command
@click.argument("file", shell_complete=complete.game)
@click.argument("to", metavar="TO", type=click.Path())
@click.option(
    "--gdl",
    "for_all",
    is_flag=True,
    help="Use nothing but GDL, for any General Game Playing system; TO is a sheet.",
)
@click.option(
    "--from", "given", type=click.Choice(NAMES),
    help="The syntax of FILE, if its name and its text do not show it.",
)  # fmt: skip
@click.option(
    "--to", "chosen", type=click.Choice(NAMES),
    help="The syntax of the file TO, if its name does not show it.",
)  # fmt: skip
@takes("as")
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@click.option(
    "--only", multiple=True, type=click.Choice(OUTPUTS),
    help="With words: a part to print; may be given several times.",
)  # fmt: skip
@click.option(
    "--phase", type=click.IntRange(1), metavar="N",
    help="With words: print this phase alone.",
)  # fmt: skip
@must_have_effect(
    "force",
    expected="a file to write to",
    when=lambda given: given["to"] not in (*WORDS, OPERATIONS),
)
@must_have_effect(
    "chosen",
    expected="a file to write to",
    when=lambda given: given["to"] not in (*WORDS, OPERATIONS),
)
@must_have_effect(
    "only",
    "phase",
    expected="words as TO",
    when=lambda given: given["to"] == OPERATIONS,
)
def convert(
    file: str,
    to: str,
    for_all: bool,
    given: str | None,
    chosen: str | None,
    kind: str | None,
    force: bool,
    only: tuple[str, ...],
    phase: int | None,
) -> None:
    """Write the rule file FILE in another syntax.

    TO is a file whose name ends in .pl, .cil, .kif, .gdl (KIF, too), .infix or .hrf.
    To print the rules instead, TO is prolog, cilog, kif, infix or hrf. FILE may be the
    name of a game, or - for standard input. The rules stay the same; comments and
    layout are lost.

    If TO is words, print the operations on words that searches make of the rules (see
    docs/native.md). FILE may have parameters, as in "hexapawn(columns=4)".

    With --gdl the game stays the same, but not the rules: arithmetic and counts become
    tables of all values that can occur, and goals are scaled to 0 to 100. FILE may have
    parameters then, too.
    """
    syntax = OPERATIONS if to == OPERATIONS else chosen or _syntax(to)
    book, parameters = called(file, given)
    book = said_to_be(kind, book)
    if book.taken:
        click.echo(f"note: {book.taken}", err=True)
    if for_all and not (syntax in SYNTAXES and SYNTAXES[syntax].sheet):
        raise InputError(
            "GDL is written in KIF, infix GDL or HRF, as .kif or .gdl, .infix or .hrf; "
            f"found {to!r}"
        )
    if parameters and not for_all and syntax != OPERATIONS:
        raise InputError(
            f"expected a rule file without values for its parameters, found {file!r} "
            "(only with --gdl are the values written into the rules)"
        )
    if syntax == OPERATIONS:
        text = _operations(Game.build(book, parameters=parameters), only, phase)
    elif for_all:
        game = Game.build(book, parameters=parameters)
        text = _gdl(game, syntax)
        if game.declared_worths:
            click.echo(
                "note: GDL has no word for what endless play is worth: what the rules "
                "say of it is in a comment",
                err=True,
            )
    else:
        text = convert_book(book, syntax)
        if ours := _read_here_alone(text, syntax):
            click.echo(
                f"note: {ours} are read here alone; "
                "--gdl writes the game for any system",
                err=True,
            )
    path = None if to in (*WORDS, OPERATIONS) else Path(to)
    if path is not None:
        _write(path, text, force)
    if wants_json():
        name = None if path is None else str(path)
        print_json({"syntax": syntax, "file": name, "text": text})
    elif path is None:
        click.echo(text, nl=False)


def _operations(game: Game, only: Collection[str], phase: int | None) -> str:
    from pygame_search.machine.game_code import words_text

    with progress("grounding the rules ..."):
        return words_text(game, outputs=only, phase=phase)


def _gdl(game: Game, syntax: str) -> str:
    """Return a game in GDL; pyggp reads no comments, so they are notes in infix GDL.

    New names are a note in each syntax, as states are written with them.
    """
    text, about, names = gdl_and_about(game, syntax)
    bare = syntax == "infix"
    for line in about if bare else [names] if names else []:
        click.echo(f"note: {line}", err=True)
    return text if bare else with_comments(text, about, syntax)


def _read_here_alone(text: str, syntax: str) -> str:
    """Return what in a rule sheet no other system reads, in words."""
    if not SYNTAXES[syntax].sheet:
        return ""
    if "pygame_search:" in text:
        return "the words that begin with pygame_search:"
    return "the names in quotes" if syntax != "kif" and "'" in text else ""


def _syntax(to: str) -> str:
    syntax = WORDS.get(to) or OF_SUFFIX.get(Path(to).suffix.lower())
    if syntax is None:
        suffixes = ", ".join(OF_SUFFIX)
        raise InputError(
            f"expected a file that ends in one of {suffixes}, or one of "
            f"{', '.join([*WORDS, OPERATIONS])}; found {to!r}"
        )
    return syntax


def _write(path: Path, text: str, force: bool) -> None:
    if not force and os.path.lexists(path):
        raise InputError(f"{path} already exists; --force overwrites it")
    files.write(path, text)
