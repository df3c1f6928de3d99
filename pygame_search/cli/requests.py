"""The options of a command that are those of a request."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import Field
from typing import Any, TypeVar, cast

import click

from pygame_search.cli import complete
from pygame_search.cli.options import positive_seconds
from pygame_search.support.requests import (
    FLAG,
    NUMBER,
    SECONDS,
    Option,
    naming_as_typed,
    options,
)

F = TypeVar("F", bound=Callable[..., Any])

#: What completes a value in the shell, by the field of the option.
_COMPLETED = {"tier": complete.tier, "role": complete.role, "method": complete.method}


def options_of(request: type, **changed: Any) -> Callable[[F], F]:
    """Add the options of a request; the command gets each by the name of its field.

    Args:
        request: its class. Options that only programs give are left out.
        changed: other defaults, by the names of the fields.
    """

    def added(command: F) -> F:
        @functools.wraps(command)
        def run(*args: Any, **given: Any) -> Any:
            with naming_as_typed():
                return command(*args, **given)

        made = cast(F, run)
        for one, its in reversed([*options(request)]):
            if its.kind is not None:
                made = _option(one, its, changed.get(one.name, one.default))(made)
        return made

    return added


def _option(one: Field[Any], its: Option, default: Any) -> Callable[[F], F]:
    """Return what adds an option."""
    kind = its.kind
    assert kind is not None
    how: dict[str, Any] = {"metavar": kind.metavar, "default": default}
    if kind is FLAG:
        how = {"is_flag": True}
    elif kind is SECONDS:
        how["type"] = positive_seconds
    elif kind is NUMBER:
        how["type"] = int
    elif kind.least is not None:
        how["type"] = click.IntRange(kind.least)
    if kind.words:
        how["shell_complete"] = complete.one_of(kind.words)
    elif one.name in _COMPLETED:
        how["shell_complete"] = _COMPLETED[one.name]
    return click.option(
        its.typed or f"--{one.name.replace('_', '-')}", one.name,
        show_default=default is not None and kind is not FLAG,
        help=f"{its.about[0].upper()}{its.about[1:]}.", **how,
    )  # fmt: skip
