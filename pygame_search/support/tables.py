"""Tables that are never so narrow that a number is broken across lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.table import Column, Table

if TYPE_CHECKING:
    import rich.console
    from rich.console import ConsoleOptions, RenderResult

#: The longest word, in columns, that is not broken in a narrow table.
_WORD = 12


class WholeNumbers(Table):
    """A table that exceeds the width of the console if its numbers need more."""

    def __rich_console__(
        self, console: rich.console.Console, options: ConsoleOptions
    ) -> RenderResult:
        """Yield the table."""
        for column in self.columns:
            column.min_width = _least(column)
        least = sum(column.min_width or 0 for column in self.columns)
        least += max(0, len(self.columns) - 1)
        if options.max_width < least:
            options = options.update(width=least)
        yield from super().__rich_console__(console, options)


def _least(column: Column) -> int:
    """Return the least width of a column that breaks no number and no short word."""
    texts = [str(column.header), *map(str, column.cells)]
    if column.no_wrap:
        return max(map(cell_len, texts))
    words = (cell_len(word) for text in texts for word in text.split())
    return min(_WORD, max(words, default=1))
