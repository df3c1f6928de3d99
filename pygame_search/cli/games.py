"""`games`: the games and state spaces of the package, or one of them."""

from __future__ import annotations

import shlex
import textwrap
from typing import Any

import click

from pygame_search.cli import complete
from pygame_search.cli.output import console
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.game import Game, load
from pygame_search.rules import rulebook
from pygame_search.rules.header import Header, KnownValue, read_header, values_of
from pygame_search.support.printing import table


@command
@click.argument("name", required=False, shell_complete=complete.game)
def games(name: str | None) -> None:
    """List the games that come with the package, or show one.

    With NAME, show the rules of that game in words, its parameters, what is known of
    it, and commands to try. NAME may also be the path of a rule file.
    """
    if name is not None:
        _show(name, load(name))
        return
    found = [load(name, form="lists") for name in rulebook.names()]
    if wants_json():
        print_json({"games": [_as_json(game) for game in found]})
        return
    rows = ((game.call, _roles(game), game.about or "") for game in found)
    console().print(table("game", "roles", "about", rows=rows))


#: What `games --json` prints of each.
_SHOWN = ("name", "title", "about", "roles", "parameters", "source", "space")


def _as_json(game: Game) -> dict[str, Any]:
    return {name: getattr(game, name) for name in _SHOWN}


def _roles(game: Game) -> str:
    return ", ".join(game.roles) or "(a graph)"


def _show(call: str, game: Game) -> None:
    """Print what is known of one game.

    Args:
        call: the game, as it was typed.
        game: the same, loaded.
    """
    header, known = _header(game), values_of(game.book)
    if wants_json():
        print_json(_as_json(game) | _more(call, game, header, known))
        return
    out = console()
    title = game.title or game.name
    out.print(f"{title}: {game.about}" if game.about else title, markup=False)
    for paragraph in header.paragraphs:
        out.print()
        out.print(_wrapped(paragraph, out.width), markup=False)
    out.print()
    for what, said in _facts(game, header):
        out.print(f"{what}: {said}", markup=False)
    if game.parameters:
        rows = (
            (name, value, *header.parameters.get(name, ("", "")))
            for name, value in game.parameters.items()
        )
        out.print()
        out.print(table("parameter", "value", "what it is", "other values", rows=rows))
    if known:
        out.print("\nknown:")
    for one in known:
        out.print(f"  {_worth(one, game)}: {one.source}", markup=False, soft_wrap=True)
        out.print(f"    {one.command}", markup=False, soft_wrap=True)
    out.print("\nto try:")
    for words in _commands(call, game):
        out.print(f"  {words}", markup=False, soft_wrap=True)


def _header(game: Game) -> Header:
    """Return the comments of a rule file; only those in Prolog's syntax are read."""
    return read_header(game.book.text if game.book.syntax == "prolog" else "")


def _wrapped(lines: tuple[str, ...], width: int) -> str:
    """Return a paragraph with its lines broken anew; a drawing as it is."""
    if lines[0].startswith("    "):
        return "\n".join(lines)
    return textwrap.fill(" ".join(" ".join(lines).split()), max(width, 20))


def _facts(game: Game, header: Header) -> list[tuple[str, str]]:
    lines = len(game.book.text.splitlines())
    found = [("rule file", f"{game.book.file}, {lines} lines")]
    if game.source:
        found.append(("source", game.source))
    found.append(("roles", _roles(game)))
    if game.roles and not game.initial.terminal:
        legal = game.initial.legal
        choices = (
            f"{role} {len(moves)}"
            for role, moves in legal.items()
            if moves != ("noop",)
        )
        found.append(("moves at the start", ", ".join(choices)))
    for size, counts in header.counts:
        what = "nodes by depth" + (f" ({size})" if size else "")
        found.append((what, ", ".join(map(str, counts))))
    return found


def _worth(known: KnownValue, game: Game) -> str:
    """Return a value that is known, in words."""
    if known.question != "path":
        return f"{known.answer} for {game.players[0]}"
    return "no path" if known.answer == "none" else f"cost {known.answer}"


def _commands(call: str, game: Game) -> list[str]:
    """Return commands that suit a game, which is written as it was typed."""
    if not game.roles:
        words = ["show", "path"]
    elif len(game.roles) == 1:
        words = ["show", "play", "path"]
    elif game.hidden:
        words = ["show", "play", "playouts"]
    elif game.chance is not None:
        words = ["show", "play", "best", "playouts"]
    else:
        words = ["show", "play", "best", "stats"]
    level = " --level easy" if len(game.players) > 1 and not game.hidden else ""
    return [
        f"pygame-search {word} {shlex.quote(call)}{level if word == 'play' else ''}"
        for word in words
    ]


def _more(
    call: str, game: Game, header: Header, known: list[KnownValue]
) -> dict[str, Any]:
    """Return what `--json` prints only of one game."""
    return {
        "file": game.book.file,
        "rules": [" ".join(" ".join(lines).split()) for lines in header.paragraphs],
        "about_parameters": {
            name: {"about": about, "values": values}
            for name, (about, values) in header.parameters.items()
        },
        "nodes": [{"size": size, "counts": found} for size, found in header.counts],
        "known": [
            {"command": one.command, "answer": one.answer, "source": one.source}
            for one in known
        ],
        "next": _commands(call, game),
    }
