"""A proof, or why there is none, as text and as HTML."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from pygame_search.explanation.proof_tree import Clause, Node

_INDENT = "  "


def proof_text(tree: Node, levels: int | None = None) -> str:
    """Return a tree as an indented text.

    The nodes below each node are numbered from 1; `...` stands behind one whose own are
    not shown, `as above` behind a goal whose tree was shown before.

    Args:
        tree: of an explanation.
        levels: how many levels of nodes, at least 1; None for all. The goal at which a
            clause fails stands on the level of the clause.
    """
    return "\n".join(_lines(tree, "", levels, set()))


def _lines(
    node: Node, indent: str, levels: int | None, shown: set[str]
) -> Iterator[str]:
    words = node_words(node)
    again = words in shown and bool(node.children)
    closed = levels is not None and levels <= 1 and bool(node.children)
    yield indent + words + ("  as above" if again else " ..." if closed else "")
    if again:
        return
    inside = indent + _INDENT
    yield from (f"{inside}{remark}" for remark in remarks(node))
    if closed:
        return
    shown.add(words)
    for number, child in enumerate(node.below, 1):
        failed = child is node.failed
        below = levels if failed or levels is None else levels - 1
        first, *rest = _lines(child, inside, below, shown)
        fails = "fails at " if failed else ""
        yield f"{inside}{number}: {fails}{first.removeprefix(inside)}"
        yield from rest


def node_words(node: Node) -> str:
    """Return what is said of a node in one line."""
    words = node.goal
    if not node.holds and not node.reason and node.clause is None:
        words += "  does not hold"
    if node.clause is not None:
        words += f"  [{place(node.clause)}]"
    if node.reason:
        words += f"  {node.reason}"
    return words


def place(clause: Clause) -> str:
    """Return the file and the line of a clause, in short."""
    return f"{Path(clause.file).name}:{clause.line}"


def remarks(node: Node) -> Iterator[str]:
    """Yield what is said of a node in lines of their own."""
    if node.bindings:
        yield "with " + ", ".join(f"{name} = {text}" for name, text in node.bindings)
    if node.others:
        yield "and for other values at " + _some(node.others)
    if node.near:
        yield "what comes near: " + _some(node.near)


def _some(goals: tuple[str, ...], most: int = 3) -> str:
    more = len(goals) - most
    dots = f" and {more} more" if more > 0 else ""
    return "; ".join(goals[:most]) + dots


def proof_html(tree: Node) -> str:
    """Return a tree as HTML, each node to be opened and closed."""
    return f'<div class="pygame-search-proof">{_html(tree, True)}</div>'


def _html(node: Node, is_open: bool) -> str:
    line = f"<code>{escape(node.goal)}</code>"
    rest = node_words(node).removeprefix(node.goal)
    if rest:
        line += f" <small>{escape(rest.strip())}</small>"
    more = "".join(f"<div><small>{escape(r)}</small></div>" for r in remarks(node))
    if not node.below:
        return f'<div style="margin-left:1.1em">{line}{more}</div>'
    inside = "".join(_html(child, False) for child in node.below)
    shown = ' open=""' if is_open else ""
    return (
        f"<details{shown}><summary>{line}</summary>{more}"
        f'<div style="margin-left:1.1em">{inside}</div></details>'
    )
