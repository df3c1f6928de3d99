"""The formats in which the tree of a search is written, one function each.

A new format is a function here, decorated with `_format`; `tree --format` then accepts
its name.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from rich.console import Group, RenderableType

from pygame_search.game import Game
from pygame_search.search.core.trace import Node


class Tree(Protocol):
    """The members of a tree that a writer may use; `SearchTree` has them."""

    @property
    def node(self) -> Node:
        """The root of the tree."""
        ...

    @property
    def game(self) -> Game:
        """The game that was searched."""
        ...

    @property
    def role(self) -> str:
        """The role for which the game was searched."""
        ...

    @property
    def note(self) -> str:
        """The step that the tree shows and what the search assumes; may be empty."""
        ...

    def printed(self, *, boards: bool = False) -> RenderableType:
        """Return the tree as it is printed."""
        ...

    def svg(self) -> str:
        """Return the tree as a picture in SVG."""
        ...

    def tikz(self) -> str:
        """Return the tree as a picture for LaTeX."""
        ...

    def dot(self) -> str:
        """Return the tree as source for Graphviz."""
        ...

    def html(self, *, live: bool = False) -> str:
        """Return a page that steps through the search, perhaps with an engine."""
        ...

    def steps(self) -> tuple[str, ...]:
        """Return the steps of the search in words."""
        ...

    def as_json(self) -> dict[str, Any]:
        """Return the tree as `--json` prints it."""
        ...


#: Its arguments are the tree, and whether to show boards below the nodes. A string that
#: it returns is printed as it is; anything else is laid out for the terminal.
Writer = Callable[[Tree, bool], str | RenderableType]


class Format(NamedTuple):
    """A format of the tree.

    Attributes:
        write: the writer.
        boards: whether it can show boards.
        text: the help that follows its name, what it does; may be empty.
    """

    write: Writer
    boards: bool
    text: str


#: The formats by name; the first is the default.
FORMATS: dict[str, Format] = {}


def _format(
    name: str, *, boards: bool = False, text: str = ""
) -> Callable[[Writer], Writer]:
    def register(write: Writer) -> Writer:
        FORMATS[name] = Format(write, boards, text)
        return write

    return register


@_format("text", boards=True)
def _text(tree: Tree, boards: bool) -> RenderableType:
    return tree.printed(boards=boards)


@_format("svg")
def _svg(tree: Tree, boards: bool) -> str:
    return tree.svg()


@_format("tikz", text="is a figure for LaTeX, which needs the package tikz alone")
def _tikz(tree: Tree, boards: bool) -> str:
    return tree.tikz()


@_format("dot")
def _dot(tree: Tree, boards: bool) -> str:
    return tree.dot()


@_format("html", text="is a page that steps through the search, for a browser")
def _html(tree: Tree, boards: bool) -> str:
    return tree.html()


@_format("json")
def _json(tree: Tree, boards: bool) -> str:
    return json.dumps(tree.as_json(), indent=2)


@_format("events", text="lists the steps of the search")
def _events(tree: Tree, boards: bool) -> RenderableType:
    steps = enumerate(tree.steps(), 1)
    return Group(*(f"{number:>6,}  {words}" for number, words in steps))
