"""Reasons in sentences."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pygame_search.render.html import html_text
from pygame_search.support import printing


class Sentences(printing.Displayed, ABC):
    """A reason, which `print` and notebooks show as sentences."""

    __slots__ = ()

    @abstractmethod
    def text(self) -> str:
        """Return it in sentences."""

    def __repr__(self) -> str:
        """Return the first of the sentences."""
        return printing.one_line(self, next(filter(None, self.text().splitlines()), ""))

    def __str__(self) -> str:
        """Return it in sentences."""
        return self.text()

    def __rich__(self) -> printing.Sentences:
        """Return it in sentences, for the command line."""
        return printing.Sentences(self.text())

    def _html(self, shown: str) -> str:
        """Return it as a paragraph."""
        return f"<p>{html_text(self.text())}</p>"
