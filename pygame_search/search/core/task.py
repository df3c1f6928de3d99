"""The task of a procedural game-tree search, and its counts.

The twin of `logic/search/search_task.pl`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pygame_search.machine.machine import Choice, Expansion, Key, Machine
from pygame_search.model.scores import between_losses_and_wins, terminal_score, worth
from pygame_search.search.core.memory import Line, Memory
from pygame_search.search.core.standing_pat import joint_texts, noisy_choices
from pygame_search.search.core.trace import Listener
from pygame_search.support.clock import look_at_clock
from pygame_search.support.errors import LimitError
from pygame_search.support.work_limit import VISIT, spend

#: A score as it is reported: for one role, or for every role.
Reported = float | list[int]


@dataclass(frozen=True, slots=True)
class RootMove:
    """A choice at the root and its score.

    Attributes:
        joint: the index of its joint move.
        score: its score.
        bound: `exact`, or `upper` or `lower` if the score is only a bound.
        line: the principal variation that begins with it; None if there is none.
    """

    joint: int
    score: float
    bound: str
    line: Line


@dataclass(slots=True)
class Task:
    """A game-tree search to run.

    Attributes:
        machine: the state machine.
        role: the index of the role that maximises.
        limit: the depth limit in plies; below a state within a turn it is one more for
            each step of the turn that led there, as a turn counts once
            (`logic/game/turns.pl`).
        goal_range: the lowest and the highest goal value; equal if no goal value counts
            as a win or loss.
        weights: the weight of each feature; empty for estimates of 0.
        unit: the factor of goal values, ranges, weights and scores that makes decimal
            weights whole (model/decimals.py).
        rival: the index of the role whose features are subtracted, or None.
        goal_ranges: the goal range of every role.
        chance: the index of the role `random`, or None.
        extra: the most plies by which a state that is not quiet is searched beyond the
            limit; expand/1 selects these states if the rule file has it, else noisy/2
            the moves (standing_pat.py).
        swing: the most by which the estimate may change on the way to a quiet state, if
            the rule file has neither noisy/2 nor quiet/0.
        order: the move order (game_tree/move_order.py).
        memory: the transposition table, killers and history, or None.
        listen: called with each event, or None.
        exact: whether every choice at the root needs an exact score.
        deadline: the time.monotonic() at which to stop, or None.
        most_nodes: the most states to visit, or None.
        limits: those at the states entered and not left, if turns have several steps.
        nodes, leaves, cutoffs, hits: the counts of visited states, leaves, cut-offs and
            table hits.
        limited: the count of leaves stopped by the limit, and of table hits whose score
            depends on it.
    """

    machine: Machine
    role: int
    limit: int
    goal_range: tuple[int, int]
    weights: Mapping[str, int]
    rival: int | None
    unit: int = 1
    goal_ranges: tuple[tuple[int, int], ...] = ()
    chance: int | None = None
    extra: int = 0
    swing: int = 0
    order: str = "rule"
    memory: Memory | None = None
    listen: Listener | None = None
    exact: bool = False
    deadline: float | None = None
    most_nodes: int | None = None
    limits: list[int] = field(default_factory=list)
    nodes: int = 0
    leaves: int = 0
    limited: int = 0
    cutoffs: int = 0
    hits: int = 0

    def silent(self) -> Task:
        """Return the same search in rule order, without events, counted separately."""
        return replace(self, order="rule", memory=None, listen=None, nodes=0)

    def of_role(self, role: int) -> Task:
        """Return a task that scores leaves in the same way for another role."""
        rival = None
        if self.rival is not None and role in (self.role, self.rival):
            rival = self.role + self.rival - role
        return replace(self, role=role, goal_range=self.goal_ranges[role], rival=rival)

    def enter(self, ply: int, parent: Expansion | None, joint: int, state: Key) -> None:
        """Count a visit, emit its event, and check the limits.

        Raises:
            LimitError: the limit on states or time is reached.
        """
        if self.most_nodes is not None and self.nodes >= self.most_nodes:
            raise LimitError("the nodes are over", "nodes")
        self.nodes += 1
        spend(VISIT)
        if self.listen is not None:
            texts = self.texts(parent, [joint])[0] if parent is not None else []
            self.listen(["enter", ply, texts, self.machine.number(state)])
        self.look_at_clock()
        if self.machine.rules.turns:
            self.limits.append(self.limit)
            self.limit += ply > 0 and self.machine.mid_turn(state)

    def look_at_clock(self) -> None:
        """Check the clock.

        Raises:
            LimitError: the time is over.
        """
        look_at_clock(self.deadline)

    def node(self, ply: int, state: Key) -> Expansion:
        """Return the expansion of a state, without moves if it is at the limit."""
        if ply >= self.limit and self.extra == 0:
            return self.machine.look(state)
        return self.expand(state)

    def expand(self, state: Key) -> Expansion:
        """Return the expansion of a state.

        Raises:
            RulesError: it is not terminal, and a role has no legal move.
        """
        return self.machine.playable(state)

    def leaf(self, node: Expansion, ply: int, parent: Key, state: Key) -> int | None:
        """Count and report a leaf, and return its score; None for an inner node.

        Args:
            node: the expansion of the state.
            ply: its distance from the root.
            parent: the state before it.
            state: the state.
        """
        kind = self.kind(node, ply, parent, state)
        if kind is None:
            return None
        score = self.kind_score(kind, node, ply, state)
        self.leaf_found(kind, score)
        return score

    def kind(self, node: Expansion, ply: int, parent: Key, state: Key) -> str | None:
        """Return `terminal` or `limit` for a leaf; None for an inner node."""
        if node.terminal:
            return "terminal"
        if ply >= self.limit and self._at_rest(ply, parent, state):
            return "limit"
        return None

    def kind_score(self, kind: str, node: Expansion, ply: int, state: Key) -> int:
        """Return the score of a leaf."""
        if kind == "limit":
            return self.estimate(state)
        return terminal_score(self.goal(node), ply, *self.goal_range)

    def goal(self, node: Expansion) -> int:
        """Return the goal value of a terminal state."""
        return node.goal(self.role) * self.unit

    def leaf_found(self, kind: str, score: Reported) -> None:
        """Emit the event of a leaf, and count it."""
        if self.listen is not None:
            self.listen(["leaf", kind, score])
        self.limited += kind == "limit"
        self.leaves += 1

    def estimate(self, state: Key) -> int:
        """Return the estimate of a state: 0 without weights."""
        if not self.weights:
            return 0
        features = self.machine.features(state)
        score = worth(features[self.role], self.weights)
        if self.rival is not None:
            score -= worth(features[self.rival], self.weights)
        return between_losses_and_wins(score)

    def _at_rest(self, ply: int, parent: Key, state: Key) -> bool:
        """Return whether the search stops at a state at or beyond the limit."""
        if ply >= self.limit + self.extra:
            return True
        expand = self.machine.holds(state, "expand", ply - self.limit)
        if expand is not None:
            return not expand
        if self.machine.rules.noisy:
            return parent == state or not self.machine.noisy(state)
        quiet = self.machine.holds(state, "quiet")
        if quiet is not None:
            return quiet
        return abs(self.estimate(state) - self.estimate(parent)) <= self.swing

    def choices(self, node: Expansion, state: Key, ply: int) -> tuple[Choice, ...]:
        """Return the choices of the role in a state that the search looks at.

        Args:
            node: the expansion of the state.
            state: the state.
            ply: its distance from the root.
        """
        choices = node.choices(self.role)
        if ply < self.limit or not self.machine.rules.noisy:
            return choices
        return noisy_choices(choices, node, state, self.machine.noisy(state))

    def leave(self, score: Reported) -> None:
        """Emit that the search leaves the current node."""
        if self.machine.rules.turns:
            self.limit = self.limits.pop()
        if self.listen is not None:
            self.listen(["leave", score])

    def cut_off(self, node: Expansion, alpha: int, beta: int, rest: list[int]) -> None:
        """Count a cut-off and emit its event; `rest` are the joint moves cut off."""
        self.cutoffs += 1
        if self.listen is not None:
            self.listen(["cutoff", alpha, beta, self.texts(node, rest)])

    def emit(self, *event: object) -> None:
        """Emit an event if there is a listener."""
        if self.listen is not None:
            self.listen(list(event))

    def texts(self, node: Expansion | None, joints: list[int]) -> list[list[str]]:
        """Return the joint moves of a node in the syntax of rule files."""
        if node is None:
            return [[] for _ in joints]
        return joint_texts(node, joints, self.machine.texts)
