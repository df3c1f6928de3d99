"""A proof, or why there is none, as text and as HTML."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pygame_search.explanation.proof_folding import MOST_LINES, Folding, folding, summed
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
    text says how many goals are left out, and where: those that the whole text would
    show more, in which a repeated proof stands once.

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
        plan = folding(tree, _closed_nodes(tree))
        first = _Writer(all_tries, by, plan)
        for _ in first.lines(tree, "", levels):
            pass  # it learns which proofs the text has
        writer = _Writer(all_tries, by, plan, first.proved)
        lines = list(writer.lines(tree, "", levels))
    notes = []
    if writer.stepped:
        notes.append(f"... stands for a proof in the rules of the game; {by} shows it")
    if writer.left:
        are = counted(writer.left, "goal is", "goals are")
        beside = ", not counting those proofs" if writer.stepped else ""
        notes.append(f"{are} left out here{beside}; {by} shows all of them")
    return "\n".join([*lines, *([""] if notes else []), *notes])


#: A goal with a proof: the moves that its position is after, the state, and its words.
_Key = tuple[object, str, str]


@dataclass(slots=True)
class _Where:
    """Where in a tree the writer is.

    Attributes:
        position: the leaf of a search that the goals are below, as their proofs are
            about its position; None for the position of the question.
        state: the state that a step from a search program has named.
        in_clause: whether this is below a clause of a search program.
    """

    position: _Key | None = None
    state: str = ""
    in_clause: bool = False


class _Writer:
    """Writes a tree, each goal once.

    Args:
        all_tries: as for `proof_text`.
        by: as for `proof_text`.
        plan: what to leave out of a long tree; None if nothing.
        proved: the goals whose proofs the text has, for those that are left out before
            them.

    Attributes:
        stepped: whether proofs below a step into the rules were not shown.
        left: how many goals the plan has left out.
    """

    def __init__(
        self,
        all_tries: bool,
        by: str,
        plan: Folding | None = None,
        proved: frozenset[_Key] = frozenset(),
    ) -> None:
        self._all = all_tries
        self._by = by
        self._is_folded = plan is not None
        self._plan = plan or Folding()
        self._shown: dict[_Key, str] = {}
        self._proved = proved
        self._counted: set[_Key] = set()
        self._where = _Where()
        self._way: list[int] = []
        self.stepped = False
        self.left = 0

    @property
    def proved(self) -> frozenset[_Key]:
        """The goals whose proofs were written."""
        return frozenset(self._shown)

    def lines(self, node: Node, indent: str, levels: int | None) -> Iterator[str]:
        """Yield the lines of a node."""
        words, key = node_words(node), self._key(node)
        again, steps = self._is_in(self._shown, node), self._steps(node)
        self.stepped = self.stepped or steps
        closed = levels is not None and levels <= 1 and bool(node.children)
        closed = closed or node.more is not None or steps
        folds = not again and not closed and id(node) in self._plan.closed
        end = f"  as above{self._shown[key]}" if again else " ..." if closed else ""
        yield indent + words + (f" {self._unshown(node)}" if folds else end)
        closed = closed or folds
        inside = indent + _INDENT
        if again:
            return
        if not closed:
            way = ".".join(map(str, self._way))
            self._shown[key] = f", {way}" if way else ""
        if not node.also:
            yield from (f"{inside}{remark}" for remark in node.remarks)
        if closed:
            return
        with self._below(node):
            yield from self.children(node, inside, levels)

    def _key(self, node: Node) -> _Key:
        return self._where.position, self._where.state, node_words(node)

    @contextmanager
    def _below(self, node: Node) -> Iterator[None]:
        """Be below a node."""
        outside = self._where
        if node.kind == "leaf":
            self._where = _Where(position=self._key(node))
        else:
            goes = node.reason in ELSEWHERE
            self._where = replace(
                outside,
                state=_first_argument(node.goal) if goes else outside.state,
                in_clause=outside.in_clause or node.clause is not None,
            )
        yield
        self._where = outside

    def _is_in(self, goals: Container[_Key], node: Node) -> bool:
        """Return whether the proof of a node is one of these; only proofs repeat."""
        return bool(node.children) and self._key(node) in goals

    def _steps(self, node: Node) -> bool:
        """Return whether a node is a step from a search program into the rules.

        Proofs about each state would hide what the program does.
        """
        inside = self._where.in_clause and node.reason in ELSEWHERE
        return inside and not self._all

    def _unshown(self, node: Node) -> str:
        """Return what stands after a node whose proof the plan leaves out."""
        if self._is_in(self._proved, node):
            return "... shown below"
        if self._is_in(self._counted, node):
            return "... left out above"
        goals = self._goals_below(node)
        self.left += goals
        return f"... {counted(goals, 'goal', 'goals')}"

    def _goals_below(self, node: Node) -> int:
        """Return how many goals below a node are neither shown nor counted before."""
        if node.more is not None or self._steps(node):
            return 0
        if self._is_in(self._proved, node) or self._is_in(self._counted, node):
            return 0
        self._counted.add(self._key(node))
        with self._below(node):
            return sum(1 + self._goals_below(one) for one in node.below)

    def _leave_out(self, nodes: Sequence[Node]) -> int:
        """Return how many goals are left out with these nodes."""
        goals = sum(1 + self._goals_below(node) for node in nodes)
        self.left += goals
        return goals

    def children(self, node: Node, inside: str, levels: int | None) -> Iterator[str]:
        """Yield the lines below a node."""
        many = len(node.children)
        if node.kind in ("search", "step") and not self._all:
            many = min(many, MOST_TRIES)
        tries = node.fails_at
        most = len(tries) if self._all else MOST_TRIES
        hidden = self._plan.hidden.get(id(node), [])
        if hidden:  # a line says what is not shown
            many, most = len(node.children), len(tries)
        without = set(map(id, hidden))
        for number, child in enumerate(node.children[:many], 1):
            if id(child) not in without:
                below = None if levels is None else levels - 1
                yield from self._numbered(number, "", child, inside, below)
        yield from self._more(node.children[many:], inside)
        for number, failed in enumerate(tries[:most], len(node.children) + 1):
            if id(failed) not in without:
                mark = "fails, as " if failed.words else "fails at "
                yield from self._numbered(number, mark, failed, inside, levels)
        yield from self._more(tries[most:], inside)
        if hidden:
            yield inside + summed(hidden, self._leave_out(hidden))
        if node.also:
            yield from (f"{inside}{remark}" for remark in node.remarks)

    def _more(self, nodes: Sequence[Node], inside: str) -> Iterator[str]:
        """Yield the line about the last nodes below another, which are not shown."""
        if nodes and self._is_folded:
            self._leave_out(nodes)
        if nodes:
            yield f"{inside}... and {len(nodes)} more; {self._by} shows them"

    def _numbered(
        self, number: int, mark: str, node: Node, inside: str, levels: int | None
    ) -> Iterator[str]:
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
