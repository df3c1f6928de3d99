"""Symmetries of the rules: which fluents and moves can be exchanged.

The ground rules are a graph: each rule is a vertex that is joined to its head and its
literals. An automorphism of the graph that keeps the kinds of the vertices maps fluents
to fluents and moves of a role to moves of the role, and every rule to a rule. So it
maps each state to one with the same value. igraph finds the automorphisms, by the
program Bliss (T. Junttila and P. Kaski 2007).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from pygame_search.network.lift.rules import OpenRules
from pygame_search.network.network import Network

#: The most symmetries that are listed, with the identity.
MOST = 16


class Symmetry(NamedTuple):
    """A symmetry of the rules.

    Attributes:
        fluents: the fluent that each becomes, by their numbers in the network.
        moves: the move that each becomes.
    """

    fluents: tuple[int, ...]
    moves: tuple[int, ...]


class Group(NamedTuple):
    """Symmetries that make no others of each other.

    Attributes:
        symmetries: the identity first.
        whole: whether they are all that there are.
    """

    symmetries: tuple[Symmetry, ...]
    whole: bool


def symmetries(
    rules: OpenRules, network: Network, most_rules: int | None = None
) -> Group:
    """Return at most `MOST` symmetries of the rules.

    Args:
        rules: the rules that vary.
        network: made of the same rules; it has the roles of the moves.
        most_rules: with more rules the identity alone is returned.
    """
    group = [Symmetry(tuple(range(len(rules.true))), tuple(range(len(rules.does))))]
    if most_rules is not None and len(rules.heads) > most_rules:
        return Group(tuple(group), whole=False)
    whole = True
    for generator in dict.fromkeys(_generators(rules, network)):
        larger = _closed([*group, generator])
        if larger is None:
            whole = False
        else:
            group = larger
    return Group(tuple(group), whole)


def _closed(some: Iterable[Symmetry]) -> list[Symmetry] | None:
    """Return the group of some symmetries, None if it is too large."""
    generators = list(some)
    found = dict.fromkeys(generators)
    waiting = list(generators)
    while waiting:
        one = waiting.pop()
        for other in generators:
            both = Symmetry(
                tuple(other.fluents[fluent] for fluent in one.fluents),
                tuple(other.moves[move] for move in one.moves),
            )
            if both not in found:
                found[both] = None
                waiting.append(both)
        if len(found) > MOST:
            return None
    return list(found)


def _generators(rules: OpenRules, network: Network) -> list[Symmetry]:
    """Return symmetries of which all others are made."""
    from igraph import Graph  # type: ignore[import-untyped]

    graph = _Vertices()
    atoms = _atoms(rules, network, graph)
    _add_rules(rules, graph, atoms)
    colors = {kind: at for at, kind in enumerate(dict.fromkeys(graph.kinds))}
    made = Graph(n=len(graph.kinds), edges=graph.edges)
    found = made.automorphism_group(color=[colors[kind] for kind in graph.kinds])
    fluents = [atoms[atom] for atom in rules.true.tolist()]
    moves = [atoms[atom] for atom in rules.does.tolist()]
    return [
        Symmetry(_restricted(image, fluents), _restricted(image, moves))
        for image in found
    ]


def _restricted(image: Sequence[int], vertices: Sequence[int]) -> tuple[int, ...]:
    """Return which of some vertices each of them becomes."""
    number = {vertex: at for at, vertex in enumerate(vertices)}
    return tuple(number[image[vertex]] for vertex in vertices)


class _Vertices:
    """A graph that is being made.

    Attributes:
        kinds: of each vertex, which an automorphism keeps.
        edges: pairs of vertices.
    """

    def __init__(self) -> None:
        self.kinds: list[Hashable] = []
        self.edges: list[tuple[int, int]] = []

    def add(self, kind: Hashable, *joined: int) -> int:
        """Add a vertex; return its number."""
        vertex = len(self.kinds)
        self.kinds.append(kind)
        self.edges += [(vertex, other) for other in joined]
        return vertex


def _atoms(rules: OpenRules, network: Network, graph: _Vertices) -> dict[int, int]:
    """Add the atoms; return the vertex of each."""
    atoms: dict[int, int] = {}

    def atom(number: int, kind: Hashable) -> int:
        if number not in atoms:
            atoms[number] = graph.add(kind)
        return atoms[number]

    for true, after in zip(rules.true.tolist(), rules.next.tolist(), strict=True):
        graph.add("fluent", atom(true, "true"), atom(after, "next"))
    for move, (does, legal) in enumerate(
        zip(rules.does.tolist(), rules.legal.tolist(), strict=True)
    ):
        role = network.moves[move][0]
        graph.add("move", atom(does, ("does", role)), atom(legal, ("legal", role)))
    for number in [*rules.heads.tolist(), *abs(rules.literals).tolist()]:
        atom(number, "atom")
    for name, found in rules.outputs.items():
        marked: dict[Hashable, list[int]] = {}
        for instance, number in zip(found.arguments, found.atoms, strict=True):
            marked.setdefault(instance, []).append(number)
        for kind, numbers in marked.items():
            inside = [atoms[number] for number in numbers if number in atoms]
            always = len(numbers) - len(inside)
            graph.add((name, kind, always), *inside)
    return atoms


def _add_rules(rules: OpenRules, graph: _Vertices, atoms: dict[int, int]) -> None:
    """Add the rules: for each a vertex with its literals, and one with its head."""
    negative: dict[int, int] = {}
    starts, literals = rules.starts.tolist(), rules.literals.tolist()
    for rule, (head, bound) in enumerate(
        zip(rules.heads.tolist(), rules.bounds.tolist(), strict=True)
    ):
        body = graph.add(("body", bound))
        graph.add("head", body, atoms[head])
        for literal, times in Counter(
            literals[starts[rule] : starts[rule + 1]]
        ).items():
            vertex = atoms[abs(literal)]
            if literal < 0:
                if literal not in negative:
                    negative[literal] = graph.add("not", vertex)
                vertex = negative[literal]
            if times > 1 and bound >= 0:
                vertex = graph.add(("times", times), vertex)
            graph.edges.append((body, vertex))
