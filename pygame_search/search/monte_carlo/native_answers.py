"""The answer of a native tree, as `answers.py` gives that of a procedural tree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.machine.kernel_evaluator import KernelEvaluator
from pygame_search.machine.native_game import NativeGame
from pygame_search.network.searches.uct_driver import Sampler
from pygame_search.network.searches.uct_tree import END
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.monte_carlo.result import Arm, Sample

Numbers = NDArray[np.float64]


def found(
    request: SearchRequest, game: NativeGame, sampler: Sampler, stopped: str
) -> Sample:
    """Return the answer of a tree, with the moves in the order of the rules."""
    view = _View(game, sampler)
    role = request.index
    texts = view.texts(0)[role]
    ranks = [texts.index(text) for text in request.state.legal[request.role]]
    best = view.preferred(0, role, ranks)
    if request.call.method.name == "montecarlo":
        means = np.nan_to_num(view.moves(0, role).means[role], nan=-np.inf)
        best = max(ranks, key=lambda rank: means[rank])
    arms = tuple(view.arm(role, rank) for rank in ranks)
    chosen = arms[ranks.index(best)]
    value = chosen.proven if chosen.proven is not None else chosen.means[role]
    assert value is not None
    return Sample(
        arms, ranks.index(best), value, sampler.proven, sampler.played, sampler.nodes,
        stopped,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Moves:
    """The results of the moves of a role at a node, in the order of the network.

    Attributes:
        visits: the number of games through each.
        means: each role's mean goal value in these.
        lows, highs: the bounds of each move's value for the role.
        plies: the most plies to the end with each, -1 if not known.
    """

    visits: Numbers
    means: Numbers
    lows: Numbers
    highs: Numbers
    plies: NDArray[np.int64]


class _View:
    """A view of a tree, with its moves as texts.

    Args:
        game: the game.
        sampler: has the tree.
    """

    def __init__(self, game: NativeGame, sampler: Sampler) -> None:
        self._evaluator = KernelEvaluator(game)
        self._sampler = sampler
        self._tree = sampler.tree
        self._moves: dict[tuple[int, int], _Moves] = {}

    @cached_property
    def _plies(self) -> NDArray[np.int32]:
        return self._sampler.lengths()

    def texts(self, node: int) -> list[list[str]]:
        """Return the moves of each role at a node, in the order of the network."""
        evaluator, state = self._evaluator, self._tree.states[node].tobytes()
        return [[evaluator.text(m) for m in moves] for moves in evaluator.moves(state)]

    def moves(self, node: int, role: int) -> _Moves:
        """Return the results of the moves of a role at a node."""
        if (node, role) not in self._moves:
            self._moves[node, role] = self._of(node, role)
        return self._moves[node, role]

    def _of(self, node: int, role: int) -> _Moves:
        tree, sampler = self._tree, self._sampler
        counts = tree.counts[node]
        first = int(tree.first[node])
        cells = slice(first, first + int(np.prod(counts)))
        # A terminal node has one visit before any game reaches it.
        visits = tree.visits[cells] - (tree.first[cells] == END)
        known = np.maximum(tree.visits[cells], 1)
        goals = sampler.goals(tree.sums[:, cells] / known) * visits
        chance = sampler.chance

        def by_move(values: NDArray[Any]) -> NDArray[Any]:
            """Return an array with axes for the move, the answers, and chance."""
            table = np.moveaxis(values.reshape(counts), role, 0)
            if chance is None:
                return table.reshape(len(table), -1, 1)
            place = chance + 1 if chance < role else chance
            return np.moveaxis(table, place, -1).reshape(len(table), -1, counts[chance])

        luck = by_move(sampler.luck(cells))
        often = luck.sum(2)
        together = by_move(visits).sum((1, 2))
        # Flat Monte Carlo visits likely moves of chance as often as others.
        counted = luck if sampler.flat else np.ones_like(luck)
        seen = (by_move(visits) * counted).sum((1, 2))
        sums = np.stack([(by_move(part) * counted).sum((1, 2)) for part in goals])
        low, high = sampler.bounds(cells, role)
        lows = ((by_move(low) * luck).sum(2) / often).min(1)
        # No move is worth more than the node if the others give their best answers.
        _, most = sampler.bounds(slice(node, node + 1), role)
        best = ((by_move(high) * luck).sum(2) / often).max(1)
        highs = np.minimum(best, most)
        plies = np.full(len(lows), -1)
        if (lows == highs).any():
            ends = by_move(self._plies[cells]).max((1, 2))
            plies = np.where((lows == highs) & (ends >= 0), 1 + ends, -1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return _Moves(together, sums / seen, lows, highs, plies)

    def preferred(self, node: int, role: int, order: list[int]) -> int:
        """Return the best move of a role at a node; the first of equals in an order.

        `answers.preferred` does the same for a procedural tree.
        """
        if len(order) == 1:
            return order[0]
        moves = self.moves(node, role)
        lows, highs, visits = moves.lows, moves.highs, moves.visits
        sure = lows.max()
        safe = [i for i in order if lows[i] == sure == highs[i]]
        doubtful = [i for i in order if highs[i] > sure and visits[i]]
        if doubtful:
            most = max(doubtful, key=lambda i: visits[i])
            if not safe or moves.means[role, most] >= sure:
                return most
        if not safe:
            return max(order, key=lambda i: (lows[i], visits[i]))
        sign = -1 if self._sampler.wins(role, sure) else 1
        return max(safe, key=lambda i: sign * int(moves.plies[i]))

    def arm(self, role: int, rank: int) -> Arm:
        """Return a move of a role at the root with its results."""
        moves = self.moves(0, role)
        low, high = float(moves.lows[rank]), float(moves.highs[rank])
        visits = int(moves.visits[rank])
        proven = low == high
        joint, line = self._line(role, rank)
        plies = int(moves.plies[rank])
        return Arm(
            joint=joint,
            visits=visits,
            means=tuple(
                float(mean) if visits and index != self._sampler.chance else None
                for index, mean in enumerate(moves.means[:, rank])
            ),
            proven=_plain(low) if proven else None,
            plies=plies if proven and plies >= 0 else None,
            line=line,
        )

    def _line(
        self, role: int, rank: int
    ) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """Return the best joint move that contains a move, and the line from the root.

        The line ends where chance decides, or where no move was tried.
        """
        tree, chance = self._tree, self._sampler.chance
        first: tuple[str, ...] = ()
        line: list[tuple[str, ...]] = []
        node = 0
        while tree.first[node] > 0:
            counts = tree.counts[node].tolist()
            chosen = [
                0
                if i == chance
                else rank
                if node == 0 and i == role
                else self.preferred(node, i, list(range(number)))
                for i, number in enumerate(counts)
            ]
            texts = self.texts(node)
            joint = tuple(own[i] for own, i in zip(texts, chosen, strict=True))
            first = first or joint
            index = 0
            for number, i in zip(counts, chosen, strict=True):
                index = index * number + i
            node = int(tree.first[node]) + index
            if (chance is not None and counts[chance] > 1) or not tree.visits[node]:
                break
            line.append(joint)
        return first, tuple(line)


def _plain(value: float) -> float:
    """Return a value, as an integer if it is whole."""
    return int(value) if value == int(value) else value
