"""Rich's console and text, with escapes for characters that control a terminal.

The package imports them from here only: rich's own drop some characters silently, and
the streams would escape their styles.
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
    """A text with escapes, which are made before layout."""

    def __init__(self, text: str = "", *args: Any, **options: Any) -> None:
        super().__init__(escaped(text), *args, **options)

    def append(self, text: Any, *args: Any) -> Text:
        """Add a text to its end."""
        super().append(escaped(text) if isinstance(text, str) else text, *args)
        return self


class Console(rich.console.Console):
    """A console that prints texts without markup, unchanged except for escapes.

    Args:
        file: where it prints; by default standard output.
        stderr: whether it prints to standard error.
        options: other options of rich's console.
    """

    def __init__(
        self, *, file: TextIO | None = None, stderr: bool = False, **options: Any
    ) -> None:
        if file is None:
            file = steering(sys.stderr if stderr else sys.stdout)
        # Else rich displays an empty block in a notebook, whatever the file is.
        super().__init__(
            file=file, highlight=False, markup=False, emoji=False, force_jupyter=False,
            **options,
        )  # fmt: skip

    def render_str(self, text: str, **options: Any) -> rich.text.Text:
        """Return a string as a text, with escapes."""
        return super().render_str(escaped(text), **options)

    def render(
        self,
        renderable: rich.console.RenderableType,
        options: rich.console.ConsoleOptions | None = None,
    ) -> Iterable[Segment]:
        """Yield the printed segments, with any escapes that are still missing."""
        for part in super().render(renderable, options):
            yield part if part.control else Segment(escaped(part.text), part.style)
