"""Rich's console and text, with escapes for what steers a terminal.

The package takes them from here and nowhere else: rich's own leave some characters out
without a word, and their styles would be escaped by the streams.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, TextIO

import rich.console
import rich.text
from rich.segment import Segment

from pygame_search.support.escapes import escaped, steering


class Text(rich.text.Text):
    """A text with escapes, made before it is laid out."""

    def __init__(self, text: str = "", *args: Any, **options: Any) -> None:
        super().__init__(escaped(text), *args, **options)

    def append(self, text: Any, *args: Any) -> Text:
        """Add a text to its end."""
        super().append(escaped(text) if isinstance(text, str) else text, *args)
        return self


class Console(rich.console.Console):
    """A console that prints texts as they are, without markup, but for the escapes.

    Args:
        file: where it prints; by default standard output.
        stderr: whether it prints to standard error.
        options: others of rich's.
    """

    def __init__(
        self, *, file: TextIO | None = None, stderr: bool = False, **options: Any
    ) -> None:
        if file is None:
            file = steering(sys.stderr if stderr else sys.stdout)
        super().__init__(
            file=file, highlight=False, markup=False, emoji=False, **options
        )

    def render_str(self, text: str, **options: Any) -> rich.text.Text:
        """Return a string as a text, with escapes."""
        return super().render_str(escaped(text), **options)

    def render(
        self,
        renderable: rich.console.RenderableType,
        options: rich.console.ConsoleOptions | None = None,
    ) -> Iterable[Segment]:
        """Yield the parts of what is printed, with the escapes that are still due."""
        for part in super().render(renderable, options):
            yield part if part.control else Segment(escaped(part.text), part.style)
