"""Searches that were recorded, and the files of JSON that keep them.

A file is one object: `version`, `game`, `parameters`, `position`, `role`, `method` and
`events`, as in `Recording` and `trace`. It is written with an event a line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from pygame_search.search.core.trace import FORMS, Event
from pygame_search.support import files
from pygame_search.support.errors import InputError, did_you_mean
from pygame_search.support.input_files import MOST_JSON, read_input_text

_T = TypeVar("_T")
_VERSION = 1
_MOST_DIGITS = 1000


@dataclass(frozen=True, slots=True)
class Recording:
    """A search that was recorded, with all that it takes to draw it again.

    Attributes:
        game: the name of the rules or the path of their file.
        parameters: name and value in force.
        position: the fluents that hold at the root.
        role: for whom the search was.
        method: as it was called.
        events: what was traced; the states count from 0 in the order of the visits.
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

    def as_json(self) -> dict[str, Any]:
        """Return it as a file holds it."""
        return {
            "version": _VERSION,
            "game": self.game,
            "parameters": dict(self.parameters),
            "position": list(self.position),
            "role": self.role,
            "method": self.method,
            "events": list(self.events),
        }

    def text(self) -> str:
        """Return the text of its file, an event a line."""
        data = self.as_json()
        events = ",\n".join(json.dumps(event) for event in data.pop("events"))
        words = json.dumps(data, indent=1)[:-2]
        return f'{words},\n "events": [\n{events}\n]\n}}\n'

    def save(self, file: Path) -> None:
        """Write it to a file.

        Raises:
            InputError: it cannot be written.
        """
        files.write(file, self.text())


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
    """Return the search that a file holds.

    Raises:
        InputError: the file cannot be read, or does not hold a recorded search; it is
            reported: what was expected, what came, and where.
    """
    return read_json(file, _recording, "a recorded search")


def read_json(file: Path, made: Callable[[Any], _T], what: str) -> _T:
    """Return what is made of the JSON in a file.

    Args:
        file: its place.
        made: makes it; raises ValueError, with what was expected and what came.
        what: what the file should hold, in words.

    Raises:
        InputError: the file cannot be read, or has a fault; the message says where.
    """
    try:
        text = read_input_text(file, what, MOST_JSON)
        return made(json.loads(text, parse_int=_number))
    except json.JSONDecodeError as error:
        place = f"{file}:{error.lineno}:{error.colno}"
        raise InputError(f"{place}: expected JSON ({error.msg})") from error
    except RecursionError:
        raise InputError(f"{file}: expected {what}, found deep JSON") from None
    except ValueError as error:
        raise InputError(f"{file}: {error}") from None


def _number(text: str) -> int:
    """Return the number that JSON gives, of which Python reads no very long ones."""
    if len(text) > _MOST_DIGITS:
        raise ValueError(
            f"expected numbers of at most {_MOST_DIGITS} digits, found one of "
            f"{len(text):,}"
        )
    return int(text)


def write_json(file: Path, data: Mapping[str, Any]) -> None:
    """Write a JSON object to a file.

    Raises:
        InputError: it cannot be written.
    """
    files.write(file, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def game_call(game: str, parameters: Mapping[str, str]) -> str:
    """Return a game with its parameters, as `load` takes it."""
    words = ", ".join(f"{name}={value}" for name, value in parameters.items())
    return f"{game}({words})" if words else game


def must_be_object(data: Any, version: int) -> None:
    """Check that JSON is an object, and of the version that is known.

    Raises:
        ValueError: it is not.
    """
    if not isinstance(data, dict):
        raise ValueError(f"expected a JSON object, found {short(data)}")
    found = member(data, "version", "number")
    if found != version:
        raise ValueError(f"version: expected {version}, found {found}")


def _recording(data: Any) -> Recording:
    must_be_object(data, _VERSION)
    parameters = members(data, "parameters", "text")
    events = member(data, "events", "list")
    for number, event in enumerate(events, 1):
        _check_event(number, event)
    return Recording(
        game=member(data, "game", "text"),
        parameters=parameters,
        position=tuple(member(data, "position", "list of texts")),
        role=member(data, "role", "text"),
        method=member(data, "method", "text"),
        events=tuple(events),
    )


def member(data: Mapping[str, Any], name: str, kind: str, place: str = "") -> Any:
    """Return a member of a JSON object, of the kind that it must have.

    Raises:
        ValueError: it has none, or one of another kind.
    """
    if name not in data:
        raise ValueError(f"{place}expected {name!r}, a {kind}, found none")
    if not _IS[kind](data[name]):
        raise ValueError(f"{place}{name}: expected a {kind}, found {short(data[name])}")
    return data[name]


def members(
    data: Mapping[str, Any], name: str, kind: str, place: str = ""
) -> Mapping[str, Any]:
    """Return a member that is a JSON object, whose own are all of a kind.

    Raises:
        ValueError: there is none, or it or one of its own is of another kind.
    """
    found: Mapping[str, Any] = member(data, name, "JSON object", place)
    for each in found:
        member(found, each, kind, f"{place}{name}: ")
    return found


def _check_event(number: int, event: Any) -> None:
    """Check what is in an event."""
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
        expected = _PARTS[name]
        if not _IS[expected](word):
            raise ValueError(
                f"{place}: {kind}: {name}: expected a {expected}, found {short(word)}"
            )


def _is_number(data: Any) -> bool:
    return isinstance(data, int) and not isinstance(data, bool)


def _is_score(data: Any) -> bool:
    """Return whether it is a number, perhaps a mean, or a list of one for each role."""
    if isinstance(data, list):
        return bool(data) and all(map(_is_number, data))
    return _is_number(data) or (isinstance(data, float) and isfinite(data))


def _is_mean(data: Any) -> bool:
    return not isinstance(data, list) and _is_score(data)


def _is_texts(data: Any) -> bool:
    return isinstance(data, list) and all(isinstance(word, str) for word in data)


_IS: Mapping[str, Callable[[Any], bool]] = {
    "text": lambda data: isinstance(data, str),
    "JSON object": lambda data: isinstance(data, dict),
    "list": lambda data: isinstance(data, list),
    "number": _is_number,
    "score": _is_score,
    "number, perhaps a mean": _is_mean,
    "number of 0 or more": lambda data: _is_number(data) and data >= 0,
    "list of texts": _is_texts,
    "list of joint moves": lambda data: (
        isinstance(data, list) and all(map(_is_texts, data))
    ),
    "kind of leaf, terminal or limit": lambda data: data in ("terminal", "limit"),
    'number of 0 or more, or "inf"': (
        lambda data: data == "inf" or (_is_number(data) and data >= 0)
    ),
    "flag, exact, lower or upper": lambda data: data in ("exact", "lower", "upper"),
}

#: What each part of an event has to be.
_PARTS = {
    "ply": "number of 0 or more",
    "joint": "list of texts",
    "state": "number of 0 or more",
    "kind": "kind of leaf, terminal or limit",
    "score": "score",
    "index": "number of 0 or more",
    "depth": "number of 0 or more",
    "flag": "flag, exact, lower or upper",
    "alpha": "number",
    "beta": "number",
    "rest": "list of joint moves",
    "threshold": "number",
    "proof": 'number of 0 or more, or "inf"',
    "disproof": 'number of 0 or more, or "inf"',
    "visits": "number of 0 or more",
    "mean": "number, perhaps a mean",
    "value": "number, perhaps a mean",
    "joints": "list of joint moves",
}


def short(data: Any) -> str:
    """Return JSON as a message shows it."""
    text = json.dumps(data)
    return text if len(text) <= 60 else f"{text[:59]}…"
