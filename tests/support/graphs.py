"""Random games on graphs, with circles: as rule text, and solved by value iteration.

The nodes are numbers. A node is an end, or one role chooses where to go, or two choose
at once. What is written here knows nothing of the package: it is the independent check.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import inf

#: For each choice of the role that is asked, where its answers lead.
Choices = list[list[int]]


@dataclass(frozen=True)
class Graph:
    """A random game: what each node is worth to each role, or where it leads."""

    roles: tuple[str, ...]
    worths: dict[int, tuple[int, ...]]
    arcs: dict[int, tuple[int, list[int]]]
    joint: dict[int, tuple[tuple[int, int], list[list[int]]]]

    @property
    def text(self) -> str:
        """The rules."""
        lines = [f"role({role})." for role in self.roles]
        lines += [
            "init(at(0)).",
            "legal(P, go(M)) :- true(at(N)), owner(N, P), arc(N, M).",
            "legal(P, pick(I)) :- true(at(N)), first(N, P), leads(N, I, _, _).",
            "legal(P, pick(J)) :- true(at(N)), second(N, P), leads(N, _, J, _).",
            "next(at(M)) :- does(_, go(M)).",
            "next(at(M)) :- true(at(N)), first(N, P), second(N, Q), does(P, pick(I)),"
            " does(Q, pick(J)), leads(N, I, J, M).",
            "terminal :- true(at(N)), worth(N, _, _).",
            "goal(P, V) :- true(at(N)), worth(N, P, V).",
            "owner(none, none). arc(none, none). first(none, none).",
            "second(none, none). leads(none, none, none, none).",
        ]
        for node, worths in self.worths.items():
            for role, worth in zip(self.roles, worths, strict=True):
                lines.append(f"worth({node}, {role}, {worth}).")
        for node, (owner, nodes) in self.arcs.items():
            lines.append(f"owner({node}, {self.roles[owner]}).")
            lines += [f"arc({node}, {after})." for after in dict.fromkeys(nodes)]
        for node, ((one, two), rows) in self.joint.items():
            lines.append(f"first({node}, {self.roles[one]}).")
            lines.append(f"second({node}, {self.roles[two]}).")
            for i, row in enumerate(rows):
                lines += [
                    f"leads({node}, {i}, {j}, {after})." for j, after in enumerate(row)
                ]
        return "\n".join(lines) + "\n"

    def choices(self, node: int, role: int) -> Choices:
        """Return what the choices of a role lead to, none at the end."""
        if node in self.arcs:
            owner, nodes = self.arcs[node]
            return [[after] for after in nodes] if owner == role else [nodes]
        if node in self.joint:
            (one, two), rows = self.joint[node]
            if role == one:
                return rows
            columns = [list(column) for column in zip(*rows, strict=True)]
            if role == two:
                return columns
            return [[after for row in rows for after in row]]
        return []

    def reached(self) -> list[int]:
        """Return the nodes that can be reached, the first one first."""
        found = [0]
        for node in found:
            for answers in self.choices(node, 0):
                found += [
                    after for after in dict.fromkeys(answers) if after not in found
                ]
        return found

    def limit(self, role: int, start: float) -> dict[int, float]:
        """Return what the nodes are worth when endless play is worth `start`."""
        nodes = self.reached()
        worth = {node: self.own(node, role, start) for node in nodes}
        for _ in range(len(nodes) * 8):
            worth = {
                node: max(min(worth[a] for a in answers) for answers in choices)
                if (choices := self.choices(node, role))
                else worth[node]
                for node in nodes
            }
        return worth

    def own(self, node: int, role: int, start: float) -> float:
        """Return the worth of an end, or `start`."""
        return self.worths[node][role] if node in self.worths else start

    def values(self, role: int, draw: int | None) -> dict[int, int | None]:
        """Return what the nodes are worth."""
        floors, ceilings = self.limit(role, -inf), self.limit(role, inf)
        ends = [worths[role] for worths in self.worths.values()]
        found: dict[int, int | None] = {}
        for node in self.reached():
            floor = max(floors[node], min(ends))
            ceiling = min(ceilings[node], max(ends))
            if floor == ceiling:
                found[node] = int(floor)
            else:
                found[node] = (
                    None if draw is None else int(sorted((floor, draw, ceiling))[1])
                )
        return found

    def endless(self) -> bool:
        """Return whether play can go on for ever."""
        going = set(self.reached())
        while True:
            left = {
                node
                for node in going
                if any(a in going for answers in self.choices(node, 0) for a in answers)
            }
            if left == going:
                return bool(going)
            going = left


def random_graph(source: random.Random, *, roles: int = 2, back: float = 0.3) -> Graph:
    """Return a random game.

    Args:
        source: of the random numbers.
        roles: how many; with two, goals add up to 0.
        back: how likely an arc is to lead back.
    """
    size = source.randint(4, 14)
    ends = range(size, size + source.randint(2, 5))
    names = ("left", "right", "middle")[:roles]
    scale = source.choice([(-1, 1), (-1, 0, 1), (-3, -1, 0, 2, 3)])
    worths: dict[int, tuple[int, ...]]
    if roles == 2:
        mine = [source.choice(scale) for _ in ends]
        mine[0], mine[1] = scale[0], scale[-1]
        worths = {end: (worth, -worth) for end, worth in zip(ends, mine, strict=True)}
    else:
        worths = {end: tuple(source.choice(scale) for _ in names) for end in ends}
        worths[ends[0]], worths[ends[1]] = (scale[0],) * roles, (scale[-1],) * roles

    def onward(node: int) -> int:
        if source.random() < back:
            return source.randrange(0, node + 1)
        return source.randrange(node + 1, ends[-1] + 1)

    arcs, joint = {}, {}
    for node in range(size):
        if source.random() < 0.25:
            pair = source.sample(range(roles), 2)
            rows = [[onward(node) for _ in range(2)] for _ in range(2)]
            joint[node] = (pair[0], pair[1]), rows
        else:
            after = {onward(node) for _ in range(source.randint(1, 3))}
            arcs[node] = source.randrange(roles), sorted(after)
    return Graph(names, worths, arcs, joint)


def distances(
    graph: Graph, role: int, worth: dict[int, int | None], *, draw: int | None, low: int
) -> dict[int, int | None]:
    """Return the distances that the definition gives, as a least fixpoint.

    Args:
        graph: the game.
        role: whose.
        worth: what the nodes are worth to it.
        draw: what endless play is worth, None also where there is none.
        low: the lowest value of the rules.
    """
    found: dict[int, int | None] = {
        node: 0 if node in graph.worths else None for node in worth
    }
    for _ in range(len(worth) + 1):
        for node, value in worth.items():
            if node in graph.worths or value is None or value == draw:
                continue
            others = value == low or (draw is not None and value < draw)
            options = []
            for answers in graph.choices(node, role):
                if min(_order(worth[a], value) for a in answers) < 0:
                    continue
                kept = [found[a] for a in answers if worth[a] == value]
                if not kept:
                    continue
                known = [plies for plies in kept if plies is not None]
                if others:
                    options.append(min(known) if known else inf)
                else:
                    options.append(max(known) if len(known) == len(kept) else inf)
            if options:
                best = max(options) if others else min(options)
                found[node] = None if best == inf else int(best) + 1
    return found


def _order(worth: int | None, value: int) -> int:
    return 0 if worth is None else worth - value
