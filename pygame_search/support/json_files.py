"""JSON files that a user names: checked reading, and writing.

A form says what JSON must be:

    str, int, float, bool, None     a text, a number, a decimal number, ...
    Kind(words, form, fits) a form that messages call `words`
    Or(form, ...)                   one of several forms
    [form]                          a list of any length
    (form, ...) a list of this length
    {name: form, ...}               an object with at least these members
    {name: Maybe(form)}             a member that may be left out
    {str: form} an object whose members have any names
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar

from pygame_search.support import files
from pygame_search.support.errors import InputError
from pygame_search.support.input_files import MOST_JSON, read_input_text
from pygame_search.support.json_objects import JsonObject

_T = TypeVar("_T")
_MOST_DIGITS = 1000


def read_json(file: Path, made: Callable[[Any], _T], what: str) -> _T:
    """Return the object that `made` makes of the JSON in a file.

    Args:
        file: its path.
        made: makes the object; raises ValueError, which says what was expected and
            what was found.
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
    """Return the number that a JSON text stands for; Python refuses very long ones."""
    if len(text) > _MOST_DIGITS:
        raise ValueError(
            f"expected numbers of at most {_MOST_DIGITS} digits, found one of "
            f"{len(text):,}"
        )
    return int(text)


class JsonFile(JsonObject):
    """A value that a file holds as a JSON object.

    Attributes:
        version: the number of its form; it changes when older files cannot be read.
    """

    __slots__ = ()

    version: ClassVar[int] = 1

    def as_json(self) -> dict[str, Any]:
        """Return the object that the file holds."""
        return {"version": self.version} | super().as_json()

    def text(self) -> str:
        """Return the text of the file."""
        return json.dumps(self.as_json(), ensure_ascii=False, indent=1) + "\n"

    def save(self, file: Path) -> None:
        """Write it to a file.

        Raises:
            InputError: it cannot be written.
        """
        files.write(file, self.text())


def must_be_file(data: Any, version: int, form: Mapping[str, Any]) -> None:
    """Check that JSON is an object of the known version, and has a form.

    Raises:
        ValueError: it is not.
    """
    must_have_form(data, {"version": int})
    if data["version"] != version:
        raise ValueError(f"version: expected {version}, found {data['version']}")
    must_have_form(data, form)


def short(data: Any) -> str:
    """Return JSON as a message shows it."""
    text = json.dumps(data)
    return text if len(text) <= 60 else f"{text[:59]}…"


@dataclass(frozen=True, slots=True)
class Kind:
    """A form with a name of its own; `fits` tests further conditions."""

    words: str
    form: Any
    fits: Callable[[Any], bool] = lambda data: True


class Or:
    """One of several forms, whose values are of different types in JSON."""

    def __init__(self, *forms: Any) -> None:
        self.forms = forms


class Maybe(NamedTuple):
    """The form of a member that may be left out."""

    form: Any


_WORDS = {
    str: "a text",
    int: "a number",
    float: "a decimal number",
    bool: "true or false",
    None: "null",
}


def must_have_form(data: Any, form: Any, place: str = "") -> None:
    """Check that JSON has a form.

    Args:
        data: the JSON, as `json.loads` gives it.
        form: its required form.
        place: the place with which a message begins. `name: ` is added for a member of
            an object, and `number: `, from 1, for an item of a list.

    Raises:
        ValueError: it does not; the message says where, what was expected and what was
            found.
    """
    if type(data) not in _types(form) or not _fits(data, form):
        raise ValueError(f"{place}expected {_words(form)}, found {short(data)}")
    if isinstance(form, Or):
        part = next(each for each in form.forms if type(data) in _types(each))
        must_have_form(data, part, place)
    elif isinstance(form, list) and _are_plain(data, form[0]):
        pass  # all at once, as there may be many
    elif isinstance(form, list | tuple):
        parts = form if isinstance(form, tuple) else form * len(data)
        for number, (each, part) in enumerate(zip(data, parts, strict=True), 1):
            must_have_form(each, part, f"{place}{number}: ")
    elif isinstance(form, dict) and str in form:
        for name, each in data.items():
            must_have_form(each, form[str], f"{place}{name}: ")
    elif isinstance(form, dict):
        for name, part in form.items():
            inner = part.form if isinstance(part, Maybe) else part
            if name in data:
                must_have_form(data[name], inner, f"{place}{name}: ")
            elif inner is part:
                words = _words(part)
                raise ValueError(f"{place}expected {name!r}, {words}, found none")


def has_form(data: Any, form: Any) -> bool:
    """Return whether JSON has a form."""
    try:
        must_have_form(data, form)
    except ValueError:
        return False
    return True


def _types(form: Any) -> set[type]:
    """Return the Python types of the JSON of a form."""
    if isinstance(form, Kind):
        return _types(form.form)
    if isinstance(form, Or):
        return {each for part in form.forms for each in _types(part)}
    if isinstance(form, list | tuple):
        return {list}
    if isinstance(form, dict):
        return {dict}
    return {type(None) if form is None else form}


def _are_plain(data: list[Any], form: Any) -> bool:
    """Return whether the form restricts only the types of the members."""
    forms = form.forms if isinstance(form, Or) else (form,)
    plain = all(part is None or isinstance(part, type) for part in forms)
    return plain and {*map(type, data)} <= _types(form)


def _fits(data: Any, form: Any) -> bool:
    """Return whether a value as a whole fits a form."""
    if isinstance(form, tuple):
        return len(data) == len(form)
    return not isinstance(form, Kind) or (has_form(data, form.form) and form.fits(data))


def _words(form: Any) -> str:
    """Return the words for a form in messages."""
    if isinstance(form, Kind):
        return form.words
    if isinstance(form, Or):
        return " or ".join(map(_words, form.forms))
    if isinstance(form, list) and _words(form[0]).startswith("a "):
        one, *of = _words(form[0]).removeprefix("a ").split(" of ")
        return " of ".join((f"a list of {one}s", *of))
    if isinstance(form, list | tuple):
        return "a list"
    return "a JSON object" if isinstance(form, dict) else _WORDS[form]


#: A number of 0 or more.
COUNT = Kind("a number of 0 or more", int, lambda data: data >= 0)
#: A number with or without a fraction.
DECIMAL = Kind("a decimal number", Or(int, float), lambda data: -inf < data < inf)
#: The value for a role, perhaps a mean, or a list of one for each role.
SCORE = Kind(
    "a score",
    Or(int, float, [int]),
    lambda data: data != [] and has_form(data, Or(DECIMAL, [int])),
)
