"""Text and tables as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pygame_search.render.tree_view import clean


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return an HTML table."""
    lines = ["".join(f"<th>{html_text(word)}</th>" for word in head)]
    lines += ["".join(f"<td>{html_text(word)}</td>" for word in row) for row in rows]
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def html_text(text: str) -> str:
    """Return a text with escapes for characters that control a page or a terminal."""
    return escape(clean(text))
