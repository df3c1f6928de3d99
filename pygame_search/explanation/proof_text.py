"""A proof, or why there is none, as text and as HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pygame_search.explanation.proof_folding import MOST_LINES, Folding, folding
from pygame_search.explanation.proof_tree import ELSEWHERE, Clause, Node
from pygame_search.render.html import html_text
from pygame_search.support.words import counted, split_outside

#: How many instances of a failing goal are shown, unless all are requested.
MOST_TRIES = 8

_INDENT = "  "


def proof_text(
    tree: Node,
    levels: int | None = None,
    *,
    all_tries: bool = False,
    by: str = "--all",
    folded: bool = True,
) -> str:
    """Return a tree as an indented text.

    The children of each node are numbered from 1. `...` follows a node whose children
    are not shown. `as above, 1.3` follows a goal whose tree was shown before, below
    child 3 of child 1. Below the clauses of a search program, proofs in the rules of
    the game are not shown. A tree of more than MOST_LINES lines is folded, and the
    text says how many goals are left out, and where.

    Args:
        tree: the tree of an explanation.
        levels: how many levels of nodes, at least 1; None for all. The goal at which a
            clause fails is on the level of the clause.
        all_tries: whether to show all instances of a failing goal, not only
            MOST_TRIES, and the proofs in the rules below a search program.
        by: the option or command that shows the others.
        folded: whether to fold a long tree of which all levels are shown.
    """
    writer = _Writer(all_tries, by)
    lines = list(writer.lines(tree, "", levels))
    if folded and levels is None and not all_tries and len(lines) > MOST_LINES:
        writer = _Writer(all_tries, by, folding(tree, _closed_nodes(tree)))
        lines = list(writer.lines(tree, "", levels))
    notes = []
    if writer.stepped:
        notes.append(f"... stands for a proof in the rules of the game; {by} shows it")
    if writer.left:
        are = counted(writer.left, "goal is", "goals are")
        notes.append(f"{are} left out here; {by} shows all of them")
    return "\n".join([*lines, *([""] if notes else []), *notes])


class _Writer:
    """Writes a tree, each goal once.

    Args:
        all_tries: as for `proof_text`.
        by: as for `proof_text`.
        plan: what to leave out of a long tree.

    Attributes:
        stepped: whether proofs below a step into the rules were not shown.
        left: how many goals the plan has left out.
    """

    def __init__(self, all_tries: bool, by: str, plan: Folding | None = None) -> None:
        self._all = all_tries
        self._by = by
        self._plan = plan or Folding()
        self._shown: dict[tuple[str, str], str] = {}
        self._state = ""
        self._in_clause = False
        self._way: list[int] = []
        self.stepped = False
        self.left = 0

    def lines(self, node: Node, indent: str, levels: int | None) -> Iterator[str]:
        """Yield the lines of a node."""
        words = node_words(node)
        before = self._shown.get((self._state, words)) if node.children else None
        again = before is not None
        closed = levels is not None and levels <= 1 and bool(node.children)
        closed = closed or node.more is not None or self._folds(node)
        left = 0 if again or closed else self._plan.closed.get(id(node), 0)
        self.left += left
        end = f"  as above{before}" if again else " ..." if closed or left else ""
        yield (
            indent
            + words
            + end
            + (f" {counted(left, 'goal', 'goals')}" if left else "")
        )
        closed = closed or left > 0
        inside = indent + _INDENT
        if again:
            return
        if not closed:
            way = ".".join(map(str, self._way))
            self._shown[self._state, words] = f", {way}" if way else ""
        if not node.also:
            yield from (f"{inside}{remark}" for remark in node.remarks)
        if closed:
            return
        if node.kind == "leaf":  # its proofs are about another position
            writer = _Writer(self._all, self._by, self._plan)
            writer._way = [*self._way]
            yield from writer.children(node, inside, levels)
            self.left += writer.left
        else:
            outside = self._state, self._in_clause
            if node.reason in ELSEWHERE:
                self._state = _first_argument(node.goal)
            self._in_clause = self._in_clause or node.clause is not None
            yield from self.children(node, inside, levels)
            self._state, self._in_clause = outside

    def _folds(self, node: Node) -> bool:
        """Return whether a node is a step from a search program into the rules.

        Proofs about each state would hide what the program does.
        """
        inside = self._in_clause and node.reason in ELSEWHERE
        self.stepped = self.stepped or (inside and not self._all)
        return inside and not self._all

    def children(self, node: Node, inside: str, levels: int | None) -> Iterator[str]:
        """Yield the lines below a node."""
        many = len(node.children)
        if node.kind in ("search", "step") and not self._all:
            many = min(many, MOST_TRIES)
        tries = node.fails_at
        most = len(tries) if self._all else MOST_TRIES
        sums = self._plan.sums.get(id(node))
        if sums is not None:  # these lines say what is not shown
            many, most = len(node.children), len(tries)
        for number, child in enumerate(node.children[:many], 1):
            below = None if levels is None else levels - 1
            yield from self._numbered(number, "", child, inside, below)
        if left := len(node.children) - many:
            yield f"{inside}... and {left} more; {self._by} shows them"
        for number, failed in enumerate(tries[:most], len(node.children) + 1):
            mark = "fails, as " if failed.words else "fails at "
            yield from self._numbered(number, mark, failed, inside, levels)
        if len(tries) > most:
            yield f"{inside}... and {len(tries) - most} more; {self._by} shows them"
        if sums is not None:
            yield inside + sums
        if node.also:
            yield from (f"{inside}{remark}" for remark in node.remarks)

    def _numbered(
        self, number: int, mark: str, node: Node, inside: str, levels: int | None
    ) -> Iterator[str]:
        if id(node) in self._plan.hidden:
            self.left += self._plan.hidden[id(node)]
            return
        self._way.append(number)
        first, *rest = self.lines(node, inside, levels)
        yield f"{inside}{number}: {mark}{first.removeprefix(inside)}"
        yield from rest
        self._way.pop()


def _closed_nodes(tree: Node) -> Callable[[Node], bool]:
    """Return whether a node is closed, as a search or as a step into the rules."""
    closed: set[int] = set()

    def mark(node: Node, in_clause: bool) -> None:
        if node.more is not None or (in_clause and node.reason in ELSEWHERE):
            closed.add(id(node))
            return
        for one in node.below:
            inside = node.kind != "leaf" and (in_clause or node.clause is not None)
            mark(one, inside)

    mark(tree, False)
    return lambda node: id(node) in closed


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
