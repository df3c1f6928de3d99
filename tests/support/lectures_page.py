"""Writes the claims of `docs/lectures.md` as a page beside the studio.

    .venv/bin/python tests/support/lectures_page.py FOLDER

Each claim that the studio shows is a link to it; below the others stands the command
that tries them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from studio_links import LINK, ROOT

from pygame_search.page.file import document

#: The rows of claims: what is said, and the command that tries it.
ROW = re.compile(r"^\| (?P<claim>.*?) \| (?:`(?P<command>[^`]*)` )?\| .*\|$")


def lectures_page() -> str:
    """Return the page."""
    text = (ROOT / "docs" / "lectures.md").read_text(encoding="utf-8")
    title = text.partition("\n")[0].removeprefix("# ")
    return document(title, "", {}, body="\n".join(_sections(text)))


def _sections(text: str) -> Iterator[str]:
    """Yield a list of claims below the heading of each section that has any."""
    for section in text.split("\n## ")[1:]:
        heading, _, rest = section.partition("\n")
        if items := [_item(**row.groupdict()) for row in _rows(rest)]:
            yield f"<h2>{escape(heading)}</h2>\n<ul>\n{''.join(items)}</ul>"


def _rows(text: str) -> Iterator[re.Match[str]]:
    return (row for line in text.splitlines() if (row := ROW.match(line)))


def _item(claim: str, command: str | None) -> str:
    """Return a claim as a link, or with its command."""
    if (link := LINK.fullmatch(claim)) is not None:
        target = escape(f"studio.html#{link['fragment']}")
        said = f'<a href="{target}">{escape(link["text"])}</a>'
    else:
        tried = "" if command is None else f"<br><code>{escape(command)}</code>"
        said = f"{escape(claim)}{tried}"
    return f"<li>{said}</li>\n"


if __name__ == "__main__":
    file = Path(sys.argv[1]) / "lectures.html"
    file.write_text(lectures_page(), encoding="utf-8")
