"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pygame_search.errors import InputError
from pygame_search.game import Game, State, load

F = TypeVar("F", bound=Callable[..., Any])

json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object on standard output."
)

tier_option = click.option(
    "--tier",
    default="clauses",
    show_default=True,
    metavar="TIER",
    help="clauses, the search in Prolog; procedural, in Python; or native.",
)

role_option = click.option(
    "--role", metavar="ROLE", help="From whose view; by default who is to move."
)


def position_options(command: F) -> F:
    """Add `--after` and `--state`."""
    after = click.option(
        "--after", metavar='"m1; m2"', help="The position after these moves."
    )
    state = click.option(
        "--state", "facts", metavar='"[f1, f2]"', help="The position of these fluents."
    )
    return after(state(command))


def position(game: Game, after: str | None, facts: str | None) -> State:
    """Return the state that `--state` and `--after` name."""
    if not game.roles:
        raise InputError(
            f"{game.name!r} is a state space: it has no roles and moves; "
            "ask for a path"
        )
    start = game.initial if facts is None else game.state(facts)
    return start if after is None else game.after(after, start)


def weights_of(words: tuple[str, ...]) -> dict[str, int]:
    """Return the weights of `--weight name=number`."""
    found = {}
    for word in words:
        name, _, number = word.partition("=")
        try:
            found[name.strip()] = int(number)
        except ValueError:
            raise InputError(
                f"expected a weight as in name=3, found {word!r}"
            ) from None
    return found


__all__ = [
    "json_option",
    "load",
    "position",
    "position_options",
    "role_option",
    "tier_option",
    "weights_of",
]
