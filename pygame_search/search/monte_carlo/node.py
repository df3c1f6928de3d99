"""A node of a tree grown by random games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pygame_search.machine.machine import Expansion
from pygame_search.search.monte_carlo.bounds import Bounds, Outcomes, Value

Values = Sequence[Value]


@dataclass(slots=True, eq=False)
class Node:
    """A state in the tree.

    Attributes:
        state: its number.
        bounds: the proven bounds of its values.
        node: its expansion, None before it is expanded.
        visits: the number of simulations through it since then.
        counts: for each role and move the number of these that chose it.
        sums: for each role and move the sum of the role's goals in these.
        rows: for each role and move the answers of the others.
        lows, highs: for each role and move the bounds of its value.
        children: the nodes of the joint moves that were visited or end the game.
        exact: if only one role has a choice, the values of its best proven move among
            those that reach its lower bound; else None.
        plies: the most plies to the end, if its values are proven.
    """

    state: int
    bounds: Bounds
    node: Expansion | None = None
    visits: int = 0
    counts: list[list[int]] = field(default_factory=list)
    sums: list[list[float]] = field(default_factory=list)
    rows: tuple[list[list[Outcomes]], ...] = ()
    lows: list[list[Value]] = field(default_factory=list)
    highs: list[list[Value]] = field(default_factory=list)
    children: dict[int, Node] = field(default_factory=dict)
    exact: Values | None = None
    plies: int | None = None
