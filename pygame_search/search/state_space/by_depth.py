"""Compare the work and memory of breadth-first search and iterative deepening by depth.

Paths share their common beginnings: a path in memory is one step, and refers to the
path that it extends. It is kept while it, or a path that extends it, is on the
frontier.
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
    """The effort of a search up to the last path of a length.

    Attributes:
        expanded: the number of paths expanded so far.
        kept: the most paths in memory at once so far.
        bytes: their size, in bytes.
    """

    expanded: int
    kept: int
    bytes: int

    def cells(self) -> tuple[str, str, str]:
        """Return the figures as texts."""
        return f"{self.expanded:,}", f"{self.kept:,}", f"{self.bytes:,}"


@dataclass(frozen=True, slots=True)
class ByDepth(Printed, JsonObject):
    """The two searches side by side.

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
        most: the most at once so far.
        lengths: the length of each path.
        above: the path that each extends.
        uses: the reference count of each path: the frontier, and paths that extend it.
        now: the number at present.
    """

    most: int = 0
    lengths: list[int] = field(default_factory=list)
    above: list[int | None] = field(default_factory=list)
    uses: list[int] = field(default_factory=list)
    now: int = 0

    def add(self, length: int, above: int | None) -> None:
        self.lengths.append(length)
        self.above.append(above)
        self.uses.append(1)
        if above is not None:
            self.uses[above] += 1
        self.now += 1
        self.most = max(self.most, self.now)

    def release(self, path: int) -> None:
        """Drop a reference to a path, and the path with the last one."""
        place: int | None = path
        while place is not None:
            self.uses[place] -= 1
            if self.uses[place]:
                return
            self.now -= 1
            place = self.above[place]
