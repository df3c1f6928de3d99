"""Count the nodes of a game tree, level by level; the twin of `logic/perft.pl`."""

from __future__ import annotations

from dataclasses import dataclass

from pygame_search.errors import InputError, TierError
from pygame_search.game import State
from pygame_search.machine import KnowledgeBase, StateMachine


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a game tree.

    Attributes:
        depth: its distance from the root, in plies.
        nodes: the number of joint-move paths that long, terminal states not expanded.
        terminal: how many of them end in a terminal state.
    """

    depth: int
    nodes: int
    terminal: int


def perft(
    state: State,
    depth: int,
    *,
    tier: str = "clauses",
    seconds: float | None = None,
) -> tuple[Level, ...]:
    """Return the levels 1 to depth below a state, fewer when the games end before.

    Raises:
        InputError: an unknown tier, or a depth below 1.
        LimitError: the time was over.
    """
    if depth < 1:
        raise InputError(f"expected a depth of at least 1 ply, found {depth}")
    if tier == "native":
        raise TierError("the native tier is not built yet: use clauses or procedural")
    if tier == "clauses":
        bounds = {} if seconds is None else {"seconds": seconds}
        reply = state.game.ask("perft", state=state.number, depth=depth, **bounds)
        return tuple(Level(*level) for level in reply["levels"])
    if tier != "procedural":
        raise InputError(f"no tier {tier!r}: expected clauses, procedural or native")
    nodes, terminal = [0] * depth, [0] * depth
    machine = KnowledgeBase(state.game)
    if not machine.expand(state.number).terminal:
        walk(machine, state.number, nodes, terminal, 0)
    return tuple(
        Level(ply + 1, n, t)
        for ply, (n, t) in enumerate(zip(nodes, terminal, strict=True))
        if n
    )


def walk(
    machine: StateMachine, state: int, nodes: list[int], terminal: list[int], ply: int
) -> None:
    """Count the successors of a state, and theirs, in nodes and terminal."""
    for successor in machine.expand(state).successors:
        nodes[ply] += 1
        last = ply + 1 == len(nodes)
        node = machine.look(successor) if last else machine.expand(successor)
        if node.terminal:
            terminal[ply] += 1
        elif not last:
            walk(machine, successor, nodes, terminal, ply + 1)
