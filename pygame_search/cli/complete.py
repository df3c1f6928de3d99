"""Shell completion of games, methods and roles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

import click
from click.shell_completion import CompletionItem

from pygame_search.game import load
from pygame_search.rules import rulebook
from pygame_search.search.core.methods import METHODS
from pygame_search.search.core.tiers import TIERS
from pygame_search.support.errors import PygameSearchError

#: Completes the value of a parameter.
Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem[str]]"]


def one_of(words: Iterable[str] | Mapping[str, str]) -> Completer:
    """Return a completer for some words; a mapping gives their descriptions."""
    about = words if isinstance(words, Mapping) else {}

    def complete(
        _ctx: click.Context, _parameter: click.Parameter, typed: str
    ) -> list[CompletionItem[str]]:
        return [
            CompletionItem(word, help=about.get(word))
            for word in words
            if word.startswith(typed)
        ]

    return complete


#: Completes a method of `best` and similar commands.
method = one_of({name: one.about for name, one in METHODS.items()})

#: Completes a tier.
tier = one_of(TIERS)


def game(
    ctx: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem[str]]:
    """Complete the name of a game; if there is none, the path of a file."""
    found = one_of(rulebook.names())(ctx, parameter, typed)
    return found or [CompletionItem(typed, type="file")]


def role(
    ctx: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem[str]]:
    """Complete a role of the game that is typed already."""
    place = _game(ctx)
    if place is None:
        return []
    with suppress(PygameSearchError, OSError):  # no messages here
        players = load(place, form="lists").players
        return one_of(players)(ctx, parameter, typed)
    return []


def _game(ctx: click.Context) -> str | None:
    """Return GAME as typed, None if it is missing.

    After an option without its value, click does not recognize arguments.
    """
    if (known := ctx.params.get("game")) is not None:
        return str(known)
    arguments = [p.name for p in ctx.command.params if isinstance(p, click.Argument)]
    given = dict(zip(arguments, ctx.args, strict=False))
    return given.get("game")
