"""A recorded search as the page reads it; the form is described in `docs/page.md`.

What the search and the rules say of it is made by `logic/requests/recording.pl`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from pygame_search.game import Game, State
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.trace import Event
from pygame_search.support.beside import beside


class Recorded(Protocol):
    """A recorded search; `SearchTree` is one."""

    @property
    def root(self) -> State:
        """The position where the search began."""
        ...

    @property
    def role(self) -> str:
        """The role that the search was for; empty for a path search."""
        ...

    @property
    def method(self) -> MethodCall:
        """The method of the search."""
        ...

    @property
    def events(self) -> Sequence[Event]:
        """The steps of the search."""
        ...

    @property
    def step(self) -> int | None:
        """The number of the step that is shown first; None for none in particular."""
        ...

    @property
    def numbered(self) -> bool:
        """Whether the states in the events are those of the engine."""
        ...


def search_data(tree: Recorded) -> dict[str, Any]:
    """Return a recorded search as the page reads it.

    Args:
        tree: whose events are those of a search of its game.
    """
    game, call = tree.root.game, tree.method
    method = call.method
    said = _said(
        game,
        "recording",
        root=tree.root.number,
        role=tree.role,
        events=tree.events,
        unit=1,
        numbered=tree.numbered,
        scouts=call.scouts,
    )
    return said | {
        "method": {
            "text": str(call),
            "name": method.name,
            "about": method.about,
            "source": method.source,
        },
        "window": call.window,
        "notes": list(game.assumed) if tree.role else [],
        "step": tree.step or 1,
    }


def states_data(states: Sequence[State]) -> dict[str, Any]:
    """Return what there is to see of states of a game, in the same form."""
    numbers = [state.number for state in states]
    return _said(states[0].game, "shown_states", states=numbers)


def _said(game: Game, operation: str, **data: Any) -> dict[str, Any]:
    """Return what the engine says, with the names of the game."""
    with beside() as limit:
        said = game.request(operation, most=limit.left, **data)
        limit.left = said.pop("left")
        limit.cut = limit.cut or not limit.left
    said["game"]["call"] = game.call
    said["game"]["title"] = said["game"]["title"] or game.name
    return said
