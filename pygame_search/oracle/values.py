"""What states are worth, computed anew: by how long play may last.

docs/certificates.md says what values and distances mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, TypeAlias

from pygame_search.oracle.interpreter import (
    BUILT_IN,
    Oracle,
    State,
    arguments,
    ground,
    matched,
    relation,
)
from pygame_search.oracle.terms import Term, Var, variables

Joint: TypeAlias = "tuple[Term, ...]"
#: A value, and the plies to the end; plies are below 0 where few of them are better.
Rank: TypeAlias = "tuple[float, float]"


def named_goals(oracle: Oracle, role: Term) -> set[int]:
    """Return the goal values that the rules name for a role, none if not all are.

    A rule names its value, or has it from the first of its literals that asks for it
    and for no state.
    """
    named: set[Any] = set()
    for head, body in oracle.rules.get(("goal", 2), []):
        for env in matched(arguments(head)[0], role, {}):
            value, ways = arguments(head)[1], [env]
            if isinstance(value, Var):
                sources = [
                    atom
                    for atom in body
                    if value in variables(atom) and relation(atom) not in BUILT_IN
                    and not {relation(atom), *oracle.depends(relation(atom))}
                    & {("true", 1), ("does", 2)}
                ]  # fmt: skip
                ways = oracle.ways(sources[0], env) if sources else [{}]
            named |= {ground(value, way) for way in ways}
    return named if all(isinstance(value, int) for value in named) else set()


@dataclass(frozen=True, slots=True)
class Node:
    """A state: what follows each joint move, none at an end; there the goals."""

    after: Mapping[Joint, State]
    goals: Mapping[Term, int]

    def choices(self, index: int) -> dict[Term, list[State]]:
        """Return what may follow each move of a role."""
        found: dict[Term, list[State]] = {}
        for joint, state in self.after.items():
            found.setdefault(joint[index], []).append(state)
        return found


Nodes: TypeAlias = "dict[State, Node]"


@dataclass(frozen=True, slots=True)
class Judged:
    """What states are worth to a role.

    Attributes:
        floors: what the role can force the end to be worth, as soon as it can.
        ceilings: what the others can hold it down to, as late as the role can make it.
        low, high: the lowest and the highest goal that the rules name; infinite where
            they name one alone, or none.
        only: the goal that they name alone.
        draw: what play without end is worth; None where no rule says.
        endless: whether there may be such play.
    """

    floors: Mapping[State, Rank]
    ceilings: Mapping[State, Rank]
    low: float
    high: float
    only: int | None
    draw: int | None
    endless: bool

    def hurried(self, value: float | None) -> bool:
        """Return whether the others bring the end about where that is the value."""
        below = self.draw is not None and self.endless
        return value is not None and (
            value == self.low or (below and value < (self.draw or 0))
        )

    def worth(self, state: State, is_end: bool) -> tuple[int | None, int | None]:
        """Return the value and the distance; None for neither."""
        (floor, soon), (ceiling, late) = self.floors[state], self.ceilings[state]
        drawn = self.endless and self.draw is not None
        if drawn:
            value = sorted((floor, self.draw or 0, ceiling))[1]
        elif floor in (ceiling, self.only):
            value = floor
        else:
            return None, None
        if is_end:
            return int(value), 0
        if drawn and value == self.draw:
            return int(value), None
        return int(value), int(late if self.hurried(value) else -soon)

    def keeps(self, state: State, answers: list[State], value: int | None) -> bool:
        """Return whether a move is among the best of a state."""
        floor = min(self.floors[answer] for answer in answers)
        ceiling = min(self.ceilings[answer] for answer in answers)
        if value is None:  # it must keep off what is worse than endless play
            return ceiling[0] >= self.ceilings[state][0]
        if self.endless and value == self.draw:
            return sorted((floor[0], self.draw, ceiling[0]))[1] >= value
        if self.hurried(value):
            return (ceiling[0], ceiling[1] + 1) == self.ceilings[state]
        return (floor[0], floor[1] - 1) == self.floors[state]


def settled(nodes: Nodes, role: Term, index: int, start: float, sign: int) -> Any:
    """Return the rank of each state: first as if play stopped there, then ply by ply.

    Args:
        nodes: the states.
        role: whose goals.
        index: of the role.
        start: what play is worth that does not end.
        sign: -1 where the role hurries, 1 where the others do.
    """
    ranks: dict[State, Rank] = {}
    for state, node in nodes.items():
        ranks[state] = (start, sign * inf) if node.after else (node.goals[role], 0)
    choices = {s: [*n.choices(index).values()] for s, n in nodes.items() if n.after}
    changed = True
    while changed:
        changed = False
        for state, moves in choices.items():
            value, plies = max(min(ranks[s] for s in answers) for answers in moves)
            if ranks[state] != (value, plies + sign):
                ranks[state] = value, plies + sign
                changed = True
    return ranks


def longest_play(nodes: Nodes, root: State) -> int | None:
    """Return how long play can last, None where for ever."""
    known: dict[State, int] = {}
    before = -1
    while before < len(known):
        before = len(known)
        for state, node in nodes.items():
            lengths = [known.get(after, -1) for after in node.after.values()]
            if state not in known and -1 not in lengths:
                known[state] = 1 + max(lengths, default=-1)
    return known.get(root)
