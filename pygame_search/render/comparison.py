"""The two forms of a search, side by side: in the terminal, and as one page of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import PrologLexer, PythonLexer
from rich.console import RenderableType
from rich.syntax import Syntax
from rich.table import Table

from pygame_search.experiments.lecture_forms import LectureForms
from pygame_search.experiments.twins import Comparison, Difference, Source
from pygame_search.game import Game
from pygame_search.model.scores import INFINITY, value_text
from pygame_search.programs.comparison import ProgramComparison
from pygame_search.render.events import event_words
from pygame_search.render.html import html_text
from pygame_search.render.sources import Piece, essay, rows
from pygame_search.render.tree_svg import svg
from pygame_search.search.core.result import BOUNDS, SearchResult
from pygame_search.search.core.trace import tree
from pygame_search.search.paths import PathResult
from pygame_search.support.console import Console, Text
from pygame_search.support.errors import LimitError
from pygame_search.support.escapes import escaped
from pygame_search.support.printing import plain_text

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


# ---- HTML ----------------------------------------------------------------------

_STYLE = """
body { font: 15px/1.45 Verdana, 'DejaVu Sans', sans-serif; color: #111827;
       background: #ffffff; margin: 2em; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-top: 2em; }
table { border-collapse: collapse; }
.runs td, .runs th { padding: 0.1em 1em 0.1em 0; text-align: left; }
.sources { width: 100%; table-layout: fixed; }
.sources td, .sources th { width: 50%; padding: 0.2em 0.8em; text-align: left;
    vertical-align: top; border-top: 1px solid #e5e7eb; }
.source pre, .events { font: 13px/1.4 'DejaVu Sans Mono', Menlo, Consolas, monospace;
    margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.source .linenos { color: #9ca3af; user-select: none; padding-right: 0.8em; }
.same { color: #15803d; } .differs { color: #b91c1c; }
.picture { overflow-x: auto; }
summary { color: #6b7280; cursor: pointer; }
"""


def html(comparison: Comparison, game: Game) -> str:
    """Return a page with the two sources, their results, and the tree.

    The page is self-contained: it loads no other file and runs no script.

    Args:
        comparison: what the page shows.
        game: the game that was searched.
    """
    first, *more = verdict(comparison, game)
    parts = [*_table(("", "clauses", "procedure"), figures(comparison))]
    parts += _verdict(comparison.same, first, more)
    parts += ["<h2>The sources</h2>", *_sources_table(comparison.sources)]
    head = f"{comparison.method}: {game.title or game.name}"
    return _page(head, [*parts, *_pictures(comparison, game)])


def lecture_html(forms: LectureForms, game: Game) -> str:
    """Return a page with a search as lectures write it, for a projector.

    The page is self-contained, like that of `html`. It shows the two sources, and then
    their results next to the engine's.

    Args:
        forms: what the page shows.
        game: the game that was searched.
    """
    parts = [*_sources_table(forms.sources), "<h2>What they find</h2>"]
    parts += _table(("", "clauses", "procedure", "engine"), forms.rows)
    parts += _verdict(forms.same, forms.verdict, forms.notes)
    return _page(f"{forms.name}: {game.title or game.name}", parts)


def program_html(found: ProgramComparison, sources: Sequence[Source]) -> str:
    """Return a page with a search program, other sources, and a check of its answers.

    Args:
        found: the comparison of its answers with the engine's.
        sources: the program and the sources next to it, in Prolog or Python.
    """
    parts = ['<table class="sources">', "<tr>"]
    parts += [f"<th>{html_text(source.name)}</th>" for source in sources]
    parts += ["</tr>", "<tr>"]
    for source in sources:
        lexer = PythonLexer() if source.name.endswith(".py") else PrologLexer()
        parts.append(f"<td>{_code(source.text, lexer, 1)}</td>")
    parts += ["</tr>", "</table>", "<h2>Beside the engine</h2>"]
    said = "all answers are right" if found.same else "not all answers are right"
    parts += _verdict(found.same, said, plain_text(found.printed()).splitlines())
    return _page(f"{found.program}: {found.game}", parts)


def _code(text: str, lexer: Lexer, first: int) -> str:
    formatter = HtmlFormatter(cssclass="source", linenos="inline", linenostart=first)
    return str(highlight(escaped(text), lexer, formatter))


def _page(head: str, parts: Sequence[str]) -> str:
    style = _STYLE + HtmlFormatter(style="default").get_style_defs(".source")
    begin = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8">',
        f"<title>{html_text(head)}</title>",
        f"<style>{style}</style></head>",
        f"<body>\n<h1>{html_text(head)}</h1>",
    ]
    return "\n".join([*begin, *parts, "</body>\n</html>\n"])


def _verdict(same: bool, first: str, more: Sequence[str]) -> Iterator[str]:
    mark = "same" if same else "differs"
    yield f'<p class="{mark}"><strong>{html_text(first)}</strong></p>'
    if more:
        yield from ('<pre class="events">', *map(html_text, more), "</pre>")


def _table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> Iterator[str]:
    yield '<table class="runs">'
    yield f"<tr>{''.join(f'<th>{html_text(word)}</th>' for word in head)}</tr>"
    for name, *cells in lines:
        texts = "".join(f"<td>{html_text(cell)}</td>" for cell in cells)
        yield f"<tr><th>{html_text(name)}</th>{texts}</tr>"
    yield "</table>"


def _sources_table(sources: tuple[Source, Source]) -> Iterator[str]:
    one, two = sources
    yield '<table class="sources">'
    yield f"<tr><th>{html_text(one.name)}</th><th>{html_text(two.name)}</th></tr>"
    for i, pair in enumerate(rows(one.text, two.text)):
        yield "<tr>"
        for piece, lexer in zip(pair, (PrologLexer(), PythonLexer()), strict=True):
            code = ""
            if piece is not None and piece.text:
                code = _code(piece.text, lexer, piece.start)
            if code and piece is not None and i == 0:
                code = (
                    f"<details><summary>{html_text(piece.about)} "
                    f"(lines {piece.start} to {_end(piece)})</summary>{code}</details>"
                )
            yield f"<td>{code}</td>"
        yield "</tr>"
    yield "</table>"


def _pictures(comparison: Comparison, game: Game) -> Iterator[str]:
    """Yield the common tree; if the events differ, each tree at that event."""
    difference = comparison.difference
    if difference is None:
        yield "<h2>The tree</h2>"
        yield _picture(comparison, comparison.clauses, game, None)
        return
    runs = (("clauses", comparison.clauses), ("procedure", comparison.procedure))
    for name, run in runs:
        step = min(difference.number, len(run.events))
        yield f"<h2>The tree of the {name} at event {step}</h2>"
        yield _picture(comparison, run, game, step)


def _picture(
    comparison: Comparison,
    run: SearchResult | PathResult,
    game: Game,
    step: int | None,
) -> str:
    if not run.events:
        return "<p>no events</p>"
    window = (-INFINITY, INFINITY) if comparison.method.window else None
    role = game.roles.index(run.role) if run.role else 0
    shown = [] if step is None else [run.events[step - 1]]
    note = "".join(event_words(shown, game, run.role))
    try:
        root = tree(run.events, step, window=window, role=role)
        picture = svg(root, game, role=run.role, note=note)
    except (LimitError, ValueError) as error:
        return f"<p>{html_text(str(error))}</p>"
    return f'<div class="picture">\n{picture}</div>'
