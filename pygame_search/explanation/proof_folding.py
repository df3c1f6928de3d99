"""Which parts of a long proof its text leaves out.

If a proof is longer than a screen, the first of several goals of the same form is shown
with its proof, a few others without, and for the rest how many there are. Proofs go as
deep as there is room.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from pygame_search.explanation.proof_tree import Node
from pygame_search.support.words import counted

#: The most lines of a proof that is not folded, and of one that is.
MOST_LINES = 40

#: How many goals of one form are named below each other, beside the first.
MOST_NAMED = 2

#: The value of a step for a role, as in `worth -1 to white`.
_WORTH = re.compile(r"worth (\S+) to (\S+?)[,:]")


@dataclass(slots=True)
class Folding:
    """What is left out below the nodes of a tree, each given by its `id`.

    Attributes:
        closed: nodes of which only the first line is shown.
        hidden: for a node, those below it that are not shown.
    """

    closed: set[int] = field(default_factory=set)
    hidden: dict[int, list[Node]] = field(default_factory=dict)


def folding(tree: Node, is_closed: Callable[[Node], bool]) -> Folding:
    """Return what to leave out, so that the text has about MOST_LINES lines.

    The goals are opened level by level from the top, as long as there is room: first
    one of each form, and then the others that are named.

    Args:
        tree: the tree.
        is_closed: whether a node is shown without those below it in any case.
    """
    plan = Folding()
    room = MOST_LINES - 1 - len(tree.remarks)
    first, others = deque([tree]), deque[Node]()
    while first or others:
        node = first.popleft() if first else others.popleft()
        if not node.below or is_closed(node):
            continue
        shown, left = _chosen(node)
        lines = bool(left) + sum(1 + len(one.remarks) for one, _ in shown)
        if lines > room and node is not tree:
            plan.closed.add(id(node))
            continue
        room -= lines
        if left:
            plan.hidden[id(node)] = left
        for one, is_first in shown:
            (first if is_first else others).append(one)
    return plan


def _chosen(node: Node) -> tuple[list[tuple[Node, bool]], list[Node]]:
    """Return the nodes below a node to show, and the others.

    With each stands whether it is the one of its form to look at.
    """
    forms: dict[object, list[Node]] = {}
    for one in node.below:
        forms.setdefault(_form(one), []).append(one)
    shown: dict[int, bool] = {}
    for group in forms.values():
        first = _decisive(node, group)
        others = [one for one in group if one is not first]
        named = others if len(others) <= MOST_NAMED + 1 else others[:MOST_NAMED]
        shown |= {id(one): False for one in named} | {id(first): True}
    return (
        [(one, shown[id(one)]) for one in node.below if id(one) in shown],
        [one for one in node.below if id(one) not in shown],
    )


def _form(node: Node) -> object:
    """Return what goals of the same form have in common."""
    if not node.below:
        return id(node) if not node.remarks else ("leaf", node.goal.partition("(")[0])
    if node.kind in ("step", "leaf"):
        return "moves"
    name = node.reason if node.reason == "an instance" else node.goal.partition("(")[0]
    return (name, node.clause and node.clause.place, node.kind, node.holds)


def _decisive(node: Node, group: list[Node]) -> Node:
    """Return the node of a group that gives the value, or else the first one."""
    found = _WORTH.search(f"{node.reason},")
    same = (one for one in group if found and _worth(one) == found[1])
    return next(same, group[0])


def _worth(node: Node) -> str:
    found = _WORTH.search(f"{node.reason},")
    return found[1] if found else ""


def summed(nodes: list[Node], goals: int) -> str:
    """Return a line about nodes that are not shown, which have this many goals."""
    found = [_WORTH.search(f"{one.reason},") for one in nodes]
    worths = [one[1] for one in found if one]
    if found[0] is None or len(worths) < len(nodes):
        many = counted(goals, "goal", "goals")
        return f"... and {len(nodes)} more of these forms, {many}"
    low, high = min(worths, key=Fraction), max(worths, key=Fraction)
    each = f"worth {low}" if low == high else f"worth {low} to {high}"
    moves = "1 more move" if len(nodes) == 1 else f"{len(nodes)} more moves, each"
    return f"... and {moves} {each} to {found[0][2]}"
