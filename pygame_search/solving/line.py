"""A line of best play, read from a solution without a search.

The role plays the moves of the solution. The others reply so that its value stays what
it is, and its distance from the end falls by one ply with each move. Where the solution
has no distance, the line ends when a state comes again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from pygame_search.game import State
from pygame_search.solving.solution import Entry, Solution

#: What a solution says of states, by their fluents; tiers have these in other orders.
Known: TypeAlias = Mapping[frozenset[str], Entry]

#: The most states of a solution that are read for a line.
MOST = 50_000


@dataclass(frozen=True, slots=True)
class Line:
    """A line of best play.

    Attributes:
        states: the states, the first that of the solution.
        moves: the joint moves between them.
        entries: what the solution says of each state; None where it says nothing.
    """

    states: tuple[State, ...]
    moves: tuple[tuple[str, ...], ...]
    entries: tuple[Entry | None, ...]


def line(found: Solution, state: State) -> Line:
    """Return a line of best play; without entries, the state alone.

    If the value is that of endless play, the line is the cycle of the solution.

    Args:
        found: a solution with at most MOST states.
        state: the position that was solved.
    """
    known: Known = {}
    if found.entries is not None:
        known = {frozenset(facts): entry for facts, entry in found.entries()}
    root = known.get(frozenset(state.facts))
    if found.cycle is not None and (root is None or root.distance is None):
        moves = list(found.cycle)
        states = [state]
        for joint in moves:
            states.append(states[-1].play_joint(joint))
    else:
        states, moves = [state], []
        for joint, after in _steps(found, known, state):
            moves.append(joint)
            states.append(after)
    entries = [known.get(frozenset(one.facts)) for one in states]
    return Line(tuple(states), tuple(moves), tuple(entries))


def _steps(
    found: Solution, known: Known, state: State
) -> Iterator[tuple[tuple[str, ...], State]]:
    met = {state}
    while not state.terminal:
        entry = known.get(frozenset(state.facts))
        if entry is None:
            return
        step = _best(found, known, state, entry)
        if step is None:
            return
        yield step
        state = step[1]
        if state in met:
            return
        met.add(state)


def _best(
    found: Solution,
    known: Known,
    state: State,
    entry: Entry,
) -> tuple[tuple[str, ...], State] | None:
    """Return the first joint move that keeps the value and takes one ply; or none."""
    role = state.game.roles.index(found.role)
    left = None if entry.distance is None else entry.distance - 1
    joints = product(*state.legal.values())
    for joint, (_, after) in zip(joints, state.successors, strict=True):
        if entry.move not in (None, joint[role]):
            continue
        then = known.get(frozenset(after.facts))
        if then is not None and (then.value, then.distance) == (entry.value, left):
            return joint, after
    return None
