"""Breadth-first search beside iterative deepening: work and memory, depth by depth.

Paths share what they have in common: a path kept is one more step, beside the path that
it extends. A path is kept while it is on the frontier, or one that extends it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from pygame_search.search.core.trace import Event
from pygame_search.search.state_space.path_search import Path
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, table

if TYPE_CHECKING:
    from rich.console import RenderableType

#: The size of a path in Python's memory, without the numbers it refers to, in bytes.
PATH_BYTES = sys.getsizeof(Path(0))


@dataclass(frozen=True, slots=True)
class Effort(JsonObject):
    """What a search has done when it has looked at all paths of a length.

    Attributes:
        expanded: how many paths it has expanded so far.
        kept: the most paths that it had in memory at a time so far.
        bytes: their size.
    """

    expanded: int
    kept: int
    bytes: int

    def cells(self) -> tuple[str, str, str]:
        """Return the figures as texts."""
        return f"{self.expanded:,}", f"{self.kept:,}", f"{self.bytes:,}"


@dataclass(frozen=True, slots=True)
class ByDepth(Printed, JsonObject):
    """The two searches beside each other.

    Attributes:
        breadth: the effort of breadth-first search, for each length of paths from 0.
        iterative: that of iterative deepening, for each bound from 0.
        stopped: why each ended: `found`, `none` if there is no path, or `limit`.
    """

    breadth: tuple[Effort, ...]
    iterative: tuple[Effort, ...]
    stopped: tuple[str, str]

    def printed(self) -> RenderableType:
        """Return the table, and how the searches ended if they found no path."""
        from rich.console import Group

        from pygame_search.support.console import Text

        listing = table("depth#", "breadth#", "#", "#", "iterative#", "#", "#")
        listing.add_row("", *("expanded", "kept", "bytes") * 2)
        pairs = zip_longest(self.breadth, self.iterative)
        for depth, pair in enumerate(pairs):
            cells = [("", "", "") if one is None else one.cells() for one in pair]
            listing.add_row(str(depth), *cells[0], *cells[1])
        words = {
            "none": "no path: every path was followed",
            "limit": "ended at the limit of expanded paths",
        }
        names = zip(("breadth", "iterative"), self.stopped, strict=True)
        said = [f"{name}: {words[why]}" for name, why in names if why in words]
        return Group(listing, *map(Text, said))


def efforts(events: Sequence[Event]) -> tuple[Effort, ...]:
    """Return the effort of a search for each length of paths, from its events."""
    return tuple(_efforts(events))


def _efforts(events: Sequence[Event]) -> Iterator[Effort]:
    kept = _Kept()
    expanded, depth, bounded = 0, 0, False
    selected: int | None = None
    for event in events:
        kind = event[0]
        if selected is not None and kind in ("select", "deepen"):
            kept.release(selected)
        deeper = kind == "select" and not bounded and kept.lengths[event[1]] > depth
        if deeper or (kind == "deepen" and event[1] > depth):
            yield Effort(expanded, kept.most, kept.most * PATH_BYTES)
            depth += 1
        if kind == "deepen":
            bounded, kept = True, _Kept(kept.most)
        elif kind == "enter":
            kept.add(event[1], selected)
        elif kind == "expand":
            expanded += 1
        selected = event[1] if kind == "select" else selected
        selected = None if kind == "deepen" else selected
    yield Effort(expanded, kept.most, kept.most * PATH_BYTES)


@dataclass(slots=True)
class _Kept:
    """The paths in memory.

    Attributes:
        most: the most at a time so far.
        lengths: of each path that was added.
        above: the path that each extends.
        uses: what keeps each path: the frontier, and the paths that extend it.
    """

    most: int = 0
    lengths: list[int] = field(default_factory=list)
    above: list[int | None] = field(default_factory=list)
    uses: list[int] = field(default_factory=list)
    now: int = 0

    def add(self, length: int, above: int | None) -> None:
        """Add a path to the frontier."""
        self.lengths.append(length)
        self.above.append(above)
        self.uses.append(1)
        if above is not None:
            self.uses[above] += 1
        self.now += 1
        self.most = max(self.most, self.now)

    def release(self, path: int) -> None:
        """Drop a use of a path, and the path with its last one."""
        place: int | None = path
        while place is not None:
            self.uses[place] -= 1
            if self.uses[place]:
                return
            self.now -= 1
            place = self.above[place]
