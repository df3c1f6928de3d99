"""A proof, or why there is none, as text and as HTML."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pygame_search.explanation.proof_tree import ELSEWHERE, Clause, Node
from pygame_search.render.html import html_text
from pygame_search.support.words import split_outside

#: How many instances of a failing goal are shown, unless all are requested.
MOST_TRIES = 8

_INDENT = "  "


def proof_text(
    tree: Node,
    levels: int | None = None,
    *,
    all_tries: bool = False,
    by: str = "--all",
) -> str:
    """Return a tree as an indented text.

    The children of each node are numbered from 1. `...` follows a node whose children
    are not shown, `as above` a goal whose tree was shown before. Below the clauses of a
    search program, proofs in the rules of the game are not shown.

    Args:
        tree: the tree of an explanation.
        levels: how many levels of nodes, at least 1; None for all. The goal at which a
            clause fails is on the level of the clause.
        all_tries: whether to show all instances of a failing goal, not only
            MOST_TRIES, and the proofs in the rules below a search program.
        by: the option or command that shows the others.
    """
    writer = _Writer(all_tries, by)
    lines = list(writer.lines(tree, "", levels))
    if writer.folded:
        lines += ["", f"... stands for a proof in the rules of the game; {by} shows it"]
    return "\n".join(lines)


class _Writer:
    """Writes a tree, each goal once.

    Args:
        all_tries: as for `proof_text`.
        by: as for `proof_text`.
    """

    def __init__(self, all_tries: bool, by: str) -> None:
        self._all = all_tries
        self._by = by
        self._shown: set[tuple[str, str]] = set()
        self._state = ""
        self._in_clause = False
        self.folded = False

    def lines(self, node: Node, indent: str, levels: int | None) -> Iterator[str]:
        """Yield the lines of a node."""
        words = node_words(node)
        again = (self._state, words) in self._shown and bool(node.children)
        closed = levels is not None and levels <= 1 and bool(node.children)
        closed = closed or node.more is not None or self._folds(node)
        yield indent + words + ("  as above" if again else " ..." if closed else "")
        inside = indent + _INDENT
        if again:
            return
        if not closed:
            self._shown.add((self._state, words))
        if not node.also:
            yield from (f"{inside}{remark}" for remark in node.remarks)
        if closed:
            return
        if node.kind == "leaf":  # its proofs are about another position
            yield from _Writer(self._all, self._by).children(node, inside, levels)
        else:
            before = self._state, self._in_clause
            if node.reason in ELSEWHERE:
                self._state = _first_argument(node.goal)
            self._in_clause = self._in_clause or node.clause is not None
            yield from self.children(node, inside, levels)
            self._state, self._in_clause = before

    def _folds(self, node: Node) -> bool:
        """Return whether a node is a step from a search program into the rules.

        Proofs about each state would hide what the program does.
        """
        inside = self._in_clause and node.reason in ELSEWHERE
        self.folded = self.folded or (inside and not self._all)
        return inside and not self._all

    def children(self, node: Node, inside: str, levels: int | None) -> Iterator[str]:
        """Yield the lines below a node."""
        many = len(node.children)
        if node.kind in ("search", "step") and not self._all:
            many = min(many, MOST_TRIES)
        for number, child in enumerate(node.children[:many], 1):
            below = None if levels is None else levels - 1
            yield from self._numbered(f"{number}: ", child, inside, below)
        if left := len(node.children) - many:
            yield f"{inside}... and {left} more; {self._by} shows them"
        tries = node.fails_at
        most = len(tries) if self._all else MOST_TRIES
        for number, failed in enumerate(tries[:most], len(node.children) + 1):
            mark = f"{number}: fails{', as' if failed.words else ' at'} "
            yield from self._numbered(mark, failed, inside, levels)
        if len(tries) > most:
            yield f"{inside}... and {len(tries) - most} more; {self._by} shows them"
        if node.also:
            yield from (f"{inside}{remark}" for remark in node.remarks)

    def _numbered(
        self, mark: str, node: Node, inside: str, levels: int | None
    ) -> Iterator[str]:
        first, *rest = self.lines(node, inside, levels)
        yield f"{inside}{mark}{first.removeprefix(inside)}"
        yield from rest


def _first_argument(goal: str) -> str:
    return split_outside(goal.partition("(")[2].removesuffix(")"), ",")[0]


#: The kinds of nodes whose goals are moves: these can be typed in either form.
_MOVES = ("step", "leaf")


def node_words(node: Node) -> str:
    """Return the text of a node, in one line."""
    return "  ".join(filter(None, (node.title, *node_notes(node))))


def node_notes(node: Node) -> list[str]:
    """Return what stands behind the title of a node.

    This is the goal itself, if the title is not it, with the place of the clause; and
    the reason.
    """
    notes = []
    if not (node.holds or node.reason or node.clause or node.words):
        notes.append("does not hold")
    told = node.title == node.goal or node.kind in _MOVES
    source = ([] if told else [node.goal]) + (
        [] if node.clause is None else [place(node.clause)]
    )
    if source:
        notes.append(f"[{', '.join(source)}]")
    return notes + ([node.reason] if node.reason else [])


def place(clause: Clause) -> str:
    """Return the file and the line of a clause, in short."""
    return f"{Path(clause.file).name}:{clause.line}"


def proof_data(tree: Node) -> dict[str, Any]:
    """Return a tree in the form of `logic/requests/proof_words.pl`."""
    data: dict[str, Any] = {
        "goal": tree.goal,
        "holds": tree.holds,
        "place": tree.clause and [part for part in tree.clause.place if part != ""],
        "reason": tree.reason,
        "children": list(map(proof_data, tree.children)),
        "remarks": list(tree.remarks),
        "kind": tree.kind,
    }
    data |= {"words": tree.words} if tree.words else {}
    data |= {"notated": tree.notated} if tree.notated else {}
    if tree.more is not None:
        data["remarks"] += ["the search goes on from here; --levels shows more of it"]
    if tree.failed is not None:
        data |= {
            "failed": proof_data(tree.failed),
            "also": list(map(proof_data, tree.also)),
            "others": list(tree.others),
            "tries": tree.tries,
        }
    return data


def proof_html(tree: Node) -> str:
    """Return a tree as HTML, in which each node can be opened and closed."""
    return f'<div class="pygame-search-proof">{_html(tree, True)}</div>'


def _html(node: Node, is_open: bool) -> str:
    line = html_text(node.words) or f"<code>{html_text(node.title)}</code>"
    if notes := node_notes(node):
        line += f" <small>{html_text('  '.join(notes))}</small>"
    more = "".join(f"<div><small>{html_text(r)}</small></div>" for r in node.remarks)
    if not node.below:
        return f'<div style="margin-left:1.1em">{line}{more}</div>'
    inside = "".join(_html(child, False) for child in node.below)
    shown = ' open=""' if is_open else ""
    return (
        f"<details{shown}><summary>{line}</summary>{more}"
        f'<div style="margin-left:1.1em">{inside}</div></details>'
    )
