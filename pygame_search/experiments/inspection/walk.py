"""The states of a game, nearest first or in random games."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable

from pygame_search.experiments.inspection.findings import (
    Findings,
    Node,
    code_of,
    start_node,
)
from pygame_search.experiments.inspection.growth import MOST_PLIES
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Expansion
from pygame_search.support.errors import ChanceWeightError, LimitError

#: The limits that take seconds to reach.
_LONG = frozenset({"out_of_memory", "too_much_work"})


class Walk:
    """Visits the states of a game.

    Args:
        findings: takes the reports of states that cannot be expanded.
        look: called with each state that is visited and its expansion.
        clock: returns the time in seconds.

    Attributes:
        nodes: the nodes that `nearest_first` has reached, by their states.
        successors: for each state that `nearest_first` has expanded, the next states.
        unseen: the states that could not be expanded.
        over: whether a state took too much work, so that the walk ends.
    """

    def __init__(
        self,
        findings: Findings,
        look: Callable[[Node, Expansion], None],
        clock: Callable[[], float],
    ) -> None:
        start = start_node(findings.game)
        self.nodes = {start.number: start}
        self.successors: dict[int, tuple[int, ...]] = {}
        self.unseen: set[int] = set()
        self.over = False
        self._start = start
        self._findings = findings
        self._machine = ClauseMachine(findings.game)
        self._look = look
        self._clock = clock

    def nearest_first(self, most: int, until: float) -> bool:
        """Visit the states, nearest first; return whether these were all.

        Args:
            most: the most states to keep.
            until: the time at which to stop.
        """
        waiting = deque([self._start])
        while waiting:
            if self.over or self._clock() > until:
                return False
            node = waiting.popleft()
            now = self._expand(node)
            if now is None:
                continue
            self.successors[node.number] = now.successors
            for index, successor in enumerate(now.successors):
                if successor not in self.nodes:
                    if len(self.nodes) >= most:
                        return False
                    self.nodes[successor] = Node(successor, node, index)
                    waiting.append(self.nodes[successor])
        return True

    def random_games(
        self, seed: int, until: float, too_long: Callable[[Node], None]
    ) -> int:
        """Play random games; return how many.

        Args:
            seed: the seed of the random numbers.
            until: the time at which to stop.
            too_long: called with the last node of a game that has not ended.
        """
        source = random.Random(seed)
        games = 0
        while self._clock() < until and not self.over:
            node = self._start
            for _ in range(MOST_PLIES):
                now = self._expand(node)
                if now is None or now.terminal or not now.successors:
                    break
                index = source.randrange(len(now.successors))
                node = Node(now.successors[index], node, index)
                if self._clock() > until:
                    return games
            else:
                too_long(node)
            games += 1
        return games

    def _expand(self, node: Node) -> Expansion | None:
        """Return the expansion of a state, or None after reporting why it failed."""
        try:
            now = self._machine.expand(node.number)
        except LimitError as error:
            self.unseen.add(node.number)
            self.over = error.code in _LONG
            message = f"a state cannot be expanded: {error.reason}"
            self._findings.add(code_of(error), message, "", node, error.line)
            return None
        except ChanceWeightError as error:
            self.unseen.add(node.number)
            mend = "give each legal move of random exactly one weight, or none at all"
            self._findings.add("chance_weight", str(error), mend, node)
            return None
        self._look(node, now)
        return now
