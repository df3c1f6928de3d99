"""Values that `print` shows as the command line does."""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Container, Iterable, Iterator, Sequence
from html import escape
from shutil import get_terminal_size
from typing import TYPE_CHECKING, TypeAlias

from pygame_search.support.beside import beside
from pygame_search.support.errors import PygameSearchError
from pygame_search.support.escapes import escaped
from pygame_search.support.wrapping import wrapped

if TYPE_CHECKING:
    import rich.console
    from rich.console import ConsoleOptions, RenderableType
    from rich.table import Table

    from pygame_search.support.console import Console

#: What the console prints: a text, a table, or several of them.
Shown: TypeAlias = "RenderableType"

#: Wider than any table, so that `print` breaks no line.
_WIDTH = 100_000

#: The least width of the texts beside a picture, in columns.
_READABLE = 43

#: The most characters of a `repr`.
_LONGEST = 160


class Displayed:
    """A value that a notebook shows as `print` does, and as a picture if it has one.

    Nothing is searched for it. What cannot be shown is left out.
    """

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] = ()
    ) -> dict[str, str]:
        """Return the texts that a notebook keeps, by their media type."""
        with beside():
            text, picture = self._text(), self._picture()
            html = self._html(
                _image(picture, one_line(self, text)) or preformatted(text)
            )
        found = {"text/plain": text, "image/svg+xml": picture, "text/html": html}
        return {
            kind: shown
            for kind, shown in found.items()
            if shown and kind in (include or found) and kind not in (exclude or ())
        }

    def _text(self) -> str:
        """Return what `print` shows, or why it cannot."""
        try:
            return str(self)
        except PygameSearchError as error:
            return one_line(self, str(error))

    def _picture(self) -> str:
        """Return the picture that `svg` draws; empty if there is none."""
        try:
            drawn: str = self.svg() if hasattr(self, "svg") else ""
        except PygameSearchError:
            return ""
        return drawn

    def _html(self, shown: str) -> str:
        """Return the page of a notebook.

        Args:
            shown: the picture, or else the text, as HTML.
        """
        return shown


class Printed(Displayed, ABC):
    """A value that `print` shows as the command line does.

    In a terminal `rich.print` shows it with its styles.
    """

    __slots__ = ()

    @abstractmethod
    def printed(self) -> Shown:
        """Return what the command line prints."""

    def __rich__(self) -> Shown:
        """Return what the command line prints, for `rich.print`."""
        with beside():
            return self.printed()

    def __str__(self) -> str:
        """Return what the command line prints, as plain text."""
        with beside():
            return plain_text(self.printed())


class Sentences:
    """A text whose long lines are broken between words at a terminal.

    Args:
        text: its lines.
    """

    def __init__(self, text: str) -> None:
        self._text = escaped(text)

    def __rich_console__(
        self, console: rich.console.Console, options: ConsoleOptions
    ) -> Iterator[Shown]:
        """Yield the lines."""
        from pygame_search.support.console import Text

        for line in self._text.split("\n"):
            rows = wrapped(line, options.max_width) if console.is_terminal else [line]
            for row in rows:
                yield Text(row)


class SideBySide:
    """A picture with texts to its right, or below it if there is no terminal.

    Args:
        picture: its lines; may be empty.
        parts: the texts.
    """

    def __init__(self, picture: str, *parts: Shown) -> None:
        self._picture = picture
        self._parts = parts

    def __rich_console__(
        self, console: rich.console.Console, options: ConsoleOptions
    ) -> Iterator[Shown]:
        """Yield both, one below the other if there is no room beside the picture."""
        from rich.cells import cell_len
        from rich.table import Table

        from pygame_search.support.console import Text

        width = max(map(cell_len, self._picture.splitlines()), default=0)
        texts = stacked(*self._parts)
        if not self._picture:
            yield texts
        elif not console.is_terminal or options.max_width < width + _READABLE:
            yield stacked(self._picture, "", texts)
        else:
            grid = Table.grid(padding=(0, 3, 0, 0))
            grid.add_column(no_wrap=True)
            grid.add_row(Text(self._picture), texts)
            yield grid


def console() -> Console:
    """Return the console for answers, as wide as the terminal.

    The variable COLUMNS sets another width, unless it is 0, as in other programs.
    """
    from pygame_search.support.console import Console

    return Console(soft_wrap=True, width=get_terminal_size().columns)


def stacked(*parts: Shown) -> Shown:
    """Return texts and tables one below the other; texts are printed as they are."""
    from rich.console import Group

    from pygame_search.support.console import Text

    return Group(*(Text(part) if isinstance(part, str) else part for part in parts))


def plain_text(shown: Shown) -> str:
    """Return printed output as plain text, without styles or trailing blanks."""
    from pygame_search.support.console import Console

    out = Console(
        file=io.StringIO(), width=_WIDTH, color_system=None, force_terminal=False
    )
    with out.capture() as captured:
        out.print(shown, soft_wrap=True)
    lines = captured.get().rstrip("\n").split("\n")
    return "\n".join(line.rstrip() for line in lines)


def preformatted(text: str) -> str:
    """Return a text as HTML that keeps its columns and line breaks, for a notebook.

    >>> preformatted("1 < 2")
    '<pre style="font-family: monospace">1 &lt; 2</pre>'
    """
    shown = escape(escaped(text), quote=False)
    return f'<pre style="font-family: monospace">{shown}</pre>'


def _image(picture: str, words: str) -> str:
    """Return a picture as HTML that scrolls where it is wide.

    It is an image, so that its styles do not reach other pictures.
    """
    if not picture:
        return ""
    data = b64encode(picture.encode()).decode()
    return (
        '<div style="overflow-x: auto"><img style="max-width: none" '
        f'alt="{escape(escaped(words))}" src="data:image/svg+xml;base64,{data}"></div>'
    )


def table(*columns: str, rows: Iterable[Sequence[str]] = ()) -> Table:
    """Return a table; a column is aligned right if its header ends in `#`."""
    from pygame_search.support.tables import WholeNumbers

    made = WholeNumbers(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        right = column.endswith("#")
        made.add_column(
            column.rstrip("#"), justify="right" if right else "left",
            overflow="fold", no_wrap=right,
        )  # fmt: skip
    for row in rows:
        made.add_row(*row)
    return made


def one_line(value: object, *parts: str) -> str:
    """Return a description of a value in one line, for its `repr`.

    >>> one_line(ValueError(), "3 nodes", "", "0.1 s")
    '<ValueError: 3 nodes, 0.1 s>'
    """
    words = " ".join(", ".join(filter(None, parts)).split())
    if len(words) > _LONGEST:
        words = f"{words[: _LONGEST - 1]}…"
    return f"<{type(value).__name__}: {words}>"
