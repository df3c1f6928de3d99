"""What is told in sentences."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pygame_search.render.html import html_text


class Told(ABC):
    """A reason, which `print` and notebooks show in its sentences."""

    __slots__ = ()

    @abstractmethod
    def text(self) -> str:
        """Return it in sentences."""

    def __str__(self) -> str:
        """Return it in sentences."""
        return self.text()

    def _repr_html_(self) -> str:
        """Return it as a notebook shows it."""
        return f"<p>{html_text(self.text())}</p>"
