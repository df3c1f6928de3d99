"""Symmetries of the rules: which fluents and moves can be exchanged.

The ground rules are a graph: each rule is a vertex that is joined to its head and its
literals. An automorphism of the graph that keeps the kinds of the vertices maps fluents
to fluents and moves of a role to moves of the role, and every rule to a rule. So it
maps each state to one with the same value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from pygame_search.network.lift.automorphisms import automorphisms
from pygame_search.network.lift.rules import Body, OpenRules, bodies_of
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
        whole: whether they are all that there are; None if it is unknown, as the
            search for them reached its limits.
    """

    symmetries: tuple[Symmetry, ...]
    whole: bool | None


def symmetries(rules: OpenRules, network: Network) -> Group:
    """Return at most `MOST` symmetries of the rules.

    Args:
        rules: the rules that vary.
        network: made of the same rules; it has the roles of the moves.
    """
    group = [Symmetry(tuple(range(len(rules.true))), tuple(range(len(rules.does))))]
    generators = _generators(rules, network)
    if generators is None:
        return Group(tuple(group), whole=None)
    whole = True
    for generator in dict.fromkeys(generators):
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


def _generators(rules: OpenRules, network: Network) -> list[Symmetry] | None:
    """Return symmetries of which all others are made, None if that takes too long."""
    graph = _Vertices()
    bodies = bodies_of(rules)
    same = _same(rules, bodies)
    atoms = _atoms(rules, network, same, graph)
    _add_rules(bodies, same, graph, atoms)
    colors = {kind: at for at, kind in enumerate(dict.fromkeys(graph.kinds))}
    found = automorphisms([colors[kind] for kind in graph.kinds], graph.edges)
    if found is None:
        return None
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


def _same(rules: OpenRules, bodies: Mapping[int, Iterable[Body]]) -> list[int]:
    """Return for each atom one that always has its value; of those it is the first.

    They have the same rules. Without this each such pair would be a symmetry.
    """
    outputs = (atom for found in rules.outputs.values() for atom in found.atoms)
    named = {*rules.true.tolist(), *rules.does.tolist(), *rules.next.tolist()}
    named |= {*rules.legal.tolist(), *rules.noisy.tolist(), *outputs}
    inner = [atom for atom in sorted(bodies) if atom not in named]
    same = list(range(rules.atoms + 1))
    changed = True
    while changed:
        changed = False
        first = dict[frozenset[Body], int]()
        for atom in inner:
            atoms = frozenset(_renamed(body, same) for body in bodies[atom])
            other = first.setdefault(atoms, atom)
            if same[atom] != other:
                same[atom] = other
                changed = True
    return same


def _renamed(body: Body, same: Sequence[int]) -> Body:
    bound, literals = body
    renamed = [same[at] if at > 0 else -same[-at] for at in literals]
    return bound, tuple(sorted(set(renamed) if bound < 0 else renamed))


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


def _atoms(
    rules: OpenRules, network: Network, same: Sequence[int], graph: _Vertices
) -> dict[int, int]:
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
    for does, noisy in zip(rules.does.tolist(), rules.noisy.tolist(), strict=False):
        graph.add("noise", atom(does, "move"), atom(noisy, "noisy"))
    for number in [*rules.heads.tolist(), *abs(rules.literals).tolist()]:
        atom(same[number], "atom")
    for name, found in rules.outputs.items():
        if name == "noisy":
            continue  # which the moves themselves tell
        marked: dict[Hashable, list[int]] = {}
        for instance, number in zip(found.arguments, found.atoms, strict=True):
            marked.setdefault(instance, []).append(number)
        for kind, numbers in marked.items():
            inside = [atoms[number] for number in numbers if number in atoms]
            always = len(numbers) - len(inside)
            graph.add((name, kind, always), *inside)
    return atoms


def _add_rules(
    bodies: Mapping[int, Iterable[Body]],
    same: Sequence[int],
    graph: _Vertices,
    atoms: Mapping[int, int],
) -> None:
    """Add the rules: for each a vertex with its literals, and one with its head."""
    negative: dict[int, int] = {}

    def vertex(literal: int, times: int) -> int:
        found = atoms[abs(literal)]
        if literal < 0:
            if literal not in negative:
                negative[literal] = graph.add("not", found)
            found = negative[literal]
        return found if times == 1 else graph.add(("times", times), found)

    for head in bodies:
        if same[head] != head:
            continue
        for bound, literals in dict.fromkeys(_renamed(b, same) for b in bodies[head]):
            counted = Counter(literals).items()
            joined = [vertex(literal, times) for literal, times in counted]
            body = graph.add(("body", bound), *joined)
            graph.add("head", body, atoms[head])
