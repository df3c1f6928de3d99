"""The studio as a file that shows a recorded search first, and goes on from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pygame_search.game import Game, State, load
from pygame_search.page.site import studio_page
from pygame_search.rules import rulebook
from pygame_search.search.core.methods import MethodCall


def live_page(
    title: str, data: Mapping[str, Any], root: State, method: MethodCall
) -> str:
    """Return the studio, which shows a search first.

    The rules, the position and the method are what a link names, but they stand in the
    file, beside the recording.

    Args:
        title: of the page.
        data: the search as the page reads it.
        root: where it began.
        method: what the page searches with next.

    Raises:
        TierError: the engine of a page cannot be had.
    """
    known = "clauses" in method.method.tiers
    first = _rules(root.game) | {
        "facts": _facts(root),
        "view": "search",
        "method": str(method) if known else None,
        "step": data["step"],
        "recording": data,
    }
    return studio_page(title=title, first=first)


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
