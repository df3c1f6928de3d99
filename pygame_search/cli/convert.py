"""`convert`: a rule file in another syntax."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

import click

from pygame_search.cli import complete
from pygame_search.cli.options import must_have_effect
from pygame_search.cli.output import progress
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.game import Game
from pygame_search.model.rules import called, convert_book, gdl
from pygame_search.network.lift.text import OUTPUTS
from pygame_search.rules import rulebook
from pygame_search.support import files
from pygame_search.support.errors import InputError

#: What to say for a syntax in place of a file.
WORDS = {"prolog": "prolog", "kif": "kif", "gdl": "kif", "cilog": "cilog"}

#: What to say for the operations on words that searches use.
OPERATIONS = "words"


@command
@click.argument("file", shell_complete=complete.game)
@click.argument("to", metavar="TO", type=click.Path())
@click.option(
    "--gdl",
    "for_all",
    is_flag=True,
    help="Use nothing but GDL, for any General Game Playing system; TO is KIF.",
)
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
    "only",
    "phase",
    expected="words as TO",
    when=lambda given: given["to"] == OPERATIONS,
)
def convert(
    file: str,
    to: str,
    for_all: bool,
    force: bool,
    only: tuple[str, ...],
    phase: int | None,
) -> None:
    """Write the rule file FILE in another syntax.

    TO is a file whose name ends in .pl, .kif, .gdl or .cil. To print the rules instead,
    TO is prolog, kif or cilog. FILE may be the name of a game, or - for standard input.
    The rules stay the same; comments and layout are lost.

    If TO is words, print the operations on words that searches make of the rules (see
    docs/native.md). FILE may have parameters, as in "hexapawn(columns=4)".

    With --gdl the game stays the same, but not the rules: arithmetic and counts become
    tables of all values that can occur, and goals are scaled to 0 to 100. FILE may have
    parameters then, too.
    """
    syntax = OPERATIONS if to == OPERATIONS else _syntax(to)
    book, parameters = called(file)
    if for_all and syntax != "kif":
        raise InputError(f"GDL is written in KIF, as .kif or .gdl; found {to!r}")
    if parameters and not for_all and syntax != OPERATIONS:
        raise InputError(
            f"expected a rule file without values for its parameters, found {file!r} "
            "(only with --gdl are the values written into the rules)"
        )
    if syntax == OPERATIONS:
        text = _operations(Game.build(book, parameters=parameters), only, phase)
    elif for_all:
        text = gdl(Game.build(book, parameters=parameters))
    else:
        text = convert_book(book, syntax)
        if syntax == "kif" and "(pygame_search:" in text:
            click.echo(
                "note: the words that begin with pygame_search: are read here alone; "
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


def _syntax(to: str) -> str:
    syntax = WORDS.get(to) or rulebook.SYNTAXES.get(Path(to).suffix.lower())
    if syntax is None:
        suffixes = ", ".join(rulebook.SYNTAXES)
        raise InputError(
            f"expected a file that ends in one of {suffixes}, or one of "
            f"{', '.join([*WORDS, OPERATIONS])}; found {to!r}"
        )
    return syntax


def _write(path: Path, text: str, force: bool) -> None:
    if not force and os.path.lexists(path):
        raise InputError(f"{path} already exists; --force overwrites it")
    files.write(path, text)
