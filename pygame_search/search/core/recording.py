"""Recorded searches and their JSON files.

A file is one object: `version`, `game`, `parameters`, `position`, `role`, `method` and
`events`, as in `Recording` and `trace`. Each event has a line of its own. A path search
has an empty role; in a state space of arcs its position is the start node.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygame_search.game import Game
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.trace import FORMS, Event
from pygame_search.support.errors import did_you_mean
from pygame_search.support.json_files import (
    COUNT,
    DECIMAL,
    SCORE,
    JsonFile,
    Kind,
    Or,
    must_be_file,
    must_have_form,
    read_json,
    short,
)


@dataclass(frozen=True, slots=True)
class Recording(JsonFile):
    """A search that was recorded, with all that it takes to draw it again.

    Attributes:
        game: the name of the rules or the path of their file.
        parameters: their values in force, by name.
        position: the fluents that hold at the root; in a space of arcs the start node.
        role: the role that the search was for; empty for a path search.
        method: as it was called.
        events: the trace; the states are numbered from 0 in the order of the visits.
    """

    game: str
    parameters: Mapping[str, str]
    position: tuple[str, ...]
    role: str
    method: str
    events: tuple[Event, ...]

    @property
    def call(self) -> str:
        """The game with its parameters, as `load` takes it."""
        return game_call(self.game, self.parameters)

    def text(self) -> str:
        """Return the text of its file, one event per line."""
        data = self.as_json()
        events = ",\n".join(json.dumps(event) for event in data.pop("events"))
        words = json.dumps(data, indent=1)[:-2]
        return f'{words},\n "events": [\n{events}\n]\n}}\n'


def recorded(
    game: Game,
    *,
    position: Sequence[str],
    role: str,
    method: MethodCall,
    events: Sequence[Event],
) -> Recording:
    """Return a recording of a search of a game."""
    return Recording(
        game=game.book.place,
        parameters=game.parameters,
        position=tuple(position),
        role=role,
        method=str(method),
        events=numbered(events),
    )


def numbered(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events with the states numbered from 0, in the order of the visits."""
    numbers: dict[int, int] = {}
    return tuple(
        [*event[:3], numbers.setdefault(event[3], len(numbers))]
        if event[0] == "enter"
        else event
        for event in events
    )


def load(file: Path) -> Recording:
    """Read a recorded search from a file.

    Raises:
        InputError: the file cannot be read, or does not hold a recorded search; the
            message says what was expected, what was found, and where.
    """
    return read_json(file, _recording, "a recorded search")


def game_call(game: str, parameters: Mapping[str, str]) -> str:
    """Return a game with its parameters, as `load` takes it."""
    words = ", ".join(f"{name}={value}" for name, value in parameters.items())
    return f"{game}({words})" if words else game


def _recording(data: Any) -> Recording:
    must_be_file(data, Recording.version, _FORM)
    for number, event in enumerate(data["events"], 1):
        _check_event(number, event)
    words = {name: data[name] for name in _FORM}
    return Recording(
        **words | {name: tuple(data[name]) for name in ("position", "events")}
    )


_FORM = {
    "game": str,
    "parameters": {str: str},
    "position": [str],
    "role": str,
    "method": str,
    "events": Kind("a list", list),
}


def _check_event(number: int, event: Any) -> None:
    place = f"event {number}"
    if not isinstance(event, list) or not event or not isinstance(event[0], str):
        raise ValueError(
            f'{place}: expected a list as in ["leave", 3], found {short(event)}'
        )
    kind, *words = event
    form = FORMS.get(kind)
    if form is None:
        raise ValueError(
            f"{place}: no event is called {kind!r}: expected one of "
            f"{', '.join(FORMS)}{did_you_mean(kind, FORMS)}"
        )
    if len(words) != len(form):
        raise ValueError(
            f"{place}: expected [{', '.join((kind, *form))}], found {short(event)}"
        )
    for name, word in zip(form, words, strict=True):
        must_have_form(word, _PARTS[name], f"{place}: {kind}: {name}: ")


_PROOF = Kind(
    'a number of 0 or more, or "inf"',
    Or(int, str),
    lambda data: data == "inf" or (isinstance(data, int) and data >= 0),
)
_MEAN = Kind("a number, perhaps a mean", DECIMAL)


def _word(name: str, *words: str) -> Kind:
    return Kind(f"a {name}: {', '.join(words)}", str, words.__contains__)


#: The form of each part of an event.
_PARTS = {
    "ply": COUNT,
    "joint": [str],
    "state": COUNT,
    "kind": _word("kind of leaf", "terminal", "limit"),
    "score": SCORE,
    "index": COUNT,
    "depth": COUNT,
    "flag": _word("flag", "exact", "lower", "upper"),
    "alpha": int,
    "beta": int,
    "rest": [[str]],
    "threshold": int,
    "proof": _PROOF,
    "disproof": _PROOF,
    "visits": COUNT,
    "mean": _MEAN,
    "value": _MEAN,
    "joints": [[str]],
    "cost": int,
    "estimate": Or(int, None),
    "reason": _word("reason to prune", "cycle", "reached", "bound", "beyond"),
}
