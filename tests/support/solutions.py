"""Solutions found by brute force, over `State.play` alone: the independent check.

The definitions of `pygame_search.solving.solution`, written down: what a state is worth
when play may take n plies, for n = 0, 1, 2, ... until nothing changes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from pygame_search.game import State
from pygame_search.model.rules import rules_hash
from pygame_search.solving.solution import Entry, Solution

NEVER = 1 << 40

#: A value and, within it, an order: the greater, the better for the role.
Rank = tuple[int, int]


@dataclass
class Graph:
    """All states that can be reached, with what follows on each joint move."""

    root: State
    states: dict[int, State] = field(default_factory=dict)
    after: dict[int, dict[tuple[str, ...], int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        waiting = [self.root]
        while waiting:
            state = waiting.pop()
            if state.number in self.states:
                continue
            self.states[state.number] = state
            self.after[state.number] = {}
            if state.terminal:
                continue
            for joint in itertools.product(*state.legal.values()):
                separator = " " if state.game.book.syntax == "kif" else ", "
                successor = state.play(f"[{separator.join(joint)}]")
                self.after[state.number][joint] = successor.number
                waiting.append(successor)

    @cached_property
    def endless(self) -> bool:
        """Whether play can go on for ever: no state is left when those go that end."""
        left = dict(self.after)
        while True:
            gone = [
                n for n, joints in left.items() if not set(joints.values()) & set(left)
            ]
            if not gone:
                return bool(left)
            for number in gone:
                del left[number]


@dataclass
class Solver:
    """What all states of a graph are worth to a role."""

    graph: Graph
    role: str
    draw: int | None = None

    def __post_init__(self) -> None:
        game = self.graph.root.game
        self.index = game.roles.index(self.role)
        self.low, self.high = game.ranges[self.index]
        self.floor = self._settled((self.low, NEVER), lambda value: value == self.low)
        self.ceiling = self._settled(
            (self.high, -NEVER), lambda value: value < self.high
        )

    def choices(self, number: int) -> Mapping[str, list[int]]:
        found: dict[str, list[int]] = {}
        for joint, successor in self.graph.after[number].items():
            found.setdefault(joint[self.index], []).append(successor)
        return found

    def _settled(self, start: Rank, late) -> dict[int, Rank]:  # type: ignore[no-untyped-def]
        ranks = dict.fromkeys(self.graph.states, start)
        for number, state in self.graph.states.items():
            if state.terminal:
                goal = state.goals[self.role]
                assert goal is not None
                ranks[number] = (goal, 0)
        while True:
            new = {}
            for number in ranks:
                choices = self.choices(number).values()
                if choices:
                    value, order = max(min(ranks[s] for s in c) for c in choices)
                    step = 1 if late(value) else -1
                    new[number] = (
                        value,
                        order if abs(order) == NEVER else order + step,
                    )
            if all(ranks[number] == rank for number, rank in new.items()):
                return ranks
            ranks |= new

    @cached_property
    def entries(self) -> dict[int, Entry]:
        return {number: self._entry(number) for number in self.graph.states}

    def _entry(self, number: int) -> Entry:
        value, distance = self._outcome(number)
        choices = self.choices(number)
        move = None
        if any(
            len(legal) > 1
            for legal in [self.graph.states[number].legal[self.role]]
            if not self.graph.states[number].terminal
        ):
            move = max(
                choices,
                key=lambda m: [
                    min(self._rank(s) for s in choices[m]),
                    -list(choices).index(m),
                ],
            )
        return Entry(value, distance, move)

    def _outcome(self, number: int) -> tuple[int | None, int | None]:
        (low, order), (high, other) = self.floor[number], self.ceiling[number]
        if self.draw is None:
            return (low, abs(order)) if low == high else (None, None)
        value = min(max(self.draw, low), high)
        if self.graph.endless and value == self.draw:
            return value, 0 if self.graph.states[number].terminal else None
        hurried = self.graph.endless and value < self.draw
        return value, abs(other if hurried else order)

    def _rank(self, number: int) -> tuple[float, int]:
        value, distance = self._outcome(number)
        if value is None:
            return (self.low + self.high) / 2, 0
        if distance is None:
            return value, NEVER if value == self.low else 0
        below = self.graph.endless and self.draw is not None and value < self.draw
        return value, distance if value == self.low or below else -distance

    def reached(self, role: str | None) -> Iterator[int]:
        """All states, or those that come about when a role keeps to its moves."""
        waiting, seen = [self.graph.root.number], set()
        while waiting:
            number = waiting.pop()
            if number in seen:
                continue
            seen.add(number)
            yield number
            move = self.entries[number].move
            for choice, successors in self.choices(number).items():
                if role is None or move in (None, choice):
                    waiting.extend(successors)

    def solution(self, solved: str, rival: Solver | None = None) -> Solution:
        root, game = self.graph.root, self.graph.root.game
        entry = self.entries[root.number]
        states = list(self.reached(None if solved == "strong" else self.role))
        values: dict[str, int | None] = dict.fromkeys(game.roles)
        values[self.role] = entry.value
        if rival is not None:
            values[rival.role] = rival.entries[root.number].value
        made = Solution(
            game=game.name if game.book.file.startswith("<") else game.book.file,
            parameters=game.parameters,
            rules=rules_hash(game),
            role=self.role,
            position=root.facts,
            solved=solved,
            values=values,
            distance=entry.distance,
            cycle=None,
            states=len(states),
            nodes=0,
            seconds=0.0,
            method="brute force",
            tier="procedural",
            entries=lambda: (
                (self.graph.states[n].facts, self.entries[n]) for n in states
            ),
            draw=self.draw,
            finite=not self.graph.endless,
        )
        if rival is None:
            return made
        other = replace(rival.solution(solved), values=values)
        return replace(made, rival=other)


def solution(
    state: State,
    role: str | None = None,
    *,
    solved: str = "strong",
    draw: int | None = None,
    rival: bool = False,
) -> Solution:
    """Return the solution of a state, found by brute force."""
    game = state.game
    name = role or game.players[0]
    graph = Graph(state)
    solver = Solver(graph, name, draw)
    if not rival:
        return solver.solution(solved)
    [other] = [r for r in game.players if r != name]
    total = sum(game.ranges[0])
    against = Solver(graph, other, None if draw is None else total - draw)
    return solver.solution(solved, against)
