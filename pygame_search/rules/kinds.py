"""What a file is: a game, a state space, a search program or a theory.

`logic/checker/kinds.pl` recognises it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pygame_search.support.json_objects import JsonObject
from pygame_search.support.requests import option, word

#: The names of the kinds.
KINDS = ("game", "space", "program", "theory")


def kind_option() -> Any:
    """Return the field of the option that says what a file is."""
    return option(
        "read the file as a game, a state space, a search program or a theory, "
        "whatever it is taken for",
        word("KIND", "kind", KINDS),
        typed="--as",
    )


@dataclass(frozen=True, slots=True)
class Kind(JsonObject):
    """What a file was taken for, and why; `str` tells it.

    Attributes:
        name: `game`, `space`, `program` or `theory`.
        own: whether it is written in this language; otherwise it was written for Prolog
            itself, with names of its own.
        text: as in "taken for a game, because it defines role/1".
    """

    name: str
    own: bool
    text: str

    json_members = "name own text"

    def __str__(self) -> str:
        """Return what it was taken for and why."""
        return self.text

    @property
    def plays(self) -> bool:
        """Whether it has states, and can be loaded."""
        return self.own and self.name in ("game", "space")


def kind_of(reply: Mapping[str, Any]) -> Kind:
    """Return the kind that the engine tells."""
    return Kind(reply["name"], reply["own"], reply["text"])


def told(file: str, kind: Kind) -> str:
    """Return the line that says what a file was taken for."""
    return f"{file}: {kind}"


def skeleton_hint(file: str, kind: Kind) -> str:
    """Return how to make a rule file of one that was written for Prolog itself."""
    if kind.own or kind.name == "game":
        return ""
    return f"`pygame-search new NAME --from {file}` writes a file with these changes"
