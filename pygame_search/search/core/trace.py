"""Trace events: the steps of a search, in the same form from every tier.

An event is a JSON list:

    ["enter", ply, joint, state]      a node is visited, by joint from its parent
    ["leaf", kind, score]             it is a leaf: `terminal`, or at the `limit`
    ["deepen", depth]                 a search to this depth begins
    ["hit", flag, score]              the node is known from the table; flag is `exact`,
                                      or the score is a `lower` or an `upper` bound
    ["raise", alpha, beta]            the window has become narrower
    ["cutoff", alpha, beta, rest]     alpha >= beta: the remaining joint moves, a list,
                                      are cut off
    ["leave", score]                  the node is finished

A score is for the role of the search; max^n has a list of scores, one for each role. A
search that builds its tree level by level does not leave nodes:

    ["expand", index]                 the nodes entered next are children of that node;
                                      nodes are numbered from 0 in order of entry
    ["back", index, score]            the scores below that node are backed up to it

Proof-number search also expands nodes, and emits their proof and disproof numbers, with
`inf` for infinity:

    ["prove", threshold]              the question: is the root worth at least that?
    ["select", index]                 that node is the most-proving one
    ["proof", index, proof, disproof] the new numbers of that node
    ["repetition"]                    the state of the node entered last is repeated

A search by random games also expands nodes as its tree grows:

    ["visit", index, visits, mean]    the number of games through that node so far, and
                                      the mean of their values there
    ["proven", index, value]          the proven value of that node
    ["line", joints]                  at the end: the best line from the root

In a path search a node is a path, and its state is the end of the path in the space. An
entered path is added to the frontier; `select` removes one, and `prune`, `goal` or
`expand` follows. Only a path stopped by the bound of iterative deepening is expanded
and then pruned:

    ["cost", cost, estimate]          the cost of the path entered last, and the
                                      estimate from its end; null if not needed
    ["prune", index, reason]          `cycle`: the path visits its end twice; `reached`:
                                      a path of at most the same cost has reached it;
                                      `bound`: longer paths exceed the bound;
                                      `beyond`: its cost and estimate exceed the bound
    ["goal", index]                   that path ends in a goal

`tree` builds a tree from all events or the first few; `recording` saves them in files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pygame_search.model.decimals import unscaled
from pygame_search.support.errors import InputError, did_you_mean

Event = list[Any]
Listener = Callable[[Event], None]
Window = tuple[int, int]

#: The parts of an event of each kind, after the name of the kind.
FORMS: Mapping[str, tuple[str, ...]] = {
    "enter": ("ply", "joint", "state"),
    "leaf": ("kind", "score"),
    "deepen": ("depth",),
    "hit": ("flag", "score"),
    "raise": ("alpha", "beta"),
    "cutoff": ("alpha", "beta", "rest"),
    "leave": ("score",),
    "expand": ("index",),
    "back": ("index", "score"),
    "prove": ("threshold",),
    "select": ("index",),
    "proof": ("index", "proof", "disproof"),
    "repetition": (),
    "visit": ("index", "visits", "mean"),
    "proven": ("index", "value"),
    "line": ("joints",),
    "cost": ("cost", "estimate"),
    "prune": ("index", "reason"),
    "goal": ("index",),
}

#: The parts that are scores.
_SCORES = {"score", "alpha", "beta"}

#: A proof number and a disproof number, `inf` for an infinite one.
Proof = tuple[int | str, int | str]

#: The events that begin each search of a recording with several.
_BEGINNINGS = ("deepen", "prove")

#: The events that name a node by its number.
_OF_INDEX = tuple(kind for kind, form in FORMS.items() if form[:1] == ("index",))

#: A score for one role, or for every role.
Score = float | list[int]


def in_values(event: Event, unit: int) -> Event:
    """Return an event with its scores divided by the unit of the search.

    >>> in_values(["leaf", "limit", 15], 10)
    ['leaf', 'limit', 1.5]
    """

    def value(score: Any) -> Any:
        if isinstance(score, list):
            return [unscaled(one, unit) for one in score]
        return unscaled(score, unit)

    parts = zip(FORMS[event[0]], event[1:], strict=True)
    return [event[0], *(value(x) if name in _SCORES else x for name, x in parts)]


@dataclass(slots=True)
class Node:
    """A node of a recorded search.

    Attributes:
        ply: its distance from the root, in plies.
        joint: the joint move that leads to it; empty for the root.
        state: the number of its state; None if it was cut off or not yet visited.
        kind: `inner`, `terminal`, `limit`, `hit`, `repetition` or `cut`; `open` while
            the search has not finished it; in a path search `frontier`, `expanded`,
            `pruned` or `goal`.
        score: its score, None while it is open or if it was cut off.
        cutoff: the alpha and beta of the cut-off in it, if any; for a node that was cut
            off, those of its parent.
        children: the nodes below, in the order of the search.
        flag: of a table hit: `exact`, or the score is a `lower` or an `upper` bound.
        window: the last alpha and beta, None in a search without a window.
        current: whether the last event of an incomplete trace was about it.
        proof: its proof and disproof numbers, in proof-number search.
        visits: the number of random games through it; None before the first.
        mean: the mean of their values there.
        proven: its proven value, None if it has none.
        best: whether it is on the best line of the search, or on the path found.
        cost: the cost of the path in a path search; None in other searches.
        estimate: the estimated cost from its end to a goal; None if none is needed.
        order: its place among the expanded paths, from 1; None if it was not expanded.
        reason: why it was pruned, as in the event; else empty.
        parent: the node above; None at the root.
    """

    ply: int
    joint: tuple[str, ...]
    state: int | None
    kind: str = "inner"
    score: Score | None = None
    cutoff: Window | None = None
    children: list[Node] = field(default_factory=list)
    flag: str = "exact"
    window: Window | None = None
    current: bool = False
    proof: Proof | None = None
    visits: int | None = None
    mean: float | None = None
    proven: float | None = None
    best: bool = False
    cost: int | None = None
    estimate: int | None = None
    order: int | None = None
    reason: str = ""
    parent: Node | None = field(default=None, repr=False, compare=False)

    @property
    def sampled(self) -> bool:
        """Whether a search by random games has reported its value."""
        return self.visits is not None or self.proven is not None


def tree(
    events: Sequence[Event],
    steps: int | None = None,
    *,
    window: Window | None = None,
    role: int = 0,
) -> Node:
    """Return the tree that a search visited, from its events.

    Args:
        events: those of a search. For iterative deepening, the tree is that of the last
            finished search.
        steps: the number of events to use, at least 1; None for all. For iterative
            deepening, the tree is then that of the last search begun.
        window: the widest alpha and beta, None for a search without a window.
        role: the index of the role that the search was for.

    Raises:
        InputError: steps is below 1 or above the number of events.
        ValueError: the events are not those of a search, which must be complete if
            steps is None.
    """
    if steps is not None:
        start, end = begun_events(events, steps)
    else:
        start, end = search_events(events)
    growing = Growing(window, role)
    for number in range(start, end):
        try:
            growing.add(events[number])
        except ValueError as error:
            raise ValueError(f"event {number + 1}: {error}") from None
    if steps is not None:
        return growing.shown()
    root = growing.root
    if root is not None and (
        root.proof is not None or root.sampled or root.cost is not None
    ):
        return root
    if root is None or growing.path or root.score is None:
        raise ValueError("expected the events of a whole search")
    return root


@dataclass(slots=True)
class Growing:
    """A tree that grows event by event.

    Attributes:
        window, role: as in `tree`.
        root: None until it is visited.
        path: the open nodes, from the root to the current one; in a search level by
            level, the node whose children are entered.
        betas: the beta with which each of them was entered.
        entered: all visited nodes, in order.
        levels: whether the search goes level by level.
        last: the node that the last event was about.
        expanded: the number of expanded paths.
    """

    window: Window | None
    role: int
    root: Node | None = None
    path: list[Node] = field(default_factory=list)
    betas: list[int] = field(default_factory=list)
    entered: list[Node] = field(default_factory=list)
    levels: bool = False
    last: Node | None = None
    expanded: int = 0

    def add(self, event: Event) -> None:
        """Apply an event."""
        if event[0] in _OF_INDEX:
            self.last = self._level(event)
            return
        if event[0] == "line" and self.root is not None:
            self.last = _marked(self.root, event[1])
            return
        begins = self.root is None and event[0] == "enter"
        if not self.path and not begins:
            raise ValueError(f"expected the events of one search, found {event!r}")
        node = self.path[-1] if self.path else None
        if self.levels:
            node = self.entered[-1]
        match event:
            case ["enter", ply, joint, state]:
                node = self._enter(ply, tuple(joint), state)
            case ["leaf", kind, score] if node:
                node.kind, node.score = kind, score
            case ["repetition"] if node:
                node.kind = "repetition"
            case ["hit", flag, score] if node:
                node.kind, node.flag, node.score = "hit", flag, score
            case ["cost", cost, estimate] if node:
                node.kind, node.cost, node.estimate = "frontier", cost, estimate
            case ["cutoff", alpha, beta, rest] if node:
                _cut(node, (alpha, beta), rest)
                node.window = alpha, beta
            case ["raise", alpha, beta] if node:
                node.window = alpha, beta
                if not node.children:  # the initial window of the search
                    self.betas[-1] = beta
            case ["leave", score] if node and not self.levels:
                node.kind = "inner" if node.kind == "open" else node.kind
                node.score = score
                self.path.pop()
                self.betas.pop()
            case _:
                raise ValueError(f"expected a trace event, found {event!r}")
        self.last = node

    def _level(self, event: Event) -> Node:
        """Apply an event that names a node by its number, and return the node."""
        if not 0 <= event[1] < len(self.entered):
            raise ValueError(
                f"expected one of {len(self.entered)} nodes, found {event[1]}"
            )
        node = self.entered[event[1]]
        if event[0] == "expand":
            self.levels, self.path = True, [node]
            node.kind = "inner" if node.proof is not None else node.kind
            if node.cost is not None:
                self.expanded += 1
                node.kind, node.order = "expanded", self.expanded
        elif event[0] == "prune":
            node.kind, node.reason = "pruned", event[2]
        elif event[0] == "goal":
            node.kind = "goal"
            above: Node | None = node
            while above is not None:
                above.best, above = True, above.parent
        elif event[0] == "proof":
            node.proof = event[2], event[3]
        elif event[0] in ("visit", "proven"):
            node.kind = "inner" if node.kind == "open" else node.kind
            if event[0] == "visit":
                node.visits, node.mean = event[2], event[3]
            else:
                node.proven = event[2]
        elif event[0] == "back":
            node.kind = "inner" if node.kind == "open" else node.kind
            node.score, self.path = event[2], []
        return node

    def _enter(self, ply: int, joint: tuple[str, ...], state: int) -> Node:
        expected = self.path[0].ply + 1 if self.levels else len(self.path)
        if ply != expected:
            raise ValueError(f"expected a node at ply {expected}, found {ply}")
        window = self._window(joint)
        node = Node(ply, joint, state, "open", window=window)
        if self.path:
            self.path[-1].children.append(node)
            node.parent = self.path[-1]
        self.root = self.root or node
        self.entered.append(node)
        if not self.levels:
            self.path.append(node)
            self.betas.append(window[1] if window else 0)
        return node

    def _window(self, joint: tuple[str, ...]) -> Window | None:
        """Return the window of a new child; each choice starts with the node's beta."""
        if not self.path or self.path[-1].window is None:
            return self.window
        above = self.path[-1]
        if above.children and above.window is not None:
            choice = slice(self.role, self.role + 1)
            if above.children[-1].joint[choice] != joint[choice]:
                above.window = above.window[0], self.betas[-1]
        return above.window

    def shown(self) -> Node:
        """Return the tree, with the node of the last event marked."""
        root = self.root or Node(0, (), None, "open", window=self.window)
        (self.last or root).current = True
        return root


def shallow(root: Node, plies: int) -> None:
    """Cut off a tree at a depth in plies below its root."""
    level = [root]
    for _ in range(plies):
        level = [child for node in level for child in node.children]
    for node in level:
        node.children = []


def expanded_nodes(events: Sequence[Event]) -> list[int]:
    """Return the nodes of the space that a path search expanded, in order."""
    entered: list[int] = []
    found: list[int] = []
    for event in events:
        if event[0] == "deepen":
            entered = []
        elif event[0] == "enter":
            entered.append(event[3])
        elif event[0] == "expand":
            found.append(entered[event[1]])
    return found


def searches(events: Sequence[Event]) -> list[tuple[int, int]]:
    """Return the start and end indices of each search of a recording.

    The event that begins one of several searches is left out.
    """
    starts = [i for i, event in enumerate(events) if event[0] in _BEGINNINGS]
    ends = [*starts, len(events)][1:]
    pairs = [(start + 1, end) for start, end in zip(starts, ends, strict=False)]
    return pairs or [(0, len(events))]


def begun_events(events: Sequence[Event], steps: int) -> tuple[int, int]:
    """Return the start and end indices of the last search begun within the steps."""
    if not 1 <= steps <= len(events):
        raise InputError(f"expected a step from 1 to {len(events)}, found {steps}")
    starts = [i for i in range(steps) if events[i][0] in _BEGINNINGS]
    return (starts[-1] + 1 if starts else 0), steps


def search_events(events: Sequence[Event]) -> tuple[int, int]:
    """Return the start and end indices of the last finished search.

    The event that begins one of several searches is left out.
    """
    for start, end in reversed(searches(events)):
        if not start:  # the only one
            break
        entered = sum(event[0] == "enter" for event in events[start:end])
        left = sum(event[0] == "leave" for event in events[start:end])
        whole = events[start - 1][0] == "prove" or events[end - 1][:2] == ["back", 0]
        whole = whole or any(event[0] == "cost" for event in events[start:end])
        if entered == left or whole:
            return start, end
    return 0, len(events)


def _marked(root: Node, joints: Sequence[Sequence[str]]) -> Node:
    """Mark a line of joint moves as the best, and return the root."""
    node, root.best = root, True
    for joint in joints:
        below = [child for child in node.children if child.joint == tuple(joint)]
        if not below:
            raise ValueError(f"expected a line of the tree, found {list(joint)} in it")
        [node, *_] = below
        node.best = True
    return root


def _cut(node: Node, window: Window, rest: Sequence[Sequence[str]]) -> None:
    """Add the children that were cut off, with the alpha and beta of the cut-off."""
    node.cutoff = window
    for joint in rest:
        cut = Node(node.ply + 1, tuple(joint), None, "cut", cutoff=window, parent=node)
        node.children.append(cut)


def step_of(events: Sequence[Event], words: str) -> int:
    """Return the number of steps up to an event, named as in `cutoff` or `cutoff:3`.

    Raises:
        InputError: there is no such kind of event, or there are too few of it.
    """
    kind, colon, count = words.partition(":")
    if kind not in FORMS:
        raise InputError(
            f"no event is called {kind!r}: expected one of "
            f"{', '.join(FORMS)}{did_you_mean(kind, FORMS)}"
        )
    number = int(count) if count.isdecimal() and len(count) < 10 else 0
    if colon and not number:
        raise InputError(f"expected an event as in {kind}:3, found {words!r}")
    steps = [i for i, event in enumerate(events, 1) if event[0] == kind]
    number = number or 1
    if number > len(steps):
        raise InputError(
            f"expected an event {words}, found {len(steps) or 'none'} of the kind "
            f"among {len(events)} events"
        )
    return steps[number - 1]
