"""Rule files that are made of others, by `include(chess)`.

`logic/reader/inclusion.pl` makes one text of them. Here the files are found: by name in
`rules/`, or beside the file that includes them, and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pygame_search.engine.bridge import engine
from pygame_search.rules.locate import located, numbered_line
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import RulesError

_INCLUDES = re.compile(r"(?<![\w'])include\s*\(")


@dataclass(frozen=True, slots=True)
class Source:
    """A rule file as it was read.

    Attributes:
        file: its path, for messages.
        text: the contents.
    """

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the whole, and where it stands in a file.

    Attributes:
        start, end: the offsets in the whole, in characters.
        source: the file.
        offset: where the part begins in the file.
        one: whether all its characters have that place.
        within: the place of the `include` of the including file that led to it; None if
            it is of that file itself.
    """

    start: int
    end: int
    source: Source
    offset: int
    one: bool
    within: int | None

    def place(self, at: int) -> int:
        """Return the offset in the file of an offset in the whole."""
        return self.offset if self.one else self.offset + at - self.start


def may_include(text: str, syntax: str) -> bool:
    """Return whether a rule text may have clauses of `include`."""
    return syntax == "prolog" and _INCLUDES.search(text) is not None


def whole(
    own: Source, found: Callable[[str], Source | str]
) -> tuple[str, tuple[Part, ...]]:
    """Return the text of a rule file and of those that it includes, and its parts.

    Args:
        own: the including file.
        found: returns the file of a name, or why there is none.

    Raises:
        RulesError: a file is not found, or includes itself, or there are too many.
    """
    sources: dict[str, Source | str] = {}
    while True:
        reply = engine().request(
            "compose",
            text=own.text,
            files=[
                [name, *(("found", one.text) if isinstance(one, Source) else ("", one))]
                for name, one in sources.items()
            ],
        )
        if "needs" not in reply:
            break
        sources[reply["needs"]] = found(reply["needs"])
    known = {"": own} | {
        name: one for name, one in sources.items() if isinstance(one, Source)
    }
    if "fault" in reply:
        source = known[reply["file"]]
        faults = located(source.file, source.text, [reply["fault"]])
        raise RulesError("\n".join(map(str, faults)), faults)
    return reply["text"], tuple(_parts(reply["parts"], known))


def _parts(listed: Sequence[Any], known: dict[str, Source]) -> Iterable[Part]:
    start = 0
    for name, offset, length, how, within in listed:
        led = None if within == "none" else within
        yield Part(start, start + length, known[name], offset, how == "at", led)
        start += length


def located_in(
    file: str, text: str, parts: Sequence[Part], faults: Iterable[dict[str, Any]]
) -> tuple[Diagnostic, ...]:
    """Return the faults of the engine with the files, lines and columns.

    Args:
        file: the name of the text in messages.
        text: the text of the rule file.
        parts: those of the text; none if it includes no file.
        faults: see `located`.
    """
    if not parts:
        return located(file, text, faults)
    found = list[Diagnostic]()
    for fault in faults:
        part = part_of(parts, fault["from"])
        if part.within is not None and fault["code"] == "never_used":
            continue  # what asked for the relation is replaced
        begin = part.place(fault["from"])
        end = begin + 1 if part.one else begin + fault["to"] - fault["from"]
        moved = {**fault, "from": begin, "to": end}
        found += located(part.source.file, part.source.text, [moved])
    return tuple(found)


def part_of(parts: Sequence[Part], place: int) -> Part:
    """Return the part in which a place of the whole lies."""
    return next((part for part in parts if place < part.end), parts[-1])


def file_and_line(parts: Sequence[Part], place: int) -> tuple[str, int]:
    """Return the file in which a place of the whole lies, and the line there."""
    part = part_of(parts, place)
    return part.source.file, numbered_line(part.source.text, part.place(place))


def own_line(parts: Sequence[Part], place: int) -> int:
    """Return the line of a place, in the including file, counted from 1.

    Of a place in an included file it is the line of the `include`.
    """
    part = part_of(parts, place)
    at = part.place(place) if part.within is None else part.within
    return numbered_line(parts[0].source.text, at)
