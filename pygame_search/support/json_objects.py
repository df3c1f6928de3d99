"""Values that are written as JSON objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from decimal import Decimal
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar, cast

from pygame_search.support.beside import beside


class JsonObject:
    """A value that `as_json` returns as a JSON object.

    Attributes:
        json_members: the keys, in order. Each is the name of an attribute, or
            `key=attribute` where the names differ; a method is called. By default the
            fields of the dataclass.
    """

    __slots__ = ()

    json_members: ClassVar[str] = ""

    def as_json(self) -> dict[str, Any]:
        """Return the object that `--json` prints; `notes` only if there are some."""
        names = [field.name for field in fields(cast(Any, self))]
        found = {}
        with beside():
            for word in self.json_members.split() or names:
                key, _, name = word.partition("=")
                found[key] = plain(attrgetter(name or key)(self))
        if not found.get("notes", True):
            del found["notes"]
        return found


def plain(value: Any) -> Any:
    """Return a value as JSON has it: objects, lists, texts and numbers.

    >>> plain({"path": Path("a/b"), "pairs": ((1, "x"),)})
    {'path': 'a/b', 'pairs': [[1, 'x']]}
    """
    if isinstance(value, JsonObject):
        return value.as_json()
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(each) for each in value]
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Decimal):
        return float(value)
    return plain(value()) if callable(value) else value
