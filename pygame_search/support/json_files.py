"""Files of JSON that a user names: read with checks, and written."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from pygame_search.support import files
from pygame_search.support.errors import InputError
from pygame_search.support.input_files import MOST_JSON, read_input_text

_T = TypeVar("_T")
_MOST_DIGITS = 1000


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
        return made(json.loads(text, parse_int=_short_number))
    except json.JSONDecodeError as error:
        place = f"{file}:{error.lineno}:{error.colno}"
        raise InputError(f"{place}: expected JSON ({error.msg})") from error
    except RecursionError:
        raise InputError(f"{file}: expected {what}, found deep JSON") from None
    except ValueError as error:
        raise InputError(f"{file}: {error}") from None


def _short_number(text: str) -> int:
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


def member(data: Mapping[str, Any], name: str, kind: str, place: str = "") -> Any:
    """Return a member of a JSON object, of the kind that it must have.

    Raises:
        ValueError: it has none, or one of another kind.
    """
    if name not in data:
        raise ValueError(f"{place}expected {name!r}, a {kind}, found none")
    if not is_kind(data[name], kind):
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


def short(data: Any) -> str:
    """Return JSON as a message shows it."""
    text = json.dumps(data)
    return text if len(text) <= 60 else f"{text[:59]}…"


def is_number(data: Any) -> bool:
    """Return whether it is a whole number."""
    return isinstance(data, int) and not isinstance(data, bool)


def is_texts(data: Any) -> bool:
    """Return whether it is a list of texts."""
    return isinstance(data, list) and all(isinstance(word, str) for word in data)


def is_kind(data: Any, kind: str) -> bool:
    """Return whether a value is of a kind; null is, if the kind ends in `or null`."""
    bare = kind.removesuffix(" or null")
    return (data is None and bare != kind) or KINDS[bare](data)


def _is_score(data: Any) -> bool:
    """Return whether it is a number, perhaps a mean, or a list of one for each role."""
    if isinstance(data, list):
        return bool(data) and all(map(is_number, data))
    return is_number(data) or (isinstance(data, float) and isfinite(data))


def _is_whole(data: Any) -> bool:
    """Return whether it is a whole number, or the text of one too long for some."""
    return is_number(data) or (
        isinstance(data, str) and data.isascii() and data.isdigit()
    )


def _is_mean(data: Any) -> bool:
    return not isinstance(data, list) and _is_score(data)


#: The kinds of values, by what messages call them, each with its check.
KINDS: dict[str, Callable[[Any], bool]] = {
    "text": lambda data: isinstance(data, str),
    "JSON object": lambda data: isinstance(data, dict),
    "list": lambda data: isinstance(data, list),
    "number": is_number,
    "decimal number": lambda data: _is_mean(data),
    "number of 0 or more": lambda data: is_number(data) and data >= 0,
    'number of 0 or more, or "inf"': (
        lambda data: data == "inf" or (is_number(data) and data >= 0)
    ),
    "number, perhaps a mean": _is_mean,
    "score": _is_score,
    "plies": lambda data: is_number(data) and data >= 0,
    "time": lambda data: is_number(data) or isinstance(data, float),
    "true, false": lambda data: isinstance(data, bool),
    "list of texts": is_texts,
    "list of JSON objects": lambda data: (
        isinstance(data, list) and all(isinstance(each, dict) for each in data)
    ),
    "list of goals, a number or null each": lambda data: (
        isinstance(data, list) and all(is_kind(each, "number or null") for each in data)
    ),
    "list of numbers": lambda data: (
        isinstance(data, list) and all(map(is_number, data))
    ),
    "whole number or its text": lambda data: _is_whole(data),
    "whole numbers or their texts by goals": lambda data: (
        isinstance(data, dict) and all(map(_is_whole, data.values()))
    ),
    "list of fluents": is_texts,
    "list of joint moves": lambda data: (
        isinstance(data, list) and all(map(is_texts, data))
    ),
    "texts by their names": lambda data: (
        isinstance(data, dict) and is_texts(list(data.values()))
    ),
    "numbers or null by roles": lambda data: (
        isinstance(data, dict)
        and all(is_kind(each, "number or null") for each in data.values())
    ),
    "kind of leaf, terminal or limit": lambda data: data in ("terminal", "limit"),
    "flag, exact, lower or upper": lambda data: data in ("exact", "lower", "upper"),
    "reason to prune: cycle, reached or bound": (
        lambda data: data in ("cycle", "reached", "bound")
    ),
}
