"""`methods`: the methods of choosing a move, and their parameters."""

from __future__ import annotations

from typing import Any

import click

from pygame_search.cli import complete
from pygame_search.cli.output import console
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.search.core.methods import METHODS, Method, Value, read_method
from pygame_search.solving.solve import METHODS as SOLVING
from pygame_search.support.errors import InputError
from pygame_search.support.printing import table


@command
@click.argument("name", required=False, shell_complete=complete.method)
def methods(name: str | None) -> None:
    """List the methods for --method, or the parameters of the method NAME."""
    if name in SOLVING and name not in METHODS:
        raise InputError(f"{name} is a method of `solve`, and has no parameters")
    found = list(METHODS.values()) if name is None else [read_method(name).method]
    if wants_json():
        print_json({"methods": [_as_json(method) for method in found]})
    elif name is None:
        rows = ((method.name, method.about) for method in found)
        console().print(table("method", "what it does", rows=rows))
        console().print(f"\n`solve --method` has its own: {', '.join(SOLVING)}.")
    else:
        _print(found[0])


def _print(method: Method) -> None:
    out = console()
    out.print(f"{method.name}: {method.about}", markup=False)
    out.print(f"source: {method.source}", markup=False)
    if method.module is not None:
        out.print(f"files: {', '.join(method.files)}", markup=False)
        out.print(f"tiers: {', '.join(method.tiers)}", markup=False)
    if method.parameters:
        rows = (
            (p.name, p.expected, _text(p.default), p.about) for p in method.parameters
        )
        out.print()
        out.print(table("parameter", "values", "default", "what it does", rows=rows))


def _text(value: Value | None) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def _as_json(method: Method) -> dict[str, Any]:
    names, own = ("name", "about", "source", "module"), _OF_A_PARAMETER
    parameters = [{name: getattr(p, name) for name in own} for p in method.parameters]
    return {name: getattr(method, name) for name in names} | {"parameters": parameters}


_OF_A_PARAMETER = ("name", "expected", "default", "about")
