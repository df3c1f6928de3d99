"""The values of states, computed anew for longer and longer play.

docs/certificates.md defines values and distances.
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
#: A value and the plies to the end, which are negative where fewer are better.
Rank: TypeAlias = "tuple[float, float]"


def named_goals(oracle: Oracle, role: Term) -> set[int]:
    """Return the goal values that the rules name for a role; none if one is not named.

    A rule states its value, or takes it from its first literal that has the value and
    does not depend on the state.
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


def declared_worths(oracle: Oracle, sums: set[int]) -> dict[Term, int]:
    """Return what the rules say that endless play is worth to each role; or nothing.

    Args:
        oracle: the rules.
        sums: what the goals add up to at the ends.
    """
    half = {s // 2 for s in sums if not s % 2} if len(sums) == 1 else set()
    for_all: set[Any] = {worth for (worth,) in oracle.instances("repetition", None)}
    if "draw" in for_all and len(oracle.roles) == 2:
        for_all = for_all - {"draw"} | half
    found: dict[Term, set[Any]] = {role: set(for_all) for role in oracle.roles}
    for role, worth in oracle.instances("repetition", None, None):
        found.setdefault(role, set()).add(worth)
    worths = {role: min(its) for role, its in found.items() if len(its) == 1}
    known = len(worths) == len(oracle.roles) and worths.keys() == {*oracle.roles}
    return worths if known and all(isinstance(w, int) for w in worths.values()) else {}


@dataclass(frozen=True, slots=True)
class Node:
    """A state: the successor by each joint move or, if it is terminal, the goals."""

    after: Mapping[Joint, State]
    goals: Mapping[Term, int]

    def choices(self, index: int) -> dict[Term, list[State]]:
        """Return the possible successors of each move of a role."""
        found: dict[Term, list[State]] = {}
        for joint, state in self.after.items():
            found.setdefault(joint[index], []).append(state)
        return found


Nodes: TypeAlias = "dict[State, Node]"


@dataclass(frozen=True, slots=True)
class Judged:
    """The values of states for a role.

    Attributes:
        floors: the value that the role can force, as soon as it can.
        ceilings: the value to which the others can hold it, as late as it can delay.
        low, high: the lowest and the highest goal that the rules name; infinite unless
            they name several.
        only: the goal that the rules name, if it is only one.
        draw: the value of endless play; None if no rule defines it.
        endless: whether play may be endless.
    """

    floors: Mapping[State, Rank]
    ceilings: Mapping[State, Rank]
    low: float
    high: float
    only: int | None
    draw: int | None
    endless: bool

    def hurried(self, value: float | None) -> bool:
        """Return whether the others hurry to the end if this is the value."""
        below = self.draw is not None and self.endless
        return value is not None and (
            value == self.low or (below and value < (self.draw or 0))
        )

    def worth(self, state: State, is_end: bool) -> tuple[int | None, int | None]:
        """Return the value and the distance of a state, None for one that it lacks."""
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
        if value is None:  # it must avoid what is worse than endless play
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
        role: the role whose goals count.
        index: of the role.
        start: the value of play that does not end.
        sign: -1 if the role hurries, 1 if the others do.
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
    """Return the plies of the longest play; None if play can be endless."""
    known: dict[State, int] = {}
    before = -1
    while before < len(known):
        before = len(known)
        for state, node in nodes.items():
            lengths = [known.get(after, -1) for after in node.after.values()]
            if state not in known and -1 not in lengths:
                known[state] = 1 + max(lengths, default=-1)
    return known.get(root)
