"""Trace events in words, as `logic/search/event_words.pl` has them."""

from __future__ import annotations

from collections.abc import Sequence

from pygame_search.game import Game
from pygame_search.search.core.trace import Event


def event_words(events: Sequence[Event], game: Game, role: str) -> list[str]:
    """Return events in words, a line each.

    Args:
        events: as in `trace`.
        game: the game that was searched.
        role: the role for which it was searched; empty for a path search.
    """
    texts: list[str] = game.request("event_words", role=role, events=events)["texts"]
    return texts
