"""Two state spaces walked in step, node by node from the start.

Nodes correspond by their terms, with the correspondence of names. Both files must agree
on each node: its arcs with their costs, and whether it is a goal. An estimate may
differ from the reference's if it is admissible wherever the reference's is, that is,
never more than the cost of the cheapest path to a goal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from heapq import heapify, heappop, heappush

from pygame_search.game import Game
from pygame_search.grading.renaming import (
    NONE,
    Renaming,
    extended,
    renamed,
    tokens,
)
from pygame_search.grading.walk import InStep
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.support.clock import Clock
from pygame_search.support.errors import InputError


class _Side:
    """The nodes of a space by their texts."""

    def __init__(self, game: Game, *, informed: bool) -> None:
        self.game = game
        self._machine = ClauseMachine(game, memo=True)
        self._has_estimates = informed
        self._texts: dict[int, str] = {}
        self.start = self._machine.start()

    def text(self, node: int) -> str:
        """Return the term of a node."""
        if node not in self._texts:
            self._texts[node] = self.game.node_text(node)
        return self._texts[node]

    def arcs(self, node: int) -> dict[int, list[int]]:
        """Return the costs of the arcs to each neighbour."""
        found: dict[int, list[int]] = {}
        for _, after, cost in self._machine.neighbours(node):
            found.setdefault(after, []).append(cost)
        return {after: sorted(costs) for after, costs in found.items()}

    def is_goal(self, node: int) -> bool:
        """Return whether a node is a goal."""
        return self._machine.is_goal(node)

    def estimate(self, node: int) -> int | None:
        """Return the estimate of a node; None without one."""
        if not self._has_estimates:
            return None
        try:
            return self._machine.estimate(node)
        except InputError:  # h gives no estimate for this node
            return None


def spaces_in_step(
    hand_in: Game,
    reference: Game,
    *,
    names: Renaming = NONE,
    nodes: int,
    clock: Clock,
) -> InStep:
    """Return the result of walking two state spaces in step.

    Args:
        hand_in: the space to compare.
        reference: the space that it should equal.
        names: names in the hand-in, with the names for them in the reference; other
            differences of names are found from the arcs.
        nodes: the most nodes to compare.
        clock: when to stop.
    """
    informed = reference.has_estimate and hand_in.has_estimate
    return _Spaces(
        _Side(hand_in, informed=informed), _Side(reference, informed=informed), names
    ).walked(nodes, clock)


class _Spaces:
    def __init__(self, hand_in: _Side, reference: _Side, names: Renaming) -> None:
        self._ours, self._theirs, self._known = hand_in, reference, dict(names)
        self._found = InStep()
        #: The path from the start to each node that was reached, as its last arc.
        self._came: dict[int, int | None] = {}

    def walked(self, most: int, clock: Clock) -> InStep:
        found = self._found
        start = self._ours.start, self._theirs.start
        mine, other = self._ours.text(start[0]), self._theirs.text(start[1])
        if not {*tokens(mine)} & {*tokens(self._theirs.game.book.text)}:
            self._learn([mine], [other])  # a name in both files means the same
        self._came[start[0]] = None
        right = self._called(start[0]) == other
        if not self._note("start", right, start[0], mine, other):
            return found
        pairs: dict[int, int] = {start[1]: start[0]}
        waiting = deque([start])
        while waiting and found.positions < most and not clock.over:
            ours, theirs = waiting.popleft()
            for after, own in self._node(ours, theirs).items():
                if after not in pairs:
                    pairs[after] = own
                    self._came.setdefault(own, ours)
                    waiting.append((own, after))
        found.complete = not waiting
        found.late = not found.complete and clock.over
        if self._theirs.game.has_estimate:
            self._estimates(pairs)
        found.names = {a: b for a, b in self._known.items() if a != b}
        return found

    def _node(self, ours: int, theirs: int) -> dict[int, int]:
        """Compare a node; return the neighbours that both have."""
        found = self._found
        found.positions += 1
        mine, others = self._ours.arcs(ours), self._theirs.arcs(theirs)
        self._learn(map(self._ours.text, mine), map(self._theirs.text, others))
        own = {self._called(node): node for node in mine}
        names = {self._theirs.text(node): node for node in others}
        extra, missing = own.keys() - names.keys(), names.keys() - own.keys()
        self._note(
            "arcs", not extra and not missing, ours, _listed(extra, own),
            _listed(missing, names),
        )  # fmt: skip
        both = own.keys() & names.keys()
        costs = {n: (mine[own[n]], others[names[n]]) for n in sorted(both)}
        wrong = [name for name, (one, two) in costs.items() if one != two]
        if both:
            one, two = costs[(wrong or [*costs])[0]]
            to = f"to {wrong[0]}: " if wrong else ""
            self._note("costs", not wrong, ours, f"{to}{one}", f"{to}{two}")
        goals = self._ours.is_goal(ours), self._theirs.is_goal(theirs)
        words = ("it is no goal", "it is a goal")
        self._note(
            "goals", goals[0] == goals[1], ours, words[goals[0]], words[goals[1]]
        )
        return {names[name]: own[name] for name in both}

    def _estimates(self, pairs: Mapping[int, int]) -> None:
        """Compare the estimates of nodes; admissible ones may differ."""
        if not self._ours.game.has_estimate:
            self._note("estimates", False, self._ours.start, "none", "an estimate")
            return
        least = self._least_costs(pairs) if self._found.complete else {}
        admissible = self._found.complete and all(
            (self._theirs.estimate(node) or 0) <= least.get(node, _FAR)
            for node in pairs
        )
        for theirs, ours in pairs.items():
            mine, other = self._ours.estimate(ours), self._theirs.estimate(theirs)
            fits = admissible and mine is not None and mine <= least.get(theirs, _FAR)
            says = "none" if mine is None else f"{mine}"
            if admissible and mine is not None and not fits:
                says += f", and the cheapest path to a goal costs {least[theirs]}"
            self._note("estimates", mine == other or fits, ours, says, f"{other}")

    def _least_costs(self, pairs: Mapping[int, int]) -> dict[int, int]:
        """Return the cost of the cheapest path from each node to a goal."""
        before: dict[int, list[tuple[int, int]]] = {}
        for node in pairs:
            for after, costs in self._theirs.arcs(node).items():
                before.setdefault(after, []).append((costs[0], node))
        frontier = [(0, node) for node in pairs if self._theirs.is_goal(node)]
        heapify(frontier)
        least: dict[int, int] = {}
        while frontier:
            cost, node = heappop(frontier)
            if node not in least:
                least[node] = cost
                for step, other in before.get(node, ()):
                    heappush(frontier, (cost + step, other))
        return least

    def _called(self, node: int) -> str:
        """Return the reference's name for a node of the hand-in."""
        return renamed(self._ours.text(node), self._known)

    def _learn(self, ours: Iterable[str], theirs: Iterable[str]) -> None:
        """Find the counterparts of new names."""
        mine, others = [*ours], [*theirs]
        if {renamed(text, self._known) for text in mine} != {*others}:
            grown = next(extended(mine, others, self._known), None)
            if grown is not None:
                self._known.update(grown)

    def _note(self, item: str, right: bool, node: int, ours: str, theirs: str) -> bool:
        path = partial(self._path, node)
        goal = f"is_goal({self._ours.text(node)})" if item == "goals" else ""
        return self._found.note(item, right, path, lambda: (ours, theirs, goal))

    def _path(self, node: int | None) -> tuple[str, ...]:
        """Return the nodes from the start to a node, without the start."""
        path: list[str] = []
        while node is not None and self._came[node] is not None:
            path.append(self._ours.text(node))
            node = self._came[node]
        return tuple(reversed(path))


#: More than the cost of any path.
_FAR = 1 << 60


def _listed(some: Collection[str], nodes: Mapping[str, int]) -> str:
    shown = sorted(some or nodes)
    words = ", ".join(shown[:5]) + (", ..." if len(shown) > 5 else "")
    return f"arcs to {words or 'no node'}{', which the other lacks' if some else ''}"
