"""What every procedural game-tree search is given, and what it counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pygame_search.errors import LimitError, RulesError
from pygame_search.evaluation import terminal_score, worth
from pygame_search.machine import Expansion, StateMachine
from pygame_search.trace import Listener

#: A line of joint moves, the first and the rest: (index, state, successor, rest).
Line = tuple[int, int, int, "Line"] | None

#: Gives the texts of joint moves, each as the numbers of the roles' moves.
JointTexts = Callable[[Sequence[tuple[int, ...]]], list[list[str]]]

#: For each choice at the root: the index of its joint move, its score, its line.
RootMoves = list[tuple[int, int, Line]]


@dataclass(slots=True)
class Task:
    """A search to be done.

    Attributes:
        machine: the state machine.
        role: from whose point of view, as an index.
        limit: the depth limit in plies.
        goal_range: the lowest and the highest goal value, equal if not known.
        weights: the weight of each feature; empty for estimates of 0.
        rival: the index of the role whose worth counts against, or None.
        joint_texts: gives the texts of joint moves, for the trace.
        listen: is told each event, or None.
        deadline: the time.monotonic() at which to stop, or None.
        nodes, leaves, limited, cutoffs: the counts.
    """

    machine: StateMachine
    role: int
    limit: int
    goal_range: tuple[int, int]
    weights: Mapping[str, int]
    rival: int | None
    joint_texts: JointTexts | None = None
    listen: Listener | None = None
    deadline: float | None = None
    nodes: int = 0
    leaves: int = 0
    limited: int = 0
    cutoffs: int = 0
    _checks: int = field(default=0, repr=False)

    def enter(self, ply: int, parent: Expansion | None, joint: int, state: int) -> None:
        """Count a visit, tell of it, and look at the clock."""
        self.nodes += 1
        if self.listen is not None:
            texts = self.texts(parent, [joint])[0] if parent is not None else []
            self.listen(["enter", ply, texts, state])
        if self.deadline is not None:
            self._checks += 1
            if self._checks % 16 == 0 and time.monotonic() > self.deadline:
                raise LimitError("the time is over")

    def terminal(self, node: Expansion, ply: int) -> int:
        """Return the score of a terminal state, counted and told."""
        value = node.values[self.role]
        if value is None:
            raise RulesError("no goal value is defined for the role in this state")
        score = terminal_score(value, ply, *self.goal_range)
        self.leaves += 1
        if self.listen is not None:
            self.listen(["leaf", "terminal", score])
        return score

    def estimate(self, state: int) -> int:
        """Return the score of a state at the limit, counted and told."""
        score = 0
        if self.weights:
            features = self.machine.features(state)
            score = worth(features[self.role], self.weights)
            if self.rival is not None:
                score -= worth(features[self.rival], self.weights)
        self.leaves += 1
        self.limited += 1
        if self.listen is not None:
            self.listen(["leaf", "limit", score])
        return score

    def cut(self, node: Expansion, alpha: int, beta: int, rest: list[int]) -> None:
        """Count a cut-off and tell of it; rest are the joint moves left out."""
        self.cutoffs += 1
        if self.listen is not None:
            self.listen(["cutoff", alpha, beta, self.texts(node, rest)])

    def tell(self, *event: object) -> None:
        """Tell an event, if anybody listens."""
        if self.listen is not None:
            self.listen(list(event))

    def texts(self, node: Expansion | None, joints: list[int]) -> list[list[str]]:
        """Return the joint moves of a node in the syntax of rule files."""
        if node is None or self.joint_texts is None:
            return [[] for _ in joints]
        return self.joint_texts([node.joint(index) for index in joints])
