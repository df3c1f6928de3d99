"""The table of a path search: each selected path, and the frontier after it.

The table is made from the events of the search. The frontier comes from replaying the
method's strategy, which must select the same paths as the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from pygame_search.search.core.trace import Event
from pygame_search.search.state_space.path_search import STRATEGIES, Path, Strategy
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, table
from pygame_search.support.words import counted

if TYPE_CHECKING:
    from rich.console import RenderableType

#: The most rows of a table, paths of the frontier in a row, and nodes of a path.
ROWS, NAMED, NODES = 100, 5, 3


@dataclass(slots=True)
class FrontierRow(JsonObject):
    """A selected path, and what the search did with it.

    Attributes:
        path: the nodes of the path; in a game the moves.
        order: its place among the paths expanded within the bound, from 1; None if it
            was not expanded.
        kind: `expanded`, `pruned`, `goal`, or `selected` if the limit ended the search.
        reason: why it was pruned, as in the event; else empty.
        cost: its cost.
        estimate: the estimated cost from its end to a goal; None if none is needed.
        bound: the bound on the length of paths; None without one.
        frontier: the ends of at most NAMED paths that would be selected next, with
            their priorities.
        waiting: the number of paths on the frontier.
    """

    path: tuple[str, ...]
    cost: int
    estimate: int | None
    bound: int | None
    order: int | None = None
    kind: str = "selected"
    reason: str = ""
    frontier: tuple[str, ...] = ()
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class FrontierTable(Printed, JsonObject):
    """The table of a search.

    Attributes:
        rows: at most ROWS rows.
        more: the number of rows that are left out.
        columns: whether there is a bound, and whether there is an estimate.
    """

    rows: tuple[FrontierRow, ...]
    more: int = 0
    columns: tuple[bool, bool] = field(default=(False, False), repr=False)

    json_members = "rows more"

    def printed(self) -> RenderableType:
        """Return the table, and the number of rows that are left out."""
        from rich.console import Group

        from pygame_search.support.console import Text

        bounded, informed = self.columns
        names = ["bound#"] * bounded + ["", "path", "cost#"]
        names += ["h#", "f#"] * informed + ["frontier"]
        listing = table(*names)
        for row in self.rows:
            cells = [str(row.bound)] * bounded
            cells += [_MARKS.get(row.kind, f"#{row.order}"), _cut(row.path)]
            cells.append(str(row.cost))
            if informed:
                assert row.estimate is not None
                cells += [str(row.estimate), str(row.cost + row.estimate)]
            listing.add_row(*cells, _frontier(row))
        if not self.more:
            return listing
        rest = counted(self.more, "row is", "rows are")
        return Group(listing, Text(f"{rest} left out"))


_MARKS = {"pruned": "✗", "goal": "★", "selected": ""}


def _cut(path: Sequence[str]) -> str:
    words = path[-NODES:]
    return " ".join(["…", *words] if len(path) > NODES else words)


def _frontier(row: FrontierRow) -> str:
    if row.kind == "pruned":
        return f"pruned ({row.reason})"
    rest = row.waiting - len(row.frontier)
    words = ", ".join(row.frontier) + (f" and {rest} more" if rest else "")
    begin = {"goal": "goal", "selected": "limit"}.get(row.kind, "")
    return "; ".join(filter(None, (begin, words))) or "empty"


def frontier_table(
    method: str, events: Sequence[Event], name: Callable[[Path], str]
) -> FrontierTable:
    """Return the table of a search.

    Args:
        method: one of METHODS.
        events: those of the search.
        name: returns the end of a path, or the move to it, as text.

    Raises:
        ValueError: the events are not those of the method.
    """
    strategy = STRATEGIES[method]
    found = [*islice(_rows(strategy, events, name), ROWS)]
    selected = sum(event[0] == "select" for event in events)
    columns = strategy.bounded, strategy.informed
    return FrontierTable(tuple(found), selected - len(found), columns)


def _rows(
    strategy: Strategy, events: Sequence[Event], name: Callable[[Path], str]
) -> Iterator[FrontierRow]:
    frontier, bound, order = strategy.frontier(), None, 0
    paths: list[Path] = []
    added: list[Path] = []
    row: FrontierRow | None = None
    above: Path | None = None
    for event in [*events, ["end"]]:
        match event:
            case ["enter", length, joint, node]:
                move = joint[0] if joint else ""
                paths.append(Path(node, 0, length, move, above, len(paths)))
            case ["cost", cost, estimate]:
                paths[-1] = replace(paths[-1], cost=cost, estimate=estimate)
                added.append(paths[-1])
            case ["expand", index] if row:
                above, order = paths[index], order + 1
                row.kind, row.order = "expanded", order
            case ["prune", _, reason] if row:
                row.reason = reason
                row.kind = "pruned" if row.order is None else row.kind
            case ["goal", _] if row:
                row.kind = "goal"
            case ["deepen" | "select" | "end", *_]:
                frontier.add(added)
                added = []
                if row is not None:
                    row.waiting = len(frontier)
                    ends = islice(frontier, NAMED)
                    row.frontier = tuple(_end(strategy, path, name) for path in ends)
                    yield row
                    row = None
        if event[0] == "deepen":
            bound, paths, above, order = event[1], [], None, 0
        if event[0] == "select":
            path = frontier.select()
            if path is None or path.number != event[1]:
                raise ValueError(f"expected the events of the method, found {event}")
            steps = path.steps()
            words = tuple(filter(None, map(name, steps))) or ("start",)
            row = FrontierRow(words, path.cost, path.estimate, bound)


def _end(strategy: Strategy, path: Path, name: Callable[[Path], str]) -> str:
    if strategy.priority is None:
        return name(path)
    return f"{name(path)} {strategy.priority(path)}"
