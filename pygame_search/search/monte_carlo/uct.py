"""UCT: a tree grown by random games, its moves chosen by upper confidence bounds.

Each simulation walks down the tree: each role chooses for itself (decoupled if several
have a choice), and chance draws. The simulation adds the state that it reaches, plays a
random game from there, and backs up the result along its path (Kocsis and Szepesvári
2006).

With the solver, proven bounds are backed up beside the means (bounds.py). A move whose
upper bound is not above the lower bound of the state is not tried again. So a proven
draw takes no simulations from moves that may still win, and has its exact value.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import inf, log, sqrt

from pygame_search.machine.machine import Expansion, Machine
from pygame_search.search.monte_carlo.bounds import (
    Bounds,
    Value,
    answered,
    hoped,
    worst,
)
from pygame_search.search.monte_carlo.node import Node, Values
from pygame_search.search.monte_carlo.playouts import playout
from pygame_search.search.monte_carlo.tree_events import Emitter
from pygame_search.support.errors import NoGoalError


class Tree:
    """A tree, and the simulations that grow it.

    Args:
        machine: the state machine.
        root: the state of the root, which is not terminal.
        ranges: the lowest and the highest goal value of each role, equal if not known.
        chance: the index of the role `random`, None without one.
        rivals: whether the goals have a constant sum.
        exploration: the constant of UCB1, for goals scaled to the range from 0 to 1.
        batch: the number of random games from each new state.
        solver: whether proven values are backed up.
        source: of random numbers.
        deadline: the time.monotonic() at which a random game is broken off.
        emitter: emits the events of the tree, or None.
    """

    def __init__(
        self,
        machine: Machine,
        root: int,
        *,
        ranges: Sequence[tuple[int, int]],
        chance: int | None,
        rivals: bool,
        exploration: float,
        batch: int = 1,
        solver: bool = True,
        source: random.Random,
        deadline: float | None = None,
        emitter: Emitter | None = None,
    ) -> None:
        self.machine = machine
        self.chance = chance
        self.players = [i for i in range(len(ranges)) if i != chance]
        self.rivals = rivals and len(self.players) == 2
        self.exploration = exploration
        self.batch = batch
        self.solver = solver
        self.source = source
        self.deadline = deadline
        self.emitter = emitter
        self.nodes = 0
        self.simulations = 0
        known = [low < high for low, high in ranges]
        self._unknown = Bounds(
            tuple(
                0 if i == chance else low if known[i] else -inf
                for i, (low, _) in enumerate(ranges)
            ),
            tuple(
                0 if i == chance else high if known[i] else inf
                for i, (_, high) in enumerate(ranges)
            ),
        )
        # The range of each role's goals, by the rules or else by the games so far.
        self._span: list[list[float]] = [
            [low, high] if known[i] else [inf, -inf]
            for i, (low, high) in enumerate(ranges)
        ]
        self._learns = [i for i in self.players if not known[i]]
        self.root = Node(root, self._unknown)
        if emitter is not None:
            emitter.enter(self.root)
        self._expand(self.root)
        #: For each role and move of the root the sums of all roles' goals.
        self.totals = [
            [[0.0] * len(ranges) for _ in moves] for moves in self.root.counts
        ]

    def step(self, role: int) -> bool:
        """Run a simulation; return whether the value of a role is still unproven."""
        if self.in_doubt(role):
            self.simulate()
        return self.in_doubt(role)

    def in_doubt(self, role: int) -> bool:
        """Return whether the value of a role at the root is not proven."""
        bounds = self.root.bounds
        return bounds.low[role] != bounds.high[role]

    def wins(self, role: int, value: Value) -> bool:
        """Return whether a value is the highest for a role."""
        return value == self._unknown.high[role]

    # ---- a simulation -------------------------------------------------------

    def simulate(self) -> None:
        """Walk down the tree, add a state, play random games, and back them up."""
        path: list[tuple[Node, tuple[int, ...], int]] = []
        node = self.root
        while node.node is not None and not node.bounds.closed:
            chosen = self._choose(node)
            joint = index_of(node.node, chosen)
            path.append((node, chosen, joint))
            child = node.children.get(joint)
            if child is None:
                child = Node(node.node.successors[joint], self._unknown)
                node.children[joint] = child
                if self.emitter is not None:
                    self.emitter.enter(child, node, joint)
            node = child
        if node.node is None and not node.bounds.closed:
            self._expand(node)
        if node.bounds.closed:
            samples: list[Values] = [node.bounds.low] * self.batch
        else:
            samples = [self._play(node.state) for _ in range(self.batch)]
        for sample in samples:
            self._count(path, node, sample)
        if self.solver:
            self._prove(path, node)
        self.simulations += self.batch

    def _play(self, state: int) -> Values:
        _, values = playout(self.machine, state, self.source, self.deadline)
        return self._goals(values)

    def _goals(self, values: Sequence[int | None]) -> tuple[int, ...]:
        """Return the goal values at the end of a game; chance has 0."""
        goals = []
        for role, value in enumerate(values):
            if role == self.chance:
                value = 0
            elif value is None:
                raise NoGoalError("no goal value is defined for a role in this state")
            goals.append(value)
        for role in self._learns:
            span = self._span[role]
            span[:] = min(span[0], goals[role]), max(span[1], goals[role])
        return tuple(goals)

    def _count(
        self,
        path: list[tuple[Node, tuple[int, ...], int]],
        leaf: Node,
        sample: Values,
    ) -> None:
        """Back up the result of a simulation along its path."""
        if self.emitter is not None:
            self.emitter.visit(leaf, sample)
        for node, chosen, _ in reversed(path):
            node.visits += 1
            if node is self.root:
                for role, move in enumerate(chosen):
                    total = self.totals[role][move]
                    for i, value in enumerate(sample):
                        total[i] += value
            for role, move in enumerate(chosen):
                node.counts[role][move] += 1
                node.sums[role][move] += sample[role]
            if node.exact is not None:
                sample = self._better(node, chosen, sample)
            if self.emitter is not None:
                self.emitter.visit(node, sample)

    def _better(self, node: Node, chosen: tuple[int, ...], sample: Values) -> Values:
        """Return the exact values, or the sample if the tried move's mean is better."""
        assert node.exact is not None
        role = mover(node.counts)
        tried = node.sums[role][chosen[role]] / node.counts[role][chosen[role]]
        return sample if tried > node.exact[role] else node.exact

    # ---- the choice ---------------------------------------------------------

    def _choose(self, node: Node) -> tuple[int, ...]:
        assert node.node is not None
        return tuple(
            0
            if len(counts) == 1
            else node.node.drawn(role, self.source)
            if role == self.chance
            else self._choose_for(node, role)
            for role, counts in enumerate(node.counts)
        )

    def _choose_for(self, node: Node, role: int) -> int:
        """Return the move with the highest upper confidence bound.

        Ties are broken at random; otherwise roles that choose at once would stay in
        step.
        """
        counts, sums = node.counts[role], node.sums[role]
        lows, highs = node.lows[role], node.highs[role]
        sure = node.bounds.low[role]
        moves = [i for i, high in enumerate(highs) if high > sure]
        if not moves:  # the role's value is proven, but not yet those of others
            moves = [i for i, low in enumerate(lows) if low == sure]
        new = [i for i in moves if counts[i] == 0]
        if new:
            return self.source.choice(new)
        least, most = self._span[role]
        scale = 1 / (most - least) if most > least else 1.0
        logarithm = log(node.visits)
        best, chosen = -inf, moves[:1]
        for i in moves:
            n = counts[i]
            mean = min(max(sums[i] / n, lows[i]), highs[i])
            bound = (mean - least) * scale + self.exploration * sqrt(logarithm / n)
            if bound > best:
                best, chosen = bound, [i]
            elif bound == best:
                chosen.append(i)
        return chosen[0] if len(chosen) == 1 else self.source.choice(chosen)

    # ---- proven bounds ------------------------------------------------------

    def _expand(self, leaf: Node) -> None:
        """Expand a state; with the solver, find the moves that end the game."""
        found = self.machine.playable(leaf.state)
        self.nodes += 1
        if found.terminal:
            goals = self._goals(found.values)
            leaf.bounds, leaf.plies = Bounds(goals, goals), 0
            if self.emitter is not None:
                self.emitter.end(leaf)
            return
        leaf.node = found
        leaf.counts = [[0] * len(moves) for moves in found.moves]
        leaf.sums = [[0.0] * len(moves) for moves in found.moves]
        leaf.rows = answered(found, self.chance)
        low, high = self._unknown.low, self._unknown.high
        leaf.lows = [[low[r]] * len(moves) for r, moves in enumerate(found.moves)]
        leaf.highs = [[high[r]] * len(moves) for r, moves in enumerate(found.moves)]
        if not self.solver:
            return
        for joint, state in enumerate(found.successors):
            end = self.machine.look(state)
            if end.terminal:
                goals = self._goals(end.values)
                child = Node(state, Bounds(goals, goals), plies=0)
                leaf.children[joint] = child
                self.nodes += 1
                if self.emitter is not None:
                    self.emitter.enter(child, leaf, joint)
                    self.emitter.end(child)
        if leaf.children:
            self._tighten(leaf)

    def _prove(self, path: list[tuple[Node, tuple[int, ...], int]], leaf: Node) -> None:
        """Back up the bounds of a leaf along its path while they change."""
        if leaf.bounds == self._unknown:
            return
        for node, _, _ in reversed(path):
            before = node.bounds
            self._tighten(node)
            if node.bounds == before:
                return

    def _tighten(self, node: Node) -> None:
        """Set the bounds of a state from those of its successors."""
        assert node.node is not None
        unknown = self._unknown
        children = [
            unknown if child is None else child.bounds
            for child in map(node.children.get, range(len(node.node.successors)))
        ]
        low, high = list(unknown.low), list(unknown.high)
        # If both rivals have a choice, neither knows the other's move.
        at_once = sum(len(node.counts[role]) > 1 for role in self.players) > 1
        most = hoped if at_once or not self.rivals else worst
        for role in self.players:
            lows = [bounds.low[role] for bounds in children]
            highs = [bounds.high[role] for bounds in children]
            rows = node.rows[role]
            node.lows[role] = [worst(row, lows, node.node) for row in rows]
            node.highs[role] = [most(row, highs, node.node) for row in rows]
            low[role] = max(node.lows[role])
            high[role] = (
                min(
                    hoped(row, highs, node.node) for row in node.rows[self._rival(role)]
                )
                if self.rivals
                else max(node.highs[role])
            )
        node.bounds = Bounds(tuple(low), tuple(high))
        if self.emitter is not None:
            self.emitter.bound(node)
        self._settle(node)

    def _rival(self, role: int) -> int:
        return self.players[0] + self.players[1] - role

    def _settle(self, node: Node) -> None:
        """Find the best proven move of the only role with a choice, and its length."""
        role = mover(node.counts)
        node.exact = None
        best: Node | None = None
        if role >= 0 and role != self.chance:
            win = self.wins(role, node.bounds.low[role])
            for child in node.children.values():
                bounds = child.bounds
                if not bounds.closed or bounds.low[role] != node.bounds.low[role]:
                    continue
                if best is None or _sooner(child, best) == win:
                    best = child
            node.exact = None if best is None else best.bounds.low
        if node.bounds.closed and node.plies is None:
            ends = [best] if best is not None else list(node.children.values())
            plies = [child.plies for child in ends if child.plies is not None]
            node.plies = 1 + max(plies) if plies else None


def mover(counts: Sequence[Sequence[int]]) -> int:
    """Return the index of the only role with a choice; -1 if none or several have."""
    movers = [role for role, moves in enumerate(counts) if len(moves) > 1]
    return movers[0] if len(movers) == 1 else -1


def _sooner(one: Node, other: Node) -> bool:
    return (one.plies or 0) < (other.plies or 0)


def index_of(node: Expansion, chosen: Sequence[int]) -> int:
    """Return the index of a joint move, given the index of each role's move."""
    index = 0
    for moves, move in zip(node.moves, chosen, strict=True):
        index = index * len(moves) + move
    return index
