"""The studio as a file that shows a search or a game first, and goes on from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pygame_search.game import Game, State, load
from pygame_search.page.site import studio_page
from pygame_search.rules import rulebook
from pygame_search.search.core.methods import MethodCall


def live_page(title: str, root: State, shown: Mapping[str, Any]) -> str:
    """Return the studio, which shows something recorded first.

    Rules, position, view and the like are what a link names, but stand in the file.

    Args:
        title: of the page.
        root: where it begins.
        shown: what a link names of it, and perhaps the `recording` of a search.

    Raises:
        TierError: the engine of a page cannot be had.
    """
    first = _rules(root.game) | {"facts": _facts(root)} | dict(shown)
    return studio_page(title=title, first=first)


def of_search(data: Mapping[str, Any], method: MethodCall) -> dict[str, Any]:
    """Return how a search is shown.

    Args:
        data: the search as the page reads it.
        method: what the page searches with next, if it can.
    """
    known = "clauses" in method.method.tiers
    return {
        "view": "search",
        "method": str(method) if known else None,
        "step": data["step"],
        "recording": data,
    }


def of_game(states: Sequence[State], joints: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Return how a game is shown: its moves, in the order in which they were made."""
    pairs = zip(states, joints, strict=False)
    return {"view": "play", "moves": [_move(*pair) for pair in pairs]}


def _move(state: State, joint: Sequence[str]) -> str:
    """Return a joint move as the studio writes it: as a list if several roles move."""
    moving = [
        move
        for legal, move in zip(state.legal.values(), joint, strict=True)
        if legal != ("noop",)
    ]
    if len(moving) == 1:
        return moving[0]
    between = " " if state.game.book.syntax == "kif" else ", "
    return f"[{between.join(joint)}]"


def _rules(game: Game) -> dict[str, Any]:
    """Return the rules: their name on the shelf, or their text."""
    book, goal_sum = game.book, game.known_sum
    on_shelf = book.name in rulebook.names() and load(book.name).book.text == book.text
    named = {"game": book.name} if on_shelf else {"text": book.text}
    return named | {
        "name": book.name,
        "syntax": book.syntax,
        "parameters": [list(pair) for pair in game.given_parameters],
        "sum": None if goal_sum is None else asdict(goal_sum),
    }


def _facts(root: State) -> str | None:
    """Return the text of a position; None for the one in which the game begins."""
    game = root.game
    if game.space == "book" or root == game.initial:
        return None
    return f"[{', '.join(root.facts)}]"
