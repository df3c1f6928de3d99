"""The two forms of a search, side by side in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.syntax import Syntax
from rich.table import Table

from pygame_search.experiments.twins import Comparison, Difference, Source
from pygame_search.game import Game
from pygame_search.model.scores import value_text
from pygame_search.render.broken_lines import Part, broken
from pygame_search.render.events import event_words
from pygame_search.render.sources import Piece, Row, descriptions, essay, rows
from pygame_search.search.core.result import BOUNDS, SearchResult
from pygame_search.search.paths import PathResult
from pygame_search.support.console import Console, Text
from pygame_search.support.escapes import escaped

#: With fewer columns the two sources are printed one above the other, piece by piece.
LEAST_COLUMNS = 100

#: Columns between the two sources, and after the number of a line.
_BETWEEN, _GUTTER = 2, 1

_LEXERS = ("prolog", "python")


def print_sources(out: Console, one: Source, two: Source) -> None:
    """Print the idea, then both sources, each predicate next to its function.

    They stand side by side where each line then is whole, or breaks between two goals
    or words; else one above the other.
    """
    idea = essay(one.text)
    if idea:
        out.print(idea, markup=False, highlight=False, soft_wrap=False)
        out.print()
    (head, head2), *pairs = rows(one.text, two.text)
    widths = _widths(pairs, out.width)
    if widths is None:
        for pair in [(head, head2), *pairs]:
            for i, (piece, source) in enumerate(zip(pair, (one, two), strict=True)):
                if piece is not None and piece.text.strip():
                    out.print(f"{source.name}:{piece.start}", style="dim")
                    if piece in (head, head2):
                        out.print(_fold(piece), soft_wrap=False)
                    else:
                        out.print(_code(piece, i, out.width), soft_wrap=True)
                    out.print()
        return
    grid = Table(box=None, padding=(0, _BETWEEN, 1, 0), header_style="bold")
    for source, width in zip((one, two), widths, strict=True):
        grid.add_column(source.name, width=width, overflow="fold")
    grid.add_row(_fold(head), _fold(head2))
    for pair in pairs:
        cells = (_code(p, i, widths[i]) if p else "" for i, p in enumerate(pair))
        grid.add_row(*cells)
    out.print(grid, soft_wrap=False)


def _widths(pairs: Sequence[Row], columns: int) -> tuple[int, int] | None:
    """Return how wide both sources are, side by side; None if they do not fit."""
    room = columns - 2 * _BETWEEN
    if columns < LEAST_COLUMNS:
        return None
    whole = [
        max((_gutter(p) + longest for p, longest in _lengths(pairs, i)), default=0)
        for i in range(2)
    ]
    if sum(whole) <= room:
        left = min(max(whole[0], room // 2), room - whole[1])
        return left, room - left
    for left in (whole[0], room // 2, room - whole[1]):
        widths = left, room - left
        if min(widths) > 0 and all(
            _fits(piece, i, widths[i])
            for i in range(2)
            for piece, _ in _lengths(pairs, i)
        ):
            return widths
    return None


def _lengths(pairs: Sequence[Row], side: int) -> list[tuple[Piece, int]]:
    """Return the pieces of one side, with the length of the longest line of each."""
    return [
        (piece, max(map(len, escaped(piece.text).split("\n"))))
        for pair in pairs
        if (piece := pair[side]) is not None
    ]


def _fits(piece: Piece, side: int, width: int) -> bool:
    return None not in _parts(piece, side, width)


def _parts(piece: Piece, side: int, width: int) -> list[list[Part] | None]:
    """Return the parts of each line; None for one that cannot break."""
    lines = escaped(piece.text).split("\n")
    words = descriptions(piece.text) if side else set()
    room = width - _gutter(piece)
    return [
        broken(line, room, python=bool(side), words=number in words)
        for number, line in enumerate(lines)
    ]


def _gutter(piece: Piece) -> int:
    return len(str(_end(piece))) + _GUTTER


def _code(piece: Piece, side: int, width: int) -> RenderableType:
    """Return a piece in colours, with the numbers of its lines."""
    syntax = Syntax(
        "", _LEXERS[side], theme="ansi_dark", background_color="default"
    )  # fmt: skip
    coloured = syntax.highlight(escaped(piece.text)).split("\n")
    gutter = _gutter(piece)
    shown = Text(no_wrap=True, overflow="ignore")
    parts = _parts(piece, side, width)
    for number, (line, some) in enumerate(zip(coloured, parts, strict=False)):
        if some is None:  # on a terminal that is narrower than a goal
            some = broken(line.plain, width - gutter, words=True)
        for i, (start, end, indent) in enumerate(some or [Part(0, len(line))]):
            label = str(piece.start + number) if i == 0 else ""
            shown.append("\n" if len(shown) else "")
            shown.append(f"{label:>{gutter - _GUTTER}} ", "dim")
            shown.append(" " * indent)
            part = line[start:end]
            part.rstrip()
            shown.append(part)
    return shown


def _fold(piece: Piece | None) -> RenderableType:
    return Text(_folded(piece), style="dim")


def _folded(piece: Piece | None) -> str:
    """Return the line that is printed instead of the head of a source."""
    if piece is None or not piece.text.strip():
        return ""
    return f"lines {piece.start} to {_end(piece)} left out: {piece.about.rstrip('.')}"


def _end(piece: Piece) -> int:
    return piece.start + piece.text.count("\n")


def figures(comparison: Comparison) -> list[tuple[str, str, str]]:
    """Return rows of results: name, value of the clauses, value of the procedure."""
    one, two = (_figures(r) for r in (comparison.clauses, comparison.procedure))
    return [(name, one[name], two[name]) for name in one]


def _figures(run: SearchResult | PathResult) -> dict[str, str]:
    if isinstance(run, PathResult):
        return {
            "path": run.way,
            "cost": "" if run.cost is None else str(run.cost),
            "expanded": f"{run.expanded:,}",
            "frontier": f"at most {run.frontier_max:,}",
            "stopped": run.stopped,
            "events": f"{len(run.events):,}",
            "time": f"{run.seconds:.2f} s",
        }
    value = "not finished"
    if run.value is not None:
        value = f"{BOUNDS[run.bound]}{value_text(run.value)}"
    return {
        "move": run.move or "none",
        "value": value,
        "line": "; ".join(run.pv),
        "nodes": f"{run.nodes:,}",
        "leaves": f"{run.leaves:,}",
        "cut-offs": f"{run.cutoffs:,}",
        "table hits": f"{run.table_hits:,}",
        "events": f"{len(run.events):,}",
        "time": f"{run.seconds:.2f} s",
    }


def verdict(comparison: Comparison, game: Game) -> list[str]:
    """Return lines: whether both searches are the same, and where they first differ."""
    difference = comparison.difference
    if difference is not None:
        parting = _parting(difference, game, comparison.clauses.role)
        return [*parting, *comparison.notes]
    same = f"the same {len(comparison.clauses.events):,} events"
    if comparison.unlike:
        same = f"{same}, but different {', '.join(comparison.unlike)}"
    return [same, *comparison.notes]


def _parting(difference: Difference, game: Game, role: str) -> Iterator[str]:
    number = difference.number
    yield f"event {number:,} is the first that differs"
    start = number - len(difference.before)
    for i, words in enumerate(event_words(difference.before, game, role), start):
        yield f"{i:>7}  both       {words}"
    pair = (difference.clauses, difference.procedure)
    told = [
        "no more events" if event is None else event_words([event], game, role)[0]
        for event in pair
    ]
    if told[0] == told[1]:  # the words do not show the difference
        told = [str(event) for event in pair]
    for name, shown in zip(("clauses", "procedure"), told, strict=True):
        yield f"{number:>7}  {name:<9}  {shown}"
