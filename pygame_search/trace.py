"""Trace events: what a search does, told by both tiers in the same way.

An event is a list, as JSON has it:

    ["enter", ply, joint, state]      a node is visited, by joint from its parent
    ["leaf", kind, score]             it is a leaf: `terminal`, or at the `limit`
    ["deepen", depth]                 a search to this depth begins
    ["hit", flag, score]              the node is known from the table; flag is `exact`,
                                      or the score is a `lower` or an `upper` bound
    ["raise", alpha, beta]            the window has become narrower
    ["cutoff", alpha, beta, rest]     alpha >= beta: the rest that is left, a list of
                                      joint moves, cannot matter
    ["leave", score]                  the node is done with

A score is that for the role of the search; max^n tells of a list, one for each role. A
search that builds its tree level by level does not leave nodes:

    ["expand", index]                 what is entered next follows node number index;
                                      nodes are numbered from 0, as they are entered
    ["back", index, score]            the scores below that node are backed up to it
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

Event = list[Any]
Listener = Callable[[Event], None]

#: That of a role, or of every role.
Score = float | list[int]


@dataclass(slots=True)
class Node:
    """A node of a recorded search.

    Attributes:
        ply: its distance from the root, in plies.
        joint: the joint move that leads to it; empty for the root.
        state: its number; None when it was cut off and never visited.
        kind: `inner`, `terminal`, `limit`, `hit` or `cut`.
        score: what it is worth, None when cut off.
        cutoff: the alpha and beta that ended it early, if any; for a node that was
            cut off, those that did it.
        children: the nodes below, in the order of the search.
    """

    ply: int
    joint: tuple[str, ...]
    state: int | None
    kind: str = "inner"
    score: Score | None = None
    cutoff: tuple[int, int] | None = None
    children: list[Node] = field(default_factory=list)


def tree(events: Sequence[Event]) -> Node:
    """Return the tree that a search visited, from its events.

    Of iterative deepening it is the tree of the last search that was finished.

    Raises:
        ValueError: the events are not those of a whole search.
    """
    events = _last_search(events)
    if events and events[-1][0] == "back":
        return _tree_of_levels(events)
    root: Node | None = None
    open_nodes: list[Node] = []
    for event in events:
        if not open_nodes and (root is not None or event[0] != "enter"):
            raise ValueError(f"expected the events of one search, found {event!r}")
        match event:
            case ["enter", ply, joint, state]:
                node = Node(ply, tuple(joint), state)
                if open_nodes:
                    open_nodes[-1].children.append(node)
                root = root or node
                open_nodes.append(node)
            case ["leaf", kind, _]:
                open_nodes[-1].kind = kind
            case ["hit", *_]:
                open_nodes[-1].kind = "hit"
            case ["cutoff", alpha, beta, rest]:
                _cut(open_nodes[-1], (alpha, beta), rest)
            case ["leave", score]:
                open_nodes.pop().score = score
            case ["raise", *_]:
                pass
            case _:
                raise ValueError(f"expected a trace event, found {event!r}")
    if root is None or open_nodes:
        raise ValueError("expected the events of a whole search")
    return root


def _tree_of_levels(events: Sequence[Event]) -> Node:
    """Return the tree of a search that has built it level by level."""
    nodes: list[Node] = []
    parent: Node | None = None
    for event in events:
        match event:
            case ["enter", ply, joint, state]:
                nodes.append(Node(ply, tuple(joint), state))
                if parent is not None:
                    parent.children.append(nodes[-1])
            case ["leaf", kind, score]:
                nodes[-1].kind, nodes[-1].score = kind, score
            case ["expand", index]:
                parent = nodes[index]
            case ["back", index, score]:
                nodes[index].score = score
            case _:
                raise ValueError(f"expected a trace event, found {event!r}")
    return nodes[0]


def _last_search(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of the last search to a depth that was finished."""
    starts = [i for i, event in enumerate(events) if event[0] == "deepen"]
    ends = [*starts, len(events)][1:]
    for start, end in reversed([*zip(starts, ends, strict=False)]):
        entered = sum(event[0] == "enter" for event in events[start:end])
        left = sum(event[0] == "leave" for event in events[start:end])
        if entered == left or events[end - 1][:2] == ["back", 0]:
            return events[start + 1 : end]
    return events


def _cut(node: Node, window: tuple[int, int], rest: Sequence[Sequence[str]]) -> None:
    """Note what was left out below a node, and by which alpha and beta."""
    node.cutoff = window
    for joint in rest:
        cut = Node(node.ply + 1, tuple(joint), None, "cut", cutoff=window)
        node.children.append(cut)
