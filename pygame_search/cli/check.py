"""`check`: what is wrong with rule files."""

from __future__ import annotations

import sys

import click

from pygame_search import rulebook
from pygame_search.cli.options import json_option
from pygame_search.cli.output import console, print_json
from pygame_search.diagnostics import Diagnostic
from pygame_search.errors import PygameSearchError, RulesError
from pygame_search.game import examine


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@json_option
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Say all that is wrong with rule files, each with line, column and a remedy."""
    found = [diagnostic for file in files for diagnostic in _diagnostics(file)]
    wrong = any(d.severity == "error" for d in found)
    if as_json:
        print_json({"diagnostics": [d.as_json() for d in found]})
    else:
        for diagnostic in found:
            click.echo(str(diagnostic), err=diagnostic.severity == "error")
        errors = sum(d.severity == "error" for d in found)
        console().print(
            f"{len(files)} file{'s' * (len(files) > 1)}: "
            f"{errors} errors, {len(found) - errors} warnings"
        )
    if wrong:
        sys.exit(1)


def _diagnostics(file: str) -> tuple[Diagnostic, ...]:
    try:
        return examine(rulebook.read(file))
    except RulesError as error:
        if error.diagnostics:
            return error.diagnostics
        return (_whole_file(file, error),)
    except PygameSearchError as error:
        return (_whole_file(file, error),)


def _whole_file(file: str, error: PygameSearchError) -> Diagnostic:
    message = str(error).removeprefix(f"{file}: ")
    return Diagnostic(file, 1, 1, "error", "file", message, "", "")
