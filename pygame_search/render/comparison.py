"""The two forms of a search, side by side in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.syntax import Syntax
from rich.table import Table

from pygame_search.experiments.twins import Comparison, Difference, Source
from pygame_search.game import Game
from pygame_search.model.scores import value_text
from pygame_search.render.events import event_words
from pygame_search.render.sources import Piece, essay, rows
from pygame_search.search.core.result import BOUNDS, SearchResult
from pygame_search.search.paths import PathResult
from pygame_search.support.console import Console, Text
from pygame_search.support.escapes import escaped

#: With fewer columns the two sources are printed one above the other, piece by piece.
LEAST_COLUMNS = 100

_LEXERS = ("prolog", "python")


def print_sources(out: Console, one: Source, two: Source) -> None:
    """Print the idea, then both sources, each predicate next to its function."""
    idea = essay(one.text)
    if idea:
        out.print(idea, markup=False, highlight=False, soft_wrap=False)
        out.print()
    (head, head2), *pairs = rows(one.text, two.text)
    if out.width < LEAST_COLUMNS:
        for pair in [(head, head2), *pairs]:
            for piece, source, lexer in zip(pair, (one, two), _LEXERS, strict=True):
                if piece is not None and piece.text.strip():
                    out.print(f"{source.name}:{piece.start}", style="dim")
                    shown = _fold(piece) if piece in (head, head2) else None
                    out.print(shown or _syntax(piece, lexer), soft_wrap=False)
                    out.print()
        return
    grid = Table(box=None, expand=True, padding=(0, 1, 1, 0), header_style="bold")
    for source in (one, two):
        grid.add_column(source.name, ratio=1)
    grid.add_row(_fold(head), _fold(head2))
    for pair in pairs:
        cells = zip(pair, _LEXERS, strict=True)
        grid.add_row(*(_syntax(p, lexer) if p else "" for p, lexer in cells))
    out.print(grid, soft_wrap=False)


def _fold(piece: Piece | None) -> RenderableType:
    return Text(_folded(piece), style="dim")


def _folded(piece: Piece | None) -> str:
    """Return the line that is printed instead of the head of a source."""
    if piece is None or not piece.text.strip():
        return ""
    return f"lines {piece.start} to {_end(piece)} left out: {piece.about.rstrip('.')}"


def _end(piece: Piece) -> int:
    return piece.start + piece.text.count("\n")


def _syntax(piece: Piece, lexer: str) -> Syntax:
    return Syntax(
        escaped(piece.text), lexer, theme="ansi_dark", background_color="default",
        line_numbers=True, start_line=piece.start, word_wrap=True,
    )  # fmt: skip


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
