"""A node of the tree that random games grow."""

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
        bounds: what is certain of it.
        node: all about it, None before it is expanded.
        visits: how many simulations went through it since.
        counts: for each role and move how many of these chose it.
        sums: for each role and move the sum of the role's goals in these.
        rows: for each role and move the answers of the others.
        lows, highs: for each role and move what it is worth at least and at most.
        children: the nodes of joint moves, those that were visited or are terminal.
        exact: the values after the best of the moves that are proven, where one role
            alone chooses and is sure of no more; else None.
        plies: how long a proven game lasts at most.
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
